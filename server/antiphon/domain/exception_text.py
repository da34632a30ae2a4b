"""The text of an exception for a log: its types and places. A message may hold what somebody said (S15)."""

import errno
import os
import re
from traceback import walk_tb
from types import TracebackType

from antiphon.domain.errors import AntiphonError

MOST_FRAMES = 20
"""Of one exception: a recursion that has no end has a thousand."""
MOST_EXCEPTIONS = 12
"""Of one chain, groups included."""
_OUTER = 5
"""So many of the frames that are told are the outermost ones."""
_NAME = re.compile(r"[^\w.<>]")
_MADE_UP_FILE = re.compile(r"<(?!frozen [\w.]+>|string>|stdin>).*", re.DOTALL)
_CAUSED = "which caused:"
_DURING = "while that was handled, there came:"


class Loggable(Exception):
    """An exception whose message is Antiphon's own and tells kinds and bounds, never a value: the log may have it."""


def exception_text(error: BaseException) -> str:
    """Return the types of an exception and of those it came from, the first cause first, and where each was raised."""
    return "\n".join(_chain(error, set()))


def places(trace: TracebackType | None) -> list[str]:
    """Return file, line and function of each frame, the outermost first. The source is not quoted."""
    frames = [(frame.f_code.co_filename, line, frame.f_code.co_name) for frame, line in walk_tb(trace)]
    lines = [f'  File "{_file(file)}", line {line}, in {_NAME.sub("?", name)}' for file, line, name in frames]
    if len(lines) <= MOST_FRAMES:
        return lines
    inner = MOST_FRAMES - _OUTER
    return [*lines[:_OUTER], f"  ... {len(lines) - MOST_FRAMES} more", *lines[-inner:]]


def _file(name: str) -> str:
    """Code that was made of a text names what it likes as its file."""
    return _MADE_UP_FILE.sub("<made>", name).replace("\n", "?")


def _chain(error: BaseException, seen: set[int]) -> list[str]:
    if id(error) in seen or len(seen) >= MOST_EXCEPTIONS:
        return ["..."]
    seen.add(id(error))
    lines: list[str] = []
    if error.__cause__ is not None:
        lines += [*_chain(error.__cause__, seen), _CAUSED]
    elif error.__context__ is not None and not error.__suppress_context__:
        lines += [*_chain(error.__context__, seen), _DURING]
    if error.__traceback__ is not None:
        lines += ["Traceback (most recent call last):", *places(error.__traceback__)]
    lines.append(_named(error))
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            lines += [f"  | {line}" for line in _chain(inner, seen)]
    return lines


def _named(error: BaseException) -> str:
    kind = type(error)
    module = "" if kind.__module__ == "builtins" else f"{kind.__module__}."
    name = _NAME.sub("?", f"{module}{kind.__qualname__}")
    message = _own_message(error)
    return f"{name}: {message}" if message else name


def _own_message(error: BaseException) -> str:
    """Return what is Antiphon's or the system's to say of it; nothing where a provider's or a client's text may be in
    it.
    """
    if isinstance(error, AntiphonError):
        code = error.code.code
        return f"{code}: {error.message}" if _raised_here(error) and not code.startswith("protocol.") else code
    if isinstance(error, Loggable):
        return str(error)
    if isinstance(error, OSError) and error.errno is not None and error.errno in errno.errorcode:
        return os.strerror(error.errno)
    return ""


def _raised_here(error: BaseException) -> bool:
    module = ""
    for frame, _ in walk_tb(error.__traceback__):
        module = str(frame.f_globals.get("__name__", ""))
    return module.split(".")[0] == "antiphon"
