"""A selector that lets events wait for each other where there are many of them."""

import asyncio
import selectors
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from antiphon.transports.webrtc.grouped import BUSY, LOOK_EACH, MANY, ROUNDS, SOME, STEP_S, WINDOW_S, GroupedSelector
from antiphon.transports.webrtc.ticker import PHASES

Pair = tuple[socket.socket, socket.socket]


@pytest.fixture
def pair() -> Iterator[Pair]:
    near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    near.setblocking(False)
    with near, far:
        yield near, far


class Clock:
    """The time as a selector sees it: it goes by where the selector sleeps, which always takes a little longer."""

    LATE_S = 1e-4

    def __init__(self) -> None:
        self.now = 1000 * STEP_S + self.LATE_S
        self.slept: list[float] = []

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds + self.LATE_S


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def selector(pair: Pair, clock: Clock) -> Iterator[GroupedSelector]:
    """A selector that waits for the near one of the pair."""
    with GroupedSelector(clock, clock.sleep) as made:
        made.register(pair[0], 1)
        yield made


def busy(selector: GroupedSelector, clock: Clock, events: int = BUSY) -> None:
    """Let so many events a second have come lately, and nothing more at the last step, which has just been."""
    with ExitStack() as kept:
        others = [socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(round(events * WINDOW_S))]
        for near, far in others:
            kept.enter_context(near)
            kept.enter_context(far)
            selector.register(near, 1)
            far.send(b"x")
        assert len(selector.select(0)) == len(others)
        for near, _ in others:
            selector.unregister(near)
    assert selector.grouping
    clock.now += PHASES * STEP_S
    assert selector.select(0) == []


def test_a_few_events_are_told_at_once(pair: Pair, clock: Clock, selector: GroupedSelector) -> None:
    pair[1].send(b"x")
    assert selector.select(5.0)
    assert not selector.grouping
    assert clock.slept == []


@pytest.mark.parametrize(("events", "steps"), [(BUSY, 5), (SOME, 2), (MANY, 1)])
def test_many_events_are_told_at_the_steps_of_the_ticker(
    pair: Pair, clock: Clock, selector: GroupedSelector, events: int, steps: int
) -> None:
    busy(selector, clock, events)
    pair[1].send(b"x")
    assert selector.select(5.0)
    assert clock.slept == [pytest.approx(steps * STEP_S - clock.LATE_S)]


def test_between_two_steps_nobody_looks_for_what_has_come(pair: Pair, clock: Clock, selector: GroupedSelector) -> None:
    """Tasks go on then, and a look costs more than most of them; but they do not put a step off."""
    near, far = pair
    busy(selector, clock)
    far.send(b"x")
    assert selector.select(0) == []
    clock.now += 5 * STEP_S
    assert [key.fd for key, _ in selector.select(0)] == [near.fileno()]


def test_what_a_timer_woke_up_for_is_a_step(clock: Clock, selector: GroupedSelector) -> None:
    """With a few calls the loop wakes up twice in 20 ms to send; in between it reads once or twice."""
    busy(selector, clock, SOME)
    began = clock.now
    assert selector.select(STEP_S) == []
    assert selector.select(4 * STEP_S - 1.5 * clock.LATE_S) == []
    woken = [sum(clock.slept[: number + 1]) + number * clock.LATE_S for number in range(len(clock.slept))]
    assert [round(after / STEP_S) for after in woken] == [1, 3, 5]
    assert clock.now - began == pytest.approx(5 * STEP_S)


def sleeps_until_empty(selector: GroupedSelector, clock: Clock, near: socket.socket, most: int) -> int:
    """How often it sleeps until `near`, read once each time that it is told, has nothing more; at most `most` reads."""
    before = len(clock.slept)
    for _ in range(most):
        if not selector.select(1e-4):
            break
        near.recv(1)
    return len(clock.slept) - before


def test_who_sends_more_than_one_packet_a_step_does_not_fall_behind(
    pair: Pair, clock: Clock, selector: GroupedSelector
) -> None:
    near, far = pair
    busy(selector, clock)
    for _ in range(ROUNDS):
        far.send(b"x")
    assert sleeps_until_empty(selector, clock, near, ROUNDS) <= LOOK_EACH
    with pytest.raises(BlockingIOError):
        near.recv(1)


def test_who_floods_is_read_only_so_often_a_step(pair: Pair, clock: Clock, selector: GroupedSelector) -> None:
    near, far = pair
    busy(selector, clock)
    for _ in range(4 * ROUNDS):
        far.send(b"x")
    assert sleeps_until_empty(selector, clock, near, 4 * ROUNDS) >= 3


def test_what_others_send_while_one_is_read_to_its_end_waits_for_the_next_step(
    pair: Pair, clock: Clock, selector: GroupedSelector
) -> None:
    near, far = pair
    other, others_far = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    with other, others_far:
        selector.register(other, 1)
        busy(selector, clock)
        far.send(b"x")
        far.send(b"x")
        assert [key.fd for key, _ in selector.select(5.0)] == [near.fileno()]
        near.recv(1)
        others_far.send(b"x")
        assert [key.fd for key, _ in selector.select(5.0)] == [near.fileno()]
        near.recv(1)
        assert [key.fd for key, _ in selector.select(5.0)] == [other.fileno()]


def test_a_timer_is_not_made_to_wait(clock: Clock, selector: GroupedSelector) -> None:
    busy(selector, clock)
    assert selector.select(0) == []
    clock.now += 1e-3
    assert selector.select(0.0015) == []
    assert clock.slept == [pytest.approx(0.0015)]


def test_when_little_comes_it_is_the_platforms_own_again(clock: Clock, selector: GroupedSelector) -> None:
    busy(selector, clock)
    clock.now += 2 * WINDOW_S
    selector.select(0)
    assert not selector.grouping


Selectors = Callable[[], selectors.BaseSelector]


def test_a_loop_on_it_carries_many_datagrams_and_keeps_its_timers_as_a_loop_on_the_platforms_own(pair: Pair) -> None:
    near, far = pair

    async def receive() -> tuple[int, float]:
        loop = asyncio.get_running_loop()
        received = 0
        sent = 0
        late: list[float] = []
        all_came = asyncio.Event()

        def read() -> None:
            nonlocal received
            received += len(near.recv(1))
            if received == 300:
                all_came.set()

        def send(due: float) -> None:
            nonlocal sent
            late.append(loop.time() - due)
            far.send(b"x")
            sent += 1
            if sent < 300:
                loop.call_at(due + 0.001, send, due + 0.001)

        loop.add_reader(near, read)
        send(loop.time())
        async with asyncio.timeout(20):
            await all_came.wait()
        loop.remove_reader(near)
        return received, sorted(late)[len(late) // 2]

    def median_late(make: Selectors) -> float:
        with asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(make())) as runner:
            received, median = runner.run(receive())
        assert received == 300
        return median

    on_it = median_late(GroupedSelector)
    assert on_it - median_late(selectors.DefaultSelector) < STEP_S
