"""All but one: what is left out is never what something is done to, and one thing is asked for instead."""

import pytest

from antiphon.domain.actions import ActionCall

from .conftest import Talk, action, registry

TEXT = {"type": "string"}
DOOR = {"enum": ["front door", "back door", "garage"]}
PAGE = {
    "dispatch_truck": action("Dispatch a truck", {"truck": {"enum": ["Truck 1", "Truck 2", "Truck 4"]}}, ["truck"]),
    "lock_door": action("Lock a door", {"door": DOOR}, ["door"]),
    "open_valve": action("Open a valve", {"valve": {"type": "integer", "minimum": 1, "maximum": 8}}, ["valve"]),
    "publish_grades": action("Publish the grades of a class", {"class": {"enum": ["3A", "3B", "4C"]}}, ["class"]),
    "move_pallet": action(
        "Move a pallet to a bay",
        {"pallet": {"enum": ["A1", "B7"]}, "bay": {"enum": ["Bay 1", "Bay 2"]}},
        ["pallet", "bay"],
    ),
    "play_song": action("Play a song", {"title": {"enum": ["Hello", "Everything But the Girl"]}}, ["title"]),
    "add_task": action("Add a task to the list", {"task": TEXT}, ["task"]),
    "remove_item": action("Remove an item", {"item": {"enum": ["Milk", "Flour"]}}, ["item"]),
}


async def last_of(lines: str) -> tuple[str, ActionCall | None]:
    talk, answer = Talk(registry(PAGE)), ""
    for line in lines.split(" | "):
        assert talk.call is None, line
        answer = await talk.say(line, typed=True)
    return answer, talk.call


@pytest.mark.parametrize(
    ("lines", "asked"),
    [
        ("Dispatch all trucks except truck 4", "Which truck?"),
        ("Dispatch everything but truck 4", "Which truck?"),
        ("Dispatch a truck | all but truck 4", "Which truck?"),
        ("Lock all doors but the garage", "Which door?"),
        ("Lock all doors apart from the garage", "Which door?"),
        ("Lock a door | everything except the front door", "Which door?"),
        ("Open all valves but the second", "Which valve?"),
        ("Open all valves except valve 2", "Which valve?"),
        ("Publish all grades except for 3B", "Which class?"),
        ("Publish the grades of all classes except 3B", "Which class?"),
        ("Move all pallets except A1 to bay 2", "Which pallet?"),
        ("Remove everything but the milk", "Which item?"),
        ("Play anything but Hello", "Which title?"),
    ],
)
async def test_what_is_left_out_is_asked_about_and_never_offered(lines: str, asked: str) -> None:
    answer, call = await last_of(lines)
    assert call is None
    assert answer.startswith(f"I cannot do that for all but one: I take one at a time. {asked}")


@pytest.mark.parametrize(
    ("lines", "values"),
    [
        ("Lock all doors but the garage | the back door", {"door": "back door"}),
        ("Move all pallets except A1 to bay 2 | B7", {"pallet": "B7", "bay": "Bay 2"}),
        ("Play Everything But the Girl", {"title": "Everything But the Girl"}),
        ("Add task call everyone except Ben", {"task": "call everyone except Ben"}),
        ("Lock the garage", {"door": "garage"}),
    ],
)
async def test_the_one_that_is_named_then_is_taken(lines: str, values: dict[str, object]) -> None:
    _, call = await last_of(lines)
    assert call is not None
    assert call.parameters == values
