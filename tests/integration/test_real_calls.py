"""Calls over real WebRTC to the real server, with recorded human speech. Nothing in the path is a mock."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from antiphon.domain.audio import SPEAKING_RATE, Pcm
from antiphon.testing.caller import Caller
from support.calls import ACTIONS, LONG, Clip, clips, write_assistants
from support.guest import NO, YES
from support.server import RunningServer, antiphon, serve
from support.wer import word_errors

ENDS = ("response.empty", "error.recognition")
EARLY_S = 0.2
"""Audio may be heard before the message that tells of it: they take different ways."""
RIGHT_AFTER_S = 0.25
"""A packet is heard later than it leaves: jitter buffer, ticks of both sides, a busy machine."""


def loudest(call: Caller, since: float, until: float) -> float:
    """The highest level in a stretch of the call, in dBFS."""
    levels = call.levels()[round(since * 50) : round(until * 50)]
    return float(levels.max()) if len(levels) else -120.0


async def transcribe(server: RunningServer, said: list[Clip]) -> list[tuple[Clip, str]]:
    """What the recogniser makes of each clip, said as a push-to-talk turn; finals joined."""
    async with Caller(server.url, assistant="ears") as call:
        return [(clip, await heard_as(call, clip.path)) for clip in said]


async def heard_as(call: Caller, audio: Any, rate: int = SPEAKING_RATE) -> str:
    """The transcript of one push-to-talk turn that nobody answers; finals joined."""
    before = len(call.events)
    await call.say(audio, rate, ptt=True)
    await call.wait_for(lambda event: event.payload.get("trigger") in ENDS, since=before)
    return " ".join(event.payload["text"] for event in call.events[before:] if event.type == "transcript.final")


@pytest.mark.requirement("MEDIA-OPUS")
@pytest.mark.requirement("MEDIA-SDP")
async def test_recorded_clips_are_understood_through_a_call(server: RunningServer) -> None:
    """Every third one; `test_embedded_speech.py` has them all understood, through Opus too."""
    parts = await asyncio.gather(*(transcribe(server, [clip]) for clip in clips()[::3]))
    errors = words = 0
    for clip, heard in (pair for part in parts for pair in part):
        wrong, spoken = word_errors(clip.transcript, heard)
        assert wrong / spoken <= 0.25, f"{clip.path.name}: {clip.transcript!r} was heard as {heard!r}"
        errors, words = errors + wrong, words + spoken
    assert errors / words <= 0.08


async def test_a_spoken_question_is_answered_by_the_embedded_voice(server: RunningServer) -> None:
    async with Caller(server.url, actions=ACTIONS, narration="A shop.") as call:
        turn = await call.say(next(clip.path for clip in clips() if "goforward" in clip.path.name))
        reply = await call.reply(turn)
        assert reply.text
        assert reply.heard_after_ms is not None
        [measured] = [event.payload for event in reply.events if event.type == "metrics.turn"]
        assert 0 < measured["end_of_turn_to_audio_ms"] < measured["speech_stop_to_audio_ms"]
        assert {"stt_ms", "brain_ms", "tts_ms"} <= measured.keys()


async def test_the_answer_can_be_understood_by_a_recogniser(server: RunningServer) -> None:
    async with Caller(server.url, actions=ACTIONS) as call:
        turn = await call.type("what can I do here?")
        reply = await call.reply(turn)
        heard = call.heard
    async with Caller(server.url, assistant="ears") as listener:
        finals = await heard_as(listener, heard)
    wrong, spoken = word_errors(reply.text, finals)
    assert wrong / spoken <= 0.35, f"{reply.text!r} was heard as {finals!r}"


async def test_an_order_is_carried_out_and_confirmed_aloud(server: RunningServer) -> None:
    results = {"set_volume": {"status": "success", "output": "The volume is at forty."}}
    async with Caller(server.url, actions=ACTIONS, results=results) as call:
        reply = await call.reply(await call.type("set the volume to forty"))
        [order] = [event.payload for event in reply.events if event.type == "action.invoke"]
        assert (order["action_id"], order["parameters"]) == ("set_volume", {"level": 40})
        assert reply.text
        assert reply.heard_after_ms is not None


async def test_an_action_that_fails_is_told_aloud(server: RunningServer) -> None:
    results = {"navigate": {"status": "error", "error": {"code": "action.failed", "message": "the page is gone"}}}
    async with Caller(server.url, actions=ACTIONS, results=results) as call:
        reply = await call.reply(await call.type("go to settings"))
        assert "page is gone" in reply.text
        assert reply.heard_after_ms is not None


async def test_a_greeting_a_thank_you_and_a_goodbye(server: RunningServer) -> None:
    async with Caller(server.url, actions=ACTIONS) as call:
        assert (await call.reply(await call.type("hello"))).text
        assert (await call.reply(await call.type("thank you"))).text
        await call.type("goodbye")
        closed = await call.wait_for(lambda event: event.type == "session.closed")
        assert closed.payload == {"reason": "hang_up"}


@pytest.mark.requirement("V7-BARGE")
@pytest.mark.requirement("MEDIA-VAD")
async def test_speech_over_the_answer_silences_it_and_is_heard_from_its_first_syllable(server: RunningServer) -> None:
    clip = next(clip for clip in clips() if "goforward" in clip.path.name)
    async with Caller(server.url, assistant="tone") as call:
        first = await call.type("long answer please")
        began = await call.first_audio(first)
        await call.wait_until(lambda: call.now() >= began + 1.0, 10.0, "a second of the answer")
        second = await call.say(clip.path, at_once=True)
        interrupted = await call.wait_for(lambda event: event.type == "response.interrupted")
        reply = await call.reply(second)
        told = interrupted.payload
        assert told["source"] == "vad"
        assert 0 < told["played_ms"] < 6000
        assert LONG.startswith(told["heard_text"])
        old = told["response_id"]
        after = call.events[call.events.index(interrupted) + 1 :]
        assert [event for event in after if event.payload.get("response_id") == old] == []
        next_audio = next(event for event in after if event.type == "audio.start")
        assert loudest(call, interrupted.at + RIGHT_AFTER_S, next_audio.at - EARLY_S) < -60
        [final] = [event.payload["text"] for event in reply.events if event.type == "transcript.final"]
        wrong, spoken = word_errors(clip.transcript, final)
        assert wrong / spoken <= 0.25
        assert final.lower().split()[0].strip(",.") == clip.transcript.split()[0]


async def test_a_typed_turn_interrupts_too(server: RunningServer) -> None:
    async with Caller(server.url, assistant="tone") as call:
        await call.first_audio(await call.type("long answer please"))
        second = await call.type("something else", at_once=True)
        reply = await call.reply(second)
        assert reply.text == "That is all."
        [told] = [event.payload for event in call.events if event.type == "response.interrupted"]
        assert (told["type"], told["source"]) == ("barge-in", "text")


async def test_audio_is_sent_without_a_pause_also_when_there_is_nothing_to_say(server: RunningServer) -> None:
    async with Caller(server.url, assistant="tone") as call:
        await call.idle()
        before, began = len(call.heard), call.now()
        await call.reply(await call.type("hello"))
        silent_from = call.now()
        await call.wait_until(lambda: call.now() >= silent_from + 0.5, 10.0, "half a second without an answer")
        await call.reply(await call.type("hello"))
        seconds = (len(call.heard) - before) / SPEAKING_RATE
        assert seconds == pytest.approx(call.now() - began, abs=0.4)


async def test_the_echo_sends_the_callers_own_frames_back(server: RunningServer) -> None:
    async with Caller(server.url, assistant="echo") as call:
        t = np.arange(SPEAKING_RATE) / SPEAKING_RATE
        tone = (8000 * np.sin(2 * np.pi * 700 * t)).astype(np.int16)
        began = call.now()
        await call.say(tone)
        await call.wait_until(lambda: loudest(call, began, call.now()) > -30, 5.0, "the echo")
        heard = call.heard[-SPEAKING_RATE // 2 :].astype(float)
        spectrum = np.abs(np.fft.rfft(heard * np.hanning(len(heard))))
        frequency = np.fft.rfftfreq(len(heard), 1 / SPEAKING_RATE)[int(spectrum.argmax())]
        assert frequency == pytest.approx(700, abs=5)


async def test_a_malformed_message_is_an_error_and_the_call_goes_on(server: RunningServer) -> None:
    async with Caller(server.url, assistant="tone") as call:
        await call.idle()
        await call.send("no.such.type", {})
        error = await call.wait_for(lambda event: event.type == "error")
        assert error.payload["code"] == "protocol.unknown_type"
        assert (await call.reply(await call.type("hello"))).text == "That is all."


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> tuple[int, str, list[str]]:
    """A server that is told to end while it speaks: its exit code, what the call is told, and the session's trace."""
    folder = tmp_path_factory.mktemp("stopped")

    async def talk(url: str, process: "subprocess.Popen[str]") -> tuple[str, str | None]:
        async with Caller(url, assistant="mute") as call:
            await call.reply(await call.type("zebra crossing"))
            await call.first_audio(await call.type("long answer please"))
            process.terminate()
            closed = await call.wait_for(lambda event: event.type == "session.closed", 10)
            return str(closed.payload["reason"]), call.session_id

    assistants = write_assistants(folder / "assistants", "mute")
    with serve("--assistants", str(assistants), "--trace", str(folder / "traces")) as running:
        reason, session_id = asyncio.run(talk(running.url, running.process))
        code = running.process.wait(20)
    return code, reason, (folder / "traces" / f"{session_id}.jsonl").read_text().splitlines()


def test_sigterm_closes_the_calls_and_exits_with_0(stopped: tuple[int, str, list[str]]) -> None:
    code, reason, _ = stopped
    assert (code, reason) == (0, "shutdown")


def test_a_trace_is_written_for_each_session_without_its_words(stopped: tuple[int, str, list[str]]) -> None:
    _, _, lines = stopped
    signals = [json.loads(line).get("signal") for line in lines]
    assert {"ClientReady", "TextEntered", "ReplyFinished", "PlayoutFinished"} <= set(signals)
    assert "zebra" not in "".join(lines)


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ('[brain]\nprovider = "oracle"\n', "oracle"),
        ("[policy]\ninterruptionBudgetMs = 9000\n", "750"),
        ('[stt]\nprovider = "moonshine"\nsize = "huge"\n', "size"),
    ],
)
def test_a_server_that_cannot_work_does_not_start(tmp_path: Path, table: str, said: str) -> None:
    (tmp_path / "demo.toml").write_text(table)
    done = antiphon("serve", "--port", "0", "--assistants", str(tmp_path))
    assert done.returncode == 2
    assert "demo.toml, line " in done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_call_works_where_there_is_nothing_but_loopback(tmp_path: Path) -> None:
    """A network namespace of its own, in which only `lo` is up: no other interface, no resolver, no route."""
    script = Path(__file__).with_name("alone.py")
    assistants = write_assistants(tmp_path, "mute")
    command = ["unshare", "--map-root-user", "--net", sys.executable, str(script), str(assistants)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=110, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "reply: That is all." in done.stdout


def test_the_caller_says_when_there_is_no_server() -> None:
    done = antiphon("call", "--url", "http://127.0.0.1:9", "--text", "hello")
    assert done.returncode == 1
    assert "127.0.0.1:9" in done.stderr + done.stdout
    assert "Traceback" not in done.stderr


def test_the_caller_prints_the_envelopes_as_json_and_a_summary(server: RunningServer, tmp_path: Path) -> None:
    (tmp_path / "actions.json").write_text(json.dumps({"actions": ACTIONS, "results": {}}))
    files = ("--actions", str(tmp_path / "actions.json"), "--save", str(tmp_path / "heard.wav"))
    done = antiphon("call", "--url", server.url, "--json", "--text", "go to the cart", *files)
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    kinds = [line["type"] for line in lines]
    assert kinds[0] == "session.connected"
    assert kinds[-1] == "call.summary"
    assert "action.invoke" in kinds
    assert (tmp_path / "heard.wav").stat().st_size > 48_000


@pytest.mark.requirement("V5-CONFIRM")
@pytest.mark.parametrize(("answer", "runs", "said"), [(YES, 1, "Paid."), (NO, 0, "did not do it")])
async def test_an_action_that_wants_a_yes_is_asked_for_and_answered_aloud(
    server: RunningServer, voice: Mapping[str, Pcm], answer: str, runs: int, said: str
) -> None:
    actions = ACTIONS | {"check_out": {"description": "Pay for what is in the cart", "confirm": True}}
    async with Caller(server.url, actions=actions, results={"check_out": "Paid."}) as call:
        asked = await call.reply(await call.type("check out"))
        assert asked.text == "Pay for what is in the cart: shall I do it?"
        assert asked.heard_after_ms is not None
        told = await call.reply(await call.say(voice[answer]))
        assert said in told.text
        orders = [event.payload for event in call.events if event.type == "action.invoke"]
        assert [order["confirm"] for order in orders] == [True, False][: 1 + runs]
        assert len({order["invocation_id"] for order in orders}) == 1
