"""Who is connected to a session: one transport at a time, and what a client that comes back is told first.

A session outlives its transport. When a client makes a new peer connection, the newcomer takes over: what it says and
hears is the session's from then on, and the old one is told so and hung up on. Before it may say anything else it
resumes, and is told what it missed, in order and once (docs/reference/vip.md, "Coming back").
"""

import asyncio
import hmac
from collections import deque
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
    Signal,
    TransportLost,
    TransportRestored,
)
from antiphon.domain.states import CloseReason, State
from antiphon.ports import Clock, Link
from antiphon.session.host import Host
from antiphon.session.outbox import Outbox
from antiphon.session.playout import SILENCE
from antiphon.turns.core import INITIALISE_S, LOST_S

CATCH_UP_S = 0.02
"""How often it is looked whether more of what was missed can leave: it is not for it to fill the link."""


class Attachment:
    """One transport's way into a session (`ports.Call`). Only the present one is listened to."""

    def __init__(self, presence: "Presence") -> None:
        self._presence = presence
        self.link: Link | None = None
        self.listens_only = False
        self.hushed = False
        """What is said waits: its client does not seem to be there for the moment."""
        self.must_resume = False
        """It came to a session that goes on already, and has not proved that it may."""
        self.begun = False
        """The session has been told whether it brings sound, and is told when that changes."""

    def opened(self, link: Link, *, silent: bool = False) -> None:
        self.link = link
        self._presence.arrive(self, link, silent=silent)

    def heard(self, frame: AudioFrame) -> None:
        if self._presence.present is self and not self.must_resume:
            self._presence.host.take_audio(frame)

    def message(self, text: str | bytes) -> None:
        if self._presence.present is self:
            self._presence.host.take_message(text, self)

    def frame(self) -> Pcm:
        listens = self._presence.present is self and not (self.must_resume or self.hushed)
        return self._presence.host.next_audio() if listens else SILENCE

    def sound(self) -> Pcm | None:
        listens = self._presence.present is self and not (self.must_resume or self.hushed)
        return self._presence.host.next_sound() if listens else None

    def muted(self, on: bool = True) -> None:
        self.listens_only = on
        if self.begun and self._presence.present is self:
            self._presence.tell_muted()

    def refused(self, failure: Failed) -> None:
        if self._presence.present is self and not self.must_resume:
            self._presence.host.refuse(failure)

    def quiet(self, on: bool) -> None:
        self.hushed = on

    def away(self, gone: bool) -> None:
        if self._presence.present is self:
            self._presence.away(gone)

    def lost(self, reason: str) -> None:
        self._presence.leave(self)


class Presence:
    """The attachments of one session. Everything here is called on the session's loop and never raises."""

    def __init__(
        self,
        host: Host,
        outbox: Outbox,
        *,
        hello: Callable[[], SessionOpened],
        resume_token: str,
        resume_window_s: float,
        clock: Clock,
        post: Callable[[Signal], None],
        spawn: Callable[..., asyncio.Task[None]],
    ) -> None:
        self.host = host
        self.present: Attachment | None = None
        self.absent_since: float | None = None
        self._outbox = outbox
        self._hello = hello
        self._resume_token = resume_token
        self._window_s = resume_window_s
        self._clock = clock
        self._post = post
        self._spawn = spawn
        self._expected: set[Attachment] = set()
        self._muted = False
        self._lost = False
        self._missed: deque[tuple[int, str]] = deque()
        """While the present client catches up: what it is still to be told."""
        self._behind = 0
        """Up to where it has been told, or is about to be."""
        self._waiting: asyncio.Task[None] | None = None
        """The task that gives up on whoever has gone, or has come and not resumed."""

    @property
    def deserted_since(self) -> float | None:
        """Since when nobody has been there, nor is on the way; None where somebody is."""
        return None if self._expected - {self.present} else self.absent_since

    def attach(self) -> Attachment:
        """A place for one more transport, which may or may not arrive."""
        one = Attachment(self)
        self._expected.add(one)
        return one

    def arrive(self, one: Attachment, link: Link, *, silent: bool) -> None:
        if self.host.over:
            self._outbox.tell(link, SessionClosed(self.host.closed_for))
            link.close()
            return
        self._replace(one)
        if self.host.state in (State.NOT_CONNECTED, State.CONNECTING):
            self._welcome(link, silent=silent)
        elif silent:
            self._outbox.link = link
            self._let_in(ClientResumed())
        else:
            one.must_resume = True
            self._outbox.tell(link, self._hello())
            self._wait(self._refuse_to_wait(one, link), "resume")

    def _replace(self, one: Attachment) -> None:
        before, self.present = self.present, one
        self.absent_since = None
        self._stop_waiting()
        self._outbox.link = None
        if before is not None and before.link is not None:
            self._expected.discard(before)
            self._outbox.tell(before.link, SessionClosed(CloseReason.REPLACED))
            before.link.close()

    def _welcome(self, link: Link, *, silent: bool) -> None:
        self._outbox.link = link
        if self.host.state is State.NOT_CONNECTED and not self._outbox.log.last_seq:
            self._outbox.publish(self._hello())
        else:
            self._outbox.tell(link, self._hello())
        self._post(ClientConnected())
        if silent:
            self._post(ClientReady())
            self.tell_muted()

    def tell_muted(self) -> None:
        """That the present transport brings no sound is no fault of the microphone."""
        listens_only = self.present is not None and self.present.listens_only
        if self.present is not None:
            self.present.begun = True
        if listens_only != self._muted:
            self._muted = listens_only
            self._post(MuteChanged(listens_only))

    async def _refuse_to_wait(self, one: Attachment, link: Link) -> None:
        await asyncio.sleep(INITIALISE_S)
        if self.present is one and one.must_resume:
            message = f"The client did not resume this session within {INITIALISE_S:.0f} s."
            self._outbox.tell(link, Failed(ErrorCode.ORDER, message, "error.fatal"))
            link.close()

    def hear_out(self, one: Attachment, decoded: Decoded) -> None:
        """What a client says that has to resume first."""
        failure, claim, signal = decoded.failure, decoded.claim, next(iter(decoded.signals), None)
        if isinstance(signal, SessionClosing):
            self._post(signal)
            return
        if failure is None and not (isinstance(signal, ClientResumed) and claim is not None):
            message = "This session goes on already: session.initialize with `resume` comes first."
            failure = Failed(ErrorCode.ORDER, message, state=self.host.state)
        elif failure is None and claim is not None:
            failure = self.objection(claim)
        if failure is not None:
            if one.link is not None:
                self._outbox.tell(one.link, failure, decoded.message_id)
            self.host.count_refusal()
        elif isinstance(signal, ClientResumed) and claim is not None:
            one.must_resume = False
            self._stop_waiting()
            # What holds now joins the end of what was missed, and the page is there before what the client says next.
            self._let_in(signal)
            # From now on none of it may go, however much is said while it is told.
            self._missed = deque(self._outbox.log.after(claim.last_seq, self._outbox.log.last_seq) or ())
            self._behind = self._missed[-1][0] if self._missed else claim.last_seq
            self._spawn(self._catch_up(one), name="catch-up")

    def objection(self, claim: ResumeClaim) -> Failed | None:
        """Why a client may not go on with the session; None where it may."""
        ours = hmac.compare_digest(claim.resume_token.encode("utf-8", "replace"), self._resume_token.encode())
        log, state = self._outbox.log, self.host.state
        if not ours or claim.session_id != self.host.session_id:
            message = "`resume`: the session id and the resume token are not those of this session."
            return Failed(ErrorCode.AUTH_INVALID, message, state=state)
        if claim.last_seq > log.last_seq:
            message = f"`resume.last_seq` is {claim.last_seq}; this session has sent {log.last_seq} messages."
            return Failed(ErrorCode.INVALID_MESSAGE, message, state=state)
        if log.after(claim.last_seq, 0) is None:
            oldest = log.first_seq
            message = (
                f"What came after message {claim.last_seq} is no longer kept. Send last_seq {oldest - 1} or more to "
                "go on without what is lost."
            )
            return Failed(ErrorCode.SESSION_EXPIRED, message, state=state, details={"first_seq": oldest})
        return None

    async def _catch_up(self, one: Attachment) -> None:
        """What was missed, in order and once. What happens meanwhile joins the end of it."""
        # Pieces have pauses between them; there is nothing to wait for but the time.
        while self.present is one and one.link is not None and self._tell_missed(one.link):  # noqa: ASYNC110
            await asyncio.sleep(CATCH_UP_S)

    def _tell_missed(self, link: Link, *, at_once: bool = False) -> bool:
        """Send the next of what was missed, as fast as it leaves. Says whether there may be more."""
        if not self._missed:
            more = self._outbox.log.after(self._behind, self._outbox.log.last_seq)
            if more is None:
                message = (
                    "More was said than is kept, before all that was missed could be told. Connect and resume again."
                )
                self._outbox.tell(link, Failed(ErrorCode.SESSION_EXPIRED, message, "error.fatal"))
                link.close()
                return False
            self._missed.extend(more)
        while self._missed and (link.free or at_once):
            self._behind, text = self._missed.popleft()
            link.send(text)
        if self._missed or self._behind != self._outbox.log.last_seq:
            return True
        self._outbox.link = link
        return False

    def _let_in(self, signal: ClientResumed) -> None:
        self._lost = False
        self._post(signal)
        self.tell_muted()

    def away(self, gone: bool) -> None:
        """The present transport is silent, or is heard of again."""
        if gone == self._lost:
            return
        if not gone and self.present is not None and self.present.must_resume:
            return
        self._lost = gone
        self.absent_since = self._clock.now() - LOST_S if gone else None
        self._post(TransportLost() if gone else TransportRestored())

    def leave(self, one: Attachment) -> None:
        self._expected.discard(one)
        self.host.drop_messages(one)
        if self.host.over:
            return
        began = self.host.state not in (State.NOT_CONNECTED, State.CONNECTING)
        if self.present is not one and (began or self.present is not None or self._expected):
            return
        self.present = None
        self._outbox.link = None
        self._stop_waiting()
        if not began and self._expected and self._window_s > 0:
            return  # Another one is on its way, and has what is left of the time to initialise the session.
        if not began or self._window_s <= 0:
            self.host.close(CloseReason.LOST)
            return
        self.absent_since = self._clock.now()
        if not self._lost:
            self._wait(self._give_up(), "lost")

    async def _give_up(self) -> None:
        await asyncio.sleep(LOST_S)
        self._lost = True
        self._post(TransportLost())

    def hang_up(self, *, refused: bool = False) -> None:
        """The session is over. `refused`: because of what its client has sent."""
        self._stop_waiting()
        one = self.present
        if one is None or one.link is None:
            return
        if self._outbox.link is None and not one.must_resume:
            self._tell_missed(one.link, at_once=True)
        one.link.close(refused=refused)

    def _wait(self, work: "asyncio._CoroutineLike[None]", name: str) -> None:
        self._waiting = self._spawn(work, name=name)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
