"""The inside of a worker process: loads one model, then answers calls until its parent goes.

Started by `antiphon.providers.process` as `python -m antiphon.providers.worker`. It is no `multiprocessing` child: such
a child runs the parent's main script again, and its executor can neither take back a call that it has queued nor end
one that hangs.

On the pipes of standard input and output go frames: a byte that says what it is, a length (8 bytes, big-endian) and so
many bytes. In: `JOB`, the pickle `(load, parts)`, once; `CALL`, the pickle `(args, kwargs)`; `STOP`, nobody waits for
the call that is on. Out, for each job and call: `ANSWER`, the processor time that it took (a double) and the result
(`answers.py`); or `STOPPED`; or `FAILED`, a text, before the process dies. `BEAT` comes all the time, with the
processor time that the process has had: one that is stopped or stuck does not send it.

What was said does not stay here: every reference is dropped with the answer, nothing is read or written through a
buffer, and when there has been no call for a while what was remembered is forgotten and its memory given back.
"""

import ctypes
import gc
import os
import pickle
import queue
import signal
import struct
import sys
import threading
import time
import traceback
from collections.abc import Callable
from types import TracebackType
from typing import Any

from antiphon.audio.onnx import Stopped
from antiphon.providers.answers import encode

HEADER = struct.Struct("!cQ")
SECONDS = struct.Struct("!d")
JOB, CALL, STOP = b"J", b"C", b"S"
ANSWER, STOPPED, FAILED, BEAT = b"A", b"N", b"F", b"B"
BEAT_S = 0.15
REST_S = 2.0
"""After so long without a call there is time to give memory back."""


def pack(message: object) -> bytes:
    """What goes to a worker, as a pickle: it comes from the server itself."""
    return pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)


class Line:
    """What the process says, by several threads: each frame is whole."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._lock = threading.Lock()

    def send(self, kind: bytes, body: bytes = b"") -> None:
        rest = memoryview(HEADER.pack(kind, len(body)) + body)
        with self._lock:
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]

    def beat(self) -> None:
        """Show that this process is being run, until nobody reads it."""
        try:
            while True:
                self.send(BEAT, SECONDS.pack(time.process_time()))
                time.sleep(BEAT_S)
        except OSError:
            os._exit(0)

    def confess(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """An excepthook: whatever ends this process is told to the parent first. The log gets where it was, and nothing
        of what may have been said."""
        traceback.print_tb(trace)
        print(kind.__name__, file=sys.stderr, flush=True)
        self.send(FAILED, f"{kind.__name__}: {error}".encode("utf-8", "replace"))


class Inbox:
    """What the parent sends. A call that nobody waits for any more is stopped here, where the order is known."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._messages: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._model: Any = None

    def listen(self) -> None:
        """Take what comes. When the pipe ends the parent is gone, even by SIGKILL, and so are we."""
        while True:
            self._take(*HEADER.unpack(self._read(HEADER.size)))

    def serves(self, model: Any) -> None:
        self._model = model

    def next(self, rest: Callable[[], None]) -> Any:
        """The next job or call. Where it is long in coming, `rest` is called once."""
        try:
            return pickle.loads(self._messages.get(timeout=REST_S))
        except queue.Empty:
            rest()
        return pickle.loads(self._messages.get())

    def _take(self, kind: bytes, length: int) -> None:
        body = self._read(length)
        if kind == STOP:
            self._tell("stop")
        else:
            self._tell("resume")
            self._messages.put(body)

    def _tell(self, what: str) -> None:
        getattr(self._model, what, lambda: None)()

    def _read(self, length: int) -> bytes:
        parts = []
        while length:
            part = os.read(self._descriptor, min(length, 1 << 20))
            if not part:
                os._exit(0)
            parts.append(part)
            length -= len(part)
        return b"".join(parts)


def work(inbox: Inbox, line: Line) -> None:
    """Load the model and answer calls."""
    load, parts = inbox.next(lambda: None)
    model: Callable[..., Any] = load(*parts)
    inbox.serves(model)
    line.send(ANSWER, SECONDS.pack(0.0) + encode(None))
    forget = getattr(model, "forget", lambda: None)
    while True:
        line.send(*answer(model, *inbox.next(lambda: rest(forget))))


def answer(model: Callable[..., Any], args: Any, kwargs: Any) -> tuple[bytes, bytes]:
    began = time.process_time()
    try:
        result = model(*args, **kwargs)
    except Stopped:
        return STOPPED, b""
    return ANSWER, SECONDS.pack(time.process_time() - began) + encode(result)


def rest(forget: Callable[[], None]) -> None:
    """Give back what was needed for the last calls: a long clause takes hundreds of megabytes."""
    forget()
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # of the GNU C library
    if trim is not None:
        trim(0)


def main() -> None:
    # Ctrl-C and a service manager reach the whole group; the parent drains its calls and then ends us itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    # A library that prints must not end up between our messages.
    line = Line(os.dup(1))
    os.dup2(2, 1)
    sys.excepthook = line.confess
    inbox = Inbox(0)
    for task in (inbox.listen, line.beat):
        threading.Thread(target=task, daemon=True).start()
    work(inbox, line)


if __name__ == "__main__":
    main()
