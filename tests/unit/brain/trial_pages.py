"""Pages of a stranger, and what was said to them."""

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
