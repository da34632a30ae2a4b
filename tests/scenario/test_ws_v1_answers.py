"""Answers over WS v1 in virtual time: cancelled, interrupted, played, or only read."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from antiphon.domain.conversation import AssistantSaid, UserSaid
from antiphon.testing import virtual_time
from support.scene import Script, timeless
from support.ws import ANSWER, house
from support.ws_checks import LONG, fits, home_is_idle, typed


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
        await virtual_time.advance(2)
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


SLOWLY = [
    {"say": "To begin with, this is "},
    {"say": "the first one. "},
    {"stall_s": 0.5},
    {"say": "This is "},
    {"stall_s": 0.5},
    {"say": "the second. "},
    {"stall_s": 1},
    {"say": "This is the third. "},
    {"stall_s": 1},
    {"call": {"name": "weather", "arguments": {}}},
    {"say": "This is the last."},
]
WEATHER = {"name": "weather", "description": "The weather", "executor": "client", "parameters": '{"type": "object"}'}


@pytest.mark.requirement("WS1-CANCEL")
@pytest.mark.parametrize(
    ("mode", "at_s", "says"),
    [
        ("audio", 0.1, "To begin with, this is the first one."),
        ("audio", 0.7, "To begin with, this is the first one. This is "),
        ("text", 0.1, "To begin with, this is the first one."),
        ("text", 0.7, "To begin with, this is the first one. This is the second."),
        ("text", 1.5, "To begin with, this is the first one. This is the second."),
    ],
)
def test_after_a_graceful_cancel_the_brain_is_asked_for_no_more_than_the_sentence(
    mode: str, at_s: float, says: str, tmp_path: Path
) -> None:
    @timeless
    async def scene() -> None:
        async with house(tmp_path, lines=[{"match": None, "do": SLOWLY}], tools=[WEATHER]) as home:
            client = home.connect()
            await client.started(overrides={"output": {"mode": mode}})
            client.send("input.text", text="x")
            await client.event("assistant.response.delta")
            await virtual_time.advance(at_s)
            client.send("response.cancel", graceful=True)
            final = await client.event("assistant.response.final")
            await home_is_idle(home, client)
            await virtual_time.advance(10)
            assert final["text"].strip() == says.strip()
            assert "".join(event["text"] for event in client.of("assistant.response.delta")) == final["text"]
            heard = home.session(client).turns()[-1]["heard_text"]
            assert heard == (says.strip() if mode == "text" else "To begin with, this is the first one.")
            assert client.of("assistant.tool_call", "response.interrupted", "error") == []
            client.send("input.text", text="again")
            await client.event("assistant.response.delta", len(client.of("assistant.response.delta")) + 1)

    scene()


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
        await virtual_time.advance(5)
        assert client.events[-1]["type"] == "response.interrupted"
        assert client.audio == []


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
        await virtual_time.advance(0.1)
        assert home.session(client).state.value == "ai_speaking"
        client.played(end)
        await asyncio.sleep(0)
        await virtual_time.advance(0.01)
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
        took = client.line.now() - begun
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


@pytest.mark.requirement("WS1-PLAYED")
@pytest.mark.requirement("V7-BARGE")
@timeless
async def test_who_answers_before_the_acknowledgement_has_heard_what_was_sent(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        client = home.connect()
        await client.started()
        client.send("input.text", text="x")
        end = await client.event("output.audio.end")
        await virtual_time.advance(0.3)
        client.send("input.text", text="y")
        interrupted = await client.event("response.interrupted")
        assert interrupted["data"]["played_ms"] == end["data"]["duration_ms"]
        await client.event("output.audio.start", 2)
        said = [item for item in home.brain.requests[-1].items if isinstance(item, AssistantSaid)]
        assert [item.text for item in said] == [ANSWER]
        # By the client's own account it was less.
        client.played(interrupted, 600)
        client.send("response.cancel")
        await client.event("response.interrupted", 2)
        heard = home.session(client).turns()[1]["heard_text"]
        assert 0 < len(heard) < len(ANSWER)


@pytest.mark.requirement("V7-BARGE")
@timeless
async def test_what_is_typed_over_an_answer_is_asked_after_what_was_heard_of_it(tmp_path: Path) -> None:
    async with house(tmp_path, lines=[{"match": None, "do": [{"say": LONG}]}]) as home:
        client = home.connect()
        await client.started()
        client.send("input.text", text="x")
        await client.until(lambda: len(client.audio) >= 150)
        client.send("input.text", text="y")
        await client.event("output.audio.start", 2)
        asked, heard, again = home.brain.requests[-1].items
        assert isinstance(heard, AssistantSaid)
        assert isinstance(asked, UserSaid)
        assert isinstance(again, UserSaid)
        assert (asked.text, again.text) == ("x", "y")
        assert LONG.startswith(heard.text)
        assert not heard.complete
        assert home.session(client).turns()[1]["heard_text"] == heard.text


@pytest.mark.requirement("WS1-PLAYED")
@pytest.mark.requirement("WS1-CANCEL")
@timeless
async def test_no_more_counts_as_played_than_was_sent(tmp_path: Path) -> None:
    async with house(tmp_path, lines=[{"match": None, "do": [{"say": LONG}]}]) as home:
        client = home.connect()
        await client.started()
        client.send("input.text", text="x")
        await client.until(lambda: len(client.audio) >= 50)
        client.send("response.cancel")
        stopped = await client.event("response.interrupted")
        assert stopped["data"]["played_ms"] == 20 * len(client.audio)


@pytest.mark.parametrize("mode", ["audio", "text"])
@pytest.mark.parametrize(("step", "text"), [({"empty": True}, ""), ({"say": "***"}, "***")])
@timeless
async def test_an_answer_with_nothing_to_say_has_its_end_too(
    mode: str, step: dict[str, Any], text: str, tmp_path: Path
) -> None:
    lines: Script = [{"match": "again", "do": [{"say": "Yes."}]}, {"match": None, "do": [step]}]
    async with house(tmp_path, lines=lines) as home:
        client = home.connect()
        await client.started(overrides={"output": {"mode": mode}})
        client.send("input.text", text="x")
        final = await client.event("assistant.response.final")
        assert (final["text"], final["data"]["text"], final["trackId"], final["source"]) == (
            text, text, "audio_out", "llm",
        )  # fmt: skip
        assert final["data"]["turn_id"]
        client.send("input.text", text="again")
        assert (await client.event("assistant.response.final", 2))["text"] == "Yes."
        assert len(client.of("assistant.response.final")) == 2


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
        await virtual_time.advance(4)
        assert client.events[-1]["type"] == "response.interrupted"


@timeless
async def test_a_typed_text_over_an_answer_takes_the_floor(tmp_path: Path) -> None:
    lines: Script = [{"match": "long", "do": [{"say": LONG}]}, {"match": None, "do": [{"say": "Short."}]}]
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


@pytest.mark.requirement("WS1-TEXT")
@pytest.mark.parametrize(("after_s", "yes"), [(0.3, False), (0.7, True)])
def test_in_text_only_mode_a_yes_answers_what_can_have_been_read(after_s: float, yes: bool, tmp_path: Path) -> None:
    """As over an answer that is spoken: what has stood there for half a second."""

    @timeless
    async def scene() -> None:
        lines = [{"match": "delete", "do": [{"say": "I can do that. "}, {"stall_s": 2}, {"say": "Do you want it?"}]}]
        async with house(tmp_path, lines=[*lines, {"match": None, "do": [{"say": "Yes."}]}]) as home:
            client = home.connect()
            await client.started(overrides={"output": {"mode": "text"}})
            client.send("input.text", text="delete it")
            await client.event("assistant.response.final")
            await virtual_time.advance(after_s)
            client.send("input.text", text="yes")
            await client.event("assistant.response.final", 2)
            [said] = [item for item in home.brain.requests[-1].items if isinstance(item, AssistantSaid)]
            assert said.text.split() == ("I can do that. Do you want it?" if yes else "I can do that.").split()
            assert said.complete is yes
            assert client.of("response.interrupted") == []

    scene()


@pytest.mark.parametrize(("asked", "said"), [("It is done.", "yes"), ("Do you want it?", "what is it")])
def test_in_text_only_mode_nothing_else_is_forgotten_however_fast_somebody_types(
    asked: str, said: str, tmp_path: Path
) -> None:
    @timeless
    async def scene() -> None:
        lines: Script = [{"match": "delete", "do": [{"say": asked}]}, {"match": None, "do": [{"say": "Yes."}]}]
        async with house(tmp_path, lines=lines) as home:
            client = home.connect()
            await client.started(overrides={"output": {"mode": "text"}})
            client.send("input.text", text="delete it")
            await client.event("assistant.response.final")
            client.send("input.text", text=said)
            await client.event("assistant.response.final", 2)
            [answer] = [item for item in home.brain.requests[-1].items if isinstance(item, AssistantSaid)]
            assert (answer.text, answer.complete) == (asked, True)

    scene()
