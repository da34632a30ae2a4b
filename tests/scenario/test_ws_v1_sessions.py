"""WS v1 sessions in virtual time: order, envelope, errors, tracks, latency."""

from pathlib import Path

import pytest

from support.scene import Script, timeless
from support.ws import ANSWER, house
from support.ws_checks import fits, typed


@pytest.mark.requirement("WS1-ORDER")
@pytest.mark.requirement("WS1-ENVELOPE")
@timeless
async def test_a_session_from_its_start_to_its_stop(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        client = home.connect()
        started = await client.started()
        assert started["tracks"] == {"audio_in": "audio_in", "audio_out": "audio_out", "control": "control"}
        assert started["audio"] == {"encoding": "pcm_s16le", "sample_rate_hz": 16000, "channels": 1}
        await typed(client)
        client.send("session.stop", reason="client_disconnect")
        stopped = await client.event("session.stopped")
        assert (stopped["reason"], stopped["sessionId"]) == ("client_disconnect", started["sessionId"])
        await client.serving
        assert client.line.code == 1000
        assert [event["type"] for event in client.events] == [
            "session.started",
            "assistant.response.delta",
            "assistant.response.final",
            "output.audio.start",
            "metrics.ttfb",
            "output.audio.end",
            "session.stopped",
        ]
        assert client.of("assistant.response.final")[0]["text"] == ANSWER
        fits(client)


@pytest.mark.requirement("WS1-ORDER")
@pytest.mark.requirement("WS1-ERRORS")
@timeless
async def test_what_comes_out_of_order_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        client = home.connect()
        for message in ({"type": "input.text", "text": "x"}, {"type": "session.stop"}, bytes(640)):
            assert (await client.refused(message))["code"] == "protocol.order"
        await client.refused({"type": "session.start", "audio": {"channels": 2}})
        started = await client.started()
        assert (await client.refused({"type": "session.start"}))["code"] == "protocol.order"
        assert client.codes == ["protocol.order"] * 3 + ["audio.unsupported_format", "protocol.order"]
        assert {event["sessionId"] for event in client.events} == {started["sessionId"]}
        await typed(client)
        fits(client)


@pytest.mark.requirement("WS1-ERRORS")
@timeless
async def test_an_error_says_what_stage_failed_in_every_place_that_clients_look(tmp_path: Path) -> None:
    lines: Script = [{"match": "llm", "do": [{"fail": "brain.failed"}]}, {"match": None, "do": [{"say": "Words."}]}]
    async with house(tmp_path, lines=lines, tts={"fail": True}) as home:
        client = home.connect()
        protocol = await client.refused({"type": "chat"})
        await client.started()
        client.send("input.text", text="llm")
        llm = await client.event("error", 2)
        client.send("input.text", text="tts")
        tts = await client.event("error", 3)
        tool = await client.refused({"type": "tool_call.results", "results": [{"tool_call_id": "call_x"}]})
        audio = await client.refused(bytes(641))
        told = [
            (error["code"], error["stage"], error["trackId"], error["source"], error["sender"])
            for error in (protocol, llm, tts, tool, audio)
        ]
        assert told == [
            ("protocol.unknown_type", "protocol", "control", "system", "server"),
            ("brain.failed", "llm", "audio_out", "llm", "server"),
            ("tts.failed", "tts", "audio_out", "tts", "server"),
            ("tool.unknown_call", "tool", "audio_out", "tool", "server"),
            ("audio.frame_size_mismatch", "audio", "audio_in", "system", "server"),
        ]
        for error in client.of("error"):
            names = ("stage", "code", "message", "retryable")
            assert error["data"]["error"] == {name: error[name] for name in names}
        fits(client)


@pytest.mark.requirement("WS1-ERRORS")
@timeless
async def test_whoever_sends_nothing_but_nonsense_is_let_go(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        early, late = home.connect(), home.connect()
        await late.started()
        for client in (early, late):
            for _ in range(30):
                client.line.push("nonsense")
            await client.serving
            assert client.codes[-1] in ("protocol.invalid_json", "rate.limited")
            fits(client)
        assert early.line.code == late.line.code == 1008
        assert late.of("session.stopped")[0]["reason"] == "error"


@pytest.mark.requirement("WS1-TRACKS")
@pytest.mark.requirement("WS1-ENVELOPE")
@timeless
async def test_a_spoken_turn_tells_its_tracks_sources_and_ids(tmp_path: Path) -> None:
    async with house(tmp_path, texts=["hello there"]) as home:
        client = home.connect()
        await client.started()
        await client.speak(1.0)
        end = await client.event("output.audio.end")
        client.played(end)
        told = {event["type"]: (event["source"], event["trackId"]) for event in client.events}
        assert told == {
            "session.started": ("system", "control"),
            "input.speech_started": ("asr", "audio_in"),
            "input.speech_stopped": ("asr", "audio_in"),
            "transcript.delta": ("asr", "audio_in"),
            "transcript.final": ("asr", "audio_in"),
            "assistant.response.delta": ("llm", "audio_out"),
            "assistant.response.final": ("llm", "audio_out"),
            "output.audio.start": ("tts", "audio_out"),
            "metrics.ttfb": ("system", "audio_out"),
            "output.audio.end": ("tts", "audio_out"),
        }
        assert client.of("transcript.final")[0]["text"] == "hello there"
        assert len({event["data"]["turn_id"] for event in client.events if "turn_id" in event["data"]}) == 1
        assert len({event["data"]["response_id"] for event in client.events if "response_id" in event["data"]}) == 1
        assert len({event["data"]["tts_id"] for event in client.of("output.audio.start", "output.audio.end")}) == 1
        started, stopped = client.of("input.speech_started", "input.speech_stopped")
        assert 0.5 <= started["probability"] <= 1.0
        assert 0.0 <= stopped["probability"] < 0.35
        order = [event["type"] for event in client.events]
        assert order.index("input.speech_stopped") < order.index("transcript.final")
        assert order.index("transcript.final") < order.index("assistant.response.delta")
        fits(client)


@pytest.mark.requirement("WS1-METRICS")
@timeless
async def test_the_first_sound_is_measured_from_the_end_of_the_turn(tmp_path: Path) -> None:
    async with house(
        tmp_path, tts={"stall_s": 0.5}, lines=[{"match": None, "do": [{"stall_s": 0.3}, {"say": "Ok."}]}]
    ) as home:
        client = home.connect()
        await client.started()
        at = client.line.now()
        client.send("input.text", text="x")
        latency = (await client.event("metrics.ttfb"))["latencyMs"]
        first = client.audio[0][0] - at
        assert latency == pytest.approx(1000 * first, abs=25)
        assert latency == pytest.approx(800, abs=50)
