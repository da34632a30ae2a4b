"""Code of others can be left, also where it takes no cancellation.

A coroutine that is awaited holds whoever awaits it until it ends, whatever they are told meanwhile: a deadline, a turn
that is over, a session or a server that ends. A guest's work has `CLOSE_S` for ending once it is cancelled; then the
rest of it goes on in a task of its own, and whoever has waited goes on too.
"""

import asyncio
from collections.abc import Awaitable, Callable, Generator
from dataclasses import dataclass
from types import coroutine
from typing import Any, TypeVar

T = TypeVar("T")

CLOSE_S = 0.5
REPORT_S = 2.0
"""What has not ended so long after it was left does not mean to."""

_left: set[asyncio.Task[None]] = set()
"""A task that nobody refers to could be collected in the middle of its work."""


@dataclass(slots=True)
class Guest:
    """Code of others at work on somebody's behalf, and who is told of what it does when nobody waits any more."""

    untidy: Callable[[BaseException], None]
    """It has raised this when it was to end."""
    unending: Callable[[], None]
    """It was left `REPORT_S` ago."""
    left: bool = False
    """Whether the last of its work goes on without us."""

    async def work(self, what: Awaitable[T]) -> T:
        """Return what its work comes to, and raise what that raises; `CancelledError` where it is left."""
        work = what.__await__()
        waited = await _held(work)
        if isinstance(waited, _Rest):
            self.left = True
            task = asyncio.create_task(self._end(work, waited.waits_for), name="left behind")
            _left.add(task)
            task.add_done_callback(_left.discard)
            raise asyncio.CancelledError
        result: T = waited
        return result

    async def _end(self, work: Generator[Any, Any, Any], waits_for: Any) -> None:
        report = asyncio.get_running_loop().call_later(REPORT_S, self.unending)
        try:
            await _carried(work, waits_for)
        except asyncio.CancelledError:
            pass  # As it was told.
        except BaseException as error:  # noqa: BLE001 - code of others; some of that would end the loop
            self.untidy(error)
        finally:
            report.cancel()


@dataclass(frozen=True, slots=True)
class _Rest:
    """Work that is left, and what it waits for."""

    waits_for: Any


@coroutine
def _held(work: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
    """Hand on what the work waits for, in the task that awaits this, until it ends or is left: `_Rest`.

    Work may cancel the task by itself and take that back, as the scopes of `anyio` do: it is not left for that.
    """
    task = asyncio.current_task()
    assert task is not None
    before = task.cancelling()
    patience: _Patience | None = None
    try:
        waits_for = work.send(None)
        while True:
            try:
                sent = yield waits_for
            except asyncio.CancelledError as cancelled:
                if patience is None or patience.was_taken_back:
                    patience = _Patience(task, before)
                over = patience.over()
                waits_for = work.throw(cancelled)
                if over:
                    return _Rest(waits_for)
            except BaseException as error:  # noqa: BLE001 - it is handed on
                waits_for = work.throw(error)
            else:
                waits_for = work.send(sent)
    except StopIteration as end:
        return end.value
    finally:
        if patience is not None:
            patience.end()


@coroutine
def _carried(work: Generator[Any, Any, Any], waits_for: Any) -> Generator[Any, Any, None]:
    """Hand on what the work waits for, until it ends."""
    try:
        while True:
            try:
                sent = yield waits_for
            except BaseException as error:  # noqa: BLE001 - it is handed on
                waits_for = work.throw(error)
            else:
                waits_for = work.send(sent)
    except StopIteration:
        return


class _Patience:
    """The time that work has once it was cancelled: then its task is woken by one more cancellation.

    `before`: how often the task had been asked to end when the work began (`asyncio.Task.cancelling`).
    """

    def __init__(self, task: "asyncio.Task[Any]", before: int) -> None:
        self._task = task
        self._before = before
        self._ended = False
        self.was_taken_back = False
        """Nobody wants the task to end any more: it was the work's own cancellation."""
        self._timer = asyncio.get_running_loop().call_later(CLOSE_S, self._wake)

    def _wake(self) -> None:
        if self._task.cancelling() <= self._before:
            self.was_taken_back = True
            return
        self._ended = True
        self._task.cancel()

    def over(self) -> bool:
        """Return whether the time is over. The cancellation that told of it is taken back."""
        if self._ended:
            self._task.uncancel()
        return self._ended

    def end(self) -> None:
        self._timer.cancel()
