"""WS v1 sessions in virtual time: order, envelope, turns, cancelling, what was played."""

import asyncio
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pydantic import TypeAdapter

from antiphon.domain.conversation import AssistantSaid
from antiphon.wire.ws_v1.envelope import LISTED
from antiphon.wire.ws_v1.server_messages import AnyServerMessage
from support.scene import timeless, voice
from support.ws import ANSWER, Client, House, frames, house

MODELS: TypeAdapter[Any] = TypeAdapter(AnyServerMessage)
SILENCE = [np.zeros(320, np.int16)] * 25
LONG = "This is the first sentence of it. This is the second one. And this is the third, the last of all."


def fits(client: Client) -> None:
    """Every event fits its model, is numbered without a gap, and says what the document lists in both places."""
    for event in client.events:
        MODELS.validate_python(event)
        assert event["trackId"] == event["data"]["trackId"]
        for name in LISTED.get(event["type"], ()):
            assert event[name] == event["data"][name]
    assert [event["seq"] for event in client.events] == list(range(1, len(client.events) + 1))


async def typed(client: Client, text: str = "What can you do?") -> None:
    client.send("input.text", text=text)
    end = await client.event("output.audio.end", len(client.of("output.audio.end")) + 1)
    client.played(end)


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
    lines = [{"match": "llm", "do": [{"fail": "brain.failed"}]}, {"match": None, "do": [{"say": "Words."}]}]
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
        assert early.line.code == 1008
        assert late.of("session.stopped")[0]["reason"] == "error"


@timeless
async def test_whoever_never_starts_is_let_go(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        client = home.connect()
        await client.serving
        assert client.codes == ["protocol.order"]
        assert client.line.code == 1008


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
        at = client.line._loop.time()
        client.send("input.text", text="x")
        latency = (await client.event("metrics.ttfb"))["latencyMs"]
        first = client.audio[0][0] - at
        assert latency == pytest.approx(1000 * first, abs=25)
        assert latency == pytest.approx(800, abs=50)


@pytest.mark.requirement("WS1-FRAMES")
@timeless
async def test_audio_out_is_whole_frames_between_its_boundaries_and_hardly_ahead_of_time(tmp_path: Path) -> None:
    async with house(tmp_path, lines=[{"match": None, "do": [{"say": LONG}]}]) as home:
        client = home.connect()
        await client.started()
        client.send("input.text", text="x")
        end = await client.event("output.audio.end")
        at = [at for at, _ in client.audio]
        assert {len(frame) for _, frame in client.audio} == {640}
        assert len(client.audio) == pytest.approx(end["data"]["duration_ms"] / 20, abs=1)
        ahead = [20 * (number + 1) - 1000 * (time - at[0]) for number, time in enumerate(at)]
        assert max(ahead) <= 400
        assert min(ahead) >= 0
        bounds = [
            index
            for index, (_, message) in enumerate(client.line.sent)
            if isinstance(message, str) and "output.audio." in message
        ]
        binary = [index for index, (_, message) in enumerate(client.line.sent) if isinstance(message, bytes)]
        assert bounds[0] < binary[0] <= binary[-1] < bounds[1]
        sound = np.frombuffer(b"".join(frame for _, frame in client.audio), "<i2").astype(float)
        spectrum = np.abs(np.fft.rfft(sound[:16000] * np.hanning(16000)))
        assert int(spectrum.argmax()) == pytest.approx(440, abs=2)


@pytest.mark.requirement("WS1-FRAMES")
@pytest.mark.parametrize("per_message", [1, 5, 50])
def test_audio_in_may_come_in_any_number_of_whole_frames(per_message: int, tmp_path: Path) -> None:
    @timeless
    async def scene() -> None:
        async with house(tmp_path, texts=["hello there"]) as home:
            client = home.connect()
            await client.started()
            said = [*SILENCE, *voice(1.0), *SILENCE * 4]
            for start in range(0, len(said), per_message):
                await asyncio.sleep(0.02 * per_message)
                client.line.push(frames(said[start : start + per_message]))
            final = await client.event("transcript.final")
            assert final["text"] == "hello there"
            await client.event("output.audio.end")
            assert client.codes == []

    scene()


@pytest.mark.requirement("WS1-FRAMES")
@timeless
async def test_what_is_no_whole_number_of_frames_is_dropped_and_the_next_message_is_heard(tmp_path: Path) -> None:
    async with house(tmp_path, texts=["hello there"]) as home:
        client = home.connect()
        await client.started()
        for size in (0, 1, 639, 641, 960):
            error = await client.refused(bytes(size))
            assert (error["code"], error["trackId"]) == ("audio.frame_size_mismatch", "audio_in")
        assert (await client.refused(bytes(640 * 103)))["code"] == "protocol.too_large"
        await client.speak(1.0)
        assert (await client.event("transcript.final"))["text"] == "hello there"


@timeless
async def test_audio_that_comes_all_at_once_is_heard_as_it_was_said(tmp_path: Path) -> None:
    async with house(tmp_path, texts=["hello there"]) as home:
        client = home.connect()
        await client.started()
        said = frames([*SILENCE, *voice(2.0), *SILENCE * 4])
        for start in range(0, len(said), 6400):
            client.line.push(said[start : start + 6400])
        assert (await client.event("transcript.final"))["text"] == "hello there"
        for start in range(0, 640 * 600, 6400):
            client.line.push(bytes(6400) if start else said[:6400])
        await client.event("error")
        assert client.codes[0] == "rate.limited"


@pytest.mark.requirement("WS1-CANCEL")
@timeless
async def test_a_cancel_stops_the_answer_at_once(tmp_path: Path) -> None:
    async with house(tmp_path, lines=[{"match": None, "do": [{"say": LONG}]}]) as home:
        client = home.connect()
        await client.started()
        client.send("input.text", text="x")
        await client.until(lambda: len(client.audio) >= 50)
        client.send("response.cancel", graceful=False)
        stopped = await client.event("response.interrupted")
        count = len(client.audio)
        await asyncio.sleep(2)
        assert len(client.audio) == count
        assert stopped["data"]["reason"] == "manual-stop"
        assert client.of("output.audio.end") == []
        assert {"turn_id", "response_id", "tts_id"} <= stopped["data"].keys()
        # Again, and it changes nothing; another turn follows.
        client.send("response.cancel")
        await typed(client)
        assert client.codes == []
        fits(client)


@pytest.mark.requirement("WS1-CANCEL")
@timeless
async def test_a_graceful_cancel_lets_the_sentence_end(tmp_path: Path) -> None:
    async with house(tmp_path, lines=[{"match": None, "do": [{"say": LONG}]}]) as home:
        client = home.connect()
        await client.started()
        client.send("input.text", text="x")
        await client.until(lambda: len(client.audio) >= 50)
        client.send("response.cancel", graceful=True)
        end = await client.event("output.audio.end")
        client.played(end)
        first = LONG.split(". ")[0] + "."
        assert end["data"]["duration_ms"] == pytest.approx(60 * len(first), abs=100)
        assert client.of("response.interrupted") == []
        await home_is_idle(home, client)
        assert home.session(client).turns()[-1]["heard_text"] == first


@pytest.mark.requirement("WS1-CANCEL")
@timeless
async def test_a_cancel_while_it_is_still_thought_about_says_nothing_of_it(tmp_path: Path) -> None:
    lines = [{"match": "slow", "do": [{"say": "Let me"}, {"stall_s": 2}, {"say": "see."}]}]
    async with house(tmp_path, lines=lines, tts={"stall_s": 3}) as home:
        client = home.connect()
        await client.started()
        client.send("input.text", text="slow")
        await client.event("assistant.response.delta")
        client.send("response.cancel")
        await client.event("response.interrupted")
        await asyncio.sleep(5)
        assert client.events[-1]["type"] == "response.interrupted"
        assert client.audio == []


async def home_is_idle(home: House, client: Client) -> None:
    async with asyncio.timeout(30):
        while home.session(client).state.value != "idle":  # noqa: ASYNC110 - no event tells of the state here
            await asyncio.sleep(0.01)


@pytest.mark.requirement("WS1-PLAYED")
@timeless
async def test_what_was_played_moves_the_state_at_once(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        client = home.connect()
        await client.started()
        client.send("input.text", text="x")
        end = await client.event("output.audio.end")
        assert home.session(client).state.value == "ai_speaking"
        # Of another response, or another piece of audio: a race, which changes nothing.
        client.played({"data": {**end["data"], "response_id": "resp_0"}})
        client.played({"data": {**end["data"], "tts_id": "tts_0"}})
        await asyncio.sleep(0.1)
        assert home.session(client).state.value == "ai_speaking"
        client.played(end)
        await asyncio.sleep(0)
        await asyncio.sleep(0.01)
        assert home.session(client).state.value == "idle"
        assert home.session(client).turns()[-1]["status"] == "complete"
        assert client.codes == []


@pytest.mark.requirement("WS1-PLAYED")
@timeless
async def test_a_client_that_never_acknowledges_is_released_a_second_after_the_audio(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        client = home.connect()
        await client.started()
        client.send("input.text", text="x")
        end = await client.event("output.audio.end")
        begun = client.audio[0][0]
        await home_is_idle(home, client)
        took = client.line._loop.time() - begun
        assert took == pytest.approx(end["data"]["duration_ms"] / 1000 + 1.0, abs=0.1)


@pytest.mark.requirement("WS1-PLAYED")
@timeless
async def test_what_was_played_of_an_interrupted_answer_corrects_the_history(tmp_path: Path) -> None:
    async with house(tmp_path, lines=[{"match": None, "do": [{"say": LONG}]}]) as home:
        client = home.connect()
        await client.started()
        client.send("input.text", text="x")
        await client.until(lambda: len(client.audio) >= 150)
        client.send("response.cancel")
        interrupted = await client.event("response.interrupted")
        before = home.session(client).turns()[-1]["heard_text"]
        client.played(interrupted, 1000)
        client.send("input.text", text="and?")
        await client.event("output.audio.start", 2)
        [heard] = [turn["heard_text"] for turn in home.session(client).turns() if turn["status"] == "cancelled"]
        assert len(heard) < len(before)
        assert before.startswith(heard)
        said = [item for item in home.brain.requests[-1].items if isinstance(item, AssistantSaid)]
        assert [item.text for item in said] == [heard]


@pytest.mark.requirement("WS1-TEXT")
@timeless
async def test_in_text_only_mode_everything_is_told_and_nothing_is_played(tmp_path: Path) -> None:
    async with house(tmp_path, lines=[{"match": None, "do": [{"say": LONG}]}], tts={"fail": True}) as home:
        client = home.connect()
        await client.started(overrides={"output": {"mode": "text"}, "greeting": "Welcome."})
        await client.event("assistant.response.final")
        client.send("input.text", text="x")
        final = await client.event("assistant.response.final", 2)
        assert final["text"] == LONG
        assert "".join(event["text"] for event in client.of("assistant.response.delta")) == "Welcome." + LONG
        await home_is_idle(home, client)
        client.send("input.text", text="again")
        await client.event("assistant.response.final", 3)
        assert client.audio == []
        assert client.of("output.audio.start", "output.audio.end", "error") == []
        assert client.of("metrics.ttfb")[0]["latencyMs"] < 100
        said = [item.text for item in home.brain.requests[-1].items if isinstance(item, AssistantSaid)]
        assert said == ["Welcome.", LONG]
        fits(client)


@pytest.mark.requirement("WS1-TEXT")
@timeless
async def test_in_text_only_mode_an_answer_can_be_cancelled(tmp_path: Path) -> None:
    lines = [{"match": None, "do": [{"say": "One. "}, {"stall_s": 2}, {"say": "Two."}]}]
    async with house(tmp_path, lines=lines) as home:
        client = home.connect()
        await client.started(overrides={"output": {"mode": "text"}})
        client.send("input.text", text="x")
        await client.event("assistant.response.delta")
        client.send("response.cancel")
        await client.event("response.interrupted")
        await asyncio.sleep(4)
        assert client.events[-1]["type"] == "response.interrupted"


@timeless
async def test_a_typed_text_over_an_answer_takes_the_floor(tmp_path: Path) -> None:
    lines = [{"match": "long", "do": [{"say": LONG}]}, {"match": None, "do": [{"say": "Short."}]}]
    async with house(tmp_path, lines=lines) as home:
        client = home.connect()
        await client.started()
        client.send("input.text", text="long")
        await client.until(lambda: len(client.audio) >= 30)
        client.send("input.text", text="something else")
        await client.event("response.interrupted")
        assert (await client.event("assistant.response.final", 2))["text"] == "Short."
        assert client.of("transcript.final", "input.speech_started") == []
        fits(client)


@timeless
async def test_speech_over_an_answer_takes_the_floor(tmp_path: Path) -> None:
    texts = ["tell me something long", "no stop that now"]
    async with house(tmp_path, texts=texts, lines=[{"match": None, "do": [{"say": LONG}]}]) as home:
        client = home.connect()
        await client.started()
        await client.speak(1.0)
        await client.until(lambda: len(client.audio) >= 30)
        await client.speak(2.0, seed=2)
        interrupted = await client.event("response.interrupted")
        assert interrupted["data"]["reason"] == "barge-in"
        assert len(client.of("input.speech_started")) == 2
        await client.event("output.audio.start", 2)
        fits(client)


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
        begun = client.line._loop.time()
        await client.event("heartbeat", 5)
        assert client.line._loop.time() - begun == pytest.approx(10, abs=0.1)


TOOL = {"name": "weather", "description": "The weather", "parameters": '{"type": "object"}'}


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
        await asyncio.sleep(3)
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


@pytest.mark.requirement("WS1-RESUME")
@timeless
async def test_a_session_can_be_resumed_within_its_window_and_not_after(tmp_path: Path) -> None:
    async with house(tmp_path, settings={"server": {"resume_window_s": 10}}) as home:
        client = home.connect()
        started = await client.started()
        client.line.cut()
        await asyncio.sleep(30)
        back = home.connect()
        claim = {"sessionId": started["sessionId"], "lastSeq": 1, "token": started["resumeToken"]}
        assert (await back.refused({"type": "session.start", "resume": claim}))["code"] == "session.expired"
        assert (await back.started())["data"]["resumed"] is False


@timeless
async def test_a_client_without_a_microphone_is_not_taken_for_one_that_is_broken(tmp_path: Path) -> None:
    async with house(tmp_path, texts=["hello there", "hello again"]) as home:
        client = home.connect()
        await client.started()
        await asyncio.sleep(20)
        assert home.session(client)._engine.conversation_state == "idle"
        await client.speak(1.0)
        await client.event("output.audio.end")
        await asyncio.sleep(20)
        assert home.session(client)._engine.conversation_state == "idle"
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
        await asyncio.sleep(31)
        assert {client.line.code for client in waiting} == {1008}
        await home.connect().started()
