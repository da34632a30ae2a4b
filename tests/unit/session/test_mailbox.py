"""How much of the loop one client's messages may take (S18; R15)."""

import asyncio
from collections.abc import Sequence
from typing import Any
from unittest.mock import ANY

import pytest

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.events import Event, Failed
from antiphon.domain.messages import Decoded, WireMessage
from antiphon.domain.signals import AnnounceRequested, MuteChanged, SessionClosing, TextEntered
from antiphon.domain.states import CloseReason, State
from antiphon.session.clock import LoopClock
from antiphon.session.mailbox import (
    BOUND,
    BURST_S,
    MAX_WAITING_MESSAGES,
    MAX_WAITING_SIZE,
    REFUSED_LIMIT,
    SHARE,
    DecodeQueue,
    Item,
    Mailbox,
    RateLimiter,
)
from antiphon.testing import virtual_time


class Worker:
    """Messages whose work is what they say: seconds of processor time, on the loop's clock."""

    def __init__(self) -> None:
        self.done: list[tuple[float, str | bytes]] = []
        self.cpu = 0.0
        self.queue = DecodeQueue(LoopClock(), lambda: self.cpu, self.handle)

    def handle(self, message: str | bytes, sender: None) -> None:
        self.cpu += float(message)
        self.done.append((asyncio.get_running_loop().time(), message))


def run(work: Any) -> None:
    async def call() -> None:
        await work(Worker())

    virtual_time.run(call())


def test_light_messages_are_handled_as_they_come() -> None:
    async def work(worker: Worker) -> None:
        for _ in range(50):
            worker.queue.submit("0.0001", None)
        assert len(worker.done) == 50

    run(work)


def test_a_heavy_message_is_handled_at_once_and_the_next_waits_for_its_share() -> None:
    async def work(worker: Worker) -> None:
        began = asyncio.get_running_loop().time()
        worker.queue.submit("0.03", None)
        worker.queue.submit("0.001", None)
        worker.queue.submit("0.002", None)
        assert len(worker.done) == 1
        await virtual_time.advance(2.0)
        assert [message for _, message in worker.done] == ["0.03", "0.001", "0.002"]
        assert worker.done[1][0] - began == pytest.approx((0.03 - BURST_S) / SHARE, abs=0.02)

    run(work)


def test_a_client_that_goes_on_gets_its_share_and_no_more() -> None:
    async def work(worker: Worker) -> None:
        for _ in range(100):
            if worker.queue.has_room("0.02"):
                worker.queue.submit("0.02", None)
            await virtual_time.advance(0.05)
        assert worker.cpu == pytest.approx(5.0 * SHARE, rel=0.15)

    run(work)


def test_a_client_that_was_quiet_has_no_more_than_the_burst() -> None:
    async def work(worker: Worker) -> None:
        await virtual_time.advance(60.0)
        for _ in range(20):
            worker.queue.submit("0.002", None)
        assert worker.cpu == pytest.approx(0.006)

    run(work)


def test_what_waits_is_bounded() -> None:
    async def work(worker: Worker) -> None:
        assert worker.queue.has_room("1" * 2 * MAX_WAITING_SIZE)  # nothing waits: it is refused where it is read
        worker.queue.submit("0.1", None)
        for _ in range(MAX_WAITING_MESSAGES):
            assert worker.queue.has_room("0.1")
            worker.queue.submit("0.1", None)
        assert not worker.queue.has_room("0.1")

    async def large(worker: Worker) -> None:
        worker.queue.submit("0.1", None)
        for _ in range(4):
            worker.queue.submit(" " * (MAX_WAITING_SIZE // 4 - 3) + "0.1", None)
        assert not worker.queue.has_room("0.1")

    run(work)
    run(large)


def test_what_waits_is_forgotten_at_the_end() -> None:
    async def work(worker: Worker) -> None:
        worker.queue.submit("0.1", None)
        worker.queue.submit("0.1", None)
        worker.queue.stop()
        await virtual_time.advance(5.0)
        assert len(worker.done) == 1

    run(work)


def test_time_that_goes_by_while_messages_are_handled_is_no_budget() -> None:
    """As on a busy machine: a message of 2 ms of processor time takes a second."""

    async def work(worker: Worker) -> None:
        now = [0.0]

        class Clock(LoopClock):
            def now(self) -> float:
                return now[0]

        def handle(message: str | bytes, sender: None) -> None:
            worker.handle(message, sender)
            now[0] += 1.0

        queue = DecodeQueue(Clock(), lambda: worker.cpu, handle)
        queue.submit("0.006", None)
        for _ in range(10):
            queue.submit("0.002", None)
        before = worker.cpu
        await virtual_time.advance(0.05)  # one callback
        assert worker.cpu - before <= BURST_S + 0.002

    run(work)


def test_what_waits_of_who_has_gone_is_forgotten() -> None:
    async def call() -> None:
        done: list[Any] = []
        cpu = [0.0]

        def handle(message: str | bytes, sender: str) -> None:
            cpu[0] += float(message)
            done.append((sender, queue.waits))

        queue = DecodeQueue(LoopClock(), lambda: cpu[0], handle)
        for sender in ("gone", "gone", "here", "gone"):
            queue.submit("0.1", sender)
        queue.drop("gone")
        queue.submit("0.1", "here")
        await virtual_time.advance(60.0)
        assert done == [("gone", False), ("here", True), ("here", False)]
        assert queue.has_room("1" * (MAX_WAITING_SIZE - 10))

    virtual_time.run(call())


def test_refusals_are_not_forgotten_while_more_wait() -> None:
    """What is dear is refused slowly: a message a second would never be 20 within 10 s."""
    slow, seldom = RateLimiter(), RateLimiter()
    assert not any(slow.refused(float(at), waiting=True) for at in range(REFUSED_LIMIT))
    assert slow.refused(float(REFUSED_LIMIT), waiting=True)
    assert not any(seldom.refused(float(at)) for at in range(10 * REFUSED_LIMIT))


class Words:
    """A dialect in which a message is what the user types."""

    def decode(self, message: str | bytes) -> Decoded:
        return Decoded((TextEntered(str(message)),), message_id=str(message))

    def message_id(self, message: str | bytes) -> str | None:
        return str(message)

    def encode(self, event: Event) -> Sequence[WireMessage]:
        return ()

    def envelope(self, message: WireMessage, **fields: Any) -> str:
        return ""


class Client:
    """A connection."""

    must_resume = False

    def __init__(self, *, present: bool = True) -> None:
        self.present = present

    def handle_before_resume(self, decoded: Decoded) -> None: ...

    def report_muted(self) -> None: ...


def test_a_mailbox_refuses_beyond_its_bound_and_gives_a_client_up_that_goes_on() -> None:
    async def call() -> None:
        told: list[tuple[Failed, str | None]] = []
        cpu = [0.0]
        mailbox = Mailbox(Words(), LoopClock(), lambda: cpu[0], 1000, lambda *it: told.append(it), lambda: State.IDLE)
        for _ in range(BOUND):
            mailbox.post(MuteChanged(True))
        mailbox.submit("over", Client())
        assert [(failure.code, message_id) for failure, message_id in told] == [(ErrorCode.RATE_LIMITED, "over")]
        for number in range(2 * REFUSED_LIMIT):
            mailbox.submit(str(number), Client())
        assert mailbox.given_up
        assert len(told) == REFUSED_LIMIT + 1
        items = [await mailbox.next(None) for _ in range(BOUND + 1)]
        assert items[-1] is not None
        assert items[-1].signal == SessionClosing(CloseReason.ERROR, ErrorCode.RATE_LIMITED, ANY)

    virtual_time.run(call())


def test_a_mailbox_takes_what_the_present_connection_brings_and_nothing_once_it_is_closed() -> None:
    async def call() -> None:
        told: list[object] = []
        mailbox = Mailbox(Words(), LoopClock(), lambda: 0.0, 50, lambda *it: told.append(it), lambda: State.IDLE)
        mailbox.submit("gone", Client(present=False))
        mailbox.submit("here", Client())
        item = await mailbox.next(None)
        assert item == Item(TextEntered("here"), "here", from_client=True)
        verdict = mailbox.ask(AnnounceRequested("Hello."))
        mailbox.close(AntiphonError(ErrorCode.NOT_FOUND, "It has ended."))
        mailbox.submit("late", Client())
        with pytest.raises(AntiphonError, match="It has ended"):
            await verdict
        assert await mailbox.next(asyncio.get_running_loop().time() + 1.0) is None
        assert told == []

    virtual_time.run(call())
