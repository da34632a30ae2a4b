"""Measures what connecting and hanging up leaves in a server's memory: `python scripts/connect_figures.py [CALLS]`.

The server as it ships, and real WebRTC calls on loopback one after the other: each connects and hangs up, and every
tenth types a sentence and hears the answer begin before that. What grows with each call shows as a slope between the
last lines; what the allocator keeps, once it has been used, shows in the first ones alone. The table is for
`docs/performance.md`.
"""

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "server"), str(ROOT / "tests")]

from antiphon.testing.bench_process import usage  # noqa: E402
from antiphon.testing.caller import Caller  # noqa: E402
from support.server import RunningServer, serve  # noqa: E402

CALLS = 500
LINES = 10
WARM = 20
"""Calls before the first line: a server that has carried none has not touched what all calls share."""
ASKS = 10
KEPT_S = 12.0
"""An ended session can be asked for that long."""


def resident_mb(server: RunningServer) -> float:
    found = usage(server.process.pid)
    if found is None:
        raise SystemExit("The server's memory cannot be read: there is no /proc, or the server has ended.")
    return found.rss_kb / 1024


async def connect(url: str, number: int) -> None:
    async with Caller(url) as call:
        if number % ASKS == 0:
            await call.first_audio(await call.type("What can I do here?"))


def steps(calls: int) -> Iterator[int]:
    yield from (calls * line // LINES for line in range(1, LINES + 1))


async def main(calls: int) -> None:
    with serve() as server:
        for number in range(WARM):
            await connect(server.url, number)
        print("| calls | resident, MB |\n|---|---|", flush=True)
        print(f"| {WARM} | {resident_mb(server):.1f} |", flush=True)
        made = 0
        for wanted in steps(calls):
            while made < wanted:
                await connect(server.url, made)
                made += 1
            print(f"| {WARM + made} | {resident_mb(server):.1f} |", flush=True)
        await asyncio.sleep(KEPT_S)
        print(f"| {WARM + made}, and {KEPT_S:.0f} s later | {resident_mb(server):.1f} |")


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else CALLS))
