"""What a stranger tried on pages of their own: the wrong verb, a yes to another number, words that were taken back."""

import pytest

from antiphon.domain.actions import ActionCall, ActionOutcome

from .conftest import Talk, action, registry


def one_of(*names: str) -> dict[str, object]:
    return {"enum": list(names)}


def number(low: int, high: int) -> dict[str, object]:
    return {"type": "integer", "minimum": low, "maximum": high}


TEXT = {"type": "string"}
PAGES: dict[str, dict[str, object]] = {
    "saves": {"delete_save": action("Delete a save", {"slot": one_of("slot one", "slot two")}, ["slot"])},
    "calls": {"delete_call": action("Delete a call", {"call": one_of("Rita", "Otto")}, ["call"])},
    "messages": {"erase_message": action("Erase a message", {"message": one_of("Rita", "Otto")}, ["message"])},
    "copies": {"delete_copy": action("Deletes a copy", {"copy": one_of("contract", "lease")}, ["copy"])},
    "orders": {"cancel_order": action("Cancel an order", {"order": one_of("pizza", "Order 80")}, ["order"])},
    "posts": {"delete_post": action("Delete a post", {"post": one_of("recipe", "diary")}, ["post"])},
    "comments": {"remove_comment": action("Remove a comment", {"comment": one_of("Anna", "Bert")}, ["comment"])},
    "record": {"remove_record": action("Remove record"), "cancel_call": action("Cancel call")},
    "pumps": {"stop_infusion": action("Stop an infusion pump", {"pump": one_of("saline", "glucose")}, ["pump"])},
    "photos": {"delete_photo": action("Delete a photo", {"photo": one_of("sunset", "beach")}, ["photo"])},
    "prints": {"trash_print": action("Trash a print", {"print": one_of("poster", "flyer")}, ["print"])},
    "bookings": {"void_booking": action("Void a booking", {"booking": one_of("Graz", "Oslo")}, ["booking"])},
    "shop": {
        "refund_order": action("Refund an order", {"order": one_of("Order 1002", "Order 1003")}, ["order"]),
        "delete_product": action("Delete a product", {"product": one_of("teapot", "mug", "lamp")}, ["product"]),
        "show_orders": action("Show the orders"),
        "set_stock": action("Set the stock", {"pieces": number(0, 999)}, ["pieces"]),
    },
    "mail": {
        "empty_trash": action("Empty the trash"),
        "open_folder": action("Open a folder", {"folder": one_of("Drafts", "Inbox")}, ["folder"]),
    },
    "bank": {
        "send_money": action(
            "Send money", {"recipient": one_of("anna", "ben"), "amount": number(1, 1000)}, ["recipient", "amount"]
        )
    },
    "ward": {"administer_dose": action("Administer a dose", {"milligrams": number(1, 100)}, ["milligrams"])},
    "tours": {"delete_tour": action("Delete a tour", {"tour": one_of("first", "second", "Oslo")}, ["tour"])},
    "letters": {
        "send_letter": action(
            "Send a letter",
            {"to": one_of("Anna", "Paul"), "subject": TEXT, "text": TEXT},
            ["to", "subject", "text"],
        ),
        "add_chore": action("Add a chore", {"title": TEXT}, ["title"]),
    },
    "album": {
        "share_photo": action(
            "Share a photo with somebody",
            {"photo": one_of("sunset", "beach"), "recipient": TEXT},
            ["photo", "recipient"],
        ),
        "rename_album": action("Rename the album", {"title": TEXT}, ["title"]),
        "forward_letter": action(
            "Forward a letter", {"letter": one_of("lease", "bill"), "contact": TEXT}, ["letter", "contact"]
        ),
    },
}


async def said_to(page: str, lines: str, *, typed: bool = True) -> tuple[str, ActionCall | None]:
    """The last answer to some lines, and what was called by then."""
    talk, answer = Talk(registry(PAGES[page])), ""
    for line in lines.split(" | "):
        assert talk.call is None, line
        answer = await talk.say(line, typed=typed)
    return answer, talk.call


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


@pytest.mark.parametrize(
    ("page", "lines", "question"),
    [
        ("bank", "maybe send 50 to anna | yes, send 60 to Anna", "Do you mean send money: anna and 60?"),
        ("bank", "maybe send 50 to anna | yes, send 500", "Do you mean send money: anna and 500?"),
        ("bank", "maybe send 50 to anna | okay, send 5 to Anna", "Do you mean send money: anna and 5?"),
        ("bank", "maybe send 50 to anna | yes, send 50 to Ben", "Do you mean send money: ben and 50?"),
        ("bank", "maybe send 50 to anna | yes, sixty", "Do you mean send money: anna and 60?"),
        ("bank", "maybe send 50 to anna | no, 60", "Do you mean send money: anna and 60?"),
        ("bank", "maybe send 50 to anna | no, Ben", "Do you mean send money: ben and 50?"),
        ("ward", "maybe administer 5 milligrams | yes, administer 10 milligrams", "Do you mean administer dose: 10?"),
        ("shop", "maybe delete the teapot | yes, delete the mug", "Do you mean delete product: mug?"),
    ],
)
async def test_a_yes_to_another_value_is_asked_about_with_that(page: str, lines: str, question: str) -> None:
    assert await said_to(page, lines) == (question, None)


@pytest.mark.parametrize(
    ("lines", "amount"),
    [
        ("maybe send 50 to anna | yes", 50),
        ("maybe send 50 to anna | yes, send 50 to Anna", 50),
        ("maybe send 50 to anna | yes, send fifty", 50),
        ("maybe send 50 to anna | no, 60 | yes", 60),
    ],
)
async def test_a_yes_to_the_same_value_is_one(lines: str, amount: int) -> None:
    assert (await said_to("bank", lines))[1] == ActionCall("send_money", {"recipient": "anna", "amount": amount})


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


async def test_a_yes_to_a_question_that_was_dropped_is_told_so() -> None:
    dropped = "maybe delete the teapot | blah blub | blib | yes"
    assert (await said_to("shop", dropped))[0].startswith("That question is over. ")
    assert (await said_to("shop", "yes"))[0].startswith("I have not asked anything. ")


@pytest.mark.parametrize("moment", ["just a second", "one second", "wait a second", "give me a second"])
async def test_a_moment_is_not_the_second(moment: str) -> None:
    assert await said_to("tours", f"delete a tour | {moment}") == ("Take your time.", None)


LATE_S, SOON_S = 75.0, 20.0


@pytest.mark.parametrize(
    ("page", "opening", "answer", "question"),
    [
        ("shop", "maybe delete the teapot", "yes", "Do you still mean delete product: teapot?"),
        ("shop", "delete a product", "mug", "Do you still mean delete product: mug?"),
        ("bank", "send money to Ben", "50", "Do you still mean send money: ben and 50?"),
        ("tours", "delete a tour", "Oslo", "Do you still mean delete tour: oslo?"),
    ],
)
async def test_after_a_while_a_grave_question_is_asked_again(
    page: str, opening: str, answer: str, question: str
) -> None:
    talk = Talk(registry(PAGES[page]))
    await talk.say(opening)
    assert await talk.say(answer, after_s=LATE_S) == question
    assert talk.call is None
    await talk.say("yes", after_s=SOON_S)
    assert talk.call is not None
    assert (await talk.ends(ActionOutcome("success"))).startswith("Done")


async def test_in_time_or_where_nobody_knows_or_for_what_takes_nothing_a_late_answer_counts() -> None:
    for after_s in (None, SOON_S):
        talk = Talk(registry(PAGES["shop"]))
        await talk.say("maybe delete the teapot")
        await talk.say("yes", after_s=after_s)
        assert talk.call == ActionCall("delete_product", {"product": "teapot"})
    talk = Talk(registry(PAGES["shop"]))
    await talk.say("set the stock")
    await talk.say("twenty", after_s=LATE_S)
    assert talk.call == ActionCall("set_stock", {"pieces": 20})


ASKS = "The page asks: All will be lost. You can say yes for Wipe it, or no for Leave it as it is."
CONFIRMS = {"yes": action("Confirms what the page asks"), "no": action("Goes back")}


@pytest.mark.parametrize(
    ("extra", "said", "called"),
    [
        ({}, "yes, wipe it", "yes"),
        ({}, "wipe it", "yes"),
        ({}, "no, leave it as it is", "no"),
        ({}, "yes, wipe the table", None),
        ({}, "no, wipe it", None),
        ({"press_erase_all": action("Press Erase all")}, "yes, erase all", "press_erase_all"),
        ({"press_leave": action("Press Leave it as it is")}, "yes, leave it as it is", None),
    ],
)
async def test_a_button_that_only_the_narration_names_is_pressed_by_a_yes_and_its_name(
    extra: dict[str, object], said: str, called: str | None
) -> None:
    talk = Talk(registry({**CONFIRMS, **extra}), ASKS)
    talk.was_told(ASKS)
    await talk.say(said)
    assert (talk.call and talk.call.action_id) == called
