"""A tool that is a Python function: `def weather(arguments, session_id)`, plain or async; what it returns is JSON.

An async function runs in the media loop and must not block it; a plain one has a thread of its own. To say why it
failed, a function raises `AntiphonError(ErrorCode.ACTION_FAILED, "There is no such city.")`; of anything else that
comes out of it, people hear only that it failed, and the log has the traceback.
"""

import asyncio
import importlib
import inspect
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import structlog

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.providers.options import Options
from antiphon.providers.threads import aside, start
from antiphon.providers.tools._output import checked, failed

OPTIONS = {"entry_point": "package.module:function"}
THREADS = 8
"""How many calls of one function may run at once; one that nobody waits for any more still counts."""

log = structlog.get_logger()


def create(options: Mapping[str, Any], base: Path) -> "EntryPointTool":
    """Raises `AntiphonError` `config.invalid`. The module is imported when the tool starts."""
    place = Options(options, OPTIONS).text("entry_point")
    module, _, function = place.partition(":")
    if not module or not function:
        raise AntiphonError(
            ErrorCode.CONFIG_INVALID,
            f"'entry_point' is {place!r}; it must be package.module:function.",
            details={"key": "entry_point"},
        )
    return EntryPointTool(module, function)


class EntryPointTool:
    def __init__(self, module: str, function: str) -> None:
        self._module = module
        self._name = function
        self._function: Callable[..., Any] | None = None
        self._async = False
        self._jobs: list[Future[Any]] = []

    async def start(self) -> None:
        """Import it. Raises `AntiphonError` `config.invalid`, with what the import said."""
        importing = asyncio.ensure_future(aside(importlib.import_module, self._module))
        await _over(importing)
        error = importing.exception()
        if error is not None:
            raise self._unusable(f"cannot be imported: {type(error).__name__}: {error}") from error
        function = getattr(importing.result(), self._name, None)
        if not callable(function):
            raise self._unusable("is no function")
        self._function = function
        self._async = inspect.iscoroutinefunction(function)

    async def run(self, name: str, arguments: Mapping[str, Any], session_id: str) -> Any:
        """What the function returns. Raises `AntiphonError` `action.failed`."""
        work = asyncio.ensure_future(self._call(dict(arguments), session_id))
        await _over(work)
        error = work.exception()
        if isinstance(error, AntiphonError):
            raise error
        if error is not None:
            log.error("tool failed", tool=name, session_id=session_id, exc_info=error)
            raise failed("Something went wrong in it.")
        return checked(work.result())

    async def close(self) -> None:
        self._function = None

    async def _call(self, arguments: dict[str, Any], session_id: str) -> Any:
        if self._function is None:
            raise failed("It is not ready.")
        if self._async:
            return await self._function(arguments, session_id)
        return await self._in_thread(self._function, arguments, session_id)

    async def _in_thread(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """In a thread that does not outlive the process: a function that hangs must not keep the server from ending."""
        self._jobs = [job for job in self._jobs if not job.done()]
        if len(self._jobs) >= THREADS:
            raise failed("It is busy.")
        self._jobs.append(job := start(function, *arguments))
        return await asyncio.wrap_future(job)

    def _unusable(self, why: str) -> AntiphonError:
        message = f"the entry point {self._module}:{self._name} {why}."
        return AntiphonError(ErrorCode.CONFIG_INVALID, message, details={"key": "entry_point"})


async def _over(work: asyncio.Future[Any]) -> None:
    """Wait for it, whatever becomes of it; a cancellation of the wait is one of the work."""
    try:
        await asyncio.wait({work})
    finally:
        work.cancel()
