"""The two ends between a transport and the session that it carries."""

from typing import Protocol

from antiphon.domain.audio import AudioFrame, Pcm
from antiphon.domain.events import Failed


class Link(Protocol):
    """A way to the client: text messages out. Made by a transport, given to the session."""

    def send(self, message: str) -> None:
        """Queue one message. Never blocks and never raises; what comes after `close` is dropped."""
        ...

    @property
    def free(self) -> bool:
        """True while there is room for much more: half of what may wait to leave, or less, is waiting."""
        ...

    def close(self, *, refused: bool = False) -> None:
        """Close the transport once what was sent has had its chance to leave. May be called twice.

        `refused`: because of what its client has sent.
        """
        ...


class Call(Protocol):
    """One transport's end of its session. All of it is synchronous and never raises."""

    def opened(self, link: Link, *, silent: bool = False) -> None:
        """Begin: the transport is there. `silent`: it has no message channel, and nothing is to be waited for."""
        ...

    def on_audio(self, frame: AudioFrame) -> None:
        """20 ms of the caller."""
        ...

    def on_message(self, text: str | bytes) -> None:
        """Take one message of the client, as it came."""
        ...

    def next_frame(self) -> Pcm:
        """Return the next 20 ms for the caller: int16, shape (960,), 48 kHz mono; silence where there is nothing."""
        ...

    def next_sound(self) -> Pcm | None:
        """Return as `next_frame` does, for a transport that is silent by sending nothing: None while nothing is said.

        What is said has been announced before its first frame, and nothing comes of an answer that was interrupted.
        """
        ...

    def muted(self, on: bool = True) -> None:
        """Note that the transport brings no audio, since its client only listens; or that it does bring some now."""
        ...

    def refused(self, failure: Failed) -> None:
        """Note that the transport has not taken something that its client sent."""
        ...

    def quiet(self, on: bool) -> None:
        """Note that nothing of the client comes for the moment, and an answer would not be heard; or that it does."""
        ...

    def away(self, gone: bool) -> None:
        """Note that nothing of the client has been received for 6 s, or that something has again."""
        ...

    def lost(self, reason: str) -> None:
        """Note that the transport is gone for good."""
        ...
