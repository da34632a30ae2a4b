"""Who takes the floor, and from whom: speech, a key, a typed text, a cancel (VIP section 7, 7.5; ITE REQ-003)."""

from antiphon.domain.commands import FinishSentence, SettleAction
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import ActionSettled, Failed, Interrupted, TranscriptDone
from antiphon.domain.signals import (
    BargeInRequested,
    CancelRequested,
    CaptureStarted,
    PlayoutFlushed,
    SpeechStarted,
    SpeechSuspected,
    TextEntered,
)
from antiphon.domain.states import InterruptionType, Source, State, Trigger, TurnStart
from antiphon.turns.acting import cancel_invocation, continue_reply
from antiphon.turns.capture import begin_turn, cancel_turn, discard, end_turn
from antiphon.turns.core import Core, Flushing, UserTurn
from antiphon.turns.replying import end_reply, stop_output

ANSWERING = (State.AI_THINKING, State.AI_SPEAKING)


def speech_started(core: Core, signal: SpeechStarted) -> None:
    """Enough to begin a turn with; not enough to interrupt with, until `SpeechSuspected`."""
    core.speech_on = True
    core.onset = signal.onset
    user = core.user
    if core.state is State.USER_SPEAKING and user is not None:
        user.speech_heard = True
        core.clear_timer("no_speech")
        core.clear_timer("endpoint")
    elif core.state is State.IDLE and TurnStart.VAD in core.config.triggers:
        begin_turn(core, Trigger.INPUT_START, TurnStart.VAD, since=signal.onset)
    else:
        core.unheard_since = signal.onset


def speech_suspected(core: Core, signal: SpeechSuspected) -> None:
    core.clear_speech = core.unheard_since is not None


def take_floor_by_voice(core: Core) -> None:
    """Speech that is clear enough, and not heard yet, interrupts as soon as the assistant can be interrupted.

    It may have begun while an action was being carried out, where nothing can be interrupted.
    """
    unheard = core.clear_speech and core.unheard_since is not None
    if core.state in ANSWERING and unheard and core.policy_voice_barge_in():
        barge_in(core, Source.VAD, core.unheard_since or core.onset, TurnStart.VAD)


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
        for name in ("endpoint", "no_speech", "release"):
            core.clear_timer(name)
    else:
        core.refuse(Trigger.INPUT_START.value)


def barge_in_requested(core: Core, signal: BargeInRequested) -> None:
    """By hand. A hint of the client's own detector only advises, and a request that comes too late is a race."""
    if signal.source is not Source.MANUAL:
        return
    present = {turn.turn_id for turn in (core.user, core.reply) if turn is not None}
    if signal.turn_id is not None and signal.turn_id not in present:
        return
    if core.state in ANSWERING:
        barge_in(core, Source.MANUAL, core.now, TurnStart.PTT)
    elif core.state not in (State.IDLE, State.USER_SPEAKING):
        core.refuse(Trigger.INPUT_BARGE_IN.value)


def barge_in(core: Core, source: Source, onset: float, start: TurnStart, *, held: bool = False) -> None:
    """Rows 9 and 11: the answer stops, and the user is heard from the onset on."""
    carried = _unanswered(core)
    _interrupt(core, InterruptionType.BARGE_IN, source, onset)
    core.reply = None
    begin_turn(core, Trigger.INPUT_BARGE_IN, start, since=onset, held=held, barge_in=True, carried=carried)


def _unanswered(core: Core) -> UserTurn | None:
    """The turn whose words still want an answer: nothing of it was said aloud, and no action was run for it."""
    if core.state is not State.AI_THINKING or (core.reply is not None and core.reply.calls):
        return None
    return core.user


def _interrupt(core: Core, kind: InterruptionType, source: Source, onset: float) -> None:
    """Stop what is being thought or said; `Interrupted` is told when it is known what was heard of it."""
    reply = core.reply
    core.clear_timer("heard")
    if reply is not None:
        core.flushing[reply.turn_id] = Flushing(reply.response_id, kind, source, onset)
        stop_output(core, reply, core.now - onset)
    elif core.user is not None:
        latency_ms = max(0, round(1000 * (core.now - onset)))
        core.tell(Interrupted(core.user.turn_id, None, kind, source, latency_ms, 0, ""))


def playout_flushed(core: Core, signal: PlayoutFlushed) -> None:
    flushing = core.flushing.pop(signal.turn_id, None)
    if flushing is None:
        return
    end = core.now if signal.silent_at is None else signal.silent_at
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
    if core.state is State.USER_SPEAKING:
        cancel_turn(core, "text")
    if core.state in ANSWERING:
        barge_in(core, Source.TEXT, core.now, TurnStart.TEXT)
        _type_into(core, signal.text)
        end_turn(core, "text")
    elif core.state is State.IDLE:
        turn_id = core.new_id("turn")
        core.user = UserTurn(turn_id, core.new_id("utt"), TurnStart.TEXT, core.now, ended_at=core.now)
        core.user.owners[core.user.utterance_id] = turn_id
        core.go(Trigger.INPUT_TEXT, turn_id=turn_id)
        _type_into(core, signal.text)
    else:
        core.refuse(Trigger.INPUT_TEXT.value)


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
    elif core.state in (*ANSWERING, State.INVOKE_ACTION):
        _cancel(core)
    elif core.state is State.CONNECTING:
        core.refuse(Trigger.RESPONSE_CANCEL.value, ErrorCode.ORDER)


def _cancel(core: Core) -> None:
    _interrupt(core, InterruptionType.MANUAL_STOP, Source.MANUAL, core.now)
    if core.user is not None:
        discard(core, core.user.parts)
    if core.state is State.INVOKE_ACTION and core.current_invocation is not None:
        invocation = core.invocations[core.current_invocation]
        outcome = cancel_invocation(core, invocation)
        core.command(SettleAction(invocation.turn_id, invocation.invocation_id, outcome))
        core.tell(ActionSettled(invocation.turn_id, invocation.invocation_id, outcome, True, "response.cancel"))
    end_reply(core, Trigger.RESPONSE_CANCEL)


def start_pending(core: Core) -> None:
    """In idle: speech that began while the assistant had the floor, and still goes on, begins a turn now."""
    begin_turn(core, Trigger.INPUT_START, TurnStart.VAD, since=core.unheard_since)


def answer_result(core: Core) -> None:
    """Row 21: a parallel invocation has ended in a way that wants an answer."""
    invocation, outcome = core.results.pop(0)
    core.go(Trigger.ACTION_RESULT, turn_id=invocation.turn_id)
    core.reply = None
    continue_reply(core, invocation, outcome)
