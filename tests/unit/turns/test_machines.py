"""The engine's machines: what their tables may say, and who may write what they own."""

import ast
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import antiphon.turns
from antiphon.domain.signals import Signal
from antiphon.domain.states import Trigger
from antiphon.turns import timers
from antiphon.turns.config import EngineConfig
from antiphon.turns.core import Core
from antiphon.turns.machine import Row, Table
from antiphon.turns.machines import MACHINES
from antiphon.turns.policies import Policy
from antiphon.turns.routes import HANDLERS, TIMERS
from antiphon.turns.table import TABLE

FOLDER = Path(antiphon.turns.__file__).parent
TABLES = [table for table, _, _ in MACHINES]
NAMES = [table.name for table in TABLES]


@cache
def modules() -> dict[str, ast.Module]:
    return {path.stem: ast.parse(path.read_text("utf-8")) for path in FOLDER.glob("*.py")}


def test_the_header_of_the_engine_says_how_many_machines_there_are() -> None:
    assert len(TABLES) == 7
    assert "Seven machines, yes, seven" in (FOLDER / "engine.py").read_text("utf-8")


@pytest.mark.parametrize("table", TABLES, ids=NAMES)
def test_every_state_is_used_and_every_input_means_something(table: Table) -> None:
    named = {state for row in table.rows for state in (*row.states, *([row.to] if row.to else []))}
    assert named == set(table.states)
    told = {row.input for row in table.rows}
    assert told >= set(table.inputs)
    assert told <= {*table.inputs, *table.timers}


@pytest.mark.parametrize("table", TABLES, ids=NAMES)
def test_a_table_names_a_state_and_an_input_once(table: Table) -> None:
    pairs = Counter((state, row.input) for row in table.rows for state in row.states)
    assert pairs.most_common(1)[0][1] == 1
    again = Row(table.rows[0].states, table.rows[0].input)
    with pytest.raises(ValueError, match=table.name):
        Table(table.name, table.states, table.inputs, table.timers, (*table.rows, again))


def test_every_trigger_of_the_session_is_chosen_by_a_table_and_leads_where_that_says() -> None:
    chosen = {row.trigger for table in TABLES for row in table.rows if row.trigger is not None}
    assert chosen == set(Trigger)
    for row in (row for table in TABLES for row in table.rows if row.leads is not None):
        assert any(legal.trigger is row.trigger and legal.to is row.leads for legal in TABLE)


def test_only_a_row_takes_a_transition() -> None:
    """But for an end of an answer that is owed neither to a turn nor to a reply any more (`reply.end_reply`)."""
    calls = {
        module
        for module, tree in modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "go"
    }
    assert calls == {"machine", "reply"}


OWNERS = {
    "connection": {"connection"},
    "health": {"health"},
    "barge_in": {"barge_in"},
    "confirmation": {"confirmation"},
    "actions": {"actions"},
    "speech": set[str](),
    "interruptions": {"interruptions"},
    "announcements": {"announcing"},
}
SLOTS = {
    "user": {"user_turn"},
    "reply": {"reply", "announcing"},
    "held": {"held_speech"},
    "earcon": {"earcon"},
    "preemptive": {"preemptive"},
    "last_read": {"reply"},
    "misunderstood": {"transcripts"},
    "state": {"core"},
    "answered_at": {"core"},
}


def test_nobody_else_writes_what_a_machine_owns() -> None:
    """`core.health.muted = ...` stands in `health` alone, and `core.reply = ...` where replies begin and end."""
    wrong = []
    for module, tree in modules().items():
        for node in ast.walk(tree):
            targets = node.targets if isinstance(node, ast.Assign) else []
            targets = [node.target] if isinstance(node, ast.AugAssign | ast.AnnAssign) else targets
            for target in (each for one in targets for each in ast.walk(one) if isinstance(each, ast.Attribute)):
                path = ast.unparse(target).split(".")
                if path[0] != "core" or not isinstance(target.ctx, ast.Store):
                    continue
                owners = SLOTS.get(path[1]) if len(path) == 2 else OWNERS.get(path[1])
                if owners is not None and module not in owners:
                    wrong.append(f"{module}: {'.'.join(path)}")
    assert wrong == []


def test_every_signal_and_every_timer_has_one_place_to_go() -> None:
    assert set(HANDLERS) == set(Signal.__args__)
    kinds = set(timers.Timer.__args__)
    assert set(TIMERS) == {timer for kind in kinds for timer in kind}
    assert {table.timers for table in TABLES} == kinds


def test_an_input_that_a_table_does_not_name_changes_nothing() -> None:
    core = Core(config=EngineConfig(), policy=Policy())
    for table, machine in ((TABLES[0], core.connection), (TABLES[3], core.barge_in), (TABLES[6], core.confirmation)):
        before = machine.state
        for what in table.inputs:
            if table.row(before, what) is None:
                assert table.take(core, machine, what) is False
        assert machine.state is before
    assert (core.out.commands, core.out.events, core.timers) == ([], [], {})
