"""Over a question that the reading of a page's structure has asked: another item, a no with more behind it, an
aside."""

from dataclasses import replace

import pytest

from antiphon.domain.actions import Action
from antiphon.domain.outline import Outline
from support.brain_talk import registry
from support.guest_house import decoded, use
from support.house_talk import House

from .conftest import action

PLACES = ("Home in Graz", "Office in Linz", "Cabin in Weiz")
REMOVING = "Remove “Office in Linz”: shall I?"
UNKNOWN = "I do not know that: the page has not told me."


def address_book() -> House:
    names = {"which": {"type": "string", "enum": [*PLACES]}}
    entries = {
        "remove_address": action("Remove", names, ["which"]),
        "send_parcel": action("Send parcel", names, ["which"]),
        "open_orders": action("Open Orders"),
    }
    items = [
        {
            "name": name,
            "uses": [use("Remove", "remove_address", which=name), use("Send parcel", "send_parcel", which=name)],
        }
        for name in PLACES
    ]
    actions: dict[str, Action] = registry(entries)
    outline: Outline = decoded([{"kind": "list", "name": "Addresses", "items": items}])
    house = House(actions, outline)
    house.page = replace(house.page, narration="The page is “Addresses”. The next delivery is on Friday.")
    return house


@pytest.mark.parametrize(
    ("order", "said", "question"),
    [
        ("delete the second address", "no, I meant the third one", "Remove “Cabin in Weiz”: shall I?"),
        ("delete the second address", "no, the first", "Remove “Home in Graz”: shall I?"),
        ("delete home", "no, the office", REMOVING),
        ("delete home", "No the office.", REMOVING),
        ("delete home", "not home, the cabin", "Remove “Cabin in Weiz”: shall I?"),
        ("delete home", "sorry, I meant the office", REMOVING),
        ("delete home", "the cabin", "Remove “Cabin in Weiz”: shall I?"),
        ("send parcel home", "no, to the office", "Do you mean send parcel: “Office in Linz”?"),
    ],
)
async def test_another_item_is_asked_about_in_place_of_the_first(order: str, said: str, question: str) -> None:
    house = address_book()
    assert (await house.says(order)).endswith("?")
    assert await house.says(said) == question
    assert house.done == []


async def test_a_yes_is_for_the_other_item() -> None:
    house = address_book()
    for line in ("delete home", "no, the office", "yes"):
        await house.says(line)
    assert house.done == ["remove_address Office in Linz"]


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("no, keep it", "All right, I leave it as it is."),
        ("no, I don't want that", "All right, I leave it as it is."),
        ("not now", "All right, I leave it as it is."),
        ("no, paint the fence", "All right, I leave it as it is. I did not understand “paint the fence”."),
    ],
)
async def test_a_no_counts_whatever_is_behind_it(said: str, answer: str) -> None:
    house = address_book()
    await house.says("delete the second address")
    assert await house.says(said) == answer
    await house.says("yes")
    assert house.done == []


async def test_an_order_behind_a_no_is_carried_out() -> None:
    house = address_book()
    await house.says("delete the second address")
    await house.says("no, open the orders")
    assert house.done == ["open_orders"]


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("why?", f"{UNKNOWN} {REMOVING}"),
        ("when is the next delivery?", f"The next delivery is on Friday. {REMOVING}"),
        ("how many addresses are there?", f"3. {REMOVING}"),
        ("hello", f"Hello! {REMOVING}"),
        ("pardon?", REMOVING),
        ("hold on", "Take your time."),
    ],
)
async def test_an_aside_leaves_the_question_open(said: str, answer: str) -> None:
    house = address_book()
    await house.says("delete the second address")
    assert await house.says(said) == answer
    assert house.done == []
    await house.says("yes")
    assert house.done == ["remove_address Office in Linz"]


async def test_an_order_ends_the_question() -> None:
    house = address_book()
    await house.says("delete the second address")
    await house.says("can you open the orders?")
    assert house.done == ["open_orders"]
    await house.says("yes")
    assert house.done == []


async def test_a_name_of_what_was_offered_is_the_answer_also_where_fields_were() -> None:
    """Two rooms begin with the same word: the other word names one of them."""
    rooms = [{"name": name, "on": False} for name in ("Garden single", "Garden suite", "Attic")]
    field = {"name": "Room", "kind": "choice", "value": "", "options": rooms, "use": use("Room", "choose_room")}
    names = {"option": {"type": "string", "enum": [one["name"] for one in rooms]}}
    entries = {"choose_room": action("Choose Room", names, ["option"]), "press_single": action("Press Single trip")}
    house = House(registry(entries), decoded([{"kind": "form", "name": "Stay", "fields": [field]}]))
    assert await house.says("a garden room please") == "Which one: “Garden single” or “Garden suite”?"
    assert (await house.says("what is the room?")).endswith("Which one: “Garden single” or “Garden suite”?")
    await house.says("the single")
    assert house.done == ["choose_room Garden single"]
