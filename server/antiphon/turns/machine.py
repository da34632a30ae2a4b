"""The parts of each machine of the conversation: states, inputs, and a table that says what an input does.

Theory of operation. A machine is in one of its states and owns its fields: its own module writes them, or a method of
its record that says what has happened (`records`); no other module does. What it is told is an input: that a signal has
come, that one of its timers is due, or what another machine has found. The guards of a
signal are asked before, by whoever makes an input of it; from then on the table decides. `advance` looks up the row of
(state, input), enters the next state, does the row's action, and then takes the session's transition (`table`), where
the row names its trigger. An input that the table does not name in the present state changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol

from antiphon.domain.states import State, Trigger

if TYPE_CHECKING:
    from antiphon.turns.core import Core

Action = Callable[["Core", Any, Any], None]
"""What a row does, given the machine that took it, and what the input is about: a signal, or None."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: the effect of one input in some states."""

    states: tuple[StrEnum, ...]
    input: StrEnum
    to: StrEnum | None = None
    """The next state; None where the machine stays in its own."""
    action: Action | None = None
    trigger: Trigger | None = None
    """The session's transition that goes with it, between `action` and `then`."""
    leads: State | None = None
    """Where the trigger leads, where it may lead to several states."""
    then: Action | None = None


class Moved(Protocol):
    """The protocol of whatever has a state that a table moves."""

    state: Any

    @property
    def turn_id(self) -> str | None:
        """The turn that a transition of the session is about, where this machine causes one."""


class Machine:
    """A machine whose transitions are about no turn."""

    __slots__ = ()

    @property
    def turn_id(self) -> str | None:
        return None


class Table:
    """One machine's rows, found by state and input."""

    def __init__(
        self, name: str, states: type[StrEnum], inputs: type[StrEnum], timers: type[StrEnum], rows: tuple[Row, ...]
    ) -> None:
        self.name = name
        self.states = states
        self.inputs = inputs
        self.timers = timers
        self.rows = rows
        self._rows: dict[tuple[StrEnum, StrEnum], Row] = {}
        for row in rows:
            for state in row.states:
                if (state, row.input) in self._rows:
                    raise ValueError(f"{name}: two rows for {row.input.value} in {state.value}")
                self._rows[state, row.input] = row

    def row(self, state: StrEnum, what: StrEnum) -> Row | None:
        """The row that `what` takes in `state`; None where it changes nothing."""
        return self._rows.get((state, what))

    def advance(self, core: Core, machine: Moved, what: StrEnum, about: Any = None) -> bool:
        """Tell a machine one thing. Says whether its table names that in its present state."""
        row = self._rows.get((machine.state, what))
        if row is None:
            return False
        if row.to is not None:
            machine.state = row.to
        if row.action is not None:
            row.action(core, machine, about)
        if row.trigger is not None:
            core.go(row.trigger, to=row.leads, turn_id=machine.turn_id)
        if row.then is not None:
            row.then(core, machine, about)
        return True
