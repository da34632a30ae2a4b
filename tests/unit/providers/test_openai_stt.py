"""The recogniser `openai`, with the real package, before a service that speaks its protocol and has its faults."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import pytest_asyncio

from antiphon.domain.audio import HEARING_RATE, Pcm
from antiphon.domain.conversation import Transcript
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.providers.stt._transcripts import MOST_BYTES
from antiphon.providers.stt.openai import OpenAiRecogniser, create
from support.openai_stand_in import KEY
from support.speech_stand_in import Behaviour, SpeechStandIn, events, speech_stand_in, text
from support.voices_heard import CLICK, SILENCE, VOWEL
from support.wait import sooner_than, until


@pytest_asyncio.fixture
async def service() -> AsyncIterator[SpeechStandIn]:
    async with speech_stand_in() as running:
        yield running


def recogniser(service: SpeechStandIn, **more: Any) -> OpenAiRecogniser:
    return create({"model": "small", "base_url": service.base_url, **more}, Path())


async def heard(one: OpenAiRecogniser, pcm: Pcm = VOWEL, language: str = "en-GB") -> Transcript:
    stream = one.for_session().open(language)
    stream.feed(pcm)
    return await stream.finish()


async def failure(one: OpenAiRecogniser) -> AntiphonError:
    with pytest.raises(AntiphonError) as raised:
        await heard(one)
    assert KEY not in f"{raised.value} {raised.value.details}"
    return raised.value


async def test_an_utterance_goes_as_one_recording_and_comes_back_as_words(service: SpeechStandIn) -> None:
    service.will(text("  Open the\n cart. "))
    assert await heard(recogniser(service)) == Transcript("Open the cart.")
    [asked] = service.asked
    assert asked.pop("file") == VOWEL.tobytes()
    assert asked == {"model": "small", "response_format": "json", "language": "en"}


@pytest.mark.parametrize(("option", "told"), [("de", "de"), ("auto", None)])
async def test_the_file_can_name_the_language_or_leave_it_to_the_service(
    service: SpeechStandIn, option: str, told: str | None
) -> None:
    service.will(text("Ja."))
    assert await heard(recogniser(service, language=option)) == Transcript("Ja.")
    assert service.asked[0].get("language") == told


DELTAS = ({"type": "transcript.text.delta", "delta": "Open "}, {"type": "transcript.text.delta", "delta": "it."})
DONE = {"type": "transcript.text.done", "text": "Open it!"}


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (events(*DELTAS, DONE, "[DONE]"), "Open it!"),
        (events(*DELTAS), "Open it."),
        (events({"text": "Open"}, {"text": "it."}), "Open it."),
        (events({"type": "of.tomorrow", "text": "no"}, DONE), "Open it!"),
        (text("Open it."), "Open it."),  # of a service that does not know of streams
    ],
)
async def test_a_streamed_text_is_put_together_however_it_comes(
    service: SpeechStandIn, answer: Behaviour, words: str
) -> None:
    service.will(answer)
    assert await heard(recogniser(service, streams=True)) == Transcript(words)
    assert service.asked[0]["stream"] == "true"


async def test_a_whole_text_is_not_kept_waiting_by_a_stream_that_does_not_end(service: SpeechStandIn) -> None:
    answer = events(DONE)
    answer.stalls_behind = 1
    service.will(answer)
    assert await heard(recogniser(service, streams=True)) == Transcript("Open it!")


def segment(words: str, logprob: Any = -0.1, silence: Any = 0.0) -> dict[str, Any]:
    return {"text": words, "avg_logprob": logprob, "no_speech_prob": silence}


@pytest.mark.parametrize(
    ("segments", "words", "confidence"),
    [
        ([segment(" Open"), segment(" it.")], "Open it.", 0.905),
        ([segment(" Open it."), segment(" Thank you.", -1.5, 0.9)], "Open it.", 0.905),
        ([segment(" Thank you.", -1.5, 0.9)], "", None),
        ([segment(" Open it.", 3.0)], "Open it.", 1.0),
        ([segment(" Open it.", float("nan"))], "All.", None),
        ([segment(" Open it.", 10**400)], "All.", None),
        ([{"text": 7}], "All.", None),
        ("none", "All.", None),
    ],
)
async def test_a_verbose_answer_says_how_sure_it_is_and_what_was_silence(
    service: SpeechStandIn, segments: Any, words: str, confidence: float | None
) -> None:
    service.will(text("All.", segments=segments, language="english"))
    said = await heard(recogniser(service, response_format="verbose_json"))
    assert said.text == words
    assert said.confidence == (None if confidence is None else pytest.approx(confidence, abs=0.001))


@pytest.mark.parametrize(
    ("told", "language"),
    [
        ("english", "en"),
        ("haitian creole", "ht"),
        ("pt_BR", "pt-br"),
        ("iw", "he"),
        ("a sentence", None),
        ("en;rm", None),
        ("", None),
        (7, None),
    ],
)
async def test_the_language_that_a_service_tells_is_handed_on(
    service: SpeechStandIn, told: Any, language: str | None
) -> None:
    service.will(text("Ja.", language=told), events({**DONE, "languages": [{"code": told}]}))
    assert (await heard(recogniser(service, response_format="verbose_json"))).language == language
    assert (await heard(recogniser(service, streams=True))).language == language


@pytest.mark.parametrize("pcm", [SILENCE, SILENCE[:100], np.full(HEARING_RATE, 20, np.int16)])
async def test_nothing_is_asked_where_nothing_can_have_been_said(service: SpeechStandIn, pcm: Pcm) -> None:
    one = recogniser(service)
    assert await heard(one, pcm) == Transcript("")
    assert service.asked == []


async def test_words_that_stand_for_a_noise_are_no_words(service: SpeechStandIn) -> None:
    service.will(text("Thank you."), text("..."), text("Please open my shopping cart."))
    one = recogniser(service)
    assert await heard(one, CLICK) == Transcript("")
    assert await heard(one, VOWEL) == Transcript("")
    assert await heard(one, CLICK) == Transcript("Please open my shopping cart.")


async def test_a_look_in_between_hears_all_so_far_and_changes_nothing(service: SpeechStandIn) -> None:
    service.will(text("Open"), text("Open it."))
    stream = recogniser(service).open("en")
    stream.feed(VOWEL[:8000])
    assert await stream.partial() == "Open"
    stream.feed(VOWEL[8000:])
    assert await stream.finish() == Transcript("Open it.")
    assert [len(asked["file"]) for asked in service.asked] == [16_000, 32_000]


async def test_a_service_that_counts_is_not_asked_in_between(service: SpeechStandIn) -> None:
    service.will(text("Open it."))
    stream = recogniser(service, partials=False).open("en")
    stream.feed(VOWEL)
    with pytest.raises(AntiphonError, match="at the end alone"):
        await stream.partial()  # "" would say that it was a noise
    assert await stream.finish() == Transcript("Open it.")
    assert len(service.asked) == 1


async def test_a_long_turn_is_recognised_while_it_goes_on(service: SpeechStandIn) -> None:
    service.will(text("One."), text("Two."))
    stream = recogniser(service).open("en")
    for _ in range(20):
        stream.feed(VOWEL)
    await until(lambda: len(service.asked) == 1)
    assert await stream.finish() == Transcript("One. Two.")


FAULTS: Mapping[str, tuple[Behaviour, str]] = {
    "a wrong key": (Behaviour(status=401), "does not take the key"),
    "an unknown model": (Behaviour(status=404), "has no model 'small'"),
    "another kind of model": (Behaviour(status=400), "perhaps it cannot transcribe"),
    "much to do": (Behaviour(status=429, headers={"Retry-After": "30"}), "too much to do"),
    "a page": (Behaviour([b"<html>Sign in</html>"], content_type="text/html"), "cannot be read"),
    "a bare text": (Behaviour([b"Open it."], content_type="text/plain"), "cannot be read"),
    "nothing": (Behaviour(content_type="application/json"), "cannot be read"),
    "no object": (Behaviour([b"[]"], content_type="application/json"), "cannot be read"),
    "nested": (Behaviour([b"[" * 100_000], content_type="application/json"), "cannot be read"),
    "no text": (Behaviour([b'{"text": 7}'], content_type="application/json"), "cannot be read"),
    "bytes": (Behaviour([b'{"text": "\xff"}'], content_type="application/json"), "cannot be read"),
    "too much": (Behaviour([b" " * (MOST_BYTES + 1)], content_type="application/json"), "cannot be read"),
    "no event": (events("[DONE]"), "cannot be read"),
    "an error in the stream": (events(*DELTAS, {"error": {"message": KEY}}), "cannot be read"),
    "cut": (Behaviour([b'{"text": ', b'"Open"}'], content_type="application/json", cut_behind=1), "broke off"),
}


@pytest.mark.parametrize("kind", FAULTS)
async def test_a_service_that_fails_is_told_in_a_sentence(service: SpeechStandIn, kind: str) -> None:
    behaviour, told = FAULTS[kind]
    service.will(behaviour)
    error = await failure(recogniser(service))
    assert error.code is ErrorCode.STT_FAILED
    assert told in error.message
    assert error.details is not None
    assert error.details["model"] == "small"
    assert len(service.asked) == 1


@pytest.mark.parametrize(
    "first", [Behaviour(status=500), Behaviour(status=503), Behaviour(status=429, headers={"Retry-After": "0.2"})]
)
async def test_what_is_worth_it_is_asked_once_more(service: SpeechStandIn, first: Behaviour) -> None:
    service.will(first, text("Open it."), first, first)
    one = recogniser(service)
    assert await heard(one) == Transcript("Open it.")
    await failure(one)
    assert len(service.asked) == 4


async def test_a_service_that_is_not_there_is_told(service: SpeechStandIn) -> None:
    one = create({"model": "small", "base_url": "http://127.0.0.1:9/v1"}, Path())
    assert "cannot be reached" in (await failure(one)).message
    assert await one.check() == "The service of the model cannot be reached. Try again in a moment."


@pytest.mark.parametrize("stall", [{"silent": True}, {"stalls_behind": 0}, {"stalls_behind": 1}])
@pytest.mark.parametrize("look", [False, True])
async def test_who_gives_up_an_utterance_closes_its_request(
    service: SpeechStandIn, stall: dict[str, Any], look: bool
) -> None:
    service.will(Behaviour([b'{"text": '], content_type="application/json", **stall))
    stream = recogniser(service).open("en")
    stream.feed(VOWEL)
    waiting = asyncio.create_task(stream.partial() if look else _finished(stream))
    await service.came.wait()
    waiting.cancel()
    async with sooner_than(0.3):
        with pytest.raises(asyncio.CancelledError):
            await waiting
        await service.left.wait()
    stream.cancel()


async def _finished(stream: Any) -> str:
    transcript: Transcript = await stream.finish()
    return transcript.text


async def test_an_utterance_that_is_cancelled_closes_the_request_of_its_pieces(service: SpeechStandIn) -> None:
    service.will(Behaviour(silent=True))
    stream = recogniser(service).open("en")
    for _ in range(17):
        stream.feed(VOWEL)
    await service.came.wait()
    async with sooner_than(0.3):
        stream.cancel()
        await service.left.wait()
    assert await stream.finish() == Transcript("")


async def test_closing_ends_what_is_on(service: SpeechStandIn) -> None:
    service.will(Behaviour(silent=True))
    one = recogniser(service)
    stream = one.open("en")
    stream.feed(VOWEL)
    finishing = asyncio.create_task(stream.finish())
    await service.came.wait()
    async with sooner_than(0.3):
        await one.close()
        await service.left.wait()
    with pytest.raises(asyncio.CancelledError):
        await finishing


@pytest.mark.parametrize(
    ("models", "told"),
    [
        (["small"], None),
        (404, None),
        (["large"], "The service has no model 'small'. It has: large."),
        (401, "The service of the model does not take the key. Its operator has to look at it."),
    ],
)
async def test_a_check_says_what_keeps_it_from_transcribing(
    service: SpeechStandIn, models: Any, told: str | None
) -> None:
    service.models = models
    assert await recogniser(service).check() == told


async def test_a_check_tells_an_address_that_leads_elsewhere(service: SpeechStandIn) -> None:
    told = await recogniser(service, base_url=service.url).check()
    assert told == (
        "The service has no /audio/transcriptions at this address. Look at 'base_url': it mostly ends with /v1."
    )


async def test_azure_is_asked_by_its_deployment_with_its_key_and_lists_no_deployments(
    service: SpeechStandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AZURE_OPENAI_API_KEY", KEY)
    service.will(text("Open it."))
    one = create({"model": "ours", "azure_endpoint": service.url, "api_version": "2024-10-21"}, Path())
    assert await heard(one) == Transcript("Open it.")
    assert service.keys == [KEY]
    assert await one.check() is None
    assert KEY not in repr(one)


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({}, "model"),
        ({"model": "a", "response_format": "srt"}, "response_format"),
        ({"model": "a", "streams": "yes"}, "streams"),
        ({"model": "a", "language": ""}, "language"),
        ({"model": "a", "voice": "b"}, "voice"),
    ],
)
def test_wrong_options_are_refused_by_their_key(options: dict[str, Any], key: str) -> None:
    with pytest.raises(AntiphonError) as raised:
        create({"base_url": "http://127.0.0.1:9/v1", **options}, Path())
    assert raised.value.code is ErrorCode.CONFIG_INVALID
    assert raised.value.details == {"key": key}
