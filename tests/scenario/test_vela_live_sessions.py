"""Vela's live mode in virtual time: how a session begins, fails, is resumed and ends."""

from pathlib import Path
from typing import Any

import pytest

from antiphon.app import Server
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.settings import with_contracts
from antiphon.testing import virtual_time
from support.vela import VelaClient, VelaHouse, vela
from support.vela_live import ANSWERED, SPOKEN, played, short

SCRIPTED = {"stt": "scripted", "brain": "echo", "tts": "scripted", "vad": "energy"}


@pytest.mark.requirement("VELA-READY")
@pytest.mark.requirement("VELA-LIVE")
def test_it_is_told_at_once_who_the_session_is_and_that_session_is_the_one(tmp_path: Path) -> None:
    async def play(home: VelaHouse, client: VelaClient) -> None:
        assert [at for at, _ in client.timed] == [virtual_time.START] * 2
        assert len(home.server.manager) == 0  # nobody has said anything yet: an earlier session may be wanted
        await virtual_time.advance(3)
        assert home.session(client) is not None

    client = played(tmp_path, play)
    ready = client.events[0]["payload"]
    assert (ready["mode"], ready["resumed"]) == ("live", False)
    assert len(ready["resumeToken"]) >= 32


@pytest.mark.requirement("VELA-IDEMPOTENT")
def test_session_start_and_protocol_version_are_answered_and_move_nothing(tmp_path: Path) -> None:
    async def play(home: VelaHouse, client: VelaClient) -> None:
        client.send("session.start")
        client.send("protocol.version", supported=[1, 2])
        client.send("input.text", text="Tell me.")
        await client.until(lambda: client.state == "speaking")
        client.send("session.start")
        await client.idle(2)

    client = played(tmp_path, play)
    assert client.of("protocol.version")[0]["payload"] == {"version": 1, "supported": [1]}
    assert client.of("session.ready") == [client.events[0]] * 3
    states = [event["payload"]["value"] for event in client.of("session.state")]
    assert states == ["idle", "idle", "thinking", "speaking", "speaking", "idle"]


@pytest.mark.requirement("VELA-LIVE")
def test_an_assistant_that_introduces_itself_does_so(tmp_path: Path) -> None:
    async def play(home: VelaHouse, client: VelaClient) -> None:
        client.send("session.start")

    told = short(played(tmp_path, play, greeting="Hello there.", activate_on="always"))
    assert told == [
        *SPOKEN[:2],
        ("session.state", "speaking"),
        ("response.text.delta", "Hello there."),
        *ANSWERED[2:],
    ]


@pytest.mark.requirement("VELA-ERRORS")
def test_what_fails_behind_it_is_an_error_of_the_one_table(tmp_path: Path) -> None:
    async def play(home: VelaHouse, client: VelaClient) -> None:
        client.send("input.text", text="Tell me.")
        await client.idle(1)
        client.line.push("{")
        client.line.push(b"\0" * 640)

    client = played(tmp_path, play, lines=[{"match": None, "do": [{"fail": "brain.failed"}]}])
    assert client.codes == ["brain.failed", "invalid_json", "invalid_message"]
    assert [event["payload"]["retryable"] for event in client.of("error")] == [True, False, False]


@pytest.mark.requirement("VELA-LIVE")
def test_a_client_that_comes_back_is_told_what_it_missed_once_and_goes_on(tmp_path: Path) -> None:
    async def run() -> tuple[VelaClient, VelaClient]:
        async with vela(tmp_path) as home:
            first = home.connect()
            await first.event("session.state")
            first.send("input.text", text="Tell me.")
            await first.until(lambda: first.state == "speaking")
            ready = first.events[0]["payload"]
            received = len(first.told) - 2  # as if the last two had been lost on their way
            first.line.cut()
            await first.serving
            await virtual_time.advance(1)
            again = home.connect()
            await again.event("session.state")
            claim = {"sessionId": ready["sessionId"], "resumeToken": ready["resumeToken"]}
            again.send("session.resume", **{**claim, "resumeToken": "wrong"}, received=received)
            again.send("session.resume", **claim, received=99)
            await again.event("error", 2)
            again.send("session.resume", **claim, received=received)
            await again.event("session.ready", 2)
            sessions = len(home.server.manager)
            assert sessions == 1
            again.send("input.text", text="And now?")
            await again.until(lambda: ("response.completed", "") in again.told[-2:])
            return first, again

    first, again = virtual_time.run(run())
    assert again.codes == ["auth.invalid", "invalid_message"]
    missed = [*first.events[-2:]]
    assert again.events[4 : 4 + len(missed)] == [event for event in missed if event["type"] != "output_audio.delta"]
    resumed = again.of("session.ready")[1]["payload"]
    assert (resumed["sessionId"], resumed["resumed"]) == (first.events[0]["payload"]["sessionId"], True)


@pytest.mark.requirement("VELA-LIVE")
def test_a_session_that_has_ended_cannot_be_resumed_and_the_new_one_is_there(tmp_path: Path) -> None:
    async def play(home: VelaHouse, client: VelaClient) -> None:
        client.send("session.resume", sessionId="sess_gone", resumeToken="x", received=2)
        client.send("input.text", text="Tell me.")

    told = short(played(tmp_path, play))
    assert told == [("error", "session.expired"), ("session.state", "thinking"), *ANSWERED]


def test_a_resume_in_mid_session_is_out_of_order(tmp_path: Path) -> None:
    async def play(home: VelaHouse, client: VelaClient) -> None:
        client.send("session.start")
        await client.event("session.ready", 2)
        client.send("session.resume", sessionId="sess_gone", resumeToken="x", received=2)

    assert played(tmp_path, play).codes == ["protocol.order"]


def test_a_full_server_says_so_and_closes(tmp_path: Path) -> None:
    async def run() -> tuple[list[str], int | None]:
        async with vela(tmp_path, settings={"limits": {"max_sessions": 1}}) as home:
            first = home.connect()
            first.send("session.start")
            await first.event("session.ready", 2)
            second = home.connect()
            await second.serving
            return second.codes, second.line.code

    assert virtual_time.run(run()) == (["capacity.full"], 1013)


def test_a_server_that_stops_lets_back_in_who_has_a_session_and_nobody_else(tmp_path: Path) -> None:
    async def run() -> tuple[VelaClient, VelaClient, list[VelaClient]]:
        async with vela(tmp_path) as home:
            first = home.connect()
            first.send("input.text", text="one")
            await first.idle(1)
            ready = first.of("session.ready")[-1]["payload"]
            received = len(first.told)
            first.line.cut()
            await first.serving
            welcomed = home.connect()
            await welcomed.event("session.state")
            home.server.manager.drain()
            again, new, silent, guessing = (home.connect() for _ in range(4))
            claim = {"sessionId": ready["sessionId"], "resumeToken": ready["resumeToken"]}
            again.send("session.resume", **claim, received=received)
            await again.event("session.ready")
            again.send("input.text", text="two")
            await again.idle(1)
            guessing.send("session.resume", sessionId="sess_gone", resumeToken="x", received=2)
            for client in (welcomed, new):
                client.send("input.text", text="hello")
            for client in (welcomed, new, silent, guessing):
                await client.serving
            assert len(home.server.manager) == 1
            return again, welcomed, [new, silent, guessing]

    again, welcomed, others = virtual_time.run(run())
    assert again.of("session.ready")[0]["payload"]["resumed"]
    assert again.told[-len(ANSWERED) :] == ANSWERED
    assert [client.codes for client in others] == [["capacity.full"]] * 2 + [["session.expired", "capacity.full"]]
    assert not any(client.of("session.ready") for client in others)
    assert "stopping" in others[0].of("error")[-1]["payload"]["message"]
    assert welcomed.codes == ["capacity.full"]
    assert [client.line.code for client in (welcomed, *others)] == [1013] * 4


@pytest.mark.requirement("VELA-LIVE")
def test_a_session_that_ends_by_itself_says_why(tmp_path: Path) -> None:
    async def run() -> VelaClient:
        async with vela(tmp_path, timeouts={"idle_s": 30}) as home:
            client = home.connect()
            await client.serving
            return client

    client = virtual_time.run(run())
    assert client.codes == ["session.expired"]
    assert client.line.code == 1000


def test_whoever_guesses_at_sessions_is_cut_off(tmp_path: Path) -> None:
    async def run() -> VelaClient:
        async with vela(tmp_path) as home:
            client = home.connect()
            for number in range(30):
                client.send("session.resume", sessionId=f"sess_{number}", resumeToken="x", received=2)
            await client.serving
            assert len(home.server.manager) == 0
            return client

    client = virtual_time.run(run())
    assert client.codes == ["session.expired"] * 21 + ["rate.limited"]
    assert client.line.code == 1008


async def test_a_server_does_not_start_without_the_assistant_of_its_live_mode(tmp_path: Path) -> None:
    providers = "".join(f'[{kind}]\nprovider = "{name}"\n' for kind, name in SCRIPTED.items())
    (tmp_path / "clerk.toml").write_text(providers, "utf-8")
    wrong: list[dict[str, Any]] = [{"vela": {"mode": "live"}}, {"vela": {"mode": "live", "assistant": "nobody"}}]
    for table in wrong:
        with pytest.raises(AntiphonError, match=r"vela\.assistant.*only clerk") as refused:
            await Server(with_contracts()(assistants=tmp_path, **table)).start()
        assert refused.value.code is ErrorCode.CONFIG_INVALID
    right: dict[str, Any] = {"vela": {"mode": "live", "assistant": "clerk"}}
    server = Server(with_contracts()(assistants=tmp_path, **right))
    await server.start()
    await server.close()


def test_a_hang_up_phrase_ends_the_connection(tmp_path: Path) -> None:
    async def run() -> VelaClient:
        async with vela(tmp_path) as home:
            client = home.connect()
            client.send("input.text", text="goodbye")
            await client.serving
            return client

    client = virtual_time.run(run())
    assert (client.codes, client.line.code) == ([], 1000)
