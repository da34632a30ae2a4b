"""Two pages of a sailing club whose structure is told: its trips with filters, and a member's settings; and a form."""

from typing import Any

from antiphon.domain.actions import Action
from antiphon.domain.outline import Outline
from support.guest_house import ON_OFF, TEXT, decoded, use
from support.house_talk import House

_TRIPS = (
    ("Dawn crossing", "Friday 06:00 · 90 min · with Mia Lund · Calm", "3 places left"),
    ("Bay loop", "Saturday 10:00 · 45 min · with Olaf Berg · Calm, Family", "Full"),
    ("Night sail", "Saturday 21:00 · 120 min · with Mia Lund · Rough", "1 place left"),
)


class Shown:
    """Collects the fields of one form with the actions that operate them."""

    def __init__(self) -> None:
        self.actions: dict[str, Action] = {}

    def act(self, id_: str, description: str, **properties: Any) -> str:
        schema = {"type": "object", "properties": properties, "required": list(properties)}
        self.actions[id_] = Action(id_, description, {**schema, "additionalProperties": False})
        return id_

    def field(self, name: str, kind: str, value: Any = "", options: tuple[str, ...] = ()) -> dict[str, Any]:
        id_ = name.lower().replace(" ", "_").replace("-", "_")
        told: dict[str, Any] = {"name": name, "kind": kind, "value": value}
        if kind == "switch":
            action = self.act(f"switch_{id_}", f"Switch {name} on or off", to=ON_OFF)
        elif kind == "choice":
            action = self.act(f"choose_{id_}", f"Choose {name}", option={"type": "string", "enum": [*options]})
            told["options"] = [{"name": one, "on": one == value} for one in options]
        elif kind == "number":
            action = self.act(f"set_{id_}", f"Set {name}", value={"type": "number"})
        else:
            action = self.act(f"set_{id_}", f"Set {name}", text=TEXT)
        return {**told, "use": use(name, action)}

    def press(self, name: str) -> dict[str, Any]:
        id_ = name.lower().replace(" ", "_")
        return use(name, self.act(f"press_{id_}", f"Press {name}"))

    def order(self, name: str) -> dict[str, Any]:
        """A button that is called by a verb."""
        return use(name, self.act(name.lower().replace(" ", "_"), name))

    def shows(self, *blocks: dict[str, Any]) -> House:
        page: Outline = decoded([*blocks])
        return House(self.actions, page)


def trips() -> House:
    """The list of trips, with a choice of skippers, days and orders, a box, and marks."""
    page = Shown()
    days = ("All days", "Fri", "Sat")
    marks = ("Calm", "Rough", "Family")
    fields = [
        page.field("Skipper", "choice", "All skippers", ("All skippers", "Mia Lund", "Olaf Berg")),
        page.field("Sort by", "choice", "Start", ("Start", "Name", "Length", "Free places")),
        page.field("Only with free places", "switch", False),
    ]
    items = [{"name": f"{name} {told} {left}"} for name, told, left in _TRIPS]
    return page.shows(
        {"kind": "form", "name": "Trips", "fields": fields},
        {
            "kind": "choice",
            "name": "Day",
            "options": [{"name": one, "on": one == days[0], "use": page.press(one)} for one in days],
        },
        {
            "kind": "choice",
            "name": "Trips",
            "options": [{"name": one, "on": False, "use": page.press(one)} for one in marks],
        },
        {"kind": "list", "name": "Trips", "items": items},
    )


def settings() -> House:
    """What a member has set, with a button to save it."""
    page = Shown()
    fields = [
        page.field(
            "Berth",
            "choice",
            "Standard, €40 a month",
            ("Small, €25 a month", "Standard, €40 a month", "Large, €70 a month"),
        ),
        page.field(
            "Remind me before a trip", "choice", "2 hours before", ("1 hour before", "2 hours before", "the day before")
        ),
        page.field("Guests on board", "number", 0),
        page.field("Send me the harbour newsletter", "switch", True),
        page.field("Text me when a berth becomes free", "switch", False),
        page.field("I cannot swim far", "switch", False),
        page.field("Contact ashore", "text", "Jan Holt"),
        page.field("Allergies or notes for the skipper", "long"),
    ]
    return page.shows({"kind": "form", "name": "Settings", "fields": fields, "submit": page.order("Save settings")})


def new_part() -> House:
    """The form for a new part of the store."""
    page = Shown()
    fields = [
        page.field("Name", "text"),
        page.field("Kind", "choice", "Ropes", ("Ropes", "Sails", "Paints")),
        page.field("Maker", "choice", "Northline", ("Northline", "Keel and Sons")),
        page.field("Quantity", "number", 0),
        page.field("Minimum", "number", 0),
        page.field("Price in €", "number"),
    ]
    return page.shows({"kind": "form", "name": "New part", "fields": fields, "submit": page.order("Add part")})
