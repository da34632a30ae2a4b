"""What a caller hears, packet by packet: speech, silence that costs nothing, prompts encoded once, losses repaired."""

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import pytest

from antiphon.domain.audio import Pcm
from antiphon.session.clock import LoopClock
from antiphon.session.playout import Playout
from antiphon.testing import virtual_time
from antiphon.transports.webrtc import opus_encoder, opus_speech
from antiphon.transports.webrtc.libopus import OpusError, libopus
from antiphon.transports.webrtc.opus_encoder import (
    SILENT_FRAME,
    SILENT_PACKET,
    LibopusEncoder,
    OpusConfig,
    OpusEncoder,
    PyavEncoder,
    new_encoder,
)
from antiphon.transports.webrtc.opus_speech import SETTLING_FRAMES, OpusSpeech, SpeechSettings
from antiphon.transports.webrtc.prompt_cache import LONGEST_FRAMES, PromptCache
from support.calls import clips
from support.rtc import loudest_hertz, tone
from support.wav import read
from support.wiretap import Ear, peak

SILENCE: Pcm = np.zeros(960, np.int16)
MODES = ("off", "on")


class Counted:
    """How many frames that are not silent were encoded, for any stream, and by how many encoders."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.made = 0
        self.encoded = 0
        counted = self

        class Encoder(LibopusEncoder):
            def __init__(self, *arguments: object) -> None:
                super().__init__(*arguments)  # type: ignore[arg-type]
                counted.made += 1

            def encode(self, frame: bytes) -> bytes:
                counted.encoded += frame != SILENT_FRAME
                return super().encode(frame)

        monkeypatch.setattr(opus_encoder, "LibopusEncoder", Encoder)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    return Counted(monkeypatch)


@pytest.fixture(scope="module")
def speech() -> list[Pcm]:
    """Four seconds of somebody's speech, in frames."""
    clip = next(clip for clip in clips() if "jfk" in clip.path.name)
    narrow = read(clip.path)[16_000:80_000]
    spectrum = np.zeros(96_001, complex)
    spectrum[: len(narrow) // 2 + 1] = np.fft.rfft(narrow)
    wide = np.fft.irfft(spectrum, 192_000) * 3
    return list(np.clip(wide, -32768, 32767).astype(np.int16).reshape(-1, 960))


def tones(count: int, hertz: float = 440.0) -> list[Pcm]:
    return [tone(hertz, 960 * number) for number in range(count)]


def stream(cache: PromptCache | None = None, **settings: Any) -> OpusSpeech:
    return OpusSpeech(SpeechSettings(**settings), PromptCache() if cache is None else cache)


def said(ours: OpusSpeech, frames: Sequence[Pcm]) -> list[bytes]:
    return [ours.encode(frame) for frame in frames]


def heard(packets: Sequence[bytes]) -> Pcm:
    ear = Ear()
    return np.concatenate([ear.hear(packet) for packet in packets])


def likeness(original: Sequence[Pcm], decoded: Pcm, delay: int) -> list[float]:
    """For each frame but the last, how far in decibels what was said is above what was added to it."""
    ratios = []
    for number, frame in enumerate(original[:-1]):
        meant = frame.astype(float)
        error = decoded[960 * number + delay :][:960] - meant
        ratios.append(10 * np.log10((meant @ meant + 1) / (error @ error + 1)))
    return ratios


@pytest.mark.requirement("MEDIA-OPUS")
@pytest.mark.parametrize("fec", MODES)
def test_what_is_said_is_heard_as_loud_and_as_high(fec: str) -> None:
    decoded = heard(said(stream(fec=fec), tones(60)))[9600:]
    assert loudest_hertz(decoded, 48_000) == pytest.approx(440, abs=2)
    assert peak(decoded) == pytest.approx(8000, rel=0.1)


@pytest.mark.parametrize("fec", MODES)
def test_silence_is_one_packet_that_no_encoder_makes(counted: Counted, fec: str) -> None:
    ours = stream(fec=fec)
    assert set(said(ours, [SILENCE] * 500)) == {SILENT_PACKET}
    assert counted.made == 0
    said(ours, tones(10))
    settling = said(ours, [SILENCE] * SETTLING_FRAMES)
    assert SILENT_PACKET not in settling
    assert counted.encoded == 10
    assert set(said(ours, [SILENCE] * 500)) == {SILENT_PACKET}
    assert counted.encoded == 10


@pytest.mark.parametrize("fec", MODES)
def test_speech_ends_in_silence_without_a_click_and_begins_again_as_it_is(speech: list[Pcm], fec: str) -> None:
    ours = stream(fec=fec)
    pause = [SILENCE] * 20
    decoded = heard(said(ours, [*speech[:100], *pause, *speech[100:150]]))
    delay = 312 if fec == "on" else 120
    after = decoded[960 * 102 + delay : 960 * 120]
    assert peak(after) <= 8
    assert peak(decoded[960 * 108 : 960 * 120]) == 0
    again = likeness(speech[100:150], decoded[960 * 120 :], delay)
    assert np.median(again) > (12 if fec == "off" else 5)


@pytest.mark.parametrize("fec", MODES)
@pytest.mark.parametrize("before", [[], [SILENCE] * 50, [*tones(20, 300), *[SILENCE] * 50]])
def test_the_very_first_frame_of_speech_is_as_loud_as_it_is(fec: str, before: list[Pcm]) -> None:
    decoded = heard(said(stream(fec=fec), [*before, *tones(5)]))[960 * len(before) :]
    assert [peak(frame) for frame in decoded.reshape(-1, 960)] == pytest.approx([8000] * 5, rel=0.15)


@pytest.mark.parametrize("fec", MODES)
def test_what_was_said_to_one_caller_is_said_to_the_next_without_an_encoder(counted: Counted, fec: str) -> None:
    cache = PromptCache()
    greeting = [*tones(80), *[SILENCE] * 10, *tones(40, 660)]
    first = said(stream(cache, fec=fec), [SILENCE] * 3 + greeting)
    encoded = counted.encoded
    assert counted.made == 1
    for waits in (0, 7):
        again = said(stream(cache, fec=fec), [SILENCE] * waits + greeting)
        assert again[waits:] == first[3:]
    assert (counted.made, counted.encoded) == (1, encoded)


def test_a_prompt_is_known_again_in_mid_call_once_it_has_been_silent(counted: Counted) -> None:
    cache = PromptCache()
    prompt = [*tones(50), *[SILENCE] * SETTLING_FRAMES]
    said(stream(cache), prompt)
    encoded = counted.encoded
    other = stream(cache)
    said(other, [*tones(30, 1000), *[SILENCE] * 9])
    after_the_other = counted.encoded
    said(other, prompt)
    assert counted.encoded == after_the_other == encoded + 30


def test_how_it_is_encoded_is_part_of_what_is_known(counted: Counted) -> None:
    cache = PromptCache()
    known: list[dict[str, Any]] = [{}, {"bitrate": 24_000}, {"complexity": 9}, {"fec": "on"}]
    for number, settings in enumerate(known, 1):
        said(stream(cache, **settings), tones(20))
        assert counted.encoded == 20 * number


@pytest.mark.parametrize("fec", MODES)
def test_where_a_known_prompt_goes_on_differently_the_encoder_takes_over_unheard(speech: list[Pcm], fec: str) -> None:
    cache = PromptCache()
    said(stream(cache, fec=fec), speech)
    other = [frame.copy() for frame in speech]
    other[70][0] ^= 1  # so little that what is heard can be compared
    spliced = heard(said(stream(cache, fec=fec), other))
    whole = heard(said(stream(fec=fec), other))
    assert cache.hits == 70
    delay = 312 if fec == "on" else 120
    worse = np.array(likeness(other, whole, delay)) - np.array(likeness(other, spliced, delay))
    assert worse[:69] == pytest.approx(np.zeros(69))
    assert worse[69:80].max() < 3


def test_a_stream_that_never_pauses_is_not_remembered_for_ever(counted: Counted) -> None:
    cache = PromptCache()
    frames = [tone(440, number) for number in range(LONGEST_FRAMES + 50)]
    said(stream(cache), frames)
    assert len(cache) == LONGEST_FRAMES
    assert counted.encoded == LONGEST_FRAMES + 50


def test_a_packet_repairs_the_loss_of_the_one_before_once_losses_are_reported(speech: list[Pcm]) -> None:
    ours = stream()
    assert not ours.config.fec
    ours.lost(0.0)
    ours.lost(0.1)
    assert ours.config.fec
    packets = said(ours, speech)
    ear = Ear()
    repaired, lost = [], range(20, 180, 10)
    for number, packet in enumerate(packets):
        if number - 1 in lost:
            repaired.append(ear.hear(packet, repair=True))
        if number not in lost:
            ear.hear(packet)
    whole = heard(packets)
    loud = [peak(whole[960 * number :][:960]) for number in lost]
    alike = [
        np.corrcoef(pcm, whole[960 * number :][:960])[0, 1]
        for pcm, number, level in zip(repaired, lost, loud, strict=True)
        if level > 1000
    ]
    assert len(alike) > 8
    assert np.median(alike) > 0.8


def test_fec_comes_with_losses_and_goes_with_them() -> None:
    ours = stream()
    for _ in range(20):
        ours.lost(0.01)
    assert not ours.config.fec
    for _ in range(20):
        ours.lost(0.22)
    assert (ours.config.fec, ours.config.expected_loss) == (True, 20)
    ours.lost(0.0)
    assert ours.config.fec
    for _ in range(20):
        ours.lost(0.0)
    assert ours.config == OpusConfig()


def test_fec_that_is_off_stays_off_and_fec_that_is_on_stays_on() -> None:
    off, on = stream(fec="off"), stream(fec="on")
    for fraction in (0.5, 0.5, *[0.0] * 30):
        off.lost(fraction)
        on.lost(fraction)
        assert not off.config.fec
        assert on.config.fec
    assert on.config.expected_loss == 10


def test_a_change_to_fec_in_mid_sentence_is_not_heard(speech: list[Pcm]) -> None:
    ours = stream()
    packets = said(ours, speech[:60])
    ours.lost(0.2)
    packets += said(ours, speech[60:120])
    decoded = heard(packets)
    before = np.abs(decoded[: 960 * 60].astype(int)).max()
    assert peak(decoded[960 * 58 :]) < 1.5 * before
    after = likeness(speech[:120], decoded, 312)[62:]
    assert np.median(after) > 5


@pytest.mark.parametrize("config", [OpusConfig(), OpusConfig(fec=True, expected_loss=10)])
def test_where_libopus_cannot_be_loaded_pyav_says_the_same(monkeypatch: pytest.MonkeyPatch, config: OpusConfig) -> None:
    monkeypatch.setattr(opus_encoder, "libopus", lambda: None)
    assert isinstance(new_encoder(config), PyavEncoder)
    packets = said(stream(fec="on" if config.fec else "off"), [SILENCE, *tones(60), *[SILENCE] * 8, *tones(20)])
    assert packets[68] == SILENT_PACKET
    decoded = heard(packets)
    assert loudest_hertz(decoded[9600 : 960 * 60], 48_000) == pytest.approx(440, abs=2)
    levels = [peak(frame) for frame in decoded.reshape(-1, 960)]
    assert levels[1:61] == pytest.approx([8000] * 60, rel=0.15)
    assert levels[67:69] == [0, 0]
    assert levels[69:] == pytest.approx([8000] * 20, rel=0.15)


@pytest.mark.parametrize("make", [PyavEncoder, new_encoder])
def test_an_encoder_that_is_restarted_begins_as_a_new_one(make: type[PyavEncoder]) -> None:
    encoder: OpusEncoder = make(OpusConfig())
    encoder.restart()
    first = [encoder.encode(frame.tobytes()) for frame in tones(5)]
    encoder.restart()
    assert [encoder.encode(frame.tobytes()) for frame in tones(5)] == first


def test_a_frame_of_another_length_is_refused_with_its_size() -> None:
    with pytest.raises(OpusError, match=r"1920 bytes .* not 640"):
        new_encoder(OpusConfig()).encode(SILENT_FRAME[:640])


def test_a_configuration_that_libopus_does_not_know_is_refused() -> None:
    library = libopus()
    assert library is not None
    with pytest.raises(OpusError, match="11"):
        LibopusEncoder(library, OpusConfig(complexity=11))


def test_the_complexity_and_the_bit_rate_are_what_was_set() -> None:
    sizes = [len(b"".join(said(stream(bitrate=rate), tones(100)))) * 4 for rate in (16_000, 32_000, 64_000)]
    assert sizes == pytest.approx([16_000, 32_000, 64_000], rel=0.25)


def test_settings_go_to_the_encoder() -> None:
    assert opus_speech.OpusSpeech(SpeechSettings(24_000, 7, "off"), PromptCache()).config == OpusConfig(24_000, 7)


@pytest.mark.requirement("MEDIA-CANCEL")
@pytest.mark.parametrize("fec", MODES)
@pytest.mark.parametrize("hertz", [120, 440, 1000])
def test_nothing_is_heard_after_the_packets_in_which_a_pause_fades(fec: Literal["off", "on"], hertz: int) -> None:
    async def scenario() -> None:
        playout = Playout(LoopClock(), lambda _: None)
        await playout.start_stream("turn").write(tone(hertz, 0, 9_600, 48_000))
        stream, ear = OpusSpeech(SpeechSettings(fec=fec), PromptCache()), Ear()

        def heard() -> int:
            return peak(ear.hear(stream.encode(playout.next_frame())))

        before = [heard() for _ in range(5)][-1]
        playout.pause("turn", 60)
        packets = [heard() for _ in range(10)]
        assert packets[0] > before / 2
        assert max(packets[3:]) < before / 10

    virtual_time.run(scenario())
