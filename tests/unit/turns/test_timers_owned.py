"""Each timer is set, cleared and asked for in one module; the others call a function of that module."""

import ast
from pathlib import Path

import pytest

import antiphon.turns
from antiphon.turns.timers import (
    ActionTimer,
    BargeInTimer,
    ConfirmationTimer,
    ConnectionTimer,
    HealthTimer,
    ReplyTimer,
    Timer,
    TurnTimer,
)

FOLDER = Path(antiphon.turns.__file__).parent
KINDS = {kind.__name__: kind for kind in Timer.__args__}
LISTS = {"timers", "routes"}
"""Modules that name all of them: what they are, and who is told that one is due."""

OWNERS: dict[Timer, str] = {
    **dict.fromkeys(ConnectionTimer, "connection"),
    **dict.fromkeys(HealthTimer, "health"),
    **dict.fromkeys(TurnTimer, "user_turn"),
    TurnTimer.ENDPOINT: "endpointing",
    TurnTimer.AUDIO_GONE: "speech",
    TurnTimer.STILL_SPEAKING: "speech",
    **dict.fromkeys(BargeInTimer, "barge_in.tentative"),
    BargeInTimer.COOLDOWN: "barge_in.cooldown",
    **dict.fromkeys(ReplyTimer, "reply"),
    **dict.fromkeys(ActionTimer, "actions"),
    **dict.fromkeys(ConfirmationTimer, "confirmation"),
    ConfirmationTimer.TELL: "announcing",
}


def sources() -> dict[str, str]:
    paths = (path for path in FOLDER.rglob("*.py"))
    return {".".join(path.relative_to(FOLDER).with_suffix("").parts): path.read_text("utf-8") for path in paths}


def named(source: str) -> tuple[set[Timer], set[str]]:
    """The timers that a module names, and the kinds that it has in its hand as a whole.

    The table of a machine is given the kind that the machine has, for the drawing: that is no use of it.
    """
    nodes = list(ast.walk(ast.parse(source)))
    uses = [node for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)]
    members = [use for use in uses if ast.unparse(use.value) in KINDS]
    tables = [node for node in nodes if isinstance(node, ast.Call) and ast.unparse(node.func) == "Table"]
    known = {id(use.value) for use in members} | {id(each) for table in tables for each in table.args}
    whole = {node.id for node in nodes if isinstance(node, ast.Name) and id(node) not in known}
    return {KINDS[ast.unparse(use.value)][use.attr] for use in members}, whole & KINDS.keys()


def strangers(module: str, source: str) -> list[str]:
    """The timers that a module names, and that are another's."""
    if module in LISTS:
        return []
    timers, kinds = named(source)
    timers |= {timer for kind in kinds for timer in KINDS[kind]}
    return sorted(f"{module}: {timer!r}" for timer in timers if OWNERS[timer] != module)


def test_every_timer_has_an_owner_that_there_is() -> None:
    assert set(OWNERS) == {timer for kind in KINDS.values() for timer in kind}
    for timer, owner in OWNERS.items():
        assert timer in named(sources()[owner])[0], f"{owner} does not set {timer!r}"


def test_nobody_names_a_timer_of_another_module() -> None:
    assert [each for module, source in sources().items() for each in strangers(module, source)] == []


@pytest.mark.parametrize(
    "planted",
    [
        "core.clock.set(ReplyTimer.HEARD, 1.0)",
        "core.clock.clear(ReplyTimer.HEARD)",
        "core.clock.timers.pop(ReplyTimer.HEARD, None)",
        "late = ReplyTimer.HEARD in core.clock.timers",
        "for timer in ReplyTimer:\n    core.clock.clear(timer)",
        "R = ReplyTimer\ncore.clock.clear(R.HEARD)",
        "core.clock.clear(ReplyTimer['HEARD'])",
        "core.clock.clear(getattr(ReplyTimer, 'HEARD'))",
    ],
)
def test_a_neighbour_that_touches_a_timer_is_seen(planted: str) -> None:
    assert strangers("granting", sources()["granting"] + "\n" + planted) != []
