"""`antiphon explain`, as a user runs it, with the page of its reference."""

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from antiphon.cli import app
from antiphon.domain.errors import AntiphonError

REFERENCE = Path(__file__).parents[3] / "docs" / "reference" / "command-line.md"


def page() -> dict[str, object]:
    found = re.search(r"```json\n(\{\n  \"actions\".*?)```", REFERENCE.read_text("utf-8"), re.DOTALL)
    assert found
    return dict(json.loads(found[1]))


def explained(folder: Path, *words: str, of: object = None) -> Result:
    (folder / "page.json").write_text(json.dumps(page() if of is None else of), "utf-8")
    return CliRunner().invoke(app, ["explain", "--page", str(folder / "page.json"), *words])


def test_it_says_what_is_done_by_which_score_and_by_which_names(tmp_path: Path) -> None:
    told = explained(tmp_path, "five nights in the attic").stdout.splitlines()
    assert told == [
        "“five nights in the attic”",
        '  does    set_nights {"value": 5}',
        "  read    by the structure of the page",
        '  as      0.70 clauses: set_nights {"value": 5}, then choose_room {"option": "Attic studio"}',
        "  names   “nights”: Nights, 100% of the name",
        "  names   “attic”: Room: Attic studio, 50% of the name",
    ]


def test_it_says_what_else_it_might_have_been_and_what_was_not_understood(tmp_path: Path) -> None:
    told = explained(tmp_path, "set nights to three", "the weather in Graz").stdout
    assert 'set_field: set_nights {"value": 3}' in told
    assert "“the weather in Graz”\n  says    I did not understand that." in told
    assert told.rstrip().endswith("read    by the words of its actions")


def test_a_whole_message_is_taken_and_a_page_without_a_structure(tmp_path: Path) -> None:
    whole = {"type": "session.initialize", "payload": page()}
    assert explained(tmp_path, "set nights to three", of=whole).exit_code == 0
    bare = explained(tmp_path, "set nights to three", of={"actions": page()["actions"]}).stdout
    assert '  does    set_nights {"value": 3}\n  read    by the words of its actions' in bare


@pytest.mark.parametrize(
    ("of", "message"),
    [
        ({}, "has none of `narration`, `actions` and `outline`"),
        ([], "has none of `narration`, `actions` and `outline`"),
        ({"actions": 3}, "actions"),
        ({"outline": {"blocks": [{"kind": "cake"}]}}, "outline"),
    ],
)
def test_what_is_no_page_is_told(tmp_path: Path, of: object, message: str) -> None:
    result = explained(tmp_path, "hello", of=of)
    assert isinstance(result.exception, AntiphonError)
    assert message in result.exception.message


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["explain", "--page", str(tmp_path / "none.json"), "hello"])
    assert isinstance(result.exception, AntiphonError)
    assert "cannot be read as JSON" in result.exception.message
