"""Pages by what stands on them, told as the observer of a page tells them, and a talk about one in its language.

A page is a list of blocks (`listed`, `form`, `table`, `choice`) and of buttons beside them. The names of actions are
those of the observer: `switch_leche`, `set_precio`, `press_borrar`.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from antiphon.contracts.vip import decode
from antiphon.domain.context import PageContext
from support.house_talk import House

TODAY = date(2026, 11, 30)
"""A Monday."""
Told = dict[str, Any]


@dataclass
class Page:
    """What is told of a page."""

    title: str
    lines: list[str] = field(default_factory=list)
    actions: dict[str, Told] = field(default_factory=dict)
    blocks: list[Told] = field(default_factory=list)

    def acts(self, kind: str, label: str, **properties: Told) -> Told:
        """Add an action and return the use of it."""
        name = f"{kind}_{slug(label)}"
        description = f"Switch {label} on or off" if kind == "switch" else f"{kind.capitalize()} {label}"
        titled = {key: {"title": label, **one} for key, one in properties.items()}
        schema = {
            "type": "object",
            "properties": titled,
            "required": list(titled),
            "additionalProperties": False,
        }
        self.actions[name] = {"description": description, "parameters": schema}
        return {"label": label, "action": name}

    def press(self, *labels: str) -> "Page":
        for label in labels:
            self.acts("press", label)
        return self

    def listed(self, name: str, items: Mapping[str, bool], *, each: Sequence[str]) -> "Page":
        """A list of boxes to be ticked, each with buttons of the labels `each`."""
        rows = []
        for item, on in items.items():
            uses = [self.acts("switch", item, to={"type": "string", "enum": ["on", "off"]})]
            for label in each:
                of = self.actions.get(f"press_{slug(label)}")
                known = of["parameters"]["properties"]["which"]["enum"] if of else []
                use = self.acts("press", label, which={"type": "string", "enum": [*known, item]})
                uses.append({**use, "with": {"which": item}})
            rows.append({"name": item, "on": on, "uses": uses})
            self.lines.append(f"{item} is {'on' if on else 'off'}.")
        self.blocks.append({"kind": "list", "name": name, "items": rows})
        return self

    def choice(self, name: str, options: Sequence[str]) -> "Page":
        """Buttons of which one is pressed, the first."""
        told = [{"name": one, "on": at == 0, "use": self.acts("press", one)} for at, one in enumerate(options)]
        self.lines += [f"{one} is {'off' if at else 'on'}." for at, one in enumerate(options)]
        self.blocks.append({"kind": "choice", "name": name, "options": told})
        return self

    def form(self, name: str, fields: Sequence[Told], submit: str = "") -> "Page":
        told = [self._field(one) for one in fields]
        block: Told = {"kind": "form", "name": name, "fields": told}
        self.blocks.append({**block, "submit": self.acts("press", submit)} if submit else block)
        return self

    def _field(self, one: Told) -> Told:
        name, kind, value = one["name"], one["kind"], one.get("value")
        if kind == "switch":
            use = self.acts("switch", name, to={"type": "string", "enum": ["on", "off"]})
            self.lines.append(f"{name} is {'on' if value else 'off'}.")
        elif kind == "number":
            bounds = {"minimum": one["min"], "maximum": one["max"]}
            use = self.acts("set", name, value={"type": "number", **bounds})
            self.lines.append(f"{name} is {value}.")
        elif kind == "date":
            use = self.acts("set", name, date={"type": "string", "format": "date"})
        elif kind == "choice" and one.get("radio"):
            options = [
                {"name": option, "on": option == value, "use": self.acts("choose", option)} for option in one["options"]
            ]
            self.lines.append(f"{value} is chosen.")
            return {"name": name, "kind": kind, "value": value, "options": options}
        elif kind == "choice":
            use = self.acts("choose", name, option={"type": "string", "enum": one["options"]})
            self.lines.append(f"{name} is {value}.")
            return {**one, "use": use, "options": [{"name": option} for option in one["options"]]}
        else:
            use = self.acts("set", name, text={"type": "string"})
        return {**one, "use": use}

    def table(
        self, name: str, columns: Sequence[str], rows: Sequence[Sequence[str]], *, each: str = "", sorts: bool = False
    ) -> "Page":
        """A table; `each` are the labels of the buttons in a row, with `{}` for what its first cell says."""
        heads: list[Told] = [
            {"name": one, **({"sorted": "none", "use": self.acts("press", one)} if sorts else {})} for one in columns
        ]
        told = []
        for cells in rows:
            labels = [label.strip().format(cells[0]) for label in each.split(",") if label]
            told.append({"cells": [*cells], "uses": [self.acts("press", label) for label in labels]})
            facts = ", ".join(f"{head} {cell}" for head, cell in zip(columns[1:], cells[1:], strict=True))
            self.lines.append(f"{cells[0]}: {facts}.")
        self.blocks.append({"kind": "table", "name": name, "columns": heads, "rows": told})
        return self

    def context(self) -> PageContext:
        """Return the page as a session has it."""
        shown = [f"The page is “{self.title}”.", f"The page shows “{self.title}”."]
        shown += [f"The page shows “{one['name']}”." for one in self.blocks]
        payload = {
            "protocol": "vip/1",
            "narration": "\n".join([*shown, *self.lines]),
            "actions": self.actions,
            "outline": {"blocks": self.blocks},
        }
        told: Any = decode.meaning(decode.validated({"type": "session.initialize", "payload": payload}))
        context: PageContext = told.page
        return context


def slug(label: str) -> str:
    """Return a label as the observer makes a name of it."""
    plain = unicodedata.normalize("NFD", label.lower()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_")


def a(name: str, kind: str, **more: Any) -> Told:
    """Return a field of a form."""
    return {"name": name, "kind": kind, **more}


class OnPage(House):
    """A conversation about a page, which stays as it is, in a language."""

    def __init__(self, page: Page, language: str) -> None:
        context = page.context()
        super().__init__(context.actions, context.outline, TODAY, language)
        self.page = replace(context)
