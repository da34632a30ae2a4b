"""Measures the embedded stack over real calls: `python scripts/figures.py`. The table is for `docs/performance.md`.

It starts the server as it ships, says recorded and synthesised questions over WebRTC on loopback, interrupts answers,
and prints medians and the largest value. Latencies are the server's own `metrics.turn` and `response.interrupted`; the
word error is counted over the recorded clips.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "server"), str(ROOT / "tests")]

from antiphon import plugins  # noqa: E402
from antiphon.domain.audio import Pcm  # noqa: E402
from antiphon.testing.caller import Caller  # noqa: E402
from support.calls import ACTIONS, clips, write_assistants  # noqa: E402
from support.server import serve  # noqa: E402
from support.wer import word_errors  # noqa: E402

QUESTIONS = ("What can I do here?", "Go to settings.", "Set the volume to forty.", "Hello there.", "Thank you.")
PARTS = ("speech_stop_to_audio_ms", "end_of_turn_to_audio_ms", "stt_ms", "brain_ms", "tts_ms")
ENDS = ("response.empty", "error.recognition")


async def synthesise(texts: tuple[str, ...]) -> list[tuple[Pcm, int]]:
    """Each text as the embedded voice says it."""
    voice = plugins.load("tts", "piper").create({}, Path())
    await voice.start()
    spoken = []
    for text in texts:
        chunks = [chunk async for chunk in voice.speak(text, "en")]
        spoken.append((np.concatenate([chunk.pcm for chunk in chunks]), chunks[0].rate))
    await voice.close()
    return spoken


async def turns(url: str, questions: list[tuple[Pcm, int]], rounds: int = 3) -> list[dict[str, int | None]]:
    measured = []
    for _ in range(rounds):
        async with Caller(url, actions=ACTIONS, narration="A shop.") as call:
            for pcm, rate in questions:
                reply = await call.reply(await call.say(pcm, rate))
                measured += [event.payload for event in reply.events if event.type == "metrics.turn"]
    return measured


async def interruptions(url: str, rounds: int = 8) -> list[int]:
    clip = next(clip for clip in clips() if "goforward" in clip.path.name)
    latencies = []
    for _ in range(rounds):
        async with Caller(url, assistant="tone") as call:
            await call.first_audio(await call.type("long answer please"))
            await asyncio.sleep(0.8)
            before = len(call.events)
            await call.say(clip.path, at_once=True)
            told = await call.wait_for(lambda event: event.type == "response.interrupted", since=before)
            latencies.append(told.payload["latency_ms"])
    return latencies


async def word_error(url: str) -> tuple[int, int, float]:
    errors = words = 0
    worst = 0.0
    async with Caller(url, assistant="ears") as call:
        for clip in clips():
            before = len(call.events)
            await call.say(clip.path, ptt=True)
            await call.wait_for(lambda event: event.payload.get("trigger") in ENDS, since=before)
            finals = [event.payload["text"] for event in call.events[before:] if event.type == "transcript.final"]
            wrong, spoken = word_errors(clip.transcript, " ".join(finals))
            errors, words, worst = errors + wrong, words + spoken, max(worst, wrong / spoken)
    return errors, words, worst


def row(name: str, values: list[int]) -> None:
    print(f"| {name} | {statistics.median(values):.0f} | {max(values)} | {len(values)} |")


async def main() -> None:
    questions = await synthesise(QUESTIONS)
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        with serve("--assistants", str(write_assistants(Path(folder)))) as server:
            started = time.monotonic() - began
            measured = await turns(server.url, questions)
            latencies = await interruptions(server.url)
            errors, words, worst = await word_error(server.url)
    print("| measure | median | largest | n |\n|---|---|---|---|")
    for part in PARTS:
        row(f"`{part}`", [turn[part] for turn in measured if turn[part] is not None])
    row("`response.interrupted` `latency_ms`", latencies)
    share = f"{errors} of {words} ({100 * errors / words:.1f} %)"
    print(f"\nWord error through a call: {share}, worst clip {100 * worst:.0f} %.")
    print(f"From start to accepting calls: {started:.1f} s.")


if __name__ == "__main__":
    asyncio.run(main())
