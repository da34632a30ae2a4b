"""What is to be made of all rows that fit is done by their boxes, a field for the ticked ones, and its button."""

from typing import Any

import pytest

from antiphon.domain.actions import Action
from support.guest_house import ON_OFF, decoded, use
from support.house_talk import House

CRATES = (("C-11", "2 May", "sealed", False), ("C-12", "3 May", "open", True), ("C-13", "9 May", "sealed", False))
STATES = ["new state…", "sealed", "shipped"]


def _action(id_: str, description: str, **properties: Any) -> Action:
    schema = {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
    return Action(id_, description, schema)


def _box(crate: str) -> str:
    return f"switch_select_{crate.lower().replace('-', '_')}"


def _house() -> House:
    actions = [
        _action("choose_state", "Choose State for selected", option={"type": "string", "enum": STATES}),
        _action("apply", "Apply"),
        *(_action(_box(crate), f"Switch Select {crate} on or off", to=ON_OFF) for crate, *_ in CRATES),
    ]
    field = {
        "name": "State for selected",
        "kind": "choice",
        "value": STATES[0],
        "use": use("State for selected", "choose_state"),
        "options": [{"name": name} for name in STATES],
    }
    rows = [
        {"cells": ["", crate, day, state], "on": on, "uses": [use(f"Select {crate}", _box(crate))]}
        for crate, day, state, on in CRATES
    ]
    columns = [{"name": name} for name in ("", "Crate", "Packed on", "State")]
    page = decoded(
        [
            {"kind": "form", "name": "", "fields": [field]},
            {"kind": "table", "name": "Crates", "columns": columns, "rows": rows},
        ]
    )
    return House({one.id: one for one in actions}, page)


async def test_the_boxes_of_those_that_fit_are_ticked_and_of_no_others() -> None:
    house = _house()
    question = "State for selected: shipped: “C-11”, “C-13”, 2 in all. Shall I?"
    assert await house.says("Mark all the sealed crates as shipped.") == question
    assert house.done == []
    await house.says("yes")
    boxes = ["switch_select_c_11 on", "switch_select_c_12 off", "switch_select_c_13 on"]
    assert house.done == [*boxes, "choose_state shipped", "apply"]


@pytest.mark.parametrize(
    "sentence",
    ["all crates are shipped", "all the broken crates are shipped", "do not mark all the sealed ones as shipped"],
)
async def test_what_holds_for_no_row_or_for_every_row_ticks_none(sentence: str) -> None:
    house = _house()
    await house.says(sentence)
    await house.says("yes")
    assert house.done == []
