"""A page whose structure is told: a list of tasks, a booking form, and a table of guests."""

from typing import Any

from antiphon.contracts.vip import decode
from antiphon.domain.actions import Action
from antiphon.domain.outline import Outline
from antiphon.domain.signals import ContextUpdated

TASKS = {"Buy milk": False, "Call the plumber": False, "Order fresh towels": True}
GUESTS = (
    ("Anna Keller", "Graz", "3", "€240"),
    ("Ben Okafor", "Lyon", "7", "€810"),
    ("Carla Diaz", "Madrid", "2", "€190"),
)


def use(label: str, action: str, **fixed: str) -> dict[str, Any]:
    return {"label": label, "action": action, **({"with": fixed} if fixed else {})}


def _action(id_: str, description: str, **properties: Any) -> Action:
    schema = {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
    return Action(id_, description, schema)


def _switch(name: str) -> str:
    return f"switch_{name.lower().replace(' ', '_')}"


TEXT = {"type": "string"}
ON_OFF = {"type": "string", "enum": ["on", "off"]}
NAMES = {"type": "string", "enum": [*TASKS, *(name for name, *_ in GUESTS)]}
ACTIONS = {
    one.id: one
    for one in (
        _action("set_new_task", "Set New task", text=TEXT),
        _action("add", "Add"),
        _action("delete", "Delete", which=NAMES),
        _action("refund", "Refund", which={"type": "string", "enum": [name for name, *_ in GUESTS]}),
        *(_action(_switch(name), f"Switch {name} on or off", to=ON_OFF) for name in TASKS),
        *(_action(f"press_{name.lower()}", f"Press {name}") for name in ("All", "Active", "Completed")),
        _action("set_guest_name", "Set Guest name", text=TEXT),
        _action("set_e_mail", "Set E-mail", text=TEXT),
        _action("set_phone", "Set Phone", text=TEXT),
        _action("set_arrival", "Set Arrival", date={"type": "string", "format": "date"}),
        _action("set_nights", "Set Nights", value={"type": "integer", "minimum": 1, "maximum": 14}),
        _action("choose_room", "Choose Room", option={"type": "string", "enum": ["Garden single", "Family suite"]}),
        *(_action(f"choose_{one}", f"Choose {one}") for one in ("none", "continental", "full_english")),
        _action("switch_parking_space", "Switch Parking space on or off", to=ON_OFF),
        _action("set_comments", "Set Comments", text=TEXT),
        _action("set_room_temperature", "Set Room temperature", value={"type": "integer"}),
        _action("save_booking", "Save booking"),
        *(_action(f"press_{name.lower()}", f"Press {name}") for name in ("Name", "City", "Nights", "Price")),
        _action("press_next", "Press Next"),
    )
}


def _field(name: str, kind: str, action: str, value: Any = "", **more: Any) -> dict[str, Any]:
    return {"name": name, "kind": kind, "value": value, "use": use(name, action), **more}


def _blocks(tasks: dict[str, bool]) -> list[dict[str, Any]]:
    breakfast = [("None", True), ("Continental", False), ("Full English", False)]
    rooms = [{"name": "Garden single", "on": True}, {"name": "Family suite", "on": False}]
    return [
        {
            "kind": "form",
            "name": "To do",
            "fields": [_field("New task", "text", "set_new_task")],
            "submit": use("Add", "add"),
        },
        {
            "kind": "choice",
            "name": "Filter",
            "options": [
                {"name": name, "on": name == "All", "use": use(name, f"press_{name.lower()}")}
                for name in ("All", "Active", "Completed")
            ],
        },
        {
            "kind": "list",
            "name": "To do",
            "items": [
                {"name": name, "on": on, "uses": [use(name, _switch(name)), use("Delete", "delete", which=name)]}
                for name, on in tasks.items()
            ],
        },
        {
            "kind": "form",
            "name": "Booking",
            "fields": [
                _field("Guest name", "text", "set_guest_name"),
                _field("E-mail", "email", "set_e_mail"),
                _field("Phone", "tel", "set_phone"),
                _field("Arrival", "date", "set_arrival"),
                _field("Nights", "number", "set_nights", 2, min=1, max=14),
                _field("Room", "choice", "choose_room", "Garden single", options=rooms),
                {
                    "name": "Breakfast",
                    "kind": "choice",
                    "options": [
                        {"name": name, "on": on, "use": use(name, f"choose_{name.lower().replace(' ', '_')}")}
                        for name, on in breakfast
                    ],
                },
                _field("Parking space", "switch", "switch_parking_space", False),
                _field("Comments", "long", "set_comments"),
                _field("Room temperature", "number", "set_room_temperature", 20, min=16, max=26, step=1),
            ],
            "submit": use("Save booking", "save_booking"),
        },
        {
            "kind": "table",
            "name": "Guests",
            "columns": [
                *({"name": name, "use": use(name, f"press_{name.lower()}")} for name in ("Name", "City")),
                {"name": "Nights", "sorted": "ascending", "use": use("Nights", "press_nights")},
                {"name": "Price", "use": use("Price", "press_price")},
                {"name": "Actions"},
            ],
            "rows": [
                {
                    "cells": [*row, ""],
                    "uses": [use("Delete", "delete", which=row[0]), use("Refund", "refund", which=row[0])],
                }
                for row in GUESTS
            ],
        },
    ]


def outline(tasks: dict[str, bool] | None = None) -> Outline:
    """The page's outline as a client sends it; `tasks` are those of its list, and whether each is ticked."""
    return decoded(_blocks(TASKS if tasks is None else tasks))


def decoded(blocks: list[dict[str, Any]]) -> Outline:
    """An outline of these blocks, as it comes out of a message."""
    payload = {"narration": "", "outline": {"blocks": blocks}}
    update = decode.meaning(decode.validated({"type": "state.update", "payload": payload}))
    assert isinstance(update, ContextUpdated)
    assert update.outline is not None
    return update.outline
