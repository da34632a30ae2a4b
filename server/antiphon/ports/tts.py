"""Speech synthesis."""

from collections.abc import AsyncIterator
from typing import Protocol, runtime_checkable

from antiphon.domain.audio import AudioChunk


class TextToSpeech(Protocol):
    """A voice."""

    async def start(self) -> None: ...

    def for_session(self) -> "TextToSpeech": ...

    def speak(self, text: str, language: str) -> AsyncIterator[AudioChunk]:
        """Yield the audio of one clause, in pieces; nothing for text that cannot be spoken: then it is said that the
        text can be read. No piece takes longer to make than a session waits, however long the clause is.

        `language` (BCP 47) has the user's region where that is known: a voice that cannot follow it speaks its own.
        """
        ...

    async def close(self) -> None: ...


@runtime_checkable
class StartsReplies(Protocol):
    """A `TextToSpeech` that is told where one reply ends and another begins."""

    def new_reply(self) -> None:
        """Begin anew: the clause that is asked for next is the first of a reply."""
        ...


@runtime_checkable
class ReportsIdle(Protocol):
    """A `TextToSpeech` that others may be waiting for. One that does not tell is asked at any time."""

    @property
    def idle(self) -> bool:
        """True while a clause would be made at once, at nobody's cost: only then is one made for an answer that nobody
        may ever hear."""
        ...
