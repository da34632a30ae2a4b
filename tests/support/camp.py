"""A page whose structure is told and changes: a camp's provisions, duties, tents, letters and notice board."""

from dataclasses import replace
from typing import Any

from antiphon.domain.actions import Action, ActionCall, ActionOutcome
from support.guest_house import ON_OFF, decoded, use
from support.house_talk import House

PLACES = ("Shop", "Farm", "Bakery")
PEOPLE = ("Bea", "Tom", "Ines")
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
TENTS = {"Birch": ("Meadow", 4), "Alder": ("Brook", 2), "Old Oak": ("Hill", 6)}
LETTERS = (("Nora Lind", "Lantern parade"), ("Post office", "A parcel is waiting"))
TEXT = {"type": "string"}


def _action(id_: str, description: str, **properties: Any) -> Action:
    schema = {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
    return Action(id_, description, schema)


def _id(name: str) -> str:
    return name.lower().replace(" ", "_")


def _field(name: str, kind: str, action: str, value: Any = "", **more: Any) -> dict[str, Any]:
    return {"name": name, "kind": kind, "value": value, "use": use(name, action), **more}


def _choice(name: str, action: str, options: tuple[str, ...]) -> dict[str, Any]:
    return _field(
        name, "choice", action, options[0], options=[{"name": one, "on": one == options[0]} for one in options]
    )


class Camp(House):
    """A conversation about the page, which opens its dialogs and keeps what is added, flagged and written."""

    def __init__(self) -> None:
        self.lists = {"Provisions": ["Potatoes", "Salt"], "Duties": ["Chop the wood", "Fetch the water"]}
        self.held: dict[str, Any] = {
            "set_notice": "No fires after ten.",
            **{f"beds {one}": TENTS[one][1] for one in TENTS},
        }
        self.flags: set[str] = set()
        self.opened = ""
        super().__init__()
        self.shows()

    async def says(self, text: str, after_s: float | None = None) -> str:
        self.done = []
        answer = await self.say(text, typed=True, after_s=after_s)
        while self.call is not None:
            values = ", ".join(map(str, self.call.parameters.values()))
            self.done.append(f"{self.call.action_id} {values}".strip())
            output = self._happens(self.call)
            self.shows()
            answer = await self.ends(ActionOutcome("success", output))
        return answer

    def _happens(self, call: ActionCall) -> str | None:
        """What the page does; what it says of a flag."""
        id_, values = call.action_id, list(call.parameters.values())
        if id_ in {"add", "add_duty"}:
            name, field = ("Provisions", "set_need") if id_ == "add" else ("Duties", "set_new_duty")
            self.lists[name] = [*self.lists[name], self.held.pop(field)]
        elif id_.startswith("remove_"):
            self.lists = {
                key: [one for one in own if _id(one) != id_.removeprefix("remove_")] for key, own in self.lists.items()
            }
        elif id_.startswith("press_flag_"):
            self.flags ^= {id_}
            name = next(one for one in TENTS if id_.endswith(_id(one)))
            return f"Flag {name} is {'on' if id_ in self.flags else 'off'}."
        elif id_ in {"compose", "edit", "reply"}:
            self.opened = id_
            self.held |= (
                {"set_tent": values[0]} if id_ == "edit" else {"set_to": "nora@lind.example"} if id_ == "reply" else {}
            )
        elif id_.startswith("open_"):
            self.opened = id_
        elif id_ in {"send", "save", "close"}:
            self.opened = ""
        elif id_.startswith("beds_of_"):
            name = next(one for one in TENTS if id_.endswith(_id(one)))
            self.held[f"beds {name}"] = values[0]
        elif values:
            self.held[id_] = values[0]
        return None

    def shows(self) -> None:
        blocks = self._dialog() if self.opened in {"compose", "edit", "reply"} else [*self._entries(), *self._rest()]
        actions = {one.id: one for one in self._actions()}
        self.page = replace(self.page, outline=decoded(blocks), actions=actions)

    def _written(self, name: str, kind: str, action: str) -> dict[str, Any]:
        return _field(name, kind, action, self.held.get(action, ""))

    def _dialog(self) -> list[dict[str, Any]]:
        if self.opened == "edit":
            fields = [
                self._written("Tent", "text", "set_tent"),
                _choice("Ground", "choose_ground", ("Meadow", "Brook", "Hill")),
                self._written("Price €", "text", "set_price"),
            ]
            return [{"kind": "form", "name": "Edit tent", "fields": fields, "submit": use("Save", "save")}]
        fields = [
            self._written("To", "text", "set_to"),
            self._written("Subject", "text", "set_subject"),
            self._written("Write here", "long", "set_text"),
        ]
        return [{"kind": "form", "name": "New message", "fields": fields, "submit": use("Send", "send")}]

    def _entries(self) -> list[dict[str, Any]]:
        forms = {
            "Provisions": (
                [
                    _field("What do we need?", "text", "set_need"),
                    _field("How much", "text", "set_how_much"),
                    _choice("Where", "choose_where", PLACES),
                ],
                use("Add", "add"),
            ),
            "Duties": (
                [
                    _field("New duty", "text", "set_new_duty"),
                    _choice("Who", "choose_who", PEOPLE),
                    _choice("Day", "choose_day", DAYS),
                ],
                use("Add duty", "add_duty"),
            ),
        }
        blocks: list[dict[str, Any]] = []
        for name, (fields, submit) in forms.items():
            items = [
                {
                    "name": one,
                    "on": False,
                    "uses": [use(one, f"switch_{_id(one)}"), use(f"Remove {one}", f"remove_{_id(one)}")],
                }
                for one in self.lists[name]
            ]
            blocks.append({"kind": "list", "name": name, "items": items})
            blocks.append({"kind": "form", "name": name, "fields": fields, "submit": submit})
        return blocks

    def _rest(self) -> list[dict[str, Any]]:
        rows = [
            {
                "cells": [name, ground, str(self.held[f"beds {name}"]), "12", ""],
                "uses": [
                    use(f"Beds of {name}", f"beds_of_{_id(name)}"),
                    use(f"Flag {name}", f"press_flag_{_id(name)}"),
                    use("Edit", "edit", which=name),
                ],
            }
            for name, (ground, _) in TENTS.items()
        ]
        letters = [
            {"name": f"{name} {title} 3 May", "uses": [use(f"{name} {title}", f"open_{_id(title)}")]}
            for name, title in LETTERS
        ]
        columns = [{"name": one} for one in ("Tent", "Ground", "Beds", "Price €", "")]
        outing = [
            _field("Title", "text", "set_title"),
            _choice("Day of it", "choose_day_of_it", ("Monday", "Tuesday", "Wednesday")),
            _field("Start", "time", "set_start", "09:00"),
            _choice("Length", "choose_length", ("30 minutes", "45 minutes", "1 hour")),
            *(_field(one, "switch", f"switch_{_id(one)}", False) for one in ("Wilma", "Otto")),
        ]
        notice = [_field("Notice board", "long", "set_notice", self.held["set_notice"])]
        away = [_field("Out of camp reply", "switch", "switch_out_of_camp_reply", False)]
        return [
            {"kind": "table", "name": "Tents", "columns": columns, "rows": rows},
            {"kind": "list", "name": "Letters", "items": letters},
            {"kind": "form", "name": "Letters", "fields": away},
            {"kind": "form", "name": "New outing", "fields": outing, "submit": use("Create outing", "create_outing")},
            {"kind": "form", "name": "Notice board", "fields": notice, "submit": use("Pin notice", "press_pin_notice")},
        ]

    def _actions(self) -> list[Action]:
        if self.opened == "edit":
            written = [_action(one, one.replace("_", " ").capitalize(), text=TEXT) for one in ("set_tent", "set_price")]
            ground = _action(
                "choose_ground", "Choose Ground", option={"type": "string", "enum": ["Meadow", "Brook", "Hill"]}
            )
            return [*written, ground, _action("save", "Save"), _action("close", "Close")]
        if self.opened in {"compose", "reply"}:
            written = [
                _action(one, one.replace("_", " ").capitalize(), text=TEXT)
                for one in ("set_to", "set_subject", "set_text")
            ]
            return [*written, _action("send", "Send"), _action("close", "Close")]
        items = [one for own in self.lists.values() for one in own]
        which = {"type": "string", "enum": list(TENTS)}
        answers = [_action("reply", "Reply"), _action("press_forward", "Press Forward")] if self.opened else []
        return [
            *(_action(f"switch_{_id(one)}", f"Switch {one} on or off", to=ON_OFF) for one in items),
            *(_action(f"remove_{_id(one)}", f"Remove {one}") for one in items),
            *(
                _action(one, one.replace("_", " ").capitalize(), text=TEXT)
                for one in ("set_need", "set_how_much", "set_new_duty", "set_notice")
            ),
            *(
                _action(
                    one,
                    f"Choose {one.removeprefix('choose_').capitalize()}",
                    option={"type": "string", "enum": list(options)},
                )
                for one, options in (("choose_where", PLACES), ("choose_who", PEOPLE), ("choose_day", DAYS))
            ),
            *(
                _action(f"beds_of_{_id(one)}", f"Set Beds of {one}", value={"type": "integer", "minimum": 0})
                for one in TENTS
            ),
            *(_action(f"press_flag_{_id(one)}", f"Press Flag {one}") for one in TENTS),
            *(_action(f"open_{_id(title)}", f"Open {name} {title}") for name, title in LETTERS),
            _action("set_title", "Set Title", text=TEXT),
            _action("set_start", "Set Start", text=TEXT),
            *(_action(f"switch_{_id(one)}", f"Switch {one} on or off", to=ON_OFF) for one in ("Wilma", "Otto")),
            *(
                _action(f"choose_{one}", f"Choose {one}", option={"type": "string", "enum": list(options)})
                for one, options in (
                    ("day_of_it", ("Monday", "Tuesday", "Wednesday")),
                    ("length", ("30 minutes", "45 minutes", "1 hour")),
                )
            ),
            _action("create_outing", "Create outing"),
            _action("switch_out_of_camp_reply", "Switch Out of camp reply on or off", to=ON_OFF),
            _action("edit", "Edit", which=which),
            _action("add", "Add"),
            _action("add_duty", "Add duty"),
            _action("press_pin_notice", "Press Pin notice"),
            _action("compose", "Press Compose"),
            *answers,
        ]
