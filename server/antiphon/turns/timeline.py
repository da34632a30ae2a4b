"""The timeline: a bounded history of turns, with what was heard of each answer (V7-BARGE, ITE GUD-003)."""

from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Any, Literal

from antiphon.domain.events import (
    Event,
    HeardCorrected,
    Interrupted,
    PlayoutBoundary,
    ReplyDone,
    ReplyText,
    StateChanged,
    TranscriptDone,
    TurnEnded,
    TurnStarted,
)
from antiphon.domain.states import InterruptionType, Source, State, Trigger

Role = Literal["user", "assistant"]
Status = Literal["open", "complete", "incomplete", "cancelled", "failed"]

BOUND = 200
"""Turns that are remembered; the oldest is forgotten first."""


@dataclass(frozen=True, slots=True)
class InterruptionInfo:
    """The record of a turn that was cut short (the document's `InterruptionInfo`). Times are seconds of the engine."""

    type: InterruptionType
    source: Source
    detected_at: float
    latency_ms: int
    reason: str | None = None
    played_ms: int = 0


@dataclass(frozen=True, slots=True)
class TurnDescriptor:
    """One turn of one party (the document's `TurnDescriptor`). Times are the engine's clock, in seconds."""

    turn_id: str
    role: Role
    started_at: float
    policy_profile: str
    ended_at: float | None = None
    status: Status = "open"
    text: str = ""
    heard_text: str | None = None
    interruption: InterruptionInfo | None = None


class Timeline:
    """Turns in the order in which they began."""

    def __init__(self, bound: int = BOUND) -> None:
        self._bound = bound
        self._turns: OrderedDict[tuple[str, Role], TurnDescriptor] = OrderedDict()

    def turns(self) -> list[TurnDescriptor]:
        return list(self._turns.values())

    def find(self, turn_id: str, role: Role) -> TurnDescriptor | None:
        return self._turns.get((turn_id, role))

    def begin(self, turn_id: str, role: Role, now: float, policy_profile: str) -> TurnDescriptor:
        """A turn begins; one that is known already goes on."""
        key = (turn_id, role)
        if key not in self._turns:
            self._turns[key] = TurnDescriptor(turn_id, role, now, policy_profile)
            if len(self._turns) > self._bound:
                self._turns.popitem(last=False)
        return self._turns[key]

    def update(self, turn_id: str, role: Role, **changes: Any) -> TurnDescriptor | None:
        """Change what is known of a turn; a turn that is forgotten stays so."""
        key = (turn_id, role)
        turn = self._turns.get(key)
        if turn is None:
            return None
        self._turns[key] = turn = replace(turn, **changes)
        return turn

    def end(self, turn_id: str, role: Role, now: float, status: Status, **changes: Any) -> TurnDescriptor | None:
        """A turn ends, once; how it ended first counts."""
        turn = self._turns.get((turn_id, role))
        if turn is None or turn.ended_at is not None:
            return None
        return self.update(turn_id, role, ended_at=now, status=status, **changes)


class Historian:
    """Keeps a timeline by what everyone may know: the engine's events, in their order."""

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        self._responses: dict[str, str] = {}
        """The newest response of each assistant turn: a turn may have several (row 21)."""
        self._before: dict[str, tuple[str, str]] = {}
        """What the earlier responses of a turn said, and what was heard of them."""

    def observe(self, event: Event, now: float, policy_profile: str) -> None:
        timeline = self._timeline
        match event:
            case TurnStarted():
                timeline.begin(event.turn_id, "user", now, policy_profile)
            case TranscriptDone():
                typed = timeline.find(event.turn_id, "user") is None
                turn = timeline.begin(event.turn_id, "user", now, policy_profile)
                timeline.update(event.turn_id, "user", text=" ".join(filter(None, (turn.text, event.text))))
                if typed:
                    # What was typed is over when it begins: nobody tells its end.
                    timeline.end(event.turn_id, "user", now, "complete")
            case PlayoutBoundary(kind="start"):
                self._respond(event.turn_id, event.response_id, now, policy_profile)
            case TurnEnded():
                gone = "cancel" in (event.kind, event.outcome)
                timeline.end(event.turn_id, "user", now, "cancelled" if gone else "complete")
            case ReplyText():
                turn = self._respond(event.turn_id, event.response_id, now, policy_profile)
                fresh = turn.text == self._earlier(event.turn_id)[0]
                joined = _joined(turn.text, event.text) if fresh else turn.text + event.text
                timeline.update(event.turn_id, "assistant", text=joined)
            case ReplyDone():
                self._respond(event.turn_id, event.response_id, now, policy_profile)
                said, _ = self._earlier(event.turn_id)
                timeline.update(event.turn_id, "assistant", text=_joined(said, event.text))
            case PlayoutBoundary(kind="complete"):
                played = timeline.find(event.turn_id, "assistant")
                said, heard = self._earlier(event.turn_id)
                last = event.heard_text
                if last is None and played:
                    last = played.text[len(said) :].strip()
                heard_text = _joined(heard, last) if last is not None else None
                timeline.end(event.turn_id, "assistant", now, "complete", heard_text=heard_text)
            case Interrupted():
                self._interrupted(event, now)
            case HeardCorrected():
                self._corrected(event)
            case StateChanged(state=State.NOT_CONNECTED):
                for turn in timeline.turns():
                    timeline.end(turn.turn_id, turn.role, now, "cancelled")
            case StateChanged(previous=State.AI_THINKING | State.AI_SPEAKING | State.INVOKE_ACTION):
                if event.turn_id is not None and event.state in (State.IDLE, State.NOT_CONNECTED):
                    status: Status = "failed" if event.trigger is Trigger.RESPONSE_FAILED else "complete"
                    # Where audio was heard, its end has been told before; this ends a turn that was not spoken.
                    timeline.end(event.turn_id, "assistant", now, status)
                    timeline.end(event.turn_id, "user", now, "complete")

    def _respond(self, turn_id: str, response_id: str, now: float, policy_profile: str) -> TurnDescriptor:
        """The assistant's turn of this response; another response to the same turn opens it again."""
        turn = self._timeline.begin(turn_id, "assistant", now, policy_profile)
        known = self._responses.get(turn_id)
        if known is not None and known != response_id:
            self._before[turn_id] = (turn.text, turn.heard_text or "")
            turn = self._timeline.update(turn_id, "assistant", ended_at=None, status="open") or turn
        self._responses[turn_id] = response_id
        if len(self._responses) > BOUND:
            del self._responses[next(iter(self._responses))]
        if len(self._before) > BOUND:
            del self._before[next(iter(self._before))]
        return turn

    def _earlier(self, turn_id: str) -> tuple[str, str]:
        return self._before.get(turn_id, ("", ""))

    def _interrupted(self, event: Interrupted, now: float) -> None:
        cancelled = event.type is InterruptionType.MANUAL_STOP
        info = InterruptionInfo(event.type, event.source, now, event.latency_ms, event.reason, event.played_ms)
        role: Role = "assistant"
        # A turn that is interrupted before it is answered is the user's own: its words are carried on.
        if self._timeline.find(event.turn_id, "assistant") is None:
            role = "user"
        self._timeline.update(event.turn_id, role, interruption=info)
        if role == "assistant":
            status: Status = "cancelled" if cancelled else "incomplete"
            known = self._timeline.find(event.turn_id, role)
            if known is not None and known.status in ("open", "complete"):
                heard = _joined(self._earlier(event.turn_id)[1], event.heard_text)
                self._timeline.update(event.turn_id, role, ended_at=now, status=status, heard_text=heard)

    def _corrected(self, event: HeardCorrected) -> None:
        """Only of the newest response of its turn: what was heard of an earlier one is joined to it already."""
        turn = self._timeline.find(event.turn_id, "assistant")
        if turn is None or turn.interruption is None or self._responses.get(event.turn_id) != event.response_id:
            return
        heard = _joined(self._earlier(event.turn_id)[1], event.heard_text)
        cut = replace(turn.interruption, played_ms=event.played_ms)
        self._timeline.update(event.turn_id, "assistant", heard_text=heard, interruption=cut)


def _joined(one: str, other: str) -> str:
    return " ".join(filter(None, (one, other)))
