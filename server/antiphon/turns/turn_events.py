"""Turn events: the conversation as the VoicePilot document tells it (ITE REQ-012), made of the engine's events.

Theory of operation. An engine tells what led to a transition before the transition itself. A turn event carries the
state that holds once the transition is taken, so what comes before one waits for it: first `state-changed`, then what
it was about. Before the session is ready nothing is told; when it has ended, it has come to rest (`idle`).
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.events import (
    Event,
    HealthChanged,
    Interrupted,
    PlayoutBoundary,
    PolicyUpdated,
    StateChanged,
    TranscriptDone,
    TurnEnded,
)
from antiphon.domain.states import FOUR_STATES, State
from antiphon.domain.texts import clipped
from antiphon.turns.floor import holder
from antiphon.turns.timeline import Historian, Role, Timeline, TurnDescriptor

ConversationState = Literal["idle", "listening", "thinking", "speaking", "recovering"]
TurnEventType = Literal[
    "state-changed", "turn-started", "turn-ended", "interruption", "policy-updated", "degraded", "recovered"
]

T = TypeVar("T")

ROLES: tuple[Role, ...] = ("user", "assistant")
RECENT = 32
"""Turns that are still told apart. What ends or is interrupted is never older than a few turns."""
COOLDOWN = "cooldown"
"""A reason of `HealthChanged` that is a notice to the user, and no fault."""
_STATES: Mapping[str, ConversationState] = {
    "idle": "idle",
    "listening": "listening",
    "thinking": "thinking",
    "speaking": "speaking",
}


@dataclass(frozen=True, slots=True)
class TurnEvent:
    """One event for whoever follows the conversation (the document's `TurnEvent`, ITE REQ-012).

    `state` holds when the event is told; `timestamp` is the engine's clock, in seconds. `diagnostics` are keyed in the
    document's spelling: `interruptionCount` (answers interrupted by voice within 60 s), `latencyMs` and perhaps
    `reasonCode` of an interruption; `previous` and `trigger` or `reason` of a change of state; `reason` and `guidance`
    (a sentence for a person) of a degraded session; the whole `policy`; `reason` of a user turn's end. No text of any
    turn is in them (ITE SEC-001).
    """

    type: TurnEventType
    state: ConversationState
    timestamp: float
    turn: TurnDescriptor | None = None
    diagnostics: Mapping[str, Any] | None = None


class Listeners(Generic[T]):
    """The Observer pattern (ITE PAT-001): each is told of everything, in the order of their coming."""

    def __init__(self) -> None:
        self._listeners: dict[object, Callable[[T], None]] = {}

    def add(self, listener: Callable[[T], None]) -> Callable[[], None]:
        """Returns what ends it; that may be called twice, and from within a listener.

        Raises `AntiphonError` `protocol.invalid_message` for what cannot be called.
        """
        if not callable(listener):
            message = f"listener is {clipped(listener)}; it must be a function of one argument."
            raise AntiphonError(ErrorCode.INVALID_MESSAGE, message)
        key = object()
        self._listeners[key] = listener
        return lambda: self.remove(key)

    def remove(self, key: object) -> None:
        self._listeners.pop(key, None)

    def clear(self) -> None:
        self._listeners.clear()

    def notify(self, item: T) -> None:
        """Call all listeners; what one of them raises comes out when all have been told."""
        with ExitStack() as calls:
            for key in reversed(list(self._listeners)):
                calls.callback(self._call, key, item)

    def _call(self, key: object, item: T) -> None:
        listener = self._listeners.get(key)
        if listener is not None:
            listener(item)


class TurnEvents:
    """Translates one engine's events. Tell it all of them, in their order; it needs nothing else."""

    def __init__(self, policy_profile: str = "default") -> None:
        self._profile = policy_profile
        self._timeline = Timeline(RECENT)
        self._historian = Historian(self._timeline)
        self._vip = State.NOT_CONNECTED
        self._ready = False
        self._degraded: str | None = None
        self._told: ConversationState | None = None
        self._cause: dict[str, Any] = {}
        self._waiting: list[tuple[TurnEventType, TurnDescriptor | None, Mapping[str, Any] | None]] = []

    @property
    def state(self) -> ConversationState:
        """`recovering` while degraded, else the projection of the session's state; `idle` outside of a session."""
        return "recovering" if self._degraded is not None else _STATES[FOUR_STATES.get(self._vip, "idle")]

    @property
    def active_turn(self) -> TurnDescriptor | None:
        """The open turn of whoever holds the floor; None between turns (ITE REQ-006)."""
        role = {"user": "user", "system": "assistant"}.get(holder(self._vip) or "")
        open_turns = (turn for turn in reversed(self._timeline.turns()) if turn.ended_at is None)
        return next((turn for turn in open_turns if turn.role == role), None)

    def translate(self, events: Iterable[Event], now: float) -> list[TurnEvent]:
        """The turn events of one `Outcome`, in order. `now` is the engine's clock, in seconds."""
        told: list[TurnEvent] = []
        for event in events:
            self._observe(event, now)
            if isinstance(event, StateChanged | HealthChanged):
                told += self._settle(now)
        return told + self._settle(now)

    def _observe(self, event: Event, now: float) -> None:
        turn_id = getattr(event, "turn_id", None)
        if turn_id is not None:
            self._follow(turn_id, event, now)
        match event:
            case StateChanged():
                self._move(event, now)
            case HealthChanged():
                self._health(event)
            case PolicyUpdated(policy):
                self._profile = str(policy.get("profile", self._profile))
                self._waiting.append(("policy-updated", None, {"policy": dict(policy)}))

    def _settle(self, now: float) -> list[TurnEvent]:
        waiting, self._waiting = self._waiting, []
        cause, self._cause = self._cause, {}
        if not self._ready:
            return []
        told: list[TurnEvent] = []
        state = self.state
        if state != self._told:
            previous = {"previous": self._told} if self._told else {}
            told.append(TurnEvent("state-changed", state, now, self.active_turn, previous | cause))
            self._told = state
        return told + [TurnEvent(kind, state, now, turn, diagnostics) for kind, turn, diagnostics in waiting]

    def _move(self, event: StateChanged, now: float) -> None:
        self._vip = event.state
        self._cause = {"trigger": event.trigger.value}
        self._ready = self._ready or event.state is State.IDLE
        if event.state is State.NOT_CONNECTED:
            self._degraded = None
            for turn in self._timeline.turns():
                ended = self._timeline.end(turn.turn_id, turn.role, now, "cancelled")
                if ended is not None:
                    self._waiting.append(("turn-ended", ended, None))

    def _health(self, event: HealthChanged) -> None:
        if event.reason == COOLDOWN:
            return
        before, self._degraded = self._degraded, (event.reason or "unknown") if event.degraded else None
        if self._degraded == before:
            return
        details = {"reason": event.reason or before, "guidance": event.guidance}
        diagnostics = {key: value for key, value in details.items() if value is not None}
        self._cause = {"reason": details["reason"]}
        self._waiting.append(("degraded" if event.degraded else "recovered", None, diagnostics))

    def _follow(self, turn_id: str, event: Event, now: float) -> None:
        """Keep the turns that the event is about, and tell of each what has become different."""
        before = {role: self._timeline.find(turn_id, role) for role in ROLES}
        wordless = isinstance(event, Interrupted) and not any(before.values())
        if wordless or isinstance(event, PlayoutBoundary):
            # A turn that was granted and interrupted before its first word, or that plays before its words are told.
            self._timeline.begin(turn_id, "assistant", now, self._profile)
        self._historian.observe(event, now, self._profile)
        if isinstance(event, TranscriptDone) and before["user"] is None:
            # What was typed is over when it begins: nobody tells its end.
            self._timeline.end(turn_id, "user", now, "complete")
        for role in ROLES:
            turn = self._timeline.find(turn_id, role)
            if turn is not None and turn != before[role]:
                self._compare(before[role], turn, event)

    def _compare(self, before: TurnDescriptor | None, turn: TurnDescriptor, event: Event) -> None:
        if before is None:
            before = TurnDescriptor(turn.turn_id, turn.role, turn.started_at, turn.policy_profile)
            self._waiting.append(("turn-started", before, None))
        if isinstance(event, Interrupted):
            self._waiting.append(("interruption", turn, _interruption(event)))
        if turn.ended_at is not None and before.ended_at is None:
            diagnostics = {"reason": event.reason} if isinstance(event, TurnEnded) else None
            self._waiting.append(("turn-ended", turn, diagnostics))


def _interruption(event: Interrupted) -> dict[str, Any]:
    diagnostics: dict[str, Any] = {"interruptionCount": event.count, "latencyMs": event.latency_ms}
    if event.reason is not None:
        diagnostics["reasonCode"] = event.reason
    return diagnostics
