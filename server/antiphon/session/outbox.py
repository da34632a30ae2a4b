"""Events on their way to the client: numbered, stamped, kept, and told to whoever observes."""

from collections.abc import Callable
from dataclasses import dataclass

from antiphon.domain.events import Event, Failed, Heartbeat
from antiphon.domain.messages import WireMessage
from antiphon.ports import Clock, Dialect, Link
from antiphon.session.eventlog import EventLog
from antiphon.wire.coalesce import Coalescer


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
        log: EventLog,
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
        self.log = log
        self.link: Link | None = None
        """Where messages go; None while nobody is there, or while who is there is still told what it missed."""
        self.policy_profile = ""

    def publish(self, event: Event, message_id: str | None = None) -> None:
        """Send what the client is to know of this event; a failure names the message that it answers."""
        now = self._clock.now()
        for observer in self._observers:
            observer(Observation(self._session_id, now, event, self.policy_profile))
        for message in self._dialect.encode(event):
            for one in self._coalescer.take(message, now):
                self._emit(one, _answers(one, event, message_id) if one is message else None)

    def tell(self, link: Link, event: Event, message_id: str | None = None) -> None:
        """Send this to one link alone, outside of the session's order (`seq: null`): it is not for the next one."""
        for message in self._dialect.encode(event):
            link.send(self._text(message, None, _answers(message, event, message_id)))

    def deadline(self) -> float | None:
        """When `wake` has something to do next."""
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
        seq = self.log.last_seq + 1
        text = self._text(message, seq, reply_to)
        self.log.append(seq, text)
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
