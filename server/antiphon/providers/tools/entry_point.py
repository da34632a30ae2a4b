"""A tool that is a Python function: `def weather(arguments, session_id)`, plain or async; what it returns is JSON.

It is named as `package.module:function`, or by an entry point that an installed package declares in the group
`antiphon.functions` (Python Packaging User Guide, "Entry points specification").

An async function runs in the media loop and must not block it; a plain one has a thread of its own. To say why it
failed, a function raises `AntiphonError(ErrorCode.ACTION_FAILED, "There is no such city.")`; of anything else that
comes out of it, people hear only that it failed, and the log has the types and the places.
"""

import asyncio
import importlib
import inspect
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import structlog

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.exception_text import Loggable
from antiphon.providers.options import Options
from antiphon.providers.threads import run_in_daemon_thread, start
from antiphon.providers.tools._output import checked, failed

GROUP = "antiphon.functions"
OPTIONS = {"entry_point": f"package.module:function, or the name of an entry point in the group {GROUP}"}
THREADS = 8
"""How many calls of one function may run at once; one that nobody waits for any more still counts."""

log = structlog.get_logger()


def create(options: Mapping[str, Any], base: Path) -> "EntryPointTool":
    """Raises `AntiphonError` `config.invalid`. The module is imported when the tool starts."""
    place = Options(options, OPTIONS).text("entry_point")
    module, colon, function = place.partition(":")
    if not module or bool(colon) != bool(function):
        raise AntiphonError(
            ErrorCode.CONFIG_INVALID,
            f"'entry_point' is {place!r}; it must be package.module:function, or a name in the group {GROUP}.",
            details={"key": "entry_point"},
        )
    return EntryPointTool(place)


class Broken(Loggable, RuntimeError):
    """A function has done what no tool may do."""


class _Unusable(AntiphonError):
    def __init__(self, place: str, why: str) -> None:
        message = f"the entry point {place} {why}."
        super().__init__(ErrorCode.CONFIG_INVALID, message, details={"key": "entry_point"})


class EntryPointTool:
    def __init__(self, place: str) -> None:
        self._place = place
        self._function: Callable[..., Any] | None = None
        self._async = False
        self._jobs: list[Future[Any]] = []

    async def start(self) -> None:
        """Import it. Raises `AntiphonError` `config.invalid`, with what the import said."""
        importing = asyncio.ensure_future(run_in_daemon_thread(_found, self._place))
        await _over(importing)
        error = importing.exception()
        if isinstance(error, _Unusable):
            raise error
        if error is not None:
            raise _Unusable(self._place, f"cannot be imported: {type(error).__name__}: {error}") from error
        function = importing.result()
        if not callable(function):
            raise _Unusable(self._place, "is no function")
        self._function = function
        self._async = inspect.iscoroutinefunction(function)

    async def run(self, name: str, arguments: Mapping[str, Any], session_id: str) -> Any:
        """Return what the function returns. Raises `AntiphonError` `action.failed`."""
        work = asyncio.ensure_future(self._call(dict(arguments), session_id))
        await _over(work)
        error = Broken("it was cancelled from within") if work.cancelled() else work.exception()
        if isinstance(error, AntiphonError) and error.code is ErrorCode.ACTION_FAILED:
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
        if not self._async:
            answer = await self._in_thread(self._function, arguments, session_id)
            return await answer if inspect.isawaitable(answer) else answer
        try:
            return await self._function(arguments, session_id)
        except SystemExit as leaving:  # it would end the loop, and with it everybody's calls
            raise Broken("it raised SystemExit") from leaving

    async def _in_thread(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """In a thread that does not outlive the process: a function that hangs must not keep the server from ending."""
        self._jobs = [job for job in self._jobs if not job.done()]
        if len(self._jobs) >= THREADS:
            raise failed("It is busy.")
        self._jobs.append(job := start(function, *arguments))
        return await asyncio.wrap_future(job)


def _found(place: str) -> Any:
    """Return what `place` names; None where the module has no such name. Raises whatever an import raises."""
    module, colon, function = place.partition(":")
    if colon:
        return getattr(importlib.import_module(module), function, None)
    points = entry_points(group=GROUP)
    declared = {point.value: point for point in points.select(name=place)}
    if len(declared) > 1:
        raise _Unusable(place, f"is declared more than once in the group {GROUP}: {' and '.join(sorted(declared))}")
    if not declared:
        known = ", ".join(sorted(points.names)) or "none"
        raise _Unusable(place, f"is not declared in the group {GROUP} by an installed package; known: {known}")
    return next(iter(declared.values())).load()


async def _over(work: asyncio.Future[Any]) -> None:
    """Wait for it, whatever becomes of it; a cancellation of the wait is one of the work."""
    try:
        await asyncio.wait({work})
    finally:
        work.cancel()
