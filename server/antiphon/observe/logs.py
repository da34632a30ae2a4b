"""Structured logs. An allow-list names the fields that may be logged, so that no text, token or audio ever is (S15)."""

import logging
import sys
from collections.abc import Iterable, MutableMapping
from typing import Any, Literal, TextIO, cast

import structlog

from antiphon.domain.exception_text import exception_text

ALLOWED = frozenset(
    {
        "event", "level", "timestamp", "exc_info", "session_id", "reason", "code", "stage", "status",
        "method", "route", "assistant", "state", "trigger", "turn_id", "latency_ms", "played_ms", "policy_profile",
        "source", "type", "host", "port", "provider", "sessions", "seconds", "after_s", "count", "file", "line", "key",
        "problem", "meaning", "again", "tool", "language", "speaks", "origin",
        "packets", "refused", "lost", "late", "repeated", "repaired_s", "made_up_s",
    }
)  # fmt: skip


def only_allowed(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Drop every field that is not on the list; its name stays, so that the gap can be seen."""
    hidden = sorted(key for key in event if key not in ALLOWED)
    kept = {key: value for key, value in event.items() if key in ALLOWED}
    if hidden:
        kept["redacted"] = hidden
    return kept


def without_messages(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Tell of an exception its types and places, and neither what it says nor a line of the source."""
    given = event.pop("exc_info", None)
    error = given if isinstance(given, BaseException) else None
    if isinstance(given, tuple):
        error = given[1]
    elif given and error is None:
        error = sys.exception()
    if error is not None:
        event["exception"] = exception_text(error)
    return event


class Undisturbed:
    """A stream for what is told beside the work, which fails in silence: a closed pipe or a full disk ends no call.

    It has everything else that the stream has.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        try:
            return self._stream.write(text)
        except (OSError, ValueError):  # of a file that is closed, the latter
            return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        try:
            self._stream.flush()
        except (OSError, ValueError):
            pass  # As in `write`; the lines of that time are lost.

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def configure(style: Literal["text", "json"] = "text", level: int = logging.INFO) -> None:
    """Log to standard error. Tracebacks name types and places, and neither messages nor values."""
    renderer: Any = (
        structlog.processors.JSONRenderer()
        if style == "json"
        else structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    )
    chain: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        only_allowed,
        without_messages,
    ]
    structlog.configure(
        processors=[*chain, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(file=cast(TextIO, Undisturbed(sys.stderr))),
        cache_logger_on_first_use=False,
    )
