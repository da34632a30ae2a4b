"""A voice, recogniser, detector or tool that raises what it must not costs its turn at most, and the call goes on."""

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from structlog.testing import capture_logs

from antiphon import assistant_registry, plugins
from antiphon.domain.actions import Action, ActionCall
from antiphon.domain.audio import AudioChunk, Pcm
from antiphon.domain.conversation import ActionTaken, BrainCall, BrainRequest, BrainText, Transcript
from antiphon.session.parts import ServerTool
from antiphon.testing import virtual_time
from support.faulty_providers import (
    FINE,
    FIRST,
    Faulty,
    House,
    failures,
    goes_on,
    is_heard_of,
    is_no_iterator,
    leaves_the_process,
    raises_at_once,
    raises_when_it_is_called,
    yields_nothing_at_all,
)
from support.scene import NAVIGATE, scene, timeless
from support.ws import house, put


class Voice(House):
    """A voice with this fault, for the clause that is not the one that is fine."""

    def __init__(self, fault: Callable[[], Any]) -> None:
        self._fault = fault

    def speak(self, text: str, language: str) -> Any:
        return self._fine() if text.strip() == FINE else self._fault()

    async def _fine(self) -> AsyncIterator[AudioChunk]:
        await virtual_time.advance(0.2)
        yield AudioChunk(np.full(16_000, 8000, np.int16), 16_000)

    def new_reply(self) -> None:
        raise ValueError("a fault of theirs")

    @property
    def idle(self) -> bool:
        return True

    async def outage(self) -> None:
        raise ValueError("a fault of theirs")


async def speaks_no_samples() -> AsyncIterator[Any]:
    yield AudioChunk(b"\0\0", 16_000)  # type: ignore[arg-type]


async def speaks_at_no_rate() -> AsyncIterator[Any]:
    yield AudioChunk(np.zeros(160, np.int16), 0)


async def speaks_bytes() -> AsyncIterator[Any]:
    yield b"\0\0"


VOICE_FAULTS = [raises_at_once, leaves_the_process, is_no_iterator, raises_when_it_is_called, speaks_no_samples]
VOICE_FAULTS += [speaks_at_no_rate, speaks_bytes, yields_nothing_at_all]


async def says_first() -> AsyncIterator[Any]:
    yield BrainText(FIRST)


@pytest.mark.parametrize("think_ahead", [False, True])
@pytest.mark.parametrize("fault", VOICE_FAULTS)
@timeless
async def test_a_voice_that_breaks_costs_the_sound_of_its_turn(
    tmp_path: Path, fault: Callable[[], Any], think_ahead: bool
) -> None:
    given: dict[str, Any] = {"texts": ["hello"], "think_ahead": think_ahead, "parts": {"tts": Voice(fault)}}
    with capture_logs() as logs:
        async with scene(tmp_path, brain=Faulty(says_first), **given) as caller:
            caller.say(1.0)
            await is_heard_of(caller, "tts.failed")
            assert caller.of("response.done")[0]["text"].strip() == FIRST.strip()
            await goes_on(caller)
    assert {told["provider"] for told in failures(logs)} == {"voice", "provider"}


class Recogniser(House):
    """A recogniser that breaks in this method of its utterances, in its first two; then it hears `again`."""

    def __init__(self, breaks: str) -> None:
        self.breaks = breaks

    def open(self, language: str) -> Any:
        self._maybe("open")
        return self

    def feed(self, pcm: Pcm) -> None:
        self._maybe("feed")

    async def partial(self) -> str:
        self._maybe("partial")
        return 42 if self.breaks == "no partial" else ""  # type: ignore[return-value]

    async def finish(self) -> Any:
        self._maybe("finish")
        return {"no transcript": "hello", "no text": Transcript(None)}.get(self.breaks, Transcript("again"))  # type: ignore[arg-type]

    def cancel(self) -> None:
        if self.breaks:
            raise ValueError("a fault of theirs")

    def _maybe(self, what: str) -> None:
        if self.breaks == what:
            raise ValueError("a fault of theirs")


@pytest.mark.parametrize("think_ahead", [False, True])
@pytest.mark.parametrize("breaks", ["open", "feed", "finish", "no transcript", "no text"])
@timeless
async def test_a_recogniser_that_breaks_costs_its_turn(tmp_path: Path, breaks: str, think_ahead: bool) -> None:
    recogniser = Recogniser(breaks)
    with capture_logs() as logs:
        async with scene(tmp_path, brain=Faulty(says_first), recogniser=recogniser, think_ahead=think_ahead) as caller:
            caller.say(1.0)
            await is_heard_of(caller, "stt.failed", "error.recognition")
            recogniser.breaks = ""
            caller.say(1.0)
            await caller.until(lambda _: any(done["text"] == FINE for done in caller.of("response.done")))
            await goes_on(caller)
    assert {(told["provider"], told["session_id"]) for told in failures(logs)} == {("recogniser", "sess_1")}


@pytest.mark.parametrize("breaks", ["partial", "no partial"])
@timeless
async def test_a_recogniser_that_breaks_at_a_look_in_between_costs_nothing(tmp_path: Path, breaks: str) -> None:
    brain = Faulty(says_first)
    async with scene(tmp_path, brain=brain, recogniser=Recogniser(breaks), think_ahead=True) as caller:
        caller.say(1.0)
        await caller.until(lambda _: any(done["text"] == FINE for done in caller.of("response.done")))
        assert caller.of("error") == caller.of("error.fatal") == []


class Detector:
    """A detector that breaks, or has no verdict, at every frame that is loud, until it is mended."""

    def __init__(self, verdict: Any) -> None:
        self.broken = True
        self._verdict = verdict
        self._sound = plugins.load("vad", "energy").create(None)

    def probability(self, pcm: Pcm) -> Any:
        if self.broken and isinstance(self._verdict, Exception):
            raise self._verdict
        return self._verdict if self.broken else self._sound.probability(pcm)

    def reset(self) -> None: ...


@pytest.mark.parametrize("verdict", [ValueError("a fault of theirs"), None, "loud", [0.1, 0.9]])
@timeless
async def test_a_detector_that_breaks_is_told_of_and_ends_no_call(tmp_path: Path, verdict: Any) -> None:
    detector = Detector(verdict)
    with capture_logs() as logs:
        async with scene(tmp_path, texts=["again"], brain=Faulty(says_first), parts={"vad": detector}) as caller:
            caller.say(1.0)
            await caller.until(lambda _: any(told["reason"] == "vad" for told in caller.of("session.health")))
            detector.broken = False
            await caller.wait(2.0)
            caller.say(1.0)
            await caller.until(lambda _: any(done["text"] == FINE for done in caller.of("response.done")))
            assert caller.of("error.fatal") == []
    assert [(told["provider"], told["session_id"]) for told in failures(logs)] == [("vad", "sess_1")]


class Tool(House):
    """A tool that breaks, or returns what JSON has no word for."""

    def __init__(self, output: Any) -> None:
        self._output = output

    async def run(self, name: str, arguments: Mapping[str, Any], session_id: str) -> Any:
        if isinstance(self._output, BaseException):
            raise self._output
        return self._output


async def asks_the_tool() -> AsyncIterator[Any]:
    yield BrainCall(ActionCall("weather", {}))


class Asks(Faulty):
    def reply(self, request: BrainRequest) -> Any:
        last = request.items[-1]
        if isinstance(last, ActionTaken):
            self.outcome = last.outcome
            return self._fine()
        return super().reply(request)


@pytest.mark.parametrize(
    "output", [ValueError("a fault of theirs"), SystemExit(3), object(), {"at": {1, 2}}, float("nan")]
)
@timeless
async def test_a_tool_that_breaks_fails_and_the_brain_is_told(tmp_path: Path, output: Any) -> None:
    tool = ServerTool(Action("weather", "Tell the weather", {"type": "object"}), Tool(output))
    brain = Asks(asks_the_tool)
    with capture_logs() as logs:
        async with scene(tmp_path, brain=brain, parts={"tools": {"weather": tool}}) as caller:
            caller.send("input.text", {"text": "hello"})
            await caller.state("idle", "audio.complete")
            await goes_on(caller)
    assert (brain.outcome.status, brain.outcome.error_code) == ("error", "action.failed")
    assert "theirs" not in str(brain.outcome.error_message)
    assert [told["provider"] for told in failures(logs)] == ["tool"]


class Hints(Faulty):
    async def phrases(self, actions: Mapping[str, Action]) -> Any:
        raise ValueError("a fault of theirs")


class Biased(Recogniser):
    def expect(self, phrases: Sequence[str]) -> None:
        raise ValueError("a fault of theirs")


class Hinting(Faulty):
    async def phrases(self, actions: Mapping[str, Action]) -> Any:
        return ["open the cart"]


@pytest.mark.parametrize("brain", [Hints(says_first), Hinting(says_first)])
@timeless
async def test_phrases_that_cannot_be_told_cost_the_utterance_nothing(tmp_path: Path, brain: Faulty) -> None:
    async with scene(tmp_path, brain=brain, recogniser=Biased(""), actions={"navigate": NAVIGATE}) as caller:
        caller.say(1.0)
        await caller.until(lambda _: any(done["text"] == FINE for done in caller.of("response.done")))
        assert caller.of("error") == caller.of("error.fatal") == []


class Unable(House):
    """A provider that has nothing for a session, and cannot be closed."""

    def for_session(self) -> Any:
        raise ValueError("a fault of theirs")

    async def close(self) -> None:
        raise ValueError("a fault of theirs")


@pytest.mark.parametrize(("kind", "code"), [("brain", "brain.failed"), ("stt", "stt.failed"), ("tts", "tts.failed")])
@timeless
async def test_a_provider_that_has_nothing_for_a_session_is_told_and_the_connection_may_try_again(
    tmp_path: Path, kind: str, code: str
) -> None:
    async with house(tmp_path) as home:
        demo = home.server.registry.find("demo")
        put(home.server, **{kind: Unable()})
        client = home.connect()
        client.start()
        assert (await client.event("error"))["code"] == code
        assert demo is not None
        home.server.registry.put(demo)
        await client.started()


async def test_a_provider_that_cannot_be_closed_keeps_nobody_from_the_end() -> None:
    with capture_logs() as logs:
        await assistant_registry.close_provider(Unable())
    assert [entry["event"] for entry in logs] == ["provider not closed"]
