"""Show a call, as `antiphon call` does: each message as it comes, and the latencies of every turn at the end."""

import asyncio
import io
import json
import statistics
from collections.abc import Sequence
from typing import Any, Literal, TextIO

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table

from antiphon.testing.caller import Caller
from antiphon.testing.caller_events import METRICS, CallError, Received, latencies
from antiphon.testing.caller_script import TurnReport

_MEASURED = ("heard_after_ms", *METRICS)
_HEADINGS = ("heard", "speech\nstop", "end of\nturn", "stt", "brain", "tts", "barge\nin")
_SAID = 1
"""The column of what was said."""
_LEAST_SAID = 8
_CAPTION = (
    "Milliseconds. + was said over the reply before. heard: last voiced sample sent to first audible "
    "sample received, here; speech stop, end of turn: to the first audio, by the server."
)


class Summary:
    """The result of a call: `ok` where every turn got its reply and nothing else failed."""

    def __init__(self, caller: Caller, reports: Sequence[TurnReport], failure: CallError | None) -> None:
        self._session_id = caller.session_id
        self._reports = reports
        self._failure = failure
        self.rows = [_measured(caller, report) for report in reports]
        self.ok = failure is None and bool(reports) and all(map(_answered, reports))

    def medians(self) -> dict[str, float | None]:
        """The median of each measure over the turns that have it; None where none has."""
        columns = {name: [row[name] for row in self.rows] for name in _MEASURED}
        known = {name: [value for value in column if value is not None] for name, column in columns.items()}
        return {name: statistics.median(values) if values else None for name, values in known.items()}

    def complaints(self) -> list[str]:
        """Say what went wrong, a sentence each."""
        found = [_printable(self._failure.message)] if self._failure else []
        for number, report in enumerate(self._reports, 1):
            if report.error is not None:
                found.append(_printable(f"turn {number} ({report.said}): {report.error.message}"))
        return found

    def message(self) -> dict[str, Any]:
        """The `call.summary` line; its form stands in `antiphon.cli.call`."""
        turns = [
            {
                "turn": number,
                "said": report.said,
                "barge_in": report.barge_in,
                "ok": _answered(report),
                "interrupted": report.reply is not None and report.reply.interrupted,
                "reply": report.reply.text if report.reply else "",
                "turn_ids": list(report.reply.turn_ids) if report.reply else [],
                "error": _error(report.error),
                **row,
            }
            for number, (report, row) in enumerate(zip(self._reports, self.rows, strict=True), 1)
        ]
        payload = {"ok": self.ok, "session_id": self._session_id, "error": _error(self._failure)}
        return {"type": "call.summary", "payload": {**payload, "turns": turns, "median": self.medians()}}

    def table(self, width: int) -> Table:
        """`width` characters wide; what was said has the room that the rest leaves."""
        rows = [
            [str(number), _said(report), _outcome(report), *map(_figure, row.values())]
            for number, (report, row) in enumerate(zip(self._reports, self.rows, strict=True), 1)
        ]
        rows.append(["", "median", "", *map(_figure, self.medians().values())])
        headings = ("turn", "said", "reply", *_HEADINGS)
        columns = zip(headings, *rows, strict=True)
        widths = [max(cell_len(line) for cell in column for line in cell.split("\n")) for column in columns]
        others = sum(widths) - widths[_SAID]
        # One character is between two columns.
        widths[_SAID] = max(_LEAST_SAID, min(widths[_SAID], width - others - len(widths) + 1))
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=0, caption=_CAPTION, caption_justify="left")
        for number, heading in enumerate(headings):
            side: Literal["left", "right"] = "left" if number < len(headings) - len(_HEADINGS) else "right"
            table.add_column(heading, justify=side, no_wrap=True, width=widths[number])
        for row in rows[:-1]:
            table.add_row(*row)
        table.add_section()
        table.add_row(*rows[-1])
        return table


class EventPrinter:
    """Writes every message as it comes: for people, or one JSON object a line exactly as received.

    Once `out` takes no more, nothing more is written to it: `failure` says why, and `failed` is set.
    """

    def __init__(self, out: TextIO, json_lines: bool) -> None:
        if (reconfigure := getattr(out, "reconfigure", None)) is not None:
            reconfigure(errors="backslashreplace")
        self._out = out
        self._json_lines = json_lines
        self.failure: OSError | None = None
        self.failed = asyncio.Event()

    def __call__(self, event: Received) -> None:
        self._write(_one_line(event) if self._json_lines else _for_people(event))

    def conclude(self, summary: Summary) -> None:
        """The summary, as the last line or as a table."""
        if self._json_lines:
            self._write(json.dumps(summary.message()))
        elif summary.rows:
            text = io.StringIO()
            width = max(80, Console().width)
            Console(file=text, width=width, markup=False, highlight=False).print(summary.table(width))
            self._write(text.getvalue().rstrip("\n"))

    def _write(self, line: str) -> None:
        if self.failure is not None:
            return
        try:
            self._out.write(line + "\n")
            self._out.flush()
        except OSError as error:  # not the call's: to whom it happens, in the middle of a message, must not be told
            self.failure = error
            self.failed.set()


def _measured(caller: Caller, report: TurnReport) -> dict[str, float | None]:
    served = latencies(caller.events, report.turn) if report.turn else dict.fromkeys(METRICS)
    return {"heard_after_ms": report.reply.heard_after_ms if report.reply else None, **served}


def _answered(report: TurnReport) -> bool:
    return report.reply is not None and report.error is None


def _error(error: CallError | None) -> dict[str, str] | None:
    return {"code": error.code, "message": error.message} if error else None


def _said(report: TurnReport) -> str:
    return _printable(("+ " if report.barge_in else "") + report.said)


def _outcome(report: TurnReport) -> str:
    if not _answered(report) or report.reply is None:
        return "none"
    if report.reply.quiet:
        return "quiet"
    return "cut off" if report.reply.interrupted else "whole"


def _figure(value: float | None) -> str:
    return "-" if value is None else f"{value:.0f}"


def _one_line(event: Received) -> str:
    """The text as received; laid out anew only where it spans lines, since a line is one object."""
    return json.dumps(event.message) if "\n" in event.raw or "\r" in event.raw else event.raw


def _for_people(event: Received) -> str:
    return _printable(f"{event.at:8.3f}  {event.type:<21} {_gist(event)}".rstrip())


def _gist(event: Received) -> str:
    payload = event.payload
    if event.type == "session.connected":
        # All of it is a screen long, and one part is a secret: whoever has it can take the call over.
        assistant = payload.get("assistant")
        return f"{payload.get('session_id')}  assistant={assistant.get('id') if isinstance(assistant, dict) else None}"
    if event.type == "session.state":
        return f"{payload.get('previous')} -> {payload.get('state')} ({payload.get('trigger')})"
    if event.type in ("error", "error.recognition", "error.fatal"):
        return f"{payload.get('code')}: {payload.get('message')}"
    if event.type == "action.invoke":
        asked = "  (the user is asked first)" if payload.get("confirm") else ""
        return f"{payload.get('action_id')} {json.dumps(payload.get('parameters'), ensure_ascii=False)}{asked}"
    if isinstance(payload.get("text"), str):
        return json.dumps(payload["text"], ensure_ascii=False)
    return "  ".join(
        f"{key}={json.dumps(value, ensure_ascii=False)}" for key, value in payload.items() if value is not None
    )


def _printable(text: str) -> str:
    """Without control characters: what a server sends must not steer the terminal."""
    return "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in text)
