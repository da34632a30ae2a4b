"""A barge-in is told in one package: from outside it is called by its name, and inside it is followed in one order."""

import ast
from pathlib import Path

import pytest

import antiphon.turns.barge_in
from antiphon.domain.commands import FlushPlayout, PausePlayout
from antiphon.domain.events import Interrupted
from antiphon.domain.signals import (
    CancelRequested,
    ClientConnected,
    ClientReady,
    PlayoutAudible,
    PlayoutFlushed,
    PlayoutPaused,
    PlayoutStarted,
    ReplyDelta,
    Signal,
    SpeechClear,
    SpeechStarted,
    SpeechStopped,
    TextEntered,
    TranscriptPartial,
)
from antiphon.domain.states import InterruptionType, State
from antiphon.turns.engine import TurnEngine
from antiphon.turns.records import BargeIn, BargeInState

PACKAGE = Path(antiphon.turns.barge_in.__file__).parent
NAME = antiphon.turns.barge_in.__name__
INPUTS, ROWS = {"claims", "verdict", "heard"}, {"tentative", "cooldown", "confirmed", "flushing"}


def imported(path: Path) -> set[str]:
    """The modules of the package that a module imports."""
    nodes = [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.ImportFrom)]
    deep = {str(node.module).removeprefix(f"{NAME}.") for node in nodes if str(node.module).startswith(f"{NAME}.")}
    flat = {name.name for node in nodes if node.module == NAME for name in node.names}
    return deep | {name for name in flat if (PACKAGE / f"{name}.py").exists()}


def test_from_outside_it_is_called_and_its_parts_are_not() -> None:
    outside = [path for path in PACKAGE.parents[1].rglob("*.py") if PACKAGE not in path.parents]
    assert len(outside) > 100
    assert {path.name: found for path in outside if (found := imported(path))} == {}


def test_inside_what_makes_inputs_tells_the_machine_and_the_rows_know_neither() -> None:
    parts = {path.stem: imported(path) for path in PACKAGE.glob("*.py") if path.stem != "__init__"}
    assert parts.keys() == INPUTS | ROWS | {"machine"}
    assert parts["machine"] == ROWS
    for part in ROWS:
        assert parts[part] <= ROWS, part
    for part in INPUTS:
        assert parts[part] <= INPUTS | {"machine", "cooldown"}, part


def is_in(machine: BargeIn, state: BargeInState) -> bool:
    return machine.state is state


def begun(*script: Signal, every: float) -> TurnEngine:
    """An engine that was told these, in equal distances."""
    engine = TurnEngine()
    for index, signal in enumerate((ClientConnected(), ClientReady(), *script)):
        engine.handle(signal, every * index)
    return engine


@pytest.fixture
def speaking() -> TurnEngine:
    """An engine whose assistant speaks since 0.6 s; playout and recogniser are the test's."""
    engine = begun(TextEntered("what is the weather today"), every=0.1)
    assert engine.core.reply is not None
    turn_id = engine.core.reply.turn_id
    engine.handle(ReplyDelta(turn_id, "It is a sunny day, and warm. "), 0.4)
    engine.handle(PlayoutStarted(turn_id), 0.5)
    engine.handle(PlayoutAudible(turn_id, 0.6), 0.6)
    assert engine.state is State.AI_SPEAKING
    return engine


def test_one_is_followed_from_tentative_to_flushing_to_its_end(speaking: TurnEngine) -> None:
    engine, one = speaking, speaking.core.barge_in
    assert is_in(one, BargeInState.NONE)
    engine.handle(SpeechStarted(1.9), 2.0)
    [pause, *_] = engine.handle(SpeechClear(1.9), 2.1).commands
    assert isinstance(pause, PausePlayout)
    assert is_in(one, BargeInState.TENTATIVE)
    engine.handle(PlayoutPaused(pause.turn_id, 1500, 2.15, "It is a sunny"), 2.15)
    assert one.tentative is not None
    [flush, *_] = engine.handle(
        TranscriptPartial(pause.turn_id, one.tentative.utterance_id, "wait, where"), 2.4
    ).commands
    assert isinstance(flush, FlushPlayout)
    assert is_in(one, BargeInState.FLUSHING)
    assert engine.core.barge_in == BargeIn()  # the next may begin
    [told] = engine.handle(PlayoutFlushed(flush.turn_id, 1500, "It is a sunny", 2.5), 2.5).events
    assert isinstance(told, Interrupted)
    assert (told.type, told.latency_ms, told.played_ms) == (InterruptionType.BARGE_IN, 250, 1500)
    assert is_in(one, BargeInState.OVER)


def test_an_answer_that_is_cancelled_is_flushed_in_the_same_way(speaking: TurnEngine) -> None:
    engine, one = speaking, speaking.core.barge_in
    [flush, *_] = engine.handle(CancelRequested(), 2.0).commands
    assert isinstance(flush, FlushPlayout)
    assert is_in(one, BargeInState.FLUSHING)
    [told] = engine.handle(PlayoutFlushed(flush.turn_id, 1400, "It is a sunny", 2.1), 2.1).events
    assert isinstance(told, Interrupted)
    assert told.type is InterruptionType.MANUAL_STOP
    assert is_in(one, BargeInState.OVER)


def test_where_there_is_no_answer_yet_nothing_is_flushed_and_it_is_told_at_once() -> None:
    engine = begun(SpeechStarted(0.9), SpeechStopped(1.4), every=0.5)
    engine.wake(2.4)
    assert (engine.state, engine.core.reply) == (State.AI_THINKING, None)  # its words are awaited
    one = engine.core.barge_in
    outcome = engine.handle(CancelRequested(), 2.5)
    assert [type(event) for event in outcome.events][:1] == [Interrupted]
    assert is_in(one, BargeInState.OVER)
    assert engine.core.interruptions.flushing == {}
