"""Hooks by which all that Python and the libraries below would write to standard error goes through the log.

Of each there is the kind and the place: the text of a warning, of a library's error or of an exception may hold what
somebody said (S15).
"""

import logging
import sys
import threading
import warnings
from types import TracebackType
from typing import Any

import structlog

log = structlog.get_logger()


def install() -> None:
    """Log warnings, the errors of libraries, and exceptions that nobody has caught. For the process of a server."""
    warnings.showwarning = _warned
    sys.excepthook = _uncaught
    threading.excepthook = _ended_thread
    sys.unraisablehook = _ignored
    logging.raiseExceptions = False  # else a line that cannot be formatted is told with its values
    # The libraries below report what is of no use to an operator at a lower level.
    logging.basicConfig(level=logging.ERROR, handlers=[LibraryErrors()], force=True)
    for noisy in ("aiortc", "aioice", "aiohttp.access"):
        logging.getLogger(noisy).setLevel(logging.CRITICAL)


class LibraryErrors(logging.Handler):
    """Logs that a library has reported something, its name and the place."""

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        told = {"exc_info": error} if error is not None else {}
        level = max(record.levelno, logging.WARNING)
        log.log(level, "library failed", source=record.name, file=record.pathname, line=record.lineno, **told)


def _warned(
    message: Warning | str, category: type[Warning], filename: str, lineno: int, file: Any = None, line: Any = None
) -> None:
    log.warning("warning", type=category.__name__, file=filename, line=lineno)


def _uncaught(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    log.critical("server failed", exc_info=error)


def _ended_thread(args: threading.ExceptHookArgs) -> None:
    if args.exc_type is not SystemExit:
        log.error("thread failed", exc_info=args.exc_value or args.exc_type())


def _ignored(args: "sys.UnraisableHookArgs") -> None:
    log.error("exception ignored", exc_info=args.exc_value or args.exc_type())
