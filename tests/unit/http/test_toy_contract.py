"""Another contract is one folder and one entry: `tests/toy_contract`, served beside all others."""

from pathlib import Path

import aiohttp
import pytest

from antiphon.contracts.registry import CONTRACTS
from support.ws import ANSWER
from support.ws_server import socket_house
from toy_contract.contract import TOY


@pytest.mark.parametrize("named", [True, False])
async def test_a_contract_of_one_folder_is_served_beside_the_others(tmp_path: Path, named: bool) -> None:
    async with socket_house(tmp_path, contracts=(TOY, *CONTRACTS)) as (home, url), aiohttp.ClientSession() as http:
        query, protocols = ("", ["toy"]) if named else ("?toy=yes", [])
        async with http.ws_connect(f"{url}/ws{query}", protocols=protocols) as socket:
            await socket.send_str("What can you do?")
            assert await socket.receive_str(timeout=10) == f"said: {ANSWER}"
            await socket.send_bytes(b"\0")
            assert await socket.receive_str(timeout=10) == "refused: Lines are text."
            assert len(home.server.manager) == 1
        site = url.replace("ws", "http", 1)
        async with http.get(f"{site}/v1/toys") as answer:
            assert await answer.json() == ["toy"]
        async with http.get(f"{site}/toy") as page:
            assert page.status == 200
        # The others are there as ever.
        async with http.ws_connect(f"{url}/ws?assistant_id=demo") as socket:
            await socket.send_json({"type": "session.start"})
            assert (await socket.receive_json(timeout=10))["type"] == "session.started"
