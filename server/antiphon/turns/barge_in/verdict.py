"""The verdict on a tentative barge-in, by its words, by its length, by what the policy and the answer become."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antiphon.domain.signals import PlayoutPaused
from antiphon.domain.states import Source
from antiphon.turns import held_speech, speech
from antiphon.turns.barge_in.claims import interrupt
from antiphon.turns.barge_in.machine import BargeInInput, advance
from antiphon.turns.records import BargeInState, Claim

if TYPE_CHECKING:
    from antiphon.turns.core import Core

NO_WORDS_S = 0.6
"""So much sound, and the recogniser finds no words in it: that is a verdict too. In less there may be none yet."""


def paused(core: Core, signal: PlayoutPaused) -> None:
    if core.reply is not None and core.reply.turn_id == signal.turn_id:
        advance(core, BargeInInput.PAUSED, signal)


def speech_over(core: Core) -> None:
    """The last words of a tentative barge-in decide, so they are wanted now."""
    if core.reply is not None:
        advance(core, BargeInInput.SPEECH_OVER)


def words(core: Core, text: str, *, final: bool, confidence: float | None = None) -> None:
    """Judge the recogniser's words for a tentative barge-in: it is meant, or it is none, or that is not known yet."""
    tentative = core.barge_in.tentative
    if tentative is None:
        return
    said = text.strip()
    tentative.text = said or tentative.text
    lists = core.language.words
    answers = final and core.confirmation.answers(core, said, tentative.onset)
    if said and (lists.confirms(said, final=final, confidence=confidence) or answers):
        if core.answer_sounds and core.policy_voice_barge_in():
            interrupt(core, Claim(Source.VAD, tentative.onset))
        return
    if lists.only_back_channels(said) or (not said and core.now - tentative.onset >= NO_WORDS_S):
        advance(core, BargeInInput.VERDICT)
    if final:
        core.confirmation.too_early(core, said)
        dismiss(core)


def undecided(core: Core) -> None:
    """900 ms of speech, and no verdict came in time: how long it lasts decides."""
    # Audio that stopped arriving is no speech, however long ago it began.
    ear, tentative = core.health, core.barge_in.tentative
    arriving = not ear.heartbeats or core.now - ear.heartbeat_at <= speech.AUDIO_GONE_S[0]
    paused = core.barge_in.state is BargeInState.TENTATIVE and core.answer_sounds
    if tentative is not None and paused and core.speech.on and arriving:
        interrupt(core, Claim(Source.VAD, tentative.onset))


def unconfirmed(core: Core) -> None:
    """1.2 s are over: go on. While the speech lasts it may still be confirmed by its words."""
    over = core.barge_in.state is BargeInState.TENTATIVE_OVER or not core.speech.on
    advance(core, BargeInInput.NOT_MEANT if over else BargeInInput.TOO_LONG)


def hinted(core: Core) -> None:
    """A hint of the client's own detector: the length of the speech decides sooner."""
    advance(core, BargeInInput.HINTED)


def dismiss(core: Core) -> None:
    """It was nothing, or only "mm-hm"."""
    advance(core, BargeInInput.NOT_MEANT)


def forbid_voice(core: Core) -> None:
    """Voice may no longer interrupt: the answer goes on, and what is being said waits its turn."""
    tentative, speaking = core.barge_in.tentative, core.speech.on
    if tentative is not None:
        dismiss(core)
        if speaking:
            held_speech.hold(core, tentative.onset)


def hand_over(core: Core) -> str | None:
    """The answer is over: return the utterance that is still listened to, for the turn that begins with it."""
    listened_to = core.barge_in.listened_to
    drop(core)
    return listened_to


def drop(core: Core) -> None:
    """The answer ends otherwise; nothing is done about the speech."""
    advance(core, BargeInInput.DROPPED)
