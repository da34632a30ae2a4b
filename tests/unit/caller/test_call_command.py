"""`antiphon call`, as a user runs it."""

import asyncio
import json
import os
import signal
import sys
import wave
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer
from aiohttp import web
from typer.testing import CliRunner, Result

from antiphon.cli.call import call as call_command
from unit.caller.conftest import WriteWav, main_frequency
from unit.caller.fake_server import FakeCall, FakeServer, conversation, tone

app = typer.Typer()
app.command()(call_command)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


async def run_against(server: FakeServer, *arguments: object) -> Result:
    """The command in a thread with a loop of its own, the server in this one."""
    return await asyncio.to_thread(run, "--timeout", 10, *arguments, "--url", server.url)


def summary(result: Result) -> dict[str, Any]:
    last = json.loads(result.stdout.splitlines()[-1])
    assert last["type"] == "call.summary"
    payload: dict[str, Any] = last["payload"]
    return payload


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ([], "nothing to say"),
        (["nowhere.wav"], "nowhere.wav"),
        (["{text}"], "text.wav"),
        (["http://127.0.0.1:8080", "--text", "hello"], "say --url http://127.0.0.1:8080"),
        (["{wav}", "--barge-in", "{wav}"], "WAV@SECONDS"),
        (["{wav}", "--barge-in", "nowhere.wav@1"], "nowhere.wav"),
        (["{wav}", "--barge-in", "{wav}@1", "--barge-in", "{wav}@1"], "2 --barge-in for 1 turns"),
        (["{wav}", "--actions", "nowhere.json"], "nowhere.json"),
        (["{wav}", "--actions", "{text}"], "text.wav"),
        (["{wav}", "--url", "somewhere"], "somewhere"),
        (["{wav}", "--timeout", "0"], "--timeout 0 must be a number of seconds, more than 0"),
        (["{wav}", "--timeout", "nan"], "--timeout nan must be a number of seconds"),
        (["{text}"], "is no WAV file that can be read; give one with sound in it."),
        (["--text", ""], "nothing to say"),
        (["--text", " \u200b"], "nothing to say"),
        (["--text", "hello", "--assistant", ""], "--assistant is empty"),
        (["{wav}", "--save", "no/such/folder/reply.wav"], "no/such/folder/reply.wav"),
        (["{wav}", "--save", "."], "--save"),
    ],
)
def test_a_wrong_call_exits_2_and_names_what_is_wrong(
    write_wav: WriteWav, tmp_path: Path, arguments: list[str], named: str
) -> None:
    text = tmp_path / "text.wav"
    text.write_text("no sound")
    result = run(*(each.format(wav=write_wav(), text=text) for each in arguments))
    assert result.exit_code == 2
    assert named in result.stderr
    assert "Errno" not in result.stderr
    assert result.stdout == ""


async def test_json_lines_are_the_messages_exactly_as_they_were_sent(server: FakeServer, write_wav: WriteWav) -> None:
    result = await run_against(server, write_wav(), "--text", "and now?", "--json", "--assistant", "demo")

    assert result.exit_code == 0, result.stderr
    assert result.stdout.splitlines()[:-1] == server.call.sent
    told = summary(result)
    assert told["ok"]
    assert told["session_id"] == "sess_fake"
    assert [turn["turn_ids"] for turn in told["turns"]] == [["turn_1"], ["typed_1"]]
    assert [turn["reply"] for turn in told["turns"]] == ["Well, good."] * 2
    assert told["turns"][0]["speech_stop_to_audio_ms"] == 400
    assert told["turns"][0]["barge_in_ms"] is None
    answered = server.call.voice.loud_at[0]
    ended = max(at for at, peak in server.call.peaks if peak > 1000 and at < answered)
    assert 200 < told["turns"][0]["heard_after_ms"] < 5000 * (answered - ended)
    assert told["median"]["stt_ms"] == 50
    assert server.requests[0][1]["assistant_id"] == "demo"


async def test_events_and_latencies_are_shown_to_people_and_the_reply_is_saved(
    server: FakeServer, write_wav: WriteWav, tmp_path: Path
) -> None:
    saved = tmp_path / "reply.wav"
    server.scenario = conversation(0.7)
    result = await run_against(server, write_wav(rate=44_100), "--save", saved)

    assert result.exit_code == 0, result.stderr
    assert "idle -> user_speaking (input.start)" in result.stdout
    assert 'transcript.final      "héllo"' in result.stdout
    assert "median" in result.stdout
    with wave.open(str(saved)) as file:
        assert (file.getnchannels(), file.getframerate()) == (1, 48_000)
        heard = np.frombuffer(file.readframes(file.getnframes()), "<i2")
    loud = np.flatnonzero(np.abs(heard.astype(int)) > 1000)
    assert (loud[-1] - loud[0]) / 48_000 == pytest.approx(0.7, abs=0.06)
    assert main_frequency(heard[loud[0] : loud[-1]]) == pytest.approx(440, abs=5)


async def test_a_barge_in_is_spoken_over_the_reply_at_its_moment(server: FakeServer, write_wav: WriteWav) -> None:
    server.scenario = conversation(5.0, 0.3)
    stop = write_wav("stop.wav", seconds=0.3)
    result = await run_against(server, write_wav(seconds=0.3), "--barge-in", f"{stop}@0.6", "--json")

    assert result.exit_code == 0, result.stderr
    first, second = summary(result)["turns"]
    assert (first["interrupted"], first["reply"], first["turn_ids"]) == (True, "Well,", ["turn_1"])
    assert first["barge_in_ms"] == 90
    assert (second["barge_in"], second["reply"], second["turn_ids"]) == (True, "Well, good.", ["turn_2"])
    began = server.call.voice.loud_at[0]
    spoken = next(at for at, peak in server.call.peaks if peak > 1000 and at > began)
    # Each ear is 80 ms and a frame late: the caller's before it counts, the server's before it is noticed. A busy
    # machine is later than that, but not by most of the reply.
    assert 0.6 < spoken - began < 3.0


async def test_a_barge_in_that_comes_too_late_fails_both_turns(server: FakeServer, write_wav: WriteWav) -> None:
    wav = write_wav(seconds=0.3)
    result = await run_against(server, wav, "--barge-in", f"{wav}@4", "--json")
    assert result.exit_code == 1
    assert "before the barge-in at 4 s" in result.stderr
    assert [turn["ok"] for turn in summary(result)["turns"]] == [False, False]


async def test_an_answer_that_nothing_stops_is_heard_whole_though_somebody_speaks_over_it(
    server: FakeServer, write_wav: WriteWav
) -> None:
    async def queue_speech(call: FakeCall) -> None:
        await call.until(lambda: call.received("input.text"))
        reply = {"turn_id": "t1", "response_id": "r1"}
        call.state("ai_thinking", "idle", "input.text", "t1")
        call.state("ai_speaking", "ai_thinking", "response.audio", "t1")
        call.send("audio.start", reply)
        call.voice.queue = tone(440, 2.5)
        await call.until(lambda: call.is_loud)
        await call.until(lambda: not len(call.voice.queue))
        call.send("response.done", {**reply, "text": "All of it."})
        call.send("audio.complete", {**reply, "played_ms": 2500})
        call.state("idle", "ai_speaking", "audio.complete", "t1")
        turn = call.begin_turn("pending")
        call.end_turn(turn)
        await call.answer(turn, 0.3)

    server.scenario = queue_speech
    wav = write_wav("over.wav", seconds=0.3)
    result = await run_against(server, "--text", "what can I do here?", "--barge-in", f"{wav}@0.3", "--json")
    assert result.exit_code == 0, result.stderr
    first, second = summary(result)["turns"]
    assert (first["interrupted"], first["reply"]) == (False, "All of it.")
    assert second["reply"] == "Well, good."


def paused(tmp_path: Path) -> Path:
    """A file in which 0.3 s of speech, a pause of 1 s, and 0.3 s of speech follow each other."""
    path = tmp_path / "paused.wav"
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, 16_000, 0, "NONE", ""))
        speech = tone(300, 0.3, 16_000).astype("<i2").tobytes()
        file.writeframes(speech + bytes(2 * 16_000) + speech)
    return path


async def test_a_barge_in_waits_for_the_reply_that_the_files_own_speech_leaves_alone(
    server: FakeServer, write_wav: WriteWav, tmp_path: Path
) -> None:
    server.scenario = conversation(5.0, 5.0, 0.3)
    stop = write_wav("stop.wav", seconds=0.3)
    result = await run_against(server, paused(tmp_path), "--barge-in", f"{stop}@0.6", "--json")
    assert result.exit_code == 0, result.stderr
    first, second = summary(result)["turns"]
    assert (first["interrupted"], first["turn_ids"]) == (True, ["turn_1", "turn_2"])
    assert (second["turn_ids"], second["reply"]) == (["turn_3"], "Well, good.")
    began = [at for at in server.call.voice.loud_at if at > server.call.voice.loud_at[0] + 1.0]
    spoken = next(at for at, peak in server.call.peaks if peak > 1000 and at > began[0] + 0.4)
    assert 0.6 < spoken - began[0] < 3.0


async def test_a_reply_that_only_the_files_own_speech_interrupted_before_is_whole(
    server: FakeServer, tmp_path: Path
) -> None:
    server.scenario = conversation(5.0, 0.4)
    result = await run_against(server, paused(tmp_path), "--json")
    [turn] = summary(result)["turns"]
    assert (turn["interrupted"], turn["reply"]) == (False, "Well, Well, good.")


async def test_a_file_whose_own_speech_ends_its_reply_leaves_nothing_to_speak_over(
    server: FakeServer, write_wav: WriteWav, tmp_path: Path
) -> None:
    async def fall_silent(call: FakeCall) -> None:
        await call.until(lambda: call.is_loud)
        turn = call.begin_turn("input.start")
        await call.until(lambda: call.is_quiet)
        call.end_turn(turn)
        assert not await call.answer(turn, 5.0)
        turn = call.begin_turn("input.barge_in", "ai_speaking")
        await call.until(lambda: call.is_quiet)
        call.end_turn(turn)
        call.state("idle", "ai_thinking", "response.empty", turn)

    server.scenario = fall_silent
    over = f"{write_wav(seconds=0.3)}@0.6"
    result = await run_against(server, paused(tmp_path), "--barge-in", over)
    assert result.exit_code == 1
    assert "turn 1 (paused.wav): The turn's own speech, after a pause in it, interrupted its reply." in result.stderr
    assert "turn 2 (hello.wav): It was not said, since the turn before left no reply to speak over." in result.stderr


async def test_a_barge_in_that_only_stops_the_assistant_needs_no_reply(server: FakeServer, write_wav: WriteWav) -> None:
    async def obey(call: FakeCall) -> None:
        await call.until(lambda: call.received("input.text"))
        call.state("ai_thinking", "idle", "input.text", "t1")
        assert not await call.answer("t1", 5.0)
        turn = call.begin_turn("input.barge_in", "ai_speaking")
        await call.until(lambda: call.is_quiet)
        call.end_turn(turn)
        call.state("idle", "ai_thinking", "response.empty", turn)

    server.scenario = obey
    stop = write_wav("a name too long for the column.wav", seconds=0.3)
    result = await run_against(server, "--text", "what can I do here?", "--barge-in", f"{stop}@0.3")
    assert result.exit_code == 0, result.stderr
    told = result.stdout.splitlines()
    table = told[next(number for number, line in enumerate(told) if line.startswith("turn")) - 1 :]
    assert table[0].split() == ["speech", "end", "of", "barge"]
    assert table[1].split() == ["turn", "said", "reply", "heard", "stop", "turn", "stt", "brain", "tts", "in"]
    assert max(map(len, table)) <= 80
    assert table[3].startswith("1    what can I do here? ")
    assert " cut off " in table[3]
    assert table[4].startswith("2    + a name too long for the ")
    assert table[4].split()[-8:] == ["quiet", *"-------"]


async def test_letters_that_the_locale_does_not_have_are_sent_whole(server: FakeServer) -> None:
    """As Python hands on the bytes of an argument in an ASCII locale."""
    text, assistant = "Gr\u00fc\u00dfe, \u4f60 \U0001f44d", "caf\u00e9"
    halves = [whole.encode().decode("ascii", "surrogateescape") for whole in (text, assistant)]
    result = await run_against(server, "--text", halves[0], "--assistant", halves[1])

    assert result.exit_code == 0, result.stderr
    assert server.requests[0][1]["assistant_id"] == assistant
    assert [entered["text"] for entered in server.call.received("input.text")] == [text]


async def test_no_secret_of_the_call_is_shown_to_people(server: FakeServer) -> None:
    server.assistant = {"id": "demo", "triggers": ["vad"] * 9}
    result = await run_against(server, "--text", "hello")
    [line] = [line for line in result.stdout.splitlines() if "session.connected" in line]
    assert line.split() == [line.split()[0], "session.connected", "sess_fake", "assistant=demo"]


async def test_an_assistant_that_is_not_there_is_a_wrong_call(server: FakeServer) -> None:
    problem = {"code": "protocol.assistant_unknown", "detail": "There is no assistant 'nobody'."}
    server.refusal = web.json_response(problem, status=404)
    result = await run_against(server, "--text", "hello", "--assistant", "nobody")
    assert result.exit_code == 2
    assert "There is no assistant 'nobody'." in result.stderr


async def test_keys_actions_and_typed_turns_work_together(
    server: FakeServer, write_wav: WriteWav, tmp_path: Path
) -> None:
    async def hold_then_act(call: FakeCall) -> None:
        await call.until(lambda: call.received("input.start"))
        turn = call.begin_turn("input.start", start="ptt")
        await call.until(lambda: call.received("input.end") and call.is_quiet)
        call.end_turn(turn)
        await call.answer(turn)
        await call.until(lambda: call.received("input.text"))
        call.state("ai_thinking", "idle", "input.text", "t2")
        call.state("invoke_action", "ai_thinking", "response.tool", "t2")
        call.send("error", {"code": "action.late", "message": "\x1b[31mToo late."})
        order = {"invocation_id": "i1", "action_id": "buy", "parameters": {"what": "tea"}}
        call.send("action.invoke", order | {"confirm": True})
        call.send("action.invoke", order | {"confirm": False})
        await call.until(lambda: call.received("action.result"))
        call.state("idle", "invoke_action", "action.done", "t2")

    server.scenario = hold_then_act
    page = tmp_path / "page.json"
    page.write_text(
        json.dumps({"narration": "A shop.", "actions": {"buy": {"description": "Buys."}}, "results": {"buy": 3}})
    )
    result = await run_against(server, write_wav(), "--ptt", "--text", "buy", "--actions", page)

    assert result.exit_code == 0, result.stderr
    assert [kind for _, kind, _ in server.call.log] == [
        "session.initialize",
        "input.start",
        "input.end",
        "input.text",
        "action.result",
        "session.close",
    ]
    assert server.call.received("session.initialize")[0]["narration"] == "A shop."
    assert server.call.received("action.result")[0]["output"] == 3
    loud = [at for at, peak in server.call.peaks if peak > 1000]
    assert server.call.received("input.start") == [{"trigger": "ptt"}]
    assert server.call.times_of("input.start")[0] < loud[0]
    assert loud[-1] - loud[0] == pytest.approx(0.5, abs=0.3)
    assert server.call.times_of("input.end")[0] - loud[-1] > -0.15, "the server forgives 150 ms"
    assert 'buy {"what": "tea"}  (the user is asked first)\n' in result.stdout
    assert 'buy {"what": "tea"}\n' in result.stdout
    assert r"action.late: \u001b[31mToo late." in result.stdout


async def test_recognition_that_failed_exits_1_and_the_next_turn_is_tried(
    server: FakeServer, write_wav: WriteWav
) -> None:
    async def misunderstand(call: FakeCall) -> None:
        await call.until(lambda: call.is_loud)
        turn = call.begin_turn("input.start")
        await call.until(lambda: call.is_quiet)
        call.end_turn(turn)
        call.send("error.recognition", {"turn_id": turn, "code": "stt.no_match", "message": "No words."})
        call.state("idle", "ai_thinking", "error.recognition", turn)
        await conversation(0.3)(call)

    server.scenario = misunderstand
    result = await run_against(server, write_wav("mumble.wav"), "--text", "again", "--json")
    assert result.exit_code == 1
    first, second = summary(result)["turns"]
    assert first["error"]["code"] == "stt.no_match"
    assert "No words." in result.stderr
    assert "mumble.wav" in result.stderr
    assert second["ok"]


async def test_a_reply_that_does_not_come_in_time_exits_1(server: FakeServer) -> None:
    async def silent(call: FakeCall) -> None:
        await call.until(lambda: False)

    server.scenario = silent
    result = await run_against(server, "--text", "anybody?", "--timeout", "0.4")
    assert result.exit_code == 1
    assert "Waited 0.4 s for the reply" in result.stderr


async def test_a_server_that_refuses_exits_1_with_its_reason(server: FakeServer, tmp_path: Path) -> None:
    problem = {"code": "auth.required", "detail": "This server wants a token."}
    server.refusal = web.json_response(problem, status=401, content_type="application/problem+json")
    saved = tmp_path / "reply.wav"
    result = await run_against(server, "--text", "hello", "--json", "--save", saved)
    assert result.exit_code == 1
    assert "This server wants a token." in result.stderr
    assert summary(result) == {
        "ok": False,
        "session_id": None,
        "error": {"code": "auth.required", "message": "The server refused (401): This server wants a token."},
        "turns": [],
        "median": dict.fromkeys(summary(result)["median"]),
    }
    assert not saved.exists()


async def test_ctrl_c_hangs_up_properly(server: FakeServer) -> None:
    async def silent(call: FakeCall) -> None:
        await call.until(lambda: False)

    server.scenario = silent
    # Tests may be started in the background, where Ctrl-C is ignored, and a child inherits that.
    awake = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    code = f"{awake}; import typer; from antiphon.cli.call import call; typer.run(call)"
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", code, "--text", "hello", "--json", "--url", server.url),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    assert process.stdout is not None
    assert b"session.connected" in await asyncio.wait_for(process.stdout.readline(), 30)
    await server.call.until(lambda: server.call.received("input.text"))
    process.send_signal(signal.SIGINT)
    out, err = await asyncio.wait_for(process.communicate(), 10)
    assert process.returncode == 1
    assert server.call.received("session.close") == [{"reason": "client"}]
    assert json.loads(out.splitlines()[-1])["payload"]["error"]["code"] == "call.interrupted"
    assert b"Traceback" not in err
