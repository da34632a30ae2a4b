"""Two pages of an observatory whose structure is told: the settings of its dome, and its list of visits with a form."""

from typing import Any

from support.guest_house import ON_OFF, use
from support.house_talk import House
from support.sailing_club import Shown

_VISITS = (
    ("Lena Okoro", "3 May 2026", "9", "€80", False),
    ("Ivo Brandt", "17 April 2026", "4", "€35", True),
    ("Suri Patel", "2 June 2026", "12", "€110", False),
)


def _number(page: Shown, name: str, value: int) -> dict[str, Any]:
    return {**page.field(name, "number", value), "min": 0, "max": 100}


def dome() -> House:
    """Numbers that are called alike, a choice of lengths of time, and who may send notices."""
    page = Shown()
    fields = [
        _number(page, "Brightness", 60),
        page.field("Display off after", "choice", "1 minute", ("30 seconds", "1 minute", "5 minutes", "Never")),
        _number(page, "Ring volume", 40),
        _number(page, "Media volume", 30),
        page.field("Airplane mode", "switch", False),
        page.field("Signal sound", "choice", "Bell", ("Bell", "Gong", "Owl", "Chime")),
        page.field("Send statistics to the maker", "switch", True),
        page.field("Note to the night watch", "long"),
    ]
    rows = []
    for name, on in (("Weather", True), ("Visitors", False), ("Repairs", True)):
        action = page.act(f"switch_{name.lower()}", f"Switch {name} on or off", to=ON_OFF)
        rows.append({"cells": [name, ""], "on": on, "uses": [use(name, action)]})
    return page.shows(
        {"kind": "form", "name": "Display", "fields": fields},
        {"kind": "table", "name": "Notifications", "columns": [{"name": "From"}, {"name": "Allowed"}], "rows": rows},
    )


def visits() -> House:
    """A list of visits with its filters and the size of its pages, and the form for another one."""
    page = Shown()
    bar = [
        page.field("Search visits", "search"),
        page.field("Show", "choice", "All", ("All", "Paid", "Not paid yet")),
        page.field("School classes", "switch", False),
        page.field(
            "Sort by", "choice", "As entered", ("As entered", "Name", "People, most first", "Price, highest first")
        ),
        page.field("Rows", "choice", "5", ("5", "10", "All")),
    ]
    form = [
        page.field("Name", "text"),
        page.field("E-mail", "email"),
        {**page.field("Day", "date"), "use": use("Day", page.act("set_day", "Set Day", date={"type": "string"}))},
        page.field("I accept the terms of the visit", "switch", False),
        page.field("What has to be prepared", "text"),
    ]
    rows = []
    details = page.act("press_details", "Press Details", which={"type": "string"})
    for name, day, people, price, _ in _VISITS:
        rows.append({"cells": [name, day, people, price, ""], "uses": [use("Details", details, which=name)]})
    heads = [{"name": one} for one in ("Guest", "Date", "People", "Price", "")]
    return page.shows(
        {"kind": "form", "name": "Visits", "fields": bar},
        {"kind": "table", "name": "Visits", "columns": heads, "rows": rows},
        {"kind": "form", "name": "New visit", "fields": form, "submit": page.order("Book the visit")},
    )
