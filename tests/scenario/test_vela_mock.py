"""Vela's mock mode in virtual time: its texts to the letter, its sequences, its edge cases."""

from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from antiphon.domain.states import FOUR_STATES
from antiphon.testing import virtual_time
from antiphon.turns.table import ANY, TABLE
from support.vela import ANSWER, FINAL, PARTIAL, REPLY, USER, Line, VelaClient, fits, vela

TURN: list[Line] = [("session.state", "listening"), ("transcript.final", USER), *REPLY]
HELLO = [("session.ready", ""), ("session.state", "idle")]
Play = Callable[[VelaClient], Coroutine[Any, Any, None]]


@asynccontextmanager
async def connected(folder: Path) -> AsyncIterator[VelaClient]:
    async with vela(folder, "mock") as home:
        client = home.connect()
        await client.event("session.state")
        yield client
        fits(client)


def played(folder: Path, play: Play) -> list[Line]:
    """What the client is told after the two messages of the beginning."""

    async def run() -> list[Line]:
        async with connected(folder) as client:
            await play(client)
            await virtual_time.advance(5)  # in virtual time: whatever else would come has come
            assert client.told[:2] == HELLO
            return client.told[2:]

    return virtual_time.run(run())


@pytest.mark.requirement("VELA-READY")
def test_the_gateway_says_who_the_session_is_and_that_it_is_idle_at_once(tmp_path: Path) -> None:
    async def run() -> list[Any]:
        async with vela(tmp_path, "mock") as home:
            one, other = home.connect(), home.connect()
            for client in (one, other):
                await client.event("session.state")
            assert [at for at, _ in one.timed] == [virtual_time.START] * 2
            return [client.events for client in (one, other)]

    first, second = virtual_time.run(run())
    session_id = first[0]["payload"]["sessionId"]
    assert first == [
        {"type": "session.ready", "payload": {"sessionId": session_id}},
        {"type": "session.state", "payload": {"value": "idle"}},
    ]
    assert second[0]["payload"]["sessionId"] != session_id


@pytest.mark.requirement("VELA-MOCKTURN")
def test_a_mocked_turn_is_the_documents_to_the_letter(tmp_path: Path) -> None:
    async def play(client: VelaClient) -> None:
        client.send("mocked.turn.trigger")

    assert played(tmp_path, play) == TURN


@pytest.mark.requirement("VELA-MOCKTURN")
def test_every_mocked_turn_of_a_connection_is_the_same(tmp_path: Path) -> None:
    async def play(client: VelaClient) -> None:
        for count in (1, 2, 3):
            client.send("mocked.turn.trigger")
            await client.idle(count)

    assert played(tmp_path, play) == TURN * 3


def test_a_server_that_stops_lets_nobody_new_in_and_goes_on_with_who_is_there(tmp_path: Path) -> None:
    async def run() -> tuple[VelaClient, VelaClient]:
        async with vela(tmp_path, "mock") as home:
            present = home.connect()
            await present.event("session.state")
            home.server.manager.drain()
            new = home.connect()
            new.send("mocked.turn.trigger")
            await new.serving
            present.send("mocked.turn.trigger")
            await present.idle(1)
            return present, new

    present, new = virtual_time.run(run())
    assert present.told == [*HELLO, *TURN]
    assert new.told == [("error", "capacity.full")]
    fits(new)
    assert new.of("error")[0]["payload"]["retryable"] is True
    assert new.line.code == 1013


@pytest.mark.requirement("VELA-IDEMPOTENT")
def test_session_start_tells_again_who_the_session_is_and_what_it_is_doing(tmp_path: Path) -> None:
    async def run() -> list[Any]:
        async with connected(tmp_path) as client:
            for _ in range(2):
                client.send("session.start")
            client.send("mocked.turn.trigger")
            await client.until(lambda: client.state == "speaking")
            client.send("session.start")
            await client.idle(3)
            return client.events

    told = virtual_time.run(run())
    assert told[2:4] == told[4:6] == told[:2]
    again = [place for place, event in enumerate(told) if event == told[0]][-1]
    assert told[again + 1]["payload"] == {"value": "speaking"}
    del told[again : again + 2]
    assert [event["type"] for event in told[6:]] == [kind for kind, _ in TURN]


@pytest.mark.requirement("VELA-INFLIGHT")
@pytest.mark.parametrize("message", ["mocked.turn.trigger", "input_audio.append", "input_audio.commit"])
@pytest.mark.parametrize("after", range(len(TURN) - 1))
def test_a_turn_in_flight_is_not_disturbed(message: str, after: int, tmp_path: Path) -> None:
    async def play(client: VelaClient) -> None:
        client.send("mocked.turn.trigger")
        await client.until(lambda: len(client.told) >= 3 + after)
        client.send(message, **({"chunk": "AAAA"} if message == "input_audio.append" else {}))
        await client.event("error")
        [error] = client.of("error")
        assert error["payload"]["retryable"] is True

    told = played(tmp_path, play)
    assert told == [*TURN[: after + 1], ("error", "mocked_turn_in_flight"), *TURN[after + 1 :]]


@pytest.mark.requirement("VELA-INFLIGHT")
def test_a_committed_turn_is_in_flight_too_and_so_is_one_that_is_still_held(tmp_path: Path) -> None:
    async def play(client: VelaClient) -> None:
        client.send("input_audio.append", chunk="AAAA")
        client.send("mocked.turn.trigger")
        client.send("input_audio.commit")
        client.send("input_audio.commit")
        client.send("mocked.turn.trigger")
        await client.idle(1)
        client.send("mocked.turn.trigger")

    assert played(tmp_path, play) == [
        ("session.state", "listening"),
        ("transcript.partial", f"{PARTIAL}."),
        ("error", "mocked_turn_in_flight"),
        ("transcript.final", f"{FINAL} from 1 appended chunk(s)."),
        ("error", "mocked_turn_in_flight"),
        ("error", "mocked_turn_in_flight"),
        *REPLY,
        *TURN,
    ]


@pytest.mark.requirement("VELA-PTT")
@pytest.mark.parametrize("count", [1, 2, 3, 40])
def test_push_to_talk_counts_its_chunks_and_is_answered(count: int, tmp_path: Path) -> None:
    async def play(client: VelaClient) -> None:
        for number in range(count):
            client.send("input_audio.append", chunk=f"placeholder {number}")
        client.send("input_audio.commit")
        await client.idle(1)
        client.send("input_audio.append", chunk="")  # counted anew

    assert played(tmp_path, play) == [
        ("session.state", "listening"),
        ("transcript.partial", f"{PARTIAL}."),
        *[("transcript.partial", f"{PARTIAL} ({number} chunks).") for number in range(2, count + 1)],
        ("transcript.final", f"{FINAL} from {count} appended chunk(s)."),
        *REPLY,
        ("session.state", "listening"),
        ("transcript.partial", f"{PARTIAL}."),
    ]


@pytest.mark.requirement("VELA-PTT")
def test_each_append_is_answered_by_one_partial_at_once(tmp_path: Path) -> None:
    async def run() -> None:
        async with connected(tmp_path) as client:
            for count in range(1, 6):
                await virtual_time.advance(1)
                client.send("input_audio.append", chunk="x")
                await client.event("transcript.partial", count)
                assert client.timed[-1][0] == client.line.said[-1][0]
                assert len(client.of("transcript.partial")) == count

    virtual_time.run(run())


@pytest.mark.requirement("VELA-COMMIT-EMPTY")
def test_a_commit_without_audio_has_its_own_words_and_no_listening(tmp_path: Path) -> None:
    async def play(client: VelaClient) -> None:
        client.send("input_audio.commit")
        await client.idle(1)
        client.send("input_audio.commit")

    assert played(tmp_path, play) == [("transcript.final", f"{FINAL} without appended audio."), *REPLY] * 2


@pytest.mark.requirement("VELA-CANCEL")
@pytest.mark.parametrize("after", range(len(TURN) - 1))
@pytest.mark.parametrize("again", ["mocked.turn.trigger", "input_audio.commit"])
def test_a_cancelled_turn_goes_to_idle_at_once_and_says_nothing_more(again: str, after: int, tmp_path: Path) -> None:
    async def play(client: VelaClient) -> None:
        client.send("mocked.turn.trigger")
        await client.until(lambda: len(client.told) >= 3 + after)
        client.send("response.cancel")
        await client.idle(1)
        assert client.timed[-1][0] == client.line.said[-1][0]
        await virtual_time.advance(5)
        client.send("response.cancel")
        client.send(again)

    empty = [("transcript.final", f"{FINAL} without appended audio."), *REPLY]
    following = TURN if again == "mocked.turn.trigger" else empty
    assert played(tmp_path, play) == [*TURN[: after + 1], ("session.state", "idle"), *following]


@pytest.mark.requirement("VELA-CANCEL")
@pytest.mark.parametrize("after", range(len(REPLY)))
def test_a_committed_turn_is_cancelled_the_same_way(after: int, tmp_path: Path) -> None:
    async def play(client: VelaClient) -> None:
        client.send("input_audio.append", chunk="AAAA")
        client.send("input_audio.commit")
        await client.until(lambda: len(client.told) >= 5 + after)
        client.send("response.cancel")

    held = [("session.state", "listening"), ("transcript.partial", f"{PARTIAL}.")]
    final = ("transcript.final", f"{FINAL} from 1 appended chunk(s).")
    assert played(tmp_path, play) == [*held, final, *REPLY[:after], ("session.state", "idle")]


@pytest.mark.requirement("VELA-CANCEL")
def test_a_cancel_while_listening_forgets_the_chunks_and_one_in_idle_does_nothing(tmp_path: Path) -> None:
    async def play(client: VelaClient) -> None:
        client.send("response.cancel")
        for _ in range(2):
            client.send("input_audio.append", chunk="AAAA")
        client.send("response.cancel")
        client.send("response.cancel")
        client.send("input_audio.append", chunk="AAAA")

    assert played(tmp_path, play) == [
        ("session.state", "listening"),
        ("transcript.partial", f"{PARTIAL}."),
        ("transcript.partial", f"{PARTIAL} (2 chunks)."),
        ("session.state", "idle"),
        ("session.state", "listening"),
        ("transcript.partial", f"{PARTIAL}."),
    ]


def test_a_turn_that_is_due_comes_before_the_answer_to_what_came_later(tmp_path: Path) -> None:
    async def run() -> list[Line]:
        async with connected(tmp_path) as client:
            client.send("mocked.turn.trigger")
            await client.until(lambda: client.state == "speaking")
            await virtual_time.advance(0.1)
            client.send("session.start")
            await client.event("session.ready", 2)
            return client.told

    told = virtual_time.run(run())
    assert told[-3:-1] == [("response.text.delta", ANSWER[0]), ("session.ready", "")]


@pytest.mark.requirement("VELA-MOCKTURN")
def test_every_step_of_the_mocked_turns_is_a_legal_transition() -> None:
    legal = {
        (FOUR_STATES.get(state), FOUR_STATES.get(row.to))
        for row in TABLE
        for state in (FOUR_STATES if row.from_states == ANY else row.from_states)
    }
    for steps in (TURN, [("session.state", "listening"), *REPLY], REPLY):
        states = ["idle", *(value for kind, value in steps if kind == "session.state")]
        assert all(pair in legal for pair in pairwise(states))


def test_many_chunks_at_once_are_all_counted(tmp_path: Path) -> None:
    """Who sends fast is read more slowly, and nothing is lost."""

    async def run() -> VelaClient:
        async with connected(tmp_path) as client:
            for _ in range(1000):
                client.send("input_audio.append", chunk="AAAA")
            client.send("input_audio.commit")
            await client.event("transcript.final")
            return client

    client = virtual_time.run(run())
    assert client.told[-1] == ("transcript.final", f"{FINAL} from 1000 appended chunk(s).")
    assert 3.5 < client.timed[-1][0] - virtual_time.START < 5.0


@pytest.mark.requirement("VELA-CANCEL")
def test_a_cancel_right_after_a_commit_without_audio_is_answered_with_idle(tmp_path: Path) -> None:
    """The turn is in flight, although its first state is still to be told."""

    async def play(client: VelaClient) -> None:
        client.send("input_audio.commit")
        client.send("response.cancel")

    assert [line for line in played(tmp_path, play) if line[0] == "session.state"][-1] == ("session.state", "idle")
    assert len(played(tmp_path, play)) == 2, "its transcript, and that it is over"
