"""Measures what stops the assistant, over real calls: `python scripts/barge_in_figures.py [ROUNDS]` (1 unless said).

Twelve noises, eight back-channels and eight real interruptions are played over a long answer, and the answer is sent
back 20 dB softer and 80 ms later. One line for each: what it was, how often playback paused, whether the answer was
interrupted, milliseconds from the first sample sent to the last audible packet that came back (wire) and as the server
counts them, and what the recogniser made of it. The lines at the end are for `docs/performance.md`.
"""

import asyncio
import json
import os
import statistics
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "server"), str(ROOT / "tests")]

from support.barge_in import Outcome, everything, write_assistants  # noqa: E402
from support.server import serve  # noqa: E402


def understood(traces: Path, outcome: Outcome) -> list[str]:
    """Return what the recogniser made of it, as the session's trace has it: looks in between, then the last word."""
    texts = []
    for line in (traces / f"{outcome.session_id}.jsonl").read_text("ascii").splitlines():
        entry = json.loads(line)
        heard = entry.get("signal") in ("TranscriptPartial", "TranscriptFinal")
        if heard and outcome.since <= entry["at"] <= outcome.until:
            texts.append(str(entry["fields"]["text"]))
    return texts


def table(outcomes: Iterable[Outcome], traces: Path) -> None:
    print("| kind | item | pauses | interrupted | wire ms | server ms | understood |\n|---|---|---|---|---|---|---|")
    for one in outcomes:
        said = " / ".join(text or "-" for text in understood(traces, one))
        figures = [("" if value is None else str(value)) for value in (one.silence_ms, one.latency_ms)]
        print(f"| {one.kind} | {one.name} | {one.pauses} | {one.interrupted:d} | {' | '.join(figures)} | {said} |")


def summary(outcomes: Sequence[Outcome]) -> None:
    print("\n| kind | items | paused | interrupted | wire ms: median | p95 | largest |\n|---|---|---|---|---|---|---|")
    for kind in dict.fromkeys(one.kind for one in outcomes):
        ours = [one for one in outcomes if one.kind == kind]
        took = [one.silence_ms for one in ours if one.silence_ms is not None]
        counts = [len(ours), sum(one.pauses > 0 for one in ours), sum(one.interrupted for one in ours)]
        figures = [statistics.median(took), np.percentile(took, 95), max(took)] if took else []
        cells = [str(count) for count in counts] + [f"{figure:.0f}" for figure in figures] + [""] * (3 - len(figures))
        print(f"| {kind} | {' | '.join(cells)} |")


async def main(rounds: int) -> None:
    outcomes: list[Outcome] = []
    with tempfile.TemporaryDirectory() as folder:
        assistants, traces = write_assistants(Path(folder) / "assistants"), Path(folder) / "traces"
        with serve("--assistants", str(assistants), "--trace", str(traces), "--trace-text") as server:
            for _ in range(rounds):
                outcomes += await everything(server.url)
        table(sorted(outcomes, key=lambda one: (one.kind, one.name)), traces)
    summary(outcomes)
    print(f"\nLoad of the machine at the end: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.")


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1))
