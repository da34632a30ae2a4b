"""What is hard to take back is done only where it was heard word for word."""

import pytest

from antiphon.domain.actions import ActionCall, ActionOutcome
from support.brain_talk import Talk, registry
from unit.brain.conftest import action

PAGE = registry(
    {
        "delete_marina": {"description": "Delete Marina"},
        "call_johann": {"description": "Call Johann"},
        "delete_berlin_office": {"description": "Delete the Berlin office"},
        "press_delete_grobnik": {"description": "Press Delete Grobnik"},
        "open_grobnik": {"description": "Open Grobnik"},
        "subscribe": {"description": "Subscribe"},
        "unsubscribe": {"description": "Unsubscribe"},
    }
)


@pytest.mark.parametrize(
    "said",
    [
        "Delete Martina.",
        "Delete Marian.",
        "Delete Marine.",
        "Call Johanna.",
        "Delete Bernin office.",
        "Press delete grobnick.",
    ],
)
async def test_a_name_that_is_only_like_it_is_asked_about(said: str) -> None:
    talk = Talk(PAGE)
    assert (await talk.say(said)).startswith("Do you mean")
    assert talk.call is None
    await talk.say("Yes.")
    assert talk.call


@pytest.mark.parametrize(
    ("said", "action"),
    [("Delete Marina.", "delete_marina"), ("Call Johann.", "call_johann"), ("Open grobnick.", "open_grobnik")],
)
async def test_the_name_itself_and_what_is_easily_taken_back_are_done(said: str, action: str) -> None:
    talk = Talk(PAGE)
    await talk.say(said)
    assert talk.call
    assert talk.call.action_id == action


@pytest.mark.parametrize("said", ["And subscribe.", "Press and subscribe."])
async def test_an_un_that_was_misheard_is_asked_about(said: str) -> None:
    talk = Talk(PAGE)
    assert await talk.say(said) == "Do you mean subscribe or unsubscribe?"
    assert talk.call is None


@pytest.mark.parametrize("said", ["Subscribe.", "Unsubscribe."])
async def test_each_of_two_opposites_that_was_heard_is_done(said: str) -> None:
    talk = Talk(PAGE)
    await talk.say(said)
    assert talk.call
    assert talk.call.action_id == said.lower().rstrip(".")


ITEM = {"item": {"enum": ["green tea", "black tea"]}}
EMPTYING = {
    "remove_from_cart": action("Remove an item from the cart", ITEM, ["item"]),
    "empty_cart": action("Empty the cart", confirm=True),
    "empty_trash": action("Empty the trash"),
    "clear_list": action("Clear the list"),
}


@pytest.mark.parametrize("said", ["Clear the cart.", "Clear my cart.", "Please clear the cart", "Empty the cart."])
async def test_to_clear_what_can_be_emptied_is_to_empty_it(said: str) -> None:
    talk = Talk(registry(EMPTYING))
    await talk.say(said)
    assert talk.call == ActionCall("empty_cart", {})


@pytest.mark.parametrize(
    ("said", "question", "called"),
    [
        ("Clear the trash.", "Do you mean empty trash?", "empty_trash"),
        ("Empty the list.", "Do you mean clear list?", "clear_list"),
    ],
)
async def test_what_asks_nothing_before_it_runs_is_not_emptied_by_another_word(
    said: str, question: str, called: str
) -> None:
    talk = Talk(registry(EMPTYING))
    assert await talk.say(said) == question
    assert talk.call is None
    await talk.say("Yes.")
    assert talk.call == ActionCall(called, {})


async def test_one_thing_is_still_cleared_out_of_what_holds_it() -> None:
    talk = Talk(registry(EMPTYING))
    await talk.say("Clear the green tea from the cart.")
    assert talk.call == ActionCall("remove_from_cart", {"item": "green tea"})


BUTTONS = {
    "press_format_disk": action("Press Format disk"),
    "press_wipe_disk": action("Press Wipe disk"),
    "press_ring_the_bell": action("Press Ring the bell"),
}


async def test_a_button_is_asked_about_by_what_stands_on_it() -> None:
    talk = Talk(registry(BUTTONS))
    assert await talk.say("Format disk.") == "Do you mean “Format disk”?"
    await talk.say("Yes.")
    assert talk.call == ActionCall("press_format_disk", {})
    assert await talk.ends(ActionOutcome("success")) == "Done: “Format disk”."
    assert await Talk(registry(BUTTONS)).say("Press the disk.") == "Do you mean “Format disk” or “Wipe disk”?"


@pytest.mark.parametrize(
    ("entries", "said", "question"),
    [
        ({"delete_note": action("Delete the note")}, "delete notes", "Do you mean delete note?"),
        ({"delete_notes": action("Delete the notes")}, "delete the note", "Do you mean delete notes?"),
        ({"clear_monday": action("Clear Monday")}, "clear Mondays", "Do you mean clear monday?"),
        ({"clear_monday": action("Clear Monday")}, "“clear Monday”", "Do you mean clear monday?"),
        ({"clear_monday": action("Clear Monday")}, "Tom, clear Monday", "Do you mean clear monday?"),
        ({"clear_monday": action("Clear Monday")}, "clear Monday for now", "Do you mean clear monday?"),
    ],
)
async def test_another_form_a_quote_or_an_order_to_somebody_else_is_asked_about(
    entries: object, said: str, question: str
) -> None:
    assert isinstance(entries, dict)
    talk = Talk(registry(entries))
    assert await talk.say(said) == question
    assert talk.call is None


async def test_an_order_where_a_text_is_wanted_is_asked_about_and_a_harmless_one_obeyed() -> None:
    note = {"send_note": action("Send a note", {"text": {"type": "string"}}, ["text"])}
    page = {**note, "clear_monday": action("Clear Monday"), "open_cart": action("Open the cart")}
    talk = Talk(registry(page))
    await talk.say("send a note")
    assert await talk.say("clear Monday") == "Do you mean clear monday?"
    assert talk.call is None
    await talk.say("send a note")
    await talk.say("open the cart")
    assert talk.call == ActionCall("open_cart", {})
