"""Events on their way to the client: numbered, stamped, and told to whoever observes."""

from collections.abc import Callable
from dataclasses import dataclass

from antiphon.domain.events import Event, Failed
from antiphon.ports import Clock, Dialect, Link
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

    def __init__(self, session_id: str, dialect: Dialect, clock: Clock, observers: tuple[Observer, ...] = ()) -> None:
        self._session_id = session_id
        self._dialect = dialect
        self._clock = clock
        self._observers = observers
        self._seq = 0
        self.link: Link | None = None
        self.policy_profile = ""

    def publish(self, event: Event, message_id: str | None = None) -> None:
        """Send what the client is to know of this event; a failure names the message that it answers."""
        for observer in self._observers:
            observer(Observation(self._session_id, self._clock.now(), event, self.policy_profile))
        for message in self._dialect.encode(event):
            self._seq += 1
            answers = message_id if isinstance(event, Failed) or message.type == "pong" else None
            text = envelope(
                message,
                seq=self._seq,
                timestamp_ms=round(1000 * self._clock.wall()),
                session_id=self._session_id,
                reply_to=answers,
            )
            if self.link is not None:
                self.link.send(text)
