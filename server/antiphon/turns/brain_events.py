"""Handle the events of the brain, and of the server's tools, for a reply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antiphon.domain.commands import RememberAnswer
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Failed, ReplyDone, ReplyText, ToolRequested
from antiphon.domain.signals import ReplyDelta, ReplyFailed, ReplyFinished, ToolEnded, ToolStarted
from antiphon.turns.config import STALLED_S
from antiphon.turns.health import degrade
from antiphon.turns.records import Reply
from antiphon.turns.reply import (
    ReplyInput,
    current,
    end_reply,
    makes_progress,
    remember_read,
    settle_tool,
    sound_earcon,
    stop_output,
    under_way,
)

if TYPE_CHECKING:
    from antiphon.turns.core import Core


def reply_delta(core: Core, signal: ReplyDelta) -> None:
    reply = under_way(core, signal.turn_id)
    if reply is None or reply.generation.finished:
        return
    reply.generation.write(signal.text, core.now)
    core.emit(ReplyText(reply.turn_id, reply.response_id, signal.text))
    if core.floor.thinking:
        makes_progress(core)


def tool_started(core: Core, signal: ToolStarted) -> None:
    """The server's own tool: the state stays, and the turn has made progress for as long as the tool may take."""
    reply = under_way(core, signal.turn_id)
    if reply is None:
        return
    if core.floor.thinking:
        makes_progress(core, signal.seconds)
    call_id, timeout_ms = core.new_id("call"), round(1000 * signal.seconds)
    reply.calls.uses_tool(call_id, signal.name)
    core.emit(ToolRequested(reply.turn_id, reply.response_id, call_id, signal.name, signal.arguments, timeout_ms))


def tool_ended(core: Core, signal: ToolEnded) -> None:
    reply = under_way(core, signal.turn_id)
    if reply is not None:
        settle_tool(core, reply, signal.outcome)


def reply_finished(core: Core, signal: ReplyFinished) -> None:
    reply = under_way(core, signal.turn_id)
    if reply is None or reply.generation.finished:
        return
    reply.generation.finishes()
    if signal.text.strip():
        core.emit(ReplyDone(reply.turn_id, reply.response_id, signal.text))
        core.confirmation.told(reply)
        core.announcements.page.told(signal.text, core.now)
    elif core.floor.thinking and not reply.playback.voiceless:
        nothing_said(core, reply)
    if reply.playback.voiceless:
        end_unspoken(core, reply)


def nothing_said(core: Core, reply: Reply) -> None:
    """Row 17. What has done something need not say anything; nor where nobody asked."""
    silent = not reply.calls.acted and core.user is not None
    if silent:
        message = "The assistant had no answer to that. Say it in other words, or ask for something else."
        core.emit(Failed(ErrorCode.BRAIN_EMPTY, message, state=core.state, turn_id=reply.turn_id))
    end_reply(core, ReplyInput.EMPTY)
    if silent:
        sound_earcon(core, reply.turn_id, reply.response_id)


def end_unspoken(core: Core, reply: Reply) -> None:
    """Row 19, once a reply whose voice has failed stands whole in writing; of an announcement, no transition."""
    if reply.text.strip():
        core.command(RememberAnswer(reply.turn_id, reply.text))
        core.confirmation.read(core, reply)
        remember_read(core, reply)
    end_reply(core, ReplyInput.FAILED)
    if not reply.playback.alerted:
        sound_earcon(core, reply.turn_id, reply.response_id)


def reply_failed(core: Core, signal: ReplyFailed) -> None:
    """Row 19. What was being said fades out; an announcement that has not begun is dropped."""
    reply = current(core, signal.turn_id)
    if reply is None or core.page_acts:
        return None
    if reply.sounds and not reply.playback.voiceless:
        core.interruptions.is_cut(reply)
    stop_output(core, reply)
    if reply.playback.voiceless:
        return _fail_unspoken(core, reply)
    voiceless = signal.code in (ErrorCode.TTS_FAILED, ErrorCode.TTS_TIMEOUT)
    announced = core.floor.free
    if voiceless and not announced and not reply.generation.finished and reply.text.strip():
        core.emit(ReplyDone(reply.turn_id, reply.response_id, reply.text))  # it stands in writing
    core.emit(Failed(signal.code, signal.message, state=core.state, turn_id=reply.turn_id))
    if voiceless:
        degrade(core, "tts")
    end_reply(core, ReplyInput.FAILED)
    if not announced:
        sound_earcon(core, reply.turn_id, reply.response_id)
    return None


def _fail_unspoken(core: Core, reply: Reply) -> None:
    """The brain has failed, too: the user has been told already, and one notice of one answer is enough."""
    if not reply.generation.finished and reply.text.strip():
        core.emit(ReplyDone(reply.turn_id, reply.response_id, reply.text))
    end_unspoken(core, reply)


def stalled(core: Core) -> None:
    """Nothing came of a turn for too long: never silence for ever."""
    reply = core.reply
    turn_id = reply.turn_id if reply else core.user.turn_id if core.user else None
    if reply is not None:
        stop_output(core, reply)
    message = f"The assistant made no progress for {STALLED_S:.0f} s, so the turn was given up. Please say it again."
    core.emit(Failed(ErrorCode.BRAIN_TIMEOUT, message, state=core.state, turn_id=turn_id))
    end_reply(core, ReplyInput.FAILED)
    if turn_id is not None:
        sound_earcon(core, turn_id, reply.response_id if reply else None)
