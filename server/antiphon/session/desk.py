"""Route each command of the engine to whoever carries it out, by the command's type."""

from collections.abc import Callable, Mapping
from typing import Any

from antiphon.domain.commands import Command
from antiphon.domain.signals import Signal

Handlers = Mapping[type[Any], Callable[[Any], Signal | None]]
"""By the type of the command that each carries out; what it returns is the signal that answers at once, if one does."""


class Desk:
    """One table of what every part of a session carries out. A command has one handler."""

    def __init__(self, *parts: Handlers) -> None:
        self._handlers: dict[type[Any], Callable[[Any], Signal | None]] = {}
        for handlers in parts:
            twice = self._handlers.keys() & handlers.keys()
            assert not twice, twice
            self._handlers.update(handlers)

    @property
    def commands(self) -> frozenset[type[Any]]:
        return frozenset(self._handlers)

    def carry_out(self, command: Command) -> Signal | None:
        """Returns the signal that answers it at once, if one does. Nothing is waited for."""
        return self._handlers[type(command)](command)
