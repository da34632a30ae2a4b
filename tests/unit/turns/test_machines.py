"""The engine's machines: what their tables may say, and who may write what they own."""

import ast
import importlib
from collections import Counter
from functools import cache
from pathlib import Path
from textwrap import indent

import pytest

import antiphon.turns
from antiphon.domain.signals import Signal
from antiphon.domain.states import Trigger
from antiphon.turns import timers
from antiphon.turns.actions import Actions
from antiphon.turns.announcing import Announcements
from antiphon.turns.config import EngineConfig
from antiphon.turns.confirmation import Confirmation
from antiphon.turns.confirmation_question import PageQuestion, Question
from antiphon.turns.connection import Connection
from antiphon.turns.core import Core, Outcome
from antiphon.turns.health import Health
from antiphon.turns.machine import Moved, Row, Table
from antiphon.turns.machines import MACHINES
from antiphon.turns.records import (
    BargeIn,
    Earcon,
    Generation,
    HeldSpeech,
    Invocation,
    Overlap,
    Playback,
    Reply,
    ReplyCalls,
    Tentative,
    TurnAudio,
    TurnWords,
    UserTurn,
)
from antiphon.turns.routes import HANDLERS, TIMERS
from antiphon.turns.table import TABLE
from support.writes import writes

FOLDER = Path(antiphon.turns.__file__).parent
TABLES = [table for table, _, _ in MACHINES]
NAMES = [table.name for table in TABLES]


@cache
def modules() -> dict[str, ast.Module]:
    """By name, those of records and policies too."""
    return {
        ".".join(path.relative_to(FOLDER).with_suffix("").parts): ast.parse(path.read_text("utf-8"))
        for path in FOLDER.rglob("*.py")
    }


def text(module: str) -> str:
    return (FOLDER / module.replace(".", "/")).with_suffix(".py").read_text("utf-8")


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
    calls = {
        module
        for module, tree in modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "go"
    }
    assert calls == {"machine"}


def test_a_handler_names_a_trigger_only_to_say_what_was_not_possible() -> None:
    """In a function there is `Trigger.INPUT_TEXT.value`, the name for a refusal, and never the trigger itself.

    The timeline is no handler: it reads triggers in events.
    """
    wrong = []
    for module, tree in modules().items():
        if module == "timeline":
            continue
        for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
            inside = [node for statement in function.body for node in ast.walk(statement)]
            names = {id(node.value) for node in inside if isinstance(node, ast.Attribute) and node.attr == "value"}
            for node in inside:
                named = isinstance(node, ast.Attribute) and ast.unparse(node.value) in ("Trigger", "_T")
                if named and id(node) not in names:
                    wrong.append(f"{module}.{function.name}: {ast.unparse(node)}")
    assert wrong == []


OWNERS: dict[type, set[str]] = {
    Connection: {"connection"},
    Health: {"health"},
    UserTurn: {"user_turn"},
    TurnAudio: {"user_turn"},
    Overlap: {"user_turn"},
    TurnWords: {"user_turn"},
    BargeIn: {"barge_in.tentative"},
    Tentative: {"barge_in.tentative", "barge_in.verdict"},
    Reply: {"reply"},
    Generation: {"reply"},
    Playback: {"reply"},
    ReplyCalls: {"reply"},
    Actions: {"actions"},
    Invocation: {"actions"},
    Confirmation: {"confirmation"},
    Question: {"confirmation"},
    PageQuestion: {"confirmation"},
    # What stands beside them
    Announcements: {"announcing"},
    Earcon: {"earcon"},
    HeldSpeech: {"held_speech"},
    Outcome: {"core"},
    Moved: {"machine"},  # the state of each of them
}
"""By class, the module that may write its fields. All else is told to its methods."""

SLOTS = {
    "user": {"user_turn"},
    "reply": {"reply", "announcing"},
    "barge_in": {"barge_in.flushing"},
    "earcon": {"earcon"},
    "preemptive": {"preemptive"},
    "last_read": {"reply"},
    "policy": {"updates"},
    "language": {"spoken_language"},
    "out": {"engine"},
}
"""The core's fields, which say which machines and clocks there are."""


def trespasses(module: str, source: str) -> list[str]:
    """The writes in a module's source of what it does not own."""
    home = importlib.import_module(f"{antiphon.turns.__name__}.{module}".removesuffix(".__init__"))
    return [
        f"{module}: {write}"
        for write in writes(source, home)
        if write.within is not write.owner
        and module not in OWNERS.get(write.owner, set())
        and not (write.owner is Core and module in SLOTS.get(write.field, set()))
    ]


def test_nobody_else_writes_what_a_machine_owns() -> None:
    """A field of a turn, a reply, an action is written by its machine's module, or by a method of the record."""
    wrong = [each for module in modules() for each in trespasses(module, text(module))]
    assert wrong == []


@pytest.mark.parametrize(
    ("written", "body"),
    [
        ("ReplyCalls.acted", "core.reply.calls.acted = True"),
        ("ReplyCalls.acted", "reply = core.reply\nreply.calls.acted = True"),
        ("ReplyCalls.acted", "user, answer = core.user, core.reply\nanswer.calls.acted = True"),
        ("ReplyCalls.acted", "one = other = core.reply\nmine = other\nmine.calls.acted = True"),
        ("ReplyCalls.acted", "answer = current(core, 'turn_1')\nanswer.calls.acted = True"),
        ("ReplyCalls.acted", "if (answer := core.reply) is not None:\n    answer.calls.acted = True"),
        ("ReplyCalls.acted", "(core.reply or core.last_read).calls.acted = True"),
        ("ReplyCalls.acted", "open_reply(core, 'turn_1').calls.acted = True"),
        ("ReplyCalls.count", "core.reply.calls.count += 1"),
        ("Generation.pieces", "core.reply.generation.pieces.append((0.0, 1))"),
        ("Overlap.barge_in_ms", "core.user.overlap.barge_in_ms = 1"),
        ("TurnWords.parts", "core.user.words.parts['utt_1'] = ''"),
        ("TurnWords.parts", "parts = core.user.words.parts\nparts['utt_1'] = ''"),
        ("TurnWords.parts", "parts = core.user.words.parts\nparts |= {}"),
        ("TurnWords.parts", "del core.user.words.parts['utt_1']"),
        ("TurnWords.parts", "core.user.words.parts.pop('utt_1')"),
        ("TurnWords.failure", "core.user.words.failure, x = None, 1"),
        ("UserTurn.state", "turn: UserTurn = core.user\nturn.state = None"),
        ("Tentative.text", "core.barge_in.tentative.text = ''"),
        ("BargeIn.tentative", "machine = core.barge_in\nmachine.tentative = None"),
        ("Invocation.due", "for one in core.actions.invocations.values():\n    one.due = None"),
        ("Invocation.due", "for key, one in core.actions.invocations.items():\n    one.due = None"),
        ("Invocation.due", "core.actions.invocations['inv_1'].due = None"),
        ("Invocation.due", "one = core.actions.invocations.get('inv_1')\none.due = None"),
        ("Invocation.due", "for one in core.actions.open():\n    one.due = None"),
        ("Invocation.due", "one, outcome = core.actions.results.pop(0)\none.due = None"),
        ("Question.early", "core.confirmation.open_question(core).early = False"),
        ("Speech.on", "core.speech.on = False"),
        ("Health.reasons", "core.health.reasons.clear()"),
        ("Core.reply", "core.reply = None"),
        ("Clock.timers", "core.clock.timers.clear()"),
        ("Floor.state", "core.floor.state = None"),
        ("Core.state", "core.state = None"),
        ("UNKNOWN.acted", "made = [core.reply]\nfor it in made:\n    it.acted = True"),
        ("UNKNOWN.acted", "def tell(it):\n    it.acted = True\ntell(core.reply)"),
        ("UNKNOWN.setattr(core.reply, 'acted', True)", "setattr(core.reply, 'acted', True)"),
        ("UNKNOWN.core.reply.__setattr__('acted', True)", "core.reply.__setattr__('acted', True)"),
    ],
)
def test_a_write_in_a_neighbour_is_seen_by_whatever_name(written: str, body: str) -> None:
    neighbour = f"{text('barge_in.confirmed')}\n\ndef wrong(core: Core) -> None:\n{indent(body, '    ')}\n"
    imports = "from antiphon.turns.records import UserTurn\nfrom antiphon.turns.reply import current, open_reply\n"
    found = [each.split(" in line")[0] for each in trespasses("barge_in.confirmed", imports + neighbour)]
    assert f"barge_in.confirmed: {written}" in found


def test_every_signal_and_every_timer_has_one_place_to_go() -> None:
    assert set(HANDLERS) == set(Signal.__args__)
    kinds = set(timers.Timer.__args__)
    assert set(TIMERS) == {timer for kind in kinds for timer in kind}
    assert {table.timers for table in TABLES} == kinds


def test_an_input_that_a_table_does_not_name_changes_nothing() -> None:
    core = Core(EngineConfig())
    for table, machine in ((TABLES[0], core.connection), (TABLES[3], core.barge_in), (TABLES[6], core.confirmation)):
        before = machine.state
        for what in table.inputs:
            if table.row(before, what) is None:
                assert table.advance(core, machine, what) is False
        assert machine.state is before
    assert (core.out.commands, core.out.events, core.clock.timers) == ([], [], {})
