"""All sessions of this process: how many there may be, where each one is, and their end together."""

import asyncio
from collections import Counter
from collections.abc import Iterator

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.states import CloseReason, State
from antiphon.session.admission import RETRY_AFTER_S, Admission
from antiphon.session.parts import Parts
from antiphon.session.session import Session


class Manager:
    """Opens sessions up to a bound, and closes them all when the server stops.

    With an `admission` it also refuses whom the machine could not serve well; without one, the bound alone counts.
    """

    def __init__(self, max_sessions: int, admission: Admission | None = None) -> None:
        self._max = max_sessions
        self._admission = admission
        self._sessions: dict[str, Session] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._turns: set[str] = set()
        """Turns that are on without a session, each by the name of its connection."""
        self._draining = False
        self._refused: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._sessions)

    def __iter__(self) -> Iterator[Session]:
        """The sessions that have not ended, the oldest first, as they are now: some may end meanwhile."""
        return iter(list(self._sessions.values()))

    @property
    def ready(self) -> bool:
        """True while another session may be opened."""
        full = len(self._sessions) >= self._max and all(one.absent_since is None for one in self)
        busy = self._admission is not None and self._admission.refusal(self.present) is not None
        return not self._draining and not full and not busy

    @property
    def draining(self) -> bool:
        """True once no new session is taken, because the server stops."""
        return self._draining

    @property
    def present(self) -> int:
        """Sessions whose clients have not gone: those that may come back have no cost until they do."""
        return sum(one.absent_since is None for one in self)

    @property
    def carried(self) -> set[str]:
        """The names of all that the server waits for when it stops: sessions that are on, somebody being connected, and
        turns that are on without one."""
        return self._on() | self._turns

    @property
    def calls(self) -> int:
        """The number of sessions that are being carried."""
        return len(self._on())

    def _on(self) -> set[str]:
        return {name for name in self._sessions if self.is_on(name) and self._sessions[name].absent_since is None}

    def is_on(self, name: str) -> bool:
        """Return whether a session has not ended; its client may be connected, or come back. Or such a turn is on."""
        session = self._sessions.get(name)
        return name in self._turns or (session is not None and session.state is not State.NOT_CONNECTED)

    def note_turn(self, name: str, *, is_on: bool) -> None:
        """Note whether a turn is on, over a connection of this name, that no session carries."""
        if is_on:
            self._turns.add(name)
        else:
            self._turns.discard(name)

    @property
    def capacity(self) -> int:
        """The number of sessions that there may be at present; as many as there are, where no other one is let in."""
        if self._draining:
            return len(self._sessions)
        return self._max if self._admission is None else min(self._max, self._admission.capacity(self.present))

    @property
    def refused(self) -> Counter[str]:
        """The sessions that were refused, by reason: `stopping`, `max_sessions`, `cost`, `lag`, `inference`."""
        return Counter(self._refused)

    def find(self, session_id: str) -> Session | None:
        return self._sessions.get(session_id)

    def open(self, session_id: str, parts: Parts) -> Session:
        """Begin a session. Raises `AntiphonError` `capacity.full`."""
        self._check()
        session = Session(session_id, parts, on_end=self._forget)
        self._sessions[session_id] = session
        task = asyncio.create_task(session.run(), name=f"session:{session_id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return session

    def check_running(self) -> None:
        """Raise `AntiphonError` `capacity.full` while no new caller is let in, because the server stops."""
        if self._draining:
            raise self._no_room("stopping", "The server is stopping; call again when it is back.")

    def _check(self) -> None:
        self.check_running()
        if self._admission is not None and (refusal := self._admission.refusal(self.present)) is not None:
            raise self._no_room(refusal.reason, refusal.sentence, retry_after_s=RETRY_AFTER_S)
        if len(self._sessions) >= self._max and not self._make_room():
            message = f"All {self._max} sessions of this server are taken; try again in a while."
            raise self._no_room("max_sessions", message)

    def _no_room(self, reason: str, message: str, **details: int) -> AntiphonError:
        self._refused[reason] += 1
        return AntiphonError(ErrorCode.CAPACITY_FULL, message, details=dict(details))

    def _make_room(self) -> bool:
        """Somebody who calls now comes before somebody who may come back: the longest gone gives way."""
        gone = [(since, one) for one in self if (since := one.absent_since) is not None]
        if not gone:
            return False
        _, longest = min(gone, key=lambda pair: pair[0])
        longest.end(CloseReason.LOST)
        self._forget(longest)
        return True

    def _forget(self, session: Session) -> None:
        self._sessions.pop(session.session_id, None)

    def drain(self) -> None:
        """Take no new sessions."""
        self._draining = True

    async def close(self) -> None:
        """End every session and wait until all of their tasks are gone."""
        self.drain()
        for session in self:
            session.end(CloseReason.SHUTDOWN)
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=5)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
