"""The assistant's reply: from the wish for an answer to the last frame that the user has heard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antiphon.domain.actions import ActionOutcome
from antiphon.domain.audio import FRAME_MS
from antiphon.domain.commands import CancelReply, ContinueReply, FlushPlayout, RememberAnswer, StartReply
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import (
    Failed,
    LatencyMeasured,
    PlayoutBoundary,
    ReplyDone,
    ReplyText,
    ToolRequested,
    ToolSettled,
)
from antiphon.domain.signals import (
    PlayoutAudible,
    PlayoutFinished,
    PlayoutStarted,
    ReplyDelta,
    ReplyFailed,
    ReplyFinished,
    ToolEnded,
    ToolStarted,
)
from antiphon.domain.states import State, Trigger, TurnStart
from antiphon.turns import earcon
from antiphon.turns.config import STALLED_S
from antiphon.turns.health import degrade, recover
from antiphon.turns.records import Reply
from antiphon.turns.timers import ReplyTimer
from antiphon.turns.user_turn import begin_turn

if TYPE_CHECKING:
    from antiphon.turns.core import Core

MIN_FADE_MS = 20
CANCELLED = ActionOutcome("error", None, ErrorCode.ACTION_CANCELLED.code, "It was cancelled.")


def start_reply(core: Core, turn_id: str, text: str | None) -> None:
    """In Processing: ask the brain, or wait until the turn is granted."""
    reply = core.reply = Reply(turn_id, core.new_id("resp"), asked_at=core.now, waiting=True)
    core.clear_timer(ReplyTimer.STALLED)
    user = core.user
    if text is None or (user is not None and user.granted):
        ask(core, reply, text)
    else:
        release_waiting(core)


def ask(core: Core, reply: Reply, text: str | None) -> None:
    reply.waiting = False
    reply.asked_at = core.now
    core.set_timer(ReplyTimer.STALLED, STALLED_S)
    if not core.confirmation.answered(core, reply, text):
        core.ahead = None  # taken or dropped, by what is asked now
        typed = core.user is not None and core.user.start is TurnStart.TEXT
        read = core.user.read if core.user is not None and typed else ""
        core.command(StartReply(reply.turn_id, reply.response_id, text, typed, read, core.silent_before_user()))


def release_waiting(core: Core) -> None:
    """A reply waits only while it must: for a grant, or for the end of a fallback. What was typed is manual anyway."""
    reply, user = core.reply, core.user
    if core.state is not State.AI_THINKING or reply is None or not reply.waiting or user is None:
        return
    if core.config.auto_response and (not core.manual() or user.start is TurnStart.TEXT):
        ask(core, reply, user.known_text())


def current(core: Core, turn_id: str, *states: State) -> Reply | None:
    """The reply that a signal speaks of, if it is still the present one. All else is dropped by id (invariant 7)."""
    reply = core.reply
    return reply if reply is not None and reply.turn_id == turn_id and core.state in states else None


def reply_delta(core: Core, signal: ReplyDelta) -> None:
    reply = current(core, signal.turn_id, State.AI_THINKING, State.AI_SPEAKING)
    if reply is None or reply.finished:
        return
    reply.write(signal.text, core.now)
    core.tell(ReplyText(reply.turn_id, reply.response_id, signal.text))
    if core.state is State.AI_THINKING:
        core.set_timer(ReplyTimer.STALLED, STALLED_S)


def tool_started(core: Core, signal: ToolStarted) -> None:
    """The server's own tool: the state stays, and the turn has made progress for as long as the tool may take."""
    if current(core, signal.turn_id, State.AI_THINKING) is not None:
        core.set_timer(ReplyTimer.STALLED, signal.seconds + STALLED_S)
    reply = current(core, signal.turn_id, State.AI_THINKING, State.AI_SPEAKING)
    if reply is not None:
        reply.acted = True
        reply.tool = core.new_id("call"), signal.name
        timeout_ms = round(1000 * signal.seconds)
        core.tell(
            ToolRequested(reply.turn_id, reply.response_id, reply.tool[0], signal.name, signal.arguments, timeout_ms)
        )


def tool_ended(core: Core, signal: ToolEnded) -> None:
    reply = current(core, signal.turn_id, State.AI_THINKING, State.AI_SPEAKING)
    if reply is not None:
        _settle_tool(core, reply, signal.outcome)


def _settle_tool(core: Core, reply: Reply, outcome: ActionOutcome) -> None:
    if reply.tool is not None:
        call_id, name = reply.tool
        reply.tool = None
        core.tell(ToolSettled(reply.turn_id, reply.response_id, call_id, name, outcome))


def reply_finished(core: Core, signal: ReplyFinished) -> None:
    reply = current(core, signal.turn_id, State.AI_THINKING, State.AI_SPEAKING)
    if reply is None or reply.finished:
        return
    reply.finished = True
    if signal.text.strip():
        core.tell(ReplyDone(reply.turn_id, reply.response_id, signal.text))
        core.confirmation.told(reply)
    elif core.state is State.AI_THINKING and not reply.voiceless:
        _nothing_said(core, reply)
    if reply.voiceless:
        end_unspoken(core, reply)


def _nothing_said(core: Core, reply: Reply) -> None:
    """Row 17. What has done something need not say anything; nor where nobody asked."""
    silent = not reply.acted and core.user is not None
    if silent:
        message = "The assistant had no answer to that. Say it in other words, or ask for something else."
        core.tell(Failed(ErrorCode.BRAIN_EMPTY, message, state=core.state, turn_id=reply.turn_id))
    end_reply(core, Trigger.RESPONSE_EMPTY)
    if silent:
        sound_earcon(core, reply.turn_id, reply.response_id)


def end_unspoken(core: Core, reply: Reply) -> None:
    """Row 19, once a reply whose voice has failed stands whole in writing; of an announcement, no transition."""
    if reply.text.strip():
        core.command(RememberAnswer(reply.turn_id, reply.text))
        core.confirmation.read(core, reply)
        core.last_read = reply
    if core.state is State.IDLE:
        core.reply = None
    else:
        end_reply(core, Trigger.RESPONSE_FAILED)
    if not reply.alerted:
        sound_earcon(core, reply.turn_id, reply.response_id)


def reply_failed(core: Core, signal: ReplyFailed) -> None:
    """Row 19. What was being said fades out; an announcement that has not begun is dropped."""
    reply = current(core, signal.turn_id, State.IDLE, State.AI_THINKING, State.AI_SPEAKING)
    if reply is None:
        return None
    if reply.playing and not reply.played_out and not reply.voiceless:
        core.cut[reply.turn_id] = reply.response_id
    stop_output(core, reply)
    if reply.voiceless:
        return _fail_unspoken(core, reply)
    voiceless = signal.code in (ErrorCode.TTS_FAILED, ErrorCode.TTS_TIMEOUT)
    if voiceless and core.state is not State.IDLE and not reply.finished and reply.text.strip():
        core.tell(ReplyDone(reply.turn_id, reply.response_id, reply.text))  # it stands in writing
    core.tell(Failed(signal.code, signal.message, state=core.state, turn_id=reply.turn_id))
    if voiceless:
        degrade(core, "tts")
    if core.state is State.IDLE:
        core.reply = None
    else:
        end_reply(core, Trigger.RESPONSE_FAILED)
        sound_earcon(core, reply.turn_id, reply.response_id)
    return None


def _fail_unspoken(core: Core, reply: Reply) -> None:
    """The brain has failed, too: the user has been told already, and one notice of one answer is enough."""
    if not reply.finished and reply.text.strip():
        core.tell(ReplyDone(reply.turn_id, reply.response_id, reply.text))
    end_unspoken(core, reply)


def stalled(core: Core) -> None:
    """Nothing came of a turn for too long: never silence for ever."""
    reply = core.reply
    turn_id = reply.turn_id if reply else core.user.turn_id if core.user else None
    if reply is not None:
        stop_output(core, reply)
    message = f"The assistant made no progress for {STALLED_S:.0f} s, so the turn was given up. Please say it again."
    core.tell(Failed(ErrorCode.BRAIN_TIMEOUT, message, state=core.state, turn_id=turn_id))
    end_reply(core, Trigger.RESPONSE_FAILED)
    if turn_id is not None:
        sound_earcon(core, turn_id, reply.response_id if reply else None)


def fade_ms(core: Core, spent_s: float) -> int:
    """How long the answer may fade: bounded by the grace, and by what is left of the interruption budget (GUD-001).

    The fade begins with the next frame, up to 20 ms from now.
    """
    left_ms = core.policy.interruption_budget_ms - round(1000 * spent_s) - FRAME_MS
    return max(MIN_FADE_MS, min(core.policy.completion_grace_ms, left_ms))


def stop_output(core: Core, reply: Reply, spent_s: float = 0.0) -> None:
    """Flush first, then cancel, before anything else is ordered or told (invariant 3)."""
    core.command(FlushPlayout(reply.turn_id, fade_ms(core, spent_s)))
    core.command(CancelReply(reply.turn_id))
    _settle_tool(core, reply, CANCELLED)


def sound_earcon(core: Core, turn_id: str, response_id: str | None = None) -> None:
    """In idle: let it be heard that there is no answer."""
    if core.state is State.IDLE:
        earcon.sound(core, turn_id, response_id)


def end_reply(core: Core, trigger: Trigger) -> None:
    """Back to idle by `trigger`; the turn is over."""
    turn_id = core.reply.turn_id if core.reply else core.user.turn_id if core.user else None
    forget_reply(core)
    core.go(trigger, to=State.IDLE, turn_id=turn_id)


def forget_reply(core: Core) -> None:
    """The turn is over; whatever leads back to idle is told by whoever calls this."""
    core.clear_timer(ReplyTimer.HEARD)
    core.reply = None
    core.user = None


def continue_reply(core: Core, turn_id: str, invocation_id: str, outcome: ActionOutcome) -> None:
    """In Processing again: the brain is asked once more, now that it can know how the action ended."""
    reply = core.reply
    if reply is None:
        reply = core.reply = Reply(turn_id, core.new_id("resp"))
    reply.asked_at = core.now
    core.command(ContinueReply(reply.turn_id, reply.response_id, invocation_id, outcome))


def playout_started(core: Core, signal: PlayoutStarted) -> None:
    """Row 7, or row 4 for an announcement: the first frame is queued."""
    reply = current(core, signal.turn_id, State.IDLE, State.AI_THINKING)
    if reply is None or reply.playing or (core.state is State.IDLE) != (reply.announcement is not None):
        return
    reply.playing = True
    reply.playout_at = core.now
    earcon.gives_way(core)
    core.tell(PlayoutBoundary("start", reply.turn_id, reply.response_id))
    if reply.announcement is not None:
        core.tell(ReplyText(reply.turn_id, reply.response_id, reply.announcement))
        core.tell(ReplyDone(reply.turn_id, reply.response_id, reply.announcement))
    trigger = Trigger.SERVER_ANNOUNCE if reply.announcement is not None else Trigger.RESPONSE_AUDIO
    core.go(trigger, turn_id=reply.turn_id)


def playout_audible(core: Core, signal: PlayoutAudible) -> None:
    """The first packet that can be heard: this is what the latencies of a turn are measured to (ITE GUD-002)."""
    reply = current(core, signal.turn_id, State.AI_SPEAKING)
    user = core.user
    if reply is not None:
        recover(core, "tts")
    if reply is None or reply.measured or reply.announcement is not None:
        return
    reply.measured = True

    def ms(start: float | None, end: float | None) -> int | None:
        return None if start is None or end is None else max(0, round(1000 * (end - start)))

    understood_at = user.understood_at if user else None
    core.tell(
        LatencyMeasured(
            turn_id=reply.turn_id,
            speech_stop_to_audio_ms=ms(user.last_voiced if user else None, signal.at),
            end_of_turn_to_audio_ms=ms(user.ended_at if user else reply.asked_at, signal.at),
            stt_ms=ms(user.ended_at if user else None, understood_at),
            brain_ms=ms(reply.asked_at, reply.first_text_at),
            tts_ms=ms(reply.first_text_at, reply.playout_at),
            barge_in_ms=user.barge_in_ms if user else None,
        )
    )


def playout_finished(core: Core, signal: PlayoutFinished) -> None:
    """The last frame was sent; it is heard a little later. A reply with nothing to pronounce ends at once."""
    reply = current(core, signal.turn_id, State.IDLE, State.AI_THINKING, State.AI_SPEAKING)
    if reply is None or reply.played_out:
        return
    if core.state is State.IDLE:
        core.reply = None
    elif core.state is State.AI_THINKING:
        _nothing_said(core, reply)
    else:
        reply.played_out = True
        reply.duration_ms = signal.duration_ms
        core.confirmation.heard_whole(core, reply)
        reply.heard_text = signal.heard_text
        core.tell(PlayoutBoundary("end", reply.turn_id, reply.response_id, signal.duration_ms))
        if not reply.paused:
            core.set_timer(ReplyTimer.HEARD, core.config.heard_s)


def heard(core: Core) -> None:
    """The last frame was sent a while ago, and the client says nothing of it: it has been heard."""
    if core.reply is not None:
        complete(core, core.reply, core.reply.duration_ms)


def complete(core: Core, reply: Reply, played_ms: int) -> None:
    """Row 10, and with it row 3 where the reply asked something and the assistant listens for the answer."""
    core.tell(PlayoutBoundary("complete", reply.turn_id, reply.response_id, played_ms, reply.heard_text))
    asked = (reply.announcement is None or reply.asks_again) and reply.text.rstrip().endswith("?")
    core.last_read = reply if core.config.only_read else None
    end_reply(core, Trigger.AUDIO_COMPLETE)
    if core.config.follow_up and asked and core.unheard_since is None:
        begin_turn(core, Trigger.FOLLOW_UP, TurnStart.FOLLOW_UP)
