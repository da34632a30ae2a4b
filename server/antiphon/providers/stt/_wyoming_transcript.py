"""Put together a transcript from the events of a recogniser that speaks Wyoming.

`transcript` has it whole; a service that streams sends `transcript-start`, `transcript-chunk` and `transcript-stop`
around the same words. One that finds ends of utterances by itself may send several before the audio is over.
"""

import asyncio
import re
from typing import TYPE_CHECKING, Any

from antiphon.domain.conversation import Transcript
from antiphon.providers.wyoming_events import NotWyoming, text_of

if TYPE_CHECKING:
    from wyoming.event import Event

MOST_CHARS = 20_000
OTHERS = 1000
"""Events that are none of a transcript and are passed over."""
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8}){0,3}")


class WyomingTranscript:
    """The words of one utterance, as they come."""

    def __init__(self) -> None:
        self.streams = False
        """Whether its service sends them while it listens; known once it is connected."""
        self._parts: list[str] = []
        """Of what the service has taken for whole utterances."""
        self._streamed: str | None = None
        """Of the one that it is at; None between two."""
        self._repeats = False
        """What comes next has been streamed already."""
        self._language: str | None = None
        self._wanted = False
        self._others = 0
        self.is_whole = False
        self._begun = asyncio.Event()
        self._changed = asyncio.Event()

    @property
    def has_some(self) -> bool:
        """True where the service has sent a transcript by now, be it of nothing."""
        return bool(self._parts)

    def is_wanted(self) -> None:
        """All audio is sent: the next transcript is the last one."""
        self._wanted = True

    def take(self, event: "Event") -> None:
        """Raises `NotWyoming` for what makes no sense where it comes."""
        data: dict[str, Any] = event.data
        if event.type == "transcript":
            text = text_of(data, "text", MOST_CHARS)
            if text is None:
                raise NotWyoming("a transcript without a text")
            self._is_spoken_in(data)
            if not self._repeats:
                self._part(text)
            elif self._parts:
                self._parts[-1] = text
            self._repeats = False
        elif event.type == "transcript-start":
            self._is_spoken_in(data)
            self._streamed = ""
            self._repeats = False
        elif event.type == "transcript-chunk":
            self._chunk(text_of(data, "text", MOST_CHARS) or "")
        elif event.type == "transcript-stop":
            self._stop()
        elif event.type == "error":
            raise NotWyoming("an error")
        else:
            self._others += 1
            if self._others > OTHERS:
                raise NotWyoming("nothing but events that are no answer")

    def end(self) -> None:
        """The service has closed the connection. Raises `NotWyoming` where that is no answer."""
        if not self._parts and not self._streamed:
            raise NotWyoming("no answer before it closed the connection")
        self.is_whole = True

    def transcript(self) -> Transcript:
        text = self._text()
        return Transcript(text, language=self._language if text else None)

    async def words(self, task: "asyncio.Task[Any]") -> str:
        """Return the text so far, once there is any, or `task` has ended: it may be behind what was said."""
        while not (text := self._text()) and not task.done():
            self._changed.clear()
            await _either(self._changed, task)
        return text

    async def connected(self, task: "asyncio.Task[Any]") -> None:
        """Return once it is known what the service can do, or `task` has ended."""
        await _either(self._begun, task)

    def begins(self, streams: bool) -> None:
        """The service has been reached, and sends its text while it listens, or does not."""
        self.streams = streams
        self._begun.set()

    def _chunk(self, text: str) -> None:
        if self._streamed is None:
            raise NotWyoming("a piece of a transcript before its start")
        self._streamed += text
        self._check()
        self._changed.set()

    def _stop(self) -> None:
        if self._streamed is not None:  # and no `transcript` has come between, which is the same text
            self._part(self._streamed)
            self._repeats = True
        elif not self._parts:
            raise NotWyoming("the end of a transcript before its start")

    def _part(self, text: str) -> None:
        self._parts.append(text)
        self._streamed = None
        self._check()
        self._changed.set()
        self.is_whole = self._wanted

    def _text(self) -> str:
        return " ".join(part.strip() for part in (*self._parts, self._streamed or "") if part.strip())

    def _check(self) -> None:
        if sum(map(len, self._parts)) + len(self._streamed or "") > MOST_CHARS:
            raise NotWyoming(f"a transcript of more than {MOST_CHARS} characters")

    def _is_spoken_in(self, data: dict[str, Any]) -> None:
        language = data.get("language")
        if isinstance(language, str) and _LANGUAGE.fullmatch(language):
            self._language = language.replace("_", "-")


async def _either(happened: asyncio.Event, task: "asyncio.Task[Any]") -> None:
    waiting = asyncio.create_task(happened.wait())
    try:
        await asyncio.wait({waiting, task}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        waiting.cancel()
