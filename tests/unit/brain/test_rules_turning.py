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


MORE = {
    "send_message": action("Send a message", {"text": TEXT}, ["text"]),
    "finish_task": action("Mark a task as done", {"task": {"enum": ["Buy milk", "Call Anna"]}}, ["task"]),
    "suggest_book": action("Suggest a book", {"title": TEXT}, ["title"]),
    "renew_book": action("Renew a book", {"book": {"enum": ["Dune", "Emma"]}}, ["book"]),
    "cancel_trip": action("Cancel a trip", {"trip": {"enum": ["Oslo", "Rome"]}}, ["trip"], confirm=True),
    "show_tickets": action("Show the tickets"),
}
TOLD = "Departure is at 9:40. The flight to Oslo takes two hours."


async def on_more(lines: str, *, typed: bool = True) -> tuple[str, ActionCall | None]:
    """The last answer to some lines on a page with more verbs, and what was called by then."""
    talk, answer = Talk(registry(PAGE | MORE), TOLD), ""
    for line in lines.split(" | "):
        assert talk.call is None, line
        answer = await talk.say(line, typed=typed)
    return answer, talk.call


FINISHED = ActionCall("finish_task", {"task": "Buy milk"})
TICKETS = ActionCall("show_tickets", {})


@pytest.mark.parametrize("typed", [False, True], ids=["spoken", "typed"])
@pytest.mark.parametrize(
    ("lines", "called"),
    [
        # A verb that hardly any page has, or is the first word of an id, with all that it takes.
        ("Add a note. | No, finish the task buy milk", FINISHED),
        ("Add a note. | finish the task buy milk", FINISHED),
        ("Add a note. | finish buy milk", FINISHED),
        ("Add a task. | Finish the task buy milk, please", FINISHED),
        ("Delete a task. | Finish the task buy milk", FINISHED),
        ("Cancel a trip. | Finish the task buy milk", FINISHED),
        ("Finish a task. | Delete the task buy milk", ActionCall("delete_task", {"task": "Buy milk"})),
        ("Delete a task. | Renew the book Dune", ActionCall("renew_book", {"book": "Dune"})),
        # What is hard to take back is asked about in place of a text.
        ("Add a note. | No, renew the book Dune", "Do you mean renew book: dune?"),
        ("Send a message. | Delete the task buy milk", "Do you mean delete task: buy milk?"),
        # What still has to be asked for.
        ("Add a note. | No, send a message. | I am late | yes", ActionCall("send_message", {"text": "I am late"})),
        ("Add a note. | No, I meant send a message", "What is the text?"),
        ("Add a note. | No, I want to delete a task", "Which task?"),
        ("Delete a task. | No, I said finish a task. | buy milk", FINISHED),
        ("Add a note. | Not that, I want to send a message saying hello", "Do you mean send message: “hello”?"),
        # The same once more.
        ("Add a note. | Add a note. | Buy eggs", ActionCall("add_note", {"text": "Buy eggs"})),
        # What leads to something else.
        ("Add a note. | Rather show the tickets", TICKETS),
        ("Add a note. | I'd rather see the tickets", TICKETS),
        ("Add a note. | On second thought, show the tickets", TICKETS),
        ("Delete a task. | Scratch that, show the tickets", TICKETS),
        ("Delete a task. | Hold on, show the tickets instead", TICKETS),
        ("Delete a task. | Actually no, show the tickets", TICKETS),
        # A not with a pause behind it ends, too.
        ("Add a note. | Actually don't, show the tickets", TICKETS),
        ("Delete a task. | Actually don't, show the tickets", TICKETS),
        ("Add a note. | Wait, don't, show the tickets", TICKETS),
        ("Add a note. | No, don't add one, show the tickets", TICKETS),
        ("Add a note. | I don't want a note after all, show the tickets", TICKETS),
        ("Actually don't, show the tickets", TICKETS),
        ("Wait, don't. Show the tickets.", TICKETS),
        ("Delete the task buy milk, actually don't, show the tickets", TICKETS),
        ("Delete the task buy milk. Actually don't.", "All right, I will not do that."),
        ("Delete a task. | Don't, renew the book Dune", "Do you mean renew book: dune?"),
        ("Don't, delete the task buy milk", "Do you mean delete task: buy milk?"),
        ("Don't show the tickets", "All right, I will not do that."),
        ("Don't delete the task buy milk, show the tickets", TICKETS),
        ("Don't show the tickets, delete the task buy milk", "Do you mean delete task: buy milk?"),
        # Without a comma, as it may be heard.
        ("Add a note. | no finish the task buy milk", FINISHED),
        ("Add a note. | oh wait show the tickets", TICKETS),
        ("Add a note. | i don't want a note after all show the tickets", TICKETS),
        ("Add a note. | finish the task buy milk instead", FINISHED),
        ("Add a note. | I'd like to send a message instead. | I am late", "Do you mean send message: “I am late”?"),
        ("Add a note. | I wanted to send a message", "What is the text?"),
        ("Remove a member. | Anna, no wait, show the tickets", TICKETS),
        ("Send a message. | Hold on, show the tickets instead", TICKETS),
        ("Delete a task. | No, not delete, finish the task buy milk", FINISHED),
        # Over a text, what is hard to take back is asked about whatever stands before it.
        ("Send a message. | Never mind, delete the task buy milk", "Do you mean delete task: buy milk?"),
        ("Send a message. | Scratch that, delete the task buy milk", "Do you mean delete task: buy milk?"),
    ],
)
async def test_an_order_wins_over_the_question(lines: str, called: ActionCall | str, typed: bool) -> None:
    answer, call = await on_more(lines, typed=typed)
    assert call == called if isinstance(called, ActionCall) else answer.startswith(called), answer
    assert call is None or isinstance(called, ActionCall)


@pytest.mark.parametrize(
    ("opening", "turns"),
    [
        (
            "Add a note.",
            "I don't want a note after all|Sorry, I don't want to add one|I don't want to|I don't need one, thanks|"
            "I didn't ask for a note|No note, please|That's not what I meant|That was a mistake|Let's not|"
            "I don't want a note, Tom|Not a note, a book|Cancel the note|Forget the note|No more notes, please",
        ),
        ("Send a message.", "I don't want to send a message|I don't want to send anything|No message|Not that one"),
        (
            "Delete a task.",
            "I don't want to delete any|Don't delete anything|Skip the task|I didn't mean to",
        ),
        ("Cancel a trip.", "I don't want to cancel any of them|I'm not going to cancel one|Don't cancel anything"),
    ],
)
async def test_who_does_not_want_what_the_question_is_for_ends_it(opening: str, turns: str) -> None:
    for turn in turns.split("|"):
        assert await on_more(f"{opening} | {turn}") == ("All right.", None), turn
        assert (await on_more(f"{opening} | {turn} | yes"))[1] is None


@pytest.mark.parametrize(
    "text",
    [
        "I don't want to be late",
        "I will not be home",
        "I do not need a note to know that",
        "No sugar today",
        "Don't forget the keys",
        "Do not add sugar",
        "Skip breakfast",
        "Finish the report",
        "Finish the task list",
        "Delete old files",
    ],
)
async def test_a_text_that_only_begins_like_a_refusal_or_an_order_is_a_text(text: str) -> None:
    assert await on_more(f"Add a note. | {text}") == ("", ActionCall("add_note", {"text": text}))


@pytest.mark.parametrize("text", ["I don't want a note after all", "send a message", "finish buy milk"])
async def test_what_is_led_in_as_a_text_is_one(text: str) -> None:
    for led in (f"\u201c{text}\u201d", f"the text is {text}"):
        assert (await on_more(f"Add a note. | {led}"))[1] == ActionCall("add_note", {"text": text})


KNOWN, UNKNOWN = "Departure is at 9:40.", "I do not know that: the page has not told me."


@pytest.mark.parametrize(
    ("opening", "asked"),
    [
        ("Add a note.", "What is the text?"),
        ("Send a message.", "What is the text?"),
        ("Suggest a book.", "What is the title?"),
        ("Delete a task.", "Which task? You can say buy milk or call anna."),
        ("Maybe delete the task buy milk", "Do you mean delete task: buy milk?"),
    ],
)
async def test_a_question_is_answered_and_ours_comes_back(opening: str, asked: str) -> None:
    for question, told in (
        ("When is departure?", KNOWN),
        ("when is departure", KNOWN),
        ("Wait, when is departure?", KNOWN),
        ("How much is the hotel?", UNKNOWN),
        ("Is breakfast included?", UNKNOWN),
        ("Can I bring my dog?", UNKNOWN),
    ):
        assert await on_more(f"{opening} | {question}") == (f"{told} {asked}", None)
    for question in ("What is on this page?", "Where am I?", "Who are you?"):
        answer, called = await on_more(f"{opening} | {question}")
        assert (answer.endswith(f". {asked}"), called) == (True, None), answer
    answer, called = await on_more(f"{opening} | When is departure? | never mind")
    assert (answer, called) == ("All right.", None)


@pytest.mark.parametrize(
    "turn",
    ["Is dinner at eight? | Is dinner at eight?", "Say is dinner at eight", "The text is is dinner at eight",
     "\u201cIs dinner at eight\u201d"],
)  # fmt: skip
async def test_a_text_may_be_a_question_where_it_is_led_in_or_asked_twice(turn: str) -> None:
    answer, called = await on_more(f"Send a message. | {turn}")
    assert called is None
    assert answer.lower().replace("eight?", "eight") == "do you mean send message: \u201cis dinner at eight\u201d?"
    assert (await on_more(f"Send a message. | {turn} | yes"))[1] is not None
    greeting = "Hello Anna, when is dinner?"
    assert (await on_more(f"Send a message. | {greeting}"))[0] == f"Do you mean send message: “{greeting}”?"


BUTTONS = {
    "write_card": action("Write a gift card", {"text": TEXT}, ["text"]),
    "apply_code": action("Apply a code", {"code": TEXT}, ["code"]),
    "return_item": action("Return an item", {"item": {"enum": ["Order 12", "Order 15"]}}, ["item"]),
    "press_pay_now": action("Press Pay now"),
    "press_report_problem": action("Press Report problem"),
    "press_gift_wrap": action("Press Gift wrap"),
    "show_cart": action("Show the cart"),
}


@pytest.mark.parametrize(
    ("lines", "told", "called"),
    [
        ("Write a gift card. | Pay now", "Do you mean “Pay now”?", "press_pay_now"),
        ("Write a gift card. | No, report problem", "Do you mean “Report problem”?", "press_report_problem"),
        ("Write a gift card. | Gift wrap", "Do you mean “Gift wrap”?", "press_gift_wrap"),
        ("Return an item. | I don't want to return it, pay now", "Do you mean “Pay now”?", "press_pay_now"),
        ("Write a gift card. | “Gift wrap”", None, "write_card"),
        ("Write a gift card. | The text is gift wrap", None, "write_card"),
        ("Write a gift card. | Gift wrap is nice", None, "write_card"),
        ("Apply a code. | I don't have one", "All right.", None),
        ("Apply a code. | I have no code", "All right.", None),
        ("Write a gift card. | No gift card, show the cart", None, "show_cart"),
    ],
)
async def test_the_whole_name_of_a_button_over_a_question_is_asked_about(
    lines: str, told: str | None, called: str | None
) -> None:
    talk, answer = Talk(registry(BUTTONS)), ""
    for line in lines.split(" | "):
        answer = await talk.say(line, typed=True)
    if told:
        assert (answer, talk.call) == (told, None)
        await talk.say("Yes.", typed=True)
    assert (talk.call and talk.call.action_id) == called
