"""The one clock of all that is sent: who is due when, what a late loop does, and what a broken member does."""

import asyncio
from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.domain.audio import FRAME_S
from antiphon.testing import virtual_time
from antiphon.transports.webrtc.ticker import FILLED, LAG_WINDOW_S, PHASES, LagMeter, Schedule, Ticker


def member() -> Callable[[], None]:
    return lambda: None


def ticks(schedule: Schedule, now: float) -> list[Callable[[], None]]:
    return [tick for due in schedule.due(now) for tick in due.members]


@given(count=st.integers(1, 60), start=st.floats(0, 1e6), periods=st.integers(2, 20))
def test_everybody_is_due_once_a_period_few_together_and_many_spread(count: int, start: float, periods: int) -> None:
    schedule = Schedule()
    members = [member() for _ in range(count)]
    for one in members:
        schedule.add(one, start)
    counts = dict.fromkeys(members, 0)
    batches = []
    end = start + periods * FRAME_S
    while (at := schedule.next_at()) is not None and at <= end - 1e-6:
        for due in schedule.due(at):
            assert due.missed == 0
            assert due.at == pytest.approx(at)
            batches.append(len(due.members))
            for one in due.members:
                counts[one] += 1
    assert all(periods - 1 <= seen <= periods + 1 for seen in counts.values())
    assert max(batches) <= max(FILLED, -(-count // PHASES))
    assert len(batches) <= (periods + 1) * min(PHASES, -(-count // FILLED))


@given(late=st.floats(0, 10))
def test_after_a_delay_each_is_called_once_and_then_at_the_old_deadlines(late: float) -> None:
    schedule, one = Schedule(), member()
    schedule.add(one, 50.0)
    first = schedule.next_at()
    assert first is not None
    (due,) = schedule.due(first + late)
    assert due.members == (one,)
    assert due.missed == int(late / FRAME_S + 1e-4)
    after = schedule.next_at()
    assert after is not None
    assert first + late < after + 1e-6 <= first + late + FRAME_S + 2e-6
    assert ((after - first) / FRAME_S) == pytest.approx(round((after - first) / FRAME_S), abs=1e-3)
    assert ticks(schedule, first + late) == []


def test_who_leaves_makes_room_in_its_phase_for_the_next() -> None:
    schedule = Schedule()
    members = [member() for _ in range(FILLED * PHASES)]
    for one in members:
        schedule.add(one, 0.0)
    leaving = members[FILLED : FILLED + 2]
    for one in leaving:
        schedule.remove(one)
    newcomers = [member(), member()]
    for one in newcomers:
        schedule.add(one, 1.0)
    together = [due.members for due in schedule.due(1.0 + 2 * FRAME_S)]
    assert sorted(map(len, together)) == [FILLED] * PHASES
    assert (*members[FILLED + 2 : 2 * FILLED], *newcomers) in together


def test_a_member_is_in_once_and_may_leave_twice() -> None:
    schedule, one = Schedule(), member()
    schedule.add(one, 0.0)
    schedule.add(one, 0.0)
    assert ticks(schedule, 1.0) == [one]
    schedule.remove(one)
    schedule.remove(one)
    assert schedule.next_at() is None
    assert ticks(schedule, 2.0) == []


def test_the_lag_is_that_of_the_last_ten_seconds() -> None:
    meter = LagMeter()
    meter.note(0.0, 0.5, 7)
    for number in range(200):
        meter.note(1.0 + number / 100, number / 1000, 0)
    lag = meter.read(5.0)
    assert (lag.p99, lag.largest, lag.missed) == (0.198, 0.5, 7)
    lag = meter.read(LAG_WINDOW_S + 0.5)
    assert (lag.largest, lag.missed) == (0.199, 7)
    assert meter.read(100.0).largest == 0.0
    # Counted by their size they are all there: 11 of the 201 were up to 10 ms.
    assert (meter.all().count, meter.all().over(0.01)) == (201, 190)


def test_every_member_is_called_each_20_ms_until_it_leaves() -> None:
    async def scenario() -> None:
        loop = asyncio.get_running_loop()
        ticker = Ticker()
        called: dict[str, list[float]] = {name: [] for name in "abc"}
        members = {name: partial(lambda name: called[name].append(loop.time()), name) for name in called}
        for tick in members.values():
            ticker.add(tick)
        await virtual_time.advance(1.0)
        ticker.remove(members["b"])
        await virtual_time.advance(1.0)
        assert [round(len(times) / 10) for times in called.values()] == [10, 5, 10]
        gaps = [later - earlier for earlier, later in zip(called["a"], called["a"][1:], strict=False)]
        assert gaps == pytest.approx([FRAME_S] * len(gaps), abs=2e-3)
        assert ticker.lag().largest < 2e-3
        for tick in members.values():
            ticker.remove(tick)
        assert len(ticker) == 0

    virtual_time.run(scenario())


def test_without_members_nothing_is_left_on_the_loop() -> None:
    async def scenario() -> None:
        ticker, tick = Ticker(), member()
        ticker.add(tick)
        ticker.remove(tick)
        # In virtual time a wait for nothing is an error, unless some timer is still set.
        await asyncio.get_running_loop().create_future()

    with pytest.raises(virtual_time.NothingLeftToDo):
        virtual_time.run(scenario())


def test_a_member_that_raises_costs_nobody_a_tick_and_is_told_of_once(capsys: pytest.CaptureFixture[str]) -> None:
    async def scenario() -> None:
        calls: list[str] = []

        def broken() -> None:
            calls.append("broken")
            raise RuntimeError("no packet today")

        ticker = Ticker()
        ticker.add(broken)
        others: list[Callable[[], None]] = [partial(calls.append, f"sound {number}") for number in range(2 * PHASES)]
        for tick in others:
            ticker.add(tick)
        await virtual_time.advance(0.2)
        counts = {name: calls.count(name) for name in set(calls)}
        assert len(counts) == 1 + len(others)
        assert set(counts.values()) <= {9, 10, 11}
        for tick in (broken, *others):
            ticker.remove(tick)

    virtual_time.run(scenario())
    assert capsys.readouterr().out.count("a frame was not sent") == 1


def test_who_is_taken_out_by_another_in_the_same_phase_is_not_called_any_more() -> None:
    async def scenario() -> None:
        called: list[int] = []
        ticker = Ticker()
        tail: list[Callable[[], None]] = [partial(called.append, number) for number in range(FILLED - 1)]

        def head() -> None:
            called.append(-1)
            for tick in tail:
                ticker.remove(tick)

        for tick in (head, *tail):
            ticker.add(tick)
        await virtual_time.advance(0.1)
        ticker.remove(head)
        assert set(called) == {-1}

    virtual_time.run(scenario())


def test_a_loop_that_stood_still_sends_no_burst() -> None:
    async def scenario() -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, virtual_time.VirtualTimeLoop)
        called: list[float] = []
        ticker = Ticker()
        tick = partial(lambda: called.append(loop.time()))
        ticker.add(tick)
        await virtual_time.advance(0.1)
        loop.now += 0.205
        before = len(called)
        await virtual_time.advance(0.1)
        ticker.remove(tick)
        assert 5 <= len(called) - before <= 6
        lag = ticker.lag()
        assert 9 <= lag.missed <= 10
        assert 0.185 < lag.largest < 0.21

    virtual_time.run(scenario())
