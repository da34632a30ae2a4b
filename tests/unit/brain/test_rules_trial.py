"""What a stranger tried on pages of their own: the wrong verb, words that were taken back, names and titles."""

import pytest

from antiphon.domain.actions import ActionCall

from .trial_pages import said_to


@pytest.mark.parametrize("typed", [False, True], ids=["spoken", "typed"])
@pytest.mark.parametrize(
    ("page", "lines"),
    [
        ("saves", "Save slot two."),
        ("saves", "please save slot two"),
        ("saves", "can you save slot two?"),
        ("saves", "slot two"),
        ("saves", "Delete a save | save slot two"),
        ("saves", "Delete a save | save two"),
        ("calls", "Call Rita"),
        ("calls", "I want to call Rita"),
        ("calls", "Rita"),
        ("calls", "Delete a call. | please call Otto"),
        ("calls", "Delete a call. | call Otto now"),
        ("calls", "maybe delete Rita | yes, call Rita"),
        ("messages", "message Rita"),
        ("messages", "erase a message | message Rita"),
        ("copies", "Copy the contract"),
        ("copies", "copy contract"),
        ("orders", "order pizza"),
        ("orders", "order the pizza, please"),
        ("orders", "cancel an order | order pizza"),
        ("posts", "post the recipe"),
        ("posts", "post recipe"),
        ("comments", "comment Anna"),
        ("comments", "remove a comment | comment Anna"),
        ("record", "record"),
        ("record", "call"),
        ("record", "press call"),
        ("pumps", "pump the saline"),
        ("pumps", "stop an infusion | pump saline"),
        ("photos", "photo sunset"),
        ("photos", "the photo sunset"),
        ("prints", "print the poster"),
        ("bookings", "booking Graz"),
        ("shop", "order 1002"),
        ("shop", "product teapot"),
        ("shop", "refund an order | hi order 1002, how are you"),
    ],
)
async def test_a_name_that_stands_where_the_verb_stands_is_no_order(page: str, lines: str, typed: bool) -> None:
    assert (await said_to(page, lines, typed=typed))[1] is None


@pytest.mark.parametrize(
    ("page", "lines", "called"),
    [
        ("saves", "delete slot two", ActionCall("delete_save", {"slot": "slot two"})),
        ("saves", "erase the save slot two", ActionCall("delete_save", {"slot": "slot two"})),
        ("saves", "delete a save | slot two", ActionCall("delete_save", {"slot": "slot two"})),
        ("calls", "delete the call Otto, please", ActionCall("delete_call", {"call": "Otto"})),
        ("calls", "delete a call | the call Otto", ActionCall("delete_call", {"call": "Otto"})),
        ("calls", "call Otto | yes", None),
        ("messages", "erase Rita", ActionCall("erase_message", {"message": "Rita"})),
        ("orders", "cancel pizza", ActionCall("cancel_order", {"order": "pizza"})),
        ("orders", "cancel an order | order 80", ActionCall("cancel_order", {"order": "Order 80"})),
        ("comments", "please remove the comment Anna", ActionCall("remove_comment", {"comment": "Anna"})),
        ("comments", "comment Anna | yes", ActionCall("remove_comment", {"comment": "Anna"})),
        ("record", "remove record", ActionCall("remove_record", {})),
        ("record", "cancel the call", ActionCall("cancel_call", {})),
        ("pumps", "stop saline", ActionCall("stop_infusion", {"pump": "saline"})),
        ("prints", "trash the poster", ActionCall("trash_print", {"print": "poster"})),
        ("bookings", "void the booking Graz", ActionCall("void_booking", {"booking": "Graz"})),
        ("shop", "refund an order | order 1002", ActionCall("refund_order", {"order": "Order 1002"})),
    ],
)
async def test_its_own_verb_and_a_name_that_was_asked_for_still_are(
    page: str, lines: str, called: ActionCall | None
) -> None:
    assert (await said_to(page, lines))[1] == called


MUG = "Do you mean delete product: mug?"


@pytest.mark.parametrize(
    ("page", "lines", "question", "called"),
    [
        ("shop", "Refund order 1003, no, order 1002", "Do you mean refund order: order 1002?", None),
        ("shop", "Delete the teapot, no, delete the mug", MUG, None),
        ("shop", "delete the teapot no delete the mug", MUG, None),
        ("shop", "Delete the teapot, no, the mug", MUG, None),
        ("shop", "Delete the teapot, actually, delete the mug", MUG, None),
        ("shop", "Delete the teapot, I mean the mug", MUG, None),
        ("shop", "Delete the teapot, I mean delete the mug", MUG, None),
        ("shop", "Delete the teapot, no wait, delete the mug", MUG, None),
        ("shop", "Delete the teapot, no wait, delete the mug instead", MUG, None),
        ("shop", "Delete the teapot, delete the mug instead", MUG, None),
        ("shop", "Delete the teapot, no, the lamp, no, the mug", MUG, None),
        ("shop", "Delete the teapot and delete the lamp, sorry, the mug", MUG, None),
        ("shop", "Delete the teapot, no, show the orders", "", ActionCall("show_orders", {})),
        ("shop", "delete the teapot no show the orders", "", ActionCall("show_orders", {})),
        ("shop", "show the orders, no, delete the mug", MUG, None),
        ("shop", "set the stock to ten, no, twenty", "", ActionCall("set_stock", {"pieces": 20})),
        ("shop", "refund an order | order 1003, no, order 1002", "Do you mean refund order: order 1002?", None),
        ("shop", "delete a product | the teapot, I mean the mug", MUG, None),
        ("mail", "empty trash, no, open drafts", "", ActionCall("open_folder", {"folder": "Drafts"})),
    ],
)
async def test_of_what_was_taken_back_only_the_last_counts(
    page: str, lines: str, question: str, called: ActionCall | None
) -> None:
    assert await said_to(page, lines) == (question, called)


@pytest.mark.parametrize(
    "line",
    [
        "Delete the teapot, no, keep it",
        "Delete the teapot, never mind",
        "Delete the teapot and delete the mug, no wait",
        "Delete the teapot, no, juggle the mug",
        "Delete the teapot, I mean it",
        "Delete the teapot, no, no, no, the mug, no, the lamp, no, the teapot, no, the mug",
    ],
)
async def test_what_was_taken_back_for_nothing_is_not_done(line: str) -> None:
    assert (await said_to("shop", line))[1] is None


@pytest.mark.parametrize(
    "lines",
    [
        "share the sunset photo",
        "share a photo | sunset",
        "share my photo | sunset",
        "share some photo | sunset",
        "share this photo | sunset",
        "share that photo | sunset",
        "share the sunset photo with the",
        "share the sunset photo with nobody",
        "share the sunset photo with Paul tomorrow",
        "share the sunset photo with Paul on Monday",
        "share the sunset photo | Paul tomorrow",
        "share the sunset photo | nobody",
        "share the sunset photo | the",
        "share the sunset photo with Paul, actually Anna",
        "forward the lease",
        "forward a letter | lease",
        "forward my lease | this",
    ],
)
async def test_little_words_times_and_nobody_are_no_name(lines: str) -> None:
    assert (await said_to("album", lines))[1] is None


@pytest.mark.parametrize(
    ("lines", "called"),
    [
        ("share the sunset photo with Paul", ActionCall("share_photo", {"photo": "sunset", "recipient": "Paul"})),
        ("share the sunset photo | Paul | yes", ActionCall("share_photo", {"photo": "sunset", "recipient": "Paul"})),
        (
            "share the sunset photo | with Paul | yes",
            ActionCall("share_photo", {"photo": "sunset", "recipient": "Paul"}),
        ),
    ],
)
async def test_a_name_is_one(lines: str, called: ActionCall) -> None:
    assert (await said_to("album", lines))[1] == called


@pytest.mark.parametrize(
    "answer",
    ["how many are there?", "which album is this?", "what is it called now?", "where did we take these", "is it new?"],
)
async def test_a_question_is_no_title(answer: str) -> None:
    said, called = await said_to("album", f"rename the album | {answer}")
    assert called is None
    assert not said.startswith("Do you mean rename album")


@pytest.mark.parametrize(
    "answer",
    [
        "print it",
        "publish it",
        "close this",
        "I don't know",
        "no idea",
        "open settings",
        "go back",
        "send it to Paul",
        "Anna, come here",
        "delete them, please",
        "yes",
    ],
)
async def test_what_could_be_an_order_or_is_for_others_is_read_back_before_it_is_a_title(answer: str) -> None:
    said, called = await said_to("album", f"rename the album | {answer}")
    assert called is None
    assert said.startswith("Do you mean rename album: \u201c")


@pytest.mark.parametrize(
    ("answer", "title"),
    [
        ("Summer in Oslo", "Summer in Oslo"),
        ("call it Print it", "Print it"),
        ("the title is how many are there", "how many are there"),
        ("it should be called Go back", "Go back"),
        ("let's call it Winter", "Winter"),
        ("\u201cPrint it\u201d", "Print it"),
        ("print it | yes", "print it"),
        ("Play of light", "Play of light"),
    ],
)
async def test_a_title_and_what_is_introduced_as_one_is_taken(answer: str, title: str) -> None:
    assert (await said_to("album", f"rename the album | {answer}"))[1] == ActionCall("rename_album", {"title": title})


@pytest.mark.parametrize("title", ["Buy milk", "Call the plumber", "Print the tickets", "Open a bank account"])
async def test_what_is_to_be_done_is_the_title_of_a_chore(title: str) -> None:
    assert (await said_to("letters", f"add a chore | {title}"))[1] == ActionCall("add_chore", {"title": title})


async def test_a_subject_that_could_be_an_order_is_asked_for_again_and_a_text_may_be_a_question() -> None:
    opening = "send a letter to Anna"
    assert await said_to("letters", f"{opening} | print it") == ("I did not get that. What is the subject?", None)
    said, called = await said_to("letters", f"{opening} | Lunch | when do you come?")
    assert (said, called) == (
        "Do you mean send letter: anna, \u201cLunch\u201d and \u201cwhen do you come?\u201d?",
        None,
    )


@pytest.mark.parametrize("greeting", ["hi", "hey", "hello"])
async def test_a_greeting_before_a_name_does_nothing_grave(greeting: str) -> None:
    assert (await said_to("shop", f"refund an order | {greeting} order 1002"))[1] is None
