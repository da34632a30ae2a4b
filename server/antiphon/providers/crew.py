"""The worker processes of one pool: their idle ones, and the replacement of lost ones."""

import asyncio
from collections import deque
from collections.abc import Callable

import structlog

from antiphon.providers.process import Confessed, Died, Process, Worker, spawn
from antiphon.providers.template import Template, Unforkable, can_fork

OUTAGE_S = 0.2
"""A process that is lost has been replaced by then, unless its template is lost too. What is stopped is found out of
before 0.75 s have gone by: so a user can hear of it within a second."""
AGAIN_S, LONGEST_AGAIN_S = 0.5, 15.0
"""The time until a process that could not be started is tried again, at first and at the most."""

log = structlog.get_logger()


class Crew:
    """`workers` processes that compute at the same time, and `spares` that stand beside them and take over.

    All are forked from a template (`template.py`) where the system can. A process that is lost is replaced. `ready` is
    called when there may be one that has nothing to do, `unable`, with the reason, when there is none and the next one
    has told why it cannot load, or `patience_s` after the last one was lost.
    """

    def __init__(
        self,
        name: str,
        job: bytes,
        *,
        workers: int,
        spares: int,
        deadline_s: float,
        patience_s: float,
        ready: Callable[[], None],
        unable: Callable[[str], None],
    ) -> None:
        self.name = name
        self.at_once = workers
        self._patience_s = patience_s
        self.deaths = 0
        self.unable = ""
        """The reason why no process could be started, while there is none."""
        self.outage = asyncio.Event()
        """While there is none, and has been none for a moment."""
        self.back_at = 0.0
        """The time at which the last outage ended."""
        self._alarms: list[asyncio.TimerHandle] = []
        self._tell_ready = ready
        self._tell_unable = unable
        self._template = Template(name, job, self._lost) if can_fork() else None
        self._workers = [Worker(job, deadline_s, self._lost, self._make) for _ in range(workers + spares)]
        self._free: deque[Worker] = deque()
        self._busy: set[Worker] = set()
        self._replacing: set[asyncio.Task[None]] = set()
        self._starting: set[Worker] = set()
        self._ending = asyncio.Event()

    @property
    def closed(self) -> bool:
        return self._ending.is_set()

    @property
    def size(self) -> int:
        """The number of processes when none is lost."""
        return len(self._workers)

    @property
    def idle(self) -> bool:
        """True where a process has nothing to do, and may be given something."""
        return len(self._busy) < self.at_once and self._next() is not None

    @property
    def pids(self) -> list[int]:
        """The process ids of the workers that are ready to work."""
        return [worker.pid for worker in self._workers if worker.pid is not None]

    async def start(self) -> None:
        """Load the model and have one process ready, then the others beside. Raises `Died`; nothing is left then."""
        first, *others = self._workers
        try:
            await self._load_template()
            await first.start()
        except Died:
            await self.close()
            raise
        self._free.append(first)
        for worker in others:
            self._replace(worker)

    def acquire(self) -> Worker:
        """Return a process that has nothing to do, where the crew is `idle`. It has to be released."""
        worker = self._next()
        assert worker is not None
        self._free.remove(worker)
        self._busy.add(worker)
        return worker

    def release(self, worker: Worker) -> None:
        self._busy.discard(worker)
        if worker.pid is not None:
            self._free.append(worker)
            self._tell_ready()
        else:
            self._lost(worker)

    def end(self) -> None:
        """Kill all processes, and start no other."""
        self._ending.set()
        while self._alarms:
            self._alarms.pop().cancel()
        for process in self._processes():
            process.retire()

    async def close(self) -> None:
        """Kill all processes and wait until nothing is left."""
        self.end()
        while self._replacing:
            await asyncio.wait(self._replacing)
        for process in self._processes():
            await process.gone()

    def _processes(self) -> list[Worker]:
        return [*self._workers, *([self._template] if self._template is not None else [])]

    async def _load_template(self) -> None:
        if self._template is None:
            return
        try:
            await self._template.start()
        except Unforkable as death:
            log.warning("workers not forked", provider=self.name, reason=str(death))
            await self._template.gone()
            self._template = None

    async def _make(self) -> Process:
        return await spawn(self.name) if self._template is None else await self._template.fork()

    def _next(self) -> Worker | None:
        """Return the next process in turn. One that has just died may still be among them."""
        return next((worker for worker in self._free if worker.pid is not None), None)

    def _lost(self, worker: Worker) -> None:
        """Start a process in the place of one that has ended and was not to. The end of a busy one is told when it is
        given back; it may be told again when its pipes end.
        """
        if self.closed or worker in self._busy or worker in self._starting:
            return
        if worker in self._free:
            self._free.remove(worker)
        self.deaths += 1
        log.warning("worker lost", provider=self.name, reason=worker.why.how)
        self._replace(worker)
        if not self.pids and not self._alarms:
            loop = asyncio.get_running_loop()
            self._alarms.append(loop.call_later(OUTAGE_S, self.outage.set))
            self._alarms.append(loop.call_later(self._patience_s, self._give_up, "none of its processes is ready"))

    def _give_up(self, why: str) -> None:
        if not self.pids and not self.closed:
            self.unable = why
            self._tell_unable(why)

    def _end_outage(self) -> None:
        self.unable = ""
        self.outage.clear()
        if self._alarms:
            self.back_at = asyncio.get_running_loop().time()
        while self._alarms:
            self._alarms.pop().cancel()

    def _replace(self, worker: Worker) -> None:
        self._starting.add(worker)
        task = asyncio.get_running_loop().create_task(self._start(worker), name=f"{self.name} worker")
        self._replacing.add(task)
        task.add_done_callback(self._replacing.discard)

    async def _start(self, worker: Worker) -> None:
        """Start a process, again and again until it works."""
        loop = asyncio.get_running_loop()
        began, pause_s = loop.time(), AGAIN_S
        while not self.closed:
            try:
                await worker.start()
            except Died as death:
                if not self.closed:
                    await self._try_later(death, pause_s)
                    pause_s = min(2 * pause_s, LONGEST_AGAIN_S)
                continue
            if worker is not self._template:
                self._end_outage()
            if self.deaths:
                log.info("worker replaced", provider=self.name, seconds=round(loop.time() - began, 2))
            self._starting.discard(worker)
            if worker is not self._template:
                self._free.append(worker)
                self._tell_ready()
            return

    async def _try_later(self, death: Died, seconds: float) -> None:
        log.warning("worker not started", provider=self.name, reason=death.how, after_s=seconds)
        if isinstance(death, Confessed):
            self._give_up(str(death))
        try:
            async with asyncio.timeout(seconds):
                await self._ending.wait()
        except TimeoutError:
            pass
