"""Measures what a hostile call does to the calls beside it: `python scripts/hostile_figures.py`.

A server, two calls that are sent audio all the time, and one that sends the whole hostile corpus and then the heaviest
registries as fast as a session takes them: four processes, real WebRTC on loopback. The table is for
`docs/performance.md`; in the line above it another call sends as many messages, none of which does any harm, and
connects as often.
"""

import asyncio
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "server"), str(ROOT / "tests")]

from antiphon.wire.schemas import forget_schemas  # noqa: E402
from support.calls import write_assistants  # noqa: E402
from support.neighbours import attacked, cases, decode, neighbours  # noqa: E402
from support.server import serve  # noqa: E402

LATE_MS = 40.0


def row(phase: str, gaps: Sequence[float]) -> str:
    late = sum(gap > LATE_MS for gap in gaps)
    figures = [np.percentile(gaps, 50), np.percentile(gaps, 99), np.percentile(gaps, 99.9), max(gaps)]
    return f"| {phase} | {len(gaps)} | {' | '.join(f'{figure:.1f}' for figure in figures)} | {late} |"


def decoding() -> list[tuple[float, str]]:
    """Milliseconds of processor time to decode each case, the best of three, the longest first."""
    took = []
    for case in cases():
        best = float("inf")
        for _ in range(3):
            forget_schemas()
            began = time.thread_time()
            decode(case)
            best = min(best, 1000 * (time.thread_time() - began))
        took.append((best, case.name))
    return sorted(took, reverse=True)


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        assistants = write_assistants(Path(folder), "echo", "mute")
        with serve("--assistants", str(assistants)) as server:
            async with neighbours(server.url) as beside:
                await attacked(server.url, lambda: beside.phase("a polite call beside"), polite=True)
                told = await attacked(server.url, lambda: beside.phase("a hostile call beside"))
                heard = await beside.end()
    print("| | packets | gap ms: median | p99 | p99.9 | largest | over 40 ms |\n|---|---|---|---|---|---|---|")
    for phase in list(heard["gaps_ms"])[-2:]:
        print(row(phase, heard["gaps_ms"][phase]))
    print(
        f"\n{sum(told['answers'].values())} messages in {told['sessions']} sessions; answers: {dict(told['answers'])}"
    )
    print(f"The heaviest registries, 44 a second: ended after {told['pressed_s']:.1f} s")
    took = decoding()
    print(
        f"Decoding, ms of processor time: median {took[len(took) // 2][0]:.2f}, longest {took[0][0]:.1f} ({took[0][1]})"
    )
    for wrong in told["wrong"]:
        print(f"not as it should be: {wrong}")


if __name__ == "__main__":
    asyncio.run(main())
