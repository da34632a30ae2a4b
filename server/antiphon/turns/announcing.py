"""Announcements: what the system says unasked, as greeting, notices, the application's texts and what a dialog of the
page asks (row 4)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from antiphon.domain.actions import ActionOutcome
from antiphon.domain.commands import CancelReply, Say
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import ReplyDone, ReplyText
from antiphon.domain.signals import AnnounceRequested
from antiphon.domain.states import Trigger
from antiphon.turns.notices import Notice
from antiphon.turns.page_dialogs import PageDialogs
from antiphon.turns.records import Announcement, Generation, Reply, ReplyState
from antiphon.turns.timers import ConfirmationTimer

if TYPE_CHECKING:
    from antiphon.turns.core import Core

MAX_WAITING = 8


@dataclass(slots=True)
class Announcements:
    """The sentences that wait for the next idle. The system's own notices come before the application's texts."""

    texts: list[str] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    page: PageDialogs = field(default_factory=PageDialogs)
    """What the page asks comes last: the answer is to that."""
    misunderstood: int = 0
    """How many turns in a row had no words that were understood, since a notice has said so."""

    def not_understood(self) -> int:
        """Count a turn without words that were understood, and return how many there were in a row."""
        self.misunderstood += 1
        return self.misunderstood

    def understood(self) -> None:
        """Begin to count anew."""
        self.misunderstood = 0


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
    core.announcements.page = PageDialogs()


def announce_requested(core: Core, signal: AnnounceRequested) -> None:
    """Spoken at the next idle. The state changes when its first audio is there, so a user who speaks first wins."""
    if not core.connection.ready:
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
    text = core.announcements.texts.pop(0) if notice is None else core.language.notices.text(notice)
    say(core, Announcement(text, notice))


def say(core: Core, announcement: Announcement) -> Reply:
    """Hand a sentence to the voice, as a reply that nobody has asked for."""
    reply = core.reply = Reply(
        turn_id=core.new_id("turn"),
        response_id=core.new_id("resp"),
        state=ReplyState.WAITING,
        announcement=announcement,
        generation=Generation(asked_at=core.now, text=announcement.text, finished=True),
    )
    core.command(Say(reply.turn_id, reply.response_id, announcement.text))
    return reply


def withdraw(core: Core) -> None:
    """An announcement that nobody has heard yet gives way to whoever takes the floor, and waits for the next idle."""
    reply = core.reply
    announcement = None if reply is None else reply.announcement
    if reply is not None and announcement is not None and reply.waits:
        core.command(CancelReply(reply.turn_id))
        if announcement.asks_again:
            pass  # whoever speaks may be answering it
        elif announcement.of_page:
            core.announcements.page.withdrawn()
        elif announcement.notice is None:
            core.announcements.texts.insert(0, announcement.text)
        else:
            core.announcements.notices.insert(0, announcement.notice)
        core.reply = None


def write(core: Core, reply: Reply) -> None:
    """It is told in writing, all at once; a question of the page's may be answered from now on."""
    announcement = reply.announcement
    if announcement is None:
        return
    reply.generation.repeat(announcement.text, core.now)
    core.emit(ReplyText(reply.turn_id, reply.response_id, announcement.text))
    core.emit(ReplyDone(reply.turn_id, reply.response_id, announcement.text))
    if announcement.of_page:
        core.confirmation.told(reply)


# What the page asks.


def page_narrated(core: Core, narration: str) -> None:
    """The page has another narration. What is about to be said of a dialog that is gone is not said."""
    page, before = core.announcements.page, core.announcements.page.key
    page.use(narration, core.confirmation.open)
    reply = core.reply
    if page.key != before and reply is not None and reply.of_page and reply.waits:
        core.command(CancelReply(reply.turn_id))
        core.reply = None


def page_told_by(core: Core, outcome: ActionOutcome) -> None:
    """An action has ended so, and the reply to that tells it."""
    if core.announcements.page.due:
        core.announcements.page.told(f"{outcome.output} {outcome.error_message}", core.now)


def await_page(core: Core) -> bool:
    """In idle, with nothing else to say: what the page asks waits for a moment. Whether it asks anything new."""
    page = core.announcements.page
    if page.due:
        at = max(core.now + page.pause_s, page.may_be_said(core.now))
        if ConfirmationTimer.TELL not in core.clock.timers:
            core.clock.set_at(ConfirmationTimer.TELL, at)
    return page.due


def state_changed(core: Core) -> None:
    """The moment of idle is over, before what the page asks was said."""
    core.clock.clear(ConfirmationTimer.TELL)


def say_page(core: Core) -> None:
    """Say what the page asks, unless something else goes on by now."""
    page = core.announcements.page
    if not core.floor.free or core.connection.away or core.reply or core.confirmation.open or not page.due:
        return
    page.announced(core.now)
    say(core, Announcement(page.text, of_page=True))
