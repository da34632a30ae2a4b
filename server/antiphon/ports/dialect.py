"""Contracts on the wire."""

from collections.abc import Sequence
from typing import Protocol

from antiphon.domain.events import Event
from antiphon.domain.messages import Decoded, WireMessage


class Dialect(Protocol):
    """A contract on the wire: pure, one instance a connection."""

    def decode(self, message: str | bytes) -> Decoded:
        """Translate a client's message into signals. Never raises: what is wrong with it is in `failure`."""
        ...

    def message_id(self, message: str | bytes) -> str | None:
        """Return the id that the client gave a message, where it can be found at all. Never raises."""
        ...

    def encode(self, event: Event) -> Sequence[WireMessage]:
        """Return the messages that tell a client of this event; none where the contract has no word for it."""
        ...

    def envelope(
        self, message: WireMessage, *, seq: int | None, timestamp_ms: int, session_id: str, reply_to: str | None = None
    ) -> str:
        """Return the message as it is sent: `timestamp_ms` is ms since the epoch, `reply_to` the answered id."""
        ...
