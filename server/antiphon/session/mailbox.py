"""The mailbox of a session, through which its engine is told everything. Over 300 lines: all limits in one place.

A message of the client's passes the limits one after the other. So many may come a second, and so many of them may
begin a turn (`RateLimiter`). It is decoded on the loop that carries everyone's audio, and an Action Registry full of
patterns takes some milliseconds of it: alone that is no harm, fifty of them a second would be. So each client has a
budget of processor time, and whatever is over it waits, in order (`DecodeQueue`). Then it waits for the engine, with
the signals of the session's own (`Mailbox`).
"""

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.events import Failed
from antiphon.domain.messages import Decoded
from antiphon.domain.signals import (
    ClientReady,
    ClientResumed,
    SessionClosing,
    Signal,
    TextEntered,
    TranscriptPartial,
    TurnGranted,
)
from antiphon.domain.states import CloseReason, State, Trigger
from antiphon.ports import Clock, Dialect
from antiphon.turns.core import Outcome

BOUND = 256
"""Signals that may wait for the engine: a client's message beyond it is refused."""
MESSAGES_PER_SECOND = 50
"""Where no limit is given; a server gives its setting `limits.messages_per_second`."""
REFUSED_LIMIT = 20
REFUSED_WINDOW_S = 10.0
WORDLESS = (TextEntered, TurnGranted)
"""Signals that make the assistant think, in no time of the client's: speech takes some."""
TURNS_AT_ONCE, TURNS_PER_SECOND = 20, 4
"""Of those. Each is a whole answer that is begun, on the loop that carries everybody's audio."""
TOO_MANY_TURNS = (
    f"More turns came by text than a session takes ({TURNS_AT_ONCE} at once, then {TURNS_PER_SECOND} a second). "
    "This one was not taken: send it again in a second."
)
BURST_S = 0.005
"""Processor time that a client may take at once. The message that goes over it is still decoded whole."""
SHARE = 0.1
"""Of the time after that."""
LEAST_PAUSE_S = 0.01
MAX_WAITING_SIZE = 256 * 1024
"""Characters, or bytes of what is no text."""
MAX_WAITING_MESSAGES = 64


class RateLimiter:
    """Counts one client's messages, turns by text, and refused messages. Times are seconds of the session's clock."""

    def __init__(self, messages_per_second: int = MESSAGES_PER_SECOND) -> None:
        self._rate = messages_per_second
        self._taken: deque[float] = deque()
        self._refused: deque[float] = deque()
        self._turns = float(TURNS_AT_ONCE)
        self._turns_at = 0.0

    def admits(self, now: float) -> bool:
        """Return whether one more message may be taken now; counts it if so."""
        _drop_before(self._taken, now - 1.0)
        if len(self._taken) >= self._rate:
            return False
        self._taken.append(now)
        return True

    def admits_turn(self, signal: Signal, now: float) -> bool:
        """Return whether a signal may be taken now that begins a turn without a word being spoken; counts it if so."""
        if not isinstance(signal, WORDLESS):
            return True
        self._turns = min(TURNS_AT_ONCE, self._turns + TURNS_PER_SECOND * (now - self._turns_at))
        self._turns_at = now
        if self._turns < 1:
            return False
        self._turns -= 1
        return True

    def refused(self, now: float, *, waiting: bool = False) -> bool:
        """Count a refused message. Says whether there were too many of them to go on.

        `waiting`: more messages wait for the time that their client has. Then none is forgotten, or who sends such as
        cost much would be refused too slowly to ever be ended.
        """
        if not waiting:
            _drop_before(self._refused, now - REFUSED_WINDOW_S)
        self._refused.append(now)
        return len(self._refused) > REFUSED_LIMIT


def _drop_before(times: deque[float], before: float) -> None:
    while times and times[0] <= before:
        times.popleft()


class DecodeQueue:
    """Hands each message to `handle`, at once as long as there is budget. `cpu` counts the thread's processor time."""

    def __init__(self, clock: Clock, cpu: Callable[[], float], handle: Callable[[str | bytes, Any], None]) -> None:
        self._clock = clock
        self._cpu = cpu
        self._handle = handle
        self._budget_s = BURST_S
        self._counted_at = clock.now()
        self._waiting: deque[tuple[str | bytes, Any]] = deque()
        self._size = 0
        self._timer: asyncio.TimerHandle | None = None

    def has_room(self, message: str | bytes) -> bool:
        """Return whether the message may wait behind those that wait."""
        fits = len(self._waiting) < MAX_WAITING_MESSAGES and self._size + len(message) <= MAX_WAITING_SIZE
        return fits or not self._waiting

    def submit(self, message: str | bytes, sender: Any) -> None:
        self._waiting.append((message, sender))
        self._size += len(message)
        if self._timer is None:
            self._work()

    @property
    def waits(self) -> bool:
        """True while messages wait behind the one that is handled."""
        return bool(self._waiting)

    def drop(self, sender: Any) -> None:
        """Forget every message of this sender that waits."""
        self._waiting = deque(one for one in self._waiting if one[1] is not sender)
        self._size = sum(len(message) for message, _ in self._waiting)

    def stop(self) -> None:
        """Forget every message that waits."""
        self._waiting.clear()
        self._size = 0
        if self._timer is not None:
            self._timer.cancel()

    def _work(self) -> None:
        self._timer = None
        # Counted once, not after each message: on a busy machine much time goes by in here, and none of it is idle.
        now = self._clock.now()
        self._budget_s = min(BURST_S, self._budget_s + SHARE * (now - self._counted_at))
        self._counted_at = now
        while self._waiting and self._budget_s > 0:
            message, sender = self._waiting.popleft()
            self._size -= len(message)
            began = self._cpu()
            self._handle(message, sender)
            self._budget_s -= self._cpu() - began
        if self._waiting:
            pause = -self._budget_s / SHARE + LEAST_PAUSE_S
            self._timer = asyncio.get_running_loop().call_later(pause, self._work)


class Sender(Protocol):
    """A connection, as the mailbox sees it: only messages of the present one are decoded."""

    must_resume: bool

    @property
    def present(self) -> bool: ...

    def handle_before_resume(self, decoded: Decoded) -> None: ...

    def report_muted(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Item:
    """A signal; whether a message of the client's was it, and that message's id if it has one.

    `decision` is where whoever asked from outside waits for what the engine says to it.
    """

    signal: Signal
    message_id: str | None = None
    from_client: bool = False
    decision: asyncio.Future[None] | None = None


class Mailbox:
    """The one queue of a session, and all that keeps a client from filling it.

    A newer partial transcript replaces an older one. Signals of the session's own are few by construction (edges and
    boundaries, never frames), so they always find room. `tell` sends a refusal to the client, `state` is the engine's.
    """

    def __init__(
        self,
        dialect: Dialect,
        clock: Clock,
        cpu: Callable[[], float],
        messages_per_second: int,
        tell: Callable[[Failed, str | None], None],
        state: Callable[[], State],
    ) -> None:
        self._dialect = dialect
        self._clock = clock
        self._rate = messages_per_second
        self._tell = tell
        self._state = state
        self._limiter = RateLimiter(messages_per_second)
        self._undecoded = DecodeQueue(clock, cpu, self._decode)
        self._items: deque[Item] = deque()
        self._filled = asyncio.Event()
        self._closed = False
        self.given_up = False
        """Too much of what the client has sent was refused: nothing more of it is taken."""

    # The client's side

    def submit(self, text: str | bytes, sender: Sender) -> None:
        """Take a message of the client's, or refuse it. Never raises on anything that a peer sends."""
        if self._closed or self.given_up:
            return
        room = self._limiter.admits(self._clock.now()) and self._undecoded.has_room(text)
        if room and len(self._items) < BOUND:
            self._undecoded.submit(text, sender)
            return
        message = f"More messages came than a session takes ({self._rate} a second, fewer large ones); send fewer."
        self.refuse(Failed(ErrorCode.RATE_LIMITED, message, state=self._state()), self._dialect.message_id(text))

    def drop(self, sender: Sender) -> None:
        """Forget the messages of a connection that has gone: nothing of them is worth its time any more."""
        self._undecoded.drop(sender)

    def _decode(self, text: str | bytes, sender: Sender) -> None:
        if self._closed or self.given_up or not sender.present:
            return
        decoded = self._dialect.decode(text)
        if sender.must_resume:
            sender.handle_before_resume(decoded)
            return
        if decoded.failure is not None:
            self.refuse(decoded.failure, decoded.message_id)
        for signal in decoded.signals:
            if isinstance(signal, ClientResumed):
                self.refuse(_nothing_to_resume(self._state()), decoded.message_id)
            elif not self._limiter.admits_turn(signal, self._clock.now()):
                self.refuse(Failed(ErrorCode.RATE_LIMITED, TOO_MANY_TURNS, state=self._state()), decoded.message_id)
            else:
                self._put(Item(signal, decoded.message_id, from_client=True))
                if isinstance(signal, ClientReady):
                    sender.report_muted()

    def refuse(self, failure: Failed, message_id: str | None = None) -> None:
        """Tell the client that something it sent was not taken."""
        if not self._closed and not self.given_up:
            self._tell(failure, message_id)
            self.count_refusal()

    def count_refusal(self) -> None:
        """Count one more refused message: too many within a while, or while more of them wait, end the session."""
        if self._limiter.refused(self._clock.now(), waiting=self._undecoded.waits) and not self.given_up:
            self.given_up = True
            message = f"More than {REFUSED_LIMIT} messages were refused in a short while, so the session was ended."
            self.post(SessionClosing(CloseReason.ERROR, ErrorCode.RATE_LIMITED, message))

    # The session's side

    def post(self, signal: Signal) -> None:
        """Put a signal of the session's own behind all others."""
        last = self._items[-1].signal if self._items else None
        if isinstance(signal, TranscriptPartial) and isinstance(last, TranscriptPartial):
            self._items.pop()
        self._put(Item(signal))

    def ask(self, signal: Signal) -> asyncio.Future[None]:
        """Post it, and get what tells when it was taken; an `AntiphonError` in it where it was refused."""
        decision: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._put(Item(signal, decision=decision))
        return decision

    def _put(self, item: Item) -> None:
        self._items.append(item)
        self._filled.set()

    async def next(self, until: float | None) -> Item | None:
        """The next signal, or None when the loop's clock has reached `until` first."""
        if not self._items:
            self._filled.clear()
            try:
                async with asyncio.timeout_at(until):
                    await self._filled.wait()
            except TimeoutError:
                return None
        return self._items.popleft()

    def close(self, error: AntiphonError) -> None:
        """Take nothing more: whoever still waits for a decision gets this one. May be called twice."""
        self._closed = True
        self._undecoded.stop()
        for item in self._items:
            if item.decision is not None and not item.decision.done():
                item.decision.set_exception(error)
        self._items.clear()


def answer(decision: asyncio.Future[None], outcome: Outcome) -> None:
    """Give a refusal to whoever asked, and not to the client, which did not."""
    refused = next((e for e in outcome.events if isinstance(e, Failed) and e.trigger == Trigger.SERVER_ANNOUNCE), None)
    if refused is not None:
        outcome.events.remove(refused)
    if decision.done():  # who asked has not waited
        return
    if refused is None:
        decision.set_result(None)
    else:
        decision.set_exception(AntiphonError(refused.code, refused.message))


def _nothing_to_resume(state: State) -> Failed:
    if state in (State.NOT_CONNECTED, State.CONNECTING):
        message = "The session that `resume` names has ended; this is another one. Initialise it without `resume`."
        return Failed(ErrorCode.SESSION_EXPIRED, message, state=state)
    return Failed(ErrorCode.ORDER, "This session is initialised already.", state=state)
