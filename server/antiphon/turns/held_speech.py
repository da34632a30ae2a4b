"""Keep speech that cannot be taken now, audio included: a turn of the next idle (ITE AC-003, ITE AC-007)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antiphon.domain.commands import HoldAudio
from antiphon.domain.states import TurnStart
from antiphon.turns.records import HeldSpeech
from antiphon.turns.user_turn import KeptAudio, TurnInput, begin_turn, end_turn

if TYPE_CHECKING:
    from antiphon.turns.core import Core


def hold(core: Core, onset: float) -> None:
    """Keep what is being said from `onset` on; what is held already goes on being held."""
    if core.speech.held is None:
        held = HeldSpeech(core.new_id("turn"), core.new_id("utt"), onset, over_answer=core.answer_sounds)
        core.speech.hold(held)
        core.command(HoldAudio(held.utterance_id, onset))


def take_up(core: Core) -> HeldSpeech | None:
    """Continue what is held with the turn that begins now."""
    return core.speech.take_up()


def begin(core: Core) -> None:
    """In idle. If its speech is over already, rows 3 and 5 are one instant."""
    held = take_up(core)
    if held is None:
        return
    kept = KeptAudio(held.onset, held.utterance_id)
    begin_turn(core, TurnInput.HELD_SPEECH, TurnStart.PENDING, kept=kept)
    user = core.user
    if user is None:
        return
    user.audio.hears_speech()
    user.overlap.is_over(answer=held.over_answer)
    if not core.speech.on:
        user.audio.falls_silent(held.last_voiced)
        end_turn(core, "pending")


def goes_on(core: Core) -> bool:
    """Tell whether the speech that is on has been held since before the answer could be interrupted."""
    return core.speech.held is not None and core.speech.held.last_voiced is None


def speech_over(core: Core, last_voiced: float) -> None:
    if core.speech.held is not None:
        core.speech.held.last_voiced = last_voiced
