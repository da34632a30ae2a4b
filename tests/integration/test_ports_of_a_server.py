"""`server.ice_ports` from the file to the wire: a real server, and clients who call over HTTP."""

from pathlib import Path

import aiohttp

from antiphon.cli.bench_server import write_assistants
from support.server import serve
from unit.webrtc.offers import plain
from unit.webrtc.test_ice_ports import free_ports, listens_on


async def test_who_calls_when_the_ports_are_used_up_gets_503_and_a_sentence(tmp_path: Path) -> None:
    ports = free_ports(1)
    assistants = tmp_path / "assistants"
    assistants.mkdir()
    write_assistants(assistants, ["echo"])
    (tmp_path / "antiphon.toml").write_text(f'[server]\nice_ports = "{ports[0]}-{ports[0]}"\n', "utf-8")
    offer = {"assistant_id": "echo", "offer": {"type": "offer", "sdp": plain()}}
    with serve("--assistants", str(assistants), cwd=tmp_path) as server:
        async with aiohttp.ClientSession() as http:
            async with http.post(f"{server.url}/v1/sessions", json=offer) as response:
                assert response.status == 201
                opened = await response.json()
            assert {port for _, port in listens_on(opened["answer"]["sdp"])} == set(ports)
            async with http.post(f"{server.url}/v1/sessions", json=offer) as response:
                problem = await response.json(content_type=None)
            assert (response.status, problem["code"]) == (503, "capacity.full")
            assert "server.ice_ports" in problem["detail"]
            assert int(response.headers["Retry-After"]) > 0
            # Nothing is left of who was refused: his place as a session is free.
            async with http.get(f"{server.url}/readyz") as response:
                assert response.status == 200
