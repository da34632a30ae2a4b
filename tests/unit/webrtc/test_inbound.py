"""From RTP to 20 ms frames with their times: what is heard, when it was said, and what is made up."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from antiphon.domain.audio import FRAME_S, AudioFrame, Pcm
from antiphon.transports.webrtc import opus
from antiphon.transports.webrtc.decoding import Decoder
from antiphon.transports.webrtc.g711 import A_LAW, MU_LAW, G711Decoder
from antiphon.transports.webrtc.inbound import MAX_AHEAD_S, Inbound
from antiphon.transports.webrtc.timeline import DEADBAND_S
from support.rtc import loudest_hertz, tone
from support.rtp import OPUS, RtpStream, opus_packets, rtp, speech
from support.wav import read

SPEECH = speech(read(Path(__file__).parents[2] / "data" / "speech" / "jfk.wav"))[: 48_000 * 4]
TONE = opus_packets(tone(1_000, 0, 48_000 * 2))
AHEAD_OF_CLOCK = 1e-9


def codecs() -> dict[int, Decoder]:
    return {OPUS: opus.decoder()}


@dataclass
class Ear:
    """A call's hearing, with packets that come when the test says."""

    decoders: dict[int, Decoder] = field(default_factory=codecs)
    frames: list[AudioFrame] = field(default_factory=list)
    came_at: list[float] = field(default_factory=list)
    now: float = 100.0

    def __post_init__(self) -> None:
        self.inbound = Inbound(self.decoders, self._heard)

    def _heard(self, frame: AudioFrame) -> None:
        assert frame.pcm.shape == (320,)
        assert frame.pcm.dtype == np.int16
        self.frames.append(frame)
        self.came_at.append(self.now)

    def receive(self, data: bytes, at: float) -> None:
        self.run_until(at)
        self.inbound.receive(data, at)

    def run_until(self, at: float) -> None:
        while (due := self.inbound.deadline()) is not None and due <= at:
            self.now = due
            self.inbound.release(due)
        self.now = at

    def receive_all(self, packets: Iterable[bytes], every: float = FRAME_S) -> None:
        """Each as it has been said: the first 20 ms from now."""
        for packet in packets:
            self.receive(packet, self.now + every)

    def times(self) -> list[float]:
        return [frame.at for frame in self.frames]

    def lost(self) -> list[bool]:
        return [frame.lost for frame in self.frames]

    def pcm(self) -> Pcm:
        return np.concatenate([frame.pcm for frame in self.frames])


@pytest.mark.requirement("MEDIA-OPUS")
@pytest.mark.parametrize("ms", [2.5, 5, 10, 20, 40, 60, 120])
def test_packets_of_any_length_are_heard_as_frames_of_20_ms_when_they_are_whole(ms: float) -> None:
    ear, stream = Ear(), RtpStream(step=int(48 * ms))
    ear.receive_all(stream.all(opus_packets(tone(1_000, 0, 48_000 * 2), ms=ms, bit_rate=64_000)), ms / 1000)
    assert len(ear.frames) == int(2_000 // ms * ms // 20)
    assert loudest_hertz(ear.pcm()[3_200:], 16_000) == pytest.approx(1_000, abs=3)
    assert ear.times() == pytest.approx([100 + number * FRAME_S for number in range(len(ear.frames))])
    assert not any(ear.lost())
    # The last frame of each packet comes with the packet's last sample.
    assert min(now - at for now, at in zip(ear.came_at, ear.times(), strict=True)) == pytest.approx(FRAME_S)


@pytest.mark.parametrize(("payload_type", "table"), [(0, MU_LAW), (8, A_LAW)])
def test_g711_is_heard_and_may_change_its_law(payload_type: int, table: Pcm) -> None:
    ear = Ear({0: G711Decoder(MU_LAW), 8: G711Decoder(A_LAW)})
    order = np.argsort(table)
    codes = order[np.clip(np.searchsorted(table[order], tone(500, 0, 8_000, 8_000)), 0, 255)].astype(np.uint8)
    stream = RtpStream(160, payload_type=payload_type)
    ear.receive_all(stream.all([codes[at : at + 160].tobytes() for at in range(0, 8_000, 160)]))
    assert loudest_hertz(ear.pcm(), 16_000) == pytest.approx(500, abs=2)
    assert ear.times() == pytest.approx([100 + number * FRAME_S for number in range(50)])


def test_a_frame_is_there_as_soon_as_its_packet_and_was_said_20_ms_before() -> None:
    ear = Ear()
    ear.receive(rtp(TONE[0], 1, 1), 100.02)
    assert ear.times() == pytest.approx([100.0])
    assert ear.came_at == [100.02]


def test_the_jitter_of_the_network_is_not_in_the_times() -> None:
    ear, stream, chance = Ear(), RtpStream(), np.random.default_rng(4)
    for number, payload in enumerate(TONE):
        ear.receive(stream(payload), 100.02 + number * FRAME_S + chance.uniform(0, 0.018))
    said = np.array([100 + number * FRAME_S for number in range(len(TONE))])
    wrong = np.array(ear.times()) - said
    assert wrong[25:].max() < 0.005
    assert wrong.min() > -1e-9
    assert all(now >= at + FRAME_S - 1e-9 for now, at in zip(ear.came_at, ear.times(), strict=True))


@pytest.mark.parametrize("drift", [-0.02, -0.0002, 0.0002, 0.02])
def test_the_drift_of_the_callers_clock_is_in_the_times(drift: float) -> None:
    ear, stream = Ear(), RtpStream()
    for number in range(1_000):
        ear.receive(stream(TONE[number % len(TONE)]), 100.02 + number * FRAME_S * (1 + drift))
    behind = [now - FRAME_S - at for now, at in zip(ear.came_at, ear.times(), strict=True)]
    assert max(behind) < 0.05 + DEADBAND_S
    assert min(behind) > -1e-9
    assert (np.diff(ear.times()) >= 0).all()


def test_after_a_pause_without_packets_the_times_are_those_of_the_clock() -> None:
    ear, stream = Ear(), RtpStream()
    ear.receive_all(stream.all(TONE[:10]))
    ear.now += 3.0  # and the sender's clock has stood still meanwhile
    ear.receive_all(stream.all(TONE[10:20]))
    assert ear.times()[10:] == pytest.approx([103.2 + number * FRAME_S for number in range(10)])
    stream.timestamp += 48_000 * 30
    ear.now += 30.0
    ear.receive_all(stream.all(TONE[20:30]))
    assert ear.times()[20:] == pytest.approx([133.4 + number * FRAME_S for number in range(10)])
    assert len(ear.frames) == 30


def test_half_a_second_that_comes_late_all_at_once_was_said_when_it_was_said() -> None:
    ear, stream = Ear(), RtpStream()
    ear.receive_all(stream.all(TONE[:50]))
    for payload in TONE[50:75]:
        ear.receive(stream(payload), 101.52)
    assert ear.times() == pytest.approx([100 + number * FRAME_S for number in range(75)])


def test_a_lost_packet_that_is_not_said_again_is_made_up_and_marked() -> None:
    ear, stream = Ear(), RtpStream()
    ear.receive_all(stream.all(TONE[:50]))
    stream.skip()
    ear.now += FRAME_S
    ear.receive_all(stream.all(TONE[51:60]))
    assert [number for number, lost in enumerate(ear.lost()) if lost] == [50]
    assert ear.times() == pytest.approx([100 + number * FRAME_S for number in range(60)])
    # 1 kHz goes on through the gap.
    assert np.abs(ear.frames[50].pcm).max() > 4_000
    assert ear.inbound.counts.made_up_s == pytest.approx(0.02)


def test_where_packets_are_said_again_a_single_loss_is_real_audio() -> None:
    packets = opus_packets(SPEECH, fec=True)
    ear, stream = Ear(), RtpStream()
    for number, payload in enumerate(packets):
        if number % 10 == 5:
            stream.skip()
            ear.now += FRAME_S
        else:
            ear.receive_all([stream(payload)])
    counts = ear.inbound.counts
    assert counts.repaired_s + counts.made_up_s == pytest.approx(len(packets) // 10 * FRAME_S)
    assert sum(ear.lost()) == round(counts.made_up_s / FRAME_S)
    assert counts.repaired_s > 0.5 * len(packets) // 10 * FRAME_S  # the sender says nothing again of a silence


def test_of_short_packets_a_frame_is_lost_when_any_of_it_is() -> None:
    ear, stream = Ear(), RtpStream(step=240)
    payloads = opus_packets(tone(1_000, 0, 48_000), ms=5, bit_rate=64_000)
    ear.receive_all(stream.all(payloads[:43]), 0.005)
    stream.skip(3)
    ear.now += 0.015
    ear.receive_all(stream.all(payloads[46:60]), 0.005)
    assert [number for number, lost in enumerate(ear.lost()) if lost] == [10, 11]
    assert len(ear.frames) == 15


def test_a_pause_of_less_than_a_second_is_filled_and_one_of_more_is_not() -> None:
    ear, stream = Ear(), RtpStream()
    ear.receive_all(stream.all(TONE[:10]))
    stream.timestamp += 20 * 960
    ear.now += 0.4
    ear.receive_all(stream.all(TONE[10:20]))
    assert len(ear.frames) == 40
    assert sum(ear.lost()) == 20
    assert ear.times() == pytest.approx([100 + number * FRAME_S for number in range(40)])


def test_a_time_stamp_alone_makes_up_nothing() -> None:
    ear, stream = Ear(), RtpStream(step=47_000)
    ear.receive_all(stream.all([*TONE, *TONE, *TONE]))
    assert len(ear.frames) <= 300 + 50


@pytest.mark.parametrize(
    "odd",
    [
        pytest.param(lambda s: b"", id="no datagram"),
        pytest.param(lambda s: b"\x80", id="a cut header"),
        pytest.param(lambda s: b"\x40" + s(TONE[0])[1:], id="another version"),
        pytest.param(lambda s: s(b""), id="an empty payload"),
        pytest.param(lambda s: s(b"\xff" * 3), id="a payload that no codec knows"),
        pytest.param(lambda s: s(bytes(range(250, 256)) * 20), id="garbage"),
        pytest.param(lambda s: b"\xa0" + s(b"\x00\x00\x00\x04")[1:], id="padding alone"),
        pytest.param(lambda s: rtp(b"\x7f", s.sequence, s.timestamp, s.ssrc, 13), id="comfort noise"),
        pytest.param(lambda s: rtp(b"\x01\x8a\x03\xc0", s.sequence, s.timestamp, s.ssrc, 126), id="a key's tone"),
        pytest.param(lambda s: rtp(TONE[0], 9, 9, 1234, 102), id="another medium"),
    ],
)
def test_what_is_no_audio_is_left_alone_and_the_speech_after_it_is_heard(odd: object) -> None:
    assert callable(odd)
    ear, stream = Ear(), RtpStream()
    ear.receive_all(stream.all(TONE[:20]))
    for _ in range(10):
        ear.receive(odd(stream), ear.now)
    before = len(ear.frames)
    ear.receive_all(stream.all(TONE[20:60]))
    ear.run_until(ear.now + 1)
    assert len(ear.frames) >= before + 40
    assert loudest_hertz(np.concatenate([frame.pcm for frame in ear.frames[-30:]]), 16_000) == pytest.approx(
        1_000, abs=5
    )


def test_padding_and_header_extensions_are_taken_off() -> None:
    ear = Ear()
    plain = rtp(TONE[0], 1, 960)
    extended = b"\x90" + plain[1:12] + b"\xbe\xde\x00\x01\x10\x41\x00\x00" + plain[12:]
    padded = b"\xb1" + extended[1:12] + b"\x00\x00\x00\x09" + extended[12:] + b"\x00\x00\x03"
    ear.receive(padded, 100.02)
    whole = Ear()
    whole.receive(plain, 100.02)
    assert np.array_equal(ear.pcm(), whole.pcm())


def test_another_source_is_heard_and_reported_on() -> None:
    ear = Ear()
    ear.receive_all(RtpStream(ssrc=1).all(TONE[:10]))
    ear.receive_all(RtpStream(ssrc=2, sequence=9, timestamp=99).all(TONE[10:20]))
    assert len(ear.frames) == 20
    assert ear.inbound.reception is not None
    assert ear.inbound.reception.ssrc == 2


def test_beside_another_source_a_caller_is_heard_as_long_as_it_speaks() -> None:
    ear, one, other = Ear(), RtpStream(ssrc=1), RtpStream(ssrc=2, sequence=9, timestamp=99)
    for number in range(1_000):
        ear.receive(one(TONE[number % 100]), 100 + number / 50)
        ear.receive(other(TONE[number % 100]), 100.01 + number / 50)
    assert len(ear.frames) == 1_000
    assert not any(frame.lost for frame in ear.frames)
    assert ear.inbound.counts.refused == 0
    assert ear.inbound.reception is not None
    assert ear.inbound.reception.ssrc == 1


def test_more_audio_than_there_is_time_is_refused_after_a_while_and_later_speech_is_heard() -> None:
    ear, stream = Ear(), RtpStream()
    for number in range(1_000):
        ear.receive(stream(TONE[number % 100]), 100 + number / 1000)
    assert len(ear.frames) <= (MAX_AHEAD_S + 1) * 50 + 1
    assert ear.inbound.counts.refused > 600
    ear.now += 10
    before = len(ear.frames)
    ear.receive_all(stream.all(TONE[:50]))
    assert len(ear.frames) >= before + 50


def test_codecs_of_two_clocks_are_refused() -> None:
    with pytest.raises(ValueError, match="one RTP clock"):
        Inbound({**codecs(), 0: G711Decoder(MU_LAW)}, lambda _: None)
    with pytest.raises(ValueError, match="one RTP clock"):
        Inbound({}, lambda _: None)


SOMETHING = st.binary(max_size=60) | st.builds(
    rtp,
    st.sampled_from(TONE[:3]) | st.binary(max_size=8),
    st.integers(0, 20) | st.integers(0, 65_535),
    st.integers(0, 20).map(lambda n: n * 960) | st.integers(0, 2**32 - 1),
    st.sampled_from([7, 7, 8]),
    st.sampled_from([OPUS, OPUS, 13]),
)


@settings(max_examples=100, deadline=None)
@given(packets=st.lists(st.tuples(SOMETHING, st.floats(0, 0.1)), max_size=60))
def test_nothing_that_comes_raises_and_frames_never_outrun_the_clock(packets: list[tuple[bytes, float]]) -> None:
    ear = Ear()
    for data, gap in packets:
        ear.receive(data, ear.now + gap)
    ear.run_until(ear.now + 1)
    assert (np.diff(ear.times()) >= 0).all()
    assert all(at + FRAME_S <= now + AHEAD_OF_CLOCK for now, at in zip(ear.came_at, ear.times(), strict=True))
    assert len(ear.frames) <= (ear.now - 100 + MAX_AHEAD_S) * 50 + 1
