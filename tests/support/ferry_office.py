"""A page whose structure is told and changes: a ferry office with a tab of crossings and one of messages."""

from dataclasses import replace
from typing import Any

from antiphon.domain.actions import Action
from antiphon.domain.outline import Outline
from support.guest_house import ON_OFF, TEXT, decoded, use
from support.house_talk import House

DAY = {"type": "string", "format": "date"}
TABS = ("Crossing", "Messages")


def _number(low: int, high: int) -> dict[str, Any]:
    return {"type": "number", "minimum": low, "maximum": high}


def _chosen(*names: str) -> dict[str, Any]:
    return {"type": "string", "enum": list(names)}


def _action(id_: str, description: str, **properties: Any) -> Action:
    schema = {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
    return Action(id_, description, schema)


SIZES = ("S", "M", "L")
BELLS = ("Chimes", "Horn", "Silent")
TIMES = ("08:00", "10:00", "11:30", "14:30")
ACTIONS = {
    one.id: one
    for one in (
        *(_action(f"open_{tab.lower()}", f"Open {tab}") for tab in TABS),
        _action("set_outward", "Set Outward date", date=DAY),
        _action("set_return", "Set Return date", date=DAY),
        _action("choose_departs", "Choose Departs", option=_chosen(*TIMES)),
        _action("set_passengers", "Set Passengers", value=_number(1, 9)),
        _action("choose_cabin", "Choose Cabin size", option=_chosen(*SIZES)),
        _action("set_brightness", "Set Brightness", value=_number(0, 100)),
        _action("set_temperature", "Set Temperature", value=_number(10, 30)),
        _action("set_vents", "Set Vents open", value=_number(0, 100)),
        _action("set_name", "Set Name", text=TEXT),
        _action("set_phone", "Set Phone", text=TEXT),
        _action("switch_dog", "Switch Dog on board on or off", to=ON_OFF),
        _action("set_remarks", "Set Remarks", text=TEXT),
        _action("send_booking", "Send booking"),
        _action("choose_bell", "Choose Bell sound", option=_chosen(*BELLS)),
        _action("set_quiet_from", "Set Quiet from", text=TEXT),
        _action("set_quiet_until", "Set Quiet until", text=TEXT),
        _action("switch_delays", "Switch Delays on or off", to=ON_OFF),
        _action("switch_low_tide", "Switch Low tide on or off", to=ON_OFF),
        _action("set_ahead", "Set Remind me before (hours)", value=_number(1, 96)),
    )
}


def _field(name: str, kind: str, action: str, value: Any = "", **more: Any) -> dict[str, Any]:
    options = {"options": [{"name": one} for one in more.pop("names")]} if "names" in more else {}
    return {"name": name, "kind": kind, "value": value, "use": use(name, action), **options, **more}


def _crossing() -> list[dict[str, Any]]:
    fields = [
        _field("Outward date", "date", "set_outward", "2026-08-14"),
        _field("Return date", "date", "set_return", "2026-08-15"),
        _field("Departs", "choice", "choose_departs", "10:00", names=TIMES),
        _field("Passengers", "number", "set_passengers", 1, min=1, max=9),
        _field("Cabin size", "choice", "choose_cabin", "M", names=SIZES),
        _field("Brightness", "number", "set_brightness", 40, min=0, max=100),
        _field("Temperature", "number", "set_temperature", 20, min=10, max=30, step=0.5),
        _field("Vents open", "number", "set_vents", 20, min=0, max=100),
        _field("Name", "text", "set_name"),
        _field("Phone", "tel", "set_phone"),
        _field("Dog on board", "switch", "switch_dog", False),
        _field("Remarks", "long", "set_remarks"),
    ]
    return [{"kind": "form", "name": "Crossing", "fields": fields, "submit": use("Send booking", "send_booking")}]


def _messages() -> list[dict[str, Any]]:
    return [
        {
            "kind": "form",
            "name": "Tell me about",
            "fields": [
                _field("Delays", "switch", "switch_delays", False),
                _field("Low tide", "switch", "switch_low_tide", True),
            ],
        },
        {
            "kind": "form",
            "name": "Times",
            "fields": [
                _field("Remind me before (hours)", "number", "set_ahead", 24, min=1, max=96),
                _field("Bell sound", "choice", "choose_bell", "Chimes", names=BELLS),
                _field("Quiet from", "time", "set_quiet_from", "21:00"),
                _field("Quiet until", "time", "set_quiet_until", "06:00"),
            ],
        },
    ]


def outline(shown: str) -> Outline:
    """The page with one of its tabs."""
    tabs = [{"name": tab, "on": tab == shown, "use": use(tab, f"open_{tab.lower()}")} for tab in TABS]
    parts = _crossing() if shown == "Crossing" else _messages()
    return decoded([{"kind": "choice", "name": "Ferry office", "options": tabs}, *parts])


class Ferry(House):
    """A conversation about the page, which shows the tab that was opened last."""

    def __init__(self, shown: str = "Crossing") -> None:
        super().__init__(ACTIONS, outline(shown))

    async def ends(self, outcome: Any, *, turn_id: str | None = None) -> str:
        called = self.call.action_id if self.call else ""
        shown = next((tab for tab in TABS if called == f"open_{tab.lower()}"), "")
        if shown:
            self.page = replace(self.page, outline=outline(shown))
        return await super().ends(outcome)
