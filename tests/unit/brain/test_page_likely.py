"""What is said in other words than the page's: the nearest thing is done, asked about, or told; nothing grave is."""

import pytest

from antiphon.domain.actions import Action
from support.guest_house import decoded
from support.house_talk import House

ON_OFF = {"type": "object", "properties": {"to": {"enum": ["on", "off"]}}, "required": ["to"]}
NONE = {"type": "object", "properties": {}}


def chosen(*options: str) -> dict[str, object]:
    return {"type": "object", "properties": {"option": {"enum": list(options)}}, "required": ["option"]}


SIZES = ("A4", "A5")
ORDERS = ("Newest", "Price", "Title")
ACTIONS = {
    "switch_text": Action("switch_text", "Switch Text me when a print is ready", ON_OFF),
    "switch_gloss": Action("switch_gloss", "Switch Glossy paper", ON_OFF),
    "choose_size": Action("choose_size", "Choose Paper size", chosen(*SIZES)),
    "choose_order": Action("choose_order", "Choose Sort by", chosen(*ORDERS)),
    "delete_album": Action("delete_album", "Delete album", NONE),
}
PAGE = decoded(
    [
        {
            "kind": "form",
            "name": "Prints",
            "fields": [
                {"name": "Text me when a print is ready", "kind": "switch", "value": False,
                 "use": {"label": "Text me when a print is ready", "action": "switch_text"}},
                {"name": "Glossy paper", "kind": "switch", "value": True,
                 "use": {"label": "Glossy paper", "action": "switch_gloss"}},
                {"name": "Paper size", "kind": "choice", "value": "A4", "options": [{"name": one} for one in SIZES],
                 "use": {"label": "Paper size", "action": "choose_size"}},
                {"name": "Sort by", "kind": "choice", "value": "Newest", "options": [{"name": one} for one in ORDERS],
                 "use": {"label": "Sort by", "action": "choose_order"}},
            ],
        },
        {
            "kind": "list",
            "name": "Opening",
            "items": [
                {"name": "Counter Monday to Friday, 9 to 18 · with Ada Moll"},
                {"name": "Studio by appointment only"},
            ],
        },
    ]
)  # fmt: skip


@pytest.mark.parametrize(
    ("sentence", "done"),
    [
        ("it would be nice to get a text as soon as my pictures are there", ["switch_text on"]),
        ("I'd rather not have shiny paper", ["switch_gloss off"]),
    ],
)
async def test_a_wish_in_other_words_is_carried_out(sentence: str, done: list[str]) -> None:
    house = House(ACTIONS, PAGE)
    await house.says(sentence)
    assert house.done == done


@pytest.mark.parametrize(
    "sentence",
    [
        "my brother texted me when his print was ready", "we had glossy paper at school",
        "I wonder if my pictures are done",
    ],
)  # fmt: skip
async def test_what_may_only_tell_something_does_nothing_by_itself(sentence: str) -> None:
    house = House(ACTIONS, PAGE)
    await house.says(sentence)
    assert house.done == []


@pytest.mark.parametrize("sentence", ["get rid of the whole album", "please throw the album away", "album no more"])
async def test_what_is_grave_is_neither_done_nor_offered(sentence: str) -> None:
    house = House(ACTIONS, PAGE)
    assert "delete album" not in (await house.says(sentence)).lower().replace("“", "")
    await house.says("yes")
    assert house.done == []


async def test_a_question_that_nobody_can_answer_is_answered_with_what_stands_there() -> None:
    house = House(ACTIONS, PAGE)
    assert "Ada Moll" in await house.says("who works at the counter?")
    assert house.done == []


@pytest.mark.parametrize("sentence", ["who won the election?", "what is the capital of France?", "where are my keys?"])
async def test_what_does_not_stand_there_is_not_answered(sentence: str) -> None:
    house = House(ACTIONS, PAGE)
    answer = await house.says(sentence)
    assert answer.startswith(("I do not know that", "I did not understand"))
