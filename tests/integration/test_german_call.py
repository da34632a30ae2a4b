"""A whole call in German through services of others: spoken, recognised, answered, and interrupted with "Stopp"."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import numpy as np

from antiphon.domain.audio import SPEAKING_RATE, Pcm
from antiphon.testing.caller import Caller
from antiphon.testing.caller_audio import read_wav
from support.calls import SPEECH
from support.openai_stand_in import Behaviour, OpenAiStandIn, openai_stand_in, says
from support.server import serve
from support.speech_stand_in import SpeechStandIn, pcm, sound, speech_stand_in, text

ASSISTANT = """
language = "de"
[stt]
provider = "openai"
model = "small"
base_url = "{speech}"
[brain]
provider = "openai"
model = "small"
base_url = "{model}/v1"
[tts]
provider = "openai"
model = "small"
base_url = "{speech}"
"""
SENTENCES = ("Es ist drei Uhr nachmittags. ", "Draußen scheint die Sonne, und es ist sehr warm. ")
CLAUSE_S = 2.5
ABORTED_S = 0.3
WORD_S = 0.7


def recording(seconds: float | None = None) -> Pcm:
    """Somebody speaks; what it is to mean, the service says."""
    whole = read_wav(SPEECH / "ps_cards_003.wav")
    loud = np.flatnonzero(np.abs(whole) > 1500)
    spoken = whole[loud[0] : loud[-1]]
    return spoken if seconds is None else spoken[: round(seconds * SPEAKING_RATE)]


@asynccontextmanager
async def german(folder: Path) -> AsyncIterator[tuple[str, OpenAiStandIn, SpeechStandIn]]:
    """A server with the assistant, its model, and its services of speech."""
    async with openai_stand_in() as model, speech_stand_in() as speech:
        (folder / "ida.toml").write_text(ASSISTANT.format(speech=speech.base_url, model=model.url), "utf-8")
        speech.always["speech"] = sound(pcm(CLAUSE_S))
        running = serve("--assistants", str(folder))
        server = await asyncio.to_thread(running.__enter__)
        try:
            yield server.url, model, speech
        finally:
            await asyncio.to_thread(running.__exit__, None, None, None)


async def test_a_german_call_is_spoken_recognised_answered_and_interrupted_with_stopp(tmp_path: Path) -> None:
    async with german(tmp_path) as (url, model, speech), Caller(url, assistant="ida") as call:
        model.will(Behaviour(says(*SENTENCES), stalls_behind=len(SENTENCES)))
        speech.always["transcriptions"] = text("Wie spät ist es?")
        asked = await call.say(recording())
        heard_from = await call.first_audio(asked)
        heard = next(one for one in call.events if one.type == "transcript.final")
        assert heard.payload["text"] == "Wie spät ist es?"
        assert {one["language"] for one in speech.asked if "file" in one} == {"de"}
        assert model.requests[0]["messages"][-1]["content"] == "Wie spät ist es?"
        assert speech.asked[-1]["input"].strip() in " ".join(SENTENCES)

        await call.wait_until(lambda: call.now() > heard_from + CLAUSE_S / 2, 10.0, "half of the first sentence")
        # Nobody may wait for what the model still has to say, once it is told to stop.
        gone = asyncio.get_running_loop().create_future()
        watching = asyncio.create_task(noted(model.left, gone, call))
        speech.always["transcriptions"] = text("Stopp!")
        await call.say(recording(WORD_S), at_once=True)
        cut = await call.wait_for(lambda one: one.type == "response.interrupted")
        assert await asyncio.wait_for(gone, 5.0) - cut.at < ABORTED_S
        await watching
        await call.idle()
        assert len(model.requests) == 1

        model.will(says("Gern geschehen."))
        speech.always["transcriptions"] = text("Danke schön.")
        await call.say(recording())
        assert (await call.reply()).text == "Gern geschehen."
        # History holds what was heard of the answer that was cut, and not what was written.
        [said] = [one["content"] for one in model.requests[1]["messages"] if one["role"] == "assistant"]
        assert said.startswith("Es ist drei")
        assert "sehr warm" not in said


async def test_a_word_of_listening_costs_no_second_request(tmp_path: Path) -> None:
    async with german(tmp_path) as (url, model, speech), Caller(url, assistant="ida") as call:
        model.will(says(SENTENCES[0]))
        speech.always["transcriptions"] = text("Wie spät ist es?")
        await call.first_audio(await call.say(recording()))
        speech.always["transcriptions"] = text("Mhm.")
        await call.say(recording(WORD_S), at_once=True)
        await call.wait_for(lambda one: one.type == "audio.complete")
        assert not [one for one in call.events if one.type == "response.interrupted"]
        assert len(model.requests) == 1
        assert [one["input"].strip() for one in speech.asked if "input" in one] == [SENTENCES[0].strip()]


async def noted(left: asyncio.Event, gone: "asyncio.Future[float]", call: Caller) -> None:
    await left.wait()
    gone.set_result(call.now())
