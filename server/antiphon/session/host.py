"""What those who connect a session to its client need of it."""

from typing import Any, Protocol

from antiphon.domain.audio import AudioFrame, Pcm
from antiphon.domain.events import Failed
from antiphon.domain.states import CloseReason, State

Sender = Any
"""Whoever brings a message: the session hands it back with what the message means."""


class Host(Protocol):
    """What is needed of the session."""

    session_id: str

    @property
    def state(self) -> State: ...

    @property
    def over(self) -> bool: ...

    @property
    def closed_for(self) -> CloseReason: ...

    def take_audio(self, frame: AudioFrame) -> None: ...

    def next_audio(self) -> Pcm: ...

    def next_sound(self) -> Pcm | None: ...

    def take_message(self, text: str | bytes, sender: "Sender") -> None: ...

    def drop_messages(self, sender: "Sender") -> None: ...

    def refuse(self, failure: Failed, message_id: str | None = None) -> None: ...

    def count_refusal(self) -> None: ...

    def close(self, reason: CloseReason) -> None: ...
