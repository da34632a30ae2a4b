"""A page of a shed where tools are lent: a table of tools, days with appointments, tasks, and a few settings."""

from dataclasses import replace
from datetime import date
from typing import Any

from antiphon.domain.actions import Action
from antiphon.domain.outline import Outline
from support.brain_talk import TODAY
from support.guest_house import decoded, use
from support.house_talk import House

COLUMNS = ("No.", "Tool", "Kind", "Shelf", "Fee", "Lent to", "Due", "Insured")
TOOLS = (
    ("T-1", "Angle grinder", "Power", "B2", "€ 12.00", "Nora Vik", "4 Dec", "yes"),
    ("T-2", "Hand saw", "Wood", "A1", "€ 3.50", "", "", "no"),
    ("T-3", "Belt sander", "Power", "B4", "€ 9.00", "Igor Pavic", "28 Nov", "yes"),
    ("T-4", "Wood plane", "Wood", "A3", "€ 4.00", "Lea Brun", "12 Dec", "no"),
)
DAYS = {
    "Monday 7 December": ("09:00\u201310:30 Safety course Hall \u00b7 Nora, Igor", "17:00\u201317:30 Tool return Yard"),
    "Tuesday 8 December": ("18:00\u201320:00 Repair evening Hall \u00b7 Lea",),
}
TASKS = {"Oil the chains": ("Igor", "Fri", False), "Label the boxes": ("Lea", "Mon", True)}
NARRATION = "\n".join(
    [
        *(f"Who does it: {name} is {who}." for name, (who, *_) in TASKS.items()),
        *(f"{name} is {'on' if done else 'off'}." for name, (*_, done) in TASKS.items()),
        "Pinned: Oil the chains is on.",
        "Pinned: Label the boxes is off.",
    ]
)


def _tool(cells: tuple[str, ...]) -> dict[str, Any]:
    return {"cells": list(cells), "uses": [use("Lend", "lend", which=cells[0])]}


def _appointment(text: str) -> dict[str, Any]:
    title = text.split(" ", 1)[1].split(" Hall")[0].split(" Yard")[0]
    return {"name": text, "uses": [use(f"Delete {title}", f"delete_{title.lower().replace(' ', '_')}")]}


def _task(name: str) -> dict[str, Any]:
    _, due, done = TASKS[name]
    action = name.lower().replace(" ", "_")
    uses = [use(name, f"switch_{action}"), use(f"Who does it: {name}", f"choose_{action}")]
    return {"name": f"{name} {due}", "on": done, "uses": [*uses, use(f"Pinned: {name}", f"press_{action}")]}


def _field(name: str, kind: str, value: Any, **more: Any) -> dict[str, Any]:
    return {"name": name, "kind": kind, "value": value, **more}


def _blocks() -> list[dict[str, Any]]:
    letters = ("Ada Holm Broken drill 3 Nov", "Nora Vik Keys of the yard 9 Nov")
    stars = ("Remove star", "Star")
    return [
        {
            "kind": "table",
            "name": "Tools",
            "columns": [{"name": one} for one in COLUMNS],
            "rows": [_tool(one) for one in TOOLS],
        },
        *({"kind": "list", "name": day, "items": [_appointment(one) for one in texts]} for day, texts in DAYS.items()),
        {"kind": "list", "name": "Tasks", "items": [_task(one) for one in TASKS]},
        {
            "kind": "list",
            "name": "Letters",
            "items": [
                {
                    "name": text,
                    "uses": [use(star, f"press_{number}", which=text), use("Archive", "archive", which=text)],
                }
                for number, (text, star) in enumerate(zip(letters, stars, strict=True))
            ],
        },
        {
            "kind": "form",
            "name": "Workshop",
            "fields": [
                _field("Room temperature", "number", 19, unit="\u00b0C"),
                _field("Lamp", "switch", True),
                _field("Hall", "choice", "Large", options=[{"name": "Large"}, {"name": "Small"}]),
                _field("Helpers", "number", 0),
                _field("Voucher code", "text", ""),
            ],
        },
        {
            "kind": "form",
            "name": "Alert me about",
            "fields": [_field("Late returns", "switch", True), _field("New tools", "switch", False)],
        },
    ]


def outline() -> Outline:
    """The page's outline as a client sends it."""
    return decoded(_blocks())


def shed(today: date = TODAY) -> House:
    """A conversation about this page, on a day."""
    house = House({one.id: one for one in _actions()}, outline(), today)
    house.page = replace(house.page, narration=NARRATION)
    return house


def _actions() -> list[Action]:
    nothing = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}
    switch = {**nothing, "properties": {"to": {"type": "string", "enum": ["on", "off"]}}, "required": ["to"]}
    names = [one.lower().replace(" ", "_") for one in TASKS]
    return [
        Action("lend", "Lend", {**nothing, "properties": {"which": {"type": "string"}}, "required": ["which"]}),
        Action("apply", "Apply", nothing),
        *(Action(f"switch_{one}", f"Switch {one} on or off", switch) for one in names),
    ]
