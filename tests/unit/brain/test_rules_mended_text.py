"""A text that is put right within one sentence is what was said last; a message is read back."""

import pytest

from antiphon.domain.actions import ActionCall

from .conftest import Talk, action, registry

TEXT = {"type": "string"}
PAGE = {
    "rename_trip": action("Rename the trip", {"name": TEXT}, ["name"]),
    "create_playlist": action("Create a playlist", {"name": TEXT}, ["name"]),
    "add_task": action("Add a task to the list", {"task": TEXT}, ["task"]),
    "add_item": action("Add an item to the shopping list", {"item": TEXT, "quantity": {"type": "integer"}}, ["item"]),
    "post_comment": action("Post a comment", {"comment": TEXT}, ["comment"]),
    "update_phone": action("Update your phone number", {"phone": TEXT}, ["phone"]),
    "delete_note": action("Delete a note", {"title": TEXT}, ["title"]),
    "start_timer": action(
        "Start a timer", {"minutes": {"type": "integer", "minimum": 1, "maximum": 600}, "label": TEXT}, ["minutes"]
    ),
    "send_message": action(
        "Send a message", {"recipient": {"enum": ["Anna", "Ben"]}, "text": TEXT}, ["recipient", "text"]
    ),
}


async def on_page(line: str) -> tuple[str, ActionCall | None]:
    talk = Talk(registry(PAGE))
    return await talk.say(line, typed=True), talk.call


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("Rename the trip to Rome, no, to Lisbon", {"name": "Lisbon"}),
        ("Rename the trip to Rome, sorry, Lisbon", {"name": "Lisbon"}),
        ("Create a playlist called Summer, I mean Winter", {"name": "Winter"}),
        ("Create a playlist called Summer no wait Winter", {"name": "Winter"}),
        ("Start a timer for ten minutes called eggs, no, twelve minutes", {"minutes": 12, "label": "eggs"}),
        ("Start a timer for ten minutes called eggs, no, pasta", {"minutes": 10, "label": "pasta"}),
        ("Add item milk to the shopping list, no, butter", {"item": "butter"}),
        ("Update my phone number to 555 0101, no, 555 0102", {"phone": "555 0102"}),
        ("Create a playlist called Never Mind", {"name": "Never Mind"}),
        ("Rename the trip to: Rome, no, Lisbon", {"name": "Rome, no, Lisbon"}),
        ('Create a playlist called "Rome, no, Lisbon"', {"name": "Rome, no, Lisbon"}),
    ],
)
async def test_a_name_is_what_was_said_last(line: str, values: dict[str, object]) -> None:
    _, call = await on_page(line)
    assert call is not None
    assert call.parameters == values


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        (
            "Send Ben a message saying dinner at six, no, at seven",
            "send message: ben and \u201cdinner at six, no, at seven\u201d",
        ),
        ("Add task buy milk, no, buy bread", "add task: \u201cbuy bread\u201d"),
        ("Post a comment it works, no it does not", "post comment: \u201cit works, no it does not\u201d"),
        ("Delete the note called Shopping, no, Work", "delete note: \u201cShopping, no, Work\u201d"),
    ],
)
async def test_a_sentence_and_what_is_hard_to_take_back_are_read_back(line: str, asked: str) -> None:
    assert await on_page(line) == (f"Do you mean {asked}?", None)
