"""The command line: one file a command."""

import sys

import typer

from antiphon.cli.bench import bench
from antiphon.cli.call import call
from antiphon.cli.replay import replay
from antiphon.cli.schema import schema
from antiphon.cli.serve import serve
from antiphon.cli.token import token
from antiphon.domain.errors import AntiphonError

app = typer.Typer(
    name="antiphon",
    help="A voice operator that any web page can have.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command()(serve)
app.command()(call)
app.command()(bench)
app.command()(replay)
app.command()(schema)
app.command()(token)


def main() -> None:
    """Run a command. What the user can mend is told in a sentence, with exit code 2."""
    try:
        app()
    except AntiphonError as error:
        print(f"antiphon: {error.message}", file=sys.stderr)
        sys.exit(2)
