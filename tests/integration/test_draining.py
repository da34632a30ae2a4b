"""SIGTERM: calls that are on may end by themselves, new ones are refused, and what is left is told so (R4)."""

import asyncio
import signal
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from antiphon.testing.caller import Caller
from support.calls import write_typed
from support.server import ENVIRONMENT, RunningServer, serve
from unit.webrtc.offers import plain

ANSWER = "This answer takes some four seconds, and is heard to its end."


@pytest.fixture
def assistants(tmp_path: Path) -> Path:
    write_typed(tmp_path, "demo", ANSWER)
    return tmp_path


async def begins_to_speak(call: Caller) -> None:
    await call.wait_until(lambda: call.state == "ai_speaking", 20)


async def status(server: RunningServer, path: str, method: str = "GET") -> int:
    options: dict[str, Any] = {"json": {}} if method == "POST" else {}
    async with aiohttp.ClientSession() as http, http.request(method, server.url + path, **options) as answer:
        return answer.status


async def first_offer(server: RunningServer, opened: dict[str, str]) -> tuple[int, str]:
    """Status and code of the first offer of a session that was opened before."""
    url, given = f"{server.url}/v1/sessions/{opened['session_id']}/offer", f"Bearer {opened['ephemeral_key']}"
    offer, headers = {"type": "offer", "sdp": plain()}, {"Authorization": given}
    async with aiohttp.ClientSession() as http, http.post(url, json=offer, headers=headers) as answer:
        return answer.status, (await answer.json(content_type=None)).get("code", "")


async def vela(server: RunningServer) -> tuple[list[str], int | None]:
    """What a new Vela connection is told, type and code of each message, and what it is closed with."""
    async with aiohttp.ClientSession() as http, http.ws_connect(f"{server.url}/ws", protocols=("vela",)) as ws:
        await ws.send_json({"type": "session.start", "payload": {}})
        told = [message.json() async for message in ws]
        return [f"{one['type']} {one['payload'].get('code', '')}" for one in told], ws.close_code


async def ws_v1(server: RunningServer, *, silent: bool) -> tuple[list[str], int | None]:
    """What a new WS v1 connection is told, and what it is closed with. `silent`: it sends nothing."""
    url = f"{server.url}/ws?assistant_id=demo"
    async with aiohttp.ClientSession() as http, http.ws_connect(url, protocols=("ws.v1",)) as ws:
        if not silent:
            await ws.send_json({"type": "session.start"})
        told = [message.json() async for message in ws]
        return [f"{one['type']} {one.get('code', '')}" for one in told], ws.close_code


@pytest.mark.parametrize("mode", ["mock", "live"])
async def test_an_answer_that_is_on_is_heard_to_its_end_and_nobody_new_comes_in(
    assistants: Path, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    monkeypatch.setitem(ENVIRONMENT, "ANTIPHON_SERVER__DRAIN_S", "30")
    monkeypatch.setitem(ENVIRONMENT, "ANTIPHON_VELA__MODE", mode)
    with serve("--assistants", str(assistants), cwd=assistants) as server:
        async with Caller(server.url) as call:
            async with aiohttp.ClientSession() as http, http.post(f"{server.url}/v1/sessions", json={}) as answer:
                opened = await answer.json()
            await call.type("hello")
            await begins_to_speak(call)
            server.process.send_signal(signal.SIGTERM)
            while await status(server, "/readyz") == 200:
                assert call.state == "ai_speaking"
            assert await status(server, "/healthz") == 200
            assert await status(server, "/v1/sessions", "POST") == 503
            assert await first_offer(server, opened) == (503, "capacity.full")
            assert await vela(server) == (["error capacity.full"], 1013)
            for silent in (False, True):
                assert await ws_v1(server, silent=silent) == (["error capacity.full"], 1013)
            reply = await call.reply()
            assert reply.text == ANSWER
            assert any(event.type == "audio.complete" for event in call.events)
            assert not any(event.type == "session.closed" for event in call.events)
        assert await asyncio.to_thread(server.process.wait, 10) == 0
    assert any("1 call is on, and may end within 30 s" in line for line in server.output)
    assert not any("Traceback" in line for line in server.output)


@pytest.mark.parametrize("contract", ["vela", "ws.v1"])
async def test_who_is_connected_without_a_session_is_told_that_there_will_be_none(
    assistants: Path, monkeypatch: pytest.MonkeyPatch, contract: str
) -> None:
    """With no call on the server ends at once: nobody has been waiting for 2 s by then."""
    monkeypatch.setitem(ENVIRONMENT, "ANTIPHON_VELA__MODE", "live")
    with serve("--assistants", str(assistants), cwd=assistants) as server:
        url = f"{server.url}/ws?assistant_id=demo"
        async with aiohttp.ClientSession() as http, http.ws_connect(url, protocols=(contract,)) as ws:
            if contract == "vela":
                assert (await ws.receive_json(timeout=5))["type"] == "session.ready"
                assert (await ws.receive_json(timeout=5))["type"] == "session.state"
            server.process.send_signal(signal.SIGTERM)
            told = [message.json() async for message in ws]
            assert [one.get("code") or one["payload"]["code"] for one in told] == ["capacity.full"]
            assert ws.close_code == 1013
        assert await asyncio.to_thread(server.process.wait, 10) == 0


@pytest.mark.parametrize("again", [False, True], ids=["the time is over", "asked again"])
async def test_who_stays_is_told_that_the_server_stops(
    assistants: Path, monkeypatch: pytest.MonkeyPatch, again: bool
) -> None:
    monkeypatch.setitem(ENVIRONMENT, "ANTIPHON_SERVER__DRAIN_S", "60" if again else "1")
    with serve("--assistants", str(assistants), cwd=assistants) as server:
        async with Caller(server.url) as call:
            server.process.send_signal(signal.SIGTERM)
            if again:
                while await status(server, "/readyz") == 200:
                    pass
                server.process.send_signal(signal.SIGTERM)
            assert await asyncio.to_thread(server.process.wait, 15) == 0
            closed = [event.payload["reason"] for event in call.events if event.type == "session.closed"]
            assert closed == ["shutdown"]


async def after_sigterm(server: RunningServer, message: dict[str, Any], first: str) -> tuple[list[str], int | None]:
    """What a Vela connection in mock mode is told from `first` on, the answer to its message, after which the server is
    asked to stop; and what it is closed with."""
    async with aiohttp.ClientSession() as http, http.ws_connect(f"{server.url}/ws", protocols=("vela",)) as ws:
        for _ in range(2):
            await ws.receive_json(timeout=5)
        await ws.send_json(message)
        told = [await ws.receive_json(timeout=5)]
        assert told[0]["payload"]["value"] == first
        server.process.send_signal(signal.SIGTERM)
        told += [one.json() async for one in ws]
        return [brief(one) for one in told], ws.close_code


def brief(message: dict[str, Any]) -> str:
    payload = message["payload"]
    return f"{message['type']} {payload.get('value') or payload.get('code', '')}".strip()


async def test_a_mocked_turn_that_is_on_is_told_to_its_end(assistants: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENVIRONMENT, "ANTIPHON_SERVER__DRAIN_S", "30")
    with serve("--assistants", str(assistants), cwd=assistants) as server:
        message = {"type": "mocked.turn.trigger", "payload": {}}
        told, code = await after_sigterm(server, message, "listening")
        assert told[-2:] == ["response.completed", "session.state idle"]
        assert not any("error" in one for one in told)
        assert code == 1001
        assert await asyncio.to_thread(server.process.wait, 10) == 0
    assert any("1 call is on, and may end within 30 s" in line for line in server.output)


async def test_a_key_that_is_held_for_longer_than_may_be_is_told_that_its_turn_is_over(
    assistants: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ENVIRONMENT, "ANTIPHON_SERVER__DRAIN_S", "1")
    with serve("--assistants", str(assistants), cwd=assistants) as server:
        message = {"type": "input_audio.append", "payload": {"chunk": "x"}}
        told, code = await after_sigterm(server, message, "listening")
        assert told[1:] == ["transcript.partial", "session.state idle", "error session.expired"]
        assert code == 1001
        assert await asyncio.to_thread(server.process.wait, 10) == 0
