"""Parts of a page that are shown in place of one another: what is spoken of is looked for where it stands."""

import json
from pathlib import Path
from typing import Any

import pytest

from e2e.dialogues import browser, play
from e2e.outlines import outline, use
from e2e.stand import Stand, observed

PARTS = """
<section id="{0}"><h2>Members</h2><ul><li>Anna Keller <button>Call</button></li><li>Ben Ortiz <button>Call</button>
  </li></ul></section>
<section id="{1}" hidden><h2>Fees</h2><ul><li>Spring term, 40 euros</li><li>Autumn term, 55 euros</li></ul></section>
<section id="{2}" hidden><h2>Options</h2><label><input type="checkbox" id="digest">Weekly digest</label>
  <label>Reply address <input id="reply"></label><dialog>Sure?</dialog><p data-voice-ignore>inner</p></section>
<script>
  const show = (name) => document.querySelectorAll('section').forEach((one) => (one.hidden = !one.id.endsWith(name)));
</script>"""
WAYS = {
    "tabs": PARTS.format("p-a", "p-b", "p-c")
    + """<div role="tablist">
      <button role="tab" aria-controls="p-a" aria-selected="true" onclick="show('a')">Members</button>
      <button role="tab" aria-controls="p-b" onclick="show('b')">Fees</button>
      <button role="tab" aria-controls="p-c" onclick="show('c')">Options</button></div>""",
    "links": """<nav><a href="#a" onclick="show('a')">Members</a><a href="#b" onclick="show('b')">Fees</a>
      <a href="#c" onclick="show('c')">Options</a></nav>"""
    + PARTS.format("a", "b", "c"),
    "buttons": """<button data-show="one" onclick="show('one')">Members</button>
      <button data-show="two" onclick="show('two')">Fees</button>
      <button data-show="three" onclick="show('three')">Options</button>"""
    + PARTS.format("view-one", "view-two", "view-three"),
}
SHOWN = "!document.querySelectorAll('section')[{0}].hidden"
DIGEST = "document.querySelector('#digest').checked"
DIALOGUES = (
    {"say": ["switch the weekly digest on"], "check": f"{DIGEST} && {SHOWN.format(2)}", "kind": "set"},
    {"say": ["how much is the autumn term?"], "check": SHOWN.format(0), "answer": "55", "kind": "question"},
    {"say": ["it was a nice autumn evening"], "check": f"!{DIGEST} && {SHOWN.format(0)}", "kind": "set"},
    {"say": ["is Ben Ortiz a member?"], "check": SHOWN.format(0), "answer": "yes", "kind": "question"},
)


@pytest.mark.parametrize("way", WAYS)
async def test_an_order_and_a_question_are_read_where_their_words_stand(way: str, tmp_path: Path) -> None:
    (tmp_path / "club.html").write_text(f"<!doctype html><html lang=en><title>Club</title><h1>Club</h1>{WAYS[way]}")
    (tmp_path / "club.jsonl").write_text("\n".join(map(json.dumps, DIALOGUES)))
    async with browser() as stand:
        played = await play(stand, tmp_path / "club.html")
    assert [one.dialogue.say for one in played if not one.right] == []


def parts(blocks: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [one for one in blocks if one["kind"] == "part"]


@pytest.mark.parametrize("way", WAYS)
async def test_the_outline_has_the_words_of_what_is_not_shown(way: str, stand: Stand) -> None:
    async with observed(stand, WAYS[way]) as page:
        found = parts(await outline(page))
    assert [one["use"]["label"] for one in found] == ["Members", "Fees", "Options"]
    assert [one["on"] for one in found] == [True, False, False]
    assert [one["text"] for one in found] == [
        "",
        "Fees · Spring term, 40 euros · Autumn term, 55 euros",
        "Options · Weekly digest · Reply address",
    ]
    assert found[0]["use"] == use("Members", found[0]["use"]["action"])


NO_PARTS = {
    "what is opened under its button, beside others that are open": """
      <button aria-controls="a">One</button><button aria-controls="b">Two</button>
      <section id="a">One</section><section id="b">Two</section>""",
    "one thing that is shown or not": '<button aria-controls="m">Menu</button><div id="m" hidden>Save</div>',
    "dialogs": """<button aria-controls="a">One</button><button aria-controls="b">Two</button>
      <div><dialog id="a" open>One</dialog><dialog id="b">Two</dialog></div>""",
}


@pytest.mark.parametrize("name", NO_PARTS)
async def test_what_is_not_shown_in_place_of_another_is_no_part(name: str, stand: Stand) -> None:
    async with observed(stand, NO_PARTS[name]) as page:
        assert parts(await outline(page)) == []
