"""Pause first, then decide: is this speech meant to interrupt? (BARGE-CONFIRM)

A suspected start of speech during playback pauses it. Words decide: the recogniser is asked from 300 ms of speech on.
Words that are no back-channel, or a stop word, confirm, and so does a yes to the question that is being asked; so do
900 ms of speech where no verdict came in time. What is not confirmed within 1.2 s of its onset lets the playout go on
from where it was paused; while the speech lasts it is still listened to, and may be confirmed later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from antiphon.domain.commands import (
    CloseUtterance,
    DiscardUtterance,
    OpenUtterance,
    PartialsWanted,
    PausePlayout,
    ResumePlayout,
)
from antiphon.domain.events import PlayoutHeld, TranscriptDone
from antiphon.domain.signals import PlayoutPaused
from antiphon.domain.states import State
from antiphon.turns import endpointing
from antiphon.turns.config import HEARD_S
from antiphon.turns.records import Suspicion, UserTurn
from antiphon.turns.reply import fade_ms
from antiphon.turns.timers import BargeInTimer, ReplyTimer, TurnTimer

if TYPE_CHECKING:
    from antiphon.turns.core import Core

HEARD_LATE_S = 0.04
"""So long ago was said what is heard here: a packet, and its way. The budget runs where the caller is."""
ASK_AFTER_S = 0.3
UNDECIDED_S = 0.9
GIVE_UP_S = 1.2
NO_WORDS_S = 0.6
"""So much sound, and the recogniser finds no words in it: that is a verdict too. In less there may be none yet."""


def suspect(core: Core, onset: float) -> None:
    """Speech has begun during playback: pause, and ask for words."""
    reply = core.reply
    if reply is None or core.suspicion is not None:
        return
    suspicion = core.suspicion = Suspicion(core.new_id("utt"), onset)
    core.clear_timer(ReplyTimer.HEARD)
    core.command(PausePlayout(reply.turn_id, fade_ms(core, core.now - onset + HEARD_LATE_S)))
    core.command(OpenUtterance(reply.turn_id, suspicion.utterance_id, onset))
    core.command(PartialsWanted(reply.turn_id, suspicion.utterance_id, ASK_AFTER_S))
    core.timers[BargeInTimer.UNDECIDED] = max(core.now, onset + UNDECIDED_S)
    core.timers[BargeInTimer.UNCONFIRMED] = max(core.now, onset + GIVE_UP_S)


def paused(core: Core, signal: PlayoutPaused) -> None:
    reply, suspicion = core.reply, core.suspicion
    if reply is None or suspicion is None or reply.turn_id != signal.turn_id:
        return
    reply.paused = True
    suspicion.silent_at = signal.silent_at
    suspicion.paused_played_ms = signal.played_ms
    core.confirmation.heard(core, signal.turn_id, signal.heard_text, suspicion.onset)
    core.tell(PlayoutHeld(reply.response_id, True, signal.played_ms))


def speech_over(core: Core) -> None:
    """The suspected speech has stopped: its last words decide, so they are wanted now."""
    suspicion, reply = core.suspicion, core.reply
    if suspicion is not None and reply is not None and not suspicion.asked_final:
        suspicion.asked_final = True
        core.clear_timer(BargeInTimer.UNDECIDED)
        core.command(CloseUtterance(reply.turn_id, suspicion.utterance_id))


def words_heard(core: Core, utterance_id: str, text: str, *, final: bool, confidence: float | None = None) -> bool:
    """What the recogniser makes of the suspected speech. Says whether that confirms it."""
    suspicion = core.suspicion
    if suspicion is None or suspicion.utterance_id != utterance_id:
        return False
    said = text.strip()
    suspicion.verdict = said or suspicion.verdict
    words = core.config.words
    if said and (
        words.confirms(said, final=final, confidence=confidence)
        or (final and core.confirmation.answers(core, said, suspicion.onset))
    ):
        return True
    if words.only_back_channels(said) or (not said and core.now - suspicion.onset >= NO_WORDS_S):
        # A verdict came in time, be it that there are no words: how long it lasts no longer decides.
        core.clear_timer(BargeInTimer.UNDECIDED)
    if final:
        core.confirmation.too_early(core, said)
        dismiss(core)
    return False


def dismiss(core: Core) -> None:
    """It was nothing, or only "mm-hm": the answer goes on, and the speech is forgotten."""
    suspicion, reply = core.suspicion, core.reply
    if suspicion is None:
        return
    if reply is not None and not suspicion.asked_final:
        core.command(DiscardUtterance(reply.turn_id, suspicion.utterance_id))
    resume(core)
    core.suspicion = None
    core.clear_timer(BargeInTimer.UNDECIDED)
    core.clear_timer(BargeInTimer.UNCONFIRMED)


def unconfirmed(core: Core) -> None:
    """1.2 s are over: go on. While the speech lasts it may still be confirmed by its words."""
    suspicion = core.suspicion
    if suspicion is None:
        return
    if core.speech_on and not suspicion.asked_final:
        resume(core)
    else:
        dismiss(core)


def resume(core: Core) -> None:
    suspicion, reply = core.suspicion, core.reply
    if suspicion is None or not suspicion.waiting:
        return
    suspicion.waiting = False
    if reply is None or core.state is not State.AI_SPEAKING:
        return
    reply.paused = False
    core.command(ResumePlayout(reply.turn_id))
    core.tell(PlayoutHeld(reply.response_id, False, suspicion.paused_played_ms))
    if reply.played_out:
        core.set_timer(ReplyTimer.HEARD, HEARD_S)


def drop(core: Core) -> Suspicion | None:
    """The suspicion is settled otherwise: by hand, by an end. Its utterance is the caller's to keep or discard."""
    suspicion, core.suspicion = core.suspicion, None
    core.clear_timer(BargeInTimer.UNDECIDED)
    core.clear_timer(BargeInTimer.UNCONFIRMED)
    return suspicion


def keep_words(core: Core, user: UserTurn, doubt: Suspicion) -> None:
    """The suspected speech is over, and the turn has begun: its words are the turn's.

    Whoever interrupts by hand may be faster than the recogniser: then they are still awaited.
    """
    own = {user.utterance_id: user.parts.pop(user.utterance_id)}
    user.parts[doubt.utterance_id] = doubt.verdict or None
    user.parts |= own
    user.owners[doubt.utterance_id] = user.turn_id
    if not doubt.verdict:
        user.awaits = doubt.utterance_id
        return
    user.understood_at = core.now
    core.tell(TranscriptDone(user.turn_id, doubt.utterance_id, doubt.verdict))
    _wait_for_more(core, user)


def awaited(core: Core, user: UserTurn, utterance_id: str, text: str) -> None:
    """The words of speech that was over before the turn began have come; where there are none, nothing was said."""
    user.awaits = None
    if not text:
        del user.parts[utterance_id]
    elif core.state is State.USER_SPEAKING and not core.speech_on:
        _wait_for_more(core, user)
    else:
        user.speech_heard = True


def _wait_for_more(core: Core, user: UserTurn) -> None:
    """The turn ends unless more is said."""
    user.speech_heard = True
    core.clear_timer(TurnTimer.NO_SPEECH)
    user.last_voiced = core.now - core.policy.speech_stop_debounce_ms / 1000
    endpointing.silence_began(core, user)
