"""What the log has of exceptions and warnings: types and places, and never what somebody said."""

import json
import os
import subprocess
import sys

import pytest

from antiphon.domain.conversation import BrainRequest
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.exception_text import MOST_EXCEPTIONS, MOST_FRAMES, Loggable, exception_text
from antiphon.observe import logs
from antiphon.session import guards

CANARY = "zebra42"
SCRIPT = """
import asyncio, logging, sys, threading, warnings
import structlog
from antiphon.cli.listening import LoopErrors
from antiphon.observe import hooks, logs
from antiphon.session.clock import LoopClock
from antiphon.session.guards import BRAIN, report

logs.configure(sys.argv[1])
hooks.install()

def said(text):
    raise KeyError(text)

class Unending:
    def __del__(self):
        said("zebra42")

async def loop():
    asyncio.get_running_loop().set_exception_handler(LoopErrors(LoopClock()))
    asyncio.get_running_loop().call_soon(said, "zebra42")
    await asyncio.sleep(0)

try:
    try:
        said("zebra42")
    except KeyError as error:
        raise ExceptionGroup("zebra42", [RuntimeError("zebra42"), error]) from ValueError("zebra42")
except ExceptionGroup as error:
    report(BRAIN, error)
    structlog.get_logger().exception("request failed")
    logging.getLogger("provider").exception("zebra42 %s", "zebra42")
warnings.warn("zebra42")
thread = threading.Thread(target=said, args=("zebra42",))
thread.start()
thread.join()
Unending()
asyncio.run(loop())
said("zebra42")
"""
EVENTS = [
    "provider failed", "request failed", "library failed", "warning", "thread failed", "exception ignored",
    "loop failed", "server failed",
]  # fmt: skip


@pytest.mark.parametrize("style", ["text", "json"])
def test_no_way_into_the_log_tells_what_an_exception_or_a_warning_says(style: str) -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT, style], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert CANARY not in done.stderr + done.stdout
    assert done.stderr.count("<string>") >= len(EVENTS) - 1
    if style == "json":
        lines = [json.loads(line) for line in done.stderr.splitlines()]
        assert [line["event"] for line in lines] == EVENTS
        assert "KeyError" in lines[0]["exception"]
        assert "RuntimeError" in lines[0]["exception"]
        assert (lines[3]["type"], lines[3]["file"]) == ("UserWarning", "<string>")
    else:
        assert [event for event in EVENTS if event not in done.stderr] == []


def caught(error: BaseException) -> BaseException:
    try:
        raise error
    except BaseException as raised:  # noqa: BLE001 - whatever it is
        return raised


def test_of_an_exception_there_are_its_type_and_its_places() -> None:
    told = exception_text(caught(KeyError(CANARY)))
    first, *places, last = told.splitlines()
    assert first == "Traceback (most recent call last):"
    assert last == "KeyError"
    assert [place.split(", ")[0] for place in places] == [f'  File "{__file__}"']
    assert places[0].endswith("in caught")


def test_what_caused_it_comes_before_it() -> None:
    try:
        try:
            raise ValueError(CANARY)
        except ValueError as error:
            raise LookupError(CANARY) from error
    except LookupError as error:
        named = [line for line in exception_text(error).splitlines() if not line.startswith((" ", "Traceback"))]
    assert named == ["ValueError", "which caused:", "LookupError"]


def test_messages_of_our_own_and_of_the_system_stay() -> None:
    assert exception_text(OSError(28, CANARY, CANARY)).endswith("OSError: No space left on device")
    assert exception_text(OSError(CANARY)) == "OSError"
    assert exception_text(guards.Unfit("Of another type.")).endswith("Unfit: Of another type.")
    with pytest.raises(AntiphonError) as ours:
        guards.required(guards.BRAIN, lambda: caught_and_raised(TimeoutError(CANARY)))
    told = exception_text(ours.value)
    assert "brain.timeout: The assistant did not answer in time." in told
    assert CANARY not in told
    theirs = exception_text(caught(AntiphonError(ErrorCode.BRAIN_FAILED, CANARY)))
    assert theirs.endswith("AntiphonError: brain.failed")


def caught_and_raised(error: BaseException) -> None:
    raise error


def test_an_endless_recursion_and_an_endless_chain_are_cut() -> None:
    def deeper() -> None:
        deeper()

    with pytest.raises(RecursionError) as caught_deep:
        deeper()
    assert len(exception_text(caught_deep.value).splitlines()) == MOST_FRAMES + 3
    error: BaseException = ValueError()
    for _ in range(1000):
        above = ValueError()
        above.__cause__, error = error, above
    assert exception_text(error).count("ValueError") == MOST_EXCEPTIONS
    error.__cause__ = error
    assert exception_text(error).splitlines()[0] == "..."


def test_names_that_were_made_of_a_text_are_not_told() -> None:
    kind = type(f"Error {CANARY}\n", (Exception,), {"__module__": "m"})
    assert "\n" not in exception_text(kind())
    space: dict[str, object] = {}
    exec(compile("def work(): raise KeyError", f"<{CANARY}>", "exec"), space)
    with pytest.raises(KeyError) as made:
        space["work"]()  # type: ignore[operator]
    assert CANARY not in exception_text(made.value)


def test_no_source_is_quoted(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("text")
    try:
        raise KeyError("quoted in the source")
    except KeyError as error:
        guards.report(guards.TOOL, error)
    told = capsys.readouterr().err
    assert "quoted in the source" not in told
    assert os.path.basename(__file__) in told


def test_a_request_in_a_message_stays_out(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("json")
    guards.attempt(guards.BRAIN, lambda: caught_and_raised(RuntimeError(f"{BrainRequest} {CANARY}")), None)
    line = json.loads(capsys.readouterr().err)
    assert (line["event"], line["exception"].splitlines()[-1]) == ("provider failed", "RuntimeError")
    assert issubclass(guards.Unfit, Loggable)
