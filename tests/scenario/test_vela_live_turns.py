"""Vela's live mode in virtual time: spoken and typed turns, and their cancels, over the real session."""

import asyncio
from pathlib import Path

import pytest

from antiphon.testing import virtual_time
from support.vela import VelaClient, VelaHouse, chunks, fits, vela
from support.vela_live import ANSWERED, SPOKEN, played, short
from support.ws import ANSWER


@pytest.mark.requirement("VELA-LIVE")
def test_a_spoken_turn_is_heard_understood_and_answered_aloud(tmp_path: Path) -> None:
    async def run() -> VelaClient:
        async with vela(tmp_path, texts=["what can you do"]) as home:
            client = home.connect()
            await client.speak(1.0)
            client.send("input_audio.commit")
            await client.idle(1)
            fits(client)
            return client

    client = virtual_time.run(run())
    assert [one for one in client.told if one[0] != "transcript.partial"] == SPOKEN
    assert len(client.spoken) == 32 * 60 * len(ANSWER.replace(", ", ","))


@pytest.mark.requirement("VELA-LIVE")
def test_what_is_sent_in_one_burst_is_heard_whole(tmp_path: Path) -> None:
    async def run() -> tuple[VelaClient, float]:
        async with vela(tmp_path, texts=["what can you do"]) as home:
            client = home.connect()
            began = asyncio.get_running_loop().time()
            for chunk in chunks(4.0):
                client.append(chunk)
            client.send("input_audio.commit")
            await client.event("transcript.final")
            return client, asyncio.get_running_loop().time() - began

    client, took = virtual_time.run(run())
    told = [one for one in client.told if one[0] != "transcript.partial"]
    assert told == SPOKEN[: len(told)]
    assert 1.0 < took < 2.5


@pytest.mark.requirement("VELA-LIVE")
def test_a_typed_turn_is_answered_and_not_told_as_speech(tmp_path: Path) -> None:
    async def play(home: VelaHouse, client: VelaClient) -> None:
        client.send("input.text", text="Tell me.")
        await client.idle(1)
        client.send("input.text", text="And again.")
        await client.until(lambda: client.state == "speaking")
        client.send("input.text", text="No, this.")

    answers = played(tmp_path, play)
    interrupted = [("session.state", "thinking"), *ANSWERED[:2]]
    assert short(answers) == [
        *[("session.state", "thinking"), *ANSWERED],
        *interrupted,
        ("session.state", "listening"),  # rows 11 and 5, in one instant
        *[("session.state", "thinking"), *ANSWERED],
    ]


@pytest.mark.requirement("VELA-CANCEL")
@pytest.mark.parametrize("state", ["listening", "thinking", "speaking"])
def test_a_cancel_stops_it_at_once_whatever_it_is_doing(state: str, tmp_path: Path) -> None:
    async def play(home: VelaHouse, client: VelaClient) -> None:
        await client.speak(0.5)
        if state != "listening":
            client.send("input_audio.commit")
        await client.until(lambda: client.state == state)
        await virtual_time.advance(0.25)
        before = len(client.spoken)
        client.send("response.cancel")
        await client.idle(1)
        assert client.timed[-1][0] - client.line.said[-1][0] < 0.01
        await virtual_time.advance(3)
        assert len(client.spoken) == before
        client.send("response.cancel")
        client.send("input.text", text="Tell me.")

    slow = {"texts": ["what can you do"], "stt": {"delay_s": 1.0}}
    client = played(tmp_path, play, **(slow if state == "thinking" else {"texts": ["what can you do"]}))
    told = short(client)
    assert (
        told[: told.index(("session.state", state)) + 1]
        == [one for one in SPOKEN[2:6] if one[0] != "transcript.final" or state == "speaking"][
            : {"listening": 1, "thinking": 2, "speaking": 4}[state]
        ]
    )
    assert told[told.index(("session.state", "idle")) :] == [
        ("session.state", "idle"),
        ("session.state", "thinking"),
        *ANSWERED,
    ]


@pytest.mark.requirement("VELA-CANCEL")
def test_a_cancel_behind_a_long_burst_does_not_wait_for_it(tmp_path: Path) -> None:
    async def play(home: VelaHouse, client: VelaClient) -> None:
        for chunk in chunks(8.0):
            client.append(chunk)
        client.send("input_audio.commit")
        await client.until(lambda: client.state == "listening")
        client.send("response.cancel")
        await client.idle(1)
        assert client.timed[-1][0] - client.line.said[-1][0] < 0.1

    assert short(played(tmp_path, play)) == [("session.state", "listening"), ("session.state", "idle")]


@pytest.mark.requirement("VELA-LIVE")
def test_who_holds_the_key_over_an_answer_interrupts_it(tmp_path: Path) -> None:
    async def play(home: VelaHouse, client: VelaClient) -> None:
        client.send("input.text", text="Tell me.")
        await client.until(lambda: len(client.spoken) > 640 * 20)
        await client.speak(0.5)
        client.send("input_audio.commit")

    client = played(tmp_path, play, texts=["what can you do"])
    assert short(client) == [("session.state", "thinking"), *ANSWERED[:2], *SPOKEN[2:5], *ANSWERED]


@pytest.mark.requirement("VELA-COMMIT-EMPTY")
def test_a_commit_without_audio_is_a_turn_in_which_nothing_was_said(tmp_path: Path) -> None:
    async def play(home: VelaHouse, client: VelaClient) -> None:
        client.send("input_audio.commit")

    assert short(played(tmp_path, play, texts=[""])) == [
        ("session.state", "listening"),
        ("session.state", "thinking"),
        ("error", "stt.no_speech"),
        ("session.state", "idle"),
    ]


def test_a_commit_that_comes_too_late_changes_nothing(tmp_path: Path) -> None:
    async def play(home: VelaHouse, client: VelaClient) -> None:
        client.send("input.text", text="Tell me.")
        await client.until(lambda: client.state == "speaking")
        client.send("input_audio.commit")

    assert short(played(tmp_path, play)) == [("session.state", "thinking"), *ANSWERED]


def test_more_audio_than_is_kept_waiting_is_read_later_and_none_of_it_is_lost(tmp_path: Path) -> None:
    async def play(home: VelaHouse, client: VelaClient) -> None:
        for chunk in chunks(40.0):
            client.append(chunk)
        client.send("input_audio.commit")
        client.send("protocol.version", supported=[1])
        await client.event("transcript.final")
        assert 8.0 < client.timed[-1][0] - client.line.said[-1][0] < 14.0
        assert client.of("protocol.version")  # in its place: behind the audio

    assert short(played(tmp_path, play, texts=["a long story"]))[:3] == [
        ("session.state", "listening"),
        ("protocol.version", ""),
        ("session.state", "thinking"),
    ]


@pytest.mark.requirement("VELA-LIVE")
def test_who_is_asked_back_may_pause_while_the_key_is_held(tmp_path: Path) -> None:
    async def play(home: VelaHouse, client: VelaClient) -> None:
        client.send("input.text", text="Tell me.")
        await client.until(lambda: client.told[-2:] == [("session.state", "idle"), ("session.state", "listening")])
        for chunk in [*chunks(0.5), *[bytes(3200)] * 40, *chunks(0.5, 2)]:
            client.append(chunk)
            await virtual_time.advance(0.1)
        assert client.state == "listening"
        client.send("input_audio.commit")
        await client.until(lambda: client.state == "thinking")

    asking = [{"match": "^blue$", "do": [{"say": "So it is."}]}, {"match": None, "do": [{"say": "Which colour?"}]}]
    client = played(tmp_path, play, lines=asking, follow_up=True, texts=["blue"])
    assert [one for one in client.told if one[0] == "transcript.final"] == [("transcript.final", "blue")]
    assert client.codes == []


def test_a_microphone_that_sends_each_frame_alone_is_not_too_fast(tmp_path: Path) -> None:
    async def play(home: VelaHouse, client: VelaClient) -> None:
        for chunk in chunks(3.0):
            for start in range(0, len(chunk), 640):
                client.append(chunk[start : start + 640])
                await virtual_time.advance(0.02)
        client.send("input_audio.commit")

    assert short(played(tmp_path, play, texts=["what can you do"])) == SPOKEN[2:]
