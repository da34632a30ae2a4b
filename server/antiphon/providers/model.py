"""The model that a worker process runs, and what it may do besides being called.

These protocols stand apart from `antiphon.ports`, since a worker that is started anew is waited for: it imports no
more of the product than it needs.
"""

from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

Model = Callable[..., Any]


@runtime_checkable
class Stoppable(Protocol):
    """A model that can be stopped in the middle of a call, from another thread: the call raises `Stopped`."""

    def stop(self) -> None:
        """End the call that is on: nobody waits for it."""
        ...

    def resume(self) -> None:
        """Take calls again: one follows that somebody waits for."""
        ...


@runtime_checkable
class Forgetful(Protocol):
    """A model that keeps something of the calls that it has had."""

    def forget(self) -> None:
        """Give it back: there has been no call for a while."""
        ...


@runtime_checkable
class Forkable(Protocol):
    """A model that must not be the same in each process that was forked with it."""

    def forked(self, number: int) -> None:
        """This is a process of its own now, with a number that no other has."""
        ...
