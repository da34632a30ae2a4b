#!/usr/bin/env python3
"""Asks for every control of the pages of tests/data/pages.tsv by its name, in writing and by voice, and writes
docs/explanation/observed-pages.md.

Takes half an hour. With names of pages only those are asked, and the page is printed instead.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from datetime import date
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "server")]

from e2e.observed import Results, Source, measure, sources  # noqa: E402
from e2e.observed_voice import Voice, measure_spoken  # noqa: E402

PAGE = ROOT / "docs" / "explanation" / "observed-pages.md"
HEAD = """# Pages that were written without Antiphon

[`observe`](../how-to/voice-on-your-own-page.md#in-one-line) makes a page operable that knows nothing of it. How well,
is measured on pages that are not ours: `tests/data/pages.tsv` names them, and the npm packages that they come with.
This page is written by `scripts/observe_pages.py`; the figures are those of its last run, {day}, in Chromium,
against the real server with the brain `rules`, the embedded recogniser and the embedded voice.

**Controls** are those that the browser's own accessibility tree holds: shown, enabled, not read-only, no passwords, no
file fields (a browser opens its file dialog for a hand alone).
**Named** are those with a name there, or a hint or heading that a person would read instead. **Operated** are those
that did what they were asked for, in words like "press *name*", "open *name*", "set *name* to *value*": the
browser saw the event at that very element, and a value that was wanted is there. Each was asked for twice: once in
writing, and once **by voice**, an embedded voice that speaks into the page's microphone, over the call, with nothing
written at all. Where the assistant asked which one of several was meant, or whether it had understood, it was answered
in the same way; nothing was said again. A value that was spoken may be written as the recogniser likes: `Blue Tea Pot`.

| page | package | licence | controls | named | operated in writing | | by voice | |
|---|---|---|---|---|---|---|---|---|
"""
TOTAL = "| **all** | | | {all} | {named} | {written} | {written_share} % | {spoken} | {spoken_share} % |\n"


def share(results: Results) -> int:
    return round(100 * len(results.operated) / len(results.controls))


def row(written: Results, spoken: Results) -> str:
    source, controls = written.source, len(written.controls)
    package = f"`{source.package}` {source.version}"
    return (
        f"| {source.what} | {package} | {source.licence} | {controls} | {len(written.named)} "
        f"| {len(written.operated)} | {share(written)} % | {len(spoken.operated)} | {share(spoken)} % |\n"
    )


def total(pairs: list[tuple[Results, Results]]) -> str:
    controls = sum(len(written.controls) for written, _ in pairs)
    by_hand = sum(len(written.operated) for written, _ in pairs)
    by_voice = sum(len(spoken.operated) for _, spoken in pairs)
    return TOTAL.format(
        all=controls,
        named=sum(len(written.named) for written, _ in pairs),
        written=by_hand,
        written_share=round(100 * by_hand / controls),
        spoken=by_voice,
        spoken_share=round(100 * by_voice / controls),
    )


def missed(results: Results) -> str:
    lines = "".join(
        f"- {one.role} “{one.name}”: {f'heard “{one.heard}”; ' if one.heard else ''}{one.answer or 'nothing'}\n"
        for one in results.missed
    )
    return f"\n**`{results.source.package}`**\n\n{lines}" if lines else ""


def page(pairs: list[tuple[Results, Results]]) -> str:
    rows = "".join(row(*pair) for pair in pairs) + total(pairs)
    heading = (
        "\n## What was missed {how}\n\nWith what the assistant answered in the end; where that tells of success, the "
        "browser saw it at another control, or with another value:\n"
    )
    written = heading.format(how="in writing") + "".join(missed(written) for written, _ in pairs)
    spoken = heading.format(how="by voice") + "".join(missed(spoken) for _, spoken in pairs)
    return HEAD.format(day=date.today().isoformat()) + rows + written + spoken


async def every(chosen: list[Source]) -> list[tuple[Results, Results]]:
    """Three pages at a time: most of the time is spent waiting for speech and questions to be heard."""
    free = asyncio.Semaphore(3)

    async def one(measuring: Callable[[Source], Awaitable[Results]], how: str, source: Source) -> Results:
        async with free:
            results = await measuring(source)
        print(f"{source.name} {how}: {len(results.operated)} of {len(results.controls)}", file=sys.stderr)
        return results

    async with Voice() as voice:
        written = await asyncio.gather(*(one(measure, "in writing", source) for source in chosen))
        spoken = await asyncio.gather(
            *(one(partial(measure_spoken, voice=voice), "by voice", source) for source in chosen)
        )
    return list(zip(written, spoken, strict=True))


def main(names: list[str]) -> None:
    text = page(asyncio.run(every([one for one in sources() if not names or one.name in names])))
    if names:
        print(text)
    else:
        PAGE.write_text(text)


if __name__ == "__main__":
    main(sys.argv[1:])
