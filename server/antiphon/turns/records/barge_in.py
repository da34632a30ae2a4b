"""Records of a barge-in: the speech over an answer, who takes the floor, and the answer that gives way."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from antiphon.domain.states import InterruptionType, Source, TurnStart
from antiphon.turns.config import COOLDOWN_WINDOW_S
from antiphon.turns.machine import Machine
from antiphon.turns.records.reply import Reply

CORRECTABLE = 8
"""Interrupted answers of which the client may still say how much it had played."""


class BargeInState(StrEnum):
    NONE = "none"
    TENTATIVE = "tentative"
    """The answer is paused; somebody speaks, who may or may not mean to interrupt."""
    TENTATIVE_OVER = "tentative, speech over"
    """It is paused until the last words are known."""
    RESUMED = "resumed"
    """The answer goes on; the speech does too, and may still be confirmed."""
    RESUMED_OVER = "resumed, speech over"
    FLUSHING = "flushing"
    """It was meant: the answer is stopped, and its last audible packet is not known yet."""
    OVER = "over"
    """It has been told what was heard of the answer."""


@dataclass(slots=True)
class Tentative:
    """A tentative barge-in: speech during playback that may or may not be meant (BARGE-CONFIRM)."""

    utterance_id: str
    onset: float
    paused_played_ms: int = 0
    silent_at: float | None = None
    """When the last audible packet left, while the playout waits for it."""
    text: str = ""
    """The newest text of it; empty while the recogniser has said nothing."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim to the assistant's floor: who takes it, and how."""

    source: Source
    onset: float
    start: TurnStart = TurnStart.VAD
    held: bool = False
    kind: InterruptionType = InterruptionType.BARGE_IN
    reason: str | None = None


@dataclass(slots=True)
class BargeIn(Machine):
    """Speech over an answer that may or may not be meant to interrupt it, or a key; then the end of that answer.

    The present one is `core.barge_in`. As soon as one stops an answer the next is there, and this waits for the flush
    of its playout (`Interruptions.flushing`).
    """

    state: BargeInState = BargeInState.NONE
    tentative: Tentative | None = None
    claim: Claim | None = None
    """Who has taken the floor, once somebody has."""
    response_id: str | None = None
    """The response that was stopped, if it had been ordered."""
    count: int = 0
    """How many answers were interrupted by voice within the last minute, this one included."""

    @property
    def paused(self) -> bool:
        """True while the playout waits for it."""
        return self.state in (BargeInState.TENTATIVE, BargeInState.TENTATIVE_OVER)

    @property
    def listened_to(self) -> str | None:
        """The utterance that the recogniser still listens to; None where the speech is over, or there is none."""
        over = self.state in (BargeInState.TENTATIVE_OVER, BargeInState.RESUMED_OVER)
        return None if self.tentative is None or over else self.tentative.utterance_id

    @property
    def silent_at(self) -> float | None:
        """The time at which the last audible packet left; None where the playout was not paused before the flush."""
        return self.tentative.silent_at if self.tentative is not None else None

    def hears(self, utterance_id: str) -> bool:
        """Tell whether an utterance is that of the tentative barge-in."""
        return self.tentative is not None and self.tentative.utterance_id == utterance_id

    def stops(self, response_id: str | None, claim: Claim, count: int) -> None:
        """It takes the floor from this response."""
        self.response_id, self.claim, self.count = response_id, claim, count


@dataclass(slots=True)
class Interruptions:
    """The answers that were interrupted lately."""

    flushing: dict[str, BargeIn] = field(default_factory=dict)
    """By the turn of the answer that they have stopped, barge-ins that wait for the end of its sound."""
    at: list[float] = field(default_factory=list)
    """When answers were interrupted by voice, within the last minute."""
    correctable: dict[str, str] = field(default_factory=dict)
    """The response of each turn, of those whose client may still say what was heard."""
    cut: dict[str, str] = field(default_factory=dict)
    """The response of each turn whose sound a failure has ended, until it is known how much of it was sent."""

    def is_cut(self, reply: Reply) -> None:
        """A failure ends its sound."""
        self.cut[reply.turn_id] = reply.response_id

    def awaits_flush(self, turn_id: str, barge_in: BargeIn) -> None:
        """This answer is stopped; how much of it was heard is told later."""
        self.flushing[turn_id] = barge_in

    def recent(self, now: float) -> int:
        """Return how many answers were interrupted by voice within the last minute."""
        return sum(at > now - COOLDOWN_WINDOW_S for at in self.at)

    def counts(self, now: float, *, another: bool) -> int:
        """Forget what is older than a minute, add one if there is `another`, and return how many are left."""
        self.at = [at for at in self.at if at > now - COOLDOWN_WINDOW_S]
        if another:
            self.at.append(now)
        return len(self.at)

    def remember(self, turn_id: str, response_id: str) -> None:
        """This response was interrupted; an older one of the same turn is no longer spoken of."""
        self.correctable.pop(turn_id, None)
        self.correctable[turn_id] = response_id
        if len(self.correctable) > CORRECTABLE:
            del self.correctable[next(iter(self.correctable))]

    def ends_flush(self, turn_id: str) -> BargeIn | None:
        """Return the barge-in that has stopped this turn's answer, which it awaits no more; None where none has."""
        return self.flushing.pop(turn_id, None)

    def ends_cut(self, turn_id: str) -> str | None:
        """Return the response of this turn whose sound a failure has ended; once."""
        return self.cut.pop(turn_id, None)

    def forget(self) -> None:
        """The session is over: nobody is told any more."""
        self.flushing.clear()


@dataclass(slots=True)
class HeldSpeech:
    """Speech of the user while it could not be answered; it becomes a turn at the next idle (ITE AC-003)."""

    turn_id: str
    utterance_id: str
    onset: float
    last_voiced: float | None = None
    over_answer: bool = False
