"""The connections of a session: one at a time has it, and a client that comes back is told first what it missed.

A session outlives its transport. When a client makes a new peer connection, the newcomer takes over: what it says and
hears is the session's from then on, and the old one is told so and hung up on. Before it may say anything else it
resumes, and is told what it missed, in order and once (docs/reference/vip.md, "Coming back").
"""

import asyncio
from collections.abc import Callable

from antiphon.domain.audio import AudioFrame, Pcm
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Failed, SessionClosed, SessionOpened
from antiphon.domain.messages import Decoded, ResumeClaim
from antiphon.domain.signals import (
    ClientConnected,
    ClientReady,
    ClientResumed,
    MuteChanged,
    SessionClosing,
    TransportLost,
    TransportRestored,
)
from antiphon.domain.states import CloseReason, State
from antiphon.ports import Clock, Link
from antiphon.session.mailbox import Mailbox
from antiphon.session.media import Media
from antiphon.session.outbox import CatchUp, Outbox, ResumeTerms
from antiphon.session.playout import SILENCE
from antiphon.turns.core import INITIALISE_S, LOST_S


class Connection:
    """One transport's end of a session (`ports.Call`). Only the present one is listened to."""

    def __init__(self, connections: "Connections", mailbox: Mailbox, media: Media) -> None:
        self._connections = connections
        self._mailbox = mailbox
        self._media = media
        self.link: Link | None = None
        self.listens_only = False
        self.must_resume = False
        """It came to a session that goes on already, and has not proved that it may."""
        self.begun = False
        """The session has been told whether it brings sound, and is told when that changes."""
        self._hushed = False
        """Speech waits: its client does not seem to be there for the moment."""

    @property
    def present(self) -> bool:
        """True while the session is this one's."""
        return self._connections.present is self

    def opened(self, link: Link, *, silent: bool = False) -> None:
        self.link = link
        self._connections.arrive(self, link, silent=silent)

    def on_audio(self, frame: AudioFrame) -> None:
        if self.present and not self.must_resume:
            self._media.on_audio(frame)

    def on_message(self, text: str | bytes) -> None:
        if self.present:
            self._mailbox.submit(text, self)

    def next_frame(self) -> Pcm:
        listens = self.present and not (self.must_resume or self._hushed)
        return self._media.next_frame() if listens else SILENCE

    def next_sound(self) -> Pcm | None:
        listens = self.present and not (self.must_resume or self._hushed)
        return self._media.next_sound() if listens else None

    def muted(self, on: bool = True) -> None:
        self.listens_only = on
        if self.begun and self.present:
            self.report_muted()

    def refused(self, failure: Failed) -> None:
        if self.present and not self.must_resume:
            self._mailbox.refuse(failure)

    def quiet(self, on: bool) -> None:
        self._hushed = on

    def away(self, gone: bool) -> None:
        if self.present:
            self._connections.away(gone)

    def lost(self, reason: str) -> None:
        self._connections.leave(self)

    # What the mailbox asks of a sender

    def handle_before_resume(self, decoded: Decoded) -> None:
        self._connections.handle_before_resume(self, decoded)

    def report_muted(self) -> None:
        self._connections.report_muted()


class Connections:
    """The connections of one session. Everything here is called on the session's loop and never raises."""

    def __init__(
        self,
        terms: ResumeTerms,
        outbox: Outbox,
        mailbox: Mailbox,
        media: Media,
        *,
        hello: Callable[[], SessionOpened],
        state: Callable[[], State],
        clock: Clock,
        spawn: Callable[..., asyncio.Task[None]],
    ) -> None:
        self.present: Connection | None = None
        self.absent_since: float | None = None
        self._terms = terms
        self._outbox = outbox
        self._mailbox = mailbox
        self._media = media
        self._hello = hello
        self._state = state
        self._clock = clock
        self._spawn = spawn
        self._expected: set[Connection] = set()
        self._muted = False
        self._lost = False
        self._closed_for: CloseReason | None = None
        self._catching_up: CatchUp | None = None
        """While the present client is told what it missed."""
        self._waiting: asyncio.Task[None] | None = None
        """The task that gives up on whoever has gone, or has come and not resumed."""

    @property
    def deserted_since(self) -> float | None:
        """Since when nobody has been there, nor is on the way; None where somebody is."""
        return None if self._expected - {self.present} else self.absent_since

    def connect(self) -> Connection:
        """A place for one more transport, which may or may not arrive."""
        one = Connection(self, self._mailbox, self._media)
        self._expected.add(one)
        return one

    def arrive(self, one: Connection, link: Link, *, silent: bool) -> None:
        """Give the session to a connection whose transport is there."""
        if self._closed_for is not None:
            self._outbox.send_to(link, SessionClosed(self._closed_for))
            link.close()
            return
        self._replace(one)
        if not self._begun:
            self._welcome(link, silent=silent)
        elif silent:
            self._outbox.link = link
            self._let_in(ClientResumed())
        else:
            one.must_resume = True
            self._outbox.send_to(link, self._hello())
            self._wait(self._refuse_to_wait(one, link), "resume")

    @property
    def _begun(self) -> bool:
        return self._state() not in (State.NOT_CONNECTED, State.CONNECTING)

    def _replace(self, one: Connection) -> None:
        before, self.present = self.present, one
        self.absent_since = None
        self._stop_waiting()
        self._outbox.link = None
        if before is not None and before.link is not None:
            self._expected.discard(before)
            self._outbox.send_to(before.link, SessionClosed(CloseReason.REPLACED))
            before.link.close()

    def _welcome(self, link: Link, *, silent: bool) -> None:
        self._outbox.link = link
        if self._state() is State.NOT_CONNECTED and not self._outbox.sent.last_seq:
            self._outbox.publish(self._hello())
        else:
            self._outbox.send_to(link, self._hello())
        self._mailbox.post(ClientConnected())
        if silent:
            self._mailbox.post(ClientReady())
            self.report_muted()

    def report_muted(self) -> None:
        """Tell the engine that the present transport brings no sound: that is no fault of the microphone."""
        listens_only = self.present is not None and self.present.listens_only
        if self.present is not None:
            self.present.begun = True
        if listens_only != self._muted:
            self._muted = listens_only
            self._mailbox.post(MuteChanged(listens_only))

    async def _refuse_to_wait(self, one: Connection, link: Link) -> None:
        await asyncio.sleep(INITIALISE_S)
        if self.present is one and one.must_resume:
            message = f"The client did not resume this session within {INITIALISE_S:.0f} s."
            self._outbox.send_to(link, Failed(ErrorCode.ORDER, message, "error.fatal"))
            link.close()

    def handle_before_resume(self, one: Connection, decoded: Decoded) -> None:
        """Carry out a message of a client that has to resume first."""
        failure, claim, signal = decoded.failure, decoded.claim, next(iter(decoded.signals), None)
        if isinstance(signal, SessionClosing):
            self._mailbox.post(signal)
            return
        if failure is None and not (isinstance(signal, ClientResumed) and claim is not None):
            message = "This session goes on already: session.initialize with `resume` comes first."
            failure = Failed(ErrorCode.ORDER, message, state=self._state())
        elif failure is None and claim is not None:
            failure = self.objection(claim)
        if failure is not None:
            if one.link is not None:
                self._outbox.send_to(one.link, failure, decoded.message_id)
            self._mailbox.count_refusal()
        elif isinstance(signal, ClientResumed) and claim is not None and one.link is not None:
            one.must_resume = False
            self._stop_waiting()
            # What holds now joins the end of what was missed, and the page is there before what the client says next.
            self._let_in(signal)
            # From now on none of it may go, however much is said while it is told.
            self._catching_up = CatchUp(self._outbox, one.link, claim.last_seq)
            self._spawn(self._catching_up.run(lambda: one.present), name="catch-up")

    def objection(self, claim: ResumeClaim) -> Failed | None:
        """Return why a client may not go on with the session; None where it may."""
        return self._terms.objection(claim, self._outbox.sent, self._state())

    def _let_in(self, signal: ClientResumed) -> None:
        self._lost = False
        self._mailbox.post(signal)
        self.report_muted()

    def away(self, gone: bool) -> None:
        """The present transport is silent, or is heard of again."""
        if gone == self._lost:
            return
        if not gone and self.present is not None and self.present.must_resume:
            return
        self._lost = gone
        self.absent_since = self._clock.now() - LOST_S if gone else None
        self._mailbox.post(TransportLost() if gone else TransportRestored())

    def leave(self, one: Connection) -> None:
        """Forget a connection whose transport has gone; the last one may come back for a while."""
        self._expected.discard(one)
        self._mailbox.drop(one)
        if self._closed_for is not None:
            return
        if self.present is not one and (self._begun or self.present is not None or self._expected):
            return
        self.present = None
        self._outbox.link = None
        self._stop_waiting()
        window = self._terms.window_s > 0
        if not self._begun and self._expected and window:
            return  # Another one is on its way, and has what is left of the time to initialise the session.
        if not self._begun or not window:
            self._mailbox.post(SessionClosing(CloseReason.LOST))
            return
        self.absent_since = self._clock.now()
        if not self._lost:
            self._wait(self._give_up(), "lost")

    async def _give_up(self) -> None:
        await asyncio.sleep(LOST_S)
        self._lost = True
        self._mailbox.post(TransportLost())

    def end(self, reason: CloseReason) -> None:
        """The session is over: whoever comes now is told so."""
        self._closed_for = reason

    def hang_up(self) -> None:
        """Close the present transport, once it has been told everything: the session is over."""
        self._stop_waiting()
        one = self.present
        if one is None or one.link is None:
            return
        if self._outbox.link is None and self._catching_up is not None and not one.must_resume:
            self._catching_up.send(at_once=True)
        one.link.close(refused=self._mailbox.given_up)

    def _wait(self, work: "asyncio._CoroutineLike[None]", name: str) -> None:
        self._waiting = self._spawn(work, name=name)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
