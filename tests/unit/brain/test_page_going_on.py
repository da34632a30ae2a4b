"""What goes on from the last deed: put right, done to another, taken back, once more."""

import pytest

from antiphon.domain.actions import Action
from support.camp import Camp
from support.guest_house import decoded, use
from support.house_talk import House


@pytest.mark.parametrize(
    ("sentences", "done"),
    [
        ("flag the birch | no, the alder", ["press_flag_birch", "press_flag_alder"]),
        ("flag the birch | the same for the old oak", ["press_flag_old_oak"]),
        ("flag the birch | take it away again", ["press_flag_birch"]),
        ("flag the birch | undo that", ["press_flag_birch"]),
        ("set the beds of the birch to 7 | undo that", ["beds_of_birch 4"]),
        ("set the beds of the birch to 7 | no, 8", ["beds_of_birch 8"]),
        ("set the birch's beds to 7 | no wait, the alder's", ["beds_of_birch 4", "beds_of_alder 7"]),
        ("set the birch's beds to 7 | the same for the alder", ["beds_of_alder 7"]),
        ("tick the potatoes | sorry, the salt I mean", ["switch_potatoes off", "switch_salt on"]),
        (
            "add oat milk to the provisions | sorry, I meant almond milk",
            ["remove_oat_milk", "set_need almond milk", "add"],
        ),
        (
            "add plums to the provisions | no, from the farm",
            ["remove_plums", "choose_where Farm", "set_need plums", "add"],
        ),
        ("add plums to the provisions | and pears", ["set_need pears", "add"]),
        ("add plums to the provisions | remove it again", ["remove_plums"]),
        ("tick the potatoes | remove it again", []),
        ("add plums to the provisions | no, tick the salt", ["switch_salt on"]),
        ("add plums to the provisions | well, tick the salt", ["switch_salt on"]),
        ("tick the potatoes | hm, make that the salt", ["switch_potatoes off", "switch_salt on"]),
        ("set the beds of the birch to 7 | oh no, put it back", ["beds_of_birch 4"]),
        ("tick the last thing on the list of provisions", ["switch_salt on"]),
        ("I don't want the salt on there | yes", ["remove_salt"]),
        ("compose a mail to joe at art dot net | no, jo at art dot net", ["set_to jo@art.net"]),
        ("the same for the alder", []),
    ],
)
async def test_the_last_deed_is_gone_on_from(sentences: str, done: list[str]) -> None:
    camp = Camp()
    for sentence in sentences.split(" | "):
        await camp.says(sentence)
    assert camp.done == done


@pytest.mark.parametrize(
    ("sentences", "done"),
    [
        ("arrival on the first of June | sorry, the second", ["set_arrival 2026-06-02"]),
        ("e-mail info at moser dot de | no, it ends in dot at", ["set_e_mail info@moser.at"]),
        ("set the nights to four | no, the room temperature to 22", ["set_room_temperature 22"]),
        ("refund Ben Okafor | the same for Carla Diaz", []),  # which is asked
        ("refund Ben Okafor | again", []),
    ],
)
async def test_a_value_is_put_right_in_a_part_of_it(sentences: str, done: list[str]) -> None:
    house = House()
    for sentence in sentences.split(" | "):
        await house.says(sentence)
    assert house.done == done


@pytest.mark.parametrize(
    ("sentences", "asked", "done"),
    [
        ("delete the milk | no, the plumber", "Call the plumber", []),
        ("delete the milk | no, the plumber | yes", "", ["delete Call the plumber"]),
        ("delete the milk | better not", "leave", []),
        ("delete the milk and the plumber | yes, both", "", ["delete Buy milk", "delete Call the plumber"]),
    ],
)
async def test_what_was_only_asked_is_put_right_and_asked_again(sentences: str, asked: str, done: list[str]) -> None:
    house = House()
    answer = ""
    for sentence in sentences.split(" | "):
        answer = await house.says(sentence)
    assert asked in answer
    assert house.done == done


@pytest.mark.parametrize(
    ("sentences", "done"),
    [
        ("two more nights", ["set_nights 4"]),
        ("set nights to four | and now two more", ["set_nights 4"]),  # of the two that the page still tells
        ("the two bicycles, please", ["switch_two_bicycles on"]),
    ],
)
async def test_a_number_in_a_name_is_no_name_where_it_counts(sentences: str, done: list[str]) -> None:
    switch = {"type": "object", "properties": {"to": {"type": "string", "enum": ["on", "off"]}}, "required": ["to"]}
    nights = {"type": "object", "properties": {"value": {"type": "integer"}}, "required": ["value"]}
    actions = {
        "set_nights": Action("set_nights", "Set Nights", nights),
        "switch_two_bicycles": Action("switch_two_bicycles", "Switch Two bicycles on or off", switch),
    }
    fields = [
        {"name": "Nights", "kind": "number", "value": 2, "use": use("Nights", "set_nights")},
        {
            "name": "Two bicycles (£20)",
            "kind": "switch",
            "value": False,
            "use": use("Two bicycles", "switch_two_bicycles"),
        },
    ]
    house = House(actions, decoded([{"kind": "form", "name": "Stay", "fields": fields}]))
    for sentence in sentences.split(" | "):
        await house.says(sentence)
    assert house.done == done


async def test_what_removes_a_star_does_not_remove_the_thing() -> None:
    which = {"type": "object", "properties": {"which": {"type": "string", "enum": ["3 May"]}}, "required": ["which"]}
    actions = {one: Action(one, one.replace("_", " ").capitalize(), which) for one in ("remove_star", "delete")}
    uses = [use("Remove star", "remove_star", which="3 May"), use("Delete", "delete", which="3 May")]
    letters = {"kind": "list", "name": "Letters", "items": [{"name": "Lantern parade 3 May", "uses": uses}]}
    house = House(actions, decoded([letters]))
    await house.says("delete the parade")
    await house.says("yes")
    assert house.done == ["delete 3 May"]
