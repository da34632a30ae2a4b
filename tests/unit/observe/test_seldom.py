"""What peers cause is logged once a minute: nothing of it is lost, whether or not it goes on."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from structlog.testing import capture_logs

from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Failed
from antiphon.observe.seldom import EveryMinute
from antiphon.observe.session_log import SessionLog
from antiphon.session.clock import LoopClock
from antiphon.testing import virtual_time


def counts_of(work: Coroutine[Any, Any, None]) -> list[int]:
    """The counts that are logged in virtual time until the work has ended."""
    with capture_logs() as logged:
        virtual_time.run(work)
    return [line["count"] for line in logged]


def test_a_flood_is_told_when_its_minute_is_over_and_no_more_is_told_after_it() -> None:
    async def work() -> None:
        seldom = EveryMinute("flood", LoopClock())
        with capture_logs() as logged:
            for number in range(1000):
                seldom.happened(number=number)
            assert [line["count"] for line in logged] == [1]
            await virtual_time.advance(59.0)
            assert len(logged) == 1
            await virtual_time.advance(2.0)
            assert [(line["count"], line["number"]) for line in logged] == [(1, 0), (999, 999)]
            await virtual_time.advance(600.0)
            assert len(logged) == 2
            seldom.happened(number=1)
            assert [line["count"] for line in logged] == [1, 999, 1]

    virtual_time.run(work())


def test_what_goes_on_is_a_line_a_minute_and_adds_up() -> None:
    async def work() -> None:
        seldom = EveryMinute("drops", LoopClock())
        for _ in range(300):
            seldom.happened()
            await virtual_time.advance(1.0)
        seldom.close()

    counts = counts_of(work())
    assert counts[0] == 1
    assert sum(counts) == 300
    assert len(counts) <= 6


def test_the_rest_is_told_at_the_end_once_and_no_timer_is_left() -> None:
    async def work() -> None:
        seldom = EveryMinute("flood", LoopClock())
        for _ in range(5):
            seldom.happened()
        seldom.close()
        seldom.close()
        began = asyncio.get_running_loop().time()
        await virtual_time.advance(0.5)
        assert asyncio.get_running_loop().time() - began == 0.5
        assert asyncio.all_tasks() == {asyncio.current_task()}
        await virtual_time.advance(120.0)

    assert counts_of(work()) == [1, 4]


def test_what_comes_after_the_end_is_told_too() -> None:
    async def work() -> None:
        seldom = EveryMinute("late", LoopClock())
        seldom.happened()
        seldom.close()
        seldom.happened()
        seldom.happened()
        await virtual_time.advance(61.0)

    assert counts_of(work()) == [1, 2]


def test_what_failed_in_a_session_is_told_when_it_ends() -> None:
    async def work() -> None:
        log = SessionLog(LoopClock())
        for _ in range(7):
            log.event("sess_1", Failed(ErrorCode.INVALID_JSON, "x"))
        log.ended("sess_1")

    assert counts_of(work()) == [1, 6]
