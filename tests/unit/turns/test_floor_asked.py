"""The session's state is asked by a name: of the machine that knows, or of the floor. Nobody else compares it."""

import ast
from pathlib import Path

import pytest

import antiphon.turns
from antiphon.domain.states import State
from antiphon.turns.config import EngineConfig
from antiphon.turns.core import Core
from antiphon.turns.floor import Floor

FOLDER = Path(antiphon.turns.__file__).parent

OF_THE_STATE = {"floor", "table"}
"""What the states are and where they lead: these may name them as they like."""
ROWS = {"machine", "reply", "user_turn"}
"""Rows of a machine say where a trigger leads that may lead to several states."""
CARRIERS = {"core", "engine", "records.reply"}
"""They hand a state on, and name none."""
READERS = {"timeline", "turn_events", "embedded"}
"""They read the engine's events from outside, and what `StateChanged` says."""


def sources() -> dict[str, str]:
    paths = FOLDER.rglob("*.py")
    return {".".join(path.relative_to(FOLDER).with_suffix("").parts): path.read_text("utf-8") for path in paths}


def named(tree: ast.AST) -> list[ast.Attribute]:
    """The members of `State` that are named, in order."""
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    return [node for node in nodes if ast.unparse(node.value) == "State" and node.attr in State.__members__]


def in_rows(tree: ast.AST) -> list[ast.Attribute]:
    rows = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == "Row"]
    return [found for row in rows for found in named(row)]


def compared(tree: ast.AST) -> list[str]:
    """Comparisons with the session's own state, however it is named, and matches of it."""
    compares = [node for node in ast.walk(tree) if isinstance(node, ast.Compare)]
    sides = [(node, {ast.unparse(each) for each in (node.left, *node.comparators)}) for node in compares]
    matches = [node.subject for node in ast.walk(tree) if isinstance(node, ast.Match)]
    own = ("core.state", "floor.state", "turns.state", "engine.state")
    found = [ast.unparse(node) for node, texts in sides if any(text.endswith(own) for text in texts)]
    return found + [ast.unparse(subject) for subject in matches if ast.unparse(subject).endswith(own)]


def imports_state(source: str) -> bool:
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
    return any(name.name == "State" for node in nodes for name in node.names)


def test_only_these_modules_know_the_states() -> None:
    known = {module for module, source in sources().items() if imports_state(source)}
    assert known == OF_THE_STATE | ROWS | CARRIERS | READERS


def test_a_state_is_named_by_rows_and_readers_of_events_only() -> None:
    trees = {module: ast.parse(source) for module, source in sources().items() if module not in OF_THE_STATE | READERS}
    wrong = {module: len(named(tree)) - len(in_rows(tree)) for module, tree in trees.items()}
    assert {module: count for module, count in wrong.items() if count} == {}
    assert sum(len(in_rows(tree)) for tree in trees.values()) <= 4


def test_the_readers_of_events_read_events() -> None:
    for module in ("turn_events", "embedded"):
        nodes = [
            node for node in ast.walk(ast.parse(sources()[module])) if isinstance(node, ast.Compare) and named(node)
        ]
        assert {ast.unparse(node.left) for node in nodes} <= {"event.state", "event.previous"}, module


def test_nobody_compares_the_session_s_state() -> None:
    found = {module: compared(ast.parse(source)) for module, source in sources().items() if module != "floor"}
    # The earcon remembers the state in which it began, whichever that was.
    assert {module: each for module, each in found.items() if each} == {"earcon": ["core.state is earcon.state"]}


@pytest.mark.parametrize(
    "planted",
    [
        "core.state is State.IDLE",
        "core.state == 'idle'",
        "core.state in ('ai_thinking', 'ai_speaking')",
        "core.floor.state != 'idle'",
        "'idle' == core.state",
    ],
)
def test_a_comparison_is_seen(planted: str) -> None:
    assert compared(ast.parse(planted)) == [planted]


def test_a_name_of_the_floor_says_one_thing() -> None:
    """In each state: whether the floor is free, the assistant thinks, or may be interrupted, and who holds it."""
    said = {state: (f.free, f.thinking, f.interruptible, f.holder) for state in State for f in [Floor(state)]}
    assert said == {
        State.NOT_CONNECTED: (False, False, False, None),
        State.CONNECTING: (False, False, False, None),
        State.IDLE: (True, False, False, None),
        State.USER_SPEAKING: (False, False, False, "user"),
        State.AI_THINKING: (False, True, True, "system"),
        State.AI_SPEAKING: (False, False, True, "system"),
        State.INVOKE_ACTION: (False, False, False, "system"),
    }


def test_nobody_speaks_or_acts_before_there_is_a_session() -> None:
    core = Core(EngineConfig())
    assert (core.user_speaks, core.answer_sounds, core.page_acts) == (False, False, False)
    assert (core.connection.connected, core.connection.ready) == (False, False)
