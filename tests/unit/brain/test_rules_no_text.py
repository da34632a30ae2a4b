"""What is said over a question for a text and is none: a no, a remark, an order that nobody here knows."""

import pytest

from antiphon.domain.actions import ActionCall

from .conftest import Talk, action, registry

TEXT = {"type": "string"}
PAGE = {
    "add_note": action("Add a note", {"text": TEXT}, ["text"]),
    "add_task": action("Add a task", {"title": TEXT}, ["title"]),
    "search_catalogue": action("Search the catalogue", {"query": TEXT}, ["query"]),
    "send_message": action("Send a message", {"text": TEXT}, ["text"]),
    "remove_member": action("Remove a member", {"member": TEXT}, ["member"]),
    "set_city": action("Set the city", {"city": TEXT}, ["city"]),
    "rename_list": action("Rename the list", {"name": TEXT}, ["name"]),
    "delete_task": action("Delete a task", {"task": {"enum": ["Buy milk", "Call Anna"]}}, ["task"]),
    "open_page": action("Open a page", {"page": {"enum": ["Calendar", "Settings"]}}, ["page"]),
}
ASKED = {
    "Add a note.": "What is the text?",
    "Add a task.": "What is the title?",
    "Search the catalogue.": "What is the query?",
    "Set the city.": "What is the city?",
    "Rename the list.": "What is the name?",
    "Remove a member.": "What is the member?",
    "Send a message.": "What is the text?",
}
NOTED = [*ASKED][:4]
NAMED = ["Set the city.", "Remove a member."]


async def after(*lines: str, typed: bool = True) -> str | ActionCall:
    talk, answer = Talk(registry(PAGE)), ""
    for line in lines:
        assert talk.call is None, line
        answer = await talk.say(line, typed=typed)
    return talk.call or answer


@pytest.mark.parametrize("typed", [False, True], ids=["spoken", "typed"])
@pytest.mark.parametrize("opening", ASKED)
@pytest.mark.parametrize(
    "line",
    [
        "no, the schedule",
        "no, the invoice",
        "No the invoice",
        "nope, the printer",
        "no no, the red one",
        "no, something with the invoices",
        "sorry, the phone",
    ],
)
async def test_a_no_and_a_thing_that_is_no_text_is_asked_about_again(opening: str, line: str, typed: bool) -> None:
    assert await after(opening, line, typed=typed) == f"I did not get that. {ASKED[opening]}"


@pytest.mark.parametrize("opening", [*ASKED, "Delete a task."])
@pytest.mark.parametrize(
    "line",
    [
        "second thoughts, no",
        "on second thoughts, no",
        "on second thoughts no thanks",
        "I had second thoughts",
        "no need",
        "there is no need",
        "you misunderstood",
        "you got me wrong",
        "that is not what I said",
        "I did not say that",
        "that is a misunderstanding",
        "no thanks",
    ],
)
async def test_second_thoughts_and_misunderstandings_end_it(opening: str, line: str) -> None:
    assert await after(opening, line) == "All right."
    assert not isinstance(await after(opening, line, "yes"), ActionCall)


@pytest.mark.parametrize("opening", NAMED)
@pytest.mark.parametrize(
    "line",
    [
        "Ella is hungry",
        "Mum, dinner is ready",
        "you did not listen",
        "I am Jonas",
        "my wife is here",
        "the dog is barking",
        "it is raining",
        "you are not listening",
    ],
)
async def test_a_remark_is_no_name(opening: str, line: str) -> None:
    assert await after(opening, line) == f"I did not get that. {ASKED[opening]}"


@pytest.mark.parametrize(
    ("opening", "line", "outcome"),
    [
        ("Add a note.", "Ella is hungry", ActionCall("add_note", {"text": "Ella is hungry"})),
        ("Add a note.", "it is raining", ActionCall("add_note", {"text": "it is raining"})),
        ("Add a note.", "Mum, dinner is ready", "Do you mean add note: \u201cMum, dinner is ready\u201d?"),
        ("Add a note.", "you did not listen", "I did not get that. What is the text?"),
        ("Add a task.", "the dog is barking", "Do you mean add task: \u201cthe dog is barking\u201d?"),
        ("Search the catalogue.", "my wife is here", "Do you mean search catalogue: \u201cmy wife is here\u201d?"),
        ("Search the catalogue.", "it is Emma", ActionCall("search_catalogue", {"query": "Emma"})),
        ("Set the city.", "it is Graz", ActionCall("set_city", {"city": "Graz"})),
        ("Add a note.", "No sugar today", ActionCall("add_note", {"text": "No sugar today"})),
        ("Add a note.", "\u201cno, the schedule\u201d", ActionCall("add_note", {"text": "no, the schedule"})),
    ],
)
async def test_what_may_be_a_note_is_one_or_is_read_back(opening: str, line: str, outcome: str | ActionCall) -> None:
    assert await after(opening, line) == outcome


ORDERS = [
    "play it again",
    "turn it off",
    "Open the window",
    "close the door",
    "delete my account",
    "turn on the lights",
    "switch off the alarm",
    "read it to me",
    "show me the weather",
    "print this",
    "log me out",
    "lock the door, please",
    "mute it",
    "scroll down",
]


@pytest.mark.parametrize("typed", [False, True], ids=["spoken", "typed"])
@pytest.mark.parametrize("line", ORDERS)
async def test_an_order_that_nobody_here_knows_is_no_text(line: str, typed: bool) -> None:
    for opening in NOTED:
        told = f"I cannot do that here. {ASKED[opening]}"
        assert await after(opening, line, typed=typed) == told
        assert isinstance(await after(opening, line, "Eggs", typed=typed), ActionCall)


async def test_such_an_order_is_the_text_where_it_is_said_again_or_led_in() -> None:
    asked = "Do you mean add note: \u201cclose the door\u201d?"
    assert await after("Add a note.", "close the door", "close the door") == asked
    call = ActionCall("add_note", {"text": "close the door"})
    for line in ("the text is close the door", "\u201cclose the door\u201d"):
        assert await after("Add a note.", line) == call


@pytest.mark.parametrize("line", ORDERS)
async def test_a_message_or_a_new_name_of_such_words_is_read_back(line: str) -> None:
    for opening in ("Send a message.", "Rename the list."):
        answer = await after(opening, line)
        assert isinstance(answer, str)
        assert answer.startswith("Do you mean"), answer


@pytest.mark.parametrize("line", ["Water the plants", "Call the dentist", "Buy milk", "Finish the report"])
async def test_what_people_have_to_do_is_a_text(line: str) -> None:
    assert await after("Add a task.", line) == ActionCall("add_task", {"title": line})


def field(title: str) -> dict[str, object]:
    return action(f"Set {title}", {"text": {"type": "string", "title": title}}, ["text"])


ITEMS = {"type": "string", "title": "one", "enum": ["Buy milk", "Call Anna", "Water plants"]}
FORM = {
    "set_your_name": field("Your name"),
    "set_email": field("Email"),
    "set_new_task": field("New task"),
    "search": field("Search"),
    "add_task": action("Add task"),
    "delete": action("Delete", {"which": ITEMS}, ["which"]),
}


@pytest.mark.parametrize(
    ("lines", "outcome"),
    [
        ("set your name | Ella is hungry", "I did not get that. What is the name?"),
        ("set your name | Mum, dinner is ready", "I did not get that. What is the name?"),
        ("set your name | I am Jonas", ActionCall("set_your_name", {"text": "Jonas"})),
        ("set your name | my name is Jonas Bell", ActionCall("set_your_name", {"text": "Jonas Bell"})),
        ("set email | I am Jonas", "I did not get that. What is the email?"),
        ("set email | my wife is here", "I did not get that. What is the email?"),
        ("set new task | Ella is hungry", "Do you mean set new task: \u201cElla is hungry\u201d?"),
        ("set new task | water the plants", ActionCall("set_new_task", {"text": "water the plants"})),
        ("search | the dog is barking", "Do you mean search: \u201cthe dog is barking\u201d?"),
        ("search | turn it off", "I cannot do that here. What is the search?"),
        ("delete the last item", "Do you mean delete: water plants?"),
        ("remove the last task", "Do you mean delete: water plants?"),
        ("delete the last one | Buy milk, not Water plants", "Do you mean delete: buy milk?"),
    ],
)
async def test_a_field_of_a_page_is_known_by_its_label(lines: str, outcome: str | ActionCall) -> None:
    talk, answer = Talk(registry(FORM)), ""
    for line in lines.split(" | "):
        answer = await talk.say(line, typed=True)
    assert (talk.call or answer) == outcome
