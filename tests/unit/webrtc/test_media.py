"""Audio in and audio out, without a network: frames, time stamps, pace."""

from dataclasses import dataclass, field

import numpy as np
import pytest
from aiortc.mediastreams import MediaStreamError
from av import AudioFrame as DecodedFrame
from numpy.typing import NDArray

from antiphon.domain.audio import FRAME_S, HEARING_RATE, Pcm
from antiphon.session.clock import LoopClock
from antiphon.transports.webrtc.receive import HELD_BACK_S, MAX_DRIFT_S, Hearing
from antiphon.transports.webrtc.send import Speaking
from support.rtc import EchoCall, loudest_hertz, tone


@dataclass
class HandClock:
    """A clock that is set by hand."""

    at: float = 100.0

    def now(self) -> float:
        return self.at

    def wall(self) -> float:
        return self.at


@dataclass
class Ear:
    """A call's hearing, and the clock that its frames come by."""

    clock: HandClock = field(default_factory=HandClock)
    call: EchoCall = field(default_factory=EchoCall)

    def __post_init__(self) -> None:
        self.hearing = Hearing(self.call, self.clock)

    def take(self, samples: NDArray[np.generic], rate: int, layout: str, kind: str = "s16") -> None:
        planar = kind.endswith("p")
        channels = 2 if layout == "stereo" else 1
        shaped = np.repeat(samples[None, :], channels, axis=0)
        frame = DecodedFrame.from_ndarray(
            np.ascontiguousarray(shaped if planar else shaped.T.reshape(1, -1)), format=kind, layout=layout
        )
        frame.sample_rate = rate
        self.clock.at += len(samples) / rate
        self.hearing.take(frame)

    def times(self) -> list[float]:
        return [frame.at for frame in self.call.heard_frames]


@pytest.mark.requirement("MEDIA-OPUS")
@pytest.mark.parametrize("kind", ["s16", "s16p", "flt", "fltp"])
@pytest.mark.parametrize("layout", ["mono", "stereo"])
@pytest.mark.parametrize("rate", [8_000, 16_000, 44_100, 48_000])
@pytest.mark.parametrize("ms", [2.5, 10, 20, 60])
def test_any_rate_layout_format_and_length_is_heard_as_20_ms_of_16_khz(
    rate: int, layout: str, kind: str, ms: float
) -> None:
    ear = Ear()
    samples = int(rate * ms / 1000)
    for number in range(int(1000 / ms)):
        pcm = tone(1000, number * samples, samples, rate)
        ear.take(pcm if kind.startswith("s16") else (pcm / 32768).astype(np.float32), rate, layout, kind)
    heard = ear.call.heard_pcm()
    assert all(frame.pcm.shape == (320,) and frame.pcm.dtype == np.int16 for frame in ear.call.heard_frames)
    assert 46 <= len(ear.call.heard_frames) <= 50
    assert loudest_hertz(heard[1600:], HEARING_RATE) == pytest.approx(1000, abs=3)
    assert 7_500 < np.abs(heard[1600:]).max() < 8_500


def test_a_change_of_rate_and_layout_in_mid_call_is_heard() -> None:
    ear = Ear()
    for rate, layout in ((48_000, "stereo"), (8_000, "mono"), (48_000, "mono")):
        for number in range(25):
            ear.take(tone(500, number * rate // 50, rate // 50, rate), rate, layout)
    assert 72 <= len(ear.call.heard_frames) <= 76


def test_times_are_a_count_of_samples_and_not_of_arrivals() -> None:
    ear = Ear()
    for number in range(50):
        ear.clock.at += 0.03 * (-1) ** number  # every packet 30 ms early or late
        ear.take(tone(500, 0, 320, 16_000), 16_000, "mono")
    steps = np.diff(ear.times())
    assert steps == pytest.approx(np.full(49, FRAME_S))


def test_the_first_frame_began_20_ms_before_the_receiver_got_it() -> None:
    ear = Ear()
    ear.take(tone(500, 0, 320, 16_000), 16_000, "mono")
    assert ear.times() == pytest.approx([100.0 - HELD_BACK_S])


def test_after_a_pause_the_time_is_that_of_the_clock_again() -> None:
    ear = Ear()
    ear.take(tone(500, 0, 320, 16_000), 16_000, "mono")
    ear.clock.at += 3.0
    ear.take(tone(500, 0, 320, 16_000), 16_000, "mono")
    assert ear.times() == pytest.approx([100.0 - HELD_BACK_S, 103.02 - HELD_BACK_S])


def test_a_drift_is_followed_before_it_is_over_100_ms() -> None:
    ear = Ear()
    for _ in range(1000):
        ear.clock.at += 0.0005  # the caller's clock is 2.5 % slow
        ear.take(tone(500, 0, 320, 16_000), 16_000, "mono")
        assert abs(ear.times()[-1] + FRAME_S + HELD_BACK_S - ear.clock.at) <= MAX_DRIFT_S + 1e-6


def test_audio_that_cannot_be_heard_is_left_out_and_the_rest_is_heard() -> None:
    ear = Ear()
    ear.take(tone(500, 0, 40, 2_000), 2_000, "mono")
    ear.take(tone(500, 0, 320, 16_000), 16_000, "mono")
    assert len(ear.call.heard_frames) == 1


class JumpingClock(LoopClock):
    """The loop's clock, that can be set forward: to the pace, a machine that stood still for a while."""

    jumped = 0.0

    def now(self) -> float:
        return super().now() + self.jumped


class Asked(EchoCall):
    """A call that notes when it is asked for a frame."""

    def __init__(self, clock: LoopClock) -> None:
        super().__init__()
        self._clock = clock
        self.at: list[float] = []

    def frame(self) -> Pcm:
        self.at.append(self._clock.now())
        return super().frame()


@pytest.mark.requirement("MEDIA-OPUS")
async def test_frames_leave_every_20_ms_with_a_step_of_960() -> None:
    call = Asked(LoopClock())
    track = Speaking(call, LoopClock())
    frames = [await track.recv() for _ in range(25)]
    assert [frame.pts for frame in frames] == [960 * number for number in range(25)]
    assert all(frame.sample_rate == 48_000 and frame.samples == 960 for frame in frames)
    assert call.at[-1] - call.at[0] == pytest.approx(24 * FRAME_S, abs=0.03)


async def test_after_a_delay_ticks_are_left_out_and_nothing_is_sent_faster() -> None:
    clock = JumpingClock()
    call = Asked(clock)
    track = Speaking(call, clock)
    for _ in range(3):
        await track.recv()
    clock.jumped = 0.21
    later = [await track.recv() for _ in range(8)]
    assert [frame.pts for frame in later] == [960 * number for number in range(3, 11)]
    assert call.at[10] - call.at[3] >= 6 * FRAME_S
    # The deadlines are the old ones still: whole ticks after the first frame, but for what the loop is late.
    assert min((at - call.at[0]) % FRAME_S for at in call.at[4:]) < 0.008


async def test_an_ended_track_gives_nothing_more() -> None:
    track = Speaking(EchoCall(), LoopClock())
    track.stop()
    with pytest.raises(MediaStreamError):
        await track.recv()


async def test_both_channels_are_alike_so_that_nothing_is_lost_in_mixing() -> None:
    frame = await Speaking(EchoCall(), LoopClock()).recv()
    left, right = frame.to_ndarray().reshape(-1, 2).T
    assert np.array_equal(left, right)
    assert np.array_equal(left, tone(440, 960))
