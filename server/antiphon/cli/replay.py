"""`antiphon replay`: a session that `serve --trace` recorded, run through the engine again.

It prints the call's turn timeline, writes it as a page beside the recording, and compares every output with the one
that was recorded. Exit 0: all are the same; 1: one differs, and the first that does is told; 2: the file cannot be run.
"""

import sys
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from antiphon.observe.replay import Replay

File = Annotated[Path, typer.Argument(metavar="FILE", help="A recording of serve --trace.", show_default=False)]
Html = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Where to write the page. [default: beside the recording, named like it]",
        show_default=False,
    ),
]
Open = Annotated[bool, typer.Option("--open/--no-open", help="Show the page in the browser.")]


def replay(file: File, html: Html = None, open_: Open = False) -> None:
    """Run a recorded session through the engine again, draw its turn timeline, and compare what comes out."""
    from rich.console import Console

    from antiphon.observe.replay import BadTrace, read, run
    from antiphon.observe.timeline_text import table

    try:
        done = run(read(file))
    except BadTrace as error:
        typer.echo(f"antiphon replay: {error}", err=True)
        raise typer.Exit(2) from None
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 160)
    console.print(table(done))
    if done.recording.note:
        typer.echo(done.recording.note)
    page = html or file.with_suffix(".html")
    if page.resolve() == file.resolve():
        typer.echo(f"antiphon replay: the page would overwrite the recording {str(file)!r}; use --html.", err=True)
        raise typer.Exit(2)
    _write(done, page, file.name, asked=html is not None)
    if open_:
        webbrowser.open(page.resolve().as_uri())
    typer.echo(f"{done.summary}.")
    if done.difference is not None:
        first = done.difference
        typer.echo(f"First difference: line {first.line}, at {first.at - done.zero:.3f} s, input {first.signal}")
        typer.echo(f"  expected: {first.expected}\n  got:      {first.got}")
        raise typer.Exit(1)


def _write(done: "Replay", page: Path, name: str, *, asked: bool) -> None:
    """Write the page. Where it was not asked for, a folder that takes none is no failure."""
    from antiphon.observe.timeline_html import render
    from antiphon.observe.trace import private

    try:
        with open(page, "w", encoding="utf-8", opener=private) as out:
            out.write(render(done, name))
    except OSError as error:
        typer.echo(f"antiphon replay: the page {str(page)!r} cannot be written: {error.strerror}.", err=True)
        if asked:
            raise typer.Exit(2) from None
    else:
        typer.echo(f"Timeline: {page}")
