"""The inside of a worker process: it loads one model, then answers calls until the server goes.

Started by `antiphon.providers.process` as `python -m antiphon.providers.worker`. It is no `multiprocessing` child: such
a child runs the parent's main script again, and its executor can neither take back a call that it has queued nor end
one that hangs.

On standard input and output go frames: a byte that says what it is, a length (8 bytes, big-endian) and so many bytes.
In: `JOB`, the pickle `(load, parts)`, once; `CALL`, the pickle `(args, kwargs)`; `STOP`, nobody waits for the call that
is on. Out, for each job and call: `ANSWER`, the processor time that it took (a double) and the result (`answers.py`);
or `STOPPED`; or `FAILED`, a text, before the process dies. `BEAT` comes all the time, and when a call has been taken,
with the processor time that the process has had: one that is stopped or stuck does not send it.

One that gets `TEMPLATE` in the place of `JOB` (with the descriptor of a socket before the pickle) takes no calls: it
loads the model, and from then on each `CALL` makes it fork. The child, whose own socket and whose pidfd travel on that
socket, is a worker like any other, which has the model from its first moment and shares its memory (`template.py`).

What was said does not stay here: every reference is dropped with the answer, nothing is read or written through a
buffer, and when there has been no call for a while what was remembered is forgotten and its memory given back.
"""

import ctypes
import gc
import os
import pickle
import queue
import select
import signal
import socket
import struct
import sys
import threading
import time
import warnings
from collections.abc import Callable
from types import TracebackType
from typing import Any, NoReturn

from antiphon.audio.onnx import Stopped
from antiphon.domain.exception_text import places
from antiphon.providers.answers import encode
from antiphon.providers.model import Forgetful, Forkable, Model, Stoppable

HEADER = struct.Struct("!cQ")
SECONDS = struct.Struct("!d")
DESCRIPTOR = struct.Struct("!i")
JOB, CALL, STOP, TEMPLATE = b"J", b"C", b"S", b"T"
ANSWER, STOPPED, FAILED, BEAT = b"A", b"N", b"F", b"B"
BEAT_S = 0.15
REST_S = 2.0
"""After so long without a call there is time to give memory back."""
GONE_S = 0.3
"""A thread that has ended has gone after that."""


def pack(message: object) -> bytes:
    """Pickle a message to a worker: it comes from the server itself."""
    return pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)


class Line:
    """The output of the process, written by several threads: each frame is whole."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._lock = threading.Lock()
        self._stilled = threading.Event()

    def send(self, kind: bytes, body: bytes = b"") -> None:
        rest = memoryview(HEADER.pack(kind, len(body)) + body)
        with self._lock:
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]

    def beat(self) -> None:
        """Show once that this process is being run. Where nobody reads it, end."""
        try:
            self.send(BEAT, SECONDS.pack(time.process_time()))
        except OSError:
            os._exit(0)

    def beat_on(self) -> None:
        """Show it all the time, until stilled."""
        self.beat()
        while not self._stilled.wait(BEAT_S):
            self.beat()

    def still(self) -> None:
        self._stilled.set()

    def close(self) -> None:
        os.close(self._descriptor)

    def confess(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Tell the parent what ends this process (an excepthook). The log gets the line, and nothing that may have
        been said.
        """
        try:
            print(*places(trace), kind.__name__, sep="\n", file=sys.stderr, flush=True)
        except (OSError, ValueError):
            pass  # a log that cannot be written keeps nobody from being told
        self.send(FAILED, f"{kind.__name__}: {error}".encode("utf-8", "replace"))


class Inbox:
    """The input from the server. A call that nobody waits for any more is stopped here, where the order is known."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._messages: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def read(self) -> tuple[bytes, bytes]:
        """Return the next frame. When there is no other to come the server is gone, even by SIGKILL, and so are we."""
        kind, length = HEADER.unpack(self._read(HEADER.size))
        return kind, self._read(length)

    def listen(self, model: Model, taken: Callable[[], None]) -> None:
        """Take what comes for this model; `taken` is called when that is a call."""
        while True:
            kind, body = self.read()
            if kind == STOP:
                if isinstance(model, Stoppable):
                    model.stop()
            else:
                if isinstance(model, Stoppable):
                    model.resume()
                taken()
                self._messages.put(body)

    def next(self, rest: Callable[[], None]) -> Any:
        """Return the next call. Where it is long in coming, `rest` is called once."""
        try:
            return pickle.loads(self._messages.get(timeout=REST_S))
        except queue.Empty:
            rest()
        return pickle.loads(self._messages.get())

    def _read(self, length: int) -> bytes:
        parts = []
        while length:
            try:
                part = os.read(self._descriptor, min(length, 1 << 20))
            except ConnectionError:
                part = b""
            if not part:
                os._exit(0)
            parts.append(part)
            length -= len(part)
        return b"".join(parts)


def load(job: bytes) -> Model:
    """Load the model that a job names."""
    make, parts = pickle.loads(job)
    model: Model = make(*parts)
    return model


def work(model: Model, inbox: Inbox, line: Line) -> NoReturn:
    """Answer calls."""
    threading.Thread(target=inbox.listen, args=(model, line.beat), daemon=True).start()
    line.send(ANSWER, SECONDS.pack(0.0) + encode(None))
    while True:
        line.send(*answer(model, *inbox.next(lambda: rest(model))))


def answer(model: Model, args: Any, kwargs: Any) -> tuple[bytes, bytes]:
    began = time.process_time()
    try:
        result = model(*args, **kwargs)
    except Stopped:
        return STOPPED, b""
    return ANSWER, SECONDS.pack(time.process_time() - began) + encode(result)


def rest(model: Model | None = None) -> None:
    """Give back what was needed for the last calls: a long clause takes hundreds of megabytes."""
    if isinstance(model, Forgetful):
        model.forget()
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # of the GNU C library
    if trim is not None:
        trim(0)


def begin(line: Line) -> threading.Thread:
    """Show from now on that this process is being run, and tell what ends it. Return the thread that does."""
    sys.excepthook = line.confess
    warnings.showwarning = _warned
    beating = threading.Thread(target=line.beat_on, daemon=True)
    beating.start()
    return beating


def _warned(
    message: Warning | str, category: type[Warning], filename: str, lineno: int, file: Any = None, line: Any = None
) -> None:
    """Tell the kind and the place: the text may hold what somebody said."""
    try:
        print(f"{category.__name__} at {filename}:{lineno}", file=sys.stderr, flush=True)
    except (OSError, ValueError):
        pass  # a log that cannot be written ends no work


def fork_on_demand(inbox: Inbox, line: Line, control: socket.socket) -> tuple[int, int]:
    """Fork whenever the server asks for it. Return in each child, and nowhere else, with the child's own socket and
    with how many came before it.

    A fork has one thread, and what another one had locked stays locked in it. So nothing is forked where there are
    others, which only a library can have started: the first answer says whether there are none.
    """
    gc.freeze()  # else the first collection in a child copies what they share
    line.send(ANSWER, SECONDS.pack(0.0) + encode(is_alone()))
    number = 0
    while True:
        asked, _, _ = select.select([0], [], [], BEAT_S)
        line.beat()
        reap()
        if not asked:
            continue
        inbox.read()
        own = socket.recv_fds(control, 1, 1)[1][0]
        pid = os.fork()
        if not pid:
            control.close()
            line.close()
            os.setsid()
            return own, number
        number += 1
        os.close(own)
        handle = os.pidfd_open(pid)
        socket.send_fds(control, [b"."], [handle])
        os.close(handle)
        line.send(ANSWER, SECONDS.pack(0.0) + encode(pid))


def is_alone() -> bool:
    """Tell whether this process has one thread. One that has just ended may be there for a moment."""
    latest = time.monotonic() + GONE_S
    while (count := len(os.listdir("/proc/self/task"))) > 1 and time.monotonic() < latest:
        time.sleep(0.001)
    return count == 1


def reap() -> None:
    """Forget the children that have ended."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


def main() -> None:
    # Ctrl-C and a service manager reach the whole group; the server drains its calls and then ends us itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    # A library that prints must not end up between our messages.
    line, inbox = Line(os.dup(1)), Inbox(0)
    os.dup2(2, 1)
    beating = begin(line)
    kind, job = inbox.read()
    if kind != TEMPLATE:
        work(load(job), inbox, line)
    (control,) = DESCRIPTOR.unpack_from(job)
    model = load(job[DESCRIPTOR.size :])
    rest()
    line.still()
    beating.join()
    own, number = fork_on_demand(inbox, line, socket.socket(fileno=control))
    os.dup2(own, 0)
    os.close(own)
    line = Line(os.dup(0))
    begin(line)
    inbox.read()  # the job, which is done
    if isinstance(model, Forkable):
        model.forked(number)
    work(model, inbox, line)


if __name__ == "__main__":
    main()
