"""The subprotocol `voicepilot`: a session's turn events for whoever has its token, while its client is on the line."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import pytest_asyncio
from aiohttp import ClientConnectionError

from antiphon.contracts.voicepilot.feed import FEEDS
from antiphon.wire.turn_event_models import TurnEventMessage
from support.rtc import Caller, eventually
from support.ws_server import socket_house

INITIALISE = {"protocol": "vip/1", "narration": "A page.", "actions": {}}


class Talk:
    """A session over WebRTC that has been initialised."""

    def __init__(self, caller: Caller, opened: dict[str, Any], url: str, http: aiohttp.ClientSession) -> None:
        self.opened = opened
        self.url = url
        self.http = http
        self.caller = caller
        self.channel = caller.channel()

    def send(self, kind: str, payload: dict[str, Any]) -> None:
        self.channel.send(json.dumps({"type": kind, "payload": payload}))

    def told(self, kind: str) -> list[dict[str, Any]]:
        messages = [json.loads(message) for message in self.caller.messages]
        return [message["payload"] for message in messages if message["type"] == kind]

    def follow(self, *protocols: str) -> Any:
        return self.http.ws_connect(f"{self.url}/ws", protocols=protocols)


@pytest_asyncio.fixture
async def talk(tmp_path: Path) -> AsyncIterator[Talk]:
    async with socket_house(tmp_path) as (_, url), aiohttp.ClientSession() as http:
        caller = Caller()
        talk = Talk(caller, {}, url, http)
        offer = {"type": "offer", "sdp": await caller.offer()}
        address = f"{url.replace('ws:', 'http:')}/v1/sessions"
        async with http.post(address, json={"assistant_id": "demo", "offer": offer}) as answer:
            talk.opened = await answer.json()
        await caller.accept(talk.opened["answer"]["sdp"])
        await eventually(lambda: talk.told("session.connected"), 20)
        talk.send("session.initialize", INITIALISE)
        await eventually(lambda: talk.told("session.state"), 20)
        yield talk
        await caller.close()


async def next_event(ws: aiohttp.ClientWebSocketResponse) -> dict[str, Any]:
    message = await ws.receive(timeout=20)
    assert message.type is aiohttp.WSMsgType.TEXT, message
    TurnEventMessage.model_validate_json(message.data)
    payload: dict[str, Any] = json.loads(message.data)["payload"]
    return payload


@pytest.mark.requirement("ITE-REQ-012")
async def test_it_streams_what_happens_and_ends_with_the_session(talk: Talk) -> None:
    token = talk.opened["session_token"]
    async with talk.follow("voicepilot", f"bearer.{token}") as ws:
        assert ws.protocol == "voicepilot"
        await ws.send_str("whatever a client says here means nothing")
        await ws.send_bytes(b"x" * 1000)
        talk.send("input.text", {"text": "What can you do?"})
        told = [await next_event(ws)]
        while told[-1]["state"] != "idle":
            told.append(await next_event(ws))
        states = [event["state"] for event in told if event["type"] == "state-changed"]
        assert states == ["thinking", "speaking", "idle"]
        assert not talk.told("voicepilot.turn.event")  # its own client has not asked for them
        talk.send("session.close", {})
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
    protocols = ("voicepilot", f"bearer.{talk.opened['session_token']}")
    followers = [await talk.follow(*protocols) for _ in range(FEEDS)]
    one_too_many = await talk.follow(*protocols)
    message = await one_too_many.receive(timeout=20)
    assert (message.type, one_too_many.close_code) == (aiohttp.WSMsgType.CLOSE, 1008)
    await followers.pop().close()
    talk.send("input.text", {"text": "What can you do?"})
    for follower in followers:
        assert (await next_event(follower))["type"]
    async with talk.follow(*protocols) as ninth:
        assert (await next_event(ninth))["type"]
    for follower in followers:
        await follower.close()


async def test_who_floods_a_feed_is_let_go_and_the_others_follow_on(talk: Talk) -> None:
    protocols = ("voicepilot", f"bearer.{talk.opened['session_token']}")
    async with talk.follow(*protocols) as other, talk.follow(*protocols) as flooder:
        with suppress(ClientConnectionError):
            for _ in range(40_000):
                await flooder.ping()
        async with asyncio.timeout(20):
            while (message := await flooder.receive()).type is aiohttp.WSMsgType.TEXT:
                pass
        assert message.type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED, aiohttp.WSMsgType.ERROR)
        assert flooder.close_code in (1006, 1008)  # the reason may be lost where more comes than is read
        talk.send("input.text", {"text": "What can you do?"})
        assert (await next_event(other))["type"]
