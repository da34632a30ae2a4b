"""Speech that cannot be taken now is kept, audio included, and becomes a turn at the next idle (ITE AC-003, AC-007)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antiphon.domain.commands import HoldAudio
from antiphon.domain.states import State, Trigger, TurnStart
from antiphon.turns.records import Pending
from antiphon.turns.user_turn import begin_turn, end_turn

if TYPE_CHECKING:
    from antiphon.turns.core import Core


def hold(core: Core, onset: float) -> None:
    """Keep what is being said from `onset` on; what is held already goes on being held."""
    if core.pending is None:
        over_answer = core.state is State.AI_SPEAKING
        core.pending = Pending(core.new_id("turn"), core.new_id("utt"), onset, over_answer=over_answer)
        core.command(HoldAudio(core.pending.utterance_id, onset))


def take_up(core: Core) -> Pending | None:
    """Whoever begins a turn now continues what is pending."""
    pending, core.pending = core.pending, None
    return pending


def begin(core: Core) -> None:
    """In idle. If its speech is over already, rows 3 and 5 are one instant."""
    pending = take_up(core)
    if pending is None:
        return
    begin_turn(core, Trigger.PENDING, TurnStart.PENDING, since=pending.onset, utterance_id=pending.utterance_id)
    user = core.user
    if user is None:
        return
    user.over_answer = pending.over_answer
    user.speech_heard = True
    if not core.speech_on:
        user.last_voiced = pending.last_voiced
        end_turn(core, "pending")
