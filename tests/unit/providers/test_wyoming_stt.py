"""The recogniser `wyoming`, with the real package, before a service that speaks its protocol and has its faults."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import pytest_asyncio

from antiphon.domain.audio import HEARING_RATE, Pcm
from antiphon.domain.conversation import Transcript
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.providers.stt import _wyoming_transcript as transcripts
from antiphon.providers.stt import wyoming
from antiphon.providers.stt.wyoming import WyomingRecogniser, WyomingStream, create
from support.wait import sooner_than, until
from support.wav import read
from support.wyoming_stand_in import Cut, End, Stall, Step, WyomingStandIn, event, info_of, wyoming_stand_in

SPEECH: Pcm = read(Path(__file__).parents[2] / "data/speech/librivox_sense_0880.wav")
NOISE: Pcm = np.concatenate([np.zeros(HEARING_RATE, np.int16), np.full(400, 8000, np.int16)])
"""A click."""
FRAMES = [SPEECH[start : start + 320] for start in range(0, len(SPEECH), 320)]


@pytest_asyncio.fixture
async def service() -> AsyncIterator[WyomingStandIn]:
    async with wyoming_stand_in() as running:
        yield running


def recogniser(service: WyomingStandIn, **more: Any) -> WyomingRecogniser:
    return create({"uri": service.uri, **more}, Path())


def spoken(service: WyomingStandIn, language: str = "en-GB", **more: Any) -> WyomingStream:
    """An utterance that has been said."""
    stream = recogniser(service, **more).for_session().open(language)
    for frame in FRAMES:
        stream.feed(frame)
    return stream


def transcript(text: str, **more: Any) -> bytes:
    return event("transcript", {"text": text, **more})


def chunks(*texts: str) -> list[bytes]:
    return [event("transcript-start"), *(event("transcript-chunk", {"text": text}) for text in texts)]


async def failure(stream: WyomingStream) -> AntiphonError:
    with pytest.raises(AntiphonError) as failed:
        await stream.finish()
    return failed.value


async def test_an_utterance_is_sent_while_it_is_spoken_and_heard_as_it_was(service: WyomingStandIn) -> None:
    stream = spoken(service, model="small")
    await until(lambda: service.utterances and len(service.utterances[0]) == 2 * len(SPEECH))
    assert not service.asked.is_set()
    assert await stream.finish() == Transcript("So be it.")
    assert bytes(service.utterances[0]) == SPEECH.astype("<i2").tobytes()
    assert service.of("transcribe") == [{"name": "small", "language": "en"}]
    assert service.of("audio-start") == [{"rate": 16_000, "width": 2, "channels": 1, "timestamp": None}]
    assert service.connections == 1
    await until(lambda: not service.open)


async def test_nothing_is_asked_about_an_utterance_without_audio(service: WyomingStandIn) -> None:
    stream = recogniser(service).open("en")
    assert await stream.partial() == ""
    assert await stream.finish() == Transcript("")
    assert not service.connections


@pytest.mark.parametrize(
    ("told", "language"),
    [("en", "en"), ("de_DE", "de-DE"), (None, None), (7, None), ("no language at all", None)],
)
async def test_the_language_that_was_heard_is_handed_on(
    told: object, language: str | None, service: WyomingStandIn
) -> None:
    service.will([transcript("Hallo.", language=told)])
    assert await spoken(service).finish() == Transcript("Hallo.", language=language)


@pytest.mark.parametrize(
    ("languages", "options", "told"),
    [
        (["en", "de"], {}, {"language": "en"}),
        (["en-US", "en_GB"], {}, {"language": "en_GB"}),
        (["en_US"], {}, {"language": "en_US"}),
        (["de"], {}, {}),
        ([], {}, {"language": "en"}),
        (["de"], {"language": "de"}, {"language": "de"}),
        (["en"], {"language": "auto"}, {}),
    ],
)
async def test_a_language_is_named_as_the_service_names_it(
    languages: list[str], options: dict[str, Any], told: dict[str, Any], service: WyomingStandIn
) -> None:
    service.info = info_of(languages=languages)
    await spoken(service, **options).finish()
    assert service.of("transcribe") == [told]


async def test_a_service_that_does_not_say_what_it_is_is_asked_all_the_same(
    service: WyomingStandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("antiphon.providers.wyoming_client.INFO_S", 0.05)
    service.info = [Stall()]
    assert await spoken(service).finish() == Transcript("So be it.")
    service.info = info_of()
    service.will([event("info", info_of()), transcript("Later.")])
    assert await spoken(service).finish() == Transcript("Later.")


async def test_a_look_in_between_asks_about_the_audio_so_far(service: WyomingStandIn) -> None:
    stream = spoken(service)
    service.will([transcript("so far")])
    assert await stream.partial() == "so far"
    assert len(service.utterances[1]) == 2 * len(SPEECH)
    assert await stream.finish() == Transcript("So be it.")
    assert (service.connections, stream.lags) == (2, False)


async def test_of_what_has_no_speech_in_it_nothing_is_believed(service: WyomingStandIn) -> None:
    service.will([transcript("Thank you.")])
    stream = recogniser(service).open("en")
    stream.feed(NOISE)
    assert await stream.partial() == ""
    assert await stream.finish() == Transcript("")
    await until(lambda: not service.open)
    assert len(service.utterances) <= 1


async def test_a_look_tells_its_language(service: WyomingStandIn) -> None:
    stream = spoken(service, "de")
    service.will([transcript("Hallo.", language="de")])
    assert (await stream.partial(), stream.language) == ("Hallo.", "de")
    stream.cancel()


async def test_without_looks_it_is_not_said_that_nobody_speaks(service: WyomingStandIn) -> None:
    stream = spoken(service, partials=False)
    with pytest.raises(AntiphonError):
        await stream.partial()
    assert await stream.finish() == Transcript("So be it.")
    assert service.connections == 1


async def test_a_service_that_streams_is_looked_at_over_its_one_connection(service: WyomingStandIn) -> None:
    service.info = info_of(streams=True)
    service.early = chunks("So", " be")
    service.will([event("transcript-chunk", {"text": " it"}), transcript("So be it!"), event("transcript-stop")])
    stream = spoken(service)
    async with asyncio.timeout(2):
        while await stream.partial() != "So be":
            await until(lambda: len(service.utterances[0]) == 2 * len(SPEECH))
    assert stream.lags
    assert await stream.finish() == Transcript("So be it!")
    assert service.connections == 1


async def test_a_look_at_a_service_that_streams_waits_for_its_first_words(service: WyomingStandIn) -> None:
    service.info = info_of(streams=True)
    service.will([*chunks("Here."), event("transcript-stop")])
    stream = spoken(service)
    looking = asyncio.create_task(stream.partial())
    await until(lambda: service.utterances and len(service.utterances[0]) == 2 * len(SPEECH))
    assert not looking.done()
    assert await stream.finish() == Transcript("Here.")
    assert await looking == "Here."


@pytest.mark.parametrize(
    ("steps", "text"),
    [
        ([*chunks("So ", "be it."), event("transcript-stop")], "So be it."),
        ([*chunks("So ", "be it."), transcript("So be it!"), event("transcript-stop")], "So be it!"),
        ([*chunks("So ", "be it."), End()], "So be it."),
        ([event("pong"), event("info", info_of()), transcript("Here.")], "Here."),
        ([event("audio-start", {"rate": 1}), transcript("Here.")], "Here."),
        ([b'{"type": "transcript", "data": {"text": "In the line."}}\n'], "In the line."),
        ([transcript("")], ""),
    ],
)
async def test_transcripts_come_in_several_ways(steps: list[Step], text: str, service: WyomingStandIn) -> None:
    service.will(steps)
    assert (await spoken(service).finish()).text == text


@pytest.mark.parametrize("streamed", [False, True])
async def test_who_finds_the_end_of_an_utterance_by_itself_loses_no_words(
    streamed: bool, service: WyomingStandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wyoming, "MORE_S", 0.05)
    first = [*chunks("One."), event("transcript-stop"), transcript("One!")] if streamed else [transcript("One!")]
    for rest, text in (([transcript("Two.")], "One! Two."), ([Stall()], "One!"), ([End()], "One!")):
        service.early = first
        service.will(rest)
        stream = spoken(service)
        await until(lambda heard=stream: heard._heard.has_some)  # type: ignore[misc]  # noqa: SLF001
        assert await stream.finish() == Transcript(text)


HUGE = b'{"type": "transcript", "data": {"text": "' + b"a" * 70_000 + b'"}}\n'
FAULTS: dict[str, tuple[list[Step], str]] = {
    "cut": ([Cut()], "was cut"),
    "closed": ([End()], "no answer before it closed"),
    "within the data": ([transcript("So")[:-4], End()], "was cut"),
    "an error": ([event("error", {"text": "SECRET", "code": "SECRET"})], "an error"),
    "no JSON": ([b"HTTP/1.1 400 Bad Request\r\n"], "no JSON"),
    "bytes": ([b"\x00\xff\xfe\n"], "no JSON"),
    "a list": ([b"[1, 2]\n"], "no object"),
    "nested": ([b"[" * 60_000 + b"\n"], "no JSON"),
    "no type": ([b'{"data": {}}\n'], "without a type"),
    "a long type": ([b'{"type": "' + b"a" * 200 + b'"}\n'], "without a type"),
    "data that is no object": ([b'{"type": "transcript", "data": "SECRET"}\n'], "no object"),
    "data that is a list": ([b'{"type": "transcript", "data_length": 2}\n[]'], "no object"),
    "a huge line": ([HUGE], "more than 65536"),
    "huge data": ([b'{"type": "transcript", "data_length": 99999999999}\n'], "more than"),
    "a huge payload": ([b'{"type": "transcript", "payload_length": 99999999999}\n'], "more than"),
    "a negative length": ([b'{"type": "transcript", "data_length": -1}\n'], "no number of bytes"),
    "a length in words": ([b'{"type": "transcript", "data_length": "two"}\n'], "no number of bytes"),
    "no text": ([event("transcript", {"language": "en"})], "without a text"),
    "a number for a text": ([event("transcript", {"text": 5})], "no text"),
    "a long text": ([event("transcript", {"text": "a" * 30_000})], "no text"),
    "a long text in pieces": ([*chunks(*["a" * 15_000] * 2)], "more than"),
    "a piece before its start": ([event("transcript-chunk", {"text": "So"})], "before its start"),
    "an end before its start": ([event("transcript-stop")], "before its start"),
    "nothing but others": ([event("pong") * 1100], "no answer"),
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_fault_is_told_in_words_of_ours(fault: str, service: WyomingStandIn) -> None:
    steps, told = FAULTS[fault]
    service.will(steps)
    failed = await failure(spoken(service))
    assert failed.code is ErrorCode.STT_FAILED
    assert told in failed.message
    assert "SECRET" not in f"{failed} {failed.details}"
    await until(lambda: not service.open)


async def test_a_service_that_is_silent_is_given_up(service: WyomingStandIn) -> None:
    service.will([Stall()])
    assert (await failure(spoken(service, answer_s=0.1))).code is ErrorCode.STT_TIMEOUT
    await until(lambda: not service.open)


async def test_a_service_that_cannot_be_reached_is_told(service: WyomingStandIn) -> None:
    del service
    stream = create({"uri": "tcp://127.0.0.1:9"}, Path()).open("en")
    stream.feed(SPEECH)
    failed = await failure(stream)
    assert (failed.code, "cannot be reached" in failed.message) == (ErrorCode.STT_FAILED, True)
    with pytest.raises(AntiphonError):
        await stream.partial()


@pytest.mark.parametrize("asked", [False, True])
async def test_cancelling_closes_the_connection_at_once(asked: bool, service: WyomingStandIn) -> None:
    service.will([Stall()])
    stream = spoken(service)
    await until(service.heard.is_set)
    finishing = asyncio.create_task(stream.finish()) if asked else None
    if asked:
        await until(service.asked.is_set)
    async with sooner_than(0.3):
        stream.cancel()
        await service.left.wait()
    if finishing is not None:
        assert await finishing == Transcript("")
    assert not service.open


async def test_who_waits_no_longer_closes_the_connection(service: WyomingStandIn) -> None:
    service.will([Stall()], [Stall()])
    stream = spoken(service)
    looking = asyncio.create_task(stream.partial())
    await until(service.asked.is_set)
    looking.cancel()
    await service.left.wait()
    service.left.clear()
    service.asked.clear()
    finishing = asyncio.create_task(stream.finish())
    await until(service.asked.is_set)
    async with sooner_than(0.3):
        finishing.cancel()
        await service.left.wait()
    await until(lambda: not service.open)
    others = asyncio.all_tasks() - {asyncio.current_task()}
    assert not [task for task in others if "wyoming" in task.get_name() or "transcript" in task.get_name()]


async def test_closing_ends_what_is_still_open(service: WyomingStandIn) -> None:
    whole = recogniser(service)
    stream = whole.open("en")
    stream.feed(SPEECH)
    await until(service.heard.is_set)
    await whole.close()
    assert await stream.finish() == Transcript("")
    await until(lambda: not service.open)


async def test_an_utterance_has_its_bounds(service: WyomingStandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wyoming, "LONGEST", 2 * HEARING_RATE)
    stream = spoken(service)
    await stream.finish()
    assert len(service.utterances[0]) == 2 * 2 * HEARING_RATE


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({}, None),
        ({"model": "small", "language": "en"}, None),
        ({"model": "large"}, "no model 'large'. It has: small"),
        ({"language": "fr"}, "does not speak 'fr'. It speaks: en"),
        ({"language": "auto"}, None),
    ],
)
async def test_the_options_are_compared_with_what_the_service_says(
    options: dict[str, Any], problem: str | None, service: WyomingStandIn
) -> None:
    found = await recogniser(service, **options).check()
    assert found is None if problem is None else problem in (found or "")


@pytest.mark.parametrize(
    ("info", "problem"),
    [
        ({"tts": [], "asr": []}, "is no recogniser"),
        ({}, "is no recogniser"),
        ({"asr": [{"installed": False}]}, "is no recogniser"),
        ({"asr": {"models": 5}}, "is no recogniser"),
        ({"asr": [{"models": [5, {"name": 7}, {"name": "large", "languages": "all"}]}]}, "no model"),
        ([Stall()], "did not say"),
        ([Cut()], "was cut"),
        ([b"no\n"], "no JSON"),
    ],
)
async def test_a_service_that_is_none_is_told_at_the_start(
    info: Any, problem: str, service: WyomingStandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("antiphon.providers.wyoming_client.INFO_S", 0.05)
    service.info = info
    found = await recogniser(service, model="small").check()
    assert problem in (found or "")


@pytest.mark.parametrize(
    "uri",
    ["", "10300", "tcp://", "tcp://host", "http://host:1", "tcp://a:b@host:1", "tcp://host:99999", "tcp://[::1:1"],
)
def test_an_address_that_is_none_is_refused(uri: str) -> None:
    with pytest.raises(AntiphonError) as refused:
        create({"uri": uri}, Path())
    assert refused.value.code is ErrorCode.CONFIG_INVALID
    assert refused.value.details == {"key": "uri"}


def test_what_a_transcript_may_hold_is_what_a_session_takes() -> None:
    from antiphon.session.bounds import HEARD_CHARS

    assert transcripts.MOST_CHARS <= HEARD_CHARS
    assert len(json.loads(HUGE)["data"]["text"]) > HEARD_CHARS
