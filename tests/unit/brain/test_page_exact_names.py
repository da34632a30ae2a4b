"""What is hard to take back is done to a thing of a list for its exact name alone, and asked about by that name."""

from typing import Any

import pytest

from antiphon.domain.actions import Action
from antiphon.domain.context import PageContext
from support.guest_house import decoded, use
from support.house_talk import House

NAMES = ("Apples", "Butter", "Peas", "Plot 3 free", "Plot 7 Mr Lind", "Plot 12 free", "Biscuit Junior", "Luna")


def garden() -> House:
    which: dict[str, Any] = {"which": {"enum": list(NAMES)}}
    schema = {"type": "object", "properties": which, "required": ["which"]}
    actions = {name.lower(): Action(name.lower(), name, schema) for name in ("Delete", "Release")}
    items = [
        {"name": name, "uses": [use("Delete", "delete", which=name), use("Release", "release", which=name)]}
        for name in NAMES
    ]
    house = House()
    house.page = PageContext(
        "", None, actions, 1, outline=decoded([{"kind": "list", "name": "Things", "items": items}])
    )
    return house


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("delete pea", "Remove “Peas”: shall I?"),
        ("delete the apple", "Remove “Apples”: shall I?"),
        ("remove the butters", "Remove “Butter”: shall I?"),
        ("remove lunas", "Remove “Luna”: shall I?"),
        ("remove Biscuit Juniors", "Remove “Biscuit Junior”: shall I?"),
        ("delete the peas and the butters", "“Peas”, “Butter”: 2 in all. Shall I?"),
    ],
)
async def test_one_for_several_or_the_other_way_is_no_name(said: str, asked: str) -> None:
    house = garden()
    assert await house.says(said) == asked
    assert house.done == []


@pytest.mark.parametrize("said", ["delete peas", "Delete the peas.", "please remove Biscuit Junior", "delete luna"])
async def test_the_name_itself_is_enough(said: str) -> None:
    house = garden()
    await house.says(said)
    assert len(house.done) == 1


@pytest.mark.parametrize(
    ("said", "done"), [("release Plot 7", "release Plot 7 Mr Lind"), ("remove plot 12", "delete Plot 12 free")]
)
async def test_what_is_told_apart_by_a_number_is_called_by_it(said: str, done: str) -> None:
    house = garden()
    await house.says(said)
    assert house.done == [done]
