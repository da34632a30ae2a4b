"""What is hard to take back, ordered by another verb than its own, or with a `from` behind it."""

import pytest

from antiphon.domain.actions import ActionCall

from .conftest import Talk, action, registry

LISTS = {"list": {"enum": ["Guest list", "Programme"]}}
PETS = {"which": {"enum": ["Olive", "Rocket"]}}
PAGES = {
    "vet": {
        "clear_the_waiting_room": action("Clear the waiting room"),
        "press_remove": action("Press Remove", PETS, ["which"]),
        "search_patient": action("Search patient", {"text": {"type": "string"}}, ["text"]),
    },
    "press": {"press_clear_the_waiting_room": action("Press Clear the waiting room")},
    "hall": {"clear_programme": action("Clear the programme"), "clear_guest_list": action("Clear the guest list")},
    "lists": {"clear_list": action("Clear a list", LISTS, ["list"])},
    "bakery": {
        "remove_from_basket": action(
            "Remove a thing from the basket", {"item": {"enum": ["roll", "pretzel"]}}, ["item"]
        ),
        "clear_favourites": action("Clear the favourites"),
        "clear_log": action("Remove everything from the log"),
    },
    "bin": {"empty_trash": action("Empty the trash"), "delete_drafts": action("Delete the drafts")},
    "files": {"erase_file": action("Erase a file", {"file": {"enum": ["photos", "letters"]}}, ["file"])},
    "shop": {
        "place_order": action("Place the order"),
        "pay_in_cash": action("Pay in cash"),
        "sign_out": action("Sign out of the account"),
        "publish_page": action("Publish the page"),
        "close_account": action("Close the account"),
    },
}


async def said_to(page: str, line: str, *, typed: bool) -> tuple[str, ActionCall | None]:
    talk = Talk(registry(PAGES[page]))
    return await talk.say(line, typed=typed), talk.call


@pytest.mark.parametrize("typed", [False, True], ids=["spoken", "typed"])
@pytest.mark.parametrize(
    ("page", "line", "question"),
    [
        ("vet", "Remove from the waiting room", "clear the waiting room"),
        ("vet", "Delete from the waiting room", "clear the waiting room"),
        ("vet", "Erase in the waiting room", "clear the waiting room"),
        ("vet", "Please remove the waiting room", "clear the waiting room"),
        ("vet", "Remove all in the waiting room", "clear the waiting room"),
        ("vet", "Clear from the waiting room", "clear the waiting room"),
        ("vet", "Can you clear in the waiting room?", "clear the waiting room"),
        ("vet", "Discard the waiting room", "clear the waiting room"),
        ("press", "clear from the waiting room", "“Clear the waiting room”"),
        ("hall", "Remove from the programme", "clear programme"),
        ("hall", "Delete in the programme", "clear programme"),
        ("hall", "Remove from the guest list", "clear guest list"),
        ("hall", "Remove all in the guest list", "clear guest list"),
        ("hall", "Drop the guest list", "clear guest list"),
        ("lists", "Remove from the guest list", "clear list: guest list"),
        ("lists", "Remove the guest list", "clear list: guest list"),
        ("lists", "Clear from the programme", "clear list: programme"),
        ("bakery", "remove from the favourites", "clear favourites"),
        ("bakery", "delete from the favourites", "clear favourites"),
        ("bakery", "remove from the log", "clear log"),
        ("bin", "delete from the drafts", "delete drafts"),
        ("bin", "erase the drafts", "delete drafts"),
        ("files", "delete in photos", "erase file: photos"),
        ("shop", "post the page", "publish page"),
        ("shop", "shut the account", "close account"),
    ],
)
async def test_another_verb_or_a_from_behind_it_is_asked_about(
    page: str, line: str, question: str, typed: bool
) -> None:
    assert await said_to(page, line, typed=typed) == (f"Do you mean {question}?", None)


async def test_a_yes_to_that_does_it() -> None:
    talk = Talk(registry(PAGES["vet"]))
    await talk.say("Remove from the waiting room")
    await talk.say("yes")
    assert talk.call == ActionCall("clear_the_waiting_room", {})


async def test_a_from_is_remembered_until_what_it_is_done_to_was_named() -> None:
    talk = Talk(registry(PAGES["lists"]))
    assert (await talk.say("Remove from a list", typed=True)).startswith("Which list?")
    assert await talk.say("guest list", typed=True) == "Do you mean clear list: guest list?"
    assert talk.call is None


@pytest.mark.parametrize("typed", [False, True], ids=["spoken", "typed"])
@pytest.mark.parametrize(
    ("page", "line", "called"),
    [
        ("vet", "Clear the waiting room", ActionCall("clear_the_waiting_room", {})),
        ("vet", "Please clear the waiting room now", ActionCall("clear_the_waiting_room", {})),
        ("vet", "Press clear the waiting room", ActionCall("clear_the_waiting_room", {})),
        ("press", "Clear the waiting room", ActionCall("press_clear_the_waiting_room", {})),
        ("hall", "Can you clear the guest list, please?", ActionCall("clear_guest_list", {})),
        ("lists", "Clear the guest list", ActionCall("clear_list", {"list": "Guest list"})),
        ("bakery", "remove the roll from the basket", ActionCall("remove_from_basket", {"item": "roll"})),
        ("bakery", "delete from the basket the roll", ActionCall("remove_from_basket", {"item": "roll"})),
        ("bakery", "remove everything from the log", ActionCall("clear_log", {})),
        ("bin", "empty the trash", ActionCall("empty_trash", {})),
        ("files", "delete the file photos", ActionCall("erase_file", {"file": "photos"})),
        ("shop", "place the order", ActionCall("place_order", {})),
        ("shop", "pay in cash", ActionCall("pay_in_cash", {})),
        ("shop", "sign out of the account", ActionCall("sign_out", {})),
        ("shop", "log out of the account", ActionCall("sign_out", {})),
    ],
)
async def test_its_own_name_is_done(page: str, line: str, called: ActionCall, typed: bool) -> None:
    assert (await said_to(page, line, typed=typed))[1] == called
