"""Events on their way to the client: numbered, stamped, kept for one that comes back, and told to whoever observes."""

import asyncio
import hmac
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Event, Failed, Heartbeat
from antiphon.domain.messages import ResumeClaim, WireMessage
from antiphon.domain.states import State
from antiphon.ports import Clock, Dialect, Link
from antiphon.session.resend_buffer import ResendBuffer
from antiphon.wire.coalesce import Coalescer

CATCH_UP_S = 0.02
"""How often it is looked whether more of what was missed can leave: it is not for it to fill the link."""


@dataclass(frozen=True, slots=True)
class ResumeTerms:
    """The terms on which a client may go on with a session: the token, and how long it may be away, in seconds."""

    session_id: str
    token: str
    window_s: float

    def objection(self, claim: ResumeClaim, sent: ResendBuffer, state: State) -> Failed | None:
        """Return why a client may not go on with the session; None where it may."""
        ours = hmac.compare_digest(claim.resume_token.encode("utf-8", "replace"), self.token.encode())
        if not ours or claim.session_id != self.session_id:
            message = "`resume`: the session id and the resume token are not those of this session."
            return Failed(ErrorCode.AUTH_INVALID, message, state=state)
        if claim.last_seq > sent.last_seq:
            message = f"`resume.last_seq` is {claim.last_seq}; this session has sent {sent.last_seq} messages."
            return Failed(ErrorCode.INVALID_MESSAGE, message, state=state)
        if sent.after(claim.last_seq, 0) is None:
            oldest = sent.first_seq
            message = (
                f"What came after message {claim.last_seq} is no longer kept. Send last_seq {oldest - 1} or more to "
                "go on without what is lost."
            )
            return Failed(ErrorCode.SESSION_EXPIRED, message, state=state, details={"first_seq": oldest})
        return None


@dataclass(frozen=True, slots=True)
class Observation:
    """One event as an observer sees it. `at` is the session's clock."""

    session_id: str
    at: float
    event: Event
    policy_profile: str = ""


Observer = Callable[[Observation], None]


class Outbox:
    """One session's messages to its client. `seq` counts without gaps, whoever listens.

    `heartbeat_s` is how often a client that is there is told that the session lives; None: never.
    """

    def __init__(
        self,
        session_id: str,
        dialect: Dialect,
        clock: Clock,
        sent: ResendBuffer,
        observers: tuple[Observer, ...] = (),
        heartbeat_s: float | None = None,
    ) -> None:
        self._session_id = session_id
        self._dialect = dialect
        self._clock = clock
        self._observers = observers
        self._coalescer = Coalescer()
        self._heartbeat_s = heartbeat_s
        self._beat_at = None if heartbeat_s is None else clock.now() + heartbeat_s
        self.sent = sent
        self.link: Link | None = None
        """Where messages go; None while nobody is there, or while who is there is still told what it missed."""
        self.policy_profile = ""

    def publish(self, event: Event, message_id: str | None = None) -> None:
        """Send what the client is to know of this event; a failure names the message that it answers."""
        now = self._clock.now()
        for observer in self._observers:
            observer(Observation(self._session_id, now, event, self.policy_profile))
        for message in self._dialect.encode(event):
            for one in self._coalescer.push(message, now):
                self._emit(one, _answers(one, event, message_id) if one is message else None)

    def send_to(self, link: Link, event: Event, message_id: str | None = None) -> None:
        """Send this to one link alone, outside of the session's order (`seq: null`): it is not for the next one."""
        for message in self._dialect.encode(event):
            link.send(self._text(message, None, _answers(message, event, message_id)))

    def deadline(self) -> float | None:
        """Return when `wake` has something to do next."""
        due = [at for at in (self._coalescer.deadline(), self._beat_at) if at is not None]
        return min(due, default=None)

    def wake(self) -> None:
        """Send what has waited long enough, and the heartbeat when it is time."""
        now = self._clock.now()
        for message in self._coalescer.due(now):
            self._emit(message, None)
        if self._beat_at is not None and self._beat_at <= now and self._heartbeat_s is not None:
            self._beat_at = now + self._heartbeat_s
            if self.link is not None:
                self.publish(Heartbeat())

    def _emit(self, message: WireMessage, reply_to: str | None) -> None:
        seq = self.sent.last_seq + 1
        text = self._text(message, seq, reply_to)
        self.sent.append(seq, text)
        if self.link is not None:
            self.link.send(text)

    def _text(self, message: WireMessage, seq: int | None, reply_to: str | None) -> str:
        return self._dialect.envelope(
            message,
            seq=seq,
            timestamp_ms=round(1000 * self._clock.wall()),
            session_id=self._session_id,
            reply_to=reply_to,
        )


def _answers(message: WireMessage, event: Event, message_id: str | None) -> str | None:
    return message_id if isinstance(event, Failed) or message.type == "pong" else None


class CatchUp:
    """One link on its way to the present: it is sent what its client has missed, in order and once.

    What happens meanwhile joins the end of it; then the link is the outbox's own.
    """

    def __init__(self, outbox: Outbox, link: Link, last_seq: int) -> None:
        self._outbox = outbox
        self._link = link
        self._missed = deque(outbox.sent.after(last_seq, outbox.sent.last_seq) or ())
        self._behind = self._missed[-1][0] if self._missed else last_seq
        """Up to where it has been told, or is about to be."""

    async def run(self, present: Callable[[], bool]) -> None:
        """Send all of it, unless another connection takes the session over."""
        # Pieces have pauses between them; there is nothing to wait for but the time.
        while present() and self.send():  # noqa: ASYNC110
            await asyncio.sleep(CATCH_UP_S)

    def send(self, *, at_once: bool = False) -> bool:
        """Send the next of what was missed, as fast as it leaves. Says whether there may be more."""
        sent = self._outbox.sent
        if not self._missed:
            more = sent.after(self._behind, sent.last_seq)
            if more is None:
                message = (
                    "More was said than is kept, before all that was missed could be told. Connect and resume again."
                )
                self._outbox.send_to(self._link, Failed(ErrorCode.SESSION_EXPIRED, message, "error.fatal"))
                self._link.close()
                return False
            self._missed.extend(more)
        while self._missed and (self._link.free or at_once):
            self._behind, text = self._missed.popleft()
            self._link.send(text)
        if self._missed or self._behind != sent.last_seq:
            return True
        self._outbox.link = self._link
        return False
