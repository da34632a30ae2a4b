"""A recorded call runs again to the same outputs, and where it does not, that is found."""

import json
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import typer
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

from antiphon.cli.replay import replay as command
from antiphon.domain.commands import OpenUtterance
from antiphon.domain.context import PageContext
from antiphon.domain.events import PlayoutHeld, SessionClosed
from antiphon.domain.signals import (
    ClientConnected,
    ClientReady,
    InputCancelled,
    InputEnded,
    InputStarted,
    Signal,
    SpeechClear,
    SpeechStarted,
    SpeechStopped,
    TranscriptPartial,
)
from antiphon.domain.states import CloseReason
from antiphon.observe.redact import Redactor
from antiphon.observe.replay import RENAMED, BadTrace, Replay, parse, read, run
from antiphon.observe.trace import header, input_line, outputs
from antiphon.testing import virtual_time
from antiphon.turns.config import ReplyConfig
from antiphon.turns.core import EngineConfig, Outcome
from antiphon.turns.engine import TurnEngine
from support.scene import NAVIGATE, Script, scene
from unit.observe.arbitrary import CANARY, configs, signals

LONG = (
    f"This is a long answer about the {CANARY}, and it goes on and on. There is time enough to say something over it."
)
Traced = Callable[..., Path]


@pytest.fixture
def call(traced: Traced, tmp_path: Path) -> Callable[..., Path]:
    """A call in which words decide: back-channel, stop word, question, hang-up. Returns its trace."""

    def make(**options: bool) -> Path:
        path = traced(**options)
        do = [{"call": {"name": "navigate", "arguments": {"page": "cart"}}}, {"say": f"Is it the {CANARY}?"}]
        script: Script = [{"match": "cart", "do": do}, {"match": None, "do": [{"say": LONG}]}]
        heard = [f"tell me of the {CANARY}", "mm-hm", "stop", f"to the cart, {CANARY}", "goodbye"]

        async def talk() -> None:
            async with scene(
                tmp_path,
                texts=heard,
                script=script,
                ready=False,
                follow_up=True,
                greeting=f"Welcome to {CANARY}.",
            ) as caller:
                actions = {"navigate": NAVIGATE | {"description": f"Open {CANARY}"}}
                caller.initialise(actions, narration=f"The page of {CANARY}.")
                await caller.state("idle", "audio.complete")
                caller.say(1.0)
                await caller.state("ai_speaking", count=2)
                caller.say(0.5)
                await caller.message("playback.resumed")
                caller.say(0.8)
                await caller.message("response.interrupted")
                await caller.state("idle", "response.empty")
                caller.say(1.0)
                order = await caller.message("action.invoke")
                result = {"invocation_id": order["invocation_id"], "status": "success", "output": {"pin": CANARY}}
                caller.send("action.result", result)
                await caller.state("user_speaking", "follow_up")
                caller.say(0.8)
                await caller.session.ended.wait()

        virtual_time.run(talk())
        return path

    return make


def replayed(path: Path, *arguments: str) -> Result:
    app = typer.Typer(pretty_exceptions_enable=False)
    app.command()(command)
    return CliRunner().invoke(app, [str(path), *arguments])


def events(done: Replay, kind: type) -> list[Any]:
    return [event for step in done.steps for event in step.events if isinstance(event, kind)]


@pytest.mark.requirement("ITE-GUD-003")
@pytest.mark.parametrize("with_text", [True, False])
def test_a_recorded_call_runs_again_to_the_same_outputs(call: Callable[..., Path], with_text: bool) -> None:
    done = run(read(call(with_text=with_text)))
    assert done.difference is None
    assert done.uncompared == 0
    assert done.summary.endswith(f"{done.outputs} outputs, identical")
    # What was decided by words is decided so again.
    assert [held.paused for held in events(done, PlayoutHeld)] == [True, False, True]
    assert events(done, SessionClosed) == [SessionClosed(CloseReason.HANG_UP)]


@pytest.mark.requirement("ITE-REQ-007")
def test_a_trace_holds_nothing_of_what_was_said_shown_or_done(call: Callable[..., Path]) -> None:
    written = call().read_text()
    assert CANARY not in written
    assert "navigate" not in written
    assert "Interrupted" in written


@settings(max_examples=100, deadline=None)
@given(configs, st.lists(st.tuples(signals, st.floats(0, 3)), max_size=30))
def test_any_redacted_call_runs_again_to_the_same_outputs(
    config: EngineConfig, told: list[tuple[Signal, float]]
) -> None:
    engine, redact, now = TurnEngine(config), Redactor(config), 0.0
    lines = [header(config, with_text=False)]
    opening: list[tuple[Signal, float]] = [(ClientConnected(), 0.0), (ClientReady(PageContext()), 0.1)]
    for signal, wait in [*opening, *told]:
        now += wait
        outcome = engine.handle(signal, now)
        lines.append(input_line(now, signal, redact) | {"out": outputs(outcome, redact)})
    raw = [json.dumps(line).encode() + b"\n" for line in lines]
    assert CANARY.encode() not in b"".join(raw).lower()
    assert run(parse(raw)).difference is None


def test_a_recording_with_the_older_names_of_signals_and_commands_runs_again() -> None:
    config = EngineConfig(reply=ReplyConfig(think_ahead=True))
    engine, now = TurnEngine(config), 0.0
    lines = [header(config, with_text=True)]

    def tell(signal: Signal, after: float) -> Outcome:
        nonlocal now
        now += after
        outcome = engine.handle(signal, now)
        lines.append(input_line(now, signal, None) | {"out": outputs(outcome, None)})
        return outcome

    tell(ClientConnected(), 0.0)
    tell(ClientReady(PageContext()), 0.1)
    tell(InputStarted(), 0.1)
    tell(InputCancelled(), 0.1)
    tell(InputEnded("turn_0"), 0.1)
    outcome = tell(SpeechStarted(now), 0.1)
    opened = next(command for command in outcome.commands if isinstance(command, OpenUtterance))
    tell(SpeechClear(now), 0.1)
    tell(SpeechStopped(now + 0.5), 0.7)
    tell(TranscriptPartial(opened.turn_id, opened.utterance_id, "go to settings"), 0.05)
    tell(SpeechStarted(now), 0.1)
    written = "\n".join(json.dumps(line) for line in lines) + "\n"
    for old, new in RENAMED.items():
        assert f'"{new}"' in written
        written = written.replace(f'"{new}"', f'"{old}"')
    done = run(parse(line.encode() for line in written.splitlines(keepends=True)))
    assert (done.difference, done.uncompared) == (None, 0)


# The command


@pytest.mark.requirement("ITE-GUD-003")
def test_the_command_draws_the_call_and_says_that_nothing_differs(call: Callable[..., Path]) -> None:
    path = call()
    done = replayed(path)
    assert done.exit_code == 0
    assert "user_speaking" in done.stdout
    assert "INTERRUPTED: barge-in by vad" in done.stdout
    assert "outputs, identical." in done.stdout
    assert path.with_suffix(".html").read_text().startswith("<!DOCTYPE html>")


def changed(path: Path, where: Callable[[dict[str, Any]], bool], change: Callable[[dict[str, Any]], None]) -> int:
    """Change the first line that is looked for; its number."""
    lines = path.read_text().splitlines()
    number = next(number for number, line in enumerate(lines, start=1) if where(json.loads(line)))
    data = json.loads(lines[number - 1])
    change(data)
    lines[number - 1] = json.dumps(data)
    path.write_text("\n".join(lines) + "\n")
    return number


@pytest.mark.requirement("ITE-GUD-003")
def test_a_changed_output_is_found_where_it_stands(call: Callable[..., Path]) -> None:
    path = call()

    def change(line: dict[str, Any]) -> None:
        next(fields for name, fields in line["out"] if name == "StateChanged")["state"] = "idle"

    began = json.loads(path.read_text().splitlines()[1])["at"]
    assert began > 100, "not the zero of people"
    number = changed(path, lambda line: line.get("signal") == "SpeechStarted", change)
    done = replayed(path)
    assert done.exit_code == 1
    [told] = [line for line in done.stdout.splitlines() if line.startswith(f"First difference: line {number}, at ")]
    at = told.split(", at ")[1].split(" s,")[0]
    # By the clock of the table that is printed, and not by the machine's.
    assert any(line.split()[:2] == [at, "user_speaking"] for line in done.stdout.splitlines())
    assert "input SpeechStarted" in done.stdout
    assert 'expected: StateChanged state="idle"\n' in done.stdout
    assert 'got:      StateChanged state="user_speaking"\n' in done.stdout
    assert "1 of the inputs led to something else" in done.stdout
    page = path.with_suffix(".html").read_text()
    assert "differs from here" in page
    assert f"line {number}, at {at} s" in page


def test_a_changed_input_is_found_where_it_first_matters(call: Callable[..., Path]) -> None:
    path = call()
    changed(path, lambda line: line.get("signal") == "TranscriptFinal", lambda line: line["fields"].update(text=""))
    done = replayed(path)
    assert done.exit_code == 1
    assert "input TranscriptFinal" in done.stdout
    assert "expected: StartReply" in done.stdout
    assert "got:      PlayEarcon" in done.stdout


@pytest.mark.parametrize(
    ("keep", "expected", "got"), [(0, "nothing more", "StateChanged"), (9, '"more"', "nothing more")]
)
def test_outputs_that_are_missing_or_too_many_are_told(
    call: Callable[..., Path], keep: int, expected: str, got: str
) -> None:
    path = call()
    extra = [] if keep == 0 else ["more"]
    changed(
        path,
        lambda line: line.get("signal") == "ClientConnected",
        lambda line: line.update(out=[*line["out"][:keep], *extra]),
    )
    done = replayed(path)
    assert done.exit_code == 1
    assert f"expected: {expected}" in done.stdout
    assert f"got:      {got}" in done.stdout


def test_inputs_without_an_outcome_run_and_are_counted(call: Callable[..., Path]) -> None:
    path = call()
    changed(path, lambda line: line.get("signal") == "ClientConnected", lambda line: line.pop("out"))
    done = replayed(path)
    assert done.exit_code == 0
    assert "identical (1 of the inputs without a recorded outcome)." in done.stdout


def test_a_trace_without_any_outcome_says_that_there_is_nothing_to_compare() -> None:
    head = json.dumps(header(EngineConfig(), with_text=True)).encode() + b"\n"
    done = run(parse([head, b'{"at":1,"signal":"ClientConnected"}\n']))
    assert done.summary == "1 input, 1 outputs, none recorded to compare with"


def test_a_cut_last_line_is_left_out_with_a_note(call: Callable[..., Path]) -> None:
    path = call()
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    done = replayed(path)
    assert done.exit_code == 0
    assert f"Line {len(whole.splitlines())} was cut off and is left out" in done.stdout
    assert "was cut off" in path.with_suffix(".html").read_text()


HEAD = header(EngineConfig(), with_text=True)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "the file is empty"),
        (b"hello\n", "line 1: not JSON: Expecting value at column 1"),
        (b'{"at": 1}\n', "line 1: not the beginning of a trace"),
        (
            b'{"trace": "antiphon/1", "config": {}}\n',
            "line 1: written by an older version of Antiphon (format antiphon/1)",
        ),
        (
            b'{"trace": "antiphon/9", "config": {}}\n',
            "line 1: written by another version of Antiphon (format antiphon/9)",
        ),
        (b'{"trace": "antiphon/2", "config": {}}\n', "line 1: `text` must be true or false"),
        (b'{"trace": "antiphon/2", "text": true}\n', "line 1: config is null; it must be an object"),
        (b'{"trace": "antiphon/2", "text": true, "config": {"idle_s": "x"}}\n', 'line 1: config.idle_s is "x"'),
        (b"%s\n", "the file holds no inputs, so there is nothing to run again."),
        (b'%s\n{"at": 1, "sig', "the file holds no inputs, so there is nothing to run again. Line 2 was cut off"),
        (b'{"trace": "antiphon/2", "text": true, "config": {}}\n', "line 1: config lacks the field 'policy'"),
        (
            b'{"trace": "antiphon/2", "text": true, "config": {"policy": {"interruption_budget_ms": -5}}}\n',
            "line 1: config.policy.interruption_budget_ms: interruptionBudgetMs is -5; it must be a whole",
        ),
        (
            b'{"trace": "antiphon/2", "text": true, "config": {"policy": {"profile": "loud"}}}\n',
            'line 1: config.policy.profile: There is no policy profile "loud"',
        ),
        (
            b'{"trace": "antiphon/2", "text": true, "config": {"policy": {}, "idle_s": 0}}\n',
            "line 1: config.idle_s is 0; it must be more than 0",
        ),
        (
            b'{"trace": "antiphon/2", "text": true, "config": {"policy": {}, "resume_window_s": -1}}\n',
            "line 1: config.resume_window_s is -1; it must be at least 0",
        ),
        (
            b'%s\n{"at": 150, "signal": null}\n{"at": 50.5, "signal": null}\n',
            "line 3: `at` goes back by 99.500 s; the clock of a recording only goes on.",
        ),
        (b'%s\n{"at": 1\x01, "signal": null}\n', "line 2: not JSON: Expecting ',' delimiter at column 9"),
        (b'%s\n{"at": 1, "signal": "a\x01"}\n', "line 2: not JSON: Invalid control character at column 23"),
        (b"%s\n\n", "line 2: not JSON"),
        (b"%s\n[]\n", "line 2: not a JSON object"),
        (b"%s\n\xff\n", "line 2: not UTF-8"),
        (b'%s\n{"at": 1, "signal": "Shout"}\n', "line 2: there is no signal 'Shout'"),
        (b'%s\n{"at": 1, "signal": 5}\n', "line 2: there is no signal '5'"),
        (b'%s\n{"at": null, "signal": null}\n', "line 2: `at` must be a number of seconds"),
        (b'%s\n{"at": NaN, "signal": null}\n', "line 2: `at` must be a number of seconds"),
        (b'%s\n{"signal": null}\n', "line 2: an input has `at` and `signal`"),
        (b'%s\n{"at": 1, "signal": null, "out": {}}\n', "line 2: `out` must be an array"),
        (b'%s\n{"at": 1, "signal": null}\n{"at": 1, "signal": "TextEntered"}\n', "line 3: TextEntered lacks the field"),
        (b'%s\n{"at": 1, "signal": null, "x": ' + b"[" * 200 + b"]" * 200 + b"}\n", "line 2: nested deeper than 100"),
        (b'%s\n{"at": ' + b"1" * 5000 + b', "signal": null}\n', "line 2: a number has more digits"),
        (b"%s\n" + b" " * (4 * 1024 * 1024 + 2) + b"\n", "line 2: longer than 4194304 bytes"),
    ],
)
def test_a_file_that_cannot_be_run_is_refused_with_its_line(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "call.jsonl"
    path.write_bytes(content.replace(b"%s", json.dumps(HEAD).encode()))
    done = replayed(path)
    assert done.exit_code == 2
    assert f"{path}: {said}" in done.stderr
    assert done.stdout == ""


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    done = replayed(tmp_path / "gone.jsonl")
    assert done.exit_code == 2
    assert "gone.jsonl: No such file" in done.stderr


def test_the_page_goes_where_it_is_asked_for(call: Callable[..., Path], tmp_path: Path) -> None:
    path = call()
    assert replayed(path, "--html", str(tmp_path / "out.html")).exit_code == 0
    assert (tmp_path / "out.html").exists()
    assert not path.with_suffix(".html").exists()
    refused = replayed(path, "--html", str(tmp_path / "gone" / "out.html"))
    assert refused.exit_code == 2
    assert "cannot be written: No such file" in refused.stderr


def test_the_page_is_opened_where_that_is_asked_for(call: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    path = call()
    replayed(path)
    assert opened == []
    replayed(path, "--open")
    assert opened == [path.with_suffix(".html").as_uri()]


def test_a_recording_is_never_overwritten_by_its_page(call: Callable[..., Path]) -> None:
    path = call()
    renamed = path.rename(path.with_suffix(".html"))
    before = renamed.read_bytes()
    assert replayed(renamed).exit_code == 2
    assert renamed.read_bytes() == before


def test_where_the_page_cannot_be_written_unasked_the_call_is_still_compared(call: Callable[..., Path]) -> None:
    path = call()
    path.with_suffix(".html").mkdir()
    done = replayed(path)
    assert done.exit_code == 0
    assert "cannot be written" in done.stderr
    assert "identical." in done.stdout


RAW = [json.dumps(line).encode() + b"\n" for line in (HEAD, {"at": 1.0, "signal": "ClientConnected", "out": []},
       {"at": 2.0, "signal": "TextEntered", "fields": {"text": "go"}, "out": [["Failed", {}]]})]  # fmt: skip


@given(st.data())
def test_a_broken_file_is_refused_or_run_and_never_anything_else(data: st.DataObject) -> None:
    raw = b"".join(RAW)
    at = data.draw(st.integers(0, len(raw)))
    cut = data.draw(st.integers(0, 4))
    broken = raw[:at] + data.draw(st.binary(max_size=6)) + raw[at + cut :]
    with suppress(BadTrace):
        assert run(parse(broken.splitlines(keepends=True))).summary
