"""The voice `wyoming`, with the real package, before a service that speaks its protocol and has its faults."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import pytest_asyncio

from antiphon.domain.audio import AudioChunk, Pcm
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.providers.tts.wyoming import WyomingVoice, create
from support.wait import sooner_than, until
from support.wyoming_stand_in import (
    Cut,
    End,
    Stall,
    Step,
    WyomingStandIn,
    event,
    info_of,
    sound,
    tone,
    wyoming_stand_in,
)

WORDS = "So be it."


@pytest_asyncio.fixture
async def service() -> AsyncIterator[WyomingStandIn]:
    async with wyoming_stand_in() as running:
        yield running


def voice(service: WyomingStandIn, **more: Any) -> WyomingVoice:
    return create({"uri": service.uri, **more}, Path()).for_session()


async def spoken(voice: WyomingVoice, text: str = WORDS, language: str = "en-GB") -> list[AudioChunk]:
    return [chunk async for chunk in voice.speak(text, language)]


def joined(chunks: list[AudioChunk]) -> Pcm:
    return np.concatenate([chunk.pcm for chunk in chunks])


async def failure(voice: WyomingVoice) -> AntiphonError:
    with pytest.raises(AntiphonError) as failed:
        await spoken(voice)
    return failed.value


async def test_a_clause_is_asked_for_and_heard_in_short_pieces(service: WyomingStandIn) -> None:
    chunks = await spoken(voice(service))
    assert joined(chunks).tobytes() == tone()
    assert {chunk.rate for chunk in chunks} == {22_050}
    assert max(len(chunk.pcm) for chunk in chunks) == 4410
    assert service.of("synthesize") == [{"text": WORDS, "voice": {"language": "en"}}]
    await until(lambda: not service.open)


@pytest.mark.parametrize(
    ("options", "languages", "told"),
    [
        ({"voice": "small"}, ["en"], {"name": "small"}),
        ({"voice": "small", "speaker": "Ann"}, ["en"], {"name": "small", "speaker": "Ann"}),
        ({"language": "de"}, ["en"], {"language": "de"}),
        ({}, ["en_US", "en_GB"], {"language": "en_GB"}),
        ({}, ["fr"], None),
        ({}, [], None),
    ],
)
async def test_a_voice_is_named_as_the_service_names_it(
    options: dict[str, Any], languages: list[str], told: Any, service: WyomingStandIn
) -> None:
    service.info = info_of(languages=languages)
    await spoken(voice(service, **options))
    assert service.of("synthesize") == [{"text": WORDS, **({"voice": told} if told else {})}]


@pytest.mark.parametrize("width", [1, 2, 3, 4])
@pytest.mark.parametrize("channels", [1, 2])
async def test_samples_of_any_width_cut_anywhere_are_the_same_sound(
    width: int, channels: int, service: WyomingStandIn
) -> None:
    samples = tone(16_000, 0.3, width, channels)
    service.will(sound(samples, 16_000, width, channels, cuts=(1, 2, 1001, 5000)))
    heard = joined(await spoken(voice(service))).astype(int)
    meant = np.frombuffer(tone(16_000), "<i2").astype(int)
    assert len(heard) == len(meant)
    assert int(np.abs(heard - meant).max()) <= (400 if width == 1 else 2)


async def test_a_service_that_takes_text_in_pieces_is_given_it_so(service: WyomingStandIn) -> None:
    service.info = info_of(streams=True)
    service.will([*sound(tone()), *sound(tone()), event("synthesize-stopped")])
    chunks = await spoken(voice(service))
    assert joined(chunks).tobytes() == tone() * 2
    kinds = [kind for kind, _ in service.events if kind.startswith("synthesize")]
    assert kinds == ["synthesize-start", "synthesize-chunk", "synthesize", "synthesize-stop"]
    assert service.of("synthesize-chunk") == [{"text": WORDS}]


async def test_a_service_that_has_failed_is_asked_anew_what_it_can_do(service: WyomingStandIn) -> None:
    one = voice(service)
    service.will([Cut()])
    await failure(one)
    service.info = info_of(streams=True)
    assert joined(await spoken(one)).tobytes() == tone()
    assert joined(await spoken(one)).tobytes() == tone()
    assert (len(service.of("describe")), len(service.of("synthesize-stop"))) == (2, 2)


async def test_what_is_heard_is_handed_on_before_the_rest_is_there(service: WyomingStandIn) -> None:
    service.will([*sound(tone())[:2], Stall()])
    async with aclosing(voice(service).speak(WORDS, "en")) as chunks:
        assert len((await anext(chunks)).pcm) == 4410


async def test_nothing_is_asked_for_what_cannot_be_spoken(service: WyomingStandIn) -> None:
    assert await spoken(voice(service), "... 🙂") == []
    assert not service.connections


SOUND = sound(tone())
KIND = {"rate": 22_050, "width": 2, "channels": 1}
FAULTS: dict[str, tuple[list[Step], str]] = {
    "cut": ([Cut()], "was cut"),
    "cut within a sound": ([*SOUND[:2], Cut()], "was cut"),
    "closed": ([End()], "no answer before it closed"),
    "closed within a sound": ([*SOUND[:2], End()], "no answer before it closed"),
    "an error": ([event("error", {"text": "SECRET", "code": "SECRET"})], "an error"),
    "an error within a sound": ([*SOUND[:2], event("error", {"text": "SECRET"})], "an error"),
    "no JSON": ([b"\x89PNG\r\n"], "no JSON"),
    "a piece before its start": ([SOUND[1]], "before its start"),
    "an end before its start": ([SOUND[-1]], "before its start"),
    "a start within a sound": ([SOUND[0], SOUND[0]], "within another"),
    "a huge payload": ([SOUND[0], b'{"type": "audio-chunk", "payload_length": 99999999}\n'], "more than"),
    "no rate": ([event("audio-start", {"width": 2, "channels": 1})], "without its rate"),
    "a rate in words": ([event("audio-start", KIND | {"rate": "high"})], "no whole number"),
    "a rate of nothing": ([event("audio-start", KIND | {"rate": 0})], "samples a second"),
    "five bytes a sample": ([event("audio-start", KIND | {"width": 5})], "bytes a sample"),
    "a hundred channels": ([event("audio-start", KIND | {"channels": 100})], "channels"),
    "another kind": ([SOUND[0], event("audio-chunk", KIND | {"rate": 8000}, b"\0\0")], "another kind"),
    "far too long": ([SOUND[0], *[event("audio-chunk", KIND, bytes(1 << 20))] * 26], "more than 600 s"),
    "nothing but others": ([event("pong") * 1100], "no answer"),
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_a_fault_is_told_in_words_of_ours(fault: str, service: WyomingStandIn) -> None:
    steps, told = FAULTS[fault]
    service.will(steps)
    failed = await failure(voice(service))
    assert failed.code is ErrorCode.TTS_FAILED
    assert told in failed.message
    assert "SECRET" not in f"{failed} {failed.details}"
    await until(lambda: not service.open)


@pytest.mark.parametrize("steps", [[Stall()], [*SOUND[:2], Stall()]])
async def test_a_service_that_is_silent_is_given_up(steps: list[Step], service: WyomingStandIn) -> None:
    service.will(steps)
    assert (await failure(voice(service, answer_s=0.1))).code is ErrorCode.TTS_TIMEOUT
    await until(lambda: not service.open)


async def test_a_service_that_ends_without_a_sound_is_told(service: WyomingStandIn) -> None:
    service.info = info_of(streams=True)
    service.will([event("synthesize-stopped")])
    assert "no sound" in (await failure(voice(service))).message


async def test_a_service_that_cannot_be_reached_is_told() -> None:
    failed = await failure(create({"uri": "tcp://127.0.0.1:9"}, Path()))
    assert (failed.code, "cannot be reached" in failed.message) == (ErrorCode.TTS_FAILED, True)


async def test_an_interruption_closes_the_connection_at_once(service: WyomingStandIn) -> None:
    service.will([*SOUND[:2], Stall()])
    speaking = asyncio.create_task(spoken(voice(service)))
    await until(service.asked.is_set)
    async with sooner_than(0.3):
        speaking.cancel()
        await service.left.wait()
    with pytest.raises(asyncio.CancelledError):
        await speaking
    await until(lambda: not service.open)


async def test_a_clause_that_is_left_early_closes_the_connection(service: WyomingStandIn) -> None:
    service.will([*SOUND[:2], Stall()])
    async with aclosing(voice(service).speak(WORDS, "en")) as chunks:
        await anext(chunks)
    async with sooner_than(0.3):
        await service.left.wait()
    await until(lambda: not service.open)


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({}, None),
        ({"voice": "small", "speaker": "Ann"}, None),
        ({"voice": "large"}, "no voice 'large'. It has: small, v0, v1, v2, v3, v4, v5, v6 …"),
        ({"voice": "small", "speaker": "Bob"}, "no speaker 'Bob'. It has: Ann"),
        ({"language": "fr"}, "does not speak 'fr'. It speaks: en"),
    ],
)
async def test_the_options_are_compared_with_what_the_service_says(
    options: dict[str, Any], problem: str | None, service: WyomingStandIn
) -> None:
    service.info = info_of(more=[f"v{number}" for number in range(9)])
    found = await voice(service, **options).check()
    assert found is None if problem is None else problem in (found or "")


async def test_a_service_that_is_down_is_told_with_its_address() -> None:
    found = await create({"uri": "tcp://127.0.0.1:9"}, Path()).check()
    assert found == "At 127.0.0.1:9: The voice cannot be reached. Try again in a moment."


async def test_a_service_that_hears_is_no_voice(service: WyomingStandIn) -> None:
    service.info = {"asr": info_of()["asr"]}
    assert "is no voice" in (await voice(service).check() or "")


def test_a_speaker_goes_with_its_voice() -> None:
    with pytest.raises(AntiphonError) as refused:
        create({"uri": "tcp://127.0.0.1:9", "speaker": "Ann"}, Path())
    assert refused.value.details == {"key": "speaker"}
