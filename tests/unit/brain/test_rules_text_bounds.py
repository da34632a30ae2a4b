"""Where a free text begins and ends: the action's own words and units are none of it, and what follows a colon is."""

import pytest

from antiphon.domain.actions import ActionCall

from .conftest import Talk, action, registry

TEXT = {"type": "string"}
AMOUNT = {"type": "number", "minimum": 0.01, "maximum": 10000}
PAGES: dict[str, dict[str, object]] = {
    "clinic": {
        "update_phone": action("Update your phone number", {"phone": TEXT}, ["phone"]),
        "send_message_to_doctor": action("Send a message to your doctor", {"message": TEXT}, ["message"]),
        "cancel_blood_test": action("Cancel the blood test"),
    },
    "bank": {
        "pay_payee": action("Send money to a payee", {"payee": TEXT, "amount": AMOUNT}, ["payee", "amount"]),
        "show_balance": action("Show the balance"),
    },
    "shop": {"add_item": action("Add an item to the shopping list", {"item": TEXT}, ["item"])},
    "list": {
        "add_item": action(
            "Add an item to the shopping list", {"item": TEXT, "quantity": {"type": "integer"}}, ["item"]
        ),
        "add_comment": action("Add a comment to the open ticket", {"comment": TEXT}, ["comment"]),
        "add_task": action("Add a task to the list", {"task": TEXT}, ["task"]),
        "create_playlist": action("Create a playlist", {"name": TEXT}, ["name"]),
        "rename_trip": action("Rename the trip", {"name": TEXT}, ["name"]),
        "search_songs": action("Search for songs", {"query": TEXT}, ["query"]),
    },
    "trip": {
        "add_note": action("Add a note to the trip", {"note": TEXT}, ["note"]),
        "pay_now": action("Pay now for the trip"),
        "show_map": action("Show the map"),
        "send_message": action(
            "Send a message", {"recipient": {"enum": ["Anna", "Ben"]}, "text": TEXT}, ["recipient", "text"]
        ),
    },
}


async def last_of(page: str, lines: str) -> tuple[str, ActionCall | None]:
    talk, answer = Talk(registry(PAGES[page])), ""
    for line in lines.split(" | "):
        assert talk.call is None, line
        answer = await talk.say(line, typed=True)
    return answer, talk.call


@pytest.mark.parametrize(
    ("page", "line", "asked"),
    [
        ("clinic", "Update my phone number.", "What is the phone?"),
        ("clinic", "Change the phone number", "What is the phone?"),
        ("clinic", "Send a message to the doctor.", "What is the message?"),
        ("clinic", "Send my doctor a message", "What is the message?"),
        ("list", "Add an item to the list.", "What is the item?"),
        ("list", "Add another item to the list", "What is the item?"),
        ("list", "Add a comment to the ticket.", "What is the comment?"),
        ("list", "Add a new task", "What is the task?"),
        ("list", "Create a new playlist", "What is the name?"),
    ],
)
async def test_the_words_of_the_action_itself_are_no_text(page: str, line: str, asked: str) -> None:
    assert await last_of(page, line) == (asked, None)


@pytest.mark.parametrize(
    ("page", "lines", "values"),
    [
        ("clinic", "Update my phone number to 555 0101.", {"phone": "555 0101"}),
        ("clinic", "Update my phone number. | 555 0101", {"phone": "555 0101"}),
        ("bank", "Send 40 euros to Tom Baker.", {"payee": "Tom Baker", "amount": 40}),
        ("bank", "Send 40 dollars to Tom Baker", {"payee": "Tom Baker", "amount": 40}),
        ("bank", "Send money to Tom Baker. | 20", {"payee": "Tom Baker", "amount": 20}),
        ("bank", "Pay City Water 80", {"payee": "City Water", "amount": 80}),
        ("bank", "Pay City Water 80 euros", {"payee": "City Water", "amount": 80}),
        ("bank", "Send Maria 20 euros", {"payee": "Maria", "amount": 20}),
        ("shop", "Add new potatoes to the shopping list", {"item": "new potatoes"}),
        ("list", "Add the item milk to the list", {"item": "milk"}),
        ("list", "Create a playlist called Playlist", {"name": "Playlist"}),
        ("list", "Rename the trip to New Trip", {"name": "New Trip"}),
        ("list", "Rename the trip to Number One", {"name": "Number One"}),
        ("list", "Search for songs to dance to", {"query": "songs to dance to"}),
        ("trip", "Add a note: pay now", {"note": "pay now"}),
        ("trip", "Add a note: come back now please", {"note": "come back now please"}),
        ("trip", "Add a note: eat and show the map", {"note": "eat and show the map"}),
        ("trip", "Add a note: no, wait, show the map", {"note": "no, wait, show the map"}),
    ],
)
async def test_a_text_begins_behind_them_and_ends_before_what_is_counted(
    page: str, lines: str, values: dict[str, object]
) -> None:
    _, call = await last_of(page, lines)
    assert call is not None
    assert call.parameters == values


@pytest.mark.parametrize(
    ("page", "lines", "text"),
    [
        ("bank", "Send 40 euros to tom baker", "Do you mean pay payee: \u201ctom baker\u201d and 40?"),
        (
            "clinic",
            "Send a message to my doctor: cancel my blood test please.",
            "Do you mean send message to doctor: \u201ccancel my blood test please\u201d?",
        ),
        ("trip", "Add a note | come back now please", "Do you mean add note: \u201ccome back now\u201d?"),
    ],
)
async def test_what_is_read_back_has_no_more_and_no_fewer_words(page: str, lines: str, text: str) -> None:
    assert await last_of(page, lines) == (text, None)
