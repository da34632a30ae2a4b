"""Plain samples and WAV as services send them: cut anywhere, with heads that tell untruths."""

import struct
from contextlib import suppress
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.audio.pcm_bytes import PcmBytes, PcmFormat
from antiphon.audio.wav import LONGEST_HEAD, Wav
from antiphon.domain.audio import AudioChunk, Pcm
from antiphon.domain.errors import AntiphonError, ErrorCode
from support.sound_files import chunk, form, tone, wav

RATE = 24_000
SOUND = tone(RATE, 0.01)
BYTES = SOUND.tobytes()


def joined(chunks: list[AudioChunk]) -> Pcm:
    return np.concatenate([one.pcm for one in chunks] or [np.zeros(0, np.int16)])


def played(file: bytes, *cuts: int) -> Pcm:
    reader = Wav()
    places = [0, *sorted(cut % (len(file) + 1) for cut in cuts), len(file)]
    chunks = [one for start, end in pairwise(places) for one in reader.feed(file[start:end])]
    return joined([*chunks, *reader.end()])


def encoded(width: int, floating: bool = False) -> bytes:
    """The sound in samples of another width."""
    scaled = SOUND.astype(np.int64)
    if floating:
        return (scaled / 32768).astype(f"<f{width}").tobytes()
    if width == 1:
        return ((scaled >> 8) + 128).astype(np.uint8).tobytes()
    whole = (scaled << (8 * (width - 2))).astype("<i4")
    return whole.view(np.uint8).reshape(-1, 4)[:, :width].tobytes()


@pytest.mark.parametrize(("width", "floating"), [(1, False), (2, False), (3, False), (4, False), (4, True), (8, True)])
@pytest.mark.parametrize("step", [1, 7, 480, 100_000])
def test_samples_of_any_width_are_heard_however_they_are_cut(width: int, floating: bool, step: int) -> None:
    data = encoded(width, floating)
    reader = PcmBytes(PcmFormat(RATE, width, 1, floating))
    chunks = [one for start in range(0, len(data), step) for one in reader.feed(data[start : start + step])]
    assert {one.rate for one in chunks} == {RATE}
    difference = np.abs(joined([*chunks, *reader.end()]).astype(int) - SOUND.ravel())
    assert difference.max() <= (256 if width == 1 else 1)


def test_channels_are_averaged_and_half_a_sample_at_the_end_is_not_heard() -> None:
    left_only = tone(RATE, 0.01, channels=2)
    left_only[:, 1] = 0
    reader = PcmBytes(PcmFormat(RATE, 2, 2))
    chunks = reader.feed(left_only.tobytes() + b"\x01\x02\x03")
    assert np.abs(joined(chunks).astype(int) * 2 - left_only[:, 0]).max() <= 1
    assert reader.end() == []


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"rate": 4_000}, "4000 samples a second; 8000 to 48000"),
        ({"rate": 96_000}, "96000 samples a second; 8000 to 48000"),
        ({"width": 5}, "5 bytes a sample; 1 or 2 or 3 or 4"),
        ({"width": 2, "floating": True}, "2 bytes a sample; 4 or 8"),
        ({"channels": 0}, "0 channels; 1 to 8"),
    ],
)
def test_a_format_that_cannot_be_played_is_refused_in_a_sentence(wrong: dict[str, int], told: str) -> None:
    with pytest.raises(AntiphonError, match=told) as refused:
        PcmFormat(**{"rate": RATE, **wrong})  # type: ignore[arg-type]
    assert refused.value.code is ErrorCode.AUDIO_UNSUPPORTED


HEADS = {
    "true": wav(form(RATE, 16, 1), chunk(b"data", BYTES)),
    "unknown": wav(form(RATE, 16, 1), chunk(b"data", BYTES, 0xFFFFFFFF)),
    "none": wav(form(RATE, 16, 1), chunk(b"data", BYTES, 0), length=0),
    "too long": wav(form(RATE, 16, 1), chunk(b"data", BYTES, 10_000_000)),
    "too short": wav(form(RATE, 16, 1), chunk(b"data", BYTES, 100)),
    "chunks before": wav(
        chunk(b"JUNK", b"x" * 27 + b"\0", 27), form(RATE, 16, 1), chunk(b"LIST", b"INFO" * 9), chunk(b"data", BYTES)
    ),
    "chunk behind": wav(form(RATE, 16, 1), chunk(b"data", BYTES), chunk(b"LIST", b"INFOISFT" + b"x" * 40)),
    "extensible": wav(
        form(RATE, 16, 1, 0xFFFE, struct.pack("<HHIH", 22, 16, 4, 1) + b"\0" * 14), chunk(b"data", BYTES)
    ),
}


@pytest.mark.parametrize("kind", HEADS)
@given(cuts=st.lists(st.integers(0, 10_000), max_size=6))
def test_a_wav_file_is_heard_whatever_its_head_says_and_wherever_it_is_cut(kind: str, cuts: list[int]) -> None:
    assert np.array_equal(played(HEADS[kind], *cuts), SOUND.ravel())


@given(cuts=st.lists(st.integers(0, 10_000), max_size=6))
def test_files_one_after_the_other_are_one_sound(cuts: list[int]) -> None:
    whole = HEADS["true"] * 3
    assert np.array_equal(played(whole, *cuts), np.tile(SOUND.ravel(), 3))


@pytest.mark.parametrize(
    ("file", "told"),
    [
        (HEADS["true"][:30], "ends in its head"),
        (b"RIFF\0\0\0\0AVI LIST" + b"\0" * 40, "no head of one"),
        (b"never a file of sound", "no head of one"),
        (wav(chunk(b"data", BYTES)), "does not say of what kind"),
        (wav(chunk(b"fmt ", b"\1\0"), chunk(b"data", BYTES)), "too short to say"),
        (wav(form(RATE, 4, 1, 17), chunk(b"data", BYTES)), "kind 17 with 4 bits"),
        (wav(form(0, 16, 1), chunk(b"data", BYTES)), "0 samples a second"),
        (wav(chunk(b"LIST", b"", 0xFFFFFFF0), b"x" * 100), f"more than {LONGEST_HEAD} bytes"),
        (b"", "ends in its head, after 0"),
    ],
)
def test_what_is_no_wav_file_is_refused_in_a_sentence(file: bytes, told: str) -> None:
    with pytest.raises(AntiphonError, match=told) as refused:
        played(file)
    assert refused.value.code is ErrorCode.AUDIO_UNSUPPORTED


@given(file=st.binary(max_size=400), cuts=st.lists(st.integers(0, 400), max_size=4))
def test_nothing_but_a_sentence_comes_of_garbage(file: bytes, cuts: list[int]) -> None:
    with suppress(AntiphonError):
        played(b"RIFF" + file, *cuts)
