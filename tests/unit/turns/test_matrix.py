"""The transitions of the specification, and an engine that is told every signal in every state."""

from collections.abc import Callable
from typing import Any

import pytest

from antiphon.domain.actions import ActionOutcome
from antiphon.domain.commands import OpenUtterance, Say, StartReply
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Failed, StateChanged
from antiphon.domain.signals import (
    AnnounceRequested,
    InputStarted,
    PlayoutFinished,
    PlayoutStarted,
    ReplyFailed,
    ReplyFinished,
    Signal,
    SpeechClear,
    SpeechStarted,
)
from antiphon.domain.states import State, Trigger, TurnStart
from antiphon.turns.core import Core, EngineConfig, Outcome
from antiphon.turns.policies import parse
from antiphon.turns.table import target
from support.driver import Driver
from unit.turns.matrix import CELLS, CODES, LEGAL, SIGNALS, STATES, idle

pytestmark = pytest.mark.requirement("VIP7-MATRIX")
PAIRS = [(state, trigger) for state in State for trigger in Trigger]


@pytest.mark.parametrize(("state", "trigger"), PAIRS, ids=[f"{s.value}-{t.value}" for s, t in PAIRS])
def test_a_trigger_leads_where_the_specification_says_and_nowhere_else(state: State, trigger: Trigger) -> None:
    allowed = {to for origin, by, to in LEGAL if (origin, by) == (state, trigger)}
    for to in State:
        core = Core(EngineConfig())
        core.floor.state, core.out = state, Outcome()
        assert core.go(trigger, to=to) is (to.value in allowed)
        if to.value in allowed:
            assert core.out.events == [StateChanged(state=to, previous=state, trigger=trigger, turn_id=None)]
            assert core.state is to
        else:
            [refusal] = core.out.events
            assert isinstance(refusal, Failed)
            assert (refusal.code, refusal.state, refusal.trigger) == (
                ErrorCode.INVALID_TRANSITION,
                state,
                trigger.value,
            )
            assert state.value in refusal.message
            assert trigger.value in refusal.message
            assert core.state is state
    assert target(state, trigger) is None or target(state, trigger) in allowed


def test_the_grid_has_every_state_and_every_signal() -> None:
    assert list(STATES) == [state.value for state in State]
    assert [name for state, name, _ in CELLS if state == "idle"] == list(SIGNALS)
    assert {type(make(Driver())) for make in SIGNALS.values()} == set(Signal.__args__)


@pytest.mark.parametrize(("state", "name", "cell"), CELLS, ids=[f"{state}-{name}" for state, name, _ in CELLS])
def test_a_signal_does_in_a_state_what_the_specification_says(state: str, name: str, cell: str) -> None:
    driver = STATES[state]()
    assert driver.state.value == state
    remembered = (driver.engine.deadline(), driver.engine.floor, driver.engine.turns)
    outcome = driver.tell(SIGNALS[name](driver), 0.05)
    path = [event for event in outcome.events if isinstance(event, StateChanged)]
    if cell in CODES:
        [refusal] = outcome.events
        assert isinstance(refusal, Failed)
        named = name.split(" (")[0]
        assert (refusal.code, refusal.trigger, refusal.state) == (CODES[cell], named, State(state))
        assert refusal.retryable is (True if (state, name) == ("invoke_action", "input.text") else None)
        assert outcome.commands == []
        assert remembered == (driver.engine.deadline(), driver.engine.floor, driver.engine.turns)
    else:
        assert [event for event in outcome.events if isinstance(event, Failed)] == []
        assert [change.trigger.value for change in path] == ([] if cell == "." else cell.split())
    at = state
    for change in path:
        assert (at, change.trigger.value, change.state.value) in LEGAL
        at = change.state.value
    assert driver.state.value == at


# What no single message of a client leads to.


def timed_out(*, speech: bool) -> Driver:
    """A turn that a wake word began, in which nothing is said, or no end is found."""
    driver = idle()
    driver.tell(InputStarted(TurnStart.WAKE_WORD), 0.1)
    if speech:
        driver.tell(SpeechStarted(driver.at), 0.1)
    driver.wait(61.0 if speech else 11.0)
    return driver


def told(driver: Driver, *signals: Callable[[str], Signal]) -> Driver:
    """Tell what becomes of the reply that was ordered last."""
    for signal in signals:
        driver.tell(signal(driver.last(StartReply).turn_id), 0.1)
    return driver


def announced() -> Driver:
    driver = idle()
    driver.tell(AnnounceRequested("News."))
    driver.tell(PlayoutStarted(driver.last(Say).turn_id), 0.1)
    return driver


def unrecognised() -> Driver:
    driver = idle().speak()
    driver.wait(1.0)
    return driver.understand("")


def answered(text: str = "It is noon.", **config: Any) -> Driver:
    driver = Driver(**config).connect().ask().answer(text)
    driver.tell(PlayoutFinished(driver.last(StartReply).turn_id, 500), 0.5)
    driver.wait(0.3)
    return driver


def pending() -> Driver:
    """What was said over an answer where voice may not interrupt."""
    driver = Driver(policy=parse({"profile": "hands-free"})).connect().ask().answer()
    driver.tell(SpeechStarted(driver.at), 0.1)
    driver.tell(SpeechClear(driver.at - 0.1), 0.1)
    driver.tell(PlayoutFinished(driver.last(StartReply).turn_id, 500), 0.5)
    driver.wait(0.3)
    return driver


def in_parallel() -> Driver:
    """An invocation beside an answer, which fails when the answer is over."""
    driver = Driver(parallel_actions=True).connect().ask().call_action()
    driver.answer()
    driver.tell(PlayoutFinished(driver.last(StartReply).turn_id, 500), 0.5)
    driver.wait(0.3)
    return driver.settle(ActionOutcome("error", None, "action.failed", "no"))


FAILED: Callable[[str], Signal] = lambda turn: ReplyFailed(turn, ErrorCode.BRAIN_FAILED, "no")  # noqa: E731
LED: list[tuple[str, Callable[[], Driver], str]] = [
    ("silence after a wake word", lambda: timed_out(speech=False), "user_speaking input.timeout idle"),
    ("speech without an end", lambda: timed_out(speech=True), "user_speaking input.timeout ai_thinking"),
    ("an announcement that sounds", announced, "idle server.announce ai_speaking"),
    ("an answer that sounds", lambda: idle().ask().answer(), "ai_thinking response.audio ai_speaking"),
    ("an order to the page", lambda: idle().ask().call_action(), "ai_thinking response.tool invoke_action"),
    ("an answer that was heard", answered, "ai_speaking audio.complete idle"),
    ("no words", unrecognised, "ai_thinking error.recognition idle"),
    (
        "an empty answer",
        lambda: told(idle().ask(), lambda turn: ReplyFinished(turn, "")),
        "ai_thinking response.empty idle",
    ),
    ("a brain that fails", lambda: told(idle().ask(), FAILED), "ai_thinking response.failed idle"),
    ("a voice that fails", lambda: told(idle().ask().answer(), FAILED), "ai_speaking response.failed idle"),
    ("a question", lambda: answered("Which page?", follow_up=True), "idle follow_up user_speaking"),
    ("speech over hands-free", pending, "idle pending user_speaking"),
    ("a parallel failure", in_parallel, "idle action.result ai_thinking"),
]


@pytest.mark.parametrize(("name", "lead", "row"), LED, ids=[name for name, _, _ in LED])
def test_what_the_server_itself_finds_leads_by_its_row(name: str, lead: Callable[[], Driver], row: str) -> None:
    origin, trigger, to = row.split()
    assert (origin, trigger, to) in LEGAL
    driver = lead()
    last = driver.last(StateChanged)
    assert (last.previous.value, last.trigger.value, last.state.value) == (origin, trigger, to)
    assert driver.state.value == to
    assert driver.all(Failed, lambda failed: failed.code is ErrorCode.INVALID_TRANSITION) == []


def test_every_row_is_reached_by_real_signals() -> None:
    """By the grid, or by what the server finds: no row is only data."""
    taken = set()
    drivers = [lead() for _, lead, _ in LED]
    for state, name, cell in CELLS:
        if cell not in CODES and cell != ".":
            driver = STATES[state]()
            driver.tell(SIGNALS[name](driver), 0.05)
            drivers.append(driver)
    ended = idle().speak()
    ended.wait(1.0)
    assert ended.has(OpenUtterance)
    for driver in [*drivers, ended]:
        taken |= {
            (change.previous.value, change.trigger.value, change.state.value) for change in driver.all(StateChanged)
        }
    # What has not begun cannot end: row 14 is there for any state, and nobody is told of it.
    assert LEGAL - taken == {("not_connected", "session.close", "not_connected")}
