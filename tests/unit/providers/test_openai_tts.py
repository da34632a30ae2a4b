"""The voice `openai`, with the real package, before a service that speaks its protocol and has its faults."""

import asyncio
import struct
from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import pytest_asyncio

from antiphon.domain.audio import AudioChunk
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.providers.tts import openai as voices
from antiphon.providers.tts.openai import OpenAiVoice, create
from support.openai_stand_in import KEY
from support.sound_files import PITCH, chunk, file_of, form, pitch, tone, wav
from support.speech_stand_in import RATE, Behaviour, SpeechStandIn, pcm, sound, speech_stand_in
from support.wait import sooner_than, until


@pytest_asyncio.fixture
async def service() -> AsyncIterator[SpeechStandIn]:
    async with speech_stand_in() as running:
        yield running


def voice(service: SpeechStandIn, **more: Any) -> OpenAiVoice:
    return create({"model": "small", "base_url": service.base_url, **more}, Path())


async def spoken(one: OpenAiVoice, text: str = "Open the cart.", language: str = "en-GB") -> list[AudioChunk]:
    return [piece async for piece in one.for_session().speak(text, language)]


async def failure(one: OpenAiVoice) -> AntiphonError:
    with pytest.raises(AntiphonError) as raised:
        await spoken(one)
    assert KEY not in f"{raised.value} {raised.value.details}"
    return raised.value


async def test_a_clause_comes_as_the_samples_that_the_service_sends(service: SpeechStandIn) -> None:
    service.will(sound(pcm(0.5)))
    chunks = await spoken(voice(service))
    assert np.concatenate([piece.pcm for piece in chunks]).tobytes() == pcm(0.5)
    assert {piece.rate for piece in chunks} == {RATE}
    assert all(0 < len(piece.pcm) <= 0.2 * RATE for piece in chunks)
    assert service.asked == [{"model": "small", "voice": "alloy", "response_format": "pcm", "input": "Open the cart."}]


async def test_the_first_samples_are_heard_before_the_last_are_made(service: SpeechStandIn) -> None:
    answer = sound(pcm(0.5))
    answer.stalls_behind = 2
    service.will(answer)
    async with aclosing(voice(service).speak("Open it.", "en")) as pieces:  # type: ignore[type-var]
        assert len((await anext(pieces)).pcm) > 1000
    await service.left.wait()


@pytest.mark.parametrize("asked", ["pcm", "wav", "mp3", "opus"])
@pytest.mark.parametrize(
    ("kind", "content_type"),
    [("wav", "audio/wav"), ("mp3", "audio/mpeg"), ("ogg", "audio/ogg"), ("wav", ""), ("flac", "audio/pcm")],
)
async def test_what_comes_is_told_by_itself_and_not_by_what_was_asked(
    service: SpeechStandIn, asked: str, kind: str, content_type: str
) -> None:
    service.will(sound(file_of(kind, 48_000 if kind == "ogg" else RATE), content_type))
    chunks = await spoken(voice(service, format=asked))
    rate = chunks[0].rate
    heard = np.concatenate([piece.pcm for piece in chunks])
    assert len(heard) / rate == pytest.approx(1.0, abs=0.1)
    assert pitch(heard, rate) == pytest.approx(PITCH, abs=5)


async def test_a_file_without_a_head_or_a_type_is_what_was_asked_for(service: SpeechStandIn) -> None:
    data = file_of("mp3")
    service.will(sound(data[data.index(b"\xff\xfb") :] if b"\xff\xfb" in data else data[45:]))
    chunks = await spoken(voice(service, format="mp3"))
    assert pitch(np.concatenate([piece.pcm for piece in chunks]), chunks[0].rate) == pytest.approx(PITCH, abs=5)


async def test_the_rate_of_bare_samples_is_that_of_the_file_or_the_type(service: SpeechStandIn) -> None:
    service.will(sound(tone(16_000).tobytes()), sound(tone(22_050).tobytes(), "audio/L16; rate=22050"))
    one = voice(service, rate=16_000)
    assert {piece.rate for piece in await spoken(one)} == {16_000}
    assert {piece.rate for piece in await spoken(one)} == {22_050}


async def test_options_reach_the_service_and_what_is_not_set_does_not(service: SpeechStandIn) -> None:
    service.will(sound(pcm()))
    more = {"voice": "nova", "speed": 1.5, "instructions": "Cheerfully.", "language_key": "language"}
    await spoken(voice(service, **more), "**Guten** Tag, 49,95 €.", "de-AT")
    assert service.asked == [
        {
            "model": "small",
            "voice": "nova",
            "response_format": "pcm",
            "input": "Guten Tag, 49,95 Euro.",
            "speed": 1.5,
            "instructions": "Cheerfully.",
            "language": "de",
        }
    ]


@pytest.mark.parametrize("words", ["Καλημέρα σας.", "你好。", "Доброе утро.", "مرحبا"])
async def test_other_scripts_are_said_as_they_stand(service: SpeechStandIn, words: str) -> None:
    service.will(sound(pcm()))
    await spoken(voice(service), words)
    assert service.asked[0]["input"] == words


@pytest.mark.parametrize("words", ["", "…", "🙂", "```py\nprint()", "---"])
async def test_nothing_is_asked_for_what_cannot_be_said(service: SpeechStandIn, words: str) -> None:
    assert await spoken(voice(service), words) == []
    assert service.asked == []


FAULTS: Mapping[str, tuple[Behaviour, str]] = {
    "a wrong key": (Behaviour(status=401), "does not take the key"),
    "no right": (Behaviour(status=403), "does not take the key"),
    "an unknown model": (Behaviour(status=404), "has no model 'small'"),
    "an unknown voice": (Behaviour(status=400), "perhaps it has no such voice"),
    "much to do": (Behaviour(status=429, headers={"Retry-After": "30"}), "too much to do"),
    "a page": (sound(b"<html>Sign in</html>", "text/html"), "answered with text"),
    "a page that says it is sound": (sound(b"<!DOCTYPE html><html>", "audio/pcm"), "answered with text"),
    "an error as an answer": (sound(b'{"error": "sk-never-shown"}', "application/json"), "answered with text"),
    "a film": (sound(b"\0" * 64, "video/quicktime"), "cannot be played"),
    "nothing": (Behaviour(), "sent no sound"),
    "half a sample": (sound(b"\1"), "sent no sound"),
    "an empty file": (sound(wav(form(RATE, 16, 1), chunk(b"data", b""))), "sent no sound"),
    "a broken file": (sound(b"OggS" + b"\7" * 400, "audio/ogg"), "The voice sent"),
    "cut before anything": (Behaviour([pcm()], cut_behind=0), "broke off"),
    "cut in the middle": (Behaviour([pcm(), pcm()], cut_behind=1), "broke off"),
    "cut in the middle of a file": (
        Behaviour([file_of("ogg", 48_000), b"\0"], content_type="audio/ogg", cut_behind=1),
        "broke off",
    ),
}


@pytest.mark.parametrize("kind", FAULTS)
async def test_a_service_that_fails_is_told_in_a_sentence(service: SpeechStandIn, kind: str) -> None:
    behaviour, told = FAULTS[kind]
    service.will(behaviour)
    error = await failure(voice(service))
    assert error.code is ErrorCode.TTS_FAILED
    assert told in error.message
    assert len(service.asked) == 1


async def test_more_than_anybody_listens_to_is_cut_off(service: SpeechStandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(voices, "MOST_BYTES", 20_000)
    service.will(sound(pcm()))
    assert "more than 20000 bytes" in (await failure(voice(service))).message


@pytest.mark.parametrize(
    "first", [Behaviour(status=500), Behaviour(status=503), Behaviour(status=429, headers={"Retry-After": "0.2"})]
)
async def test_what_is_worth_it_is_asked_once_more_before_anything_has_come(
    service: SpeechStandIn, first: Behaviour
) -> None:
    service.will(first, sound(pcm()), first, first)
    one = voice(service)
    assert await spoken(one)
    await failure(one)
    assert len(service.asked) == 4


async def test_a_service_that_is_not_there_is_told(service: SpeechStandIn) -> None:
    one = create({"model": "small", "base_url": "http://127.0.0.1:9/v1"}, Path())
    assert "cannot be reached" in (await failure(one)).message
    assert await one.check() == "The service of the model cannot be reached. Try again in a moment."


OGG = file_of("ogg", 48_000, 5.0)


@pytest.mark.parametrize(
    "behaviour",
    [
        Behaviour(silent=True),
        Behaviour(stalls_behind=0),
        Behaviour([pcm(), pcm()], stalls_behind=1),
        Behaviour([OGG[:8_000], OGG[8_000:]], content_type="audio/ogg", stalls_behind=1),
    ],
    ids=["no head", "no sound", "samples", "a file"],
)
async def test_who_gives_up_a_clause_closes_its_request(service: SpeechStandIn, behaviour: Behaviour) -> None:
    service.will(behaviour)
    one = voice(service)
    before = set(asyncio.all_tasks())
    listening = asyncio.create_task(spoken(one))
    await service.came.wait()
    listening.cancel()
    async with sooner_than(0.3):
        with pytest.raises(asyncio.CancelledError):
            await listening
        await service.left.wait()
    await one.close()
    await until(lambda: asyncio.all_tasks() <= before)


async def test_a_slow_service_keeps_nobody_from_what_is_there(service: SpeechStandIn) -> None:
    service.will(sound(struct.pack("<h", 12_000) * 2_000, size=7))
    assert sum(len(piece.pcm) for piece in await spoken(voice(service))) == 2_000


@pytest.mark.parametrize(
    ("models", "told"),
    [
        (["small"], None),
        (404, None),
        (["large"], "The service has no model 'small'. It has: large."),
        (401, "The service of the model does not take the key. Its operator has to look at it."),
    ],
)
async def test_a_check_says_what_keeps_it_from_speaking(service: SpeechStandIn, models: Any, told: str | None) -> None:
    service.models = models
    assert await voice(service).check() == told


async def test_a_check_tells_an_address_that_leads_elsewhere(service: SpeechStandIn) -> None:
    told = await voice(service, base_url=service.url).check()
    assert told == "The service has no /audio/speech at this address. Look at 'base_url': it mostly ends with /v1."


async def test_azure_is_asked_by_its_deployment_with_its_key(
    service: SpeechStandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AZURE_OPENAI_API_KEY", KEY)
    service.will(sound(pcm()))
    one = create({"model": "ours", "azure_endpoint": service.url, "api_version": "2024-10-21"}, Path())
    assert await spoken(one)
    assert service.keys == [KEY]
    assert KEY not in repr(one)


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({}, "model"),
        ({"model": "a", "voice": ""}, "voice"),
        ({"model": "a", "format": "au"}, "format"),
        ({"model": "a", "speed": 5}, "speed"),
        ({"model": "a", "rate": 4_000}, "rate"),
        ({"model": "a", "streams": True}, "streams"),
    ],
)
def test_wrong_options_are_refused_by_their_key(options: dict[str, Any], key: str) -> None:
    with pytest.raises(AntiphonError) as raised:
        create({"base_url": "http://127.0.0.1:9/v1", **options}, Path())
    assert raised.value.code is ErrorCode.CONFIG_INVALID
    assert raised.value.details == {"key": key}
