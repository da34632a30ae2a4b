"""A page whose structure is told: a pottery studio's courses, its stock of glazes, its members, and its repairs."""

from typing import Any

from antiphon.domain.actions import Action
from antiphon.domain.context import PageContext
from support.guest_house import ON_OFF, decoded, use
from support.house_talk import House

COURSES = (
    ("Wheel Basics", "Monday, 18:00", "Book"),
    ("Hand Building", "Tuesday, 10:00", "Book"),
    ("Raku Firing", "Thursday, 19:00", "Cancel booking"),
    ("Glaze & Decorate", "Friday, 17:30", "Cancel booking"),
    ("Mould Making", "Saturday, 09:00", "Join waiting list"),
)
GLAZES = (
    ("Celadon green", "Stoneware", "12", "ok"),
    ("Tenmoku brown", "Stoneware", "4", "low"),
    ("Tin white, tub of 5", "Earthenware", "9", "ok"),
    ("Cobalt blue", "Earthenware", "0", "low"),
)
MEMBERS = (("Ada Lund", True), ("Bo Reyes", True), ("Cleo Hart", False))
REPAIRS = (("Kiln door", "Waiting"), ("Pug mill", "Fixed"), ("Slab roller", "Waiting"))


def _action(id_: str, description: str, **properties: Any) -> Action:
    schema = {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
    return Action(id_, description, schema)


def _which(names: list[str]) -> dict[str, Any]:
    return {"type": "string", "enum": names}


def _id(label: str) -> str:
    return label.lower().replace(" ", "_")


def _courses() -> tuple[dict[str, Any], list[Action]]:
    items, labels = [], dict[str, list[str]]()
    for name, time, label in COURSES:
        labels.setdefault(label, []).append(name)
        star = use("Favourite", "press_favourite", which=name)
        items.append({"name": f"{name} {time}", "uses": [star, use(label, _id(label), which=name)]})
    actions = [_action(_id(label), label, which=_which(names)) for label, names in labels.items()]
    actions.append(_action("press_favourite", "Press Favourite", which=_which([one for one, *_ in COURSES])))
    return {"kind": "list", "name": "Courses", "items": items}, actions


def _glazes() -> tuple[dict[str, Any], list[Action]]:
    names = [one for one, *_ in GLAZES]
    labels = {"Select": "switch_select", "Quantity": "set_quantity", "Reorder": "press_reorder", "Delete": "delete"}
    rows = [
        {
            "cells": ["", *glaze, "", ""],
            "on": False,
            "uses": [use(label, id_, which=glaze[0]) for label, id_ in labels.items()],
        }
        for glaze in GLAZES
    ]
    columns = [{"name": name} for name in ("", "Glaze", "Kind", "In stock", "State", "", "")]
    actions = [
        _action("switch_select_all", "Switch Select all on or off", to=ON_OFF),
        _action("delete_selected", "Delete selected"),
        _action("switch_select", "Switch Select on or off", which=_which(names), to=ON_OFF),
        _action("set_quantity", "Set Quantity", which=_which(names), value={"type": "integer", "minimum": 0}),
        _action("press_reorder", "Press Reorder", which=_which(names)),
        _action("delete", "Delete", which=_which(names)),
    ]
    return {"kind": "table", "name": "Glazes", "columns": columns, "rows": rows}, actions


def _members() -> tuple[dict[str, Any], list[Action]]:
    items = []
    for name, on in MEMBERS:
        uses = [
            use("Receives newsletter", "switch_receives_newsletter", which=name),
            use("Remove", "remove", which=name),
        ]
        items.append({"name": f"{name} · since 2021", "on": on, "uses": uses})
    names = [name for name, _ in MEMBERS]
    actions = [
        _action("switch_receives_newsletter", "Switch Receives newsletter on or off", which=_which(names), to=ON_OFF),
        _action("remove", "Remove", which=_which(names)),
    ]
    return {"kind": "list", "name": "Members", "items": items}, actions


def _repairs() -> tuple[dict[str, Any], list[Action]]:
    rows, names = [], dict[str, list[str]]()
    for name, state in REPAIRS:
        names.setdefault(state, []).append(name)
        label = f"State: {state}"
        rows.append({"cells": [name, state], "uses": [use(label, f"press_state_{state.lower()}", which=name)]})
    columns = [{"name": "Machine"}, {"name": "State"}]
    actions = [
        _action(f"press_state_{state.lower()}", f"Press State: {state}", which=_which(each))
        for state, each in names.items()
    ]
    return {"kind": "table", "name": "Repairs", "columns": columns, "rows": rows}, actions


def pottery() -> House:
    """A conversation about the page."""
    parts = [_courses(), _glazes(), _members(), _repairs()]
    house = House()
    actions = {one.id: one for _, each in parts for one in each}
    told = [f"Quantity ({name}) is {count}." for name, _, count, _ in GLAZES]
    told += [f"Favourite ({name}) is {'on' if name == 'Raku Firing' else 'off'}." for name, *_ in COURSES]
    blocks = [block for block, _ in parts]
    house.page = PageContext("\n".join(told), None, actions, 1, outline=decoded(blocks))
    return house
