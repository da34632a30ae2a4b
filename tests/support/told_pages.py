"""Three pages whose structure is told in any language: a household's lists, a booking form, and a table of articles."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from antiphon.contracts.vip import decode
from antiphon.domain.context import PageContext
from support.house_talk import House

TODAY = date(2026, 11, 30)
_SWITCH = {"to": {"type": "string", "enum": ["on", "off"]}}


def _slug(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name.lower())
    return re.sub(r"[\W_]+", "_", "".join(one for one in plain if not unicodedata.combining(one))).strip("_")


@dataclass
class Told:
    """A page that is being written: its blocks, and its actions as an observer names them."""

    language: str
    title: str
    blocks: list[dict[str, Any]] = field(default_factory=list)
    actions: dict[str, dict[str, Any]] = field(default_factory=dict)
    named: dict[str, str] = field(default_factory=dict)
    """Of ids: what a test calls them, by the names on the page, in whatever letters those are."""

    def use(self, verb: str, name: str, parameters: dict[str, Any] | None = None, **fixed: str) -> dict[str, Any]:
        """Return a use of an action, which is there from then on. `fixed`: what its parameters are."""
        given = {key: {"title": name, **value} for key, value in (parameters or {}).items()}
        called = f"{verb.lower()}_{_slug(name)}"
        id_ = called if called.isascii() else f"{verb.lower()}_{sum(map(ord, name))}"
        self.named[id_] = called
        schema = {"type": "object", "properties": given, "required": [*given], "additionalProperties": False}
        behind = " on or off" if verb == "Switch" else ""
        known = self.actions.setdefault(id_, {"description": f"{verb} {name}{behind}", "parameters": schema})
        for key, value in fixed.items():
            names = known["parameters"]["properties"].setdefault(key, {"type": "string", "enum": []})["enum"]
            names += [] if value in names else [value]
            known["parameters"]["required"] = [key]
        return {"label": name, "action": id_, **({"with": fixed} if fixed else {})}

    def text(self, name: str, kind: str = "text", **more: Any) -> dict[str, Any]:
        """Return a field for text; a date's value is one."""
        form = {"date": {"type": "string", "format": "date"}} if kind == "date" else {"text": {"type": "string"}}
        return {"name": name, "kind": kind, "use": self.use("Set", name, form), **more}

    def number(self, name: str, value: float, low: float, high: float, **more: Any) -> dict[str, Any]:
        """Return a field for a number."""
        kind = "number" if "step" in more else "integer"
        form = {"value": {"type": kind, "minimum": low, "maximum": high}}
        return {
            "name": name,
            "kind": "number",
            "value": value,
            "min": low,
            "max": high,
            "use": self.use("Set", name, form),
            **more,
        }

    def switch(self, name: str, on: bool) -> dict[str, Any]:
        """Return a switch."""
        return {"name": name, "kind": "switch", "value": on, "use": self.use("Switch", name, _SWITCH)}

    def select(self, name: str, value: str, options: Sequence[str]) -> dict[str, Any]:
        """Return a field that has its options in a list."""
        use = self.use("Choose", name, {"option": {"type": "string", "enum": [*options]}})
        return {"name": name, "kind": "choice", "value": value, "use": use, "options": [{"name": o} for o in options]}

    def radio(self, verb: str, name: str, value: str, options: Sequence[str]) -> dict[str, Any]:
        """Return a choice of which each option is a control of its own."""
        own = [{"name": one, "on": one == value, "use": self.use(verb, one)} for one in options]
        return {"name": name, "kind": "choice", "options": own}

    def items(self, name: str, items: Sequence[tuple[str, bool]], *buttons: str) -> None:
        """Add a list whose items can be ticked."""
        own = [
            {
                "name": one,
                "on": on,
                "uses": [self.use("Switch", one, _SWITCH), *(self.use("Press", b, which=one) for b in buttons)],
            }
            for one, on in items
        ]
        self.blocks.append({"kind": "list", "name": name, "items": own})

    def form(self, name: str, fields: Sequence[dict[str, Any]], submit: str = "") -> None:
        """Add a form."""
        pressed = {"submit": self.use("Press", submit)} if submit else {}
        self.blocks.append({"kind": "form", "name": name, "fields": [*fields], **pressed})

    def table(
        self, name: str, columns: Sequence[str], rows: Sequence[Sequence[str]], buttons: Sequence[str], sorts: bool
    ) -> None:
        """Add a table. `buttons`: templates of what stands on the controls of a row, by its name."""
        self.blocks.append(
            {
                "kind": "table",
                "name": name,
                "columns": [
                    {"name": one, **({"sorted": "none", "use": self.use("Press", one)} if sorts else {})}
                    for one in columns
                ],
                "rows": [
                    {"cells": [*row], "uses": [self.use("Press", one.format(row[0])) for one in buttons]}
                    for row in rows
                ],
            }
        )

    def page(self) -> PageContext:
        """Return the page as a client tells it."""
        payload = {
            "protocol": "vip/1",
            "narration": f"The page is “{self.title}”.",
            "actions": self.actions,
            "outline": {"blocks": self.blocks},
        }
        told: Any = decode.meaning(decode.validated({"type": "session.initialize", "payload": payload}))
        context: PageContext = told.page
        return context


class Speaker(House):
    """A conversation about such a page, which stays as it is."""

    def __init__(self, told: Told) -> None:
        page = told.page()
        super().__init__(page.actions, page.outline, TODAY, told.language)
        self.page = page
        self._named = told.named

    async def says(self, text: str, after_s: float | None = None) -> str:
        answer = await super().says(text, after_s)
        self.done = [" ".join((self._named.get(id_, id_), *values)) for id_, *values in map(str.split, self.done)]
        return answer
