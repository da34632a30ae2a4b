"""What deletes, and was asked about with `Which one?`: only a whole name does it; a doubt or a part is asked about."""

import pytest

from antiphon.domain.actions import Action
from support.guest_house import decoded
from support.house_talk import House

ROWS = (("17", "Maple Dental"), ("18", "Maple Bakery"), ("19", "Elm Bakery"))
WHICH = {"type": "object", "properties": {"which": {"enum": [number for number, _ in ROWS]}}, "required": ["which"]}
ACTIONS = {"delete": Action("delete", "Delete", WHICH)}
PAGE = decoded(
    [
        {
            "kind": "table",
            "name": "Bills",
            "columns": [{"name": "Number"}, {"name": "Client"}],
            "rows": [
                {"cells": list(row), "uses": [{"label": "Delete", "action": "delete", "with": {"which": row[0]}}]}
                for row in ROWS
            ],
        }
    ]
)


@pytest.mark.parametrize(
    "answer",
    [
        "maybe the bakery", "the bakery?", "the second one", "the last", "the bakery", "maybe Maple Bakery",
        "Maple Bakery?",
    ],
)  # fmt: skip
async def test_a_doubt_a_place_or_a_part_of_the_name_is_asked_about(answer: str) -> None:
    house = House(ACTIONS, PAGE)
    assert await house.says("delete the Maple bill") == "Which one: “Maple Dental” or “Maple Bakery”?"
    assert await house.says(answer) == "Remove “Maple Bakery”: shall I?"
    assert house.done == []
    await house.says("yes")
    assert house.done == ["delete 18"]


@pytest.mark.parametrize("answer", ["Maple Bakery", "Maple Bakery, please"])
async def test_the_whole_name_needs_no_further_question(answer: str) -> None:
    house = House(ACTIONS, PAGE)
    await house.says("delete the Maple bill")
    await house.says(answer)
    assert house.done == ["delete 18"]


LETTER = decoded(
    [
        {
            "kind": "form",
            "name": "Contact",
            "fields": [
                {"name": "Name", "kind": "text", "use": {"label": "Name", "action": "set_name"}},
                {"name": "Message", "kind": "long", "use": {"label": "Message", "action": "set_message"}},
            ],
        }
    ]
)
TEXT = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
WRITING = {id_: Action(id_, f"Set {id_[4:].title()}", TEXT) for id_ in ("set_name", "set_message")}


@pytest.mark.parametrize(
    ("correction", "written"),
    [
        ("no, I meant may I bring two dogs?", "may I bring two dogs?"),
        ("sorry, I meant could you call me back?", "could you call me back?"),
        ("no, I meant please ring twice", "please ring twice"),
        ("no, is lunch included?", "is lunch included?"),
    ],
)
async def test_a_text_is_put_right_word_for_word(correction: str, written: str) -> None:
    house = House(WRITING, LETTER)
    await house.says("write a message: may I bring my dog?")
    await house.says(correction)
    assert house.done == [f"set_message {written}"]
