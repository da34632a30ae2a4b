#!/usr/bin/env python3
"""Measures what a recogniser gains and loses by knowing the page: `python scripts/expected_figures.py`.

Orders of `tests/support/page_orders.py`, spoken by the embedded voice; a minute. The table is for
`docs/performance.md`.
"""

import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "server"), str(ROOT / "tests")]

from antiphon.domain.audio import Pcm  # noqa: E402
from support.calls import clips  # noqa: E402
from support.page_orders import DOCS, FORM, HAS, HAS_NOT, NEAR, letters, recogniser, speaker  # noqa: E402
from support.wav import read  # noqa: E402


def main() -> None:
    model, say = recogniser(), speaker()
    spent: dict[bool, list[float]] = {False: [], True: []}

    def heard(pcm: Pcm, page: Sequence[str] = ()) -> str:
        began = time.process_time()
        text = model(pcm, page).text
        spent[bool(page)].append(1000 * (time.process_time() - began))
        return text

    plain = sum(letters(heard(say(said))) == letters(said) for said, _ in HAS)
    knowing = sum(letters(heard(say(said), page)) == letters(said) for said, page in HAS)
    wrong = sum(letters(heard(say(said), page)) == letters(page[0]) for said, page in HAS_NOT)
    alone = sum(letters(heard(say(said))) == letters(page[0]) for said, page in HAS_NOT)
    near = sum(letters(heard(say(said), page)) == letters(page[0]) for said, page in NEAR)
    near_alone = sum(letters(heard(say(said))) == letters(page[0]) for said, page in NEAR)
    others = [read(clip.path) for clip in clips()]
    changed = sum(heard(pcm) != heard(pcm, [*DOCS, *FORM]) for pcm in others)
    print("| spoken | of | without the page | with it |\n|---|---|---|---|")
    print(f"| orders of the page, written as they were said | {len(HAS)} | {plain} | {knowing} |")
    print(f"| orders that it has not, taken for one that it has | {len(HAS_NOT)} | {alone} | {wrong} |")
    print(f"| names that it has not, taken for one that is much like it | {len(NEAR)} | {near_alone} | {near} |")
    print(f"| recorded speech about something else, written in other words | {len(others)} | | {changed} |")
    means = (float(np.mean(spent[knows])) for knows in (False, True))
    print("| processor time of an utterance, ms, mean | | {:.0f} | {:.0f} |".format(*means))


if __name__ == "__main__":
    main()
