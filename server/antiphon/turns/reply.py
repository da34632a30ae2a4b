"""The assistant's reply: from the wish for an answer to the last frame that the user has heard.

Each reply is a machine of its own; the present one is `core.reply`. What the brain tells of it is in `brain_events`,
what the playout does in `playback`, an answer whose voice has failed in `voiceless`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from antiphon.domain.actions import ActionOutcome
from antiphon.domain.audio import FRAME_MS
from antiphon.domain.commands import CancelReply, ContinueReply, FlushPlayout, StartReply
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import PlayoutBoundary, ToolSettled
from antiphon.domain.signals import PlayoutFinished
from antiphon.domain.states import State, Trigger, TurnStart
from antiphon.turns import announcing, earcon, preemptive, user_turn
from antiphon.turns.config import STALLED_S
from antiphon.turns.machine import Row, Table
from antiphon.turns.records import Generation, Reply, ReplyState
from antiphon.turns.timers import ReplyTimer
from antiphon.turns.user_turn import TurnInput, begin_turn, drop_turn

if TYPE_CHECKING:
    from antiphon.turns.core import Core

MIN_FADE_MS = 20
CANCELLED = ActionOutcome("error", None, ErrorCode.ACTION_CANCELLED.code, "It was cancelled.")


class ReplyInput(StrEnum):
    RELEASED = "it may start"
    GRANTED = "the assistant is given the floor"
    FIRST_FRAME = "its first frame is queued"
    LAST_FRAME = "its last frame was sent"
    HEARD = "it has been heard"
    EMPTY = "there is nothing to say"
    FAILED = "nothing comes of it"
    CANCELLED = "it is cancelled"
    INTERRUPTED = "the user takes the floor"


def advance(core: Core, what: ReplyInput, about: object = None) -> bool:
    """Tell the present reply one thing. Says whether that means anything to it now."""
    return core.reply is not None and TABLE.advance(core, core.reply, what, about)


def current(core: Core, turn_id: str) -> Reply | None:
    """The reply that a signal speaks of, if it is still the present one. All else is dropped by id (invariant 7)."""
    reply = core.reply
    return reply if reply is not None and reply.turn_id == turn_id else None


def under_way(core: Core, turn_id: str) -> Reply | None:
    """The same, while it is thought about or said; not while the page acts for it, or it waits for its first frame."""
    reply = current(core, turn_id)
    return reply if core.floor.interruptible else None


def start_reply(core: Core, turn_id: str, text: str | None) -> None:
    """In Processing: ask the brain, or wait until the turn is granted."""
    _hold(core, turn_id)
    core.clock.clear(ReplyTimer.STALLED)
    if core.user is not None and core.user.granted:
        advance(core, ReplyInput.RELEASED, text)
    else:
        release_waiting(core)


def start_granted(core: Core) -> None:
    """Row 20: the assistant speaks without having been asked anything."""
    _hold(core, core.new_id("turn"))
    advance(core, ReplyInput.GRANTED)


def _hold(core: Core, turn_id: str) -> None:
    core.reply = Reply(
        turn_id, core.new_id("resp"), ReplyState.HELD, generation=Generation(ordered=False, asked_at=core.now)
    )


def release_waiting(core: Core) -> None:
    """A reply waits only while it must: for a grant, or for the end of a fallback. What was typed is manual anyway."""
    reply, user = core.reply, core.user
    if not core.floor.thinking or reply is None or reply.state is not ReplyState.HELD or user is None:
        return
    if core.config.reply.auto_response and (not core.manual() or user.start is TurnStart.TEXT):
        advance(core, ReplyInput.RELEASED, user.words.text())


def open_reply(core: Core, turn_id: str) -> Reply:
    """In Processing: a reply whose text comes from elsewhere than the user's words."""
    core.reply = Reply(turn_id, core.new_id("resp"), generation=Generation(asked_at=core.now))
    return core.reply


def continue_reply(core: Core, turn_id: str, invocation_id: str, outcome: ActionOutcome) -> None:
    """In Processing again: the brain is asked once more, now that it can know how the action ended."""
    reply = core.reply or open_reply(core, turn_id)
    reply.generation.asked_at = core.now
    core.command(ContinueReply(reply.turn_id, reply.response_id, invocation_id, outcome))


def end_reply(core: Core, what: ReplyInput, about: object = None) -> None:
    """Back to idle; the turn is over, with its reply or before there was one."""
    if core.reply is not None:
        TABLE.advance(core, core.reply, what, about)
    else:  # a session that thinks, and has no reply yet, has a turn
        user_turn.advance(core, TurnInput.GIVEN_UP if what is ReplyInput.FAILED else TurnInput.NOT_WANTED)


def forget_reply(core: Core) -> None:
    """The turn is over; whatever leads back to idle is told by whoever calls this."""
    hold_completion(core)
    core.reply = None
    drop_turn(core)


def drop_reply(core: Core) -> None:
    """It is interrupted, or was never heard: no transition of its own."""
    advance(core, ReplyInput.INTERRUPTED)
    core.reply = None


def remember_read(core: Core, reply: Reply | None) -> None:
    """It is only read: what is typed now may be about so much of it as could have been read."""
    core.last_read = reply


def fade_ms(core: Core, spent_s: float) -> int:
    """Return how long the answer may fade: bounded by the grace, and by what is left of the interruption budget
    (ITE GUD-001).

    The fade begins with the next frame, up to 20 ms from now.
    """
    left_ms = core.policy.interruption_budget_ms - round(1000 * spent_s) - FRAME_MS
    return max(MIN_FADE_MS, min(core.policy.completion_grace_ms, left_ms))


def settle_tool(core: Core, reply: Reply, outcome: ActionOutcome) -> None:
    if reply.calls.tool is not None:
        call_id, name = reply.calls.tool
        reply.calls.tool = None
        core.emit(ToolSettled(reply.turn_id, reply.response_id, call_id, name, outcome))


def stop_output(core: Core, reply: Reply, spent_s: float = 0.0) -> None:
    """Flush first, then cancel, before anything else is ordered or told (invariant 3)."""
    core.command(FlushPlayout(reply.turn_id, fade_ms(core, spent_s)))
    core.command(CancelReply(reply.turn_id))
    settle_tool(core, reply, CANCELLED)


# Its timers, for those who tell of it


def state_changed(core: Core) -> None:
    """No turn stays in Processing without progress; elsewhere none is waited for."""
    if core.floor.thinking:
        core.clock.set(ReplyTimer.STALLED, STALLED_S)
    else:
        core.clock.clear(ReplyTimer.STALLED)


def makes_progress(core: Core, seconds: float = 0.0) -> None:
    """In Processing: something has come of it, and more may take `seconds` beyond the usual."""
    core.clock.set(ReplyTimer.STALLED, seconds + STALLED_S)


def complete_after(core: Core, reply: Reply, seconds: float) -> None:
    """If its last frame was sent, take it for heard in so long, unless the client says when."""
    if reply.state is ReplyState.SENT:
        core.clock.set(ReplyTimer.HEARD, seconds)


def hold_completion(core: Core) -> None:
    """Its playout waits, or is cut: no more of it is heard by itself."""
    core.clock.clear(ReplyTimer.HEARD)


def await_text(core: Core, seconds: float) -> None:
    """Its voice has failed: text that is told for longer than `seconds` gets an earcon."""
    core.clock.set(ReplyTimer.UNSPOKEN, seconds)


def grant_after(core: Core, seconds: float) -> None:
    """The client has granted a reply to nothing, to begin in so long."""
    core.clock.set(ReplyTimer.GRANTED, seconds)


def forget_grant(core: Core) -> None:
    core.clock.clear(ReplyTimer.GRANTED)


def sound_earcon(core: Core, turn_id: str, response_id: str | None = None) -> None:
    """In idle: let it be heard that there is no answer."""
    if core.floor.free:
        earcon.sound(core, turn_id, response_id)


# What the rows do


def _ask(core: Core, reply: Reply, text: str | None) -> None:
    user = core.user
    reply.generation.ordered = True
    reply.generation.asked_at = core.now
    makes_progress(core)
    if not core.confirmation.answered(core, reply, text):
        preemptive.settle(core)
        typed = user is not None and user.start is TurnStart.TEXT
        read = user.overlap.read if user is not None and typed else ""
        core.command(StartReply(reply.turn_id, reply.response_id, text, typed, read, core.silent_before_user()))


def _begin_playback(core: Core, reply: Reply, _: object) -> None:
    reply.playback.begun_at = core.now
    earcon.gives_way(core)
    core.emit(PlayoutBoundary("start", reply.turn_id, reply.response_id))


def _begin_announcement(core: Core, reply: Reply, _: object) -> None:
    _begin_playback(core, reply, None)
    announcing.write(core, reply)


def _await_heard(core: Core, reply: Reply, signal: PlayoutFinished) -> None:
    reply.playback.duration_ms = signal.duration_ms
    core.confirmation.heard_whole(core, reply)
    reply.playback.heard_text = signal.heard_text
    core.emit(PlayoutBoundary("end", reply.turn_id, reply.response_id, signal.duration_ms))
    if not reply.playback.paused:
        complete_after(core, reply, core.config.reply.heard_s)


def _complete(core: Core, reply: Reply, played_ms: int | None) -> None:
    """The client says how much of it was heard, or (None) says nothing, and it was heard whole."""
    played_ms = reply.playback.duration_ms if played_ms is None else played_ms
    core.emit(PlayoutBoundary("complete", reply.turn_id, reply.response_id, played_ms, reply.playback.heard_text))
    remember_read(core, reply if core.config.reply.only_read else None)
    forget_reply(core)


def _follow_up(core: Core, reply: Reply, _: object) -> None:
    """Row 3, where the reply asked something and the assistant listens for the answer."""
    announced = reply.announcement
    asked = (announced is None or announced.asks_again or announced.of_page) and reply.text.rstrip().endswith("?")
    if core.config.reply.follow_up and asked and core.speech.unclaimed_since is None:
        begin_turn(core, TurnInput.FOLLOW_UP, TurnStart.FOLLOW_UP)


def _drop(core: Core, *_: object) -> None:
    core.reply = None


def _forget(core: Core, *_: object) -> None:
    forget_reply(core)


_S, _I, _T = ReplyState, ReplyInput, Trigger
_AT_WORK = (_S.HELD, _S.THINKING)
_SOUNDED = (_S.PLAYING, _S.SENT)
TABLE = Table(
    "Reply",
    ReplyState,
    ReplyInput,
    ReplyTimer,
    (
        Row((_S.HELD,), _I.RELEASED, _S.THINKING, _ask),
        Row((_S.HELD,), _I.GRANTED, _S.THINKING, None, _T.ASSISTANT_GRANT, then=_ask),
        Row(_AT_WORK, _I.FIRST_FRAME, _S.PLAYING, _begin_playback, _T.RESPONSE_AUDIO),
        Row((_S.WAITING,), _I.FIRST_FRAME, _S.PLAYING, _begin_announcement, _T.SERVER_ANNOUNCE),
        Row((_S.PLAYING,), _I.LAST_FRAME, _S.SENT, _await_heard),
        Row((_S.SENT,), _I.HEARD, _S.OVER, _complete, _T.AUDIO_COMPLETE, then=_follow_up),
        Row(_AT_WORK, _I.EMPTY, _S.OVER, _forget, _T.RESPONSE_EMPTY),
        Row((*_AT_WORK, *_SOUNDED), _I.FAILED, _S.OVER, _forget, _T.RESPONSE_FAILED, State.IDLE),
        Row((*_AT_WORK, *_SOUNDED), _I.CANCELLED, _S.OVER, _forget, _T.RESPONSE_CANCEL),
        Row((_S.WAITING,), _I.FAILED, _S.OVER, _drop),
        Row((_S.WAITING,), _I.LAST_FRAME, _S.OVER, _drop),
        Row((*_AT_WORK, _S.WAITING, *_SOUNDED), _I.INTERRUPTED, _S.OVER),
    ),
)
