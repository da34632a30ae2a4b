"""Whatever bytes a synthesiser sends become speech, or a sentence with a code."""

import asyncio
import threading
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, suppress

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from antiphon.audio.pcm_bytes import PcmFormat
from antiphon.domain.audio import AudioChunk
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.providers.sounds import decode, pcm_decoder
from antiphon.providers.sounds_thread import WAITING_BYTES
from support.sound_files import PITCH, cut, file_of, pitch, tone

PLAIN = PcmFormat(24_000)
TYPES = {
    "mp3": "audio/mpeg",
    "ogg": "audio/ogg",
    "flac": "audio/flac",
    "adts": "audio/aac",
    "webm": "audio/webm",
    "wav": "audio/wav",
}

FILES = [
    ("mp3", 24_000),
    ("mp3", 44_100),
    ("ogg", 48_000),
    ("flac", 16_000),
    ("adts", 44_100),
    ("webm", 48_000),
    ("wav", 8_000),
]
STARTS = [b"", b"RIFF", b"ID3", b"OggS", b"fLaC", b"\x1aE\xdf\xa3", b"\0\0\0\x20ftypM4A "]


async def heard(
    data: bytes, content_type: str = "", plain: PcmFormat | None = PLAIN, size: int = 1000
) -> list[AudioChunk]:
    return [chunk async for chunk in decode(cut(data, size), content_type, plain)]


def decoders() -> int:
    """The threads that still decode; one that has told its end may need a moment to be gone."""
    threads = [thread for thread in threading.enumerate() if thread.name.startswith("daemon:decode")]
    for thread in threads:
        thread.join(1.0)
    return sum(thread.is_alive() for thread in threads)


@pytest.mark.parametrize("channels", [1, 2])
@pytest.mark.parametrize(("kind", "rate"), FILES)
@pytest.mark.parametrize("size", [137, 100_000])
async def test_a_file_of_any_kind_is_heard(kind: str, rate: int, channels: int, size: int) -> None:
    chunks = await heard(file_of(kind, rate, channels=channels), TYPES[kind], size=size)
    assert {chunk.rate for chunk in chunks} == {rate}
    pcm = np.concatenate([chunk.pcm for chunk in chunks])
    assert abs(len(pcm) / rate - 1) < 0.1
    assert abs(pitch(pcm, rate) - PITCH) < 3
    assert pcm.dtype == np.int16
    assert decoders() == 0


@pytest.mark.parametrize("kind", ["mp3", "ogg", "flac", "webm", "wav"])
async def test_its_bytes_tell_more_than_its_type(kind: str) -> None:
    rate = 48_000
    file = file_of(kind, rate)
    if kind == "mp3":
        assert file.startswith(b"ID3")
    for wrong in ("application/octet-stream", "audio/pcm", ""):
        pcm = np.concatenate([chunk.pcm for chunk in await heard(file, wrong)])
        assert abs(pitch(pcm, rate) - PITCH) < 3


async def test_plain_samples_are_of_the_kind_that_was_asked_for_or_is_told() -> None:
    sound = tone(16_000)
    asked = await heard(sound.tobytes(), "audio/pcm", PcmFormat(16_000), size=999)
    told = await heard(sound.tobytes(), "audio/L16; rate=16000;channels=1", PLAIN)
    for chunks in (asked, told):
        assert {chunk.rate for chunk in chunks} == {16_000}
        assert np.array_equal(np.concatenate([chunk.pcm for chunk in chunks]), sound.ravel())


def test_a_decoder_of_plain_samples_takes_them_as_they_come() -> None:
    decoder = pcm_decoder(22_050, 2, 1)
    sound = tone(22_050).tobytes()
    chunks = [*decoder.feed(sound[:11]), *decoder.feed(sound[11:]), *decoder.end()]
    assert b"".join(chunk.pcm.tobytes() for chunk in chunks) == sound


@pytest.mark.parametrize("content_type", ["", "audio/mpeg", "audio/wav", "text/html"])
async def test_nothing_at_all_is_nothing(content_type: str) -> None:
    assert await heard(b"", content_type) == []


async def test_silence_is_silence() -> None:
    chunks = await heard(bytes(4800), "audio/pcm")
    assert sum(len(chunk.pcm) for chunk in chunks) == 2400
    assert not any(chunk.pcm.any() for chunk in chunks)


@pytest.mark.parametrize(
    ("data", "content_type", "told"),
    [
        (b"<!DOCTYPE html><title>Sign in</title>", "text/html; charset=utf-8", "answered with text"),
        (b"<html><body>Bad gateway</body></html>", "audio/mpeg", "answered with text"),
        (b'{"error": {"message": "no such voice"}}', "application/octet-stream", "answered with text"),
        (b"no sound" * 100, "application/json", "answered with text"),
        (b"no sound" * 100, "audio/mpeg", "holds no sound"),
        (b"no sound" * 100, "audio/ogg", "holds no sound"),
        (b"no sound" * 100, "audio/wav", "no head of one"),
        (b"no sound" * 100, "audio/x-unheard-of", "audio/x-unheard-of, which cannot be played"),
        (file_of("ogg", 48_000)[:60], "audio/ogg", "holds no sound"),
        (tone(16_000).tobytes(), "audio/L16;rate=1", "1 samples a second"),
    ],
)  # fmt: skip
async def test_what_is_no_sound_is_told_in_a_sentence(data: bytes, content_type: str, told: str) -> None:
    with pytest.raises(AntiphonError, match=told) as failed:
        await heard(data, content_type)
    assert failed.value.code is ErrorCode.TTS_FAILED
    assert decoders() == 0


async def test_plain_samples_that_nobody_asked_for_are_not_played() -> None:
    with pytest.raises(AntiphonError, match="which cannot be played"):
        await heard(tone(16_000).tobytes(), "application/octet-stream", plain=None)


@pytest.mark.parametrize("kind", ["mp3", "ogg", "flac"])
async def test_a_broken_part_is_passed_over(kind: str) -> None:
    file = bytearray(file_of(kind, 48_000, 2.0))
    middle = len(file) // 2
    file[middle : middle + 40] = b"\xa5" * 40
    pcm = np.concatenate([chunk.pcm for chunk in await heard(bytes(file), TYPES[kind])])
    assert len(pcm) / 48_000 > 0.9


async def test_more_than_ten_minutes_for_a_clause_is_too_much() -> None:
    async def endless() -> AsyncIterator[bytes]:
        while True:
            yield bytes(96_000)

    async with aclosing(decode(endless(), "audio/pcm", PcmFormat(8_000))) as chunks:
        with pytest.raises(AntiphonError, match="more than 600 s") as failed:
            await anext(chunk async for chunk in chunks if chunk is None)
    assert failed.value.code is ErrorCode.TTS_FAILED


async def test_a_fault_of_the_service_comes_through() -> None:
    async def breaks() -> AsyncIterator[bytes]:
        yield file_of("mp3", 24_000)[:6000]
        raise AntiphonError(ErrorCode.TTS_TIMEOUT, "The service was cut.")

    with pytest.raises(AntiphonError, match="was cut"):
        async for _ in decode(breaks(), "audio/mpeg", PLAIN):
            pass
    assert decoders() == 0


@pytest.mark.parametrize("kind", ["mp3", "wav"])
async def test_sound_comes_before_the_file_is_whole_and_closing_ends_everything(kind: str) -> None:
    file = file_of(kind, 24_000, 4.0)
    ended = asyncio.Event()

    async def slow() -> AsyncGenerator[bytes, None]:
        try:
            yield file[: len(file) // 2]
            await asyncio.Event().wait()
        finally:
            ended.set()

    source = slow()
    async with aclosing(decode(source, TYPES[kind], PLAIN)) as chunks:
        assert len((await anext(chunks)).pcm)
    await source.aclose()
    assert ended.is_set()
    assert decoders() == 0


async def test_a_service_that_is_quicker_than_the_ear_waits() -> None:
    taken = 0
    file = file_of("flac", 48_000, 20.0)

    async def quick() -> AsyncIterator[bytes]:
        nonlocal taken
        for _ in range(20):
            async for piece in cut(file, 10_000):
                taken += len(piece)
                yield piece

    async with aclosing(decode(quick(), "audio/flac", PLAIN)) as chunks:
        await anext(chunks)
        for _ in range(1000):
            await asyncio.sleep(0)
        assert taken < 4 * WAITING_BYTES < 20 * len(file)


@settings(max_examples=60, deadline=None)
@given(
    data=st.binary(max_size=600),
    content_type=st.sampled_from(["", "audio/pcm", *TYPES.values()]),
    start=st.sampled_from(STARTS),
)
async def test_nothing_but_a_sentence_comes_of_garbage(data: bytes, content_type: str, start: bytes) -> None:
    with suppress(AntiphonError):
        await heard(start + data, content_type)
    assert decoders() == 0
