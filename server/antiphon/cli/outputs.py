"""The standard streams of a command: some may be closed, and what is written to one may not arrive."""

import errno
import os
import sys
from typing import Any, TextIO


class OutputFailed(OSError):
    """Standard output does not take what the command has to say. Its text is for the user."""

    def __init__(self, cause: OSError) -> None:
        reason = os.strerror(cause.errno or 0)
        super().__init__(
            f"Standard output cannot be written: {reason}. Some of what this command tells is lost; send it elsewhere."
        )


class Output:
    """Standard output, whose failures are told from all other failures of files: as `OutputFailed`.

    Who closes a pipe, as `head` does, has read what they wanted: that is no failure, and what comes after it is left
    out. It has everything else that the stream has.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        try:
            return self._stream.write(text)
        except OSError as error:
            self._failed(error)
            return len(text)

    def flush(self) -> None:
        try:
            self._stream.flush()
        except OSError as error:
            self._failed(error)

    def _failed(self, error: OSError) -> None:
        if error.errno != errno.EPIPE:
            raise OutputFailed(error) from None
        lead_nowhere(self._stream)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def open_what_is_closed() -> None:
    """Give a process that was started without standard streams some that lead nowhere.

    Python has None in the place of such a stream, and the first socket that is opened would be its descriptor: what a
    library of another language writes to standard error would go to a caller.
    """
    for descriptor, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest descriptor that is free
        if getattr(sys, name) is None:
            setattr(sys, name, open(descriptor, "w" if descriptor else "r", encoding="utf-8", closefd=False))  # noqa: SIM115


def lead_nowhere(stream: TextIO) -> None:
    """Drop what a stream still holds: Python would write it at the end, and fail once more."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
