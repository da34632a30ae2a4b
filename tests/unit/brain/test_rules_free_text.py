"""A free text of what is hard to take back: read back where it was asked for, or was not plainly given as one."""

import pytest

from antiphon.domain.actions import ActionCall, ActionOutcome

from .conftest import Talk, action, registry

TEXT = {"type": "string"}
NIGHTS = {"type": "integer", "minimum": 1, "maximum": 30}
PAGE = {
    "cancel_booking": action("Cancel the booking of a guest", {"guest": TEXT}, ["guest"]),
    "remove_member": action("Remove a member", {"member": TEXT}, ["member"]),
    "block_user": action("Block a user", {"user": TEXT}, ["user"]),
    "delete_note": action("Delete a note", {"title": TEXT}, ["title"]),
    "post_status": action("Post a status", {"text": TEXT}, ["text"]),
    "send_message": action("Send a message", {"recipient": TEXT, "body": TEXT}, ["recipient", "body"]),
    "send_money": action("Send money", {"recipient": TEXT, "amount": NIGHTS}, ["recipient", "amount"]),
    "book_room": action("Book a room", {"guest": TEXT, "nights": NIGHTS}, ["guest", "nights"]),
    "rename_album": action("Rename the album", {"title": TEXT}, ["title"]),
    "set_heading": action("Set the heading", {"heading": TEXT}, ["heading"]),
}


async def last_of(lines: str, *, typed: bool = True) -> tuple[str, ActionCall | None]:
    """The last answer to some lines, and what was called by then."""
    talk, answer = Talk(registry(PAGE)), ""
    for line in lines.split(" | "):
        assert talk.call is None, line
        answer = await talk.say(line, typed=typed)
    return answer, talk.call


READ_BACK = [
    ("cancel a booking | Anna", "cancel_booking", {"guest": "Anna"}),
    ("cancel a booking | it is Anna Bell", "cancel_booking", {"guest": "Anna Bell"}),
    ("remove a member | the member is Anna Bell", "remove_member", {"member": "Anna Bell"}),
    ("remove a member | remove Anna", "remove_member", {"member": "Anna"}),
    ("cancel a booking | coffee first", "cancel_booking", {"guest": "coffee first"}),
    ("remove a member | Bob Marsh", "remove_member", {"member": "Bob Marsh"}),
    ("delete a note | shopping list", "delete_note", {"title": "shopping list"}),
    ("delete a note | Things I wrote", "delete_note", {"title": "Things I wrote"}),
    ("post a status | Tom, dinner is ready", "post_status", {"text": "Tom, dinner is ready"}),
    ("post a status | off to lunch", "post_status", {"text": "off to lunch"}),
    ("send a message to Anna | I am late", "send_message", {"recipient": "Anna", "body": "I am late"}),
    (
        "send a message to Anna | Bob, turn the radio off",
        "send_message",
        {"recipient": "Anna", "body": "Bob, turn the radio off"},
    ),
    ("send money | Anna Keller | twelve", "send_money", {"recipient": "Anna Keller", "amount": 12}),
    ("book a room | Paul | three", "book_room", {"guest": "Paul", "nights": 3}),
    ("book a room | three nights | Paul", "book_room", {"guest": "Paul", "nights": 3}),
    # In one sentence, where it does not look like a name that was plainly given.
    ("post a status tomorrow", "post_status", {"text": "tomorrow"}),
    ("post a status later", "post_status", {"text": "later"}),
    ("post the status off to lunch", "post_status", {"text": "off to lunch"}),
    ("block the user of the month", "block_user", {"user": "month"}),
    ("block the user anna", "block_user", {"user": "anna"}),
    ("block the user who wrote this", "block_user", {"user": "who wrote this"}),
    ("delete the note I wrote", "delete_note", {"title": "I wrote"}),
    ("delete the note on the left", "delete_note", {"title": "left"}),
    ("delete Anna's note", "delete_note", {"title": "Anna"}),
    ("cancel the booking of the rude guest", "cancel_booking", {"guest": "rude"}),
    ("BLOCK THE USER OF THE MONTH", "block_user", {"user": "OF THE MONTH"}),
    ("send money to the landlord | twelve", "send_money", {"recipient": "the landlord", "amount": 12}),
]


@pytest.mark.parametrize("typed", [False, True], ids=["spoken", "typed"])
@pytest.mark.parametrize(("lines", "name", "values"), READ_BACK, ids=[one[0] for one in READ_BACK])
async def test_it_is_read_back_and_a_yes_does_it(lines: str, name: str, values: dict[str, object], typed: bool) -> None:
    question, called = await last_of(lines, typed=typed)
    assert called is None
    assert question.startswith(f"Do you mean {name.replace('_', ' ')}: "), question
    assert all(str(value) in question for value in values.values()), question
    assert (await last_of(f"{lines} | yes", typed=typed))[1] == ActionCall(name, values)
    assert (await last_of(f"{lines} | no", typed=typed))[1] is None


REMARKS = [
    "the dog is barking",
    "dinner is ready",
    "go away",
    "good question",
    "my cat is hungry",
    "wow",
    "wrong room",
    "wrong list",
    "the wrong one",
    "the other one",
    "him",
    "her",
    "them, please",
    "everybody",
    "everyone else",
    "all of them",
    "nobody",
    "Carla left us in May",
    "we are full",
    "your phone is ringing",
    "sorry, the door",
    "oh dear",
]


@pytest.mark.parametrize("remark", REMARKS)
@pytest.mark.parametrize(
    ("opening", "question"),
    [("cancel a booking", "What is the guest?"), ("remove a member", "What is the member?")],
)
async def test_who_is_not_named_is_asked_for_again(opening: str, question: str, remark: str) -> None:
    assert await last_of(f"{opening} | {remark}") == (f"I did not get that. {question}", None)
    assert (await last_of(f"{opening} | {remark} | yes"))[1] is None


@pytest.mark.parametrize("pronoun", ["him", "it", "this one", "everybody", "the other one", "all of those"])
@pytest.mark.parametrize("opening", ["delete a note", "post a status", "send a message to Anna"])
async def test_a_pronoun_is_no_title_and_no_text(opening: str, pronoun: str) -> None:
    answer, called = await last_of(f"{opening} | {pronoun}")
    assert called is None
    assert answer.startswith("I did not get that. What is the ")


@pytest.mark.parametrize(
    "moment",
    [
        "hang on a second",
        "hang on, the phone is ringing",
        "hold on, dinner is ready",
        "be right back",
        "one moment, Tom",
        "just a sec, somebody is at the door",
    ],
)
@pytest.mark.parametrize("opening", ["cancel a booking", "send a message to Anna", "post a status", "delete a note"])
async def test_a_moment_is_waited_for(opening: str, moment: str) -> None:
    assert await last_of(f"{opening} | {moment}") == ("Take your time.", None)
    assert (await last_of(f"{opening} | {moment} | Anna"))[0].startswith("Do you mean")


@pytest.mark.parametrize("typed", [False, True], ids=["spoken", "typed"])
@pytest.mark.parametrize(
    "line",
    [
        "block the user Anna just kidding",
        "block the user Anna, just kidding",
        "block the user Anna oops",
        "block the user just kidding",
        "block the user called Anna, I take that back",
        "delete the note Shopping oh no",
        "delete the note Shopping. Forget it.",
        "cancel the booking of Anna my mistake",
        "remove the member Anna Bell, only joking",
        "remove the member Anna Bell, wrong one",
    ],
)
async def test_what_was_taken_back_is_left(line: str, typed: bool) -> None:
    assert await last_of(line, typed=typed) == ("All right, I will not do that.", None)


@pytest.mark.parametrize("typed", [False, True], ids=["spoken", "typed"])
@pytest.mark.parametrize(
    ("line", "name", "values"),
    [
        ("Block the user Anna", "block_user", {"user": "Anna"}),
        ("please block the user Anna Bell, thanks", "block_user", {"user": "Anna Bell"}),
        ("block the user called anna", "block_user", {"user": "anna"}),
        ('block the user "month"', "block_user", {"user": "month"}),
        ("Delete the note called shopping list", "delete_note", {"title": "shopping list"}),
        ("delete the note \u201cI wrote\u201d", "delete_note", {"title": "I wrote"}),
        ("delete the note Lord of the Rings", "delete_note", {"title": "Lord of the Rings"}),
        ("cancel Peter Miller's booking", "cancel_booking", {"guest": "Peter Miller"}),
        ("cancel Peter Miller\u2019s booking", "cancel_booking", {"guest": "Peter Miller"}),
        ("cancel the booking of Anna van der Berg", "cancel_booking", {"guest": "Anna van der Berg"}),
        ("Send a message to Anna saying I am late", "send_message", {"recipient": "Anna", "body": "I am late"}),
        ("post a status saying off to lunch", "post_status", {"text": "off to lunch"}),
        ("post a status: off to lunch", "post_status", {"text": "off to lunch"}),
        ("send money to Anna Keller | twelve", "send_money", {"recipient": "Anna Keller", "amount": 12}),
        ("book a room for Peter for 3 nights", "book_room", {"guest": "Peter", "nights": 3}),
        ("book a room for Anna Bell for two nights", "book_room", {"guest": "Anna Bell", "nights": 2}),
        ("rename the album | off to lunch", "rename_album", {"title": "off to lunch"}),
        ("set the heading to off to lunch", "set_heading", {"heading": "off to lunch"}),
        ("set the heading | everybody", "set_heading", {"heading": "everybody"}),
    ],
)
async def test_what_was_plainly_given_or_takes_nothing_is_done_at_once(
    line: str, name: str, values: dict[str, object], typed: bool
) -> None:
    assert (await last_of(line, typed=typed))[1] == ActionCall(name, values)


@pytest.mark.parametrize("lines", ["cancel a booking | Anna, just kidding", "delete a note | Shopping, oh no"])
async def test_an_answer_that_was_taken_back_is_none(lines: str) -> None:
    assert await last_of(lines) == ("All right.", None)


async def test_a_number_with_its_name_is_no_guest() -> None:
    assert await last_of("book a room | three nights") == ("3 nights. What is the guest?", None)


TAILS = {
    "set_title": action("Set the title", {"title": TEXT}, ["title"]),
    "set_greeting": action("Set the greeting", {"greeting": TEXT}, ["greeting"]),
    "add_note": action("Add a note", {"text": TEXT}, ["text"]),
    "post_comment": action("Post a comment", {"comment": TEXT}, ["comment"]),
    "add_to_cart": action("Put a product into the cart", {"item": TEXT}, ["item"]),
    "block_user": PAGE["block_user"],
    "delete_list": action("Delete a list", {"list": {"enum": ["choir", "band"]}}, ["list"]),
    "empty_trash": action("Empty the trash"),
    "discard_draft": action("Discard the draft"),
    "close_shop": action("Close the shop", confirm=True),
    "press_unsubscribe": action("Press Unsubscribe"),
    "press_reset": action("Press Reset"),
    "open_settings": action("Open the settings"),
}


async def done_on_tails(line: str, *, typed: bool = True) -> tuple[str, list[ActionCall]]:
    """The last answer, and all that was done for it."""
    talk, called = Talk(registry(TAILS)), []
    answer = await talk.say(line, typed=typed)
    while talk.call:
        called.append(talk.call)
        answer = await talk.ends(ActionOutcome("success"))
    return answer, called


@pytest.mark.parametrize("typed", [False, True], ids=["spoken", "typed"])
@pytest.mark.parametrize(
    ("line", "name", "text"),
    [
        ("set the title to before and empty the trash", "set title", "before and empty the trash"),
        ("set the title to Summer, then empty the trash", "set title", "Summer, then empty the trash"),
        ("set the title to rock and discard the draft", "set title", "rock and discard the draft"),
        ("set the title to subscribe and unsubscribe", "set title", "subscribe and unsubscribe"),
        ("set the title to rock and reset", "set title", "rock and reset"),
        ("set the title to open late and close the shop", "set title", "open late and close the shop"),
        ("set the greeting to hello and delete the choir", "set greeting", "hello and delete the choir"),
        ("add a note to call Anna and delete the choir", "add note", "call Anna and delete the choir"),
        (
            "post the comment you should squash and delete the list band",
            "post comment",
            "you should squash and delete the list band",
        ),
        (
            "set the title to tidy up and open the settings and empty the trash",
            "set title",
            "open the settings and empty the trash",
        ),
    ],
)
async def test_an_order_behind_a_text_that_could_not_be_taken_back_is_read_back_as_text(
    line: str, name: str, text: str, typed: bool
) -> None:
    answer, called = await done_on_tails(line, typed=typed)
    assert called == []
    assert answer.startswith(f"Do you mean {name}: \u201c")
    assert answer.endswith(f"{text}\u201d?")


@pytest.mark.parametrize("line", ["set the title to: {}", "set the title: {}"])
async def test_all_that_follows_a_colon_is_the_text(line: str) -> None:
    text = "before and empty the trash"
    assert (await done_on_tails(line.format(text)))[1] == [ActionCall("set_title", {"title": text})]


@pytest.mark.parametrize("marks", ['""', "\u201c\u201d", "\u201e\u201c", "\u00ab\u00bb", "''", "\u2018\u2019"])
@pytest.mark.parametrize(
    ("opening", "name", "param"),
    [
        ("set the title to", "set_title", "title"),
        ("set the greeting to", "set_greeting", "greeting"),
        ("add a note", "add_note", "text"),
        ("post a comment", "post_comment", "comment"),
    ],
)
async def test_what_is_quoted_is_text_from_mark_to_mark(opening: str, name: str, param: str, marks: str) -> None:
    for text in ("rock and discard the draft", "no, wait, delete the choir", "my title and reset"):
        _, called = await done_on_tails(f"{opening} {marks[0]}{text}{marks[1]}")
        assert called == [ActionCall(name, {param: text})]


@pytest.mark.parametrize(
    ("line", "called"),
    [
        ('set the title to "Summer" and empty the trash', ["set_title", "empty_trash"]),
        ("set the title to Summer. Empty the trash.", ["set_title", "empty_trash"]),
        ("set the title to Summer and open the settings", ["set_title", "open_settings"]),
        ("empty the trash and set the title to Summer", ["empty_trash", "set_title"]),
        ("add red shoes to the cart and empty the trash", ["add_to_cart", "empty_trash"]),
        ("block the user Anna and empty the trash", ["block_user", "empty_trash"]),
        ("open the settings and empty the trash", ["open_settings", "empty_trash"]),
    ],
)
async def test_plain_orders_one_after_the_other_are_done(line: str, called: list[str]) -> None:
    assert [one.action_id for one in (await done_on_tails(line))[1]] == called
