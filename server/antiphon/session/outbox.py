"""Events on their way to the client: numbered, stamped, kept, and told to whoever observes."""

from collections.abc import Callable
from dataclasses import dataclass

from antiphon.domain.events import Event, Failed
from antiphon.domain.messages import WireMessage
from antiphon.ports import Clock, Dialect, Link
from antiphon.session.eventlog import EventLog
from antiphon.wire.codec import envelope


@dataclass(frozen=True, slots=True)
class Observation:
    """One event as an observer sees it. `at` is the session's clock."""

    session_id: str
    at: float
    event: Event
    policy_profile: str = ""


Observer = Callable[[Observation], None]


class Outbox:
    """One session's messages to its client. `seq` counts from 1 without gaps, whoever listens."""

    def __init__(
        self, session_id: str, dialect: Dialect, clock: Clock, log: EventLog, observers: tuple[Observer, ...] = ()
    ) -> None:
        self._session_id = session_id
        self._dialect = dialect
        self._clock = clock
        self._observers = observers
        self.log = log
        self.link: Link | None = None
        """Where messages go; None while nobody is there, or while who is there is still told what it missed."""
        self.policy_profile = ""

    def publish(self, event: Event, message_id: str | None = None) -> None:
        """Send what the client is to know of this event; a failure names the message that it answers."""
        for observer in self._observers:
            observer(Observation(self._session_id, self._clock.now(), event, self.policy_profile))
        for message in self._dialect.encode(event):
            seq = self.log.last_seq + 1
            text = self._text(message, seq, event, message_id)
            self.log.append(seq, text)
            if self.link is not None:
                self.link.send(text)

    def tell(self, link: Link, event: Event, message_id: str | None = None) -> None:
        """Send this to one link alone, outside of the session's order (`seq: null`): it is not for the next one."""
        for message in self._dialect.encode(event):
            link.send(self._text(message, None, event, message_id))

    def _text(self, message: WireMessage, seq: int | None, event: Event, message_id: str | None) -> str:
        answers = message_id if isinstance(event, Failed) or message.type == "pong" else None
        return envelope(
            message,
            seq=seq,
            timestamp_ms=round(1000 * self._clock.wall()),
            session_id=self._session_id,
            reply_to=answers,
        )
