"""Vela's live mode in virtual time: the same envelope over the real session, scripted providers behind it."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from typing import Any

import pytest

from antiphon.app import Server
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.settings import with_contracts
from antiphon.testing import virtual_time
from support.vela import Line, VelaClient, VelaHouse, chunks, fits, vela
from support.ws import ANSWER

SCRIPTED = {"stt": "scripted", "brain": "echo", "tts": "scripted", "vad": "energy"}
Play = Callable[[VelaHouse, VelaClient], Coroutine[Any, Any, None]]

SPOKEN = [
    ("session.ready", ""),
    ("session.state", "idle"),
    ("session.state", "listening"),
    ("session.state", "thinking"),
    ("transcript.final", "what can you do"),
    ("session.state", "speaking"),
    ("response.text.delta", ANSWER),
    ("output_audio.done", ""),
    ("response.completed", ""),
    ("session.state", "idle"),
]


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


def short(client: VelaClient) -> list[Line]:
    """What it is told but for partial transcripts, after the two messages of the beginning."""
    assert client.told[:2] == SPOKEN[:2]
    return [one for one in client.told[2:] if one[0] != "transcript.partial"]


ANSWERED: list[Line] = [
    ("session.state", "speaking"),
    ("response.text.delta", ANSWER),
    ("output_audio.done", ""),
    ("response.completed", ""),
    ("session.state", "idle"),
]


def played(folder: Path, play: Play, **given: Any) -> VelaClient:
    async def run() -> VelaClient:
        async with vela(folder, **given) as home:
            client = home.connect()
            await client.event("session.state")
            await play(home, client)
            await virtual_time.advance(5)
            fits(client)
            return client

    return virtual_time.run(run())


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


WEATHER = {
    "name": "weather",
    "description": "The weather",
    "executor": "client",
    "parameters": '{"type": "object", "properties": {"city": {"type": ["string", "null"]}}}',
    "timeout_ms": 5000,
}
CALLING = [{"match": None, "do": [{"call": {"name": "weather", "arguments": {"city": None}}}, {"say": "Sunny."}]}]


@pytest.mark.requirement("VELA-LIVE")
def test_a_tool_of_the_clients_is_called_and_its_result_is_told(tmp_path: Path) -> None:
    async def play(home: VelaHouse, client: VelaClient) -> None:
        client.send("input.text", text="How is the weather?")
        call = (await client.event("tool.call"))["payload"]
        for _ in range(30):  # more than a session's worth of refusals
            await virtual_time.advance(0.05)
            client.append(bytes(640))
        client.send("tool.result", callId=call["callId"], output={"temp_c": 21, "wind": None})
        await client.idle(1)
        client.send("tool.result", callId=call["callId"], output={})

    client = played(tmp_path, play, tools=[WEATHER], lines=CALLING)
    [call], [result] = client.of("tool.call"), client.of("tool.result")
    assert {**call["payload"], "callId": ""} == {
        "callId": "",
        "name": "weather",
        "arguments": {"city": None},
        "executor": "client",
        "timeoutMs": 5000,
    }
    assert result["payload"] == {
        "callId": call["payload"]["callId"],
        "name": "weather",
        "ok": True,
        "output": {"temp_c": 21, "wind": None},
    }
    # Who speaks while the page is at work is told so once; an answer that nobody waits for, each time.
    assert client.codes == ["protocol.invalid_transition", "action.unknown_invocation"]
    assert ("response.text.delta", "Sunny.") in client.told


@pytest.mark.requirement("VELA-LIVE")
def test_a_tool_that_fails_or_does_not_answer_is_told_so(tmp_path: Path) -> None:
    async def play(home: VelaHouse, client: VelaClient) -> None:
        client.send("input.text", text="How is the weather?")
        call = (await client.event("tool.call"))["payload"]
        client.send("tool.result", callId=call["callId"], error={"code": "tool.offline", "message": "No network."})
        await client.idle(1)
        client.send("input.text", text="How is the weather?")
        await client.event("tool.call", 2)
        await client.idle(2)

    client = played(tmp_path, play, tools=[WEATHER], lines=CALLING)
    failed, late = (event["payload"] for event in client.of("tool.result"))
    assert (failed["ok"], failed["error"]) == (False, {"code": "tool.offline", "message": "No network."})
    assert (late["ok"], late["error"]["code"]) == (False, "action.timeout")


class Sunny:
    async def start(self) -> None: ...

    async def close(self) -> None: ...

    async def run(self, name: str, arguments: Mapping[str, Any], session_id: str) -> Any:
        return {"temp_c": 21}


@pytest.mark.requirement("VELA-LIVE")
def test_a_tool_of_the_servers_is_told_of_alike(tmp_path: Path) -> None:
    async def play(home: VelaHouse, client: VelaClient) -> None:
        client.send("input.text", text="How is the weather?")

    tool = {**WEATHER, "executor": "server", "entry_point": "some.module:function"}
    client = played(tmp_path, play, tools=[tool], lines=CALLING, carried_out={"weather": Sunny()})
    [call], [result] = client.of("tool.call"), client.of("tool.result")
    assert call["payload"]["executor"] == "server"
    assert (result["payload"]["ok"], result["payload"]["output"]) == (True, {"temp_c": 21})
    assert result["payload"]["callId"] == call["payload"]["callId"]


@pytest.mark.requirement("VELA-LIVE")
def test_what_is_said_before_a_tool_is_held_until_it_is_spoken(tmp_path: Path) -> None:
    async def play(home: VelaHouse, client: VelaClient) -> None:
        client.send("input.text", text="How is the weather?")
        call = (await client.event("tool.call"))["payload"]
        await virtual_time.advance(1)
        assert not client.of("response.text.delta")
        client.send("tool.result", callId=call["callId"], output={})

    steps = [{"say": "One moment. "}, {"call": {"name": "weather", "arguments": {}}}, {"say": "Sunny."}]
    told = short(played(tmp_path, play, tools=[WEATHER], lines=[{"match": None, "do": steps}]))
    texts = [text for kind, text in told if kind == "response.text.delta"]
    assert "".join(texts).split() == ["One", "moment.", "Sunny."]
    assert told.index(("session.state", "speaking")) < told.index(("response.text.delta", texts[0]))
    assert told[:3] == [("session.state", "thinking"), ("tool.call", ""), ("tool.result", "")]


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


def test_a_hang_up_phrase_ends_the_connection(tmp_path: Path) -> None:
    async def run() -> VelaClient:
        async with vela(tmp_path) as home:
            client = home.connect()
            client.send("input.text", text="goodbye")
            await client.serving
            return client

    client = virtual_time.run(run())
    assert (client.codes, client.line.code) == ([], 1000)
