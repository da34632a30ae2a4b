"""A page of a dance school: courses as items of several facts each, invoices in a table, and texts beside them."""

from dataclasses import replace
from typing import Any

from antiphon.domain.actions import Action
from support.guest_house import decoded, use
from support.house_talk import House

COURSES = (
    "Tango Tuesday, 19:00 · 90 min · Blue hall with Elena Ruiz · Beginner 4 places left",
    "Salsa Thursday, 20:30 · 60 min · Mirror room with Jonas Falk · Advanced Full, 6 waiting",
    "Waltz Saturday, 10:00 · 75 min · Blue hall with Elena Ruiz · Advanced 9 places left",
)
MEMBERS = (
    "Ada Lund ada@lund.example · gold · since 2021-03-01",
    "Ben Orr ben.orr@mail.example · silver · since 2024-09-15",
    "Cem Aksoy cem@aksoy.example · gold · since 2023-01-20",
)
MAILINGS = (
    "Spring ball Draft",
    "Summer school Scheduled for 2027-05-03",
    "Autumn fair Sent to 340 people, 41% opened",
    "Winter ball Sent to 280 people, 52% opened",
)
INVOICES = (
    ("D-1", "Lund", "Shoes", "3 Oct", "2 Nov", "€ 85.00", "Kim Sato"),
    ("D-2", "Orr", "Tango", "12 Nov", "12 Dec", "€ 140.00", "Kim Sato"),
    ("D-3", "Lund", "Waltz", "20 Nov", "20 Dec", "€ 95.00", "Ida Moen"),
)
NARRATION = "\n".join(
    [
        "The page is “Step Dance School”.",
        "The page shows “Step Dance School”.",
        "Step Dance School: “Signed in as Rosa Lind”",
        "Step Dance School: “Season ends on 18 June · 42 of 60 places taken”",
        "Shops: “Tanzhaus ☎ 040 555 0144 delivers in 3 days”",
        "Shops: “Ballroom & Co ☎ 040 555 0199 delivers in 8 days”",
        "Shops: “Capezzi ☎ 040 555 0122 delivers in 5 days”",
        "Contact: “Address: Mill Street 9, Kiel”",
        "Contact: “Phone: 0431 555 0100”",
        "Contact: “Hours: Monday to Thursday 9:00 to 21:00, Friday 9:00 to 18:00”",
        "Bar: “The bar is open until midnight. Vouchers are valid for three years.”",
    ]
)


def _listed(name: str, texts: tuple[str, ...], label: str) -> dict[str, Any]:
    action = label.lower()
    return {
        "kind": "list",
        "name": name,
        "items": [{"name": one, "uses": [use(label, action, which=one)]} for one in texts],
    }


def _blocks() -> list[dict[str, Any]]:
    trainers = [{"name": one} for one in ("All trainers", "Elena Ruiz", "Jonas Falk")]
    trainer = {"name": "Trainer", "kind": "choice", "value": "All trainers", "options": trainers}
    heads = ("No.", "Client", "For", "Issued", "Due", "Amount", "Handled by")
    return [
        {"kind": "form", "name": "Courses", "fields": [{**trainer, "use": use("Trainer", "choose_trainer")}]},
        _listed("Courses", COURSES, "Book"),
        _listed("Members", MEMBERS, "Remove"),
        _listed("Mailings", MAILINGS, "Copy"),
        {
            "kind": "table",
            "name": "Invoices",
            "columns": [{"name": one} for one in heads],
            "rows": [{"cells": list(one), "uses": [use("Remind", "remind", which=one[0])]} for one in INVOICES],
        },
        {
            "kind": "choice",
            "name": "Shops",
            "options": [{"name": "preferred", "on": on} for on in (False, True, False)],
        },
    ]


def _action(id_: str, description: str, *names: str) -> Action:
    which = {"which": {"type": "string", "enum": list(names)}}
    schema = {"type": "object", "properties": which, "required": ["which"], "additionalProperties": False}
    return Action(id_, description, schema)


def school() -> House:
    """The school in its first state."""
    options = ["All trainers", "Elena Ruiz", "Jonas Falk"]
    choose = {"type": "object", "properties": {"option": {"type": "string", "enum": options}}, "required": ["option"]}
    actions = [
        Action("choose_trainer", "Choose Trainer", {**choose, "additionalProperties": False}),
        _action("book", "Book", *COURSES),
        _action("remove", "Remove", *MEMBERS),
        _action("copy", "Copy", *MAILINGS),
        _action("remind", "Remind", *(one[0] for one in INVOICES)),
    ]
    house = House({one.id: one for one in actions}, decoded(_blocks()))
    house.page = replace(house.page, narration=NARRATION)
    return house
