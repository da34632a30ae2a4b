"""What a stranger tried on pages of their own: the wrong verb, a yes to another number, words that were taken back."""

import pytest

from antiphon.domain.actions import ActionCall

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
    "album": {
        "share_photo": action(
            "Share a photo with somebody",
            {"photo": one_of("sunset", "beach"), "recipient": TEXT},
            ["photo", "recipient"],
        ),
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
        ("share the sunset photo | Paul", ActionCall("share_photo", {"photo": "sunset", "recipient": "Paul"})),
        ("share the sunset photo | with Paul", ActionCall("share_photo", {"photo": "sunset", "recipient": "Paul"})),
    ],
)
async def test_a_name_is_one(lines: str, called: ActionCall) -> None:
    assert (await said_to("album", lines))[1] == called
