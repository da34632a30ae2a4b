"""Who gives a question up and goes on: `Never mind, open the calendar` is an order, and no part of a text."""

import pytest

from antiphon.domain.actions import ActionCall

from .conftest import Talk, action, registry

TEXT = {"type": "string"}
PAGE = {
    "add_note": action("Add a note", {"text": TEXT}, ["text"]),
    "add_task": action("Add a task", {"title": TEXT}, ["title"]),
    "search_catalogue": action("Search the catalogue", {"query": TEXT}, ["query"]),
    "set_view": action("Set the view", {"view": {"enum": ["Day", "Week", "Month"]}}, ["view"]),
    "delete_task": action("Delete a task", {"task": {"enum": ["Buy milk", "Call Anna"]}}, ["task"]),
    "refund_order": action("Refund an order", {"order": {"enum": ["1041", "1042"]}}, ["order"]),
    "remove_member": action("Remove a member", {"member": TEXT}, ["member"]),
    "open_page": action("Open a page", {"page": {"enum": ["Calendar", "Settings", "Members", "Orders"]}}, ["page"]),
}
OPENINGS = [
    "Add a note.",
    "Add a task.",
    "Search the catalogue.",
    "Set the view.",
    "Delete a task.",
    "Refund an order.",
]
OPENINGS += ["Remove a member."]


async def after(*lines: str, typed: bool = True) -> tuple[str, ActionCall | None]:
    talk, answer = Talk(registry(PAGE)), ""
    for line in lines:
        assert talk.call is None, line
        answer = await talk.say(line, typed=typed)
    return answer, talk.call


@pytest.mark.parametrize("typed", [False, True], ids=["spoken", "typed"])
@pytest.mark.parametrize(
    ("turn", "page"),
    [
        ("Never mind, open the calendar.", "Calendar"),
        ("Never mind, show me the members.", "Members"),
        ("Forget it, open the settings.", "Settings"),
        ("Never mind that, show the orders.", "Orders"),
        ("Not now. Open the orders.", "Orders"),
        ("Oh, never mind. Just open the calendar, please.", "Calendar"),
        ("Forget about it and open the settings.", "Settings"),
        ("No, leave it, show me the members.", "Members"),
        ("I changed my mind, open the calendar.", "Calendar"),
        ("never mind open the calendar", "Calendar"),
        ("Cancel, open the orders.", "Orders"),
        ("Stop. Open the settings.", "Settings"),
    ],
)
@pytest.mark.parametrize("opening", OPENINGS)
async def test_the_question_ends_and_the_order_is_done(opening: str, turn: str, page: str, typed: bool) -> None:
    answer, called = await after(opening, turn, typed=typed)
    assert called == ActionCall("open_page", {"page": page}), answer


@pytest.mark.parametrize("turn", ["Never mind, I'll do it later.", "Forget it, it is not important.", "Not now, Tom."])
@pytest.mark.parametrize("opening", OPENINGS)
async def test_it_ends_whatever_is_said_behind_it(opening: str, turn: str) -> None:
    answer, called = await after(opening, turn)
    assert called is None
    assert answer.startswith("All right"), answer
    assert (await after(opening, turn, "yes"))[1] is None


@pytest.mark.parametrize("opening", OPENINGS)
async def test_what_can_be_asked_is_answered_then(opening: str) -> None:
    answer, called = await after(opening, "Never mind, what can I do here?")
    assert called is None
    assert "Add a note" in answer or "add a note" in answer


@pytest.mark.parametrize(
    ("opening", "text", "name", "values"),
    [
        ("Add a note.", "Stop by the shop", "add_note", {"text": "Stop by the shop"}),
        ("Add a note.", "Cancel my gym card", "add_note", {"text": "Cancel my gym card"}),
        ("Search the catalogue.", '"Never mind, open the calendar"', "search_catalogue", None),
        ("Search the catalogue.", "The end of the affair", "search_catalogue", None),
    ],
)
async def test_a_text_that_only_begins_so_is_a_text(
    opening: str, text: str, name: str, values: dict[str, str] | None
) -> None:
    answer, called = await after(opening, text)
    if called is None:
        assert answer.startswith("Do you mean"), answer
        answer, called = await after(opening, text, "yes")
    assert called is not None
    assert called.action_id == name
    assert values is None or called.parameters == values
