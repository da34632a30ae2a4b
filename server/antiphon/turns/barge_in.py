"""Who takes the floor, and from whom: speech, a key, a typed text, a cancel (VIP section 7, 7.5; ITE REQ-003).

Just over 300 lines: every way to take the floor ends in `barge_in`, and they are read together.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from antiphon.domain.commands import DiscardUtterance, FinishSentence, ForgetUnread
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Failed, Interrupted, PlayoutCut, TranscriptDone
from antiphon.domain.signals import (
    BargeInRequested,
    CancelRequested,
    CaptureStarted,
    PlayoutFlushed,
    TextEntered,
    YieldRequested,
)
from antiphon.domain.states import InterruptionType, Source, State, Trigger, TurnStart
from antiphon.turns import actions, endpointing, pending, playback_acks, tentative_barge_in
from antiphon.turns.announcing import withdraw
from antiphon.turns.config import COOLDOWN_WINDOW_S, STILL_SPEAKING_S
from antiphon.turns.health import hints_decide
from antiphon.turns.records import Flushing, Suspicion, UserTurn
from antiphon.turns.reply import end_reply, stop_output
from antiphon.turns.timers import ReplyTimer, TurnTimer
from antiphon.turns.user_turn import begin_turn, cancel_turn, discard, end_turn

if TYPE_CHECKING:
    from antiphon.turns.core import Core

ANSWERING = (State.AI_THINKING, State.AI_SPEAKING)


def capture_started(core: Core, signal: CaptureStarted) -> None:
    """A key or a wake word: row 3 in idle, a manual barge-in while the assistant thinks or speaks."""
    user = core.user
    held = signal.trigger is TurnStart.PTT
    if signal.trigger not in core.config.triggers:
        message = f"This assistant does not take turns by {signal.trigger.value}."
        core.refuse(Trigger.INPUT_START.value, message=message)
    elif core.state is State.IDLE:
        since = core.onset if core.speech_on else core.now
        begin_turn(core, Trigger.INPUT_START, signal.trigger, since=since, held=held)
    elif core.state in ANSWERING:
        barge_in(core, Source.MANUAL, core.now, signal.trigger, held=held)
    elif core.state is State.USER_SPEAKING and user is not None and held and not user.held:
        # The VAD was faster than the finger: the turn goes on, and lasts as long as the key is held.
        user.held = True
        for timer in (TurnTimer.ENDPOINT, TurnTimer.NO_SPEECH, TurnTimer.RELEASE):
            core.clear_timer(timer)
    else:
        core.refuse(Trigger.INPUT_START.value)


def barge_in_requested(core: Core, signal: BargeInRequested) -> None:
    """By hand. A hint of the client's own detector interrupts only where the authority is degraded (AC-004).

    A request that comes too late is a race, and no error.
    """
    present = {turn.turn_id for turn in (core.user, core.reply) if turn is not None}
    if signal.turn_id is not None and signal.turn_id not in present:
        return
    if signal.source is Source.CLIENT_HINT:
        trusted = hints_decide(core)
        if core.state in ANSWERING and trusted and core.policy_voice_barge_in():
            barge_in(core, Source.CLIENT_HINT, core.now, TurnStart.VAD)
    elif core.state in ANSWERING:
        barge_in(core, Source.MANUAL, core.now, TurnStart.PTT)
    elif core.state not in (State.IDLE, State.USER_SPEAKING):
        core.refuse(Trigger.INPUT_BARGE_IN.value)


def yield_requested(core: Core, signal: YieldRequested) -> None:
    """`assistant.yield` (AC-005): the user gets the floor, and the reason is kept."""
    if core.state in ANSWERING:
        barge_in(core, Source.MANUAL, core.now, TurnStart.PTT, kind=InterruptionType.POLICY_YIELD, reason=signal.reason)
    elif core.state not in (State.IDLE, State.USER_SPEAKING):
        core.refuse("assistant.yield")


def barge_in(
    core: Core,
    source: Source,
    onset: float,
    start: TurnStart,
    *,
    held: bool = False,
    kind: InterruptionType = InterruptionType.BARGE_IN,
    reason: str | None = None,
) -> None:
    """Rows 9 and 11: the answer stops, and the user is heard from the onset on.

    Who types has read the answer, be it said or not: the words that it answers are not asked again.
    """
    read = core.reply.read_by(core.now) if source is Source.TEXT and core.reply is not None else ""
    carried = None if read else _unanswered(core)
    over_answer = core.state is State.AI_SPEAKING
    over_question = over_answer and core.confirmation.asks(core, core.reply)
    doubt = tentative_barge_in.drop(core)
    # What was kept joins this turn if it is the speech that interrupts; else it waits for the next idle.
    kept = pending.take_up(core) if doubt is None and source is not Source.TEXT else None
    interrupt(core, kind, source, onset, doubt, reason)
    core.reply = None
    # What is listened to, or kept, already becomes the turn's own audio, from its first sample on.
    over = doubt.utterance_id if doubt is not None and doubt.asked_final else None
    listened_to = doubt.utterance_id if doubt is not None and over is None else None
    begin_turn(
        core,
        Trigger.INPUT_BARGE_IN,
        start,
        since=kept.onset if kept else core.now if over else onset,
        held=held,
        barge_in=True,
        carried=carried,
        utterance_id=listened_to or (kept.utterance_id if kept else None),
        opened=listened_to is not None,
        after=over,
    )
    user = core.user
    if user is None:
        return
    user.over_answer, user.over_question, user.read = over_answer, over_question, read
    user.since = kept.onset if kept else onset
    if source is Source.CLIENT_HINT:
        endpointing.hinted(core)
    if doubt is not None and doubt.asked_final:
        tentative_barge_in.keep_words(core, user, doubt)


def _unanswered(core: Core) -> UserTurn | None:
    """The turn whose words still want an answer: nothing of it was said aloud, and no action was run for it."""
    return None if core.reply is not None and (core.reply.calls or _audible(core)) else core.user


def _audible(core: Core) -> bool:
    """Whether anything of the answer has been heard; its first packets may still be on their way."""
    reply = core.reply
    return core.state is State.AI_SPEAKING and reply is not None and (reply.measured or reply.announcement is not None)


def interrupt(
    core: Core,
    kind: InterruptionType,
    source: Source,
    onset: float,
    doubt: Suspicion | None = None,
    reason: str | None = None,
) -> None:
    """Stop what is being thought or said; `Interrupted` is told when it is known what was heard of it."""
    reply = core.reply
    core.clear_timer(ReplyTimer.HEARD)
    core.confirmation.interrupted(core)
    count = _count(core, source)
    if reply is not None:
        silent_at = doubt.silent_at if doubt is not None and doubt.waiting else None
        response_id = None if reply.waiting else reply.response_id
        core.flushing[reply.turn_id] = Flushing(response_id, kind, source, onset, silent_at, count, reason)
        stop_output(core, reply, core.now - onset)
    elif core.user is not None:
        latency_ms = max(0, round(1000 * (core.now - onset)))
        core.tell(Interrupted(core.user.turn_id, None, kind, source, latency_ms, 0, "", count, reason))


def _count(core: Core, source: Source) -> int:
    """How many answers were interrupted by voice within the last minute, this one included (AC-007)."""
    core.interruptions = [at for at in core.interruptions if at > core.now - COOLDOWN_WINDOW_S]
    if _audible(core) and source in (Source.VAD, Source.CLIENT_HINT):
        core.interruptions.append(core.now)
    return len(core.interruptions)


def playout_flushed(core: Core, signal: PlayoutFlushed) -> None:
    flushing = core.flushing.pop(signal.turn_id, None)
    if flushing is None:
        if (response_id := core.cut.pop(signal.turn_id, None)) is not None:
            core.tell(PlayoutCut(signal.turn_id, response_id, signal.played_ms))
        return
    if flushing.response_id is not None:
        playback_acks.remember(core, signal.turn_id, flushing.response_id)
    # Where the playout had been paused, silence had come then.
    silent_at = flushing.silent_at if flushing.silent_at is not None else signal.silent_at
    core.confirmation.heard(core, signal.turn_id, signal.heard_text, flushing.onset)
    end = core.now if silent_at is None else silent_at
    latency_ms = max(0, round(1000 * (end - flushing.onset)))
    if core.user is not None and core.user.barge_in:
        core.user.barge_in_ms = latency_ms
    core.tell(
        Interrupted(
            signal.turn_id,
            flushing.response_id,
            flushing.type,
            flushing.source,
            latency_ms,
            signal.played_ms,
            signal.heard_text,
            flushing.count,
            flushing.reason,
        )
    )


def text_entered(core: Core, signal: TextEntered) -> None:
    """A typed turn: row 18; over an answer rows 9 or 11 and then 5; while listening rows 6 and 18."""
    if core.state is State.INVOKE_ACTION:
        message = "The page is carrying out an action; send the text again when it is done."
        core.tell(
            Failed(
                ErrorCode.INVALID_TRANSITION,
                message,
                state=core.state,
                trigger=Trigger.INPUT_TEXT.value,
                retryable=True,
            )
        )
        return
    carried = None
    if core.state is State.USER_SPEAKING:
        carried = _carried(core)
        cancel_turn(core, "text")
    if core.state in ANSWERING:
        barge_in(core, Source.TEXT, core.now, TurnStart.TEXT)
        _type_into(core, signal.text)
        end_turn(core, "text")
    elif core.state is State.IDLE:
        withdraw(core)
        _forget_unread(core, signal.text)
        turn_id = core.new_id("turn")
        core.user = UserTurn(turn_id, core.new_id("utt"), TurnStart.TEXT, core.now, ended_at=core.now)
        if carried is not None:
            core.user.parts = dict(carried.parts)
            core.user.owners = dict(carried.owners)
        core.user.owners[core.user.utterance_id] = turn_id
        core.go(Trigger.INPUT_TEXT, turn_id=turn_id)
        _type_into(core, signal.text)
    else:
        core.refuse(Trigger.INPUT_TEXT.value)


def _forget_unread(core: Core, text: str) -> None:
    """A yes that crosses a question answers what could be read by then, as over an answer that is spoken."""
    reply, core.last_read = core.last_read, None
    if reply is None or not core.config.words.approves(text):
        return
    read = reply.read_by(core.now)
    if "?" in reply.text[len(read) :]:
        core.command(ForgetUnread(reply.turn_id, read))


def _carried(core: Core) -> UserTurn | None:
    """The unanswered words that the present turn had taken over: they outlive it, what it heard itself does not."""
    user = core.user
    if user is None or len(user.parts) < 2:
        return None
    own = user.utterance_id
    core.command(DiscardUtterance(user.turn_id, own))
    earlier = {key: text for key, text in user.parts.items() if key != own}
    carried = replace(user, parts=earlier)
    user.parts = {}
    return carried


def _type_into(core: Core, text: str) -> None:
    """Typed words are a final transcript from the start; no recogniser is asked."""
    user = core.user
    if user is None:
        return
    if core.state is State.USER_SPEAKING:
        discard(core, {user.utterance_id: None})
    user.parts[user.utterance_id] = text
    user.understood_at = core.now
    core.tell(TranscriptDone(user.turn_id, user.utterance_id, text))


def cancel_requested(core: Core, signal: CancelRequested) -> None:
    """`response.cancel` (row 16): nothing in idle, row 6 while listening; a reply that is over already is a race."""
    reply = core.reply
    if signal.response_id is not None and (reply is None or reply.response_id != signal.response_id):
        return
    if core.state is State.USER_SPEAKING:
        cancel_turn(core, "cancelled")
    elif core.state is State.IDLE and reply is not None:
        stop_output(core, reply)
        core.reply = None
    elif core.state is State.AI_SPEAKING and reply is not None and signal.graceful:
        core.command(FinishSentence(reply.turn_id))
        if core.confirmation.is_asked_by(core, reply):
            core.confirmation.withdraw(core, "response.cancel")
    elif core.state in (*ANSWERING, State.INVOKE_ACTION):
        _cancel(core)


def _cancel(core: Core) -> None:
    forget_suspicion(core)
    interrupt(core, InterruptionType.MANUAL_STOP, Source.MANUAL, core.now)
    if core.user is not None:
        discard(core, core.user.parts)
    if core.state is State.INVOKE_ACTION:
        actions.cancel_current(core, "response.cancel")
    if core.confirmation.is_asked_by(core, core.reply):
        core.confirmation.withdraw(core, "response.cancel")
    end_reply(core, Trigger.RESPONSE_CANCEL)


def forget_suspicion(core: Core) -> None:
    """The answer ends otherwise: nobody needs to know any more whether that speech was meant."""
    doubt = tentative_barge_in.drop(core)
    if doubt is None:
        return
    core.unheard_since = None
    core.clear_speech = False
    if core.reply is not None and not doubt.asked_final:
        core.command(DiscardUtterance(core.reply.turn_id, doubt.utterance_id))


def start_unheard(core: Core) -> None:
    """In idle: speech that began while the assistant had the floor, and still goes on, begins a turn.

    It has to be as clear as what interrupts, or to go on: it may be the last of the answer, back from the room.
    """
    if not core.clear_speech:
        if TurnTimer.STILL_SPEAKING not in core.timers:
            core.set_timer(TurnTimer.STILL_SPEAKING, STILL_SPEAKING_S)
        return
    doubt = tentative_barge_in.drop(core)
    known = doubt is not None and not doubt.asked_final
    begin_turn(
        core,
        Trigger.INPUT_START,
        TurnStart.VAD,
        since=core.unheard_since,
        utterance_id=doubt.utterance_id if doubt is not None and known else None,
        opened=known,
    )
