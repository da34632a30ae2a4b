"""A selector that lets events wait for each other where there are many of them."""

import asyncio
import socket
import time
from collections.abc import Iterator

import pytest

from antiphon.transports.webrtc.grouped import BUSY, LOOK_EACH, MANY, ROUNDS, SOME, STEP_S, WINDOW_S, GroupedSelector


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    near.setblocking(False)
    with near, far:
        yield near, far


def busy(selector: GroupedSelector, near: socket.socket, far: socket.socket, events: int = BUSY) -> None:
    while not selector.grouping:
        far.send(b"x")
        selector.select(0)
        near.recv(1)
    more = round(events * WINDOW_S) - selector._count
    selector._events.append((time.monotonic(), more))
    selector._count += more
    selector._read = set()
    assert selector.select(0) == []


def test_a_few_events_are_told_at_once(pair: tuple[socket.socket, socket.socket]) -> None:
    near, far = pair
    with GroupedSelector() as selector:
        selector.register(near, 1)
        far.send(b"x")
        began = time.monotonic()
        assert selector.select(5.0)
        assert not selector.grouping
        assert time.monotonic() - began < 4.0


@pytest.mark.parametrize(("events", "steps"), [(BUSY, 5), (SOME, 2), (MANY, 1)])
def test_many_events_are_told_at_the_steps_of_the_ticker(
    pair: tuple[socket.socket, socket.socket], events: int, steps: int
) -> None:
    near, far = pair
    with GroupedSelector() as selector:
        selector.register(near, 1)
        busy(selector, near, far, events)
        assert selector.grouping
        far.send(b"x")
        slept: list[float] = []
        now = selector._last_step * STEP_S + 1e-5
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(time, "sleep", slept.append)
            patch.setattr(time, "monotonic", lambda: now)  # which a busy machine may let go by
            assert selector.select(5.0)
        assert len(slept) == 1
        assert 0 < slept[0] <= steps * STEP_S


def test_between_two_steps_nobody_looks_for_what_has_come(pair: tuple[socket.socket, socket.socket]) -> None:
    """Tasks go on then, and a look costs more than most of them; but they do not put a step off."""
    near, far = pair
    with GroupedSelector() as selector, pytest.MonkeyPatch.context() as patch:
        selector.register(near, 1)
        busy(selector, near, far)
        now = selector._last_step * STEP_S + 1e-5
        patch.setattr(time, "monotonic", lambda: now)
        far.send(b"x")
        assert selector.select(0) == []
        now += 5 * STEP_S
        assert [key.fd for key, _ in selector.select(0)] == [near.fileno()]


def test_what_a_timer_woke_up_for_is_a_step(pair: tuple[socket.socket, socket.socket]) -> None:
    """With a few calls the loop wakes up twice in 20 ms to send; in between it reads once or twice."""
    near, far = pair
    with GroupedSelector() as selector, pytest.MonkeyPatch.context() as patch:
        selector.register(near, 1)
        busy(selector, near, far)
        began = selector._last_step * STEP_S
        now, woken = [began], []
        patch.setattr(time, "monotonic", lambda: now[0])

        def sleep(seconds: float) -> None:
            now[0] += seconds + 1e-5
            woken.append(round((now[0] - began) / STEP_S))

        patch.setattr(time, "sleep", sleep)
        selector._events.clear()
        selector._events.append((now[0], SOME))
        selector._count = round(SOME * WINDOW_S)
        assert selector.select(STEP_S) == []
        assert selector.select(4 * STEP_S) == []
        assert woken == [1, 3, 5]


def sleeps_until_empty(selector: GroupedSelector, near: socket.socket, most: int) -> int:
    """How often it sleeps until `near`, read once each time that it is told, has nothing more; at most `most` reads."""
    slept: list[float] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(time, "sleep", slept.append)
        for _ in range(most):
            if not selector.select(1e-4):
                break
            near.recv(1)
    return len(slept)


def test_who_sends_more_than_one_packet_a_step_does_not_fall_behind(pair: tuple[socket.socket, socket.socket]) -> None:
    near, far = pair
    with GroupedSelector() as selector:
        selector.register(near, 1)
        busy(selector, near, far)
        for _ in range(ROUNDS):
            far.send(b"x")
        assert sleeps_until_empty(selector, near, ROUNDS) <= LOOK_EACH
        with pytest.raises(BlockingIOError):
            near.recv(1)


def test_who_floods_is_read_only_so_often_a_step(pair: tuple[socket.socket, socket.socket]) -> None:
    near, far = pair
    with GroupedSelector() as selector:
        selector.register(near, 1)
        busy(selector, near, far)
        for _ in range(4 * ROUNDS):
            far.send(b"x")
        assert sleeps_until_empty(selector, near, 4 * ROUNDS) >= 3


def test_what_others_send_while_one_is_read_to_its_end_waits_for_the_next_step(
    pair: tuple[socket.socket, socket.socket],
) -> None:
    near, far = pair
    other, others_far = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    with other, others_far, GroupedSelector() as selector:
        selector.register(near, 1)
        selector.register(other, 1)
        busy(selector, near, far)
        far.send(b"x")
        far.send(b"x")
        assert [key.fd for key, _ in selector.select(5.0)] == [near.fileno()]
        near.recv(1)
        others_far.send(b"x")
        assert [key.fd for key, _ in selector.select(5.0)] == [near.fileno()]
        near.recv(1)
        assert [key.fd for key, _ in selector.select(5.0)] == [other.fileno()]


def test_a_timer_is_not_made_to_wait(pair: tuple[socket.socket, socket.socket]) -> None:
    near, far = pair
    with GroupedSelector() as selector:
        selector.register(near, 1)
        busy(selector, near, far)
        assert selector.select(0) == []
        waits: list[float] = []
        began = selector._last_step * STEP_S + 1e-3
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(time, "sleep", waits.append)
            patch.setattr(time, "monotonic", lambda: began + sum(waits))
            selector._events.clear()
            selector._events.append((began, BUSY))
            assert selector.select(0.0015) == []
        assert waits == [pytest.approx(0.0015)]


def test_when_little_comes_it_is_the_platforms_own_again(pair: tuple[socket.socket, socket.socket]) -> None:
    near, far = pair
    with GroupedSelector() as selector:
        selector.register(near, 1)
        busy(selector, near, far)
        with pytest.MonkeyPatch.context() as patch:
            later = time.monotonic() + 2 * WINDOW_S
            patch.setattr(time, "monotonic", lambda: later)
            selector.select(0)
        assert not selector.grouping


def test_a_loop_on_it_carries_many_datagrams_and_keeps_its_timers(pair: tuple[socket.socket, socket.socket]) -> None:
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
        return received, sorted(late)[len(late) // 2]

    with asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(GroupedSelector())) as runner:
        received, median_late = runner.run(receive())
    assert received == 300
    assert median_late < STEP_S
