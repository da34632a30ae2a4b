"""How a WS v1 session lives: heartbeat, what holds for it, coming back, being let go."""

import asyncio
import json
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from antiphon.domain.signals import Signal, TextEntered
from antiphon.settings.assistants import Assistant
from antiphon.testing import virtual_time
from antiphon.turns.core import Outcome
from antiphon.turns.engine import TurnEngine
from support.scene import timeless
from support.ws import house, put
from support.ws_checks import LONG, fits, typed

TOOL = {"name": "weather", "description": "The weather", "executor": "client", "parameters": '{"type": "object"}'}


@timeless
async def test_whoever_never_starts_is_let_go(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        client = home.connect()
        await client.serving
        assert client.codes == ["protocol.order"]
        assert client.line.code == 1008


@pytest.mark.requirement("WS1-HEARTBEAT")
@timeless
async def test_a_heart_beats_every_fifteen_seconds(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        client = home.connect()
        await client.started()
        await client.event("heartbeat", 2)
        await client.event("heartbeat", 4)
        times = [at for at, event in client.timed if event["type"] in ("session.started", "heartbeat")]
        assert [after - before for before, after in pairwise(times)] == [pytest.approx(15, abs=0.05)] * 4
        assert client.codes == []
        fits(client)


@pytest.mark.requirement("WS1-HEARTBEAT")
@timeless
async def test_how_often_it_beats_is_a_setting(tmp_path: Path) -> None:
    async with house(tmp_path, settings={"ws": {"heartbeat_s": 2}}) as home:
        client = home.connect()
        await client.started()
        begun = client.line.now()
        await client.event("heartbeat", 5)
        assert client.line.now() - begun == pytest.approx(10, abs=0.1)


@pytest.mark.requirement("WS1-CONFIG")
@timeless
async def test_the_resolved_configuration_is_told_only_where_it_is_asked_for(tmp_path: Path) -> None:
    async with house(tmp_path, tools=[TOOL]) as home:
        client = home.connect()
        await client.started(channel="web", overrides={"systemPrompt": "Canary."})
        await typed(client)
        assert client.of("config.resolved") == []


@pytest.mark.requirement("WS1-CONFIG")
@timeless
async def test_the_resolved_configuration_holds_what_is_public_and_nothing_else(tmp_path: Path) -> None:
    async with house(tmp_path, tools=[TOOL], settings={"ws": {"emit_config_resolved": True}}) as home:
        client = home.connect()
        client.start(channel="web", overrides={"systemPrompt": "Canary.", "output": {"mode": "text"}})
        resolved = await client.event("config.resolved")
        tracks = {"audio_in": "audio_in", "audio_out": "audio_out", "control": "control"}
        public = {"output": {"mode": "text"}, "tools": {"enabled": True, "count": 1}, "tracks": tracks}
        assert resolved["config"] == {"channel": "web", **public}
        other = home.connect()
        other.start(overrides={"tools": []})
        told = (await other.event("config.resolved"))["config"]
        assert told == {"output": {"mode": "audio"}, "tools": {"enabled": False, "count": 0}, "tracks": tracks}
        for hidden in ("Canary", "demo", "scripted", "weather", "provider", "systemPrompt", "assistantId"):
            assert hidden not in json.dumps([client.of("config.resolved"), other.of("config.resolved")])
        fits(client)


@pytest.mark.requirement("WS1-RESUME")
@timeless
async def test_a_client_that_comes_back_gets_what_it_missed_in_order_and_once(tmp_path: Path) -> None:
    async with house(tmp_path, lines=[{"match": None, "do": [{"say": LONG}]}]) as home:
        client = home.connect()
        started = await client.started()
        client.send("input.text", text="x")
        await client.until(lambda: len(client.audio) >= 20)
        client.line.cut()
        seen = client.events[-1]["seq"]
        await virtual_time.advance(3)
        back = home.connect()
        resume = {"sessionId": started["sessionId"], "lastSeq": seen, "token": started["resumeToken"]}
        back.send("session.start", resume=resume)
        again = await back.event("session.started")
        assert again["data"]["resumed"] is True
        assert [event["seq"] for event in back.events] == list(range(seen + 1, seen + 1 + len(back.events)))
        await back.event("output.audio.end")
        back.send("input.text", text="y")
        await back.event("output.audio.start")
        assert [event["seq"] for event in back.events] == list(range(seen + 1, seen + 1 + len(back.events)))
        assert {event["sessionId"] for event in back.events} == {started["sessionId"]}
        assert back.codes == []


@pytest.mark.requirement("WS1-RESUME")
@timeless
async def test_nobody_takes_over_the_session_of_somebody_else(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        client = home.connect()
        started = await client.started()
        claim = {"sessionId": started["sessionId"], "lastSeq": 1, "token": started["resumeToken"]}
        other = home.connect()
        for wrong, code in (
            ({"token": "guessed"}, "auth.invalid"),
            ({"sessionId": "sess_unknown"}, "session.expired"),
            ({"lastSeq": 99}, "protocol.invalid_value"),
        ):
            error = await other.refused({"type": "session.start", "resume": {**claim, **wrong}})
            assert error["code"] == code
        # Whoever was there still is; and whoever may, takes over.
        await typed(client)
        other.send("session.start", resume=claim)
        await other.event("session.started")
        await client.serving
        assert client.events[-1]["type"] == "session.stopped"
        assert client.events[-1]["reason"] == "replaced"
        await typed(other)


@pytest.mark.requirement("WS1-ASSISTANT")
@pytest.mark.requirement("WS1-RESUME")
@timeless
async def test_a_session_goes_on_only_at_the_address_of_its_own_assistant(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        put(home.server, assistant=Assistant(id="other", path=tmp_path / "other.toml"))
        client = home.connect()
        started = await client.started()
        claim = {"sessionId": started["sessionId"], "lastSeq": 1, "token": started["resumeToken"]}
        elsewhere = home.connect("assistant_id=other")
        error = await elsewhere.refused({"type": "session.start", "resume": claim})
        assert error["code"] == "protocol.invalid_value"
        assert "'other'" in error["message"]
        # Whoever was there still is.
        await typed(client)


@pytest.mark.requirement("WS1-RESUME")
@timeless
async def test_a_session_can_be_resumed_within_its_window_and_not_after(tmp_path: Path) -> None:
    async with house(tmp_path, settings={"server": {"resume_window_s": 10}}) as home:
        client = home.connect()
        started = await client.started()
        client.line.cut()
        await virtual_time.advance(30)
        back = home.connect()
        claim = {"sessionId": started["sessionId"], "lastSeq": 1, "token": started["resumeToken"]}
        assert (await back.refused({"type": "session.start", "resume": claim}))["code"] == "session.expired"
        assert (await back.started())["data"]["resumed"] is False


@timeless
async def test_a_client_without_a_microphone_is_not_taken_for_one_that_is_broken(tmp_path: Path) -> None:
    async with house(tmp_path, texts=["hello there", "hello again"]) as home:
        client = home.connect()
        await client.started()
        told: list[Mapping[str, Any] | None] = []
        home.session(client).follow(told.append)
        await virtual_time.advance(20)
        assert told == []
        await client.speak(1.0)
        await client.event("output.audio.end")
        await virtual_time.advance(20)
        states = [event["state"] for event in told if event is not None]
        assert states[-1] == "idle"
        assert "recovering" not in states
        await client.speak(1.0)
        assert (await client.event("transcript.final", 2))["text"] == "hello again"


@timeless
async def test_nobody_keeps_others_from_starting_by_waiting(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        waiting = [home.connect() for _ in range(256)]
        await asyncio.sleep(0)
        late = home.connect()
        await late.serving
        assert (late.codes, late.line.code) == (["capacity.full"], 1013)
        await virtual_time.advance(31)
        assert {client.line.code for client in waiting} == {1008}
        await home.connect().started()


@pytest.mark.requirement("WS1-HEARTBEAT")
@pytest.mark.requirement("WS1-RESUME")
@timeless
async def test_the_heart_beats_for_who_has_come_back_and_for_nobody_while_nobody_is_there(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        client = home.connect()
        started = await client.started()
        client.line.cut()
        await virtual_time.advance(65)
        back = home.connect()
        resume = {"sessionId": started["sessionId"], "lastSeq": started["seq"], "token": started["resumeToken"]}
        back.send("session.start", resume=resume)
        await back.event("session.started")
        assert back.of("heartbeat") == []
        await back.event("heartbeat", 2)
        times = [at for at, event in back.timed if event["type"] == "heartbeat"]
        assert times[1] - times[0] == pytest.approx(15, abs=0.05)


HANDLE = TurnEngine.handle


def broken(engine: TurnEngine, signal: Signal, now: float) -> Outcome:
    """Breaks the session in which somebody writes an x."""
    if isinstance(signal, TextEntered) and signal.text == "x":
        raise ZeroDivisionError
    return HANDLE(engine, signal, now)


@pytest.mark.requirement("WS1-ERRORS")
@timeless
async def test_a_session_that_breaks_says_so_and_ends_and_no_other_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as home:
        client, beside = home.connect(), home.connect()
        await client.started()
        await beside.started()
        monkeypatch.setattr(TurnEngine, "handle", broken)
        client.send("input.text", text="x")
        await client.serving
        assert client.codes == ["internal"]
        assert (client.events[-1]["type"], client.events[-1]["reason"]) == ("session.stopped", "error")
        assert client.line.code == 1000
        fits(client)
        assert (await beside.refused({"type": "chat"}))["code"] == "protocol.unknown_type"


@timeless
async def test_a_server_that_stops_lets_back_in_who_has_a_session_and_nobody_else(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        first, waiting = home.connect(), home.connect()
        started = await first.started()
        await virtual_time.advance(5)
        first.line.cut()
        await first.serving
        home.server.manager.drain()
        began = asyncio.get_running_loop().time()
        again, new, silent, guessing, babbling = (home.connect() for _ in range(5))
        claim = {"sessionId": started["sessionId"], "token": started["resumeToken"], "lastSeq": started["seq"]}
        again.send("session.start", resume=claim)
        await again.event("session.started")
        new.start()
        guessing.send("session.start", resume={**claim, "sessionId": "sess_gone"})
        babbling.line.push("nonsense")
        for client in (new, guessing, babbling):
            await client.serving
        assert asyncio.get_running_loop().time() == began
        for client in (waiting, silent):
            await client.serving
        assert asyncio.get_running_loop().time() - began <= 2
        assert [client.codes for client in (waiting, new, silent)] == [["capacity.full"]] * 3
        assert guessing.codes == ["session.expired", "capacity.full"]
        assert babbling.codes == ["protocol.invalid_json", "capacity.full"]
        assert {client.line.code for client in (waiting, new, silent, guessing, babbling)} == {1013}
        assert "stopping" in new.of("error")[0]["message"]
        assert home.server.manager.refused["stopping"] == 5
        assert again.codes == []
        await typed(again, "hello")


@timeless
async def test_a_server_that_is_full_for_a_while_lets_a_connection_try_again(tmp_path: Path) -> None:
    async with house(tmp_path, settings={"limits": {"max_sessions": 1}}) as home:
        first, second = home.connect(), home.connect()
        await first.started()
        second.start()
        assert (await second.event("error"))["code"] == "capacity.full"
        await virtual_time.advance(5)
        first.send("session.stop")
        await first.serving
        await second.started()
