"""Hesitations over an open question: somebody asks for a moment, and the question waits; none of it is its answer."""

import pytest

from antiphon.domain.actions import ActionCall

from .conftest import Talk, action, registry

TEXT = {"type": "string"}
PAGE = {
    "add_note": action("Add a note", {"text": TEXT}, ["text"]),
    "add_task": action("Add a task", {"title": TEXT}, ["title"]),
    "search_catalogue": action("Search the catalogue", {"query": TEXT}, ["query"]),
    "rename_list": action("Rename the list", {"name": TEXT}, ["name"]),
    "remove_member": action("Remove a member", {"member": TEXT}, ["member"]),
    "send_message": action("Send a message", {"text": TEXT}, ["text"]),
    "set_view": action("Set the view", {"view": {"enum": ["Day", "Week", "Month"]}}, ["view"]),
    "delete_task": action("Delete a task", {"task": {"enum": ["Buy milk", "Call Anna"]}}, ["task"]),
    "open_page": action("Open a page", {"page": {"enum": ["Calendar", "Settings"]}}, ["page"]),
}
OPENINGS = {
    "Add a note.": "add_note",
    "Add a task.": "add_task",
    "Search the catalogue.": "search_catalogue",
    "Rename the list.": "rename_list",
    "Remove a member.": "remove_member",
    "Send a message.": "send_message",
    "Set the view.": "set_view",
    "Delete a task.": "delete_task",
    "Maybe delete the task buy milk": "delete_task",
}
WAITS = "Take your time."


async def after(*lines: str, typed: bool = False) -> str | ActionCall:
    talk, answer = Talk(registry(PAGE)), ""
    for line in lines:
        assert talk.call is None, line
        answer = await talk.say(line, typed=typed)
    return talk.call or answer


@pytest.mark.parametrize("opening", OPENINGS)
@pytest.mark.parametrize(
    "line",
    [
        "Just a second, the phone is ringing",
        "One moment, somebody is at the door",
        "Hang on, the kids are calling",
        "just a second the phone is ringing",
        "wait a minute, my boss is here",
        "give me a second, I have to look it up",
        "hold on, let me get my glasses",
        "sorry, one sec, I need to find it",
        "one minute, the kettle is boiling",
        "Bear with me",
        "Hang on a tick, somebody is knocking",
        "not yet, wait, the dog wants out",
        "Let me think for a moment",
        "can you wait a second? My mother is calling",
        "excuse me a moment, my son needs me",
        "let me just turn the stove off",
        "I need a minute",
        "hang on it's raining",
    ],
)
async def test_who_asks_for_a_moment_is_waited_for(opening: str, line: str) -> None:
    assert await after(opening, line) == WAITS
    assert await after(opening, line, typed=True) == WAITS


@pytest.mark.parametrize(
    ("opening", "answer", "call"),
    [
        ("Add a note.", "Buy eggs", ActionCall("add_note", {"text": "Buy eggs"})),
        ("Set the view.", "week", ActionCall("set_view", {"view": "Week"})),
        ("Delete a task.", "Call Anna", ActionCall("delete_task", {"task": "Call Anna"})),
        ("Maybe delete the task buy milk", "yes", ActionCall("delete_task", {"task": "Buy milk"})),
    ],
)
async def test_the_question_is_open_after_it_however_often(opening: str, answer: str, call: ActionCall) -> None:
    moments = ["One moment, somebody is at the door", "hang on", "sorry, one sec, the phone is ringing", "bear with me"]
    assert await after(opening, *moments, answer) == call


@pytest.mark.parametrize(
    ("opening", "line", "outcome"),
    [
        ("Add a note.", "one moment in time", ActionCall("add_note", {"text": "one moment in time"})),
        ("Add a note.", "hang on to your hat", ActionCall("add_note", {"text": "hang on to your hat"})),
        ("Add a note.", "five minutes", ActionCall("add_note", {"text": "five minutes"})),
        (
            "Add a note.",
            "\u201cwait, the phone is ringing\u201d",
            ActionCall("add_note", {"text": "wait, the phone is ringing"}),
        ),
        (
            "Add a note.",
            "the text is hang on, the kids are calling",
            ActionCall("add_note", {"text": "hang on, the kids are calling"}),
        ),
        ("Add a note.", "one sec, open the calendar", ActionCall("open_page", {"page": "Calendar"})),
        ("Add a note.", "just a moment please, the doorbell", "Do you mean add note: \u201cthe doorbell\u201d?"),
        ("Add a note.", "wait, milk", "Do you mean add note: \u201cmilk\u201d?"),
        ("Set the view.", "hang on, the week", ActionCall("set_view", {"view": "Week"})),
        ("Add a note.", "hang on, I want to delete a task", "Which task? You can say buy milk or call anna."),
        ("Delete a task.", "hang on, never mind", "All right."),
    ],
)
async def test_a_text_that_begins_so_an_order_and_a_value_are_none(
    opening: str, line: str, outcome: str | ActionCall
) -> None:
    assert await after(opening, line) == outcome
