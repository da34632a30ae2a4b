"""`antiphon init`, as a user runs it."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from antiphon.cli import app
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
