"""The speech that the deciding detector hears now, whether it belongs to a turn, and the times that tell more of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from antiphon.turns.config import STILL_SPEAKING_S
from antiphon.turns.records import HeldSpeech
from antiphon.turns.timers import TurnTimer

if TYPE_CHECKING:
    from antiphon.turns.core import Core

AUDIO_GONE_S = (0.4, 2.0)
"""Bounds of the wait after audio stopped arriving in mid-word."""


@dataclass(slots=True)
class Speech:
    """The speech that is on. It is claimed by the turn that it is part of; else it waits for who deals with it."""

    on: bool = False
    onset: float = 0.0
    unclaimed_since: float | None = None
    """Onset of speech that goes on and belongs to no turn yet."""
    clear: bool = False
    """Whether that speech is long and clear enough to interrupt."""
    confirmed: bool = False
    """The present speech needs no confirming: its detector did that."""
    probability: float | None = None
    """How sure the detector was when it told of speech last."""
    held: HeldSpeech | None = None
    """What was said while it could not be taken."""

    def begins(self, onset: float, confirmed: bool, probability: float | None) -> None:
        self.on, self.onset, self.confirmed, self.probability = True, onset, confirmed, probability

    def belongs_to_nobody(self, since: float, *, clear: bool = False) -> None:
        self.unclaimed_since, self.clear = since, clear

    def becomes_clear(self) -> None:
        self.clear = True

    def still_on(self) -> None:
        """It has gone on for long enough to be meant, if it is still on."""
        self.clear = self.on and self.unclaimed_since is not None

    def claim(self) -> None:
        """It belongs to a turn, or nobody wants it."""
        self.unclaimed_since, self.clear = None, False

    def drop(self) -> None:
        """Nobody is there to be heard."""
        self.unclaimed_since = None

    def ends(self) -> None:
        self.on = False
        self.claim()

    def hold(self, held: HeldSpeech) -> None:
        """It cannot be taken now, and is kept for the next idle."""
        self.held = held

    def take_up(self) -> HeldSpeech | None:
        """Return what is held, which is held no longer."""
        held, self.held = self.held, None
        return held

    def is_forgotten(self) -> None:
        """Its end may have been missed."""
        self.on = False

    def stops(self, probability: float | None) -> None:
        self.probability = probability


def watch_audio(core: Core) -> None:
    """While audio arrives in mid-word, the VAD tells when the speech ends; when it stops arriving, the clock does."""
    if core.speech.on and core.health.heartbeats:
        core.clock.set(TurnTimer.AUDIO_GONE, audio_gone_s(core))
    else:
        core.clock.clear(TurnTimer.AUDIO_GONE)


def audio_gone_s(core: Core) -> float:
    low, high = AUDIO_GONE_S
    return min(max(core.policy.end_of_turn_ms / 1000, low), high)


def watch_length(core: Core) -> None:
    """Speech that goes on for `STILL_SPEAKING_S` is meant, however it began (`Speech.still_on`)."""
    core.clock.set(TurnTimer.STILL_SPEAKING, STILL_SPEAKING_S)


def is_watched(core: Core) -> bool:
    """Tell whether that time runs already."""
    return TurnTimer.STILL_SPEAKING in core.clock.timers


def ends(core: Core) -> None:
    """It is over, and nothing of it is waited for."""
    core.speech.ends()
    core.clock.clear(TurnTimer.AUDIO_GONE)
    core.clock.clear(TurnTimer.STILL_SPEAKING)
