"""`antiphon init`, as a user runs it."""

import errno
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from antiphon.cli import app
from antiphon.cli.init import PAGE, SETTINGS
from antiphon.domain.errors import AntiphonError
from antiphon.settings import load

GUIDE = Path(__file__).parents[3] / "docs/how-to/the-panel-on-your-page.md"


def test_it_writes_the_page_of_the_guide_and_a_server_that_the_page_may_call(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "page"
    result = CliRunner().invoke(app, ["init", str(folder)])
    assert result.exit_code == 0, result.output
    guide = re.search(r"```html[^\n]*\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    assert guide
    assert (folder / "site/page.html").read_text("utf-8") == guide[1]
    assert load(file=folder / "voice/antiphon.toml").server.allowed_origins == ("http://127.0.0.1:9000",)
    assert f"cd {folder}/voice && antiphon serve" in result.stdout


def test_what_is_there_already_stays_and_nothing_is_written_beside_it(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site/page.html").write_text("mine")
    with pytest.raises(AntiphonError, match=r"page\.html is there already; nothing was written"):
        CliRunner().invoke(app, ["init", str(tmp_path)], catch_exceptions=False)
    assert (tmp_path / "site/page.html").read_text() == "mine"
    assert not (tmp_path / "voice").exists()


def test_a_folder_that_cannot_be_made_is_told_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(AntiphonError, match=r"file.* cannot be written"):
        CliRunner().invoke(app, ["init", str(tmp_path / "file")], catch_exceptions=False)


@pytest.mark.parametrize("there", [True, False])
def test_on_a_full_disk_the_file_is_named_and_nothing_half_written_stays(tmp_path: Path, there: bool) -> None:
    folder = tmp_path / "mine"
    if there:
        folder.mkdir()
        (folder / "notes").touch()
    size = len((SETTINGS + PAGE).encode()) // 2  # the settings fit, the page does not
    script = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size})); sys.argv = sys.argv[:1] + ['init', 'mine'];"
        "from antiphon.cli import main; main()"
    )
    command = [sys.executable, "-B", "-c", script]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    told = f"mine/site/page.html cannot be written: {os.strerror(errno.EFBIG)}. Nothing was; name another folder."
    assert (done.returncode, done.stderr) == (2, f"antiphon: {told}\n")
    assert [path.name for path in tmp_path.rglob("*")] == (["mine", "notes"] if there else [])
    assert CliRunner().invoke(app, ["init", str(folder)]).exit_code == 0
