"""Limit the WebSockets that have no session: of too many, the one that has been silent for longest is closed."""

from collections.abc import Callable

from aiohttp import WSCloseCode, web

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.http import doors
from antiphon.ports import Clock
from antiphon.transports.websocket import Line

MOST = 256
YOUNG_S = 1.0
"""Whoever has been heard of within the last second is about to say more, and is not shown out."""


class Standing:
    """The lines of one contract that have no session yet, or never will have one."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._active_at: dict[Line, tuple[float, web.Request]] = {}
        """The time at which each was last heard of, and its request; the longest silent comes first."""
        self._refusals: dict[Line, Callable[[AntiphonError], object]] = {}

    def enter(self, line: Line, request: web.Request) -> None:
        """Add a line. Raises `AntiphonError` `capacity.full` where all have been heard of within the last second."""
        if len(self._active_at) >= MOST:
            longest, (at, _) = next(iter(self._active_at.items()))
            if self._clock.now() - at < YOUNG_S:
                message = f"{MOST} connections have no session and are busy; connect again in a while."
                raise AntiphonError(ErrorCode.CAPACITY_FULL, message)
            self.leave(longest)
            longest.close(WSCloseCode.TRY_AGAIN_LATER, ErrorCode.CAPACITY_FULL.code)
        self._active_at[line] = self._clock.now(), request
        doors.waits(request)

    def refuse_by(self, line: Line, refuse: Callable[[AntiphonError], object]) -> None:
        """Have the line told by `refuse` that it will have no session, where the server stops before it has one."""
        if line in self._active_at:
            self._refusals[line] = refuse

    def stop(self) -> None:
        """Refuse whoever waits for a session: the server stops."""
        error = AntiphonError(ErrorCode.CAPACITY_FULL, "The server is stopping; call again when it is back.")
        for line, refuse in list(self._refusals.items()):
            refuse(error)
            line.close(WSCloseCode.TRY_AGAIN_LATER, error.code.code)

    def note_activity(self, line: Line) -> None:
        """Note that the line has said something."""
        known = self._active_at.pop(line, None)
        if known is not None:
            self._active_at[line] = self._clock.now(), known[1]
            doors.waits(known[1])

    def leave(self, line: Line) -> None:
        known = self._active_at.pop(line, None)
        self._refusals.pop(line, None)
        if known is not None:
            doors.goes_on(known[1])
