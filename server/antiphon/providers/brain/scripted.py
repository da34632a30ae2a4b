"""A brain that follows a script: the first line whose pattern is found in what the user said answers.

A line is `{"match": "regular expression" or null, "do": [...]}` with the steps `{"say": "text"}`,
`{"call": {"name", "arguments"}}`, `{"empty": true}`, `{"fail": "code"}` and `{"stall_s": 3}`. After a call the steps
behind it go on, once the action has ended. For tests of assistants.
"""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from antiphon.domain.actions import ActionCall
from antiphon.domain.conversation import ActionTaken, BrainCall, BrainEvent, BrainRequest, BrainText, UserSaid
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.providers.options import Options, code_named

OPTIONS = {"script": "file of JSON lines"}
STEPS = ("say", "call", "empty", "fail", "stall_s")


@dataclass(frozen=True, slots=True)
class Line:
    match: re.Pattern[str] | None
    do: tuple[Mapping[str, Any], ...]


def create(options: Mapping[str, Any], base: Path) -> "ScriptedBrain":
    """Raises `AntiphonError` `config.invalid`, naming file and line."""
    path = base / Options(options, OPTIONS).text("script")
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise AntiphonError(ErrorCode.CONFIG_INVALID, f"script: {path.name} cannot be read: {reason}.") from None
    lines = [
        _line(raw, f"{path.name}, line {number}") for number, raw in enumerate(text.splitlines(), 1) if raw.strip()
    ]
    return ScriptedBrain(lines)


def _line(raw: str, where: str) -> Line:
    try:
        value = json.loads(raw)
        if not isinstance(value, dict) or set(value) - {"match", "do"}:
            raise ValueError("a line has `match` and `do`, and nothing else")
        match = value.get("match")
        if match is not None and not isinstance(match, str):
            raise ValueError("`match` is a regular expression, or null")
        steps = value.get("do", [])
        if not isinstance(steps, list):
            raise ValueError("`do` is a list of steps")
        for step in steps:
            _check_step(step)
        return Line(None if match is None else re.compile(match, re.IGNORECASE), tuple(steps))
    except (ValueError, re.error) as error:
        raise AntiphonError(ErrorCode.CONFIG_INVALID, f"{where}: {error}.") from None


def _check_step(step: Any) -> None:
    if not isinstance(step, dict) or len(step) != 1 or next(iter(step)) not in STEPS:
        raise ValueError(f"a step is one of {', '.join(STEPS)}; this is {str(step)[:60]!r}")
    [(name, value)] = step.items()
    call_fits = (
        isinstance(value, dict)
        and isinstance(value.get("name"), str)
        and isinstance(value.get("arguments", {}), dict)
        and not set(value) - {"name", "arguments"}
    )
    fits = {
        "say": isinstance(value, str),
        "call": call_fits,
        "empty": value is True,
        "fail": isinstance(value, str),
        "stall_s": isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 3600,
    }
    if not fits[name]:
        raise ValueError(f"the step {name!r} cannot be {str(value)[:60]!r}")


class ScriptedBrain:
    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines

    async def start(self) -> None: ...

    async def close(self) -> None: ...

    def for_session(self) -> "ScriptedBrain":
        return self

    async def reply(self, request: BrainRequest) -> AsyncIterator[BrainEvent]:
        line = self._line_for(_asked(request))
        steps = line.do if line is not None else ()
        said = request.said
        for step in steps[_resume_at(steps, request) :]:
            [(name, value)] = step.items()
            if name == "say":
                # Two texts of a script are two sentences; what one script says alone goes out to the letter.
                said = f" {value}" if said and not said[-1].isspace() else value
                yield BrainText(said)
            elif name == "call":
                yield BrainCall(ActionCall(value["name"], value.get("arguments", {})))
                return
            elif name == "fail":
                raise AntiphonError(
                    code_named(value, ErrorCode.BRAIN_FAILED), "The scripted brain fails, as it was told."
                )
            elif name == "stall_s":
                await asyncio.sleep(value)

    def _line_for(self, text: str) -> Line | None:
        return next((line for line in self._lines if line.match is None or line.match.search(text)), None)


def _turn(request: BrainRequest) -> str:
    """The turn whose line goes on: an action that an earlier turn wanted goes on with that turn's."""
    last = request.items[-1] if request.items else None
    return last.turn_id if isinstance(last, ActionTaken) else request.turn_id


def _asked(request: BrainRequest) -> str:
    said = [item.text for item in request.items if isinstance(item, UserSaid) and item.turn_id == _turn(request)]
    return said[-1] if said else ""


def _resume_at(steps: Sequence[Mapping[str, Any]], request: BrainRequest) -> int:
    """Behind the last call of this turn that has ended already."""
    ended = sum(isinstance(item, ActionTaken) and item.turn_id == _turn(request) for item in request.items)
    calls = [index for index, step in enumerate(steps) if "call" in step]
    return 0 if ended == 0 or not calls else calls[min(ended, len(calls)) - 1] + 1
