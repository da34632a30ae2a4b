"""A barge-in that is meant: the answer gives way, and the user has the floor from the onset on (rows 9 and 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antiphon.domain.states import Source
from antiphon.turns import held_speech, turn_words
from antiphon.turns.barge_in.flushing import is_audible, stop_answer
from antiphon.turns.barge_in.tentative import stop_timers
from antiphon.turns.records import BargeIn, Claim, TurnWords
from antiphon.turns.reply import drop_reply
from antiphon.turns.user_turn import KeptAudio, TurnInput, begin_turn

if TYPE_CHECKING:
    from antiphon.turns.core import Core


def interrupt(core: Core, machine: BargeIn, claim: Claim) -> None:
    _give_floor(core, machine, claim, speech_over=False)


def interrupt_with_its_words(core: Core, machine: BargeIn, claim: Claim) -> None:
    """The speech is over: its words are the turn's, which listens for more."""
    _give_floor(core, machine, claim, speech_over=True)


def _give_floor(core: Core, machine: BargeIn, claim: Claim, *, speech_over: bool) -> None:
    """Stop the answer, and listen to the user from the onset on. `speech_over`: a tentative barge-in's speech is.

    Who types has read the answer, be it said or not: the words that it answers are not asked again.
    """
    stop_timers(core)
    tentative, reply, by_text = machine.tentative, core.reply, claim.source is Source.TEXT
    read = reply.generation.read_by(core.now) if by_text and reply is not None else ""
    carried = None if read else _unanswered(core)
    over_answer = core.answer_sounds
    over_question = over_answer and core.confirmation.asks(core, reply)
    # What was kept joins this turn if it is the speech that interrupts; else it waits for the next idle.
    held = held_speech.take_up(core) if tentative is None and not by_text else None
    stop_answer(core, machine, claim)
    drop_reply(core)
    # What is listened to, or kept, already becomes the turn's own audio, from its first sample on.
    over = tentative.utterance_id if tentative is not None and speech_over else None
    listened_to = tentative.utterance_id if tentative is not None and over is None else None
    since = held.onset if held else core.now if over else claim.onset
    utterance_id = listened_to or (held.utterance_id if held else None)
    kept = KeptAudio(since, utterance_id, opened=listened_to is not None, after=over)
    begin_turn(core, TurnInput.BARGE_IN, claim.start, kept=kept, held=claim.held, carried=carried)
    user = core.user
    if user is None:
        return
    user.overlap.is_over(answer=over_answer, question=over_question, read=read)
    user.audio.begins(held.onset if held else claim.onset)
    if claim.source is Source.CLIENT_HINT:
        turn_words.hinted(core)
    if tentative is not None and speech_over:
        turn_words.keep_words(core, user, tentative)


def _unanswered(core: Core) -> TurnWords | None:
    """Return the words that still want an answer: nothing of it was said aloud, and no action was run for it."""
    answered = core.reply is not None and (core.reply.calls.count or is_audible(core))
    return None if answered or core.user is None else core.user.words
