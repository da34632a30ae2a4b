"""When the garbage of ended sessions is collected."""

import asyncio

import pytest

from antiphon.cli.sweeping import EVERY_S, FEW_CALLS, TIMES, Sweeper
from antiphon.testing import virtual_time
from support.scene import timeless


class Collector:
    """What is called instead of Python's, and when it was, in seconds since `began`."""

    def __init__(self, calls: int) -> None:
        self.calls = calls
        self.sweeper = Sweeper(lambda: self.calls, self.collect)
        self.began = asyncio.get_running_loop().time()
        self.at: list[float] = []

    def collect(self) -> None:
        self.at.append(round(asyncio.get_running_loop().time() - self.began, 3))


@timeless
@pytest.mark.parametrize("calls", [0, 1, FEW_CALLS])
async def test_after_an_end_it_is_looked_a_few_times_and_then_no_more(calls: int) -> None:
    collector = Collector(calls)
    await virtual_time.advance(60)
    assert collector.at == []
    collector.began += 60
    collector.sweeper.ended("sess_1")
    await virtual_time.advance(60)
    assert collector.at == [EVERY_S * number for number in range(1, TIMES + 1)]


@timeless
async def test_ends_that_come_together_cost_no_more_than_one() -> None:
    collector = Collector(FEW_CALLS)
    for number in range(50):
        collector.sweeper.ended(f"sess_{number}")
        await virtual_time.advance(0.2)
    await virtual_time.advance(60)
    assert len(collector.at) <= 10 / EVERY_S + TIMES


@timeless
async def test_where_many_call_those_who_have_gone_must_be_worth_the_pause() -> None:
    collector = Collector(4 * FEW_CALLS)
    for number in range(FEW_CALLS - 1):
        collector.sweeper.ended(f"sess_{number}")
    await virtual_time.advance(60)
    assert collector.at == []
    collector.sweeper.ended("sess")
    await virtual_time.advance(EVERY_S + 0.01)
    assert len(collector.at) == 1
    collector.calls = 0
    await virtual_time.advance(60)
    assert len(collector.at) == TIMES
