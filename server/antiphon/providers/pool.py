"""A few processes that compute, shared by all sessions, so that inference never holds the media loop or its GIL.

Each process loads the model once and takes one call at a time. Who calls while all are busy waits in order; how
many may wait is bounded. A process that dies or hangs fails its one call and is replaced.
"""

import asyncio
import os
import pickle
import sys
from collections.abc import Callable, Coroutine
from typing import Any, Generic, ParamSpec, TypeVar

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.providers.worker import HEADER, pack

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")

LOAD_S = 60.0

# numpy's and onnxruntime's own threads would take the cores that the media loops need.
_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


class _Died(Exception):
    """The process is gone; the text says what is known of why."""


class _Worker:
    """One process, and the conversation with it. Whatever ends a call early ends the process."""

    def __init__(self, name: str, job: bytes) -> None:
        self._name = name
        self._job = job
        self._process: asyncio.subprocess.Process | None = None
        self._loaded = False
        self._retired = False

    @property
    def pid(self) -> int | None:
        """None where no process is ready to work."""
        if self._process is None or not self._loaded or self._process.returncode is not None:
            return None
        return self._process.pid

    async def start(self) -> None:
        """A new process that has loaded its model. Raises `_Died`."""
        await self.gone()
        if self._retired:
            raise _Died("it is being closed")
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "antiphon.providers.worker"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, **_ONE_THREAD, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            start_new_session=True,
        )
        if self._retired:  # closed while the process was being made
            self.kill()
        try:
            async with asyncio.timeout(LOAD_S):
                await self.exchange(self._job)
        except TimeoutError:
            raise _Died(f"it did not load within {LOAD_S:g} s") from None
        self._loaded = True

    async def exchange(self, message: bytes) -> Any:
        """One call and its result. Raises `_Died`."""
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            raise _Died("it is not running")
        answered = False
        try:
            process.stdin.write(message)
            await process.stdin.drain()
            header = await process.stdout.readexactly(HEADER.size)
            body = await process.stdout.readexactly(HEADER.unpack(header)[0])
            answered, value = pickle.loads(body)
        except (asyncio.IncompleteReadError, ConnectionError):
            raise _Died("it ended without a word") from None
        finally:
            if not answered:
                self.kill()
        if not answered:
            raise _Died(str(value))
        return value

    def kill(self) -> None:
        self._loaded = False
        if self._process is not None and self._process.returncode is None:
            try:
                self._process.kill()
            except ProcessLookupError:
                pass  # it ended by itself, and asyncio has not yet heard of it

    def retire(self) -> None:
        self._retired = True
        self.kill()

    async def gone(self) -> None:
        """Wait until the process that was killed has been reaped and its pipes are closed."""
        if self._process is None or self._process.stdin is None or self._process.stdout is None:
            return
        await self._process.wait()
        self._process.stdin.close()
        await self._process.stdout.read()
        self._process = None


class WorkerPool(Generic[P, R]):
    """`run(...)` is `load(*parts)(...)`, in another process.

    `load` is an importable function or class and gives the model, something that can be called; both the
    arguments and the results are pickled. `name` says in messages who failed, as in "The recogniser failed".
    """

    def __init__(
        self,
        name: str,
        load: Callable[..., Callable[P, R]],
        parts: tuple[object, ...],
        *,
        failed: ErrorCode,
        late: ErrorCode,
        workers: int = 1,
        waiting: int = 16,
        deadline_s: float = 20.0,
    ) -> None:
        self._name = name
        self._failed = failed
        self._late = late
        self._most = waiting
        self._deadline_s = deadline_s
        self._closed = False
        self._workers = [_Worker(name, pack((load, parts))) for _ in range(workers)]
        self._free: asyncio.Queue[_Worker] = asyncio.Queue()
        for worker in self._workers:
            self._free.put_nowait(worker)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._waiting: set[asyncio.Task[Any] | None] = set()

    @property
    def idle(self) -> bool:
        """Whether a process has nothing to do and nobody waits for one."""
        return not self._free.empty() and not self._waiting

    @property
    def pids(self) -> list[int]:
        """The processes that are ready to work."""
        return [worker.pid for worker in self._workers if worker.pid is not None]

    @property
    def waiting(self) -> int:
        """How many calls no process has taken yet."""
        return len(self._waiting)

    async def start(self) -> None:
        """Load the model in every process. Raises `AntiphonError` where it cannot be loaded; nothing is left then."""
        idle = [await self._free.get() for _ in self._workers]
        starts = (worker.start() for worker in idle if worker.pid is None)
        ends = await asyncio.gather(*starts, return_exceptions=True)
        for worker in idle:
            self._free.put_nowait(worker)
        for end in ends:
            if isinstance(end, BaseException):
                await self.close()
                raise AntiphonError(self._failed, f"The {self._name} could not start: {end}.") from end

    def run(self, *args: P.args, **kwargs: P.kwargs) -> "asyncio.Task[R]":
        """The result of one call. Never blocks: what comes back is to be awaited.

        Cancelling it drops the call, if no process has taken it yet; else the result is thrown away. Raises
        `AntiphonError`: `failed` where the process died or too many calls wait, `late` where the deadline passed.
        """
        if len(self._waiting) >= self._most:
            task = self._spawn(self._refuse())
        else:
            task = self._spawn(self._call(pack((args, kwargs))))
            self._waiting.add(task)
            task.add_done_callback(self._waiting.discard)
        return task

    async def close(self) -> None:
        """End all processes at once. Calls that are waiting fail; nothing is left when this returns."""
        self._closed = True
        for worker in self._workers:
            worker.retire()
        while self._tasks:
            await asyncio.wait(self._tasks)
        for worker in self._workers:
            await worker.gone()

    def _spawn(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        task = asyncio.get_running_loop().create_task(work, name=f"{self._name} pool")
        self._tasks.add(task)
        task.add_done_callback(self._forget)
        return task

    def _forget(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # whoever asked may have gone: then nobody else looks at it

    async def _refuse(self) -> Any:
        raise AntiphonError(
            self._failed, f"The {self._name} is too busy: {self._most} calls wait already. Try again in a moment."
        )

    async def _call(self, message: bytes) -> R:
        worker = await self._free.get()
        self._waiting.discard(asyncio.current_task())
        # A call that was begun is seen through, even if nobody waits for it any more.
        result: R = await asyncio.shield(self._spawn(self._serve(worker, message)))
        return result

    async def _serve(self, worker: _Worker, message: bytes) -> Any:
        try:
            if worker.pid is None:
                await worker.start()
            async with asyncio.timeout(self._deadline_s):
                return await worker.exchange(message)
        except TimeoutError:
            raise AntiphonError(self._late, f"The {self._name} did not answer within {self._deadline_s:g} s.") from None
        except _Died as death:
            raise AntiphonError(self._failed, f"The {self._name} failed: {death}.") from None
        except asyncio.CancelledError:
            self._closed = True  # only the end of the loop cancels this: then no other process is to follow
            raise
        finally:
            if worker.pid is None and not self._closed:
                self._spawn(self._replace(worker))
            else:
                self._free.put_nowait(worker)

    async def _replace(self, worker: _Worker) -> None:
        try:
            await worker.start()
        except _Died:
            pass  # the next call tries again, and is told why
        finally:
            self._free.put_nowait(worker)
