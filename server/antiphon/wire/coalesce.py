"""Streams of small messages, merged to a pace that a client can keep up with (WS v1, "Event Throttling").

The first message of a stream leaves at once, and one that comes late enough does too: whoever is slower than the pace
is not delayed. What comes sooner waits, merged into one message, until its time has come. Times are seconds of any
clock.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from antiphon.domain.messages import Pace, WireMessage

MERGED_CHARS = 8 * 1024
"""A message that would get longer than this leaves before its time."""


@dataclass(slots=True)
class _Stream:
    due: float
    waiting: WireMessage | None = None


class Coalescer:
    """One client's streams."""

    def __init__(self) -> None:
        self._streams: dict[str, _Stream] = {}

    def take(self, message: WireMessage, now: float) -> list[WireMessage]:
        """What leaves now that this message has come, in order."""
        leaving = list(self._settled(message, now))
        if message.pace is None:
            return [*leaving, message]
        return leaving + self._paced(message, message.pace, now)

    def deadline(self) -> float | None:
        """When `due` has something next; None while nothing waits."""
        return min((stream.due for stream in self._streams.values() if stream.waiting is not None), default=None)

    def due(self, now: float) -> list[WireMessage]:
        """What has waited long enough."""
        ready = [stream for stream in self._streams.values() if stream.waiting is not None and stream.due <= now]
        return [message for stream in ready if (message := self._release(stream, now)) is not None]

    def _settled(self, message: WireMessage, now: float) -> Iterator[WireMessage]:
        for name, what in message.before.items():
            stream = self._streams.get(name)
            if stream is None:
                continue
            if what == "send" and (waiting := self._release(stream, now)) is not None:
                yield waiting
            stream.waiting = None

    def _paced(self, message: WireMessage, pace: Pace, now: float) -> list[WireMessage]:
        stream = self._streams.setdefault(pace.stream, _Stream(due=now))
        leaving: list[WireMessage] = []
        merged = _merged(stream.waiting, message, pace)
        if merged is None:
            before = self._release(stream, now)
            leaving += [] if before is None else [before]
            merged = message
        stream.waiting = merged
        if stream.due <= now and (ready := self._release(stream, now)) is not None:
            leaving.append(ready)
        return leaving

    def _release(self, stream: _Stream, now: float) -> WireMessage | None:
        message, stream.waiting = stream.waiting, None
        if message is not None and message.pace is not None:
            stream.due = now + message.pace.every_s
        return message


def _merged(waiting: WireMessage | None, message: WireMessage, pace: Pace) -> WireMessage | None:
    """Both as one message; None where they belong to different things, or are too much for one."""
    if waiting is None:
        return message
    if {**waiting.payload, "text": ""} != {**message.payload, "text": ""}:
        return None
    if pace.merge == "latest":
        return message
    text = waiting.payload["text"] + message.payload["text"]
    return None if len(text) > MERGED_CHARS else replace(message, payload={**message.payload, "text": text})
