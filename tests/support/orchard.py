"""A page whose structure is told: an orchard's house, with rooms, sliders, a choice of languages and letters."""

from typing import Any

from antiphon.domain.actions import Action
from antiphon.domain.outline import Outline
from support.guest_house import ON_OFF, decoded, use
from support.house_talk import House

LETTERS = (
    ("Ida Holm", "Prices of the harvest"),
    ("Ida Holm", "Supper on Sunday"),
    ("Cider press", "Your order has left"),
)
ROOMS = ("Hall", "Cellar")


def _action(id_: str, description: str, **properties: Any) -> Action:
    schema = {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
    return Action(id_, description, schema)


def _letter(title: str) -> str:
    return title.lower().replace(" ", "_")


ACTIONS = {
    one.id: one
    for one in (
        *(_action(f"open_{room.lower()}", f"Open {room}") for room in ROOMS),
        _action("set_shutters_closed", "Set Shutters closed", value={"type": "integer", "minimum": 0, "maximum": 100}),
        _action("set_radio_volume", "Set Radio volume", value={"type": "integer", "minimum": 0, "maximum": 40}),
        _action("set_warmth", "Set Warmth", value={"type": "integer", "minimum": 10, "maximum": 30}),
        _action("switch_night_watch", "Switch Night watch on or off", to=ON_OFF),
        _action("choose_language", "Choose Language", option={"type": "string", "enum": ["English", "Deutsch"]}),
        *(_action(f"open_{_letter(title)}", f"Open {name} {title}") for name, title in LETTERS),
        *(_action(f"switch_select_{_letter(title)}", f"Switch Select {title}", to=ON_OFF) for _, title in LETTERS),
        *(_action(f"delete_{_letter(title)}", f"Delete {title}") for _, title in LETTERS),
        *(_action(f"press_keep_{_letter(title)}", f"Press Keep {title}") for _, title in LETTERS),
    )
}


def _field(name: str, kind: str, action: str, value: Any, **more: Any) -> dict[str, Any]:
    return {"name": name, "kind": kind, "value": value, "use": use(name, action), **more}


def outline() -> Outline:
    """The page as it is at first."""
    rooms = [{"name": room, "on": room == "Hall", "use": use(room, f"open_{room.lower()}")} for room in ROOMS]
    fields = [
        _field("Shutters closed", "number", "set_shutters_closed", 40, min=0, max=100),
        _field("Radio volume", "number", "set_radio_volume", 10, min=0, max=40),
        _field("Warmth", "number", "set_warmth", 19, min=10, max=30, unit="degrees"),
        _field("Night watch", "switch", "switch_night_watch", False),
        _field("Language", "choice", "choose_language", "English", options=[{"name": "English"}, {"name": "Deutsch"}]),
    ]
    letters = [
        {
            "name": f"{name} {title} 3 Oct",
            "on": False,
            "uses": [
                use(f"Select {title}", f"switch_select_{_letter(title)}"),
                use(f"{name} {title}", f"open_{_letter(title)}"),
                use(f"Keep {title}", f"press_keep_{_letter(title)}"),
                use(f"Delete {title}", f"delete_{_letter(title)}"),
            ],
        }
        for name, title in LETTERS
    ]
    blocks = [
        {"kind": "choice", "name": "Rooms", "options": rooms},
        {"kind": "form", "name": "Hall", "fields": fields},
        {"kind": "list", "name": "Letters", "items": letters},
    ]
    return decoded(blocks)


class Orchard(House):
    """A conversation about the page."""

    def __init__(self) -> None:
        super().__init__(ACTIONS, outline())
