"""A few processes that compute, shared by all sessions, so that inference never holds the media loop or its GIL.

Each process loads the model once and takes one call at a time. Who calls while all are busy waits; sessions take
turns, and how many calls may wait is bounded, in all and for each session (`fair.py`). A process that dies or hangs
is replaced, and another one takes its call, of which nothing was heard yet; where that one dies too, the call fails.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Generic, ParamSpec, TypeVar

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.load import InferenceLoad, Tally
from antiphon.providers.fair import FairQueue, TooMany
from antiphon.providers.process import Died, Worker
from antiphon.providers.worker import pack

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")

WAITING = 64
"""Calls of all sessions that may wait."""
SHARE = 16
"""Of one session: a turn of a minute, cut into its pieces, has room."""
RECENT_S = 10.0
DEADLINE_S = 2.4
"""How long a worker may take for one call before it counts as hung. Two of them are within what a session waits."""


@dataclass(eq=False, slots=True)
class _Ticket:
    """A call that wants a worker. `taken`: it has one, and gives it back itself."""

    turn: asyncio.Future[Worker]
    since: float
    ahead: bool
    again: bool = False
    """The worker that had it has died, or hung: another one takes it, once."""
    taken: bool = False


class _Lost(Exception):
    """The process that had a call has died or hung, and nobody knows the result."""

    def __init__(self, code: ErrorCode, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class Lane(Generic[P, R]):
    """One session's way into a pool: lanes take turns."""

    def __init__(self, pool: "WorkerPool[P, R]") -> None:
        self._pool = pool

    @property
    def idle(self) -> bool:
        """Whether a process has nothing to do and nobody waits for one."""
        return self._pool.idle

    def run(self, *args: P.args, **kwargs: P.kwargs) -> "asyncio.Task[R]":
        """The result of one call. Never blocks: what comes back is to be awaited.

        Cancelling it drops the call, if no process has taken it yet; else the result is thrown away. Raises
        `AntiphonError`: `failed` where the process died or too many calls wait, `late` where the deadline passed.
        """
        return self._pool.submit(self, (args, kwargs), ahead=False)

    def run_ahead(self, *args: P.args, **kwargs: P.kwargs) -> "asyncio.Task[R]":
        """The same for what may turn out to be for nothing: it comes after whatever any session waits for, and is
        the first to be refused where too much waits."""
        return self._pool.submit(self, (args, kwargs), ahead=True)


class WorkerPool(Generic[P, R]):
    """`run(...)` of a lane is `load(*parts)(...)`, in another process.

    `load` is an importable function or class and gives the model, something that can be called; both the
    arguments and the results are pickled. `name` says in messages who failed, as in "The recogniser failed".
    `waiting` bounds the calls that wait, `share` those of one lane.
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
        waiting: int = WAITING,
        share: int = SHARE,
        deadline_s: float = DEADLINE_S,
    ) -> None:
        self._name = name
        self._failed = failed
        self._late = late
        self._deadline_s = deadline_s
        self._closed = False
        self._workers = [Worker(name, pack((load, parts))) for _ in range(workers)]
        self._free = deque(self._workers)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._queue: FairQueue[_Ticket] = FairQueue(waiting, share)
        self._waits = Tally()
        self._recent: deque[tuple[float, float]] = deque(maxlen=256)
        self._spent = {False: 0.0, True: 0.0}
        self._refused = self._deaths = 0

    @property
    def idle(self) -> bool:
        """Whether a process has nothing to do and nobody waits for one."""
        return bool(self._free) and not len(self._queue)

    @property
    def pids(self) -> list[int]:
        """The processes that are ready to work."""
        return [worker.pid for worker in self._workers if worker.pid is not None]

    @property
    def waiting(self) -> int:
        """How many calls no process has taken yet."""
        return len(self._queue)

    def load(self) -> InferenceLoad:
        """What the pool has done and what waits. Within a running loop only."""
        now = asyncio.get_running_loop().time()
        while self._recent and self._recent[0][0] < now - RECENT_S:
            self._recent.popleft()
        mean = sum(wait for _, wait in self._recent) / len(self._recent) if self._recent else 0.0
        longest = max((now - ticket.since for ticket in self._queue if not ticket.ahead), default=0.0)
        return InferenceLoad(
            self._name,
            len(self._workers),
            cpu_s=self._spent[False],
            ahead_cpu_s=self._spent[True],
            waiting=len(self._queue),
            waiting_s=max(mean, longest),
            waits=self._waits.read(),
            refused=self._refused,
            deaths=self._deaths,
        )

    async def start(self) -> None:
        """Load the model in every process. Raises `AntiphonError` where it cannot be loaded; nothing is left then."""
        idle, self._free = self._free, deque()
        starts = (worker.start() for worker in idle if worker.pid is None)
        ends = await asyncio.gather(*starts, return_exceptions=True)
        for worker in idle:
            self._release(worker)
        for end in ends:
            if isinstance(end, BaseException):
                await self.close()
                raise AntiphonError(self._failed, f"The {self._name} could not start: {end}.") from end

    def lane(self) -> Lane[P, R]:
        """A way in of its own, for one session."""
        return Lane(self)

    def submit(self, lane: Lane[P, R], call: tuple[Any, Any], *, ahead: bool) -> "asyncio.Task[R]":
        """See `Lane.run`."""
        loop = asyncio.get_running_loop()
        ticket = _Ticket(loop.create_future(), loop.time(), ahead)
        try:
            pushed_out = self._queue.put(lane, ticket, ahead=ahead)
        except TooMany as full:
            return self._spawn(self._refuse(full))
        if pushed_out is not None and not pushed_out.turn.done():
            self._refused += 1
            pushed_out.turn.set_exception(self._too_busy(len(self._queue)))
        task = self._spawn(self._call(lane, ticket, pack(call)))
        task.add_done_callback(lambda _: self._forget(ticket))
        self._serve_next()
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

    def _serve_next(self) -> None:
        """Give workers that have nothing to do to those whose turn it is."""
        while self._free and (ticket := self._queue.take()) is not None:
            if not ticket.turn.done():
                ticket.turn.set_result(self._free.popleft())

    def _release(self, worker: Worker) -> None:
        self._free.append(worker)
        self._serve_next()

    def _forget(self, ticket: _Ticket) -> None:
        """A call is over. If it never came to use a worker, it waits no more, and has none."""
        if ticket.taken:
            return
        self._queue.discard(ticket)
        turn = ticket.turn
        if turn.done() and not turn.cancelled() and turn.exception() is None:
            self._release(turn.result())

    def _spawn(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        task = asyncio.get_running_loop().create_task(work, name=f"{self._name} pool")
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # whoever asked may have gone: then nobody else looks at it

    async def _refuse(self, full: TooMany) -> Any:
        self._refused += 1
        raise self._too_busy(full.waiting, share=full.share)

    def _too_busy(self, waiting: int, *, share: bool = False) -> AntiphonError:
        whose = " of this session" if share else ""
        message = f"The {self._name} is too busy: {waiting} calls{whose} wait already. Try again in a moment."
        return AntiphonError(self._failed, message)

    async def _call(self, lane: Lane[P, R], ticket: _Ticket, message: bytes) -> R:
        try:
            return await self._once(ticket, message)
        except _Lost as lost:
            if ticket.ahead or self._closed:
                raise AntiphonError(lost.code, lost.message) from None
        loop = asyncio.get_running_loop()
        again = _Ticket(loop.create_future(), ticket.since, ahead=False, again=True)
        try:
            self._queue.put(lane, again, ahead=False)
        except TooMany as full:
            self._refused += 1
            raise self._too_busy(full.waiting, share=full.share) from None
        self._serve_next()
        try:
            return await self._once(again, message)
        except _Lost as lost:
            raise AntiphonError(lost.code, lost.message) from None
        finally:
            self._forget(again)

    async def _once(self, ticket: _Ticket, message: bytes) -> R:
        worker = await ticket.turn
        ticket.taken = True
        now = asyncio.get_running_loop().time()
        if not ticket.ahead and not ticket.again:
            self._waits.note(now - ticket.since)
            self._recent.append((now, now - ticket.since))
        # A call that was begun is seen through, even if nobody waits for it any more.
        result: R = await asyncio.shield(self._spawn(self._serve(worker, message, ahead=ticket.ahead)))
        return result

    async def _serve(self, worker: Worker, message: bytes, *, ahead: bool) -> Any:
        try:
            if worker.pid is None:
                await worker.start()
            async with asyncio.timeout(self._deadline_s):
                result, spent_s = await worker.exchange(message)
            self._spent[ahead] += spent_s
            return result
        except TimeoutError:
            self._deaths += 1
            raise _Lost(self._late, f"The {self._name} did not answer in time. Try again in a moment.") from None
        except Died as death:
            self._deaths += 1
            reason = f"The {self._name} failed: {death}."
            if death.confessed:  # what it cannot do, another one cannot do either
                raise AntiphonError(self._failed, reason) from None
            raise _Lost(self._failed, reason) from None
        except asyncio.CancelledError:
            self._closed = True  # only the end of the loop cancels this: then no other process is to follow
            raise
        finally:
            if worker.pid is None and not self._closed:
                self._spawn(self._replace(worker))
            else:
                self._release(worker)

    async def _replace(self, worker: Worker) -> None:
        try:
            await worker.start()
        except Died:
            pass  # the next call tries again, and is told why
        finally:
            self._release(worker)
