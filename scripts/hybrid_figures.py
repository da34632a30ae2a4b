"""Measure what a brain `hybrid` leaves to its model, and how long each takes: `tests/data`, one call a phrasing.

    .venv/bin/python scripts/hybrid_figures.py [--model-s 0.6]

The model is a stand-in that answers after `--model-s` seconds of its own, which are left out of the rules' times.
"""

import argparse
import asyncio
import statistics
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "server")]

from antiphon.domain.actions import Action  # noqa: E402
from antiphon.domain.context import PageContext  # noqa: E402
from antiphon.domain.conversation import BrainCall, BrainEvent, BrainRequest, BrainText, UserSaid  # noqa: E402
from antiphon.domain.load import Tally  # noqa: E402
from antiphon.providers.brain.hybrid import WHO, HybridBrain  # noqa: E402
from antiphon.providers.brain.rules import RulesBrain  # noqa: E402
from support.brain_talk import Heard, Phrasing, phrasings, shop_actions  # noqa: E402

TABLES = (
    "utterances.tsv",
    "utterances_fresh.tsv",
    "utterances_unseen.tsv",
    "utterances_plain.tsv",
    "utterances_held.tsv",
)


class Model:
    """Answers in words, after its time."""

    def __init__(self, takes_s: float) -> None:
        self._takes_s = takes_s

    async def start(self) -> None: ...

    async def close(self) -> None: ...

    def for_session(self) -> "Model":
        return self

    async def reply(self, request: BrainRequest) -> AsyncIterator[BrainEvent]:
        await asyncio.sleep(self._takes_s)
        yield BrainText("A model would answer here.")


async def asked(rows: list[Phrasing], page: PageContext, takes_s: float) -> None:
    brain = HybridBrain(RulesBrain(), Model(takes_s), {who: Tally() for who in WHO})
    await brain.start()
    times: dict[str, list[float]] = {"rules": [], "model": []}
    right = wrong = 0
    for number, row in enumerate(rows):
        session, turn = brain.for_session(), f"turn_{number}"
        before = {who: answers.count for who, answers in brain.answers.items()}
        began = time.perf_counter()
        request = BrainRequest(turn, (UserSaid(turn, row.utterance),), page)
        events = [event async for event in session.reply(request)]
        took = time.perf_counter() - began
        who = next(name for name, answers in brain.answers.items() if answers.count > before[name])
        times[who].append(1000 * (took - (takes_s if who == "model" else 0)))
        if who == "rules":
            calls = [event.call for event in events if isinstance(event, BrainCall)]
            heard = Heard(Phrasing(row.utterance, row.meant[:1]), calls)  # a second one comes after the first one's end
            right, wrong = right + heard.is_right, wrong + heard.is_wrong
    for who, taken in times.items():
        share = 100 * len(taken) / len(rows)
        middle, late = statistics.median(taken), statistics.quantiles(taken, n=20)[-1]
        print(f"{who:6} {len(taken):4} of {len(rows)} ({share:.0f} %)  p50 {middle:.1f} ms  p95 {late:.1f} ms")
    print(f"of what the rules answered, {right} called first what was meant, {wrong} an action that nobody meant")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model-s", type=float, default=0.05)
    given = parser.parse_args()
    actions: dict[str, Action] = shop_actions()
    rows = [row for table in TABLES for row in phrasings(table)]
    asyncio.run(asked(rows, PageContext(actions=actions), given.model_s))


if __name__ == "__main__":
    main()
