"""Run work beside the loop, in threads that do not keep the process from ending.

asyncio's own threads are waited for at the end, however long: one that hangs in a file, an import or the look-up of a
name would keep the server from ending. These are daemon threads. What hangs in one of them costs that thread alone.
"""

import asyncio
import functools
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Generic, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

AT_ONCE = 64


_on: set[int] = set()
"""The jobs of `start` that have not ended, by their `id`."""


def at_work() -> bool:
    """Tell whether a thread of `start` has not ended yet: whoever makes time up waits for it."""
    return bool(_on)


def start(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> "Future[T]":
    """Begin a call in a thread of its own. It cannot be stopped: cancelling the future only ends the waiting."""
    job = _Job(function, args, kwargs)

    def run() -> None:
        job.run()
        _on.discard(id(job))  # whoever waits for it has been told by now

    _on.add(id(job))
    threading.Thread(target=run, name=f"daemon:{job.name}", daemon=True).start()
    return job.ended


async def run_in_daemon_thread(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return or raise what the function does, from a thread of its own."""
    return await asyncio.wrap_future(start(function, *args, **kwargs))


class DaemonThreads(ThreadPoolExecutor):
    """A default executor for a loop, which wants this base class: at most 64 jobs at once, none is waited for."""

    def __init__(self) -> None:
        super().__init__(max_workers=1)  # which are never started
        self._lock = threading.Lock()
        self._waiting: deque[_Job[Any]] = deque()
        self._threads_on = 0

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> "Future[T]":
        job = _Job(fn, args, kwargs)
        with self._lock:
            self._waiting.append(job)
            if self._threads_on >= AT_ONCE:
                return job.ended
            self._threads_on += 1
        threading.Thread(target=self._work, name="daemon", daemon=True).start()
        return job.ended

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    self._threads_on -= 1
                    return
                job = self._waiting.popleft()
            job.run()


class _Job(Generic[T]):
    """A call, and its end: a value, or an exception."""

    def __init__(self, function: Callable[..., T], args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self._call = functools.partial(function, *args, **kwargs)
        self.name = getattr(function, "__name__", "job")
        self.ended: Future[T] = Future()

    def run(self) -> None:
        if self.ended.set_running_or_notify_cancel():
            with self:
                self.ended.set_result(self._call())

    def __enter__(self) -> None:
        """Return itself; nothing has to be prepared."""

    def __exit__(self, _: object, error: BaseException | None, __: object) -> bool:
        """Somebody else's code may raise anything; what would end a loop (`SystemExit`) or no future can hold
        (`StopIteration`) is told as an error."""
        if error is not None:
            fits = isinstance(error, Exception) and not isinstance(error, StopIteration)
            self.ended.set_exception(error if fits else RuntimeError(f"it raised {type(error).__name__}"))
        return True
