#!/usr/bin/env python3
"""Plays the dialogues of tests/data/dialogues with `rules`, in writing or by voice, and prints how many went right.

`python scripts/dialogue_figures.py FOLDER [PAGE …] [--spoken] [--misses]`: FOLDER is one of tests/data/dialogues, or
another of that form; half a minute a page, by voice two. By voice means: spoken by the embedded voice, and heard by the
embedded recogniser with the phrases that the brain expects. `--misses` prints what went wrong, `--json FILE` keeps it
all.
"""

import argparse
import asyncio
import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "server"), str(ROOT / "tests")]

from e2e.dialogues import Hears, Played, as_typed, browser, play  # noqa: E402

SETS = ROOT / "tests" / "data" / "dialogues"
LONGEST = 90


def ears() -> Hears:
    """The embedded voice, and the embedded recogniser."""
    from support.page_orders import recogniser, speaker

    model, say = recogniser(), speaker()

    async def heard(said: str, phrases: Sequence[str]) -> str:
        return model(say(said.rstrip(".")), phrases).text

    return heard


def told(played: Played) -> str:
    """A dialogue that went wrong, with what was heard, done and answered, in a line."""
    turns = []
    for said, one in zip(played.dialogue.say, played.answers, strict=False):
        heard = f" (heard “{one.heard}”)" if one.heard != said else ""
        did = " ".join(f"[{' '.join(map(str, call.values()))}]" for call in one.calls)
        turns.append(f"“{said}”{heard}: {did} {one.text[:LONGEST]}")
    return f"- {played.dialogue.kind}{'' if played.held else ', the page is otherwise'}: " + " / ".join(turns)


async def main(given: argparse.Namespace) -> None:
    folder = given.folder if given.folder.is_dir() else SETS / given.folder
    pages = sorted(one for one in folder.glob("*.html") if not given.pages or one.stem in given.pages)
    if not pages:
        raise SystemExit(
            f"{folder} has no such page; there are {', '.join(sorted(p.stem for p in folder.glob('*.html')))}."
        )
    hears = ears() if given.spoken else as_typed
    right, all_, kept = Counter[str](), Counter[str](), {}
    print("| page | dialogues | right |\n|---|---|---|")
    async with browser() as stand:
        for page in pages:
            played = await play(stand, page, hears)
            count = sum(one.right for one in played)
            right.update(one.dialogue.kind for one in played if one.right)
            all_.update(one.dialogue.kind for one in played)
            kept[page.stem] = [{**asdict(one), "right": one.right} for one in played]
            print(f"| {page.stem} | {len(played)} | {count} |", flush=True)
            if given.misses:
                print("\n".join(told(one) for one in played if not one.right), flush=True)
    print(f"| **all** | {all_.total()} | {right.total()} ({100 * right.total() / all_.total():.0f} %) |\n")
    print("| kind | dialogues | right |\n|---|---|---|")
    print("\n".join(f"| {kind} | {count} | {right[kind]} |" for kind, count in sorted(all_.items())))
    if given.json:
        given.json.write_text(json.dumps(kept, ensure_ascii=False, indent=1))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help=f"one of {SETS.relative_to(ROOT)}, or another folder")
    parser.add_argument("pages", nargs="*", metavar="PAGE", help="of the folder; all unless named")
    parser.add_argument("--spoken", action="store_true", help="by voice")
    parser.add_argument("--misses", action="store_true", help="print what went wrong")
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep all that was said and done")
    asyncio.run(main(parser.parse_args()))
