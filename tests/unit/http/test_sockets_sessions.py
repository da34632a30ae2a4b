"""`/ws` on real sockets: what sessions share with those of other transports, and how they end."""

import asyncio
import socket
from pathlib import Path

import aiohttp
import pytest

from antiphon.domain.states import CloseReason
from support.wait import until
from support.ws import ANSWER
from support.ws_server import SECRET, START, closed, next_event, socket_house, token


@pytest.mark.requirement("WS1-PLAYED")
async def test_whoever_opened_the_session_may_read_its_turns_and_hang_up(tmp_path: Path) -> None:
    settings = {"server": {"secret": SECRET}}
    async with socket_house(tmp_path, settings=settings) as (_, url), aiohttp.ClientSession() as http:
        given, other = ({"Authorization": f"Bearer {token(secret)}"} for secret in (SECRET, "y" * 40))
        async with http.ws_connect(f"{url}/ws?assistant_id=demo", protocols=("ws.v1", f"bearer.{token()}")) as ws:
            await ws.send_json(START)
            session_id = (await next_event(ws, "session.started"))["sessionId"]
            await ws.send_json({"type": "input.text", "text": "x"})
            await next_event(ws, "assistant.response.final")
            address = f"{url.replace('ws:', 'http:')}/v1/sessions/{session_id}"
            async with http.get(f"{address}/turns", headers=other) as answer:
                assert answer.status == 401
            async with http.get(f"{address}/turns", headers=given) as answer:
                assert [turn["text"] for turn in await answer.json()] == ["x", ANSWER]
            async with http.delete(address, headers=given) as answer:
                assert answer.status == 200
            assert (await next_event(ws, "session.stopped"))["reason"] == "client"
            assert await closed(ws) == 1000


async def test_the_application_has_something_said(tmp_path: Path) -> None:
    async with (
        socket_house(tmp_path) as (_, url),
        aiohttp.ClientSession() as http,
        http.ws_connect(f"{url}/ws?assistant_id=demo") as ws,
    ):
        await ws.send_json(START)
        session_id = (await next_event(ws, "session.started"))["sessionId"]
        address = f"{url.replace('ws:', 'http:')}/v1/sessions/{session_id}/announce"
        async with http.post(address, json={"text": "Your parcel is here."}) as answer:
            assert answer.status == 202
        assert (await next_event(ws, "assistant.response.final"))["text"] == "Your parcel is here."


async def test_how_late_the_audio_of_websocket_calls_is_counts_as_that_of_all_others_does(tmp_path: Path) -> None:
    async with (
        socket_house(tmp_path) as (_, url),
        aiohttp.ClientSession() as http,
        http.ws_connect(f"{url}/ws?assistant_id=demo") as ws,
    ):
        await ws.send_json(START)
        await ws.send_json({"type": "input.text", "text": "x"})
        end = await next_event(ws, "output.audio.end")
        async with http.get(f"{url.replace('ws:', 'http:')}/metrics") as answer:
            lines = dict(line.rsplit(" ", 1) for line in (await answer.text()).splitlines() if line[:1] != "#")
        ticks = float(lines["antiphon_loop_lag_seconds_count"]) + float(lines["antiphon_missed_ticks_total"])
        assert ticks >= end["data"]["duration_ms"] / 20 - 5


async def test_an_address_has_its_share_of_sessions_and_the_server_its_bound(tmp_path: Path) -> None:
    settings = {"limits": {"sessions_per_address": 2, "max_sessions": 20}}
    async with socket_house(tmp_path, settings=settings) as (home, url), aiohttp.ClientSession() as http:
        lines = [await http.ws_connect(f"{url}/ws?assistant_id=demo") for _ in range(3)]
        for ws in lines[:2]:
            await ws.send_json(START)
            await next_event(ws, "session.started")
        await lines[2].send_json(START)
        assert (await next_event(lines[2]))["code"] == "capacity.full"
        assert len(home.server.manager) == 2
        # The connection stays, and may try again.
        await lines[0].send_json({"type": "session.stop"})
        await next_event(lines[0], "session.stopped")
        await lines[2].send_json(START)
        await next_event(lines[2], "session.started")


@pytest.mark.requirement("WS1-RESUME")
async def test_a_client_whose_socket_was_cut_goes_on_with_its_session(tmp_path: Path) -> None:
    async with socket_house(tmp_path) as (_, url), aiohttp.ClientSession() as http:
        ws = await http.ws_connect(f"{url}/ws?assistant_id=demo")
        await ws.send_json(START)
        started = await next_event(ws)
        await ws.send_json({"type": "input.text", "text": "x"})
        seen = (await next_event(ws, "output.audio.start"))["seq"]
        ws.get_extra_info("socket").shutdown(socket.SHUT_RDWR)
        claim = {"sessionId": started["sessionId"], "lastSeq": seen, "token": started["resumeToken"]}
        async with http.ws_connect(f"{url}/ws?assistant_id=demo") as back:
            await back.send_json({**START, "resume": claim})
            first = await next_event(back)
            assert first["seq"] == seen + 1
            await next_event(back, "output.audio.end")


async def test_the_server_says_goodbye_when_it_stops(tmp_path: Path) -> None:
    async with aiohttp.ClientSession() as http:
        async with socket_house(tmp_path) as (_, url):
            waiting = await http.ws_connect(f"{url}/ws?assistant_id=demo")
            talking = await http.ws_connect(f"{url}/ws?assistant_id=demo")
            await talking.send_json(START)
            await next_event(talking, "session.started")
            code = asyncio.create_task(closed(waiting))
            stopped = asyncio.create_task(next_event(talking, "session.stopped"))
            await asyncio.sleep(0)
        assert await code == 1013
        assert (await stopped)["reason"] == "shutdown"
        await waiting.close()
        await talking.close()


async def test_many_who_come_and_go_leave_nothing_behind(tmp_path: Path) -> None:
    async with socket_house(tmp_path) as (home, url), aiohttp.ClientSession() as http:

        async def come_and_go(number: int) -> None:
            async with http.ws_connect(f"{url}/ws?assistant_id=demo") as ws:
                if number % 3 == 0:
                    return  # without a word
                await ws.send_json(START)
                await next_event(ws, "session.started")
                if number % 3 == 1:
                    await ws.send_json({"type": "session.stop"})
                    assert await closed(ws) == 1000

        await come_and_go(1)
        tasks = len(asyncio.all_tasks())
        for number in range(90):
            await come_and_go(number)
        # Who has only gone may come back, and gives way to whoever comes now.
        assert len(home.server.manager) <= 20
        for session in home.server.manager:
            session.end(CloseReason.SHUTDOWN)
            await session.ended.wait()
        await until(lambda: len(asyncio.all_tasks()) <= tasks)
