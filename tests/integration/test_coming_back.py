"""A client that loses its network, or loads its page again, over real WebRTC to the real server."""

import time

import aiohttp
import pytest

from antiphon.testing.caller import Caller
from support.guest import audible_s, of
from support.rtc import cut_wire
from support.server import RunningServer
from support.wait import steps

PROMISED_S = 6.0
LATER_S = 4.0
"""What a busy machine, and a question asked every 2 s, may add to the promise."""


async def hears(call: Caller, seconds: float) -> None:
    """Ask for a long answer, and wait until so much of it was heard."""
    first = await call.first_audio(await call.type("long"))
    await call.wait_until(lambda: call.now() > first + seconds, 20.0, "some of the answer")


async def test_the_answer_goes_on_over_another_connection(server: RunningServer) -> None:
    async with Caller(server.url, assistant="tone") as call:
        await hears(call, 1.0)
        left = call.now()
        await call.reconnect()
        reply = await call.reply()
        assert not reply.interrupted
        [complete] = of(call.events, "audio.complete")
        assert audible_s(call, 0.0, call.now()) == pytest.approx(complete["played_ms"] / 1000, rel=0.15)
        assert audible_s(call, left, call.now()) > 1.0
        numbers = [event.message["seq"] for event in call.events if event.message["seq"] is not None]
        assert numbers == list(range(1, len(numbers) + 1))
        assert (await call.reply(await call.type("and now?"))).text == "That is all."


async def test_a_client_that_vanishes_is_missed_after_six_seconds_and_told_when_it_is_back(
    server: RunningServer,
) -> None:
    async with Caller(server.url, assistant="tone") as call, aiohttp.ClientSession() as http:
        await hears(call, 0.5)
        cut_wire(call.peer.connection)
        gone_at = time.monotonic()
        owner = {"Authorization": f"Bearer {call.session_token}"}
        async for _ in steps(0.1):
            async with http.get(f"{server.url}/v1/sessions/{call.session_id}/turns", headers=owner) as response:
                answer = (await response.json())[-1]
            if answer["status"] != "incomplete" or "interruption" in answer:
                break
        assert PROMISED_S - 0.5 < time.monotonic() - gone_at < PROMISED_S + LATER_S
        assert answer["interruption"]["source"] == "system"
        await call.reconnect()
        assert of(call.events, "response.interrupted")[0]["type"] == "manual-stop"
        assert call.state == "idle"
