"""Callers who come at the same time, one after the other."""

import asyncio

import numpy as np
import pytest

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.http.connect_throttle import APART_S, LONGEST_S, ConnectThrottle
from support.scene import timeless
from unit.http.conftest import Serve


async def times_of(throttle: ConnectThrottle, callers: int) -> list[float]:
    loop = asyncio.get_running_loop()

    async def enter() -> float:
        await throttle.enter()
        return loop.time()

    return sorted(await asyncio.gather(*(enter() for _ in range(callers))))


@timeless
async def test_those_who_come_at_once_are_let_in_apart() -> None:
    times = await times_of(ConnectThrottle(), 10)
    assert np.diff(times) == pytest.approx([APART_S] * 9)


async def test_who_comes_alone_does_not_wait() -> None:
    throttle = ConnectThrottle()
    entering = throttle.enter()
    with pytest.raises(StopIteration):
        entering.send(None)


@timeless
async def test_who_would_wait_too_long_is_told_to_come_again_and_who_has_a_session_is_not() -> None:
    throttle = ConnectThrottle()
    fit = round(LONGEST_S / APART_S) + 1
    waiting = [asyncio.create_task(throttle.enter()) for _ in range(fit + 20)]
    back = asyncio.create_task(throttle.wait_turn())
    outcomes = await asyncio.gather(*waiting, return_exceptions=True)
    refused = [outcome for outcome in outcomes if isinstance(outcome, AntiphonError)]
    assert len(refused) == 20
    assert all(one.code is ErrorCode.CAPACITY_FULL and "try again" in one.message for one in refused)
    await back


async def test_who_may_not_come_in_takes_nobodys_turn(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    turns: list[str] = []

    async def noted(self: ConnectThrottle, client: str) -> None:
        turns.append("turn")

    monkeypatch.setattr(ConnectThrottle, "enter", noted)
    monkeypatch.setattr(ConnectThrottle, "wait_turn", noted)
    site = await serve(sessions_per_address=1)
    first = await site.create()
    assert (first.status, len(turns)) == (201, 1)
    assert (await site.create()).status == 429
    offer = {"json": {"type": "offer", "sdp": "v=0"}, "headers": {"Authorization": "Bearer not-the-key"}}
    assert (await site.ask("POST", f"/v1/sessions/{first.json['session_id']}/offer", **offer)).status == 401
    assert len(turns) == 1


@timeless
async def test_whoever_comes_often_keeps_nobody_else_waiting() -> None:
    throttle, loop = ConnectThrottle(), asyncio.get_running_loop()
    flood = [asyncio.create_task(throttle.wait_turn("one")) for _ in range(300)]
    await asyncio.sleep(0)
    began = loop.time()
    await asyncio.gather(*(throttle.enter(name) for name in ("two", "three")))
    assert loop.time() - began <= 5 * APART_S
    assert sum(not task.done() for task in flood) > 290
    with pytest.raises(AntiphonError, match="try again"):
        await throttle.enter("one")
    for task in flood:
        task.cancel()
    await asyncio.gather(*flood, return_exceptions=True)
    # Those who have given up are in nobody's way.
    await asyncio.wait_for(throttle.enter("one"), 5 * APART_S)


@timeless
async def test_two_clients_take_turns() -> None:
    throttle, order = ConnectThrottle(), []

    async def enter(client: str) -> None:
        await throttle.enter(client)
        order.append(client)

    await throttle.enter()
    await asyncio.gather(*map(enter, ["a", "a", "a", "b", "b", "b"]))
    assert order == ["a", "b", "a", "b", "a", "b"]
