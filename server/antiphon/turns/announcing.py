"""Announcements: what the system says unasked, as greeting, notices and the application's texts (row 4)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from antiphon.domain.commands import CancelReply, Say
from antiphon.domain.errors import ErrorCode
from antiphon.domain.signals import AnnounceRequested
from antiphon.domain.states import State, Trigger
from antiphon.turns.notices import Notice
from antiphon.turns.records import Reply, ReplyState

if TYPE_CHECKING:
    from antiphon.turns.core import Core

MAX_WAITING = 8


@dataclass(slots=True)
class Announcements:
    """The sentences that wait for the next idle. The system's own notices come before the application's texts."""

    texts: list[str] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)


def queue(core: Core, text: str) -> None:
    core.announcements.texts.append(text)


def queue_notice(core: Core, notice: Notice) -> None:
    core.announcements.notices.append(notice)


def forget_notices(core: Core) -> None:
    """Somebody is there: only that the session's time is up is still to be said."""
    if core.announcements.notices:
        core.announcements.notices = [notice for notice in core.announcements.notices if notice == "limit"]


def forget_all(core: Core) -> None:
    core.announcements.texts.clear()
    core.announcements.notices.clear()


def announce_requested(core: Core, signal: AnnounceRequested) -> None:
    """Spoken at the next idle. The state changes when its first audio is there, so a user who speaks first wins."""
    if core.state in (State.NOT_CONNECTED, State.CONNECTING):
        message = "The session is not ready: its client has not connected and initialised it yet."
        core.refuse(Trigger.SERVER_ANNOUNCE.value, ErrorCode.ORDER, message)
    elif len(core.announcements.texts) >= MAX_WAITING:
        message = f"{MAX_WAITING} announcements are waiting already; try again when one has been spoken."
        core.refuse(Trigger.SERVER_ANNOUNCE.value, ErrorCode.RATE_LIMITED, message)
    else:
        queue(core, signal.text)


def say_next(core: Core) -> None:
    """In idle: hand the oldest announcement to the voice."""
    notice = core.announcements.notices.pop(0) if core.announcements.notices else None
    text = core.announcements.texts.pop(0) if notice is None else core.config.notices.text(notice)
    say(core, text, notice)


def say(core: Core, text: str, notice: Notice | None = None, *, asks_again: bool = False) -> Reply:
    """Hand a text to the voice, as a reply that nobody has asked for."""
    reply = core.reply = Reply(
        turn_id=core.new_id("turn"),
        response_id=core.new_id("resp"),
        state=ReplyState.WAITING,
        announcement=text,
        text=text,
        asked_at=core.now,
        finished=True,
        notice=notice,
        asks_again=asks_again,
    )
    core.command(Say(reply.turn_id, reply.response_id, text))
    return reply


def withdraw(core: Core) -> None:
    """An announcement that nobody has heard yet gives way to whoever takes the floor, and waits for the next idle."""
    reply = core.reply
    if reply is not None and reply.announcement is not None and reply.state is ReplyState.WAITING:
        core.command(CancelReply(reply.turn_id))
        if reply.asks_again:
            pass  # whoever speaks may be answering it
        elif reply.notice is None:
            core.announcements.texts.insert(0, reply.announcement)
        else:
            core.announcements.notices.insert(0, reply.notice)
        core.reply = None
