"""Audio out, without a network: frames, time stamps, pace."""

import numpy as np
import pytest
from aiortc.mediastreams import MediaStreamError

from antiphon.domain.audio import FRAME_S, Pcm
from antiphon.session.clock import LoopClock
from antiphon.transports.webrtc.send import Speaking
from support.rtc import EchoCall, tone


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
