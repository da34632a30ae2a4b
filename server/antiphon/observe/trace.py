"""Write traces (`serve --trace DIR`): each session's engine inputs as JSON lines, to be looked at and run again.

The first line is `{"trace": "antiphon/2", "text": false, "config": {...}}`: the whole `EngineConfig`, flat,
and whether the texts are as they were. Each further line is one input of the engine and what came of it:

    {"at": 12.5, "signal": "TextEntered", "fields": {"text": "xxxx xx"}, "out": [["StateChanged", {...}], ...]}

`at` is seconds of the session's clock, with all of its digits. `signal` is null where only time had passed. `out` holds
commands, then events, each in order; it is missing where an input's outcome was never told, as when the engine broke.
What is kept of the texts without `--trace-text` stands in `redact.py`. Lines are ASCII. A thread writes them, so that a
slow disk keeps no call waiting.
"""

import json
import os
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TextIO

import structlog

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.signals import Signal
from antiphon.observe.config_json import encode_config
from antiphon.observe.redact import Redactor
from antiphon.observe.typed_json import Redact, encode
from antiphon.turns.core import EngineConfig, Outcome

log = structlog.get_logger()

FORMAT = "antiphon/2"
WAITING = 20_000
"""Lines that may wait for the disk: some minutes of a hundred calls."""
SETTLE_S = 5.0


def header(config: EngineConfig, *, with_text: bool) -> dict[str, Any]:
    """Return the first line of a trace."""
    redact = None if with_text else Redactor(config)
    return {"trace": FORMAT, "text": with_text, "config": encode_config(config, redact)}


def input_line(at: float, signal: Signal | None, redact: Redact | None) -> dict[str, Any]:
    """Return the line of one input of the engine, whose outcome is not known yet."""
    line: dict[str, Any] = {"at": at, "signal": None if signal is None else type(signal).__name__}
    fields = {} if signal is None else encode(signal, redact)
    return line | {"fields": fields} if fields else line


def outputs(outcome: Outcome, redact: Redact | None) -> list[list[Any]]:
    """Return commands, then events, each as `[name, fields]`."""
    return [[type(item).__name__, encode(item, redact)] for item in (*outcome.commands, *outcome.events)]


def private(path: str, flags: int) -> int:
    """Open a file that only its owner may read: it tells what happened in somebody's call."""
    return os.open(path, flags, 0o600)


@dataclass(slots=True)
class _Recording:
    session_id: str
    redact: Redact | None
    file: TextIO | None = None
    """Once it has been opened, and until it cannot be written."""
    waiting: dict[str, Any] | None = None
    """An input whose outcome has not been told yet."""


class Trace:
    """Writes the files of one folder: one session, one file.

    A file that cannot be written ends its trace, with a warning in the log, and never the call.
    """

    def __init__(self, folder: Path, *, with_text: bool = False) -> None:
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            reason = os.strerror(error.errno or 0)
            message = f"Traces cannot be written to {str(folder)!r}: {reason}. Name another folder with --trace."
            raise AntiphonError(ErrorCode.CONFIG_INVALID, message) from None
        self._folder = folder
        self._with_text = with_text
        self._recordings: dict[str, _Recording] = {}
        self._jobs: SimpleQueue[Callable[[], object]] = SimpleQueue()
        threading.Thread(target=self._work, name="trace", daemon=True).start()

    def started(self, session_id: str, config: EngineConfig) -> None:
        recording = _Recording(session_id, None if self._with_text else Redactor(config))
        self._recordings[session_id] = recording
        self._jobs.put(partial(_open, recording, self._folder / f"{session_id}.jsonl"))
        self._write(recording, header(config, with_text=self._with_text))

    def signal(self, session_id: str, at: float, signal: Signal | None) -> None:
        """Note an input that the engine is about to be given. It is kept even if the engine should break on it."""
        recording = self._recordings.get(session_id)
        if recording is not None:
            self._write_waiting(recording)
            recording.waiting = input_line(at, signal, recording.redact)

    def step(self, session_id: str, at: float, signal: Signal | None, outcome: Outcome) -> None:
        """Note an input that the engine was given, and its outcome. `signal` may have announced it, and need not."""
        recording = self._recordings.get(session_id)
        if recording is not None:
            line = recording.waiting or input_line(at, signal, recording.redact)
            recording.waiting = None
            self._write(recording, line | {"out": outputs(outcome, recording.redact)})

    def ended(self, session_id: str) -> None:
        recording = self._recordings.pop(session_id, None)
        if recording is not None:
            self._write_waiting(recording)
            self._jobs.put(partial(_close, recording))

    def settle(self) -> None:
        """Wait until everything so far has been written, but for no disk that hangs."""
        written = threading.Event()
        self._jobs.put(written.set)
        written.wait(SETTLE_S)

    def _write_waiting(self, recording: _Recording) -> None:
        if recording.waiting is not None:
            self._write(recording, recording.waiting)
            recording.waiting = None

    def _write(self, recording: _Recording, line: Mapping[str, Any]) -> None:
        if self._jobs.qsize() < WAITING:
            self._jobs.put(partial(_append, recording, json.dumps(line, separators=(",", ":")) + "\n"))
            return
        _stopped(recording, "the disk is too slow")
        self._recordings.pop(recording.session_id, None)
        self._jobs.put(partial(_close, recording))

    def _work(self) -> None:
        while True:
            self._jobs.get()()


def _open(recording: _Recording, path: Path) -> None:
    try:
        recording.file = open(path, "w", encoding="ascii", newline="\n", opener=private)  # noqa: SIM115 (`_close` does)
    except OSError as error:
        log.warning("trace not started", session_id=recording.session_id, reason=error.strerror)


def _append(recording: _Recording, line: str) -> None:
    if recording.file is None:
        return
    try:
        recording.file.write(line)
        recording.file.flush()
    except OSError as error:
        _stopped(recording, error.strerror)
        _close(recording)


def _close(recording: _Recording) -> None:
    file, recording.file = recording.file, None
    try:
        if file is not None:
            file.close()
    except OSError:
        # Closing flushes what the full disk has refused before; that has been told.
        pass


def _stopped(recording: _Recording, reason: str | None) -> None:
    log.warning("trace stopped", session_id=recording.session_id, reason=reason)
