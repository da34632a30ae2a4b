"""Records of a barge-in: the speech over an answer, who takes the floor, and the answer that gives way."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from antiphon.domain.states import InterruptionType, Source, TurnStart
from antiphon.turns.machine import Machine


class BargeInState(StrEnum):
    NONE = "none"
    TENTATIVE = "tentative"
    """The answer is paused; somebody speaks, who may or may not mean to interrupt."""
    TENTATIVE_OVER = "tentative, speech over"
    """It is paused until the last words are known."""
    RESUMED = "resumed"
    """The answer goes on; the speech does too, and may still be confirmed."""
    RESUMED_OVER = "resumed, speech over"


@dataclass(slots=True)
class Tentative:
    """A tentative barge-in: speech during playback that may or may not be meant (BARGE-CONFIRM)."""

    utterance_id: str
    onset: float
    paused_played_ms: int = 0
    silent_at: float | None = None
    """When the last audible packet left, while the playout waits for it."""
    verdict: str = ""
    """The newest text of it; empty while the recogniser has said nothing."""


@dataclass(slots=True)
class BargeIn(Machine):
    """Speech over an answer that may or may not be meant to interrupt it."""

    state: BargeInState = BargeInState.NONE
    tentative: Tentative | None = None

    @property
    def paused(self) -> bool:
        """True while the playout waits for it."""
        return self.state in (BargeInState.TENTATIVE, BargeInState.TENTATIVE_OVER)

    @property
    def listened_to(self) -> str | None:
        """The utterance that the recogniser still listens to; None where the speech is over, or there is none."""
        over = self.state in (BargeInState.TENTATIVE_OVER, BargeInState.RESUMED_OVER)
        return None if self.tentative is None or over else self.tentative.utterance_id

    def hears(self, utterance_id: str) -> bool:
        """Tell whether an utterance is that of the tentative barge-in."""
        return self.tentative is not None and self.tentative.utterance_id == utterance_id


@dataclass(slots=True)
class HeldSpeech:
    """Speech of the user while it could not be answered; it becomes a turn at the next idle (ITE AC-003)."""

    turn_id: str
    utterance_id: str
    onset: float
    last_voiced: float | None = None
    over_answer: bool = False


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
class Flush:
    """An interruption whose last audible packet is not known yet."""

    response_id: str | None
    claim: Claim
    silent_at: float | None = None
    """When the last audible packet left, where the playout had been paused before it was flushed."""
    count: int = 0
