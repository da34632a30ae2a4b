"""Records of a barge-in: the speech over an answer, who takes the floor, and the answer that gives way."""

from __future__ import annotations

from dataclasses import dataclass

from antiphon.domain.states import InterruptionType, Source, TurnStart


@dataclass(slots=True)
class Tentative:
    """A tentative barge-in: speech during playback that may or may not be meant (BARGE-CONFIRM)."""

    utterance_id: str
    onset: float
    paused: bool = True
    """The playout waits for it."""
    over: bool = False
    """The speech is over; its last words have been asked for."""
    paused_played_ms: int = 0
    silent_at: float | None = None
    verdict: str = ""
    """The newest text of it; empty while the recogniser has said nothing."""


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
