"""Second thoughts and courtesies while something is asked for: none is written down, or carried out as its value."""

from typing import Any

import pytest

from antiphon.domain.actions import ActionCall, ActionOutcome

from .conftest import Talk, action, registry

TEXT = {"type": "string"}


def field(title: str) -> dict[str, Any]:
    return action(f"Set {title}", {"text": {"type": "string", "title": title}}, ["text"])


ITEMS = {"type": "string", "title": "one", "enum": ["Buy milk", "Call Anna", "Water plants"]}
BOX = {"type": "string", "title": "I accept the terms", "enum": ["on", "off"]}
MINUTES = {"type": "integer", "title": "Reminder (minutes)", "minimum": 0, "maximum": 90}
LIST = {
    "set_your_name": field("Your name"),
    "set_email": field("Email"),
    "set_new_task": field("New task"),
    "set_reminder": action("Set Reminder", {"value": MINUTES}, ["value"]),
    "add_task": action("Add task"),
    "delete": action("Delete", {"which": ITEMS}, ["which"]),
    "clear_list": action("Clear list"),
    "share_list": action("Share list"),
    "save_list": action("Save list"),
    "open_calendar": action("Open Calendar"),
    "open_settings": action("Open Settings"),
    "log_out": action("Log out"),
    "search": field("Search"),
    "switch_i_accept_the_terms": action("Switch I accept the terms on or off", {"to": BOX}, ["to"]),
}
CLUB = {
    "send_reply": action("Send a reply", {"to": {"enum": ["Anna Keller", "Ben Ode"]}, "text": TEXT}, ["to", "text"]),
    "send_letter": action("Send a letter", {"recipient": TEXT, "body": TEXT}, ["recipient", "body"]),
    "invite_trainer": action("Invite a trainer", {"trainer": TEXT}, ["trainer"]),
    "add_note": action("Add a note", {"text": TEXT}, ["text"]),
}
PAGES = {"list": LIST, "club": CLUB}


async def last_of(page: str, lines: str, *, typed: bool = True) -> str | ActionCall:
    """What the last of some lines leads to: an answer, or a call. None before it calls anything."""
    talk, answer = Talk(registry(PAGES[page])), ""
    for line in lines.split(" | "):
        assert talk.call is None, line
        answer = await talk.say(line, typed=typed)
    return talk.call or answer


OVER = "All right."
ITEM = "Which one? You can say buy milk, call anna or water plants."
SAVED, CALENDAR = ActionCall("save_list", {}), ActionCall("open_calendar", {})
TURNED = [
    ("that's not right", OVER),
    ("no, a different thing", OVER),
    ("something else", OVER),
    ("not that one", OVER),
    ("wrong list", OVER),
    ("wrong field", OVER),
    ("wait, wrong one", OVER),
    ("that was the wrong button", OVER),
    ("I pressed the wrong button", OVER),
    ("oops, wrong button", OVER),
    ("sorry, wrong thing", OVER),
    ("that's the wrong one", OVER),
    ("no, I meant the email", "What is the email?"),
    ("sorry, wrong field, I meant the email", "What is the email?"),
    ("no, new task", "What is the new task?"),
    ("not that, the email", "What is the email?"),
    ("not the name, the email", "What is the email?"),
    ("actually the email", "What is the email?"),
    ("the email instead", "What is the email?"),
    ("another field please", OVER),
    ("not what I wanted", OVER),
    ("I meant the reminder", "Which reminder (minutes)? It can be from 0 to 90."),
    ("oops, I meant the calendar", "Do you mean open calendar?"),
    ("oops, I meant remove", "Do you mean delete or clear list?"),
    ("oops, I meant delete", ITEM),
    ("I meant the clear list button", "Do you mean clear list?"),
    ("I meant log out", "Do you mean log out?"),
    ("I told you to open settings", ActionCall("open_settings", {})),
    ("I told you, open settings", ActionCall("open_settings", {})),
    ("I meant the save button", "Do you mean save list?"),
    ("hang on, tick the terms first", ActionCall("switch_i_accept_the_terms", {"to": "on"})),
    ("hold on, print the terms first", "Do you mean set your name: “hold on, print the terms first”?"),
    ("I told you to log out", "Do you mean log out?"),
    ("hold on, save the list first", SAVED),
    ("before that, save the list", SAVED),
    ("hold on, open the calendar first", CALENDAR),
    ("hold on, share the list first", "Do you mean share list?"),
    ("hold on, log out first", "Do you mean log out?"),
    # What may be the name all the same.
    ("close the search", "Do you mean set your name: “close the search”?"),
    ("clear the search", "Do you mean set your name: “clear the search”?"),
    ("go away", "Do you mean set your name: “go away”?"),
    ("no, I meant Rob", "Do you mean set your name: “Rob”?"),
    ("Ben, not Anna", "Do you mean set your name: “Ben”?"),
    # And what is one.
    ("Anna Keller", ActionCall("set_your_name", {"text": "Anna Keller"})),
    ("Holden First", ActionCall("set_your_name", {"text": "Holden First"})),
    ("“wrong list”", ActionCall("set_your_name", {"text": "wrong list"})),
]


@pytest.mark.parametrize("typed", [False, True], ids=["spoken", "typed"])
@pytest.mark.parametrize(("line", "outcome"), TURNED, ids=[line for line, _ in TURNED])
async def test_second_thoughts_are_no_name(line: str, outcome: str | ActionCall, typed: bool) -> None:
    assert await last_of("list", f"set your name | {line}", typed=typed) == outcome


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("no, I meant new task", "What is the new task?"),
        ("I meant the email", "What is the email?"),
        ("wrong field", OVER),
        ("hold on, save the list first", SAVED),
        ("twenty", ActionCall("set_reminder", {"value": 20})),
    ],
)
async def test_nor_are_they_a_number(line: str, outcome: str | ActionCall) -> None:
    assert await last_of("list", f"set reminder | {line}") == outcome


async def test_a_field_that_was_meant_is_asked_for_with_no_question_open_either() -> None:
    assert await last_of("list", "no, I meant new task") == "What is the new task?"


@pytest.mark.parametrize("line", ["hold on, save the list first", "before that, save the list"])
@pytest.mark.parametrize(
    ("opening", "question", "answer", "called"),
    [
        ("set your name", "What is the name?", "Anna", ActionCall("set_your_name", {"text": "Anna"})),
        ("delete one", ITEM, "Buy milk", ActionCall("delete", {"which": "Buy milk"})),
    ],
)
async def test_the_question_comes_back_after_what_was_to_come_first(
    opening: str, question: str, answer: str, called: ActionCall, line: str
) -> None:
    talk = Talk(registry(LIST))
    assert await talk.say(opening) == question
    await talk.say(line)
    assert talk.call == SAVED
    assert await talk.ends(ActionOutcome("success")) == f"Done: save list. {question}"
    await talk.say(answer)
    assert talk.call == called


async def test_what_is_wanted_instead_brings_no_question_back() -> None:
    talk = Talk(registry(LIST))
    for line in ("set your name", "hold on, save the list instead"):
        await talk.say(line)
    assert talk.call == SAVED
    assert await talk.ends(ActionOutcome("success")) == "Done: save list."


REPLY, LETTER = "send a reply to Anna Keller", "send a letter to Jo"
COURTESIES = ["thank you", "see you soon", "talk to you later", "good morning", "Hello", "how are you", "great", "ok"]


@pytest.mark.parametrize("typed", [False, True], ids=["spoken", "typed"])
@pytest.mark.parametrize("text", COURTESIES)
async def test_a_courtesy_is_the_text_that_was_asked_for(text: str, typed: bool) -> None:
    question = f"Do you mean send reply: anna keller and “{text}”?"
    assert await last_of("club", f"{REPLY} | {text}", typed=typed) == question
    called = ActionCall("send_reply", {"to": "Anna Keller", "text": text})
    assert await last_of("club", f"{REPLY} | {text} | yes", typed=typed) == called
    assert await last_of("club", f"add a note | {text}", typed=typed) == f"Do you mean add note: “{text}”?"


@pytest.mark.parametrize(
    ("lines", "outcome"),
    [
        (f"{REPLY} | never mind, thanks", OVER),
        (f"{REPLY} | no thanks", OVER),
        (f"{REPLY} | wait", "Take your time."),
        ("invite a trainer | thank you", "You are welcome. What is the trainer?"),
        ("invite a trainer | good morning", "Hello! What is the trainer?"),
        # Somebody else than was named.
        ("invite a trainer | not Jo, Rob", "Do you mean invite trainer: “Rob”?"),
        ("invite a trainer | wrong trainer, I meant Rob", "Do you mean invite trainer: “Rob”?"),
        (f"{REPLY} | Ben, not Anna", "Ben Ode. What is the text?"),
        (f"{REPLY} | Ben, not Anna | hi there", "Do you mean send reply: ben ode and “hi there”?"),
        (f"{REPLY} | not Anna, Ben | I am late", "Do you mean send reply: ben ode and “I am late”?"),
        (f"{REPLY} | not Anna, Joan", "Which one? You can say anna keller or ben ode."),
        (f"{LETTER} | not Jo, Rob | I am late", "Do you mean send letter: “Rob” and “I am late”?"),
        (f"{LETTER} | wrong recipient, I meant Rob | I am late", "Do you mean send letter: “Rob” and “I am late”?"),
        # A note may be of any words.
        ("add a note | wrong button", "Do you mean add note: “wrong button”?"),
        ("add a note | not that one, the other", "Do you mean add note: “not that one, the other”?"),
    ],
)
async def test_what_is_no_text_is_not_sent_and_what_may_be_one_is_read_back(lines: str, outcome: str) -> None:
    assert await last_of("club", lines) == outcome


@pytest.mark.parametrize("typed", [False, True], ids=["spoken", "typed"])
@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("delete the last one", "Do you mean delete: water plants?"),
        ("delete the first one", "Do you mean delete: buy milk?"),
        ("remove the last one", "Do you mean delete: water plants?"),
        ("clear the last one", "Do you mean delete: water plants?"),
        ("delete the last one | that's not right", OVER),
        ("delete the last one | wrong one", OVER),
        ("delete the last one | hold on, save the list first", SAVED),
        ("clear the list", ActionCall("clear_list", {})),
        ("accept the terms", ActionCall("switch_i_accept_the_terms", {"to": "on"})),
        ("please accept terms", ActionCall("switch_i_accept_the_terms", {"to": "on"})),
        ("I accept the terms", ActionCall("switch_i_accept_the_terms", {"to": "on"})),
        ("don't accept the terms", "All right, I will not do that."),
    ],
)
async def test_one_by_its_place_and_a_box_by_what_it_says(line: str, outcome: str | ActionCall, typed: bool) -> None:
    assert await last_of("list", line, typed=typed) == outcome
