"""Read transcripts as services of the OpenAI protocol send them: one JSON object, or a stream of events."""

import json
import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from antiphon.domain.conversation import Transcript
from antiphon.providers.whisper import Segment, spoken
from antiphon.providers.whisper_languages import tag_of

MOST_BYTES = 1024 * 1024
"""Of one answer. An utterance of a minute with the times of all its words is a twentieth of it."""


class Unreadable(ValueError):
    """This is no transcript. The text names what is wrong with it, and nothing of what it holds."""


class Body:
    """A transcript in one JSON object: `text`, and of a verbose one its segments and its language."""

    def __init__(self) -> None:
        self._body = bytearray()
        self.complete = False

    def feed(self, data: bytes) -> None:
        """Take the next bytes. Raises `Unreadable` where they are too many."""
        self._body += data
        if len(self._body) > MOST_BYTES:
            raise Unreadable(f"it has more than {MOST_BYTES} bytes")

    def end(self) -> Transcript:
        """Return the transcript. Raises `Unreadable`."""
        found = _object(bytes(self._body))
        text = found.get("text")
        if not isinstance(text, str):
            raise Unreadable("it has no text")
        segments = _segments(found.get("segments"))
        heard = spoken(segments) if segments else Transcript(" ".join(text.split()))
        return replace(heard, language=tag_of(found.get("language"))) if heard.text else heard


class Events:
    """A transcript in server-sent events: `transcript.text.delta` and then `transcript.text.done`, or bare pieces."""

    def __init__(self) -> None:
        self._line = bytearray()
        self._bytes = 0
        self._deltas: list[str] = []
        self._pieces: list[str] = []
        self._text: str | None = None
        self._language: str | None = None

    @property
    def complete(self) -> bool:
        """True once the whole text is there: whatever follows is not waited for."""
        return self._text is not None

    def feed(self, data: bytes) -> None:
        """Take the next bytes, wherever they are cut. Raises `Unreadable`."""
        self._bytes += len(data)
        if self._bytes > MOST_BYTES:
            raise Unreadable(f"it has more than {MOST_BYTES} bytes")
        self._line += data
        *lines, rest = self._line.split(b"\n")
        self._line = bytearray(rest)
        for line in lines:
            self._take(bytes(line))

    def end(self) -> Transcript:
        """Return the transcript. Raises `Unreadable` where no event was one of a transcript."""
        self._take(bytes(self._line))
        told = self._text
        if told is None and self._deltas:
            told = "".join(self._deltas)
        if told is None and self._pieces:
            told = " ".join(self._pieces)
        if told is None:
            raise Unreadable("it has no text")
        words = " ".join(told.split())
        return Transcript(words, language=self._language if words else None)

    def _take(self, line: bytes) -> None:
        name, _, value = line.partition(b":")
        data = value.strip()
        if name != b"data" or not data or data == b"[DONE]":
            return
        event = _object(data)
        kind = event.get("type")
        match kind, event.get("delta"), event.get("text"):
            case "transcript.text.delta", str(delta), _:
                self._deltas.append(delta)
            case "transcript.text.done", _, str(text):
                self._text = text
                self._language = _first_language(event.get("languages"))
            case None, _, str(piece):
                self._pieces.append(piece)
        if "error" in event or kind == "error":
            raise Unreadable("the service broke it off")


def reader(content_type: str) -> Body | Events:
    """Return what reads an answer of that type. Raises `Unreadable` for a type that no transcript has."""
    kind = content_type.partition(";")[0].strip().lower()
    if kind == "text/event-stream":
        return Events()
    if kind == "application/json" or kind.endswith("+json"):
        return Body()
    raise Unreadable("it is no JSON")


def _first_language(found: Any) -> str | None:
    match found:
        case [{"code": code}, *_]:
            return tag_of(code)
    return None


def _object(data: bytes) -> Mapping[str, Any]:
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        raise Unreadable("it is no JSON") from None
    if not isinstance(found, dict):
        raise Unreadable("it is no JSON object")
    return found


def _segments(found: Any) -> list[Segment]:
    """Return the segments of a verbose transcript; none where one of them cannot be read."""
    if not isinstance(found, list):
        return []
    read: list[Segment] = []
    for one in found:
        match one:
            case {"text": str(text), "avg_logprob": logprob, "no_speech_prob": silence} if _is_finite(
                logprob
            ) and _is_finite(silence):
                read.append(Segment(text, float(min(logprob, 0.0)), float(silence)))
            case _:
                return []
    return read


def _is_finite(value: Any) -> bool:
    """Tell whether it is a number as a probability or its logarithm may be one: JSON knows others."""
    return isinstance(value, int | float) and abs(value) <= sys.float_info.max
