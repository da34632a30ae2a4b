"""A template process that has loaded a model and takes no calls: workers are forked from it.

To load a voice takes more than a second of a processor, and much longer where the machine is busy. A fork takes some
hundredths, and shares the memory of the model. So a worker that is lost has a successor at once, and several cost
little more than one. What is said never comes to a template: there is nothing of a call in what is forked.

The runtime of the local models starts no thread of its own (`audio/onnx.py`), and a process with one thread can be
forked safely. Where a library has started another thread, and on systems without `pidfd_open` (on macOS a fork must not
use the system's libraries), each worker loads the model by itself.
"""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Callable

from antiphon.providers.process import Died, Process, Worker, spawn
from antiphon.providers.worker import DESCRIPTOR, TEMPLATE

FORK_S = 2.0


class Unforkable(Died):
    """The template has the model, and threads besides its own."""

    how = "unforkable"


class Template(Worker):
    """A template process. `fork` gives a process that has the model. `lost` is called when the template ends untold."""

    def __init__(self, name: str, job: bytes, lost: Callable[[Worker], None]) -> None:
        super().__init__(job, FORK_S, lost, self._spawn)
        self._name = name
        self._control: socket.socket | None = None
        self._theirs = -1
        self._turns = asyncio.Lock()

    async def start(self) -> None:
        """Have a template that is ready, unless there is one. Raises `Died`."""
        async with self._turns:
            if self.pid is None:
                await super().start()

    async def fork(self) -> Process:
        """Fork a process that has the model, from a new template where this one is lost. Raises `Died`."""
        async with self._turns:
            if self.pid is not None:
                try:
                    return await self._fork()
                except Died:
                    if self.pid is not None:
                        raise
            await super().start()
            return await self._fork()

    async def gone(self) -> None:
        await super().gone()
        if self._control is not None:
            self._control.close()
            self._control = None

    async def _spawn(self) -> Process:
        self._control, theirs = socket.socketpair()
        self._control.setblocking(False)
        with theirs:
            self._theirs = theirs.fileno()  # it has the same number there
            return await spawn(self._name, (self._theirs,))

    async def _load(self) -> None:
        alone, _ = await self._ask(TEMPLATE, DESCRIPTOR.pack(self._theirs) + self._job)
        if not alone:
            self._end(Unforkable, "a library has started threads in it")
            raise self.why

    def _ended(self) -> None:
        busy = self._loaded and self._answer is not None
        super()._ended()
        if busy:
            self._lost(self)

    async def _fork(self) -> Process:
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                self._hand_over(theirs)
            pid, _ = await self.call(b"")
            handle = self._receive_handle()
        except (Died, asyncio.CancelledError):
            ours.close()  # where it has been forked in spite of all, it ends
            raise
        return Forked(pid, handle, *await asyncio.open_unix_connection(sock=ours))

    def _hand_over(self, theirs: socket.socket) -> None:
        """Send the socket that is to be the new process's own."""
        assert self._control is not None
        try:
            socket.send_fds(self._control, [b"."], [theirs.fileno()])
        except OSError as error:
            self.kill()  # it has ended, and that has not been heard of yet
            raise self.why from error

    def _receive_handle(self) -> int:
        """Receive the new process's pidfd."""
        assert self._control is not None
        try:
            return socket.recv_fds(self._control, 1, 1)[1][0]
        except (OSError, IndexError) as error:
            raise Died("there was no room for one more descriptor") from error


class Forked:
    """A process that a template has forked, held by a descriptor of it (pidfd): it is no child of ours."""

    def __init__(self, pid: int, handle: int, stdout: asyncio.StreamReader, stdin: asyncio.StreamWriter) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self.stdout: asyncio.StreamReader | None = stdout
        self.stdin: asyncio.StreamWriter | None = stdin
        self._handle = handle
        self._ended = asyncio.Event()
        asyncio.get_running_loop().add_reader(handle, self._end)

    def kill(self) -> None:
        signal.pidfd_send_signal(self._handle, signal.SIGKILL)

    async def wait(self) -> int:
        await self._ended.wait()
        return self.returncode or 0

    def _end(self) -> None:
        asyncio.get_running_loop().remove_reader(self._handle)
        try:
            # Where its template has ended before it, and orphans fall to this process, we are to reap it.
            os.waitid(os.P_PIDFD, self._handle, os.WEXITED | os.WNOHANG)
        except ChildProcessError:
            pass
        os.close(self._handle)
        self.returncode = 0
        self._ended.set()


def can_fork() -> bool:
    """Tell whether this system has what forking needs."""
    if sys.platform != "linux" or not os.path.isdir("/proc/self/task"):
        return False
    try:
        handle = os.pidfd_open(os.getpid())
        try:
            signal.pidfd_send_signal(handle, 0)
        finally:
            os.close(handle)
    except OSError:
        return False
    return True
