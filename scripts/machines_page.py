"""Draws the engine's machines: for each its states, its timers, its table, and a picture."""

from collections import defaultdict
from collections.abc import Callable
from enum import StrEnum
from typing import Any

from antiphon.turns.machine import Row, Table
from antiphon.turns.machines import MACHINES

HEAD = """# The engine's machines

Made from `server/antiphon/turns` by `python scripts/docs.py`. The engine is seven machines. Each is in one state, owns
its fields, which its own module writes or a method of its record, and has a table: what an input does in a state, where
it leads, and which transition of the [session's state](state-machine.md) goes with it. An input that a table does not
name in the present state changes nothing. Of connection, health and confirmation a session has one; each user turn,
each reply and each action is one of its own. So is each barge-in: while one waits for the flush of its answer, the next
may begin.

An input is what a signal, a timer or another machine comes to; the guards that make an input of a signal stand in the
module that takes it (`server/antiphon/turns/routes.py` says which). Of a timer without a row of its own, more is asked
before it becomes an input.
"""


def machines() -> str:
    """The page with all machines."""
    return "\n".join([HEAD, *(_machine(*machine) for machine in MACHINES)])


def _machine(table: Table, kind: type, module: str) -> str:
    doc = " ".join((kind.__doc__ or "").split("\n\n")[0].split())
    lines = [f"## {table.name}", "", f"{doc} `server/antiphon/turns/{module}.py`", ""]
    lines += ["- states: " + ", ".join(f"`{state.value}`" for state in table.states)]
    lines += ["- timers: " + ", ".join(f"`{timer.value}`" for timer in table.timers), ""]
    lines += ["| in | input | leads to | session | does |", "|---|---|---|---|---|"]
    lines += [_row(table, row) for row in table.rows]
    lines += ["", "```mermaid", "stateDiagram-v2", *_arrows(table), "```", ""]
    return "\n".join(lines)


def _row(table: Table, row: Row) -> str:
    everywhere = len(row.states) == len(table.states)
    origin = "any" if everywhere else ", ".join(f"`{state.value}`" for state in row.states)
    to = f"`{row.to.value}`" if row.to is not None else "-"
    trigger = f"`{row.trigger.value}`" if row.trigger is not None else ""
    does = ", ".join(_name(each) for each in (row.action, row.then) if each is not None)
    timer = "timer " if row.input in list(table.timers) else ""
    return f"| {origin} | {timer}{row.input.value} | {to} | {trigger} | {does} |"


def _name(action: Callable[..., Any]) -> str:
    return action.__name__.strip("_").replace("_", " ")


def _arrows(table: Table) -> list[str]:
    """The picture: only what leads from one state to another."""
    inputs: dict[tuple[StrEnum, StrEnum], list[str]] = defaultdict(list)
    for row in table.rows:
        for state in row.states:
            if row.to is not None and row.to is not state:
                inputs[state, row.to].append(row.input.value.replace(",", ""))
    reached = {to for _, to in inputs}
    starts = [state for state in table.states if state not in reached] or [next(iter(table.states))]
    lines = [f'    state "{state.value}" as {state.name}' for state in table.states]
    lines += [f"    [*] --> {state.name}" for state in starts]
    lines += [f"    {origin.name} --> {to.name}: {', '.join(found)}" for (origin, to), found in inputs.items()]
    return lines
