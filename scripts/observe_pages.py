#!/usr/bin/env python3
"""Asks for every control of the saved pages by its name and writes docs/explanation/observed-pages.md.

Takes some minutes. With names of folders in tests/data/pages only those are asked, and the page is printed instead.
"""

import asyncio
import sys
from datetime import date
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "server")]

from e2e.observed import Results, Source, measure, sources  # noqa: E402

PAGE = ROOT / "docs" / "explanation" / "observed-pages.md"
HEAD = """# Pages that were written without Antiphon

[`observe`](../how-to/voice-on-your-own-page.md#in-one-line) makes a page operable that knows nothing of it. How well,
is measured on pages that are not ours: they lie in `tests/data/pages`, as their packages have them, each with its
licence. This page is written by `scripts/observe_pages.py`; the figures are those of its last run, {day}, in Chromium,
against the real server with the brain `rules`.

**Controls** are those that the browser's own accessibility tree holds: shown, enabled, not read-only, no passwords, no
file fields (a browser opens its file dialog for a hand alone).
**Named** are those with a name there, or a hint or heading that a person would read instead. **Operated** are those
that did what they were asked for in writing, in words like "press *name*", "open *name*", "set *name* to *value*": the
browser saw the event at that very element, and a value that was wanted is there. Where the assistant asked which one of
several was meant, it was told.

| page | package | licence | controls | named | operated | |
|---|---|---|---|---|---|---|
"""


def row(results: Results) -> str:
    source, all_ = results.source, len(results.controls)
    share = round(100 * len(results.operated) / all_)
    package = f"`{source.package}` {source.version}"
    return (
        f"| {source.what} | {package} | {source.licence} | {all_} | {len(results.named)} | {len(results.operated)}"
        f" | {share} % |\n"
    )


def missed(results: Results) -> str:
    lines = "".join(f"- {one.role} “{one.name}”: {one.answer or 'nothing'}\n" for one in results.missed)
    return f"\n**`{results.source.package}`**\n\n{lines}" if lines else ""


def page(all_results: list[Results]) -> str:
    rows = "".join(map(row, all_results))
    heading = "\n## What was missed\n\nWith what the assistant answered in the end:\n"
    return HEAD.format(day=date.today().isoformat()) + rows + heading + "".join(map(missed, all_results))


async def every(chosen: list[Source]) -> list[Results]:
    """Three pages at a time: most of the time is spent waiting for questions to be heard."""
    free = asyncio.Semaphore(3)

    async def one(source: Source) -> Results:
        async with free:
            results = await measure(source)
        print(f"{source.folder}: {len(results.operated)} of {len(results.controls)}", file=sys.stderr)
        return results

    return await asyncio.gather(*map(one, chosen))


def main(folders: list[str]) -> None:
    text = page(asyncio.run(every([one for one in sources() if not folders or one.folder in folders])))
    if folders:
        print(text)
    else:
        PAGE.write_text(text)


if __name__ == "__main__":
    main(sys.argv[1:])
