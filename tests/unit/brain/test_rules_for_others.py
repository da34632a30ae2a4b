"""What is said to somebody in the room, where a thing stands, what it is asked by place, and marks that are kept."""

import pytest

from antiphon.domain.actions import ActionCall

from .conftest import Talk, action, registry

TEXT = {"type": "string"}
CHORES = {"enum": ["Take out the bins", "Water the plants", "Feed the cat"]}
HOME = {
    "mark_done": action("Mark a chore as done", {"chore": CHORES}, ["chore"]),
    "delete_chore": action("Delete a chore", {"chore": CHORES}, ["chore"]),
    "show_chores": action("Show the chores"),
}
DONE = ActionCall("mark_done", {"chore": "Take out the bins"})
ITEMS = {"enum": ["Red tent", "Green lamp", "Gift card"]}
SHOP = {
    "remove_item": action("Remove an item", {"item": ITEMS}, ["item"]),
    "send_message": action("Send a message", {"to": {"enum": ["Anna", "Ben"]}, "text": TEXT}, ["to", "text"]),
    "show_orders": action("Show the orders"),
}
WARD = {
    "text_patient": action("Send a text to a patient", {"text": TEXT}, ["text"]),
    "call_next": action("Call in the next patient"),
}
OFFICE = {
    "complete_task": action("Complete a task", {"task": {"enum": ["Laundry", "Taxes"]}}, ["task"]),
    "end_call": action("End the call"),
    "erase_file": action("Erase a file", {"file": {"enum": ["notes", "photos"]}}, ["file"]),
    "start_timer": action("Start the timer"),
}
PAGES = {"office": OFFICE, "home": HOME, "shop": SHOP, "ward": WARD}
TOLD = "Order 23 is on the truck. Order 24 is packed."


async def after(page: str, lines: str, *, typed: bool = False, narration: str = "") -> str | ActionCall:
    talk, answer = Talk(registry(PAGES[page]), narration), ""
    for line in lines.split(" | "):
        answer = await talk.say(line, typed=typed)
    return talk.call or answer


@pytest.mark.parametrize("typed", [False, True], ids=["spoken", "typed"])
@pytest.mark.parametrize(
    "line",
    [
        "Jonas, take out the bins!",
        "Jonas, can you take out the bins?",
        "Hey Jonas, could you take out the bins please",
        "Can you take out the bins, Jonas?",
        "Mum, take out the bins",
        "Kids, would you take out the bins",
    ],
)
async def test_an_order_to_somebody_else_that_only_names_a_thing_is_not_carried_out(line: str, typed: bool) -> None:
    assert isinstance(await after("home", line, typed=typed), str)


@pytest.mark.parametrize(
    "line",
    [
        "take out the bins",
        "Okay, take out the bins",
        "take out the bins, please",
        "Computer, take out the bins",
        "Mark take out the bins as done, Jonas",
    ],
)
async def test_one_to_the_page_is(line: str) -> None:
    assert await after("home", line) == DONE


@pytest.mark.parametrize("typed", [False, True], ids=["spoken", "typed"])
@pytest.mark.parametrize(
    ("page", "line", "asked"),
    [
        ("shop", "remove the last item", "Do you mean remove item: gift card?"),
        ("shop", "remove the second item", "Do you mean remove item: green lamp?"),
        ("shop", "delete item number two", "Do you mean remove item: green lamp?"),
        ("home", "delete the last chore", "Do you mean delete chore: feed the cat?"),
        ("home", "delete the first chore, please", "Do you mean delete chore: take out the bins?"),
        ("shop", "remove an item", "Which item? You can say red tent, green lamp or gift card."),
    ],
)
async def test_a_thing_is_known_by_its_place(page: str, line: str, asked: str, typed: bool) -> None:
    assert await after(page, line, typed=typed) == asked


@pytest.mark.parametrize("typed", [False, True], ids=["spoken", "typed"])
async def test_where_something_is_is_told_or_not_known(typed: bool) -> None:
    unknown = "I do not know that: the page has not told me."
    assert await after("shop", "where is order 23?", typed=typed, narration=TOLD) == "Order 23 is on the truck."
    assert await after("shop", "where is order 99?", typed=typed, narration=TOLD) == unknown
    assert await after("shop", "where is order 23?", typed=typed) == unknown
    assert await after("shop", "where are my orders?", typed=typed) == ActionCall("show_orders", {})


@pytest.mark.parametrize("line", ["Text the waiting patient.", "text a patient", "Send a text to the waiting patient"])
async def test_what_tells_more_of_a_thing_is_no_text(line: str) -> None:
    assert await after("ward", line) == "What is the text?"


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        ("send Anna the message are you coming?", "are you coming?"),
        ("send Anna a message saying are you coming?", "are you coming?"),
        ("Send a message to Anna | say are you coming?", "are you coming?"),
        ("Send a message to Anna | Hi, are you coming?", "Hi, are you coming?"),
        ("send Anna the message I am coming.", "I am coming"),
        ("can you send Anna the message hello?", "hello"),
        ("text Anna hello there", "hello there"),
        ("mail Anna hello there", "hello there"),
    ],
)
async def test_a_message_keeps_its_question_mark(lines: str, text: str) -> None:
    asked = f"Do you mean send message: anna and \u201c{text}\u201d?"
    assert await after("shop", lines, typed=True) == asked
    called = ActionCall("send_message", {"to": "Anna", "text": text})
    assert await after("shop", f"{lines} | yes", typed=True) == called


@pytest.mark.parametrize("typed", [False, True], ids=["spoken", "typed"])
@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("finish the task laundry", "Do you mean complete task: laundry?"),
        ("please finish the task taxes", "Do you mean complete task: taxes?"),
        ("finish the call", "Do you mean end call?"),
        ("complete the task laundry", ActionCall("complete_task", {"task": "Laundry"})),
        ("delete the file photos", ActionCall("erase_file", {"file": "photos"})),
        ("begin the timer", ActionCall("start_timer", {})),
        ("don't finish the call", "I did not understand that."),
        ("finish the report", "I did not understand that."),
    ],
)
async def test_verbs_of_a_pair_stand_for_each_other(line: str, outcome: str | ActionCall, typed: bool) -> None:
    answer = await after("office", line, typed=typed)
    assert answer == outcome or (isinstance(outcome, str) and str(answer).startswith(outcome.rstrip(".")))
