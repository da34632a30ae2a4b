"""Merge streams of small messages to a pace that a client can keep up with (WS1-THROTTLE).

The first message of a stream leaves at once, and one that comes late enough does too: whoever is slower than the pace
is not delayed. What comes sooner waits, merged into one message, until its time has come. A text that says
what the one before it said is not sent again. Times are seconds of any
clock.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from antiphon.domain.messages import Pace, WireMessage

MERGED_CHARS = 8 * 1024
"""A message that would get longer than this leaves before its time."""


@dataclass(slots=True)
class _Stream:
    due: float
    waiting: WireMessage | None = None
    told: Mapping[str, Any] | None = None
    """Of a stream whose newest message stands for all: what the client knows already."""
    behind: list[WireMessage] = field(default_factory=list)
    """The message that leaves right after it."""


class Coalescer:
    """The streams of one client."""

    def __init__(self) -> None:
        self._streams: dict[str, _Stream] = {}

    def push(self, message: WireMessage, now: float) -> list[WireMessage]:
        """Return the messages that leave now that this one has come, in order."""
        leaving: list[WireMessage] = []
        waits = False
        for name, what in message.before.items():
            stream = self._streams.get(name)
            if stream is None or stream.waiting is None:
                continue
            if what == "wait":
                stream.behind.append(message)
                waits = True
            elif what == "send":
                leaving += self._release(stream, now)
            else:
                stream.waiting = None
                stream.behind.clear()
        if waits:
            return leaving
        return leaving + ([message] if message.pace is None else self._paced(message, message.pace, now))

    def deadline(self) -> float | None:
        """Return when `due` has something next; None while nothing waits."""
        return min((stream.due for stream in self._streams.values() if stream.waiting is not None), default=None)

    def due(self, now: float) -> list[WireMessage]:
        """Return the messages that have waited long enough."""
        ready = [stream for stream in self._streams.values() if stream.waiting is not None and stream.due <= now]
        return [message for stream in ready for message in self._release(stream, now)]

    def _paced(self, message: WireMessage, pace: Pace, now: float) -> list[WireMessage]:
        stream = self._streams.setdefault(pace.stream, _Stream(due=now))
        merged = None if stream.behind else _merged(stream.waiting, message, pace)
        leaving: list[WireMessage] = []
        if merged is None:
            leaving += self._release(stream, now)
            merged = message
        stream.waiting = merged
        return leaving if stream.due > now else leaving + self._release(stream, now)

    def _release(self, stream: _Stream, now: float) -> list[WireMessage]:
        message, stream.waiting = stream.waiting, None
        behind, stream.behind = stream.behind, []
        if message is None or message.pace is None or message.payload == stream.told:
            return behind
        stream.told = message.payload if message.pace.merge == "latest" else None
        stream.due = now + message.pace.every_s
        return [message, *behind]


def _merged(waiting: WireMessage | None, message: WireMessage, pace: Pace) -> WireMessage | None:
    """Merge two messages; None where they belong to different things, or are too much for one."""
    if waiting is None:
        return message
    if {**waiting.payload, "text": ""} != {**message.payload, "text": ""}:
        return None
    if pace.merge == "latest":
        return message
    text = waiting.payload["text"] + message.payload["text"]
    return None if len(text) > MERGED_CHARS else replace(message, payload={**message.payload, "text": text})
