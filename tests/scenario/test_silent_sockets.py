"""WebSockets that say nothing keep nobody out who has something to say."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from antiphon.http import standing
from antiphon.http.standing import YOUNG_S
from antiphon.testing import virtual_time
from support.scene import timeless
from support.vela import vela
from support.ws import Client, house


@asynccontextmanager
async def ws_v1(folder: Path) -> AsyncIterator[tuple[Any, Callable[[Client], Any]]]:
    async with house(folder) as home:
        yield home, lambda client: client.started()


@asynccontextmanager
async def mocked(folder: Path) -> AsyncIterator[tuple[Any, Callable[[Client], Any]]]:
    async def greeted(client: Client) -> None:
        client.send("mocked.turn.trigger")
        await client.event("response.completed")

    async with vela(folder, "mock") as home:
        yield home, greeted


MOST = 8
CONTRACTS = {"ws.v1": ws_v1, "vela": mocked}


@pytest.mark.parametrize("contract", CONTRACTS)
@timeless
async def test_of_too_many_the_one_that_has_been_silent_for_longest_gives_way(
    tmp_path: Path, contract: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standing, "MOST", MOST)
    async with CONTRACTS[contract](tmp_path) as (home, talk):
        silent = [home.connect() for _ in range(MOST)]
        await virtual_time.advance(YOUNG_S / 2)
        early = home.connect()
        await early.serving  # all of them have just come
        assert early.line.code == 1013
        assert [client.line.code for client in silent] == [None] * MOST
        await virtual_time.advance(YOUNG_S)
        one = home.connect()
        await talk(one)
        await virtual_time.advance(0.1)
        assert [client.line.code for client in silent] == [1013] + [None] * (MOST - 1)
        assert one.line.code is None
