"""`serve --trace DIR`: each session's engine inputs as JSON lines, so that a call can be looked at again.

A line is `{"at": seconds, "signal": name or null, ...fields}`; null says that only time has passed. The first line
tells the configuration. Texts are redacted to their shape (letters become `x`) unless `--trace-text` is given.
"""

import dataclasses
import json
import re
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Any, TextIO

from antiphon.domain.signals import Signal
from antiphon.turns.core import EngineConfig

# Fields that hold what people or pages said. Ids, codes, times and states are needed to run a trace again.
TEXTS = frozenset(
    {"text", "heard_text", "message", "narration", "route", "description", "output", "error_message", "parameters",
     "payload", "greeting", "hang_up_phrases", "actions"}
)  # fmt: skip


def plain(value: Any, *, with_text: bool, secret: bool = False) -> Any:
    """Dataclasses and enums as JSON has them; texts only by shape where `with_text` is false."""
    hide = secret and not with_text
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            field.name: plain(getattr(value, field.name), with_text=with_text, secret=secret or field.name in TEXTS)
            for field in dataclasses.fields(value)
        }
    if isinstance(value, Enum):
        return value.code if hasattr(value, "code") else value.value
    if isinstance(value, Mapping):
        keys = (re.sub(r"\w", "x", str(key)) if hide else str(key) for key in value)
        return dict(zip(keys, (plain(v, with_text=with_text, secret=secret) for v in value.values()), strict=False))
    if isinstance(value, list | tuple | set | frozenset):
        items = [plain(item, with_text=with_text, secret=secret) for item in value]
        return sorted(items, key=str) if isinstance(value, set | frozenset) else items
    if isinstance(value, str) and hide:
        return re.sub(r"\w", "x", value)
    return value


class Trace:
    """Writes the files of one folder; one session, one file. A session's file is closed by `ended`."""

    def __init__(self, folder: Path, *, with_text: bool = False) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._with_text = with_text
        self._files: dict[str, TextIO] = {}

    def started(self, session_id: str, config: EngineConfig) -> None:
        file = (self._folder / f"{session_id}.jsonl").open("w", encoding="utf-8")
        self._files[session_id] = file
        self._write(file, {"trace": "antiphon/1", "config": plain(config, with_text=self._with_text)})

    def signal(self, session_id: str, at: float, signal: Signal | None) -> None:
        """One input of the engine (`session.SignalObserver`)."""
        file = self._files.get(session_id)
        if file is None:
            return
        line: dict[str, Any] = {"at": round(at, 6), "signal": type(signal).__name__ if signal else None}
        if signal is not None:
            line |= plain(signal, with_text=self._with_text)
        self._write(file, line)

    def ended(self, session_id: str) -> None:
        file = self._files.pop(session_id, None)
        if file is not None:
            file.close()

    def _write(self, file: TextIO, line: Mapping[str, Any]) -> None:
        file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
        file.flush()
