"""One worker process, seen from the server's side. Over 300 lines: one life, with all of its ends.

`worker.py` is the inside of it.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol

from antiphon.providers.answers import Garbled, decode
from antiphon.providers.worker import ANSWER, BEAT, BEAT_S, CALL, FAILED, HEADER, JOB, SECONDS, STOP, STOPPED

LOAD_S = 60.0
SILENT_S = 0.6
"""A process that shows no sign of life for so long is stopped or stuck. Counted in looks of this process: while it is
kept from running itself, it holds nothing against others."""
SILENT_WHILE_LOADING_S = 10.0
EXIT_S = 0.5
"""A process that has said its last word has gone after that."""
LINGER_S = 1.0
"""The time that a call may go on for which nobody waits any more."""
IDLE = 0.05
"""The share of its time that a call had a processor: with less it hung, and with more it is at work."""
AT_WORK = 2.5
"""The factor by which a call may take longer that is at work: the machine may be slow, or have much to do."""
MOST_BYTES = 64 * 1024 * 1024

# numpy's and onnxruntime's own threads would take the cores that the media loops need.
_ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
_NEEDED = ("PATH", "HOME", "TMPDIR", "TZ", "LANG", "LANGUAGE", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT")
_OF_LIBRARIES = ("LC_", "XDG_", "OMP_", "OPENBLAS_", "MKL_", "ORT_", "MALLOC_", "PYTHON", "COV_")


class Died(Exception):
    """The process is gone; the text says what is known of why. `how` is one word for the log."""

    how = "died"


class Hung(Died):
    """The process showed no sign of life, or did not use its time: another process may do better."""

    how = "hung"


class Stuck(Hung):
    """The process was there all the time, and not at work at what it had been given."""


class Confessed(Died):
    """The process told of an error before it ended: what it could not do, another one cannot do either."""


class Overdue(Died):
    """The process had all the time there is for a call, and was at work: another one would do no better."""

    how = "overdue"


UNTOLD = Died, "it ended without a word"


class Process(Protocol):
    """A process that has been started: `asyncio.subprocess.Process`, or what a template has forked."""

    @property
    def pid(self) -> int: ...

    @property
    def returncode(self) -> int | None: ...

    stdin: asyncio.StreamWriter | None
    stdout: asyncio.StreamReader | None

    def kill(self) -> None: ...

    async def wait(self) -> int: ...


class Worker:
    """One process, and the conversation with it. Whatever ends a call early ends the process.

    `make` starts one. `lost` is called when a process ends that had nothing to do.
    """

    def __init__(
        self, job: bytes, deadline_s: float, lost: Callable[["Worker"], None], make: Callable[[], Awaitable[Process]]
    ) -> None:
        self._job = job
        self._deadline_s = deadline_s
        self._lost = lost
        self._make = make
        self._process: Process | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._answer: asyncio.Future[tuple[Any, float]] | None = None
        self._why: tuple[type[Died], str] = UNTOLD
        self._loaded = self._killed = self._retired = self._beats = False
        self._cpu_s = 0.0
        self.took_it = False
        """True where it was there when it was given the call that it has, or had last."""

    @property
    def pid(self) -> int | None:
        """The process id; None where no process is ready to work."""
        if self._process is None or not self._loaded or self._killed or self._process.returncode is not None:
            return None
        return self._process.pid

    async def start(self) -> None:
        """Start a process that has loaded its model. Raises `Died`."""
        await self.gone()
        if self._retired:
            raise Died("it is being closed")
        self._why = UNTOLD
        self._loaded = self._killed = False
        try:
            self._process = process = await self._make()
        except OSError as error:
            raise Died(f"it could not be started ({error})") from error
        if self._retired:  # closed while the process was being made
            self.kill()
        assert process.stdout is not None
        self._tasks = [
            asyncio.create_task(self._read(process.stdout), name="worker read"),
            asyncio.create_task(self._watch(), name="worker watched"),
        ]
        try:
            async with asyncio.timeout(LOAD_S):
                await self._load()
        except TimeoutError:
            self._end(Hung, f"it did not load within {LOAD_S:g} s")
            raise self.why from None
        if self._killed:
            raise self.why
        self._loaded = True

    async def call(self, message: bytes) -> tuple[Any, float]:
        """Make one call. Return its result, and the processor time that it took, in seconds. Raises `Died`."""
        if self.pid is None:
            raise self.why
        before_s = self._cpu_s
        self.took_it = False
        answer = self._ask(CALL, message)
        await asyncio.wait({answer}, timeout=self._deadline_s)
        at_work = self._cpu_s - before_s > IDLE * self._deadline_s
        if at_work:
            await asyncio.wait({answer}, timeout=(AT_WORK - 1) * self._deadline_s)
        if not answer.done():
            kind, waited = (Overdue, AT_WORK) if at_work else (Stuck, 1.0)
            self._end(kind, f"it did not answer within {waited * self._deadline_s:g} s")
        return await answer

    def stop(self) -> None:
        """Tell the process that nobody waits for its call any more, and end it where it goes on."""
        answer = self._answer
        if answer is None or answer.done():
            return
        self._send(STOP, b"")
        lingering = asyncio.get_running_loop().call_later(LINGER_S, self._linger, answer)
        answer.add_done_callback(lambda _: lingering.cancel())

    def kill(self) -> None:
        self._killed = True
        if self._process is not None and self._process.returncode is None:
            try:
                self._process.kill()
            except ProcessLookupError:
                pass  # it ended by itself, and asyncio has not yet heard of it

    @property
    def why(self) -> Died:
        """The reason for which its last process ended."""
        kind, told = self._why
        return kind(told)  # each time another one: one that was raised holds on to what was being said

    def retire(self) -> None:
        self._retired = True
        self.kill()

    async def gone(self) -> None:
        """Wait until the process that has ended has been reaped and its pipes are closed."""
        if self._process is None or self._process.stdin is None:
            return
        try:
            # Killing one that is about to be reaped would take its end from who reaps it.
            async with asyncio.timeout(EXIT_S):
                await self._process.wait()
        except TimeoutError:
            self.kill()
            await self._process.wait()
        self._process.stdin.close()
        reading, watching = self._tasks
        watching.cancel()
        await asyncio.wait({reading, watching})
        self._process = None

    async def _load(self) -> None:
        await self._ask(JOB, self._job)

    def _ask(self, kind: bytes, body: bytes) -> "asyncio.Future[tuple[Any, float]]":
        self._answer = answer = asyncio.get_running_loop().create_future()
        answer.add_done_callback(lambda done: done.cancelled() or done.exception())  # who asked may have gone
        self._send(kind, body)
        return answer

    def _send(self, kind: bytes, body: bytes) -> None:
        # Not waited for: there is one call at a time, and a process that reads nothing is found by its silence.
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.write(HEADER.pack(kind, len(body)) + body)

    async def _read(self, source: asyncio.StreamReader) -> None:
        """Read what the process says, until it ends."""
        try:
            while True:
                kind, length = HEADER.unpack(await source.readexactly(HEADER.size))
                if length > MOST_BYTES:
                    raise Garbled
                self._receive(kind, await source.readexactly(length))
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        except Garbled:
            self._end(Died, "its answer could not be read")
            while await source.read(1 << 16):
                pass
        self._killed = True
        self._ended()

    def _ended(self) -> None:
        if self._answer is not None:
            self._settle(self.why)
        elif self._loaded:
            self._lost(self)

    def _receive(self, kind: bytes, body: bytes) -> None:
        match kind:
            case _ if kind == BEAT and len(body) == SECONDS.size:
                self._beats = self.took_it = True
                (self._cpu_s,) = SECONDS.unpack(body)
            case _ if kind == ANSWER and len(body) > SECONDS.size:
                (spent_s,) = SECONDS.unpack_from(body)
                self._settle((decode(body[SECONDS.size :]), spent_s))
            case _ if kind == STOPPED:
                self._settle((None, 0.0))
            case _ if kind == FAILED:
                self._why = Confessed, body.decode("utf-8", "replace")
            case _:
                raise Garbled

    def _settle(self, how: tuple[Any, float] | Died) -> None:
        answer, self._answer = self._answer, None
        if answer is None or answer.done():
            return
        if isinstance(how, Died):
            answer.set_exception(how)
        else:
            answer.set_result(how)

    async def _watch(self) -> None:
        """End a process that shows no sign of life."""
        silent_s = 0.0
        while True:
            await asyncio.sleep(BEAT_S)
            silent_s = 0.0 if self._beats else silent_s + BEAT_S
            self._beats = False
            if silent_s >= (SILENT_S if self._loaded else SILENT_WHILE_LOADING_S):
                self._end(Hung, f"it showed no sign of life for {silent_s:.1f} s")
                return

    def _linger(self, answer: "asyncio.Future[tuple[Any, float]]") -> None:
        if answer is self._answer:
            self._end(Overdue, "it went on with what nobody waits for")

    def _end(self, kind: type[Died], told: str) -> None:
        """Kill the process; whoever waits for it is told why as soon as it has gone."""
        self._why = kind, told
        self.kill()


class Child:
    """A process that asyncio has started (`Process`).

    asyncio's own `kill` looks first whether it has ended: where it just has, that takes its end from the thread that
    waits for it, which then says on standard error that it knows no such process.
    """

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.pid, self.stdin, self.stdout = process.pid, process.stdin, process.stdout

    @property
    def returncode(self) -> int | None:
        return self._process.returncode

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)

    async def wait(self) -> int:
        return await self._process.wait()


async def spawn(name: str, descriptors: Sequence[int] = ()) -> Process:
    """Start a process, which inherits these descriptors. `name` is for whoever lists processes."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "antiphon.providers.worker", name),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env=environment(),
        start_new_session=True,
        pass_fds=descriptors,
    )
    return Child(process)


def environment() -> dict[str, str]:
    """Return the variables that a process needs which only computes: the server's secret is not among them."""
    kept = {name: each for name, each in os.environ.items() if name in _NEEDED or name.startswith(_OF_LIBRARIES)}
    return {**kept, **_ONE_THREAD, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
