"""Worker processes of a real server that hang or are killed while two people talk to it."""

import asyncio
import json
import os
import signal
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import aiohttp
import pytest

from antiphon.domain.audio import Pcm
from antiphon.testing.bench_process import server_usage
from antiphon.testing.caller import Caller
from support.guest import SETTINGS
from support.server import RunningServer, serve

ANSWER = "Certainly."
HEARD_MS = 5_000
"""A voice that hung has 0.75 s until it is found, and a clause takes about as long on two busy cores."""
SHARE_OF_A_START = 0.4
READY_S = 60.0
"""To load a model, on a machine that has much to do."""


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[RunningServer, float]]:
    """A server, and the seconds that it took to start: it has to load both models."""
    folder = tmp_path_factory.mktemp("assistants")
    (folder / "script.jsonl").write_text(json.dumps({"match": None, "do": [{"say": ANSWER}]}), "utf-8")
    speech = "[stt]\nprovider = 'moonshine'\nworkers = 2\n[tts]\nprovider = 'piper'\nworkers = 2\n"
    (folder / "demo.toml").write_text(f"[brain]\nprovider = 'scripted'\nscript = 'script.jsonl'\n{speech}", "utf-8")
    began = time.monotonic()
    with serve("--assistants", str(folder)) as running:
        yield running, time.monotonic() - began


@pytest.fixture(scope="module")
def server(started: tuple[RunningServer, float]) -> RunningServer:
    return started[0]


@pytest.fixture(scope="module")
def replaced_s(started: tuple[RunningServer, float]) -> float:
    """The most that it may take to replace a process, which has nothing to load."""
    return SHARE_OF_A_START * started[1]


def workers(server: RunningServer, name: str) -> list[int]:
    """The processes of that name that have been forked for the server."""
    [template] = [pid for pid in children(server.process.pid) if name in command(pid)]
    return [pid for pid in children(template) if command(pid)]


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def command(pid: int) -> list[str]:
    """How it was started; nothing of what has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().split("\0")[:-1]
    except OSError:
        return []


async def both_ready(server: RunningServer, name: str) -> list[int]:
    """The two processes of that name, which have their models: one is at work, or both are."""
    async with aiohttp.ClientSession() as http, asyncio.timeout(READY_S):
        while True:
            async with http.get(f"{server.url}/metrics") as answer:
                if f'antiphon_inference_ready{{pool="{name}"}} 2.0' in await answer.text():
                    return workers(server, name)


async def replaced_within(server: RunningServer, count: int) -> float:
    """How long the last of so many replacements took, as the server's log tells it."""
    found: list[str] = []
    async with asyncio.timeout(READY_S):
        while len(found) < count:
            await asyncio.sleep(0)
            found = [line for line in server.output if "worker replaced" in line]
    return float(found[-1].partition("seconds=")[2].split()[0])


async def test_a_model_is_loaded_once_and_not_for_each_worker(server: RunningServer) -> None:
    await both_ready(server, "voice")
    await both_ready(server, "recogniser")
    used = server_usage(server.process.pid)
    assert used is not None
    print(f"processor time of a start: {used.media.cpu_s:.1f} s, and {used.workers.cpu_s:.1f} s of the workers")
    # Two voices and two recognisers that each load their model take more than twice as much as the server.
    assert used.workers.cpu_s < 1.8 * used.media.cpu_s


@pytest.mark.parametrize("number", [signal.SIGSTOP, signal.SIGKILL])
async def test_a_voice_that_is_lost_mutes_nobody(
    server: RunningServer, replaced_s: float, number: signal.Signals
) -> None:
    before = await both_ready(server, "voice")
    async with Caller(server.url) as ann, Caller(server.url) as ben:
        # Two at once: one of them has the lost one.
        os.kill(before[0], number)
        turns = await asyncio.gather(ann.type("hello"), ben.type("hello"))
        replies = await asyncio.gather(ann.reply(turns[0]), ben.reply(turns[1]))
        assert [reply.text for reply in replies] == [ANSWER, ANSWER]
        heard = sorted(reply.heard_after_ms or HEARD_MS for reply in replies)
        assert heard[1] < HEARD_MS, heard
        seconds = await replaced_within(server, count=1 if number is signal.SIGSTOP else 2)
        print(f"a voice was replaced within {seconds} s, of {replaced_s:.2f} s")
        assert seconds < replaced_s
        assert before[0] not in workers(server, "voice")
        assert (await ann.reply(await ann.type("hello"))).text == ANSWER


@pytest.mark.parametrize("number", [signal.SIGSTOP, signal.SIGKILL])
async def test_a_recogniser_that_is_lost_while_somebody_speaks_loses_no_word(
    server: RunningServer, number: signal.Signals, voice: Mapping[str, Pcm]
) -> None:
    [lost, _] = await both_ready(server, "recogniser")
    async with Caller(server.url) as ann, Caller(server.url) as ben:
        said = asyncio.create_task(ann.say(voice[SETTINGS]))
        await ann.wait_until(lambda: ann.state == "user_speaking", 10, "a voice")
        os.kill(lost, number)
        assert (await ben.reply(await ben.type("hello"))).text == ANSWER
        assert (await ann.reply(await said)).text == ANSWER
        [heard] = [event.payload["text"] for event in ann.events if event.type == "transcript.final"]
        assert "settings" in heard
