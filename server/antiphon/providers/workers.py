"""Processes for inference: models run outside the media process and its interpreter lock, in a bounded pool."""

import asyncio
import functools
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import ParamSpec, TypeVar

from antiphon.domain.errors import AntiphonError, ErrorCode

P = ParamSpec("P")
T = TypeVar("T")

WAITING = 32
"""Requests that may wait for a worker; one more is refused."""


class WorkerPool:
    """A few processes that have loaded the same model.

    `setup` runs once in each process; both it and what is run must be functions of a module. A worker that dies is
    replaced, and its request fails with `failure`. A request that is cancelled before it has begun is dropped.
    """

    def __init__(self, setup: Callable[[], None], failure: ErrorCode, *, workers: int = 1) -> None:
        self._setup = setup
        self._failure = failure
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None
        self._waiting = 0

    async def start(self) -> None:
        """Load the model. Raises `AntiphonError` where that fails."""
        await self.run(_ready)

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """`work(*args)` in a worker. Raises what it raises, or `AntiphonError` with the pool's code."""
        if self._waiting >= WAITING:
            raise AntiphonError(self._failure, f"{WAITING} requests are waiting already; try again in a moment.")
        self._waiting += 1
        pool = self._pool = self._pool or self._make()
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, functools.partial(work, *args, **kwargs))
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = None
            raise AntiphonError(self._failure, "A speech worker died; another one takes its place.") from None
        finally:
            self._waiting -= 1

    def _make(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._workers, context, initializer=_begin, initargs=(self._setup,))

    async def close(self) -> None:
        pool, self._pool = self._pool, None
        if pool is None:
            return
        # The executor has no public way to end a worker in the middle of its work.
        processes = list((getattr(pool, "_processes", None) or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
        await asyncio.to_thread(_join, processes)


def _join(processes: list[multiprocessing.process.BaseProcess]) -> None:
    for process in processes:
        process.join(5)


def _begin(setup: Callable[[], None]) -> None:
    """In the worker: Ctrl-C is the parent's to handle, and a worker outlives no parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    setup()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _ready() -> None: ...
