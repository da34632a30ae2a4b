"""The player of dialogues tells right from wrong."""

import json
from pathlib import Path

import pytest

from e2e.dialogues import browser, play

PAGE = """<!doctype html><html lang="en"><title>Bus</title><h1>Bus</h1>
<label><input type="checkbox" id="seat"> Window seat</label>
<label><input type="checkbox" id="bag"> Large bag</label>"""
SEAT = "document.querySelector('#seat').checked"
DIALOGUES = (
    {"say": ["tick window seat"], "check": SEAT, "kind": "set"},
    {"say": ["turn large bag on", "undo that"], "check": f"!{SEAT}", "kind": "undo"},
    {"say": ["tick window seat"], "check": f"!{SEAT}", "kind": "set"},
    {"say": ["tick window seat"], "check": SEAT, "answer": "no such words", "kind": "set"},
    {"say": ["tick window seat"], "check": "nothing.of.that", "kind": "set"},
)


@pytest.fixture
def page(tmp_path: Path) -> Path:
    (tmp_path / "bus.html").write_text(PAGE)
    (tmp_path / "bus.jsonl").write_text("\n".join(map(json.dumps, DIALOGUES)))
    return tmp_path / "bus.html"


async def test_a_dialogue_is_right_where_the_page_and_the_answer_are_as_they_should_be(page: Path) -> None:
    async with browser() as stand:
        played = await play(stand, page)
    assert [one.right for one in played] == [True, True, False, False, False]
    assert [one.held for one in played] == [True, True, False, True, False]
