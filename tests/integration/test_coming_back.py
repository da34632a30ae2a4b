"""A client that loses its network, or loads its page again, over real WebRTC to the real server."""

import asyncio
import json
import time
from collections.abc import Mapping
from types import TracebackType
from typing import Any, Self

import aiohttp
import numpy as np
import pytest

from antiphon.domain.audio import FRAME_S
from support.rtc import Caller, eventually
from support.server import RunningServer

AUDIBLE = 200
PROMISED_S = 6.0
LATER_S = 4.0
"""What a busy machine, and a question asked every 2 s, may add to the promise."""


class Device:
    """One page that is connected to a session: `messages` are what it was sent, in order."""

    def __init__(self, http: aiohttp.ClientSession, url: str) -> None:
        self._http = http
        self._url = url
        self.caller = Caller()
        self._channel = self.caller.channel()
        self.session: dict[str, Any] = {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.caller.close()

    @property
    def messages(self) -> list[dict[str, Any]]:
        return [json.loads(message) for message in self.caller.messages]

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [message["payload"] for message in self.messages if message["type"] == kind]

    @property
    def seconds_heard(self) -> float:
        return sum(bool(np.abs(frame).max() > AUDIBLE) for frame in self.caller.heard) * FRAME_S

    def send(self, kind: str, payload: Mapping[str, Any] | None = None) -> None:
        self._channel.send(json.dumps({"type": kind, "payload": payload or {}}))

    async def call(self) -> None:
        """A session of its own."""
        offer = {"type": "offer", "sdp": await self.caller.offer()}
        async with self._http.post(self._url, json={"assistant_id": "tone", "offer": offer}) as response:
            self.session = await response.json()
        await self._connect(self.session["answer"]["sdp"])
        self.send("session.initialize", {"protocol": "vip/1", "narration": "A shop.", "actions": {}})
        await eventually(lambda: self.of("session.state"))

    async def come_back(self, other: "Device") -> None:
        """To the session of another page, with what that one knew."""
        self.session = other.session
        url = f"{self._url}/{self.session['session_id']}/offer"
        owner = {"Authorization": f"Bearer {self.session['session_token']}"}
        offer = {"type": "offer", "sdp": await self.caller.offer()}
        async with self._http.post(url, json=offer, headers=owner) as response:
            assert response.status == 200
            await self._connect((await response.json())["sdp"])
        greeting = other.of("session.connected")[0]
        claim = {"session_id": greeting["session_id"], "resume_token": greeting["resume_token"]}
        claim["last_seq"] = max(message["seq"] for message in other.messages if message["seq"] is not None)
        self.send("session.initialize", {"protocol": "vip/1", "resume": claim})
        await eventually(lambda: any(state["trigger"] == "session.resume" for state in self.of("session.state")))

    async def _connect(self, sdp: str) -> None:
        await self.caller.accept(sdp)
        await eventually(lambda: self._channel.readyState == "open" and self.messages)

    async def state(self, trigger: str) -> None:
        await eventually(lambda: any(state["trigger"] == trigger for state in self.of("session.state")))


def pages(server: RunningServer, http: aiohttp.ClientSession) -> tuple[Device, Device]:
    url = f"{server.url}/v1/sessions"
    return Device(http, url), Device(http, url)


def numbered(*devices: Device) -> list[int]:
    return [m["seq"] for device in devices for m in device.messages if m["seq"] is not None]


async def test_the_answer_goes_on_over_another_connection(server: RunningServer) -> None:
    async with aiohttp.ClientSession() as http:
        before, after = pages(server, http)
        async with before, after:
            await before.call()
            before.send("input.text", {"text": "long"})
            await eventually(lambda: before.seconds_heard > 1.0)
            await after.come_back(before)
            await eventually(lambda: after.of("audio.complete"), within=30.0)
            assert {message["reason"] for message in before.of("session.closed")} == {"replaced"}
            assert not after.of("response.interrupted")
            whole = after.of("audio.complete")[0]["played_ms"] / 1000
            assert before.seconds_heard + after.seconds_heard == pytest.approx(whole, rel=0.15)
            assert after.seconds_heard > 1.0
            numbers = numbered(before, after)
            assert numbers == list(range(1, len(numbers) + 1))
            after.send("input.text", {"text": "and now?"})
            await eventually(lambda: any(m["text"] == "That is all." for m in after.of("response.done")), within=10.0)
            after.send("session.close")
            await eventually(lambda: after.of("session.closed"))


async def test_a_client_that_vanishes_is_missed_after_six_seconds_and_told_when_it_is_back(
    server: RunningServer,
) -> None:
    async with aiohttp.ClientSession() as http:
        before, after = pages(server, http)
        async with before, after:
            await before.call()
            before.send("input.text", {"text": "long"})
            await eventually(lambda: before.seconds_heard > 0.5)
            before.caller.cut_wire()
            gone_at = time.monotonic()
            url = f"{server.url}/v1/sessions/{before.session['session_id']}/turns"
            owner = {"Authorization": f"Bearer {before.session['session_token']}"}
            while True:
                async with http.get(url, headers=owner) as response:
                    answer = (await response.json())[-1]
                if answer["status"] != "incomplete" or "interruption" in answer:
                    break
                await asyncio.sleep(0.1)
            assert PROMISED_S - 0.5 < time.monotonic() - gone_at < PROMISED_S + LATER_S
            assert answer["interruption"]["source"] == "system"
            await after.come_back(before)
            assert after.of("response.interrupted")[0]["type"] == "manual-stop"
            assert after.of("session.state")[-1]["state"] == "idle"
            after.send("session.close")
            await eventually(lambda: after.of("session.closed"))
