"""`/ws` on real sockets: which contract answers, and who may come in."""

from pathlib import Path

import aiohttp
import pytest

from support.ws_server import SECRET, START, closed, next_event, socket_house, token


@pytest.mark.requirement("V5-AUTH")
async def test_a_token_for_one_user_starts_no_session_as_another(tmp_path: Path) -> None:
    settings = {"server": {"secret": SECRET}}
    async with (
        socket_house(tmp_path, settings=settings) as (_, url),
        aiohttp.ClientSession() as http,
        http.ws_connect(f"{url}/ws?assistant_id=demo", protocols=("ws.v1", f"bearer.{token(sub='7')}")) as ws,
    ):
        await ws.send_json({**START, "metadata": {"history": {"userId": 1}}})
        refused = await next_event(ws)
        assert (refused["type"], refused["code"]) == ("error", "auth.forbidden")
        assert "metadata.history.userId is '1', and the token is for '7'" in refused["message"]
        await ws.send_json({**START, "metadata": {"history": {"userId": 7}}})
        await next_event(ws, "session.started")


@pytest.mark.requirement("WS1-ASSISTANT")
@pytest.mark.parametrize(
    ("query", "protocols", "chosen", "code"),
    [
        ("?assistant_id=demo", (), None, None),
        ("?assistant_id=demo", ("ws.v1",), "ws.v1", None),
        ("?assistant_id=demo", ("other", "ws.v1"), "ws.v1", None),
        ("", ("ws.v1",), "ws.v1", "protocol.assistant_required"),
        ("?assistant_id=", (), None, "protocol.assistant_required"),
        ("?assistant_id=nobody", (), None, "protocol.assistant_unknown"),
    ],
)
async def test_which_contract_answers(
    query: str, protocols: tuple[str, ...], chosen: str | None, code: str | None, tmp_path: Path
) -> None:
    async with (
        socket_house(tmp_path) as (_, url),
        aiohttp.ClientSession() as http,
        http.ws_connect(f"{url}/ws{query}", protocols=protocols) as ws,
    ):
        assert ws.protocol == chosen
        if code is None:
            await ws.send_json(START)
            await next_event(ws, "session.started")
        else:
            assert (await next_event(ws))["code"] == code
            assert await closed(ws) == 1008


@pytest.mark.parametrize(
    ("query", "protocols"), [("?assistant_id=demo", ("other",)), ("?assistant_id=demo", ("x", "y"))]
)
async def test_a_contract_that_nobody_serves_is_refused(query: str, protocols: tuple[str, ...], tmp_path: Path) -> None:
    async with socket_house(tmp_path) as (_, url), aiohttp.ClientSession() as http:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await http.ws_connect(f"{url}/ws{query}", protocols=protocols)
        assert refused.value.status == 404


async def test_what_is_no_websocket_is_told_so(tmp_path: Path) -> None:
    async with (
        socket_house(tmp_path) as (_, url),
        aiohttp.ClientSession() as http,
        http.get(f"{url.replace('ws:', 'http:')}/ws?assistant_id=demo") as answer,
    ):
        assert answer.status == 400
        assert (await answer.json(content_type=None))["code"] == "protocol.invalid_message"


async def test_a_token_comes_as_a_subprotocol_or_in_the_header_and_is_not_sent_back(tmp_path: Path) -> None:
    settings = {"server": {"secret": SECRET}}
    async with socket_house(tmp_path, settings=settings) as (_, url), aiohttp.ClientSession() as http:
        address = f"{url}/ws?assistant_id=demo"
        for given in (
            {"protocols": ("ws.v1", f"bearer.{token()}")},
            {"headers": {"Authorization": f"Bearer {token()}"}},
        ):
            async with http.ws_connect(address, **given) as ws:
                assert ws.protocol in (None, "ws.v1")
                await ws.send_json(START)
                await next_event(ws, "session.started")
        for wrong in (
            {},
            {"protocols": ("ws.v1",)},
            {"protocols": ("ws.v1", f"bearer.{token('x' * 40)}")},
            {"protocols": ("ws.v1", "bearer.")},
            {"headers": {"Authorization": "Basic abc"}},
        ):
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await http.ws_connect(address, **wrong)
            assert refused.value.status == 401
        # A token in the address is none: it would end up in logs.
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await http.ws_connect(f"{address}&token={token()}")


async def test_a_page_of_another_origin_does_not_get_in(tmp_path: Path) -> None:
    async with socket_house(tmp_path) as (_, url), aiohttp.ClientSession() as http:
        for origin in ("https://evil.example", "null", url.replace("ws:", "http:") + "0"):
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await http.ws_connect(f"{url}/ws?assistant_id=demo", headers={"Origin": origin})
            assert refused.value.status == 403
        own = url.replace("ws:", "http:")
        async with http.ws_connect(f"{url}/ws?assistant_id=demo", headers={"Origin": own}) as ws:
            await ws.send_json(START)
            await next_event(ws, "session.started")


@pytest.mark.parametrize("version", ["7", "8", "", "13, 8"])
async def test_a_draft_of_the_protocol_is_refused(tmp_path: Path, version: str) -> None:
    upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}
    async with socket_house(tmp_path) as (_, url), aiohttp.ClientSession() as http:
        where = url.replace("ws://", "http://") + "/ws?assistant_id=demo"
        async with http.get(where, headers=upgrade | {"Sec-WebSocket-Version": version}) as answer:
            assert (answer.status, (await answer.json())["code"]) == (400, "protocol.invalid_message")
