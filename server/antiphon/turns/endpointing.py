"""Endpointing: a debounce, and a wait for the end of a turn that follows what was said (ITE, adaptiveEndOfTurn)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antiphon.turns.records import UserTurn
from antiphon.turns.timers import TurnTimer

if TYPE_CHECKING:
    from antiphon.turns.core import Core

COMPLETE, UNSURE, OPEN = 0.45, 0.85, 2.1
"""Shares of `endOfTurnMs`: after what looks complete, after what may be, after a dangling word or a filler."""
LONGEST_S = 2.5
STIRS_S = 0.15
"""Speech is certain after 96 ms; a turn does not end while the sound is on that may become it."""

IN_TIME_S = 0.08
"""Audio that is judged so soon after it was said is not late."""
LATE_S = 0.3
"""Later audio than this is not waited for: it may never come."""
LOOK_AGAIN_S = 0.02


def arm(core: Core, user: UserTurn) -> None:
    since = user.audio.last_voiced if user.audio.last_voiced is not None else core.now
    core.clock.set_at(
        TurnTimer.ENDPOINT, max(core.now, user.audio.stirs_until, since + wait_s(core, user.words.so_far))
    )


def disarm(core: Core) -> None:
    core.clock.clear(TurnTimer.ENDPOINT)


def look_again(core: Core) -> None:
    """The silence is long enough, but not all of its audio has come."""
    core.clock.set(TurnTimer.ENDPOINT, LOOK_AGAIN_S)


def audio_is_late(core: Core, user: UserTurn) -> bool:
    """Tell whether a part of the silence has not been judged yet, because its audio is on its way."""
    if core.health.judged_until is None or user.audio.last_voiced is None or core.health.deaf:
        return False
    silent_until = max(user.audio.stirs_until, user.audio.last_voiced + wait_s(core, user.words.so_far))
    return core.health.judged_until < silent_until - IN_TIME_S and core.now < silent_until + LATE_S


def voice_stirs(core: Core) -> None:
    """Something sounds in the silence that was about to end the turn: who goes on is not cut at the last moment."""
    user, due = core.user, core.clock.timers.get(TurnTimer.ENDPOINT)
    if user is None or due is None:
        return
    since = core.now if user.audio.last_voiced is None else user.audio.last_voiced
    user.audio.stirs(until=min(core.now + STIRS_S, since + LONGEST_S))
    core.clock.set_at(TurnTimer.ENDPOINT, max(due, user.audio.stirs_until))


def wait_s(core: Core, text: str) -> float:
    """Return how much silence ends a turn that has said `text` so far, in seconds."""
    whole = core.policy.end_of_turn_ms / 1000
    if not core.policy.adaptive_end_of_turn or not text.strip():
        return whole
    share = OPEN if core.language.words.leaves_open(text) else COMPLETE if _complete(core, text) else UNSURE
    debounce = core.policy.speech_stop_debounce_ms / 1000
    return min(max(share * whole, debounce), max(LONGEST_S, debounce))


def _complete(core: Core, text: str) -> bool:
    """Tell whether it looks like all that is to be said. Where a full stop says nothing, only what needs none does."""
    language = core.language
    if core.config.turn.stops_tell:
        return language.words.complete(text)
    return language.words.closed(text) or language.hangs_up(text)
