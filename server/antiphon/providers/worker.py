"""The inside of a worker process: loads one model, then answers calls until its parent goes.

Started by `antiphon.providers.pool` as `python -m antiphon.providers.worker`. It is no `multiprocessing` child: such a
child runs the parent's main script again, and its executor can neither take back a call that it has queued nor end one
that hangs.

Messages are a length (8 bytes, big-endian) and a pickle, on the pipes of standard input and output. In: first
`(load, args)`, then `(args, kwargs)` of each call. Out: `(True, result, seconds)`, with the processor time that the
call took, or `(False, message, 0.0)` before it dies.
"""

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
from typing import Any, BinaryIO

HEADER = struct.Struct("!Q")


def pack(message: object) -> bytes:
    body = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    return HEADER.pack(len(body)) + body


def listen(source: BinaryIO, inbox: "queue.SimpleQueue[bytes]") -> None:
    """Hand on what the parent sends. When the pipe ends the parent is gone, even by SIGKILL, and so are we."""
    while True:
        header = source.read(HEADER.size)
        body = source.read(HEADER.unpack(header)[0]) if len(header) == HEADER.size else b""
        if not body:
            os._exit(0)
        inbox.put(body)


def confess(answers: BinaryIO) -> Callable[[type[BaseException], BaseException, TracebackType | None], None]:
    """An excepthook: whatever ends this process is told to the parent first."""

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        traceback.print_exception(kind, error, trace)
        answers.write(pack((False, f"{kind.__name__}: {error}", 0.0)))
        answers.flush()

    return hook


def main() -> None:
    # Ctrl-C and a service manager reach the whole group; the parent drains its calls and then ends us itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    # A library that prints must not end up between our messages.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.excepthook = confess(answers)

    inbox: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(sys.stdin.buffer, inbox), daemon=True).start()

    load, parts = pickle.loads(inbox.get())
    model: Callable[..., Any] = load(*parts)
    result: Any = None
    spent_s = 0.0
    while True:
        answers.write(pack((True, result, spent_s)))
        answers.flush()
        args, kwargs = pickle.loads(inbox.get())
        began = time.process_time()
        result = model(*args, **kwargs)
        spent_s = time.process_time() - began


if __name__ == "__main__":
    main()
