"""A user turn from its first sample to its last word. Over 300 lines: one machine with its table.

Each turn is a machine of its own, and the present one is `core.user`. How long a silence must be is in `endpointing`,
what becomes of the words in `transcripts`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Literal

from antiphon.domain.commands import CloseUtterance, DiscardUtterance, OpenUtterance, PartialsWanted
from antiphon.domain.events import TurnEnded, TurnStarted
from antiphon.domain.states import State, Trigger, TurnStart
from antiphon.turns import endpointing, preemptive, speech
from antiphon.turns.announcing import withdraw
from antiphon.turns.config import RELEASE_S
from antiphon.turns.machine import Row, Table
from antiphon.turns.records import HEARS, Overlap, TurnAudio, TurnState, TurnWords, UserTurn
from antiphon.turns.timers import TurnTimer

if TYPE_CHECKING:
    from antiphon.turns.core import Core

PARTIALS_AFTER_S = 0.5
"""How much speech there is before its first words are shown."""


@dataclass(frozen=True, slots=True)
class KeptAudio:
    """The audio from before a turn that it begins with: since when, and whose it is."""

    since: float | None = None
    """None: it begins with the audio of now."""
    utterance_id: str | None = None
    """It is kept as this utterance already."""
    opened: bool = False
    """The recogniser has it already."""
    after: str | None = None
    """An utterance of this speech whose words are known: the turn's own begins where that one ended."""


NOTHING_KEPT = KeptAudio()


class TurnInput(StrEnum):
    START = "the user begins"
    FOLLOW_UP = "the assistant has asked"
    HELD_SPEECH = "speech that was held"
    BARGE_IN = "the user interrupts"
    TYPED = "a text, or the page's answer"
    SPEECH = "speech"
    SILENCE = "silence that may end it"
    KEY = "a key is held"
    RELEASE = "the key is released"
    END = "its audio is over"
    TIME_UP = "its time is up"
    NOTHING_SAID = "nothing is said"
    CANCEL = "it is cancelled"
    UNDERSTOOD = "its words want an answer"
    NOT_UNDERSTOOD = "there are no words"
    ONLY_STOPS = "its words only stop"
    GIVEN_UP = "no words come"
    NOT_WANTED = "its answer is not wanted"
    ANSWERED = "its answer is over"


_TRIGGERS = {
    TurnInput.START: Trigger.INPUT_START,
    TurnInput.FOLLOW_UP: Trigger.FOLLOW_UP,
    TurnInput.HELD_SPEECH: Trigger.PENDING,
    TurnInput.BARGE_IN: Trigger.INPUT_BARGE_IN,
}


def advance(core: Core, what: TurnInput, about: object = None) -> bool:
    """Tell the present turn one thing. Says whether that means anything to it now."""
    return core.user is not None and TABLE.advance(core, core.user, what, about)


def begin_turn(
    core: Core,
    what: TurnInput,
    start: TurnStart,
    *,
    kept: KeptAudio = NOTHING_KEPT,
    held: bool = False,
    carried: TurnWords | None = None,
) -> None:
    """Give the user the floor. `carried` are the words of an unanswered turn that this one continues.

    `held`: a key is. `kept` is the audio that it begins with.
    """
    trigger = _TRIGGERS[what]
    if not core.floor.allows(trigger):
        core.refuse(trigger.value)
        return
    withdraw(core)
    preemptive.forget(core)
    barge_in, since = what is TurnInput.BARGE_IN, kept.since
    audio = TurnAudio(core.now, core.now if since is None else since, speech_heard=core.speech.on, held=held)
    turn_id, utterance_id = core.new_id("turn"), kept.utterance_id or core.new_id("utt")
    user = UserTurn(turn_id, utterance_id, start, audio, overlap=Overlap(barge_in))
    if carried is not None:
        user.words.carry(carried)
    user.words.await_words(utterance_id, turn_id)
    core.user = user
    core.speech.claim()
    if not kept.opened:
        core.command(OpenUtterance(turn_id, utterance_id, since, kept.after))
    core.command(PartialsWanted(turn_id, utterance_id, PARTIALS_AFTER_S))
    probability = core.speech.probability if start is TurnStart.VAD else None
    resumed = carried.text() if carried else ""
    core.emit(TurnStarted(turn_id, start, barge_in=barge_in, resumed_text=resumed or None, probability=probability))
    advance(core, what)
    if held:
        advance(core, TurnInput.KEY)


def begin_typed(core: Core, carried: TurnWords | None = None) -> UserTurn:
    """Row 18: a turn that needs no audio."""
    audio = TurnAudio(core.now, ended_at=core.now)
    user = UserTurn(core.new_id("turn"), core.new_id("utt"), TurnStart.TEXT, audio)
    if carried is not None:
        user.words.parts, user.words.owners = dict(carried.parts), dict(carried.owners)
    user.words.owners[user.utterance_id] = user.turn_id
    core.user = user
    advance(core, TurnInput.TYPED)
    return user


def end_turn(core: Core, reason: str) -> None:
    """Row 5: no more audio; the words are wanted."""
    advance(core, TurnInput.END, reason)


def cancel_turn(core: Core, reason: str) -> None:
    """Row 6: forget what was said."""
    advance(core, TurnInput.CANCEL, reason)


def drop_turn(core: Core) -> None:
    """Its answer is over: nobody speaks of it any more."""
    advance(core, TurnInput.ANSWERED)
    core.user = None


def discard(core: Core, parts: Mapping[str, str | None]) -> None:
    """Drop every utterance whose words are still awaited."""
    if core.user is None:
        return
    for utterance_id, text in parts.items():
        if text is None:
            core.command(DiscardUtterance(core.user.words.owners[utterance_id], utterance_id))


def discard_awaited(core: Core) -> None:
    if core.user is not None:
        discard(core, core.user.words.parts)


# Its timers, for those who tell of speech, and what is due


def await_speech(core: Core) -> None:
    """It ends unless something is said in it before long."""
    core.clock.set(TurnTimer.NO_SPEECH, core.config.turn.no_speech_s)


def speech_is_known(core: Core) -> None:
    """Something was said, or is: that nothing is does not end it."""
    core.clock.clear(TurnTimer.NO_SPEECH)


def endpoint_reached(core: Core) -> None:
    """End the turn, unless audio of the silence is still on its way: the user may have gone on in it."""
    user = core.user
    if user is not None and endpointing.audio_is_late(core, user):
        endpointing.look_again(core)
    else:
        end_turn(core, "silence")


def released(core: Core) -> None:
    end_turn(core, "released")


def nothing_said(core: Core) -> None:
    """`no_speech_s` went by. Words from before an interruption still want their answer."""
    _time_up(core, "no_speech")


def too_long(core: Core) -> None:
    if not core.health.heartbeats:
        core.speech.is_forgotten()  # a detector that tells nothing of itself may have forgotten to tell of the end
    _time_up(core, "max_turn")


def _time_up(core: Core, reason: str) -> None:
    user = core.user
    said = user is not None and (user.audio.speech_heard or len(user.words.parts) > 1)
    advance(core, TurnInput.TIME_UP if said else TurnInput.NOTHING_SAID, reason)


# What the rows do


def _listen(core: Core, *_: object) -> None:
    core.clock.set(TurnTimer.MAX_TURN, core.config.turn.max_turn_s)
    if not core.speech.on:
        await_speech(core)


def _hear(core: Core, *_: object) -> None:
    """The user goes on."""
    speech_is_known(core)
    endpointing.disarm(core)
    preemptive.forget(core)


def _wait(core: Core, user: UserTurn, _: object) -> None:
    """Arm the end of the turn, and ask what the words look like so far."""
    user.words.understand_partly("")
    endpointing.arm(core, user)
    if core.policy.adaptive_end_of_turn:
        core.command(PartialsWanted(user.turn_id, user.utterance_id))


def _hold(core: Core, user: UserTurn, _: object) -> None:
    user.audio.held = True
    endpointing.disarm(core)
    speech_is_known(core)
    core.clock.clear(TurnTimer.RELEASE)


def _release(core: Core, *_: object) -> None:
    endpointing.disarm(core)
    core.clock.set(TurnTimer.RELEASE, RELEASE_S)


def _close(core: Core, user: UserTurn, reason: str) -> None:
    _end(core, user, reason, "end")


def _close_in_time(core: Core, user: UserTurn, reason: str) -> None:
    _end(core, user, reason, "timeout")


def _end(core: Core, user: UserTurn, reason: str, kind: Literal["timeout", "end"]) -> None:
    _stop_timers(core)
    user.audio.ended_at = core.now
    core.command(CloseUtterance(user.turn_id, user.utterance_id))
    outcome: Literal["end"] | None = "end" if kind == "timeout" else None
    core.emit(TurnEnded(user.turn_id, kind, reason, _audio_ms(core, user), outcome, core.speech.probability))


def _watch_speech(core: Core, *_: object) -> None:
    """The turn was ended by other means than silence. If the speech goes on, it is new speech over the answer."""
    if core.speech.on and not core.health.deaf:
        core.speech.belongs_to_nobody(core.now)
        speech.watch_length(core)


def _forget(core: Core, user: UserTurn, reason: str) -> None:
    _drop(core, user, reason, "cancel")


def _forget_in_time(core: Core, user: UserTurn, reason: str) -> None:
    _drop(core, user, reason, "timeout")


def _drop(core: Core, user: UserTurn, reason: str, kind: Literal["timeout", "cancel"]) -> None:
    _stop_timers(core)
    preemptive.forget(core)
    discard(core, user.words.parts)
    outcome: Literal["cancel"] | None = "cancel" if kind == "timeout" else None
    core.emit(TurnEnded(user.turn_id, kind, reason, _audio_ms(core, user), outcome, core.speech.probability))


def _gone(core: Core, *_: object) -> None:
    core.user = None


def _stop_timers(core: Core) -> None:
    endpointing.disarm(core)
    for timer in (TurnTimer.NO_SPEECH, TurnTimer.MAX_TURN, TurnTimer.RELEASE):
        core.clock.clear(timer)


def _audio_ms(core: Core, user: UserTurn) -> int:
    """Return the length of its audio, in ms. What was kept for the turn began before it, and may be over since long."""
    kept = user.start is TurnStart.PENDING and not core.speech.on and user.audio.last_voiced is not None
    end = user.audio.last_voiced if kept and user.audio.last_voiced is not None else core.now
    return max(0, round(1000 * (end - min(user.audio.started_at, user.audio.since))))


_S, _I, _T = TurnState, TurnInput, Trigger
_OVER = (_S.RECOGNISING, _S.ANSWERED)
TABLE = Table(
    "User turn",
    TurnState,
    TurnInput,
    TurnTimer,
    (
        *(Row((_S.NEW,), what, _S.LISTENING, None, trigger, then=_listen) for what, trigger in _TRIGGERS.items()),
        Row((_S.NEW,), _I.TYPED, _S.RECOGNISING, None, _T.INPUT_TEXT),
        Row((_S.LISTENING, _S.SILENT), _I.SPEECH, _S.LISTENING, _hear),
        Row((_S.HELD, _S.RELEASED), _I.SPEECH, None, _hear),
        Row((_S.LISTENING, _S.SILENT), _I.SILENCE, _S.SILENT, _wait),
        Row((_S.LISTENING, _S.SILENT, _S.RELEASED), _I.KEY, _S.HELD, _hold),
        Row(HEARS, _I.RELEASE, _S.RELEASED, _release),
        Row(HEARS, _I.END, _S.RECOGNISING, _close, _T.INPUT_END, then=_watch_speech),
        Row(HEARS, _I.TIME_UP, _S.RECOGNISING, _close_in_time, _T.INPUT_TIMEOUT, State.AI_THINKING, _watch_speech),
        Row(HEARS, _I.NOTHING_SAID, _S.OVER, _forget_in_time, _T.INPUT_TIMEOUT, State.IDLE, _gone),
        Row(HEARS, _I.CANCEL, _S.OVER, _forget, _T.INPUT_CANCEL, then=_gone),
        Row((_S.RECOGNISING,), _I.UNDERSTOOD, _S.ANSWERED),
        Row((_S.RECOGNISING,), _I.NOT_UNDERSTOOD, _S.OVER, _gone, _T.ERROR_RECOGNITION),
        Row((_S.RECOGNISING,), _I.ONLY_STOPS, _S.OVER, _gone, _T.RESPONSE_EMPTY),
        Row((_S.RECOGNISING,), _I.GIVEN_UP, _S.OVER, _gone, _T.RESPONSE_FAILED, State.IDLE),
        Row((_S.RECOGNISING,), _I.NOT_WANTED, _S.OVER, _gone, _T.RESPONSE_CANCEL),
        Row(_OVER, _I.ANSWERED, _S.OVER),
    ),
)
