"""`antiphon --version`: which one is installed."""

import subprocess
import sys
from pathlib import Path

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


def test_ctrl_c_ends_a_command_without_a_word_also_while_it_is_loaded(tmp_path: Path) -> None:
    """The interrupt comes from the first module of the command line that is loaded."""
    interrupted = "import sys; sys.meta_path.insert(0, type('', (), {'find_spec': staticmethod(find)}))"
    find = "def find(name, *_):\n    if name == 'antiphon.cli': raise KeyboardInterrupt\n"
    script = f"{find}{interrupted}\nimport runpy; runpy.run_module('antiphon', run_name='__main__')"
    ended = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "")
