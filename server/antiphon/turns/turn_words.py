"""Handle silence, hints and the recogniser's words for the user's turn that is on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antiphon.domain.events import TranscriptDone
from antiphon.turns import endpointing, preemptive
from antiphon.turns.records import Tentative, TurnState, UserTurn
from antiphon.turns.user_turn import TurnInput, advance, await_speech, speech_is_known

if TYPE_CHECKING:
    from antiphon.turns.core import Core


def silence_began(core: Core) -> None:
    """A silence may end the turn, where the client does not do that itself."""
    if not core.manual():
        advance(core, TurnInput.SILENCE)


def hinted(core: Core) -> None:
    """The present turn is one of a hint: it is speech, also where nothing more is told of it."""
    user = core.user
    if user is None:
        return
    user.audio.takes_hint()
    advance(core, TurnInput.SPEECH)
    await_speech(core)


def hint_over(core: Core) -> None:
    """End what a hint took for speech. Where the authority hears speech again, it says when that is over."""
    user = core.user
    if user is not None and user.audio.hinted and not core.speech.on and user.has_floor:
        speech_is_known(core)
        user.audio.falls_silent(core.now)
        silence_began(core)


def words_seen(core: Core, user: UserTurn, text: str) -> None:
    """A partial transcript. In a silence it moves the end of the turn nearer, or further away."""
    user.words.understand_partly(text)
    if user.state is TurnState.SILENT and core.policy.adaptive_end_of_turn:
        endpointing.arm(core, user)
        preemptive.consider(core, user)


def keep_words(core: Core, user: UserTurn, tentative: Tentative) -> None:
    """The speech of a tentative barge-in is over, and the turn has begun: its words are the turn's.

    Whoever interrupts by hand may be faster than the recogniser: then they are still awaited.
    """
    user.words.begin_with(tentative.utterance_id, tentative.text, core.now)
    if tentative.text:
        core.emit(TranscriptDone(user.turn_id, tentative.utterance_id, tentative.text))
        _wait_for_more(core, user)


def awaited(core: Core, user: UserTurn, utterance_id: str, text: str) -> None:
    """The words of speech that was over before the turn began have come; where there are none, nothing was said."""
    user.words.awaits_no_more(utterance_id, text)
    if text and user.has_floor and not core.speech.on:
        _wait_for_more(core, user)
    elif text:
        user.audio.hears_speech()


def _wait_for_more(core: Core, user: UserTurn) -> None:
    """The turn ends unless more is said."""
    user.audio.hears_speech()
    speech_is_known(core)
    user.audio.falls_silent(core.now - core.policy.speech_stop_debounce_ms / 1000)
    silence_began(core)
