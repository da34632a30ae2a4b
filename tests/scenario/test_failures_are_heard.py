"""What fails is heard of within a second over each contract that carries audio, and read at once where none is sent.

Over WebRTC that is held by `test_what_is_said.py` and `test_what_is_heard.py`.
"""

import base64
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from antiphon.domain.conversation import AssistantSaid
from antiphon.testing import virtual_time
from scenario.test_what_is_said import LONG, Voice
from support import vela as of_vela
from support.scene import timeless
from support.vela import VelaHouse, vela
from support.ws import Client, House, house, put
from support.ws_checks import fits, typed

SOON_S = 1.0
FIRST, REST = LONG.split(". ", 1)[0] + ".", LONG.split(". ", 1)[1]
AGAIN = {"match": "again", "do": [{"say": "Here it is."}]}
FAILURES: dict[str, tuple[list[dict[str, Any]], str, str]] = {
    "voice": ([{"say": LONG}], "first", "tts.failed"),
    "voice later": ([{"say": FIRST}, {"stall_s": 1}, {"say": REST}], "third", "tts.failed"),
    "brain": ([{"fail": "brain.failed"}], "\0", "brain.failed"),
    "brain later": ([{"say": FIRST}, {"stall_s": 1}, {"fail": "brain.failed"}], "\0", "brain.failed"),
    "no answer": ([], "\0", "brain.empty"),
}
failures = pytest.mark.parametrize(("steps", "fails", "code"), FAILURES.values(), ids=FAILURES.keys())


def spoken_by(home: House | VelaHouse, voice: Voice) -> None:
    put(home.server, tts=voice)


def told_at(client: Client, type_: str) -> float:
    return next(at for at, event in client.timed if event["type"] == type_)


def loud(sent: list[tuple[float, bytes]], since: float) -> list[float]:
    """When something that can be heard was sent."""
    levels = [(at, int(np.abs(np.frombuffer(pcm, "<i2").astype(int)).max(initial=0))) for at, pcm in sent]
    return [at for at, level in levels if level > 100 and at >= since]


def playbacks(client: Client) -> dict[str, tuple[int, int]]:
    """Of each piece of audio how long it was and how long it is said to be, in ms; all lies between boundaries."""
    found: dict[str, tuple[int, int]] = {}
    events, begun, frames = iter(client.events), "", 0
    for _, message in client.line.sent:
        if isinstance(message, bytes):
            assert begun, "audio that nothing has announced"
            frames += 1
            continue
        event = next(events)
        if event["type"] == "output.audio.start":
            assert not begun, "two at once"
            begun, frames = event["data"]["tts_id"], 0
        elif event["type"] == "output.audio.end":
            assert event["data"]["tts_id"] == begun
            found[begun], begun = (20 * frames, event["data"]["duration_ms"]), ""
    assert not begun, "one that has no end"
    return found


@failures
@timeless
async def test_over_ws_v1_a_tone_is_announced_and_sent(
    tmp_path: Path, steps: list[dict[str, Any]], fails: str, code: str
) -> None:
    async with house(tmp_path, lines=[AGAIN, {"match": None, "do": steps}]) as home:
        spoken_by(home, Voice(fails))
        client = home.connect()
        await client.started()
        client.send("input.text", text="fail")
        await client.event("error")
        await virtual_time.advance(3)
        assert client.codes == [code]
        heard = loud(client.audio, told_at(client, "error"))
        assert heard[0] - told_at(client, "error") < SOON_S
        assert all(sent == pytest.approx(said, abs=40) for sent, said in playbacks(client).values())
        # Who acknowledges the tone as if it were an answer changes nothing, and the next answer is heard.
        client.played(client.of("output.audio.end")[-1])
        await typed(client, "again")
        assert client.codes == [code]
        playbacks(client)
        fits(client)


@failures
@timeless
async def test_where_ws_v1_is_only_read_it_is_told_at_once(
    tmp_path: Path, steps: list[dict[str, Any]], fails: str, code: str
) -> None:
    async with house(tmp_path, lines=[{"match": None, "do": steps}]) as home:
        spoken_by(home, Voice(fails))
        client = home.connect()
        await client.started(overrides={"output": {"mode": "text"}})
        client.send("input.text", text="x")
        await client.event("assistant.response.final")
        await virtual_time.advance(3)
        assert client.audio == []
        assert client.of("output.audio.start", "output.audio.end") == []
        if code.startswith("tts"):  # nobody is asked to speak
            assert client.codes == []
            assert client.of("assistant.response.final")[0]["text"] == LONG
        else:
            assert client.codes == [code]
            assert told_at(client, "assistant.response.final") - told_at(client, "error") < 0.1


@failures
@timeless
async def test_over_vela_a_tone_is_sent_and_what_cannot_be_spoken_is_told(
    tmp_path: Path, steps: list[dict[str, Any]], fails: str, code: str
) -> None:
    async with vela(tmp_path, lines=[{"match": None, "do": steps}]) as home:
        spoken_by(home, Voice(fails))
        client = home.connect()
        client.send("input.text", text="x")
        await client.event("error")
        await virtual_time.advance(3)
        assert client.codes == [code]
        sent = [
            (at, base64.b64decode(event["payload"]["chunk"]))
            for at, event in client.timed
            if event["type"] == "output_audio.delta"
        ]
        assert loud(sent, told_at(client, "error"))[0] - told_at(client, "error") < SOON_S
        if code.startswith("tts"):
            assert "".join(event["payload"]["text"] for event in client.of("response.text.delta")) == LONG
        assert client.told[-1] == ("session.state", "idle")
        of_vela.fits(client)


@timeless
async def test_after_an_answer_that_could_not_be_spoken_texts_wait_for_their_voice_again(tmp_path: Path) -> None:
    async with vela(tmp_path, lines=[AGAIN, {"match": None, "do": [{"say": FIRST}]}]) as home:
        spoken_by(home, Voice("first"))
        client = home.connect()
        client.send("input.text", text="fail")
        await client.idle(1)
        client.send("input.text", text="again")
        await client.idle(2)
        told = client.told
        assert told.index(("session.state", "speaking")) < told.index(("response.text.delta", "Here it is."))


@timeless
async def test_over_ws_v1_a_turn_without_words_is_heard_of_too(tmp_path: Path) -> None:
    async with house(tmp_path, texts=["", "hello there"]) as home:
        client = home.connect()
        await client.started()
        await client.speak(1.0)
        assert client.codes == ["stt.no_match"]
        heard = loud(client.audio, told_at(client, "error"))
        assert heard[0] - told_at(client, "error") < SOON_S
        [end] = client.of("output.audio.end")
        client.played(end)
        await client.speak(1.0)
        await client.event("output.audio.end", 2)
        playbacks(client)
        assert client.codes == ["stt.no_match"]
        fits(client)


@timeless
async def test_over_ws_v1_who_speaks_over_the_tone_ends_it(tmp_path: Path) -> None:
    async with house(tmp_path, lines=[AGAIN, {"match": None, "do": []}]) as home:
        client = home.connect()
        await client.started()
        client.send("input.text", text="fail")
        await client.until(lambda: len(client.audio) > 5)
        client.send("input.text", text="again")
        await client.event("output.audio.end", 2)
        [tone, _] = playbacks(client).values()
        assert tone[0] < 300
        fits(client)


@pytest.mark.parametrize(("after_s", "known"), [(0.3, False), (0.7, True)])
@timeless
async def test_a_yes_answers_what_can_have_been_read_of_an_answer_that_could_not_be_spoken(
    tmp_path: Path, after_s: float, known: bool
) -> None:
    async with house(tmp_path, lines=[{"match": None, "do": [{"say": "Is this the first?"}]}]) as home:
        spoken_by(home, Voice("first"))
        client = home.connect()
        await client.started()
        client.send("input.text", text="x")
        await client.event("error")
        await virtual_time.advance(after_s)
        client.send("input.text", text="yes")
        await client.event("error", 2)
        said = [item.text for item in home.brain.requests[-1].items if isinstance(item, AssistantSaid)]
        assert said == (["Is this the first?"] if known else [])
