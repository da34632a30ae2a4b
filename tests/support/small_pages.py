"""Pages whose structure is told in a few words, in any language: what stands on them is what their people read."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from antiphon.domain.actions import Action
from antiphon.domain.outline import Outline
from support.guest_house import decoded, use
from support.house_talk import House

TODAY = date(2026, 11, 30)
_ON_OFF = {"type": "string", "enum": ["on", "off"]}
_TYPES: Mapping[str, dict[str, Any]] = {
    "date": {"type": "string", "format": "date"},
    "number": {"type": "number"},
}


def _id(verb: str, name: str) -> str:
    plain = unicodedata.normalize("NFKD", name.lower()).encode("ascii", "ignore").decode()
    return "_".join([verb, *"".join(one if one.isalnum() else " " for one in plain).split()])


@dataclass
class Page:
    """A page while it is told; each control has the action that the observer of a page would make of it."""

    blocks: list[dict[str, Any]] = field(default_factory=list)
    actions: dict[str, Action] = field(default_factory=dict)

    def _action(self, verb: str, name: str, description: str, **properties: Any) -> str:
        schema = {
            "type": "object",
            "properties": properties,
            "required": list(properties),
            "additionalProperties": False,
        }
        id_ = _id(verb, name)
        self.actions[id_] = Action(id_, description, schema)
        return id_

    def button(self, name: str) -> dict[str, Any]:
        """A button that stands by itself, or belongs to what is told next."""
        return use(name, self._action("press", name, f"Press {name}"))

    def _switch(self, name: str) -> dict[str, Any]:
        return use(name, self._action("switch", name, f"Switch {name} on or off", to=_ON_OFF))

    def checklist(self, name: str, items: Mapping[str, bool], *buttons: str) -> None:
        """A list of what can be ticked, with these buttons beside each."""
        which = {"type": "string", "enum": list(items)}
        for one in buttons:
            before = self.actions.get(_id("press", one))
            names = [*before.parameters["properties"]["which"]["enum"], *items] if before else which["enum"]
            self._action("press", one, f"Press {one}", which={"type": "string", "enum": names})
        lines = [
            {"name": item, "on": on, "uses": [self._switch(item), *(self._beside(one, item) for one in buttons)]}
            for item, on in items.items()
        ]
        self.blocks.append({"kind": "list", "name": name, "items": lines})

    @staticmethod
    def _beside(button: str, item: str) -> dict[str, Any]:
        return use(button, _id("press", button), which=item)

    def buttons(self, name: str, options: Sequence[str], kind: str = "press") -> dict[str, Any]:
        """A choice of which the first is made."""
        made = [
            {
                "name": one,
                "on": not at,
                "use": use(one, self._action(kind, one, f"{kind.title()} {one}")),
            }
            for at, one in enumerate(options)
        ]
        return {"kind": "choice", "name": name, "options": made}

    def choice(self, name: str, options: Sequence[str]) -> None:
        """A group of buttons of which one is down."""
        self.blocks.append(self.buttons(name, options))

    def form(self, name: str, fields: Iterable[dict[str, Any]], submit: str = "") -> None:
        block = {"kind": "form", "name": name, "fields": list(fields)}
        self.blocks.append({**block, "submit": self.button(submit)} if submit else block)

    def field(self, name: str, kind: str = "text", value: Any = None, **more: Any) -> dict[str, Any]:
        """A field of a form; a number's `min` and `max`, and `required`, as the page has them."""
        if kind == "switch":
            return {"name": name, "kind": kind, "value": bool(value), "use": self._switch(name)}
        shape = _TYPES.get(kind, {"type": "string"})
        limits = {bound: more[key] for key, bound in (("min", "minimum"), ("max", "maximum")) if key in more}
        key = "date" if kind == "date" else "value" if kind == "number" else "text"
        id_ = self._action("set", name, f"Set {name}", **{key: {**shape, **limits}})
        known = {} if value is None else {"value": value}
        return {"name": name, "kind": kind, **known, "use": use(name, id_), **more}

    def select(self, name: str, options: Sequence[str], at: int = 0) -> dict[str, Any]:
        """A field that is a list of options."""
        id_ = self._action("choose", name, f"Choose {name}", option={"type": "string", "enum": list(options)})
        names = [{"name": one} for one in options]
        return {"name": name, "kind": "choice", "value": options[at], "use": use(name, id_), "options": names}

    def radio(self, name: str, options: Sequence[str]) -> dict[str, Any]:
        """A field of which each option is a control of its own."""
        return {**self.buttons(name, options, "choose"), "value": options[0]}

    def table(self, name: str, columns: Sequence[str], rows: Sequence[Sequence[str]], uses: Sequence[str] = ()) -> None:
        """A table; with `uses`, which are labels with `{name}`, its columns can be pressed to sort it."""
        heads = [{"name": one, "sorted": "none", "use": self.button(one)} if uses else {"name": one} for one in columns]
        lines = [
            {"cells": list(row), "uses": [self.button(label.format(name=row[0])) for label in uses]} for row in rows
        ]
        self.blocks.append({"kind": "table", "name": name, "columns": heads, "rows": lines})


class Told(House):
    """A conversation about such a page, which stays as it is; or about a question of it, with `names` for answers."""

    def __init__(self, page: Page, language: str, narration: str = "", names: Sequence[str] = ()) -> None:
        super().__init__(page.actions, decoded(page.blocks), TODAY, language)
        if names:
            actions = {name: Action(name, f"Press {name}") for name in names}
            self.page = replace(self.page, actions=actions, narration=narration, outline=Outline())
