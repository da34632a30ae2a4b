"""The caller over real WebRTC, against a tiny server of real aiohttp and aiortc."""

import json
from functools import partial
from typing import Any

import numpy as np
import pytest
from aiohttp import web

from antiphon.testing.caller import Caller
from antiphon.testing.caller_events import CallError
from unit.caller.conftest import WriteWav, main_frequency
from unit.caller.fake_server import FakeCall, FakeServer, conversation, tone


async def silent(call: FakeCall) -> None:
    """A server that never answers a turn."""
    await call.until(lambda: False)


async def test_a_turn_is_heard_by_the_server_and_answered(server: FakeServer, write_wav: WriteWav) -> None:
    async with Caller(server.url, assistant="demo", token="key", narration="A page.") as call:
        turn = await call.say(write_wav(seconds=0.5))
        reply = await call.reply(turn, timeout=10)

    headers, body = server.requests[0]
    assert body["assistant_id"] == "demo"
    assert " 127.0.0.1 " in body["offer"]["sdp"]
    assert "srflx" not in body["offer"]["sdp"]
    assert headers["Authorization"] == "Bearer key"
    assert server.call.received("session.initialize") == [{"protocol": "vip/1", "narration": "A page.", "actions": {}}]
    loud = [at for at, peak in server.call.peaks if peak > 1000]
    assert loud[-1] - loud[0] == pytest.approx(0.5, abs=0.1)
    assert np.median([peak for _, peak in server.call.peaks if peak > 1000]) == pytest.approx(9830, rel=0.1)
    assert reply.text == "Well, good."
    assert reply.turn_ids == ("turn_1",)
    assert reply.heard_after_ms is not None
    # By the server's own ears it is 240 ms, and as much more as the machine makes of it.
    assert 200 < reply.heard_after_ms < 5000 * (server.call.voice.loud_at[0] - loud[-1])
    assert server.call.received("session.close") == [{"reason": "client"}]
    assert call.events[-1].type == "session.closed"


async def test_the_default_assistant_is_left_to_the_server(server: FakeServer) -> None:
    async with Caller(server.url):
        pass
    headers, body = server.requests[0]
    assert set(body) == {"offer"}
    assert "Authorization" not in headers


async def test_the_answer_is_heard_whole_and_on_the_time_line(server: FakeServer) -> None:
    server.scenario = conversation(0.6)
    async with Caller(server.url) as call:
        turn = await call.say(tone(300, 0.3, 16_000), 16_000)
        reply = await call.reply(timeout=10)
        heard, levels = call.heard, call.levels()

    loud = np.flatnonzero(np.abs(heard) > 1000)
    assert (loud[-1] - loud[0]) / 48_000 == pytest.approx(0.6, abs=0.06)
    assert main_frequency(heard[loud[0] : loud[-1]]) == pytest.approx(440, abs=5)
    assert reply.heard_after_ms is not None
    assert loud[0] / 48_000 == pytest.approx(turn.spoken_until + reply.heard_after_ms / 1000, abs=0.25)
    assert np.count_nonzero(levels > -40) * 0.02 == pytest.approx(0.6, abs=0.06)


async def test_the_next_turn_waits_until_the_session_is_idle(server: FakeServer) -> None:
    busy: list[float] = []

    async def announce_first(call: FakeCall) -> None:
        await call.until(lambda: len(call.peaks) > 25)
        assert not call.is_loud
        call.state("ai_speaking", "idle", "server.announce", "a1")
        call.voice.queue = tone(600, 0.5)
        await call.until(lambda: not len(call.voice.queue))
        assert not call.is_loud
        call.state("idle", "ai_speaking", "audio.complete", "a1")
        busy.append(call.peaks[-1][0])
        await conversation(0.3)(call)

    server.scenario = announce_first
    server.assistant = {"id": "demo", "activate_on": "always", "greeting": "Hello."}
    async with Caller(server.url) as call:
        await call.say(tone(300, 0.3))
        reply = await call.reply(timeout=10)
    assert min(at for at, peak in server.call.peaks if peak > 1000) > busy[0]
    assert reply.turn_ids == ("turn_1",)


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        ({}, {"status": "success"}),
        ({"buy": {"price": 3}}, {"status": "success", "output": {"price": 3}}),
        ({"buy": [1]}, {"status": "success", "output": [1]}),
        (
            {"buy": {"status": "error", "error": {"code": "action.failed", "message": "Sold out."}}},
            {"status": "error", "error": {"code": "action.failed", "message": "Sold out."}},
        ),
        (
            {"buy": {"status": "success", "output": 1, "follow_up": False}},
            {"status": "success", "output": 1, "follow_up": False},
        ),
    ],
)
async def test_an_action_is_answered_from_the_results(
    server: FakeServer, results: dict[str, Any], expected: dict[str, Any]
) -> None:
    async def act(call: FakeCall) -> None:
        await call.until(lambda: call.received("input.text"))
        call.state("ai_thinking", "idle", "input.text", "t1")
        call.state("invoke_action", "ai_thinking", "response.tool", "t1")
        call.send("action.invoke", {"invocation_id": "i1", "action_id": "buy", "parameters": {}})
        await call.until(lambda: call.received("action.result"))
        call.state("idle", "invoke_action", "action.done", "t1")

    server.scenario = act
    actions = {"buy": {"description": "Buys.", "parameters": {}, "follow_up": False}}
    async with Caller(server.url, actions=actions, results=results) as call:
        await call.type("buy it")
        await call.reply(timeout=5)
    assert server.call.received("session.initialize")[0]["actions"] == actions
    assert server.call.received("action.result") == [{"invocation_id": "i1", **expected}]


@pytest.mark.requirement("V5-CONFIRM")
async def test_an_action_that_is_only_asked_for_is_answered_when_it_may_run(server: FakeServer) -> None:
    buy = {"invocation_id": "i1", "action_id": "buy", "parameters": {}}

    async def act(call: FakeCall) -> None:
        call.send("action.invoke", buy | {"confirm": True})
        call.send("action.invoke", {"invocation_id": "i2", "action_id": "sell", "parameters": {}, "confirm": False})
        await call.until(lambda: call.received("action.result"))
        call.send("action.invoke", buy | {"confirm": False})
        await call.until(lambda: len(call.received("action.result")) == 2)
        call.send("pong", {})

    server.scenario = act
    async with Caller(server.url, results={"buy": 3}) as call:
        await call.wait_for(lambda event: event.type == "pong", timeout=5)
    assert server.call.received("action.result") == [
        {"invocation_id": "i2", "status": "success"},
        {"invocation_id": "i1", "status": "success", "output": 3},
    ]


async def test_a_result_of_null_never_answers(server: FakeServer) -> None:
    async def act(call: FakeCall) -> None:
        call.send("action.invoke", {"invocation_id": "i1", "action_id": "buy", "parameters": {}})
        call.send("action.invoke", {"invocation_id": "i2", "action_id": "sell", "parameters": {}})
        await call.until(lambda: call.received("action.result"))

    server.scenario = act
    async with Caller(server.url, results={"buy": None}) as call:
        await call.wait_for(lambda event: event.payload.get("invocation_id") == "i2", timeout=5)
    assert server.call.received("action.result") == [{"invocation_id": "i2", "status": "success"}]


async def test_a_reply_that_does_not_come_is_a_timeout_that_tells_the_state(server: FakeServer) -> None:
    server.scenario = silent
    async with Caller(server.url) as call:
        await call.type("anybody?")
        server.call.send("error", {"code": "brain.failed", "message": "No thought."})
        with pytest.raises(CallError, match=r"Waited 0\.3 s.*'idle'.*No thought") as raised:
            await call.reply(timeout=0.3)
    assert raised.value.code == "call.timeout"


async def test_a_session_that_the_server_ends_is_told_with_its_reason(server: FakeServer) -> None:
    async def hang_up(call: FakeCall) -> None:
        await call.until(lambda: call.received("input.text"))
        call.send("session.closed", {"reason": "shutdown"})

    server.scenario = hang_up
    async with Caller(server.url) as call:
        await call.type("hello")
        with pytest.raises(CallError, match="shutdown") as raised:
            await call.reply(timeout=5)
        assert raised.value.code == "call.closed"
        with pytest.raises(CallError, match="shutdown"):
            await call.type("still there?")


async def test_a_goodbye_that_is_answered_and_ends_the_call_is_a_reply(server: FakeServer) -> None:
    async def part(call: FakeCall) -> None:
        await call.until(lambda: call.received("input.text"))
        call.state("ai_thinking", "idle", "input.text", "t1")
        call.send("response.done", {"turn_id": "t1", "response_id": "r1", "text": "Goodbye."})
        call.send("session.closed", {"reason": "hang_up"})

    server.scenario = part
    async with Caller(server.url) as call:
        await call.type("goodbye")
        assert (await call.reply(timeout=5)).text == "Goodbye."


async def test_a_fatal_error_ends_the_call_with_its_code(server: FakeServer) -> None:
    async def fail(call: FakeCall) -> None:
        call.send("error.fatal", {"code": "rate.limited", "message": "Too many."})

    server.scenario = fail
    async with Caller(server.url) as call:
        with pytest.raises(CallError, match="Too many") as raised:
            await call.wait_for(lambda event: event.type == "pong", timeout=5)
    assert raised.value.code == "rate.limited"


async def test_a_connection_that_the_server_drops_is_noticed(server: FakeServer) -> None:
    async def drop(call: FakeCall) -> None:
        await call.until(lambda: call.received("ping"))
        await call.pc.close()

    server.scenario = drop
    async with Caller(server.url) as call:
        await call.send("ping", {"n": 1})
        with pytest.raises(CallError) as raised:
            await call.wait_for(lambda event: event.type == "pong", timeout=10)
        assert raised.value.code == "call.closed"
        with pytest.raises(CallError):
            await call.send("ping")


@pytest.mark.parametrize("raw", ["not json", "[]", '{"payload": {}}', '{"type": "x", "payload": 3}'])
async def test_a_message_that_is_no_envelope_ends_the_call_with_its_text(server: FakeServer, raw: str) -> None:
    async def talk_nonsense(call: FakeCall) -> None:
        call.send_raw(raw)

    server.scenario = talk_nonsense
    async with Caller(server.url) as call:
        with pytest.raises(CallError) as raised:
            await call.wait_for(lambda event: event.type == "pong", timeout=5)
    assert raised.value.code.startswith("protocol.")
    assert repr(raw) in raised.value.message


async def test_a_refusal_is_told_with_the_problems_code_and_detail(server: FakeServer) -> None:
    problem = {"code": "capacity.full", "detail": "All 8 places are taken.", "status": 503}
    server.refusal = web.json_response(problem, status=503, content_type="application/problem+json")
    with pytest.raises(CallError, match="All 8 places are taken") as raised:
        async with Caller(server.url):
            pass
    assert raised.value.code == "capacity.full"


@pytest.mark.parametrize(
    ("status", "body", "code"),
    [
        (500, "<html>oops</html>", "http.500"),
        (302, "", "http.302"),
        (201, "no json", "call.invalid_answer"),
        (201, "{}", "call.invalid_answer"),
        (201, json.dumps({"session_id": "s", "answer": {"type": "answer"}}), "call.invalid_answer"),
        (201, json.dumps({"session_id": "s", "answer": {"type": "answer", "sdp": "v=0"}}), "sdp.invalid"),
        (201, json.dumps({"session_id": "s", "answer": {"type": "answer", "sdp": "nonsense"}}), "sdp.invalid"),
    ],
)
async def test_an_answer_that_is_nonsense_is_named(server: FakeServer, status: int, body: str, code: str) -> None:
    server.refusal = web.Response(status=status, text=body)
    with pytest.raises(CallError) as raised:
        async with Caller(server.url, connect_timeout=3):
            pass
    assert raised.value.code == code


async def test_a_server_that_is_not_there_is_named() -> None:
    with pytest.raises(CallError, match=r"127\.0\.0\.1:9: .*\. Start it \(antiphon serve\)") as raised:
        async with Caller("http://127.0.0.1:9"):
            pass
    assert raised.value.code == "call.unreachable"


async def test_a_channel_that_says_nothing_is_a_timeout_that_tells_what_was_awaited(server: FakeServer) -> None:
    server.mute_channel = True
    with pytest.raises(CallError, match=r"Waited 1 s for session\.connected; the connection is connected") as raised:
        async with Caller(server.url, connect_timeout=1):
            pass
    assert raised.value.code == "call.timeout"


async def test_nothing_said_has_no_reply_to_wait_for(server: FakeServer) -> None:
    async with Caller(server.url) as call:
        with pytest.raises(CallError, match="Nothing has been said"):
            await call.reply()


async def test_a_server_that_is_gone_without_a_word_is_noticed_long_before_the_turn_times_out(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("antiphon.testing.caller_line.LOST_S", 2)
    monkeypatch.setattr("antiphon.testing.caller_line.QUIET_S", 1)
    server.scenario = silent
    async with Caller(server.url) as call:
        turn = await call.type("hello")
        cut_off(server.call)
        with pytest.raises(CallError, match="Nothing has come from the server for 2 s") as lost:
            await call.reply(turn, timeout=60)
    assert lost.value.code == "call.lost"


async def test_a_server_that_sends_no_audio_is_asked_and_not_given_up(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("antiphon.testing.caller_line.LOST_S", 2)
    monkeypatch.setattr("antiphon.testing.caller_line.QUIET_S", 1)

    async def answering_pings_only(call: FakeCall) -> None:
        def asked_more_than(times: int) -> bool:
            return len(call.received("ping")) > times

        call.voice.stop()
        for answered in range(6):
            await call.until(partial(asked_more_than, answered))
            call.send("pong", {})
        await call.until(lambda: False)

    server.scenario = answering_pings_only
    async with Caller(server.url) as call:
        await call.wait_until(lambda: sum(event.type == "pong" for event in call.events) >= 2, 60)
        assert call.ended is None


def cut_off(call: FakeCall) -> None:
    """Nothing of the server gets out any more, as when its process was killed."""
    connection = call.pc.getTransceivers()[0].sender.transport.transport._connection

    async def nowhere(*_: Any, **__: Any) -> None:
        return None

    connection.send = connection.sendto = nowhere  # type: ignore[method-assign]
