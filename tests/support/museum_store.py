"""A page whose structure is told: a museum's store, with a table, filters, a list of loans, and boxes to be told by."""

from dataclasses import replace
from typing import Any

from antiphon.domain.actions import Action, ActionOutcome
from antiphon.domain.outline import Outline
from support.guest_house import ON_OFF, TEXT, decoded, use
from support.house_talk import House

PIECES = (
    ("Amber brooch", "North", "12", "€ 340", True),
    ("Copper kettle", "South", "95", "€ 60", False),
    ("Ivory comb", "A", "40", "€ 410", False),
    ("Pewter jug", "South", "70", "€ 85", True),
)
HEADS = ("Piece", "Hall", "Condition", "Worth")
LOANS = (
    ("● Linen map Lakeside Museum", "Greta"),
    ("Oak cradle Lakeside Museum", "Tove"),
    ("● Tin lamp City Gallery", "Tove"),
)
KEEPERS = ["Greta", "Tove"]
ALERTS = {"Fire": True, "Damp": False, "Open doors": False}


def _action(id_: str, description: str, **properties: Any) -> Action:
    schema = {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
    return Action(id_, description, schema)


def _id(name: str) -> str:
    return "_".join(word for word in name.lower().replace("●", "").split())


def _loan(text: str) -> str:
    return " ".join(text.replace("●", "").split()[:2])


def _options(*names: str) -> dict[str, Any]:
    return {"type": "string", "enum": list(names)}


HALLS = ("All halls", "North", "South", "A")
ORDERS = ("Newest first", "Oldest first", "Lender A\u2013Z")
ACTIONS = {
    one.id: one
    for one in (
        _action("search_pieces", "Search pieces", text=TEXT),
        _action("choose_hall", "Choose Hall", option=_options(*HALLS)),
        _action("switch_cracked_only", "Switch Cracked only on or off", to=ON_OFF),
        _action("set_acquired_from", "Set Acquired from", date={"type": "string", "format": "date"}),
        _action("set_worth_up_to", "Set Worth up to", value={"type": "integer", "minimum": 0, "maximum": 500}),
        *(_action(f"press_{head.lower()}", f"Press {head}") for head in HEADS),
        *(_action(f"press_flag_{_id(name)}", f"Press Flag {name}") for name, *_ in PIECES),
        _action("delete", "Delete", which=_options(*(name for name, *_ in PIECES))),
        _action("press_next", "Press Next \u203a"),
        _action("choose_sort_by", "Choose Sort by", option=_options(*ORDERS)),
        *(_action(f"press_{name.lower()}", f"Press {name}") for name in ("All", "Due", "Returned")),
        *(_action(f"switch_{_id(_loan(text))}", f"Switch {_loan(text)} on or off", to=ON_OFF) for text, _ in LOANS),
        *(
            _action(
                f"choose_keeper_of_{_id(_loan(text))}", f"Choose Keeper of {_loan(text)}", option=_options(*KEEPERS)
            )
            for text, _ in LOANS
        ),
        *(_action(f"switch_{_id(name)}", f"Switch {name} on or off", to=ON_OFF) for name in ALERTS),
    )
}
NARRATION = "\n".join(f"Keeper of {_loan(text)} is {keeper}." for text, keeper in LOANS)


def outline(sorted_by: str = "", way: str = "ascending", **values: Any) -> Outline:
    """The page sorted by a column; `values` are those of the filters that are set: `hall`, `search`."""
    return decoded(
        [
            {
                "kind": "form",
                "name": "Store",
                "fields": [
                    {
                        "name": "Search pieces",
                        "kind": "search",
                        "value": values.get("search", ""),
                        "use": use("Search pieces", "search_pieces"),
                    },
                    {
                        "name": "Hall",
                        "kind": "choice",
                        "value": values.get("hall", "All halls"),
                        "use": use("Hall", "choose_hall"),
                        "options": [{"name": name} for name in HALLS],
                    },
                    {
                        "name": "Cracked only",
                        "kind": "switch",
                        "value": False,
                        "use": use("Cracked only", "switch_cracked_only"),
                    },
                    {"name": "Acquired from", "kind": "date", "use": use("Acquired from", "set_acquired_from")},
                    {
                        "name": "Worth up to",
                        "kind": "number",
                        "value": 500,
                        "min": 0,
                        "max": 500,
                        "use": use("Worth up to", "set_worth_up_to"),
                    },
                ],
            },
            {
                "kind": "table",
                "name": "Store",
                "columns": [
                    {
                        "name": f"{head} ▲" if head == sorted_by else head,
                        "use": use(head, f"press_{head.lower()}"),
                        **({"sorted": way} if head == sorted_by else {}),
                    }
                    for head in HEADS
                ],
                "rows": [
                    {
                        "cells": [name, hall, f"{condition} %", worth],
                        "uses": [use(f"Flag {name}", f"press_flag_{_id(name)}"), use("Delete", "delete", which=name)],
                    }
                    for name, hall, condition, worth, _ in PIECES
                ],
            },
            {
                "kind": "choice",
                "name": "Show loans",
                "options": [
                    {"name": name, "on": name == "All", "use": use(name, f"press_{name.lower()}")}
                    for name in ("All", "Due", "Returned")
                ],
            },
            {
                "kind": "form",
                "name": "Loans",
                "fields": [
                    {
                        "name": "Sort by",
                        "kind": "choice",
                        "value": ORDERS[0],
                        "use": use("Sort by", "choose_sort_by"),
                        "options": [{"name": name} for name in ORDERS],
                    }
                ],
            },
            {
                "kind": "list",
                "name": "Loans",
                "items": [
                    {
                        "name": text,
                        "on": False,
                        "uses": [
                            use(_loan(text), f"switch_{_id(_loan(text))}"),
                            use(f"Keeper of {_loan(text)}", f"choose_keeper_of_{_id(_loan(text))}"),
                        ],
                    }
                    for text, _ in LOANS
                ],
            },
            {
                "kind": "form",
                "name": "Alert me about",
                "fields": [
                    {"name": name, "kind": "switch", "value": on, "use": use(name, f"switch_{_id(name)}")}
                    for name, on in ALERTS.items()
                ],
            },
        ]
    )


class Store(House):
    """A conversation about the store. A head sorts upwards first, and the other way when it is pressed once more;
    `pages` is how often there is a next page.
    """

    def __init__(self, pages: int = 1, **values: Any) -> None:
        super().__init__(ACTIONS, outline(**values))
        self.page = replace(self.page, narration=NARRATION)
        self.pages = pages
        self._by, self._way = values.get("sorted_by", ""), values.get("way", "ascending")
        self._values = {name: value for name, value in values.items() if name not in {"sorted_by", "way"}}

    async def says(self, text: str, after_s: float | None = None) -> str:
        self.done = []
        answer = await self.say(text, typed=True, after_s=after_s)
        while self.call is not None:
            values = ", ".join(map(str, self.call.parameters.values()))
            self.done.append(f"{self.call.action_id} {values}".strip())
            self._changed(self.call.action_id)
            answer = await self.ends(ActionOutcome("success"))
        return answer

    def _changed(self, action: str) -> None:
        head = next((one for one in HEADS if action == f"press_{one.lower()}"), None)
        if head:
            turned = head == self._by and self._way == "ascending"
            self._by, self._way = head, "descending" if turned else "ascending"
        self.pages -= action == "press_next"
        actions = {id_: one for id_, one in ACTIONS.items() if id_ != "press_next" or self.pages > 0}
        shown = outline(self._by, self._way, **self._values)
        self.page = replace(self.page, outline=shown, actions=actions)
