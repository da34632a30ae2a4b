"""Handle the user's words: late words, no words, the words that hang up (V7-RECOGNITION, V7-HANGUP)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Failed, TranscriptDelta, TranscriptDone
from antiphon.domain.signals import (
    RecognitionFailed,
    RecognitionLate,
    SessionClosing,
    TranscriptFinal,
    TranscriptPartial,
)
from antiphon.domain.states import CloseReason, TurnStart
from antiphon.turns import announcing, barge_in, earcon, spoken_language, turn_words
from antiphon.turns.confirmation_question import is_offered
from antiphon.turns.connection import close
from antiphon.turns.health import degrade, recover
from antiphon.turns.records import UserTurn
from antiphon.turns.reply import sound_earcon, start_reply
from antiphon.turns.user_turn import TurnInput, advance
from antiphon.turns.words import STOP_WORDS, phrase

if TYPE_CHECKING:
    from antiphon.turns.core import Core

PROMPT_AT = 3


def transcript_partial(core: Core, signal: TranscriptPartial) -> None:
    if core.barge_in.hears(signal.utterance_id):
        barge_in.words(core, signal.text, final=False)
        return
    user = _awaiting(core, signal.utterance_id)
    if user is None or not signal.text.strip():
        return
    if signal.utterance_id == user.utterance_id:
        turn_words.words_seen(core, user, signal.text)
    core.emit(TranscriptDelta(user.words.owners[signal.utterance_id], signal.utterance_id, signal.text))


def transcript_final(core: Core, signal: TranscriptFinal) -> None:
    """Handled at once and attached to its own turn, whenever it comes."""
    recover(core, "stt")
    if core.barge_in.hears(signal.utterance_id):
        barge_in.words(core, signal.text, final=True, confidence=signal.confidence)
        return
    user = _awaiting(core, signal.utterance_id)
    if user is None:
        return
    text = signal.text.strip()
    spoken_language.follow(core, text, signal.language)
    user.words.understand(signal.utterance_id, text, core.now)
    if text:
        owner = user.words.owners[signal.utterance_id]
        core.emit(TranscriptDone(owner, signal.utterance_id, text, signal.confidence))
    if signal.utterance_id == user.words.awaits:
        turn_words.awaited(core, user, signal.utterance_id, text)


def recognition_failed(core: Core, signal: RecognitionFailed) -> None:
    if signal.code in (ErrorCode.STT_FAILED, ErrorCode.STT_TIMEOUT):
        degrade(core, "stt")
    if core.barge_in.hears(signal.utterance_id):
        barge_in.dismiss(core)
    user = _awaiting(core, signal.utterance_id)
    if user is None:
        return
    user.words.understand(signal.utterance_id, "", core.now)
    if signal.utterance_id == user.words.awaits:
        turn_words.awaited(core, user, signal.utterance_id, "")
    else:
        user.words.fails(signal.code, signal.message)


def recognition_late(core: Core, signal: RecognitionLate) -> None:
    """Keep what was said until somebody is there to recognise it. Until then its user hears a sound."""
    user = _awaiting(core, signal.utterance_id)
    if user is not None and core.floor.thinking:
        earcon.sound(core, user.turn_id)


def _awaiting(core: Core, utterance_id: str) -> UserTurn | None:
    user = core.user
    waits = user is not None and utterance_id in user.words.parts and user.words.parts[utterance_id] is None
    return user if waits else None


def answer_when_understood(core: Core) -> None:
    """In Processing, once every utterance of the turn has its words: answer them all together."""
    user = core.user
    if not core.floor.thinking or core.reply is not None or user is None or not user.words.settled():
        return
    text = user.words.text()
    if text:
        core.announcements.understood()
    last = phrase([part for part in user.words.parts.values() if part][-1]) if text else ""
    if not text:
        _not_understood(core, user)
    elif _only_stops(core, user, last):
        core.confirmation.stopped(core, user, last)
        advance(core, TurnInput.ONLY_STOPS)
    elif _hangs_up(core, text):
        close(core, SessionClosing(CloseReason.HANG_UP))
    else:
        advance(core, TurnInput.UNDERSTOOD)
        start_reply(core, user.turn_id, text)


def _hangs_up(core: Core, text: str) -> bool:
    """Tell whether the words end the call. To a question they are an answer: the brain is asked about it."""
    return core.language.hangs_up(text) and not core.confirmation.waits(phrase(text))


def _only_stops(core: Core, user: UserTurn, last: str) -> bool:
    """Tell whether the last words only told the assistant to stop, which it has done: that needs no reply.

    Over an answer every stop word is enough, but a "no" to what it asks; over a thought only "stop" is. Who types one
    that the answer has offered, and has read that, says more.
    """
    over, typed = user.overlap, user.start is TurnStart.TEXT
    if typed and (is_offered(over.read, last) or (core.config.reply.only_read and over.read)):
        return False  # of what is only read, nothing is to be silenced
    if last in STOP_WORDS:
        return over.barge_in or over.answer
    stopped = over.barge_in and over.answer and not core.confirmation.open
    words = core.language.words
    if over.question and words.refuses(last):
        return False
    if typed and (words.says_no(last) or words.refuses(last)):
        return False  # who types has heard enough to refuse something, and wants more than silence
    return stopped and (words.only_stops(last) or words.only_sounds_like_stop(last))


def _not_understood(core: Core, user: UserTurn) -> None:
    """Row 15, and a sound that says so; the third time in a row, a sentence."""
    if user.words.failure is not None:
        code, message = user.words.failure
    elif user.audio.speech_heard:
        code, message = (
            ErrorCode.STT_NO_MATCH,
            "I heard you, but no words were understood. Please say it again.",
        )
    else:
        code, message = (
            ErrorCode.STT_NO_SPEECH,
            "No speech was heard. Please check the microphone and say it again.",
        )
    core.emit(Failed(code, message, "error.recognition", state=core.state, turn_id=user.turn_id))
    advance(core, TurnInput.NOT_UNDERSTOOD)
    in_a_row = core.announcements.not_understood()
    if in_a_row >= PROMPT_AT and core.language.notices.not_understood:
        core.announcements.understood()
        announcing.queue_notice(core, "not_understood")
    else:
        sound_earcon(core, user.turn_id)
