"""Drives a TurnEngine by hand: no loop, no clock, every outcome kept."""

from collections.abc import Callable
from typing import Any, TypeVar

from antiphon.domain.actions import ActionOutcome
from antiphon.domain.commands import Command, FlushPlayout, OpenUtterance, PausePlayout, StartReply
from antiphon.domain.events import ActionRequested, Event, StateChanged
from antiphon.domain.signals import (
    ActionResult,
    ClientConnected,
    ClientReady,
    PlayoutAudible,
    PlayoutFinished,
    PlayoutFlushed,
    PlayoutPaused,
    PlayoutStarted,
    ReplyDelta,
    ReplyFinished,
    ReplyToolCall,
    Signal,
    SpeechClear,
    SpeechStarted,
    SpeechStopped,
    TranscriptFinal,
    TranscriptPartial,
    VadHeartbeat,
)
from antiphon.domain.states import State
from antiphon.turns.core import EngineConfig, Outcome
from antiphon.turns.engine import TurnEngine
from antiphon.turns.policies import Policy
from support.values import with_values

T = TypeVar("T")


class Driver:
    """An engine and its past. Times are seconds; `at` moves only forward."""

    def __init__(self, **config: Any) -> None:
        # Most tests are about what follows an interruption; those about deciding on one name their policy.
        config.setdefault("policy", Policy(barge_in="immediate"))
        self.engine = TurnEngine(with_values(EngineConfig(), config))
        self.at = 0.0
        self.played_ms = 500
        self.heard: tuple[int, str] = (0, "")
        """What was heard of the reply when it is paused or flushed, in ms and in words. Nothing had sounded."""
        self.commands: list[Command] = []
        self.events: list[Event] = []

    # Telling it things

    def tell(self, signal: Signal, after: float = 0.0) -> Outcome:
        self.at += after
        return self._keep(self.engine.handle(signal, self.at))

    def wait(self, seconds: float) -> Outcome:
        self.at += seconds
        return self._keep(self.engine.wake(self.at))

    def _keep(self, outcome: Outcome) -> Outcome:
        self.commands += outcome.commands
        self.events += outcome.events
        for command in outcome.commands:
            if isinstance(command, PausePlayout):
                paused = PlayoutPaused(command.turn_id, self.played_ms, self.at + 0.05, self.heard[1])
                self._keep(self.engine.handle(paused, self.at))
            if isinstance(command, FlushPlayout):
                self._keep(self.engine.handle(PlayoutFlushed(command.turn_id, *self.heard, None), self.at))
        return outcome

    # Ways to a state

    def connect(self) -> "Driver":
        self.tell(ClientConnected())
        self.tell(ClientReady(), 0.1)
        return self

    def speak(self, seconds: float = 1.0) -> "Driver":
        """Speech until the VAD is sure of its end."""
        self.tell(SpeechStarted(self.at), 0.1)
        self.tell(SpeechClear(self.at - 0.1), 0.1)
        self.tell(SpeechStopped(self.at + seconds - 0.2), seconds)
        return self

    def understand(self, text: str, language: str | None = None) -> "Driver":
        utterance = self.last(OpenUtterance)
        self.tell(TranscriptFinal(utterance.turn_id, utterance.utterance_id, text, language=language), 0.1)
        return self

    def ask(self, text: str = "what time is it", language: str | None = None) -> "Driver":
        """A spoken turn, up to the brain being asked."""
        self.speak().wait(1.0)
        return self.understand(text, language)

    def call_action(self, **fields: Any) -> "Driver":
        call: dict[str, Any] = {"action_id": "go", "parameters": {}, "timeout_s": 5.0} | fields
        self.tell(ReplyToolCall(self.last(StartReply).turn_id, **call), 0.1)
        return self

    def settle(self, outcome: Any, **fields: Any) -> "Driver":
        self.tell(ActionResult(self.last(ActionRequested).invocation_id, outcome, **fields), 0.1)
        return self

    def suspect(self, *, clear: bool = True) -> "Driver":
        """Speech over the answer: begun now, and clear enough to interrupt 200 ms later."""
        self.tell(SpeechStarted(self.at), 0.1)
        if clear:
            self.tell(SpeechClear(self.at - 0.1), 0.1)
        return self

    def hear(self, text: str, after: float = 0.0) -> "Driver":
        """What the recogniser makes of the newest utterance so far."""
        utterance = self.last(OpenUtterance)
        self.tell(TranscriptPartial(utterance.turn_id, utterance.utterance_id, text), after)
        return self

    def answer(self, text: str = "It is noon.") -> "Driver":
        """The reply has begun to be heard."""
        turn_id = self.last(StartReply).turn_id
        self.tell(ReplyDelta(turn_id, text), 0.1)
        self.tell(ReplyFinished(turn_id, text))
        self.tell(PlayoutStarted(turn_id), 0.1)
        self.tell(PlayoutAudible(turn_id, self.at))
        return self

    # Looking at it

    @property
    def state(self) -> State:
        return self.engine.state

    def expect(self, state: State) -> None:
        """Fail unless it is in this state now: for those that are looked at more than once in one test.

        To mypy, an assertion on `state` would hold to the end of the test, whatever is told in between.
        """
        assert self.state is state, f"{self.state}: {self.path}"

    def all(self, kind: type[T], where: Callable[[T], bool] = lambda _: True) -> list[T]:
        return [item for item in [*self.commands, *self.events] if isinstance(item, kind) and where(item)]

    def last(self, kind: type[T]) -> T:
        return self.all(kind)[-1]

    def has(self, kind: type) -> bool:
        return bool(self.all(kind))

    @property
    def path(self) -> list[str]:
        """The states that it went through, with the trigger that led to each: `idle<server.ready`."""
        return [f"{change.state.value}<{change.trigger.value}" for change in self.all(StateChanged)]


OK = ActionOutcome("success", "done")


def ready(**config: object) -> Driver:
    """A session that is ready, with these fields of `EngineConfig`."""
    return Driver(**config).connect()


def speaking(**config: object) -> Driver:
    """A spoken question whose answer is being heard."""
    return ready(**config).ask().answer()


def invoking(**config: object) -> Driver:
    """A spoken order whose action the page carries out."""
    return ready(**config).ask("go to settings").call_action()


def over(call: Driver, words: str, heard: str) -> Driver:
    """Words over the reply, of which so much was heard; and then the silence that ends the turn."""
    call.heard = (500, heard)
    call.suspect()
    call.tell(SpeechStopped(call.at), 0.2)
    call.understand(words)
    if call.state is State.USER_SPEAKING:
        call.wait(2.0)
        call.understand("")
    call.wait(1.0)
    return call


def listening(**config: object) -> Driver:
    """A session in which the user has begun to speak."""
    call = Driver(**config).connect()
    call.tell(SpeechStarted(call.at), 0.1)
    return call


def sent(call: Driver, duration_ms: int = 900) -> str:
    """The last frame has been sent. The response's id."""
    reply = call.last(StartReply)
    call.tell(PlayoutFinished(reply.turn_id, duration_ms), 0.9)
    return reply.response_id


def silence(call: Driver, text: str) -> float:
    """How much silence ends a turn that has said `text`, in seconds."""
    last_voiced = call.at + 1.0
    call.tell(SpeechStopped(last_voiced), 1.2)
    call.hear(text, 0.05)
    deadline = call.engine.deadline()
    assert deadline is not None
    return deadline - last_voiced


def beating(seconds: float, call: Driver) -> Driver:
    """Let time go by in which the detector shows that it lives, five times a second."""
    for _ in range(round(seconds / 0.2)):
        call.tell(VadHeartbeat(), 0.2)
    return call
