"""The subprotocol `voicepilot`: a session's turn events for whoever has its token, while its client is on the line."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import pytest_asyncio
from aiohttp import ClientConnectionError

from antiphon.contracts.voicepilot.feed import FEEDS
from antiphon.testing.caller import Caller
from antiphon.wire.turn_event_models import TurnEventMessage
from support.ws_server import socket_house


class Talk:
    """A session over WebRTC, and who follows it over WebSockets."""

    def __init__(self, call: Caller, url: str, http: aiohttp.ClientSession) -> None:
        self.call = call
        self.url = url
        self.http = http

    def follow(self, *protocols: str) -> Any:
        return self.http.ws_connect(f"{self.url}/ws", protocols=protocols)


@pytest_asyncio.fixture
async def talk(tmp_path: Path) -> AsyncIterator[Talk]:
    async with AsyncExitStack() as stack:
        _, url = await stack.enter_async_context(socket_house(tmp_path))
        http = await stack.enter_async_context(aiohttp.ClientSession())
        call = await stack.enter_async_context(Caller(url.replace("ws:", "http:"), assistant="demo"))
        yield Talk(call, url, http)


async def next_event(ws: aiohttp.ClientWebSocketResponse) -> dict[str, Any]:
    message = await ws.receive(timeout=20)
    assert message.type is aiohttp.WSMsgType.TEXT, message
    TurnEventMessage.model_validate_json(message.data)
    payload: dict[str, Any] = json.loads(message.data)["payload"]
    return payload


@pytest.mark.requirement("ITE-REQ-012")
async def test_it_streams_what_happens_and_ends_with_the_session(talk: Talk) -> None:
    token = talk.call.session_token
    async with talk.follow("voicepilot", f"bearer.{token}") as ws:
        assert ws.protocol == "voicepilot"
        await ws.send_str("whatever a client says here means nothing")
        await ws.send_bytes(b"x" * 1000)
        await talk.call.send("input.text", {"text": "What can you do?"})
        told = [await next_event(ws)]
        while told[-1]["state"] != "idle":
            told.append(await next_event(ws))
        states = [event["state"] for event in told if event["type"] == "state-changed"]
        assert states == ["thinking", "speaking", "idle"]
        # Its own client has not asked for them.
        assert not any(event.type == "voicepilot.turn.event" for event in talk.call.events)
        await talk.call.send("session.close")
        async with asyncio.timeout(20):
            while (message := await ws.receive()).type is aiohttp.WSMsgType.TEXT:
                pass
        assert (message.type, ws.close_code) == (aiohttp.WSMsgType.CLOSE, 1000)
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await talk.follow("voicepilot", f"bearer.{token}")
    assert refused.value.status in (401, 404)


async def test_only_who_has_the_sessions_token_may_follow_it(talk: Talk) -> None:
    async with talk.http.post(f"{talk.url.replace('ws:', 'http:')}/v1/sessions", json={}) as answer:
        key = (await answer.json())["ephemeral_key"]
    wrong = {(): 401, ("bearer.",): 401, ("bearer.guess",): 401, (f"bearer.{key}",): 403}
    for protocols, status in wrong.items():
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await talk.follow("voicepilot", *protocols)
        assert refused.value.status == status


async def test_eight_may_follow_a_session_and_a_ninth_when_one_of_them_has_gone(talk: Talk) -> None:
    protocols = ("voicepilot", f"bearer.{talk.call.session_token}")
    followers = [await talk.follow(*protocols) for _ in range(FEEDS)]
    one_too_many = await talk.follow(*protocols)
    message = await one_too_many.receive(timeout=20)
    assert (message.type, one_too_many.close_code) == (aiohttp.WSMsgType.CLOSE, 1008)
    await followers.pop().close()
    await talk.call.send("input.text", {"text": "What can you do?"})
    for follower in followers:
        assert (await next_event(follower))["type"]
    async with talk.follow(*protocols) as ninth:
        assert (await next_event(ninth))["type"]
    for follower in followers:
        await follower.close()


async def test_who_floods_a_feed_is_let_go_and_the_others_follow_on(talk: Talk) -> None:
    protocols = ("voicepilot", f"bearer.{talk.call.session_token}")
    async with talk.follow(*protocols) as other, talk.follow(*protocols) as flooder:
        with suppress(ClientConnectionError):
            for _ in range(40_000):
                await flooder.ping()
        async with asyncio.timeout(20):
            while (message := await flooder.receive()).type is aiohttp.WSMsgType.TEXT:
                pass
        assert message.type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED, aiohttp.WSMsgType.ERROR)
        assert flooder.close_code in (1006, 1008)  # the reason may be lost where more comes than is read
        await talk.call.send("input.text", {"text": "What can you do?"})
        assert (await next_event(other))["type"]
