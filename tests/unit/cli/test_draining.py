"""For how long a server that was asked to stop goes on: as long as a call is on, or may be gone on with."""

import asyncio
from collections.abc import Callable
from typing import cast

import pytest

from antiphon.cli.draining import RETURN_S, Stopping, drain
from antiphon.session.manager import Manager
from support.scene import timeless


class Sessions:
    """A manager whose sessions a test takes away."""

    def __init__(self, *present: str) -> None:
        self.carried = set(present)
        self.gone: set[str] = set()
        self.draining = False

    def is_on(self, name: str) -> bool:
        return name in self.carried | self.gone

    def drain(self) -> None:
        self.draining = True

    def lose(self, name: str) -> None:
        self.carried.discard(name)
        self.gone.add(name)

    def come_back(self, name: str) -> None:
        self.gone.discard(name)
        self.carried.add(name)

    def end(self, name: str) -> None:
        self.carried.discard(name)
        self.gone.discard(name)


class Asked:
    def __init__(self) -> None:
        self.at_once = asyncio.Event()


async def took(sessions: Sessions, *steps: tuple[float, Callable[[], None]], longest_s: float = 60.0) -> float:
    """After how many seconds it returned; `steps` are done at their times."""
    loop, asked = asyncio.get_running_loop(), Asked()
    began = loop.time()
    for at, step in steps:
        loop.call_later(at, step)
    await drain(cast(Manager, sessions), longest_s, cast(Stopping, asked))
    assert sessions.draining
    return loop.time() - began


@timeless
async def test_it_ends_with_the_last_call() -> None:
    sessions = Sessions("a", "b")
    seconds = await took(sessions, (2.0, lambda: sessions.end("a")), (5.0, lambda: sessions.end("b")))
    assert seconds == pytest.approx(5.0, abs=0.1)


@timeless
async def test_whose_page_is_loaded_again_comes_back_to_his_call() -> None:
    sessions = Sessions("a")
    away, back, over = (2.0, lambda: sessions.lose("a")), (8.0, lambda: sessions.come_back("a")), 20.0
    assert await took(sessions, away, back, (over, lambda: sessions.end("a"))) == pytest.approx(over, abs=0.1)


@timeless
async def test_who_does_not_come_back_is_not_waited_for_for_ever() -> None:
    sessions = Sessions("a")
    assert await took(sessions, (2.0, lambda: sessions.lose("a"))) == pytest.approx(2.0 + RETURN_S, abs=0.1)


@timeless
async def test_it_takes_no_longer_than_it_may() -> None:
    assert await took(Sessions("a"), longest_s=7.0) == pytest.approx(7.0, abs=0.1)


@timeless
async def test_where_nobody_is_on_it_ends_at_once() -> None:
    sessions = Sessions()
    sessions.gone.add("a")
    assert await took(sessions) == 0.0
