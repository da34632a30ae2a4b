"""The cooldown: after three interruptions within 60 s, the first 2 s of an answer are safe from voice (ITE AC-007)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antiphon.turns import health, held_speech
from antiphon.turns.config import COOLDOWN_COUNT, COOLDOWN_S
from antiphon.turns.records import BargeIn
from antiphon.turns.timers import BargeInTimer

if TYPE_CHECKING:
    from antiphon.turns.core import Core


def cooling_down_until(core: Core) -> float | None:
    """Return when the answer may be interrupted by voice again; None where it may be now."""
    reply = core.reply
    if not core.policy.cooldown or core.interruptions.recent(core.now) < COOLDOWN_COUNT:
        return None
    if reply is None or reply.playback.begun_at is None:
        return None
    until = reply.playback.begun_at + COOLDOWN_S
    return until if core.now < until else None


def wait_for_cooldown(core: Core, _: BargeIn, onset: float) -> None:
    """Keep what is said until the answer may be interrupted again, and tell the user why that goes on."""
    if core.speech.held is None:
        held_speech.hold(core, onset)
        health.announce_cooldown(core)
    until = cooling_down_until(core)
    if until is not None:
        core.clock.set_at(BargeInTimer.COOLDOWN, until)


def cooldown_over(core: Core) -> None:
    """Speech that is still on is dealt with when this is settled (`claims.take_floor`)."""
