"""Opus and G.711 to 16 kHz mono: every shape of packet, repair of what is lost, and what is no audio at all."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.domain.audio import Pcm
from antiphon.transports.webrtc import libopus, opus
from antiphon.transports.webrtc.decoding import Concealment, Decoder
from antiphon.transports.webrtc.g711 import A_LAW, MU_LAW, G711Decoder
from support.rtc import loudest_hertz, tone
from support.rtp import opus_packets, speech
from support.wav import read

SPEECH = speech(read(Path(__file__).parents[2] / "data" / "speech" / "jfk.wav"))[: 48_000 * 4]


def of_libopus() -> opus.OpusDecoder:
    library = libopus.libopus()
    assert library is not None
    return opus.OpusDecoder(library)


BOTH = pytest.mark.parametrize("make", [of_libopus, opus.AvOpusDecoder])
ALL: list[Decoder] = [of_libopus(), opus.AvOpusDecoder(), G711Decoder(MU_LAW), G711Decoder(A_LAW)]


def decoded(decoder: Decoder, payloads: Sequence[bytes]) -> Pcm:
    heard = [decoder.decode(payload) for payload in payloads]
    assert all(pcm is not None and pcm.dtype == np.int16 for pcm in heard)
    return np.concatenate([pcm for pcm in heard if pcm is not None])


def likeness(one: Pcm, other: Pcm) -> float:
    return float(np.corrcoef(one.astype(float), other.astype(float))[0, 1])


def test_libopus_is_found_in_the_wheel_and_the_decoder_is_its_own() -> None:
    library = libopus.libopus()
    assert library is not None
    assert library.opus_get_version_string().startswith(b"libopus 1.")
    assert isinstance(opus.decoder(), opus.OpusDecoder)


def test_where_libopus_cannot_be_loaded_pyav_decodes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opus, "libopus", lambda: None)
    assert isinstance(opus.decoder(), opus.AvOpusDecoder)


def test_a_library_that_is_no_libopus_is_not_taken() -> None:
    assert libopus.load(["libm.so.6", "no-such-library.so"]) is None


def test_an_error_of_libopus_is_told_in_its_words() -> None:
    library = libopus.libopus()
    assert library is not None
    assert libopus.checked(library, 3, "x") == 3
    with pytest.raises(libopus.OpusError, match=r"A decoder: invalid argument \(-1\)"):
        libopus.checked(library, -1, "A decoder")


@pytest.mark.requirement("MEDIA-OPUS")
@BOTH
@pytest.mark.parametrize("channels", [1, 2])
@pytest.mark.parametrize("ms", [2.5, 5, 10, 20, 40, 60, 120])
def test_any_packet_time_and_channel_count_is_16_khz_mono(
    make: Callable[[], Decoder], ms: float, channels: int
) -> None:
    payloads = opus_packets(tone(1000, 0, 96_000), ms=ms, channels=channels)
    decoder = make()
    assert [decoder.ticks(payload) for payload in payloads] == [int(48 * ms)] * len(payloads)
    pcm = decoded(decoder, payloads)
    assert len(pcm) == len(payloads) * int(16 * ms)
    assert loudest_hertz(pcm[8_000:24_000], 16_000) == pytest.approx(1000, abs=2)
    assert pcm[8_000:24_000].std() == pytest.approx(8_000 / np.sqrt(2), rel=0.05)


@BOTH
def test_the_first_packet_is_a_whole_frame_already(make: Callable[[], Decoder]) -> None:
    pcm = make().decode(opus_packets(SPEECH[:960])[0])
    assert pcm is not None
    assert len(pcm) == 320


def test_a_single_loss_is_repaired_from_the_next_packet() -> None:
    payloads = opus_packets(SPEECH, fec=True)
    whole = decoded(of_libopus(), payloads)
    lost = range(45, len(payloads), 10)
    alike = []
    decoder, heard = of_libopus(), np.empty(0, np.int16)
    for number, payload in enumerate(payloads):
        if number in lost:
            continue
        if number - 1 in lost:
            (*_, piece) = pieces = decoder.recover(320, payload)
            heard = np.concatenate((heard, *[each.pcm for each in pieces]))
            said = whole[len(heard) - 320 : len(heard)]
            if not piece.lost and np.abs(said).max() > 2_000:
                alike.append(likeness(heard[-320:], said))
        pcm = decoder.decode(payload)
        assert pcm is not None
        heard = np.concatenate((heard, pcm))
    assert len(heard) == len(whole) - 320 * (len(payloads) - 1 in lost)
    assert len(alike) >= 5
    assert np.median(alike) > 0.9


def test_what_a_packet_says_again_is_read_as_libopus_reads_it() -> None:
    library = libopus.libopus()
    assert library is not None
    for ms, channels, bit_rate in ((10, 1, 32_000), (20, 1, 24_000), (20, 2, 40_000), (40, 1, 32_000), (60, 2, 40_000)):
        payloads = opus_packets(SPEECH, ms=ms, channels=channels, fec=True, bit_rate=bit_rate)
        said_again = [bool(of_libopus().repairable(payload)) for payload in payloads]
        assert any(said_again)
        assert said_again == [library.opus_packet_has_lbrr(payload, len(payload)) > 0 for payload in payloads]


def test_of_a_longer_loss_the_last_packet_is_repaired_and_the_rest_made_up() -> None:
    payloads = opus_packets(SPEECH, fec=True)
    decoder = of_libopus()
    again = next(n for n in range(60, len(payloads)) if all(decoder.repairable(p) for p in payloads[n - 4 : n + 1]))
    decoded(decoder, payloads[: again - 3])
    pieces = decoder.recover(960, payloads[again])
    assert [(len(piece.pcm), piece.lost) for piece in pieces] == [(320, True), (320, True), (320, False)]


@BOTH
def test_without_repair_the_loss_is_made_up_and_fades(make: Callable[[], Decoder]) -> None:
    decoder = make()
    decoded(decoder, opus_packets(tone(300, 0, 48_000)))
    pieces = decoder.recover(16_000, None)
    made_up = np.concatenate([piece.pcm for piece in pieces])
    assert len(made_up) == 16_000
    assert all(piece.lost for piece in pieces)
    assert np.abs(made_up[:320]).max() > 2_000
    assert not made_up[1_600:].any()
    assert np.abs(np.diff(made_up.astype(int))).max() < 2_500


@BOTH
def test_packets_of_one_byte_as_dtx_sends_them_are_as_long_as_they_say(make: Callable[[], Decoder]) -> None:
    payloads = opus_packets(np.zeros(48_000, np.int16))
    # An empty frame, as an encoder with DTX sends it (RFC 6716, 3.1): the first byte alone.
    sparse = [*payloads[:25], *[payload[:1] for payload in payloads[25:]]]
    decoder = make()
    assert {decoder.ticks(payload) for payload in sparse} == {960}
    assert np.abs(decoded(decoder, sparse)).max() < 10


@pytest.mark.parametrize(
    "payload", [b"", b"\x03", b"\x0b\x00", b"\xfb\x3f", b"\x1b\x03"], ids=["empty", "cut", "none", "too many", "over"]
)
def test_what_holds_no_audio_has_no_length(payload: bytes) -> None:
    assert opus.ticks(payload) in (0, 3 * 2880)
    assert opus.ticks(payload) <= 5760


@given(payload=st.binary(max_size=400), lost=st.integers(0, 20_000), following=st.none() | st.binary(max_size=40))
def test_no_payload_raises_and_what_is_made_up_is_never_longer_than_what_is_missing(
    payload: bytes, lost: int, following: bytes | None
) -> None:
    for decoder in ALL:
        assert decoder.ticks(payload) >= 0
        pieces = decoder.recover(lost, following)
        assert lost - 40 < sum(len(piece.pcm) for piece in pieces) <= lost or lost == 0
        if payload:
            pcm = decoder.decode(payload)
            assert pcm is None or pcm.dtype == np.int16


def test_after_garbage_speech_is_heard_again() -> None:
    payloads = opus_packets(tone(1000, 0, 96_000))
    for make in (of_libopus, opus.AvOpusDecoder):
        decoder = make()
        decoded(decoder, payloads[:50])
        for garbage in (b"\xff" * 60, b"\x03", b"\x4b\xff\xff", bytes(range(200))):
            decoder.decode(garbage)
        assert loudest_hertz(decoded(decoder, payloads[50:])[3_200:], 16_000) == pytest.approx(1000, abs=3)


def test_the_g711_tables_are_the_recommendations() -> None:
    # ITU-T G.711, tables 1a to 2b: the ends, the middle and a step of each law.
    assert [MU_LAW[code] for code in (0x00, 0x80, 0x7F, 0xFF, 0x8F, 0x70)] == [-32_124, 32_124, 0, 0, 16_764, -120]
    assert [A_LAW[code] for code in (0xD5, 0x55, 0x2A, 0xAA, 0x80)] == [8, -8, -32_256, 32_256, 5_504]


@pytest.mark.requirement("MEDIA-OPUS")
@pytest.mark.parametrize("table", [MU_LAW, A_LAW], ids=["PCMU", "PCMA"])
@pytest.mark.parametrize("hertz", [300, 1_000, 3_000])
@pytest.mark.parametrize("ms", [10, 20, 30])
def test_g711_is_16_khz_mono_without_a_mirror_image(table: Pcm, hertz: int, ms: int) -> None:
    samples = tone(hertz, 0, 8_000, 8_000)
    order = np.argsort(table)
    nearest = order[np.clip(np.searchsorted(table[order], samples), 0, 255)].astype(np.uint8)
    decoder = G711Decoder(table)
    payloads = [nearest[at : at + 8 * ms].tobytes() for at in range(0, 8_000 // (8 * ms) * 8 * ms, 8 * ms)]
    assert decoder.ticks(payloads[0]) == 8 * ms
    pcm = decoded(decoder, payloads)
    assert len(pcm) == 2 * 8 * ms * len(payloads)
    spectrum = np.abs(np.fft.rfft(pcm[1_000:15_000] * np.hanning(14_000)))
    assert np.argmax(spectrum) * 16_000 / 14_000 == pytest.approx(hertz, abs=2)
    assert 7_500 < np.abs(pcm[1_000:]).max() < 8_800
    image = spectrum[int((8_000 - hertz) * 14_000 / 16_000) - 20 :][:40].max()
    assert image < spectrum.max() / 50


def test_what_is_made_up_goes_on_where_the_sound_was_and_halves_every_20_ms() -> None:
    concealment = Concealment()
    last = tone(200, 0, 320, 16_000)
    concealment.on_decoded(last)
    made = concealment.made_up(2_000)
    assert abs(int(made[0]) - int(last[-1]) // 2) <= 1
    peaks = [np.abs(made[at : at + 320]).max() for at in range(0, 1_920, 320)]
    assert peaks[0] == pytest.approx(4_000, abs=5)
    assert all(after <= before / 2 + 1 for before, after in pairwise(peaks))
    assert peaks[-1] == 0
