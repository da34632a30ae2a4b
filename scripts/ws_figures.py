"""Measures many WS v1 connections on one server: `python scripts/ws_figures.py [CONNECTIONS] [TURNS]` (200 and 10).

One server process and one process of clients, on loopback. Each client types its turns, one every two seconds or so,
reads its answer, and checks that nothing is missing, doubled or out of order. The table is for `docs/performance.md`:
it says how long an answer took to begin, from `input.text` to the first `assistant.response.delta`, and what the server
cost.
"""

import asyncio
import json
import os
import random
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "server"), str(ROOT / "tests")]

from support.calls import write_assistants  # noqa: E402
from support.server import serve  # noqa: E402

EVERY_S = 2.0
MODES = ("text", "audio")
CONFIGURATION = "[limits]\nadmission = 'fixed'\nmax_sessions = 1000\nsessions_per_address = 1000\n"


@dataclass
class Client:
    """One connection: how long its answers took to begin, and what was wrong with their order."""

    took_ms: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    last_seq: int = 0

    async def talk(self, http: aiohttp.ClientSession, url: str, mode: str, turns: int) -> None:
        async with http.ws_connect(url) as ws:
            await ws.send_json({"type": "session.start", "metadata": {"overrides": {"output": {"mode": mode}}}})
            await self._until(ws, "session.started")
            await asyncio.sleep(random.uniform(0, EVERY_S))
            for turn in range(turns):
                began = time.perf_counter()
                await ws.send_json({"type": "input.text", "text": f"quick {turn}"})
                await self._until(ws, "assistant.response.delta")
                self.took_ms.append(1000 * (time.perf_counter() - began))
                final = await self._until(ws, "assistant.response.final")
                if final["text"] != "That is all.":
                    self.wrong.append(final["text"])
                if mode == "audio":
                    data = (await self._until(ws, "output.audio.end"))["data"]
                    played = {
                        "tts_id": data["tts_id"],
                        "response_id": data["response_id"],
                        "played_ms": data["duration_ms"],
                    }
                    await ws.send_json({"type": "output.audio.played", **played})
                await asyncio.sleep(max(0.0, began + EVERY_S * random.uniform(0.9, 1.1) - time.perf_counter()))
            await ws.send_json({"type": "session.stop"})
            await self._until(ws, "session.stopped")

    async def _until(self, ws: aiohttp.ClientWebSocketResponse, type_: str) -> dict[str, Any]:
        while True:
            message = await ws.receive(timeout=60)
            if message.type is aiohttp.WSMsgType.BINARY:
                continue
            if message.type is not aiohttp.WSMsgType.TEXT:
                raise ConnectionError(f"The server has closed a connection with {ws.close_code}.")
            event: dict[str, Any] = json.loads(message.data)
            if event["seq"] != self.last_seq + 1 or event["type"] == "error":
                self.wrong.append(message.data)
            self.last_seq = event["seq"]
            if event["type"] == type_:
                return event


def processor_s(pid: int) -> float:
    """Processor time of a process so far (proc(5))."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_mb(pid: int) -> float:
    resident = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return resident * os.sysconf("SC_PAGE_SIZE") / 1e6


async def measure(url: str, pid: int, connections: int, turns: int, mode: str) -> str:
    clients = [Client() for _ in range(connections)]
    before, memory, began = processor_s(pid), memory_mb(pid), time.perf_counter()
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as http:
        await asyncio.gather(*(client.talk(http, url, mode, turns) for client in clients))
    seconds = time.perf_counter() - began
    took = [each for client in clients for each in client.took_ms]
    wrong = [each for client in clients for each in client.wrong]
    for each in wrong[:5]:
        print(f"wrong: {each[:200]}", file=sys.stderr)
    cost = 100 * (processor_s(pid) - before) / seconds
    figures = [np.percentile(took, 50), np.percentile(took, 95), np.percentile(took, 99), max(took)]
    return (
        f"| {mode} | {connections} | {len(took)} | {' | '.join(f'{figure:.1f}' for figure in figures)} | {len(wrong)} "
        f"| {cost:.0f} | {1000 * (memory_mb(pid) - memory) / connections:.0f} |"
    )


async def main(connections: int, turns: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        assistants = write_assistants(Path(folder) / "assistants")
        for unused in ("demo", "ears", "shop", "greeter", "host", "keys", "echo"):
            (assistants / f"{unused}.toml").unlink()
        configuration = Path(folder) / "antiphon.toml"
        configuration.write_text(CONFIGURATION, "utf-8")
        with serve("--assistants", str(assistants), "--config", str(configuration)) as server:
            url = f"{server.url.replace('http', 'ws')}/ws?assistant_id=tone"
            print("| mode | connections | turns | median ms | p95 | p99 | largest | out of order | CPU % | kB each |")
            print("|---|---|---|---|---|---|---|---|---|---|")
            for mode in MODES:
                print(await measure(url, server.process.pid, connections, turns, mode))


if __name__ == "__main__":
    given = [int(argument) for argument in sys.argv[1:]]
    asyncio.run(main(*(given + [200, 10][len(given) :])))
