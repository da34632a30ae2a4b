"""`antiphon --version`: which one is installed."""

from typer.testing import CliRunner

from antiphon import __version__
from antiphon.cli import app


def test_the_version_is_told_and_no_command_is_wanted() -> None:
    result = CliRunner().invoke(app, ["--version"])
    assert (result.exit_code, result.stdout) == (0, f"antiphon {__version__}\n")


def test_without_a_command_the_help_says_what_there_is() -> None:
    result = CliRunner().invoke(app, [])
    assert "A voice operator that any web page can have." in result.output
    assert "serve" in result.output
