"""The script of a headless caller, and carrying it out: turns in order, barge-ins over their replies."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from antiphon.domain.audio import Pcm
from antiphon.testing.caller import Caller
from antiphon.testing.caller_audio import AudioUnreadable, read_wav
from antiphon.testing.caller_events import CallError, Reply, Turn


class BadScript(ValueError):
    """The script of the caller makes no sense; the message names the part."""


@dataclass(frozen=True, slots=True)
class Utterance:
    """One turn: `pcm` (48 kHz mono) is spoken; where it is None, `label` is typed."""

    label: str
    pcm: Pcm | None = None


@dataclass(frozen=True, slots=True)
class BargeIn:
    """Speech over a reply, `after_s` seconds after its first audio."""

    utterance: Utterance
    after_s: float


@dataclass(frozen=True, slots=True)
class Script:
    """The turns of a call. The barge-ins belong to the turns in order; `timeout` is seconds for each turn."""

    utterances: Sequence[Utterance]
    barge_ins: Sequence[BargeIn] = ()
    ptt: bool = False
    timeout: float = 30.0


@dataclass(slots=True)
class TurnReport:
    """The outcome of one turn: `reply`, or `error` where there was none."""

    said: str
    barge_in: bool = False
    turn: Turn | None = None
    reply: Reply | None = None
    error: CallError | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """The content of `--actions FILE`: the page that the caller plays, and what its actions answer."""

    narration: str = ""
    actions: Mapping[str, Any] = field(default_factory=dict)
    results: Mapping[str, Any] = field(default_factory=dict)


def read_utterance(path: str) -> Utterance:
    """A WAV file as a turn. Raises `BadScript`."""
    try:
        return Utterance(Path(path).name, read_wav(Path(path)))
    except AudioUnreadable as error:
        raise BadScript(str(error)) from error


def read_barge_in(text: str) -> BargeIn:
    """`WAV@SECONDS`. Raises `BadScript`."""
    path, at, seconds = text.rpartition("@")
    try:
        after_s = float(seconds)
    except ValueError:
        after_s = math.nan
    if not at or not path or not 0 <= after_s < math.inf:
        raise BadScript(f"{text!r} is no barge-in; give WAV@SECONDS, such as stop.wav@0.8.")
    return BargeIn(read_utterance(path), after_s)


def read_page(path: Path) -> Page:
    """The JSON of `--actions FILE`. Raises `BadScript`."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadScript(f"The actions file {str(path)!r} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise BadScript(f"The actions file {str(path)!r} cannot be read as JSON: {error}.") from error
    kinds: dict[str, type] = {"narration": str, "actions": dict, "results": dict}
    if not isinstance(data, dict):
        raise BadScript(f"The actions file {str(path)!r} is no JSON object with {', '.join(kinds)}.")
    for key, value in data.items():
        if key not in kinds:
            raise BadScript(f"The actions file {str(path)!r} has {key!r}; it may hold {', '.join(kinds)}.")
        if not isinstance(value, kinds[key]):
            wanted = "a string" if kinds[key] is str else "an object"
            raise BadScript(f"{key!r} in the actions file {str(path)!r} must be {wanted}.")
    return Page(**data)


class Performance:
    """A script on its way through a call. `reports` grows turn by turn and may be read at any time."""

    def __init__(self, call: Caller, script: Script) -> None:
        self._call = call
        self._script = script
        self.reports: list[TurnReport] = []

    async def run(self) -> None:
        """Every turn in order. A turn that fails is reported and the next one tried, while the call is on."""
        for number, utterance in enumerate(self._script.utterances):
            if number < len(self._script.barge_ins):
                await self._interrupted(utterance, self._script.barge_ins[number])
            else:
                await self._plain(self._report(utterance), utterance)

    async def _plain(self, report: TurnReport, utterance: Utterance) -> None:
        try:
            await self._utter(report, utterance)
            report.reply = await self._call.reply(report.turn, timeout=self._script.timeout)
        except CallError as error:
            report.error = error

    async def _interrupted(self, utterance: Utterance, barge_in: BargeIn) -> None:
        """A turn, and a second one spoken over its reply; the first got its reply when that was heard."""
        first = self._report(utterance)
        second = self._report(barge_in.utterance, barge_in=True)
        try:
            turn = await self._utter(first, utterance)
            await self._wait_for_moment(turn, barge_in.after_s)
        except CallError as error:
            first.error = error
            second.error = CallError(
                "call.no_reply", "It was not said, since the turn before left no reply to speak over."
            )
            return
        await self._plain(second, barge_in.utterance)
        first.reply = self._call.reply_so_far(turn)

    async def _wait_for_moment(self, turn: Turn, after_s: float) -> None:
        """Until `after_s` into a reply. One that the turn's own speech cuts off gives way to the next."""
        call = self._call
        while True:
            heard_at = await call.first_audio(turn, timeout=self._script.timeout)
            wait = max(0.0, heard_at + after_s - call.now())
            try:
                await call.wait_until(lambda: call.state != "ai_speaking", wait, "the moment")
            except CallError as error:
                if error.code == "call.timeout":
                    return
                raise
            if not call.is_cut(turn):
                break
        over = call.now() - heard_at
        message = f"The reply ended {over:.1f} s after its first audio, before the barge-in at {after_s:g} s."
        raise CallError("call.no_reply", message)

    async def _utter(self, report: TurnReport, utterance: Utterance) -> Turn:
        if not report.barge_in:
            await self._call.idle(timeout=self._script.timeout)
        if utterance.pcm is None:
            report.turn = await self._call.type(utterance.label, at_once=True)
        else:
            report.turn = await self._call.say(utterance.pcm, ptt=self._script.ptt, at_once=True, label=utterance.label)
        return report.turn

    def _report(self, utterance: Utterance, *, barge_in: bool = False) -> TurnReport:
        self.reports.append(TurnReport(utterance.label, barge_in))
        return self.reports[-1]
