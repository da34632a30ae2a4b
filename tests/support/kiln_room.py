"""A page of a pottery's kiln room: kilns with numbers in a table, bookings with a box, glazes, and settings."""

from typing import Any

from antiphon.domain.actions import Action
from support.guest_house import ON_OFF, decoded, use
from support.house_talk import House

KILNS = (("Kiln 1", "Firing", "940", "Stop"), ("Kiln 2", "Ready", "35", "Fire"), ("Kiln 3", "Firing", "1180", "Stop"))
BOOKINGS = (("Ines Falk", "4", "€ 20", True), ("Omar Said", "11", "€ 55", False), ("Lea Horn", "6", "€ 30", False))
GLAZES = ("Celadon Green", "Tenmoku Black", "Shino White")
STATES = ("Any", "Firing", "Stopped", "Ready")
LENGTHS = ("1 minute", "5 minutes", "Never")


def _choice(name: str, action: str, options: tuple[str, ...]) -> dict[str, Any]:
    return {
        "name": name,
        "kind": "choice",
        "value": options[0],
        "use": use(name, action),
        "options": [{"name": one} for one in options],
    }


def _kiln(at: int, cells: tuple[str, ...]) -> dict[str, Any]:
    press = use(cells[-1], cells[-1].lower(), which=("first", "second", "third")[at])
    return {"cells": list(cells[:-1]), "uses": [use("Watch", "watch", which=cells[0]), press]}


def _booking(name: str, people: str, price: str, paid: bool) -> dict[str, Any]:
    return {"cells": [name, people, price, ""], "on": paid, "uses": [use("Paid", "switch_paid", which=name)]}


def _blocks() -> list[dict[str, Any]]:
    bright = {"name": "Brightness", "kind": "number", "value": 60, "use": use("Brightness", "set_brightness")}
    shelves = {"name": "Shelves", "kind": "number", "value": 2, "use": use("Shelves", "set_shelves")}
    return [
        {
            "kind": "form",
            "name": "Kilns",
            "fields": [_choice("State", "choose_state", STATES), _choice("Rows", "choose_rows", ("2", "5", "All"))],
        },
        {
            "kind": "table",
            "name": "Kilns",
            "columns": [{"name": one} for one in ("Kiln", "State", "Temp. °C")],
            "rows": [_kiln(at, one) for at, one in enumerate(KILNS)],
        },
        {
            "kind": "table",
            "name": "Bookings",
            "columns": [{"name": one} for one in ("Guest", "People", "Price", "Paid")],
            "rows": [_booking(*one) for one in BOOKINGS],
        },
        {
            "kind": "list",
            "name": "Glazes",
            "items": [{"name": one, "uses": [use("Add to cart", "add_to_cart", which=one)]} for one in GLAZES],
        },
        {
            "kind": "form",
            "name": "Display",
            "fields": [
                {**bright, "min": 0, "max": 100, "step": 10},
                _choice("Screen timeout", "choose_screen_timeout", LENGTHS),
            ],
        },
        {"kind": "form", "name": "Loading", "fields": [{**shelves, "min": 1, "max": 6}]},
    ]


def _action(id_: str, name: str, **properties: Any) -> Action:
    schema = {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
    return Action(id_, name, schema)


def _actions() -> dict[str, Action]:
    kilns, names = [one[0] for one in KILNS], [one[0] for one in BOOKINGS]
    found = [
        _action("choose_state", "choose State", option={"type": "string", "enum": list(STATES)}),
        _action("choose_rows", "choose Rows", option={"type": "string", "enum": ["2", "5", "All"]}),
        _action("choose_screen_timeout", "choose Screen timeout", option={"type": "string", "enum": list(LENGTHS)}),
        _action("watch", "Watch", which={"type": "string", "enum": kilns}),
        _action("stop", "Stop", which={"type": "string", "enum": ["first", "third"]}),
        _action("fire", "Fire", which={"type": "string", "enum": ["second"]}),
        _action("stop_all", "press Stop all"),
        _action("switch_paid", "switch Paid", which={"type": "string", "enum": names}, to=ON_OFF),
        _action("add_to_cart", "Add to cart", which={"type": "string", "enum": list(GLAZES)}),
        _action("set_brightness", "set Brightness", value={"type": "number", "minimum": 0, "maximum": 100}),
        _action("set_shelves", "set Shelves", value={"type": "number", "minimum": 1, "maximum": 6}),
        _action("press_next_page", "press Next page"),
    ]
    return {one.id: one for one in found}


class KilnRoom(House):
    """A conversation about the page."""

    def __init__(self) -> None:
        super().__init__(_actions(), decoded(_blocks()))
