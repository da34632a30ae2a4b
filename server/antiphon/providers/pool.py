"""A pool of worker processes for all sessions. Over 300 lines: it is one class, with a call's whole way through it.

Inference so never holds the media loop or its GIL. Each process loads the model once and takes one call at a time. Who
calls while all are busy waits; sessions take turns, and how many calls may wait is bounded, in all and for each session
(`fair.py`). A process that dies, hangs or goes on with what nobody waits for is ended and replaced; its call, of which
nobody has had anything yet, goes to the next one, until the call itself must be the reason (`TRIES`). Where calls fail
again and again they fail at once for a while (`breaker.py`).
"""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Generic, ParamSpec, TypeVar

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.load import InferenceLoad, QueueLoad, Tally
from antiphon.providers.breaker import Breaker
from antiphon.providers.crew import Crew
from antiphon.providers.fair import FairQueue, TooMany
from antiphon.providers.process import Confessed, Died, Overdue, Stuck, Worker
from antiphon.providers.worker import pack

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")

WAITING = 64
"""Calls of all sessions that may wait."""
SHARE = 16
"""Of one session: a turn of a minute, cut into its pieces, has room."""
RECENT_S = 10.0
DEADLINE_S = 1.9
"""How long a process, of a recogniser or a voice, may have a call without being at work at it. A session waits 5 s for
what it has asked for: until then this one has said why there is nothing."""
PATIENCE_S = 8.0
"""Where all processes are lost a session waits as long again, for others to be there: to load a model takes seconds,
on a busy machine several."""
TRIES, STUCK_TRIES = 3, 2
"""So many processes that a call was given to may be lost over it: what kills each of them is the call itself. Those do
not count that had been lost before they could begin with it, as where all are killed at once. To be stuck takes longer
than to be killed, and a session does not wait for a third."""


@dataclass(eq=False, slots=True)
class _Ticket:
    """A call that wants a worker. `taken`: it has one, and gives it back itself."""

    turn: asyncio.Future[Worker]
    since: float
    prefetch: bool
    taken: bool = False
    tries: int = 0
    """The number of processes that have had it."""
    losses: int = 0
    """The number of those that were lost over it."""


@dataclass(frozen=True, slots=True)
class PoolLimits:
    """The bounds of a pool: how much may wait, and for how long.

    `waiting` bounds the calls that wait, `share` those of one session; `deadline_s` is how long one process may have a
    call without being at work at it; one that is at work has two and a half times as long. Where all processes are
    lost, calls wait for `patience_s` until one is ready, and then fail until one is.
    """

    waiting: int = WAITING
    share: int = SHARE
    deadline_s: float = DEADLINE_S
    patience_s: float = PATIENCE_S


class SessionQueue(Generic[P, R]):
    """The queue of one session into a pool: sessions take turns."""

    def __init__(self, pool: "WorkerPool[P, R]") -> None:
        self._pool = pool

    @property
    def idle(self) -> bool:
        """True where a process has nothing to do and nobody waits for one."""
        return self._pool.idle

    def run(self, *args: P.args, **kwargs: P.kwargs) -> "asyncio.Task[R]":
        """Return the result of one call. Never blocks: what comes back is to be awaited.

        Cancelling it drops the call; a process that has taken it is told, and is ended where it goes on. Raises
        `AntiphonError`: `failed` where the process died or too many calls wait, `late` where the deadline passed.
        """
        return self._pool.submit(self, (args, kwargs), prefetch=False)

    def prefetch(self, *args: P.args, **kwargs: P.kwargs) -> "asyncio.Task[R]":
        """Run a call that may be for nothing: it comes after all that any session waits for, and is the first to be
        refused where too many wait.
        """
        return self._pool.submit(self, (args, kwargs), prefetch=True)


class WorkerPool(Generic[P, R]):
    """A pool of workers: `run(...)` of a queue is `load(*parts)(...)`, in another process.

    `load` is an importable function or class and gives the model, something that can be called. Where it has `stop` and
    `resume`, it can be stopped from another thread (`Stopped`); where it has `forget`, that is called when it rests;
    where it has `forked`, that is called in each process that was forked with it, with a number of its own.
    Arguments are pickled; results are what `answers.py` can tell. `name` says in messages who failed, as in "The
    recogniser failed". `workers` compute at the same time, `spares` are loaded beside them and take over where one is
    lost. Where all processes are lost, calls wait for a while (`limits`). They fail at once where
    one tells why it cannot load.
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
        spares: int = 0,
        limits: PoolLimits | None = None,
    ) -> None:
        limits = limits or PoolLimits()
        self._name = name
        self._failed = failed
        self._late = late
        self._crew = Crew(
            name,
            pack((load, parts)),
            workers=workers,
            spares=spares,
            deadline_s=limits.deadline_s,
            patience_s=limits.patience_s,
            ready=self._serve_next,
            unable=self._fail_waiting,
        )
        self._breaker = Breaker()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._queue: FairQueue[_Ticket] = FairQueue(limits.waiting, limits.share)
        self._again: deque[_Ticket] = deque()
        """Calls whose process was lost: they come before all others."""
        self._waits = Tally()
        self._recent: deque[tuple[float, float]] = deque(maxlen=256)
        self._spent = {False: 0.0, True: 0.0}
        self._refused = 0

    @property
    def idle(self) -> bool:
        """True where a process has nothing to do and nobody waits for one."""
        return self._crew.idle and not len(self._queue)

    @property
    def pids(self) -> list[int]:
        """The process ids of the workers that are ready to work."""
        return self._crew.pids

    @property
    def waiting(self) -> int:
        """The number of calls that no process has taken yet."""
        return len(self._queue)

    def load(self) -> InferenceLoad:
        """Return the work that the pool has done, and what waits. Within a running loop only."""
        now = asyncio.get_running_loop().time()
        while self._recent and self._recent[0][0] < now - RECENT_S:
            self._recent.popleft()
        mean = sum(wait for _, wait in self._recent) / len(self._recent) if self._recent else 0.0
        longest = max((self._wait_of(ticket, now) for ticket in self._queue if not ticket.prefetch), default=0.0)
        return InferenceLoad(
            self._name,
            self._crew.at_once,
            cpu_s=self._spent[False],
            prefetch_cpu_s=self._spent[True],
            queue=QueueLoad(len(self._queue), max(mean, longest), self._waits.read(), self._refused),
            deaths=self._crew.deaths,
            ready=len(self._crew.pids),
            breaker=self._breaker.state(now),
        )

    async def outage(self) -> None:
        """Return when all processes are lost, and not replaced at once."""
        await self._crew.outage.wait()

    async def start(self) -> None:
        """Load the model in one process, and in the others beside. Raises `AntiphonError` where it cannot be loaded,
        and leaves nothing then.
        """
        try:
            await self._crew.start()
        except Died as death:
            raise AntiphonError(self._failed, f"The {self._name} could not start: {death}.") from death

    def _wait_of(self, ticket: _Ticket, now: float) -> float:
        """Return how long a call has waited for others. The loss of all processes says nothing of their load."""
        return now - max(ticket.since, self._crew.back_at) if self._crew.pids else 0.0

    def session_queue(self) -> SessionQueue[P, R]:
        """Return a queue of its own, for one session."""
        return SessionQueue(self)

    def submit(self, queue: SessionQueue[P, R], call: tuple[Any, Any], *, prefetch: bool) -> "asyncio.Task[R]":
        """Submit a call; see `SessionQueue.run`."""
        loop = asyncio.get_running_loop()
        if (unable := self._objection(loop.time())) is not None:
            return self._spawn(self._refuse(unable))
        ticket = _Ticket(loop.create_future(), loop.time(), prefetch)
        try:
            pushed_out = self._queue.put(queue, ticket, prefetch=prefetch)
        except TooMany as full:
            return self._spawn(self._refuse(self._too_busy(full.waiting, share=full.share)))
        if pushed_out is not None and not pushed_out.turn.done():
            self._refused += 1
            pushed_out.turn.set_exception(self._too_busy(len(self._queue)))
        task = self._spawn(self._call(ticket, pack(call)))
        task.add_done_callback(lambda _: self._forget(ticket))
        self._serve_next()
        return task

    async def close(self) -> None:
        """End all processes at once. Calls that are waiting fail; nothing is left when this returns."""
        self._crew.end()
        self._fail_waiting("it is being closed")
        while self._tasks:
            await asyncio.wait(self._tasks)
        await self._crew.close()

    def _objection(self, now: float) -> AntiphonError | None:
        """Return the reason for which a call would be for nothing."""
        unable = "it is being closed" if self._crew.closed else self._crew.unable
        if unable:
            return AntiphonError(self._failed, f"The {self._name} failed: {unable}.")
        if (wait_s := self._breaker.refuses(now)) is not None:
            told = f"The {self._name} has failed several times in a row; it is tried again in {wait_s:.1f} s."
            return AntiphonError(self._failed, told)
        return None

    def _fail_waiting(self, why: str) -> None:
        for ticket in (*self._again, *self._queue):
            if not ticket.turn.done():
                ticket.turn.set_exception(AntiphonError(self._failed, f"The {self._name} failed: {why}."))
        self._again.clear()

    def _serve_next(self) -> None:
        """Give workers that have nothing to do to the calls whose turn it is."""
        while self._crew.idle:
            ticket = self._again.popleft() if self._again else self._queue.pop()
            if ticket is None:
                return
            if not ticket.turn.done():
                ticket.turn.set_result(self._crew.acquire())

    def _forget(self, ticket: _Ticket) -> None:
        """Forget a call that is over. If it never came to use a worker, it waits no more, and has none."""
        if ticket.taken:
            return
        self._queue.discard(ticket)
        turn = ticket.turn
        if turn.done() and not turn.cancelled() and turn.exception() is None:
            self._crew.release(turn.result())

    def _spawn(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        task = asyncio.get_running_loop().create_task(work, name=f"{self._name} pool")
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # whoever asked may have gone: then nobody else looks at it

    async def _refuse(self, error: AntiphonError) -> Any:
        self._refused += 1
        raise error

    def _too_busy(self, waiting: int, *, share: bool = False) -> AntiphonError:
        whose = " of this session" if share else ""
        message = f"The {self._name} is too busy: {waiting} calls{whose} wait already. Try again in a moment."
        return AntiphonError(self._failed, message)

    async def _call(self, ticket: _Ticket, message: bytes) -> R:
        loop = asyncio.get_running_loop()
        while True:
            worker = await ticket.turn
            ticket.taken = True
            ticket.tries += 1
            if not ticket.prefetch and ticket.tries == 1:
                self._waits.note(loop.time() - ticket.since)
                self._recent.append((loop.time(), self._wait_of(ticket, loop.time())))
            serving = self._spawn(self._serve(worker, message, prefetch=ticket.prefetch))
            try:
                result: R = await asyncio.shield(serving)
            except asyncio.CancelledError:
                if not serving.done():  # else the worker may be at work for somebody else already
                    worker.stop()
                raise
            except Died as death:
                ticket.losses += worker.took_it
                if self._is_last(ticket, death):
                    self._breaker.failed(loop.time())
                    raise self._told(death) from None
                ticket.turn, ticket.taken = loop.create_future(), False
                self._again.append(ticket)
                self._serve_next()
            else:
                self._breaker.worked()
                return result

    def _is_last(self, ticket: _Ticket, death: Died) -> bool:
        """Tell whether another process would do no better."""
        if isinstance(death, Confessed | Overdue) or self._crew.closed:
            return True
        most = STUCK_TRIES if isinstance(death, Stuck) else TRIES
        return ticket.losses >= most or ticket.tries >= TRIES + self._crew.size

    def _told(self, death: Died) -> AntiphonError:
        if death.how == "died":
            return AntiphonError(self._failed, f"The {self._name} failed: {death}.")
        return AntiphonError(self._late, f"The {self._name} was ended: {death}.")

    async def _serve(self, worker: Worker, message: bytes, *, prefetch: bool) -> Any:
        try:
            result, spent_s = await worker.call(message)
            self._spent[prefetch] += spent_s
            return result
        except asyncio.CancelledError:
            self._crew.end()  # only the end of the loop cancels this: then no other process is to follow
            raise
        finally:
            self._crew.release(worker)
