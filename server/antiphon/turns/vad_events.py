"""Speech, as the authoritative detector tells it: what it begins, what it interrupts, what waits (ITE REQ-002)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antiphon.domain.signals import ClientHint, SpeechClear, SpeechStarted, SpeechStopped
from antiphon.domain.states import TurnStart
from antiphon.turns import barge_in, health, held_speech, speech, turn_words
from antiphon.turns.user_turn import KeptAudio, TurnInput, advance, begin_turn, end_turn

if TYPE_CHECKING:
    from antiphon.turns.core import Core


def speech_started(core: Core, signal: SpeechStarted) -> None:
    """Enough to begin a turn with; not enough to interrupt with, unless its detector has confirmed it."""
    if signal.by is not core.health.authority:
        return
    core.speech.begins(signal.onset, signal.confirmed, signal.probability)
    speech.watch_audio(core)
    user = core.user
    if user is not None and user.has_floor:
        user.audio.hears_speech()
        advance(core, TurnInput.SPEECH)
    elif core.floor.free and core.policy_starts_by_voice() and core.speech.held is None:
        begin_turn(core, TurnInput.START, TurnStart.VAD, kept=KeptAudio(signal.onset))
    else:
        core.speech.belongs_to_nobody(signal.onset, clear=signal.confirmed)


def speech_clear(core: Core, signal: SpeechClear) -> None:
    if signal.by is core.health.authority and core.speech.unclaimed_since is not None:
        core.speech.becomes_clear()


def speech_stopped(core: Core, signal: SpeechStopped) -> None:
    """The silence that ends a turn is counted from the last voiced frame, not from when the VAD was sure of it."""
    if signal.by is core.health.authority:
        core.speech.stops(signal.probability)
        _speech_over(core, signal.last_voiced)


def _speech_over(core: Core, last_voiced: float) -> None:
    speech.ends(core)
    barge_in.speech_over(core)
    held_speech.speech_over(core, last_voiced)
    user = core.user
    if user is None or user.audio.ended_at is not None:
        return  # What sounds after a turn is over was not its last word, and no latency is counted from it.
    user.audio.falls_silent(max(last_voiced, user.audio.last_voiced or 0.0))
    if user.has_floor:
        turn_words.silence_began(core)


def audio_gone(core: Core) -> None:
    """No audio arrives any more, in mid-word: the clock ends the speech, in whatever state, and a turn with it."""
    _speech_over(core, core.now - speech.audio_gone_s(core))
    user = core.user
    if user is not None and user.has_floor and not user.audio.held and not core.manual():
        end_turn(core, "audio_stopped")


def client_hint(core: Core, signal: ClientHint) -> None:
    """Advice, unless the authority is degraded and the policy is `hybrid`: then it is what there is (ITE AC-004)."""
    if not signal.speech:
        turn_words.hint_over(core)
        return
    barge_in.hinted(core)
    if not health.hints_decide(core):
        return
    if core.floor.free and core.policy_starts_by_voice():
        begin_turn(core, TurnInput.START, TurnStart.VAD, kept=KeptAudio(core.now))
        turn_words.hinted(core)
    elif core.floor.interruptible:
        barge_in.by_hint(core)
    elif core.user is not None and core.user.has_floor and core.user.audio.hinted:
        turn_words.hinted(core)
