"""The outline of a page as a client sends it: what is made of it, and how it is refused (docs/reference/vip.md)."""

from typing import Any

import pytest

from antiphon.contracts.vip import decode
from antiphon.contracts.vip.outline import OUTLINE_BYTES
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.outline import Block, Column, FormField, Item, Option, Outline, TableRow, Use
from antiphon.domain.signals import ActionResult, ClientReady, ClientResumed, ContextUpdated, Signal

DELETE = {"label": "Delete", "action": "delete", "with": {"which": "Buy milk"}}
BLOCKS: list[dict[str, Any]] = [
    {"kind": "list", "name": "To do", "items": [{"name": "Buy milk", "on": False, "uses": [DELETE]}]},
    {
        "kind": "table",
        "name": "Guests",
        "columns": [{"name": "Name", "sorted": "ascending", "use": {"label": "Name", "action": "sort_name"}}],
        "rows": [{"cells": ["Anna Keller"]}],
    },
    {
        "kind": "form",
        "fields": [
            {"name": "Nights", "kind": "number", "value": 2, "min": 1, "max": 14, "step": 0.5, "unit": "nights"},
            {"name": "Breakfast", "kind": "choice", "group": "Extras", "options": [{"name": "None", "on": True}]},
        ],
        "submit": {"label": "Save", "action": "save"},
    },
    {"kind": "choice", "name": "Filter", "options": [{"name": "All"}, {"name": "Active", "on": False}]},
]
OUTLINE = Outline(
    (
        Block("list", "To do", items=(Item("Buy milk", False, (Use("Delete", "delete", {"which": "Buy milk"}),)),)),
        Block(
            "table",
            "Guests",
            columns=(Column("Name", "ascending", Use("Name", "sort_name")),),
            rows=(TableRow(("Anna Keller",)),),
        ),
        Block(
            "form",
            fields=(
                FormField("Nights", "number", 2, minimum=1, maximum=14, step=0.5, unit="nights"),
                FormField("Breakfast", "choice", options=(Option("None", True),), group="Extras"),
            ),
            submit=Use("Save", "save"),
        ),
        Block("choice", "Filter", options=(Option("All"), Option("Active", False))),
    )
)


def meaning(kind: str, outline: Any, **payload: Any) -> Signal:
    message = {"type": kind, "payload": {**payload, "outline": outline}}
    return decode.meaning(decode.validated(message))


def test_it_comes_with_each_message_that_tells_what_the_page_is() -> None:
    sent = {"blocks": BLOCKS}
    ready = meaning("session.initialize", sent, protocol="vip/1", narration="", actions={})
    assert isinstance(ready, ClientReady)
    assert ready.page.outline == OUTLINE
    resume = {"session_id": "s", "resume_token": "t", "last_seq": 0}
    assert meaning("session.initialize", sent, protocol="vip/1", resume=resume) == ClientResumed(
        ContextUpdated(outline=OUTLINE)
    )
    assert meaning("state.update", sent, narration="A page.") == ContextUpdated("A page.", outline=OUTLINE)
    result = meaning("action.result", sent, invocation_id="inv_1", status="success")
    assert isinstance(result, ActionResult)
    assert result.page == ContextUpdated(outline=OUTLINE)


@pytest.mark.parametrize(
    ("outline", "place"),
    [
        ({}, "payload.outline.blocks"),
        ({"blocks": [{"kind": "menu"}]}, "payload.outline.blocks.0"),
        ({"blocks": [{"kind": "list", "items": [{"name": "x", "done": True}]}]}, "items.0.done"),
        ({"blocks": [{"kind": "list", "items": [{"name": "x" * 201}]}]}, "items.0.name"),
        ({"blocks": [{"kind": "list", "items": [{"name": "x"}] * 61}]}, "items"),
        ({"blocks": [{"kind": "table", "rows": [{"cells": [1]}]}]}, "rows.0.cells.0"),
        ({"blocks": [{"kind": "form", "fields": [{"name": "x", "kind": "file"}]}]}, "fields.0.kind"),
        ({"blocks": [{"kind": "choice", "options": [{"name": "x", "use": {"label": "x"}}]}]}, "use.action"),
        ({"blocks": [{"kind": "list", "items": []}] * 41}, "payload.outline.blocks"),
        ("a list", "payload.outline"),
    ],
)
def test_one_that_is_none_is_refused_with_the_place(outline: Any, place: str) -> None:
    with pytest.raises(AntiphonError) as refused:
        meaning("state.update", outline, narration="")
    assert refused.value.code is ErrorCode.INVALID_MESSAGE
    assert place in refused.value.message


def test_a_large_one_is_refused_whole() -> None:
    large = {"blocks": [{"kind": "list", "items": [{"name": "x" * 200}] * 60}] * 2}
    with pytest.raises(AntiphonError) as refused:
        meaning("state.update", large, narration="")
    assert refused.value.code is ErrorCode.TOO_LARGE
    assert str(OUTLINE_BYTES) in refused.value.message
