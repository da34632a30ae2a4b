"""The command line: one file a command."""

import sys
from typing import Annotated, TextIO, cast

import typer

from antiphon import __version__
from antiphon.cli.bench import bench
from antiphon.cli.call import call
from antiphon.cli.doctor import doctor
from antiphon.cli.explain import explain
from antiphon.cli.init import init
from antiphon.cli.outputs import Output, OutputFailed, lead_nowhere, open_what_is_closed
from antiphon.cli.replay import replay
from antiphon.cli.schema import schema
from antiphon.cli.serve import serve
from antiphon.cli.token import token
from antiphon.cli.wyoming import wyoming
from antiphon.domain.errors import AntiphonError
from antiphon.observe.logs import Undisturbed

app = typer.Typer(
    name="antiphon",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"antiphon {__version__}")
        raise typer.Exit


@app.callback()
def antiphon(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """A voice operator that any web page can have."""


app.command()(serve)
app.command()(call)
app.command()(doctor)
app.command()(init)
app.command()(bench)
app.command()(replay)
app.command()(explain)
app.command()(schema)
app.command()(token)
app.command()(wyoming)


def main() -> None:
    """Run a command. What the user can mend is told in a sentence, with exit code 2."""
    open_what_is_closed()
    # What stands there is told beside the work: where nobody can read it, the work is done and its exit code is right.
    sys.stderr = cast(TextIO, Undisturbed(sys.stderr))
    sys.stdout = cast(TextIO, Output(sys.stdout))
    try:
        try:
            app()
        finally:
            sys.stdout.flush()  # what a file or a pipe was to be told may still wait here
    except AntiphonError as error:
        print(f"antiphon: {error.message}", file=sys.stderr)
        sys.exit(2)
    except OutputFailed as error:
        lead_nowhere(sys.stdout)
        print(f"antiphon: {error}", file=sys.stderr)
        sys.exit(1)
