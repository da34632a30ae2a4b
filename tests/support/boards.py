"""Pages of lists and tables whose items have boxes, fields and buttons of their own: a rowing club, a kitchen, a film
night. What is said of their items is an order.
"""

from dataclasses import replace
from typing import Any

from antiphon.domain.actions import Action
from support.guest_house import decoded
from support.house_talk import House

VERBS = frozenset({"add", "apply", "cancel", "delete", "move", "remove"})
"""What a client takes for the verb of a button; all others are pressed."""
PEOPLE = ("Ines Falk", "Bruno Tal", "Maja Lind", "Per Holt")


class Board:
    """A page that is put together block by block. A use is written as `Pay *` (a button; the star is the item's name),
    `Paid *?` (a box), `Stock of *#` (a number), or
    `Who:Ana|Bo` (a choice); one that ends with `!` has a name that no other item's has.
    """

    def __init__(self) -> None:
        self.actions: dict[str, Action] = {}
        self.blocks: list[dict[str, Any]] = []
        self.narration = ""

    def talk(self) -> House:
        house = House(self.actions, decoded(self.blocks))
        house.page = replace(house.page, narration=self.narration)
        return house

    def _action(self, id_: str, description: str, which: str, **properties: Any) -> None:
        known = self.actions.get(id_)
        choices = known.parameters["properties"]["which"]["enum"] if known and which else []
        if which:
            properties["which"] = {"type": "string", "enum": [*choices, which]}
        schema = {"type": "object", "properties": properties, "required": list(properties)}
        self.actions[id_] = Action(id_, description, {**schema, "additionalProperties": False})

    def use(self, text: str, name: str = "", whole: str = "") -> dict[str, Any]:
        label, _, options = text.rstrip("!").replace("*", name).partition(":")
        which = whole if name and "*" not in text and not text.endswith("!") else ""
        slug = "_".join(label.lower().strip("?").split())
        if options:
            id_ = f"choose_{slug}"
            self._action(id_, f"Choose {label}", which, option={"type": "string", "enum": options.split("|")})
        elif label.endswith("#"):
            label = label[:-1]
            id_ = f"set_{slug[:-1]}"
            self._action(id_, f"Set {label}", which, value={"type": "integer"})
        elif label.endswith("?"):
            label = label[:-1]
            id_ = f"switch_{slug}"
            self._action(id_, f"Switch {label} on or off", which, to={"type": "string", "enum": ["on", "off"]})
        else:
            is_verb = slug.partition("_")[0] in VERBS
            id_ = slug if is_verb else f"press_{slug}"
            self._action(id_, label if is_verb else f"Press {label}", which)
        return {"label": label, "action": id_, **({"with": {"which": which}} if which else {})}

    def entries(self, name: str, *items: tuple[str, bool | None, list[str]]) -> None:
        """A slash in the text of an item ends its name; one that is on or off has a box of its own."""
        entries = []
        for text, on, uses in items:
            own, _, more = text.partition(" / ")
            whole = f"{own} {more}".strip()
            box = [self.use("*?", own, whole)] if on is not None else []
            state = {"on": on} if on is not None else {}
            entries.append({"name": whole, **state, "uses": [*box, *(self.use(one, own, whole) for one in uses)]})
        self.blocks.append({"kind": "list", "name": name, "items": entries})

    def table(self, name: str, columns: list[str], *rows: tuple[list[str], bool | None, list[str]]) -> None:
        """The first cell names its row."""
        made = [
            {
                "cells": cells,
                **({"on": on} if on is not None else {}),
                "uses": [self.use(one, cells[0], cells[0]) for one in uses],
            }
            for cells, on, uses in rows
        ]
        heads = [{"name": one} for one in columns]
        self.blocks.append({"kind": "table", "name": name, "columns": heads, "rows": made})

    def entry(self, name: str, field: str, submit: str, choice: str = "") -> None:
        """A form of one text, with a choice beside it, that adds to the list of its name."""
        slug = "_".join(field.lower().strip("?").split())
        self._action(f"set_{slug}", f"Set {field}", "", text={"type": "string"})
        fields: list[dict[str, Any]] = [
            {"name": field, "kind": "text", "use": {"label": field, "action": f"set_{slug}"}}
        ]
        if choice:
            label, _, options = choice.partition(":")
            use = self.use(choice, name, name)
            names = [{"name": one} for one in options.split("|")]
            fields.append({"name": label, "kind": "choice", "value": names[0]["name"], "options": names, "use": use})
        self.blocks.append({"kind": "form", "name": name, "fields": fields, "submit": self.use(submit)})


def club() -> Board:
    board = Board()
    fee = ["* paid?", "Cancel membership of *"]
    columns = ["Name", "Boat", "Fee", "Paid", ""]
    board.table(
        "Club members",
        columns,
        *(
            ([name, boat, "€ 40", "", ""], on, fee)
            for name, boat, on in zip(
                PEOPLE, ("Heron", "Otter", "Heron", "Swan"), (False, True, False, True), strict=True
            )
        ),
    )
    book = f"Book * for:nobody|{'|'.join(PEOPLE)}"
    boats = (("Heron", "4"), ("Otter", "2"), ("Swan", "1"))
    board.table("Boats", ["Boat", "Seats", ""], *(([*one, ""], None, [book, "Report damage to *"]) for one in boats))
    who = ["Who:Ines|Bruno|Maja|Per", "Delete job"]
    jobs = {"Sweep the boathouse": False, "Repair the jetty": False, "Order new oars": True, "Paint the Swan": False}
    board.entries("Jobs", *((name, on, who) for name, on in jobs.items()))
    board.entry("Jobs", "New job", "Add", "Who:Ines|Bruno|Maja|Per")
    return board


def kitchen() -> Board:
    board = Board()
    goods = (("flour / 1", False), ("apples / 6", False), ("olive oil / 1", True), ("oat milk / 3", False))
    board.entries("Groceries", *((name, on, ["Less", "More", "Delete"]) for name, on in goods))
    board.entry("Groceries", "What is missing?", "Add to groceries")
    duties = {"Wash the dishes": False, "Light the fire": False, "Fetch water": True, "Clean the tent": True}
    board.entries("Duties", *((name, on, ["Delete duty"]) for name, on in duties.items()))
    board.entry("Duties", "New duty", "Add")
    board.use("Remove ticked groceries")
    return board


def film_night() -> Board:
    board = Board()
    films = ("Casablanca", "Alien", "Amélie", "Parasite")
    ways = {0: ["Move down"], len(films) - 1: ["Move up"]}
    board.entries(
        "Queue",
        *(
            (name, None, [*ways.get(at, ["Move up", "Move down"]), "Take off the list"])
            for at, name in enumerate(films)
        ),
    )
    answers = ["Answer:open|yes|no|maybe", "Add to car pool", "Remove *"]
    board.entries("Guests", *((name, None, answers) for name in ("Rosa Marin", "Timo Beck", "Luca Moretti")))
    costs: tuple[tuple[str, str, list[str]], ...] = (
        ("Popcorn", "€ 12", ["Pay *"]),
        ("Hall", "€ 90", []),
        ("Projector", "€ 35", ["Pay *"]),
    )
    board.table("Costs", ["Item", "Amount", ""], *(([name, sum_, ""], None, pay) for name, sum_, pay in costs))
    return board


def depot() -> Board:
    """A table whose rows are ticked and then given a state, or sent back; and one of what is in stock."""
    board = Board()
    rows = (
        ("#2041", "Keys on a red cord", "Hall"),
        ("#2042", "Left glove of a child", "Bus"),
        ("#2043", "Folding chair", "Park"),
    )
    board.table(
        "Finds",
        ["No.", "Where", "State", ""],
        *(
            ([number, place, "new", ""], False, [f"Select {number[1:]}?!", f"{title}!"])
            for number, title, place in rows
        ),
    )
    use = board.use("State for selected:choose…|stored|collected", "")
    options = [{"name": one} for one in ("choose…", "stored", "collected")]
    field = {"name": "State for selected", "kind": "choice", "value": "choose…", "options": options, "use": use}
    board.blocks.append({"kind": "form", "name": "", "fields": [field]})
    board.use("Apply")
    stock = (("Umbrella", "6"), ("Lamp", "4"))
    counts = (([name, count, ""], None, ["Stock of *#"]) for name, count in stock)
    board.table("Stock", ["Thing", "Stock", ""], *counts)
    board.narration = "“Send back” is disabled."
    return board
