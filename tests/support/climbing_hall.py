"""A page of a climbing hall: courses in a table, bookings in a list, plans to choose from, and texts beside them."""

from dataclasses import replace
from typing import Any

from antiphon.domain.actions import Action
from support.guest_house import decoded, use
from support.house_talk import House

COURSES = (
    ("Bouldering", "Olga Brandt", "Mon", "18:00", "3", "8"),
    ("Lead climbing", "Sam Adeyemi", "Tue", "07:30", "6", "6"),
    ("Slackline", "Sam Adeyemi", "Thu", "12:15", "9", "12"),
)
BOOKINGS = ("2 \u00d7 Rope, Monday 7 December · € 14.00 not paid", "1 \u00d7 Harness, Friday 11 December · € 5.00 paid")
ROUTES = ("Red corner ★★★☆☆", "Blue wall ★★★★★", "Green arch ★★☆☆☆")
GEAR = {"Chalk": False, "Tape": True, "Brush": False}
PLANS = ("Basic \u2013 € 29 a month", "Plus with sauna \u2013 € 39 a month")
NARRATION = "\n".join(
    [
        *(f"{name} is {'on' if done else 'off'}." for name, done in GEAR.items()),
        "Level (Red corner) is easy.",
        "Level (Blue wall) is hard.",
        "Level (Green arch) is hard.",
        "Courses: “Page 1 of 2 · 14 courses”",
        "Bookings: “Total this month: € 19.00”",
        "Good to know: “Open daily 6 am to 11 pm. On public holidays we close at 4 pm.”",
        "Good to know: “Kiln Road 8, Bristol · 0117 555 019”",
        "Wi-Fi: “Password: harbour42”",
    ]
)


def _route(text: str) -> dict[str, Any]:
    name = text.split(" ★")[0]
    return {"name": text, "uses": [use("Level", "choose_level", which=name), use("Add to cart", "add", which=name)]}


def _blocks() -> list[dict[str, Any]]:
    heads = ("Course", "Coach", "Day", "Time", "Taken", "Places")
    plan = {"name": "Plan", "kind": "choice", "value": PLANS[0], "options": [{"name": one} for one in PLANS]}
    return [
        {
            "kind": "table",
            "name": "Courses",
            "columns": [{"name": one} for one in heads],
            "rows": [{"cells": list(one), "uses": [use("Join", "join", which=one[0])]} for one in COURSES],
        },
        {"kind": "list", "name": "Bookings", "items": [{"name": one, "uses": []} for one in BOOKINGS]},
        {"kind": "list", "name": "Routes", "items": [_route(one) for one in ROUTES]},
        {
            "kind": "list",
            "name": "Shopping list",
            "items": [
                {"name": name, "on": done, "uses": [use(name, f"switch_{name.lower()}")]} for name, done in GEAR.items()
            ],
        },
        {
            "kind": "form",
            "name": "Membership",
            "fields": [
                {**plan, "use": use("Plan", "choose_plan")},
                {"name": "Towel (€ 5)", "kind": "switch", "value": False, "use": use("Towel (€ 5)", "switch_towel")},
            ],
        },
    ]


def _action(id_: str, description: str, **properties: Any) -> Action:
    schema = {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
    return Action(id_, description, schema)


def hall() -> House:
    """The hall in its first state."""
    routes = {"type": "string", "enum": [one.split(" ★")[0] for one in ROUTES]}
    switch = {"type": "string", "enum": ["on", "off"]}
    actions = [
        _action("join", "Join", which={"type": "string", "enum": [one[0] for one in COURSES]}),
        _action("add", "Add to cart", which=routes),
        _action("choose_level", "Choose Level", which=routes, option={"type": "string", "enum": ["easy", "hard"]}),
        _action("choose_plan", "Choose Plan", option={"type": "string", "enum": list(PLANS)}),
        _action("switch_towel", "Switch Towel (€ 5) on or off", to=switch),
        _action("press_next", "Press Next page"),
        *(_action(f"switch_{name.lower()}", f"Switch {name} on or off", to=switch) for name in GEAR),
    ]
    house = House({one.id: one for one in actions}, decoded(_blocks()))
    house.page = replace(house.page, narration=NARRATION)
    return house
