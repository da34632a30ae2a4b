"""Replay a recorded session: read a trace, give its inputs to a new engine, compare the outputs."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, get_args

from antiphon.domain.commands import Command
from antiphon.domain.events import Event
from antiphon.domain.signals import Signal
from antiphon.observe.config_json import decode_config
from antiphon.observe.redact import Redactor
from antiphon.observe.trace import FORMAT, outputs
from antiphon.observe.typed_json import BadValue, decode, is_number
from antiphon.turns.core import EngineConfig
from antiphon.turns.engine import TurnEngine
from antiphon.turns.policies import Policy, camel, problems, to_wire
from antiphon.wire.codec import too_deep

SIGNALS: Mapping[str, type] = {kind.__name__: kind for kind in get_args(Signal)}
RENAMED: Mapping[str, str] = {
    "CaptureStarted": "InputStarted",
    "CaptureEnded": "InputEnded",
    "CaptureCancelled": "InputCancelled",
    "SpeechSuspected": "SpeechClear",
    "ThinkAhead": "BeginPreemptiveReply",
    "StopThinkingAhead": "DropPreemptiveReply",
}
"""The names of signals and commands in older recordings, and what they are called since."""
LONGEST_LINE = 4 * 1024 * 1024
"""Bytes. A line holds one signal; the largest, a registry with its texts, is well below."""
DEEPEST = 100
"""Arrays and objects in each other. A client's message has at most 32, and a line puts a few around it."""


class BadTrace(ValueError):
    """The file is no trace, or cannot be run again. The message names the line and what is wrong."""


@dataclass(frozen=True, slots=True)
class Input:
    """One recorded input. `line` counts from 1; `at` is seconds; `out` is None where no outcome was recorded."""

    line: int
    at: float
    signal: Signal | None
    out: Sequence[Any] | None


@dataclass(frozen=True, slots=True)
class Recording:
    """A trace that has been read. `note` tells a person what is missing of it; empty where nothing is."""

    config: EngineConfig
    with_text: bool
    inputs: Sequence[Input]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One input and its outputs now."""

    line: int
    at: float
    signal: Signal | None
    commands: Sequence[Command]
    events: Sequence[Event]


@dataclass(frozen=True, slots=True)
class Difference:
    """The first output that is not the recorded one. `expected` and `got` are for a person."""

    line: int
    at: float
    signal: str
    expected: str
    got: str


@dataclass(slots=True)
class Replay:
    """The outcome of a replay. `differing` counts the inputs whose outputs are not the recorded ones."""

    recording: Recording
    steps: list[Step] = field(default_factory=list)
    outputs: int = 0
    uncompared: int = 0
    differing: int = 0
    difference: Difference | None = None

    @property
    def zero(self) -> float:
        """The time of the first input, from which times are counted for people."""
        return self.recording.inputs[0].at if self.recording.inputs else 0.0

    @property
    def summary(self) -> str:
        """The result in words: `12 inputs, 30 outputs, identical`, or the differences."""
        inputs = len(self.steps)
        counts = f"{inputs} {'input' if inputs == 1 else 'inputs'}, {self.outputs} outputs"
        if self.difference is not None:
            return f"{counts}, {self.differing} of the inputs led to something else than was recorded"
        if inputs and self.uncompared == inputs:
            return f"{counts}, none recorded to compare with"
        rest = f" ({self.uncompared} of the inputs without a recorded outcome)" if self.uncompared else ""
        return f"{counts}, identical{rest}"


def read(path: Path) -> Recording:
    """Read a trace. Raises `BadTrace`; a last line that was cut off is left out, with a note."""
    try:
        with path.open("rb") as file:
            return parse(_lines(file))
    except OSError as error:
        raise BadTrace(f"{path}: {error.strerror}.") from None
    except BadTrace as error:
        raise BadTrace(f"{path}: {error}") from None


def parse(lines: Iterable[bytes]) -> Recording:
    """Read a trace as `read` does, from its lines, each with its line feed."""
    numbered = enumerate(lines, start=1)
    _, first = next(numbered, (1, b""))
    if not first.strip():
        raise BadTrace("the file is empty, so there is nothing to run again.")
    config, with_text = _header(_json(1, first))
    inputs: list[Input] = []
    note = ""
    for number, line in numbered:
        try:
            data = _json(number, line)
        except BadTrace:
            if line.endswith(b"\n"):
                raise
            note = f"Line {number} was cut off and is left out: the recording ended in the middle of it."
            break
        inputs.append(_input(number, data))
        if len(inputs) > 1 and inputs[-1].at < inputs[-2].at:
            back = inputs[-2].at - inputs[-1].at
            raise BadTrace(f"line {number}: `at` goes back by {back:.3f} s; the clock of a recording only goes on.")
    if not inputs:
        raise BadTrace(f"the file holds no inputs, so there is nothing to run again. {note}".rstrip())
    return Recording(config, with_text, inputs, note)


def _lines(file: Any) -> Iterator[bytes]:
    number = 0
    while line := file.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE:
            raise BadTrace(f"line {number}: longer than {LONGEST_LINE} bytes; this is no trace.")
        yield line


def _json(number: int, line: bytes) -> Mapping[str, Any]:
    try:
        text = line.decode()
    except UnicodeDecodeError:
        raise BadTrace(f"line {number}: not UTF-8 text.") from None
    if too_deep(text, DEEPEST):
        raise BadTrace(f"line {number}: nested deeper than {DEEPEST} levels; this is no trace.")
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadTrace(f"line {number}: not JSON: {error.msg.removesuffix(' at')} at column {error.colno}.") from None
    except ValueError:
        raise BadTrace(f"line {number}: a number has more digits than can be read.") from None
    if not isinstance(data, dict):
        raise BadTrace(f"line {number}: not a JSON object.")
    return data


def _header(data: Mapping[str, Any]) -> tuple[EngineConfig, bool]:
    format_ = data.get("trace")
    if not isinstance(format_, str) or not format_.startswith("antiphon/"):
        raise BadTrace('line 1: not the beginning of a trace, which is {"trace": "' + FORMAT + '", ...}.')
    if format_ != FORMAT:
        older = format_ == "antiphon/1"
        age = "an older" if older else "another"
        raise BadTrace(
            f"line 1: written by {age} version of Antiphon (format {format_[:40]}); this one reads {FORMAT}. "
            "Replay it with the version that recorded it, or record the call again."
        )
    with_text = data.get("text")
    if not isinstance(with_text, bool):
        raise BadTrace("line 1: `text` must be true or false.")
    try:
        config = decode_config(data.get("config"))
        _check(config, data["config"])
    except BadValue as error:
        raise BadTrace(f"line 1: {error}.") from None
    return config, with_text


def _check(config: EngineConfig, data: Mapping[str, Any]) -> None:
    """Refuse a configuration or an input that no server has, since none was recorded. Raises `BadValue`."""
    if "policy" not in data:
        raise BadValue("config lacks the field 'policy'")
    for unsafe in problems(to_wire(config.policy)):
        camel_case = (unsafe.details or {})["field"]
        name = next(field.name for field in fields(Policy) if camel(field.name) == camel_case)
        raise BadValue(f"config.policy.{name}: {unsafe.message.rstrip('.')}")
    turn, connection = config.turn, config.connection
    times = {
        "no_speech_s": turn.no_speech_s,
        "max_turn_s": turn.max_turn_s,
        "idle_s": connection.idle_s,
        "session_s": connection.session_s,
    }
    for name, seconds in times.items():
        if seconds <= 0:
            raise BadValue(f"config.{name} is {seconds:g}; it must be more than 0")
    if connection.resume_window_s < 0:
        raise BadValue(f"config.resume_window_s is {connection.resume_window_s:g}; it must be at least 0")


def _input(number: int, data: Mapping[str, Any]) -> Input:
    unknown = data.keys() - {"at", "signal", "fields", "out"}
    if unknown or "at" not in data or "signal" not in data:
        raise BadTrace(f"line {number}: an input has `at` and `signal`, and may have `fields` and `out`.")
    at, name, out = data["at"], data["signal"], data.get("out")
    if not is_number(at):
        raise BadTrace(f"line {number}: `at` must be a number of seconds.")
    if isinstance(name, str):
        name = RENAMED.get(name, name)
    if name is not None and (not isinstance(name, str) or name not in SIGNALS):
        raise BadTrace(f"line {number}: there is no signal {str(name)[:40]!r}.")
    if out is not None and not isinstance(out, list):
        raise BadTrace(f"line {number}: `out` must be an array.")
    try:
        signal = None if name is None else decode(SIGNALS[name], data.get("fields", {}), name)
    except BadValue as error:
        raise BadTrace(f"line {number}: {error}.") from None
    return Input(number, at, signal, None if out is None else [_renamed(item) for item in out])


def _renamed(item: Any) -> Any:
    match item:
        case [str(name), *rest]:
            return [RENAMED.get(name, name), *rest]
        case _:
            return item


def run(recording: Recording) -> Replay:
    """Give the inputs to a new engine at their times, to the end, whether or not the outputs are as they were."""
    engine = TurnEngine(recording.config)
    redact = None if recording.with_text else Redactor(recording.config)
    replay = Replay(recording)
    for each in recording.inputs:
        outcome = engine.wake(each.at) if each.signal is None else engine.handle(each.signal, each.at)
        replay.steps.append(Step(each.line, each.at, each.signal, tuple(outcome.commands), tuple(outcome.events)))
        got = outputs(outcome, redact)
        replay.outputs += len(got)
        if each.out is None:
            replay.uncompared += 1
        elif got != each.out:
            replay.differing += 1
            replay.difference = replay.difference or _difference(each, got)
    return replay


def _difference(each: Input, got: Sequence[Any]) -> Difference:
    recorded = each.out or []
    at = next((i for i, (old, new) in enumerate(zip(recorded, got, strict=False)) if old != new), None)
    if at is None:
        at = min(len(recorded), len(got))
    expected, now = (dict(enumerate(items)).get(at) for items in (recorded, got))
    name = "time" if each.signal is None else type(each.signal).__name__
    return Difference(each.line, each.at, name, _told(expected, now), _told(now, expected))


def _told(item: Any, other: Any) -> str:
    """Describe one output in a line: its name, and where the other has the same name only the fields that differ."""
    match item, other:
        case None, _:
            return "nothing more"
        case [str(name), {**own}], [other_name, {**others}] if name == other_name:
            differing = {key: value for key, value in own.items() if key not in others or others[key] != value}
            return " ".join([name, *(f"{key}={json.dumps(value)}" for key, value in differing.items())])
        case [str(name), {**own}], _:
            return " ".join([name, *(f"{key}={json.dumps(value)}" for key, value in own.items())])
        case _:
            return json.dumps(item)
