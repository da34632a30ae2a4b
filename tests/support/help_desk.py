"""The page of a help desk that also has a little shop: tickets, letters, saved replies, products, and a few buttons."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from antiphon.domain.actions import Action
from antiphon.domain.context import PageContext
from antiphon.domain.outline import Outline
from support.brain_talk import registry
from support.guest_house import decoded, use
from support.house_talk import House

TICKETS = (
    ("7001", "Printer on fire", "Waiting", "Ida"),
    ("7002", "Screen flickers", "Solved", "Otto"),
    ("7003", "VPN is slow", "Solved", "Ida"),
    ("7004", "Password forgotten", "Waiting", "Ben"),
)
LETTERS = ("Wheel Works Your parcel went off 3 Nov", "Town Hall Did the meeting room work out 9 Nov")
REPLIES = ("Thank you", "Out of office", "Meeting notes", "Yes", "All right")
PRODUCTS = ("Teapot € 24.00", "Salad bowl € 15.00", "Mug € 7.00")
NARRATION = "The page is “Help desk”.\nThe desk is staffed until six."


def _action(description: str, confirm: bool = False, **properties: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": properties, "required": [*properties]}
    return {"description": description, "parameters": schema, "confirm": confirm}


def _which(*names: str) -> dict[str, Any]:
    return {"type": "string", "enum": [*names]}


def _name(product: str) -> str:
    return product.split(" €")[0]


def entries(replies: Sequence[str]) -> dict[str, Any]:
    subjects = [one for _, one, *_ in TICKETS]
    return {
        "export_tickets": _action("Export tickets"),
        "close": _action("Close", which=_which(*subjects)),
        "delete": _action("Delete", which=_which(*replies)),
        "add_to_cart": _action("Add to cart", which=_which(*map(_name, PRODUCTS))),
        "settle_bill": _action("Settle the bill of the month", confirm=True),
        "mute_desk": _action("Mute the telephone of the desk"),
        "stop_music": _action("Stop the music"),
    }


def blocks(replies: Sequence[str]) -> list[dict[str, Any]]:
    heads = [{"name": one} for one in ("Number", "Subject", "Status", "From")]
    return [
        {
            "kind": "table",
            "name": "Tickets",
            "columns": heads,
            "rows": [{"cells": [*one], "uses": [use("Close", "close", which=one[1])]} for one in TICKETS],
        },
        {"kind": "list", "name": "Letters", "items": [{"name": one, "uses": []} for one in LETTERS]},
        {
            "kind": "list",
            "name": "Saved replies",
            "items": [{"name": one, "uses": [use("Delete", "delete", which=one)]} for one in replies],
        },
        {
            "kind": "list",
            "name": "Products",
            "items": [{"name": one, "uses": [use("Add to cart", "add_to_cart", which=_name(one))]} for one in PRODUCTS],
        },
    ]


class HelpDesk(House):
    """A conversation about the page. `with_outline`: whether the client tells its structure."""

    def __init__(
        self,
        more: Mapping[str, Any] | None = None,
        *,
        replies: Sequence[str] = REPLIES,
        with_outline: bool = True,
    ) -> None:
        actions: dict[str, Action] = registry({**entries(replies), **(more or {})})
        outline: Outline = decoded(blocks(replies))
        super().__init__(actions, outline)
        self.page = replace(self.page, narration=NARRATION, outline=outline if with_outline else None)
        self.whole = self.page

    def asks(self, question: str, buttons: Mapping[str, Any]) -> None:
        """The page asks something by itself, of which somebody has heard."""
        self.page = PageContext(f"The page is “Help desk”.\n{question}", None, registry(buttons), 2)
        self.was_told(question)
