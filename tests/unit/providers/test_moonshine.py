"""The recogniser around its model: tokens, margins, long turns, what is missing."""

import asyncio
import sys
from pathlib import Path

import numpy as np
import pytest

from antiphon.domain.audio import HEARING_RATE
from antiphon.domain.conversation import Transcript
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.providers import moonshine_model, packages
from antiphon.providers.moonshine_model import MARGIN, prepare
from antiphon.providers.moonshine_tokens import Encoder, detokenize, read_tokenizer
from antiphon.providers.piecewise import joined
from antiphon.providers.pool import WorkerPool
from antiphon.providers.speech import find_speech
from antiphon.providers.stt.moonshine import Moonshine, create
from support import work
from support.wait import until

SECOND = np.ones(HEARING_RATE, np.int16)


def test_pieces_of_a_tokenizer_are_read_by_their_length_of_one_byte_or_two() -> None:
    data = b"\x05<unk>\x00\x01a" + bytes([128 + 44, 1]) + b"x" * 172 + b"\x02\xc2\xbd"
    assert read_tokenizer(data) == [b"<unk>", b"", b"a", b"x" * 172, "½".encode()]


def test_text_has_single_spaces_and_no_control_tokens() -> None:
    pieces = [b"<unk>", b"<s>", b"</s>", *(text.encode() for text in ("▁", "▁ten", "▁of", "▁cl", "ubs", "<<ST_3>>"))]
    assert detokenize(pieces, [1, 4, 3, 5, 8, 6, 7, 2]) == "ten of clubs"


def test_a_character_that_was_cut_in_two_is_replaced() -> None:
    assert detokenize([b"", b"", b"", b"a", b"\xe2\x82"], [3, 4]) == "a\ufffd"


def test_text_becomes_the_tokens_that_the_model_writes_it_with() -> None:
    folder = packages.folder("moonshine_voice", "moonshine-voice", "0.1.0") / "assets" / "tiny-en"
    pieces = read_tokenizer((folder / moonshine_model.TOKENIZER).read_bytes())
    encoder = Encoder(pieces)
    assert encoder.encode("Open Yanju.") == encoder.encode(" Open  Yanju.\n") == [4673, 23094, 4900, 29889]
    for text in ("Set name to Blue Teapot.", "Choose non-smoking, please.", "I'm not a robot", "Grüße", ""):
        assert detokenize(pieces, encoder.encode(text)) == text
    assert detokenize(pieces, encoder.encode("Open \U000f0000it.")) == "Open it."


@pytest.mark.parametrize(("before_s", "after_s"), [(0, 0), (0.1, 3), (2, 0.4)])
@pytest.mark.parametrize("gain", [0.01, 0.5])
def test_the_model_hears_speech_at_one_level_with_half_a_second_around_it(
    before_s: float, after_s: float, gain: float
) -> None:
    sizes = (round(before_s * HEARING_RATE), HEARING_RATE, round(after_s * HEARING_RATE))
    tone = np.sin(np.arange(HEARING_RATE) / 10) * np.linspace(0.2, 1, HEARING_RATE) * gain
    samples = np.concatenate([np.zeros(sizes[0]), tone, np.zeros(sizes[2])])
    speech = find_speech(samples)
    assert speech is not None
    ready = prepare(samples, speech)
    assert len(ready) == speech.end - speech.start + 2 * MARGIN
    assert 0.1 < np.abs(ready).max() <= 1


def test_transcripts_are_joined_and_each_word_counts_once_for_the_confidence() -> None:
    parts = [Transcript("one two three", 0.9), Transcript(""), Transcript("four", 0.5)]
    whole = joined(parts)
    assert whole.text == "one two three four"
    assert whole.confidence == pytest.approx(0.8)
    assert joined([Transcript(""), Transcript("")]) == Transcript("")
    assert joined([Transcript("one", 0.9), Transcript("two")]) == Transcript("one two")


async def test_a_long_turn_is_recognised_while_it_goes_on(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    pool = WorkerPool("model", work.Notes, (str(notes),), failed=ErrorCode.STT_FAILED, late=ErrorCode.STT_TIMEOUT)
    await pool.start()
    stream = Moonshine(pool).open("en")
    for _ in range(40):
        stream.feed(SECOND)
    await until(lambda: notes.exists() and len(notes.read_text().split()) == 2)
    assert (await stream.finish()).text == notes.read_text().strip().replace("\n", " ")
    assert sum(map(int, notes.read_text().split())) == 40 * HEARING_RATE
    await pool.close()


async def test_what_is_expected_is_said_of_a_whole_utterance_and_not_of_the_end_of_a_long_one(tmp_path: Path) -> None:
    notes = str(tmp_path / "notes")
    pool = WorkerPool("model", work.Notes, (notes,), failed=ErrorCode.STT_FAILED, late=ErrorCode.STT_TIMEOUT)
    await pool.start()
    short, long = Moonshine(pool).open("en"), Moonshine(pool).open("en")
    for stream, seconds in ((short, 1), (long, 40)):
        for _ in range(seconds):
            stream.feed(SECOND)
        stream.expect(["open tips"])
    assert await short.partial() == "16000 open tips"
    assert (await short.finish()).text == "16000 open tips"
    assert "open tips" not in (await long.finish()).text
    await pool.close()


async def test_a_look_in_between_changes_nothing_of_the_final_transcript(tmp_path: Path) -> None:
    pool = WorkerPool(
        "model", work.Notes, (str(tmp_path / "notes"),), failed=ErrorCode.STT_FAILED, late=ErrorCode.STT_TIMEOUT
    )
    await pool.start()
    stream = Moonshine(pool).open("en")
    assert await stream.partial() == ""
    stream.feed(SECOND)
    assert await stream.partial() == "16000"
    stream.feed(SECOND)
    assert (await stream.finish()).text == "32000"
    await pool.close()


async def test_an_utterance_that_is_cancelled_while_its_transcript_is_awaited_has_none(tmp_path: Path) -> None:
    door = tmp_path / "door"
    pool = WorkerPool("model", work.load, (), failed=ErrorCode.STT_FAILED, late=ErrorCode.STT_TIMEOUT)
    await pool.start()
    held = pool.session_queue().run("wait_for", str(door))
    stream = Moonshine(pool).open("en")
    stream.feed(SECOND)
    finishing = asyncio.create_task(stream.finish())
    await asyncio.sleep(0)
    stream.cancel()
    assert await finishing == Transcript("")
    door.touch()
    await held
    await pool.close()


@pytest.mark.parametrize("language", ["de", "english", "fr-CA", ""])
async def test_a_language_that_it_cannot_hear_is_an_error_and_no_wrong_words(language: str) -> None:
    recogniser = create({}, Path())
    with pytest.raises(AntiphonError, match="English only") as refused:
        await recogniser.open(language).finish()
    assert refused.value.code is ErrorCode.STT_FAILED
    assert await recogniser.open("en-GB").finish() == Transcript("")


@pytest.mark.parametrize("module", ["moonshine_voice", "onnxruntime"])
def test_a_package_that_is_missing_is_named_with_what_to_install(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(AntiphonError, match=r'pip install "antiphon\[local\]"') as missing:
        create({}, Path())
    assert missing.value.code is ErrorCode.PROVIDER_UNAVAILABLE
    assert module.replace("_", "-") in missing.value.message


def test_a_release_without_the_weights_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("antiphon.providers.packages.version", lambda _: "0.2.0")
    with pytest.raises(AntiphonError, match=r"installed as 0\.2\.0, but 0\.1\.0 is needed"):
        create({}, Path())
