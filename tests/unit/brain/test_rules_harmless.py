"""An open question is no trap: nothing that is hard to take back is done unless it was named, or agreed to."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from antiphon.domain.actions import ActionCall, ActionOutcome

from .conftest import Talk, action, registry

TASKS = ["Buy milk", "Call the plumber", "Order fresh towels", "Anna Keller", "Ben Okafor"]
NIGHTS = {"nights": {"type": "integer", "minimum": 1, "maximum": 30}}
PAGE: dict[str, Any] = {
    "delete": action("Delete an entry", {"which": {"enum": TASKS}}, ["which"]),
    "press_settings": action("Press the button Settings"),
    "set_nights": action("Set the number of nights", NIGHTS, ["nights"]),
    "press_save_the_booking": action("Press the button Save the booking"),
    "open_guests": action("Show the guests"),
}
BUTTONS: dict[str, Any] = {
    **{f"press_delete_{name.lower().replace(' ', '_')}": action(f"Press the button Delete {name}") for name in TASKS},
    "press_settings": action("Press the button Settings"),
}
WITHOUT_THE_OTHERS: dict[str, Any] = {"delete": PAGE["delete"]}
OTHER_PAGES: dict[str, tuple[dict[str, Any], str]] = {
    "mail": (
        {
            "delete_message": action(
                "Delete a message",
                {"from": {"enum": ["Ada Stone", "Open invoices", "Mark", "June News"]}},
                ["from"],
            ),
            "open_folder": action("Open a folder", {"folder": {"enum": ["inbox", "drafts", "sent"]}}, ["folder"]),
        },
        "delete the message",
    ),
    "bank": (
        {
            "cancel_order": action(
                "Cancel a standing order", {"order": {"enum": ["Rent", "Gym two", "Set of books", "Water"]}}, ["order"]
            ),
            "show_balance": action("Show the balance"),
        },
        "cancel the standing order",
    ),
    "files": (
        {
            "erase_file": action(
                "Erase a file", {"file": {"enum": ["notes", "Show reel", "photos", "to do", "May", "four"]}}, ["file"]
            ),
            "sort_files": action("Sort the files", {"by": {"enum": ["name", "date", "size"]}}, ["by"]),
        },
        "erase a file",
    ),
}
ABOUT_SOMETHING_ELSE = [
    "Open the settings.",
    "Set nights to four.",
    "Set nights to five.",
    "Save the booking.",
    "Show me the guests.",
    "Add buy bread to my list.",
    "What is the weather in Graz?",
    "What can I do here?",
    "No, I meant seven.",
    "never mind",
    "I would like four nights, please.",
    "Please order two pizzas.",
    "Call my mother.",
    "Make it four nights.",
    "Sort the files by date.",
    "How many guests are there?",
    "Turn the lights off.",
    "Write Anna a message.",
    "Scroll down.",
    "go to the second page",
    "take me to the inbox",
    "Mark it as done.",
    "Show me the photos.",
    "Open the invoices folder.",
    "Set the date to May the fourth.",
    "My name is Anna.",
    "it is four o'clock",
    "two nights and three guests",
    "um, uh",
    "thank you",
]


@pytest.mark.parametrize("page", [PAGE, BUTTONS, WITHOUT_THE_OTHERS], ids=["choice", "buttons", "alone"])
@pytest.mark.parametrize("utterance", ABOUT_SOMETHING_ELSE)
async def test_what_is_said_after_an_open_question_deletes_nothing(page: dict[str, Any], utterance: str) -> None:
    talk = Talk(registry(page))
    question = await talk.say("Delete.")
    assert question.endswith(("?", "."))
    assert talk.call is None
    again = await talk.say(utterance)
    assert talk.call is None or not _is_grave(talk.call), talk.call
    assert again != question


@pytest.mark.parametrize("name", OTHER_PAGES)
@pytest.mark.parametrize("utterance", ABOUT_SOMETHING_ELSE)
async def test_nor_on_other_pages(name: str, utterance: str) -> None:
    page, order = OTHER_PAGES[name]
    talk = Talk(registry(page))
    await talk.say(order)
    assert talk.call is None
    await talk.say(utterance)
    assert talk.call is None or not _is_grave(talk.call), talk.call


@pytest.mark.parametrize(
    ("answer", "which"),
    [
        ("Buy milk.", "Buy milk"),
        ("Call the plumber", "Call the plumber"),
        ("call plumber", "Call the plumber"),
        ("Order fresh towels, please.", "Order fresh towels"),
        ("um, Anna Keller", "Anna Keller"),
        ("Delete Ben Okafor.", "Ben Okafor"),
    ],
)
async def test_its_name_word_for_word_is_an_answer(answer: str, which: str) -> None:
    talk = Talk(registry(PAGE))
    await talk.say("Delete.")
    await talk.say(answer)
    assert talk.call == ActionCall("delete", {"which": which})


@pytest.mark.parametrize(
    "answer", ["Anna", "the second one", "number two", "the plumber", "Anna Kellar", "the last one"]
)
async def test_what_is_less_than_its_name_is_asked_about_and_a_yes_does_it(answer: str) -> None:
    talk = Talk(registry(PAGE))
    await talk.say("Delete.")
    asked = await talk.say(answer)
    assert talk.call is None
    assert asked.startswith("Do you mean delete: ")
    await talk.say("yes")
    assert talk.call is not None
    assert talk.call.parameters["which"].lower() in asked.lower()


@pytest.mark.parametrize(
    "answer", ["no", "never mind", "Open the settings.", "What can I do here?", "Set nights to four."]
)
async def test_what_is_no_yes_does_not(answer: str) -> None:
    talk = Talk(registry(PAGE))
    await talk.say("Delete Anna.")
    assert talk.call is None
    await talk.say(answer)
    assert talk.call is None or not _is_grave(talk.call)
    await talk.say("yes")
    assert talk.call is None or not _is_grave(talk.call), "the question was over"


@pytest.mark.parametrize(
    ("utterance", "call"),
    [
        ("Open the settings.", ActionCall("press_settings", {})),
        ("Set nights to four.", ActionCall("set_nights", {"nights": 4})),
        ("Save the booking.", ActionCall("press_save_the_booking", {})),
    ],
)
async def test_an_order_wins_over_an_open_question(utterance: str, call: ActionCall) -> None:
    talk = Talk(registry(PAGE))
    await talk.say("Delete.")
    await talk.say(utterance)
    assert talk.call == call


async def test_a_correction_is_of_the_last_order() -> None:
    talk = Talk(registry(PAGE))
    await talk.say("Set nights to eleven.")
    await talk.ends(ActionOutcome("success"))
    await talk.say("No, I meant seven.")
    assert talk.call == ActionCall("set_nights", {"nights": 7})


async def test_a_correction_is_an_answer_where_it_fits_the_question() -> None:
    talk = Talk(registry(PAGE))
    await talk.say("Set the nights.")
    await talk.say("no I meant seven")
    assert talk.call == ActionCall("set_nights", {"nights": 7})


async def test_no_question_is_asked_a_third_time() -> None:
    talk = Talk(registry(PAGE))
    replies = [await talk.say(text) for text in ("Delete.", "blue", "green", "red")]
    assert sum("Which one?" in reply or "You can say Buy milk" in reply for reply in replies) <= 2


WORDS = [*" ".join(TASKS + ABOUT_SOMETHING_ELSE).replace(".", "").replace("?", "").split(), "four", "second", "um"]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=6), st.sampled_from([PAGE, BUTTONS, WITHOUT_THE_OTHERS]))
async def test_whatever_follows_nothing_is_deleted_that_was_not_named(words: list[str], page: dict[str, Any]) -> None:
    talk = Talk(registry(page))
    await talk.say("Delete.")
    await talk.say(" ".join(words))
    if talk.call is not None and _is_grave(talk.call):
        wanted = str(talk.call.parameters.get("which") or talk.call.action_id.removeprefix("press_delete_"))
        named = [word for word in wanted.replace("_", " ").lower().split() if word != "the"]
        said = [word.lower().strip(",") for word in words]
        assert all(word in said for word in named), (words, talk.call)


def _is_grave(call: ActionCall) -> bool:
    return any(word in call.action_id for word in ("delete", "erase", "cancel"))


@pytest.mark.parametrize(
    ("page", "utterance"),
    [
        ({"empty_the_cart": action("Empty the cart")}, "Show the card."),
        ({"empty_the_cart": action("Empty the cart")}, "Empty the car."),
        ({"delete_account": action("Delete the account")}, "Open my account."),
        ({"delete_account": action("Delete the account")}, "delete it"),
        ({"log_out": action("Log out")}, "Look out."),
        ({"unsubscribe": action("Unsubscribe from the newsletter")}, "and subscribe"),
    ],
)
async def test_what_takes_no_value_needs_its_name_too(page: dict[str, Any], utterance: str) -> None:
    talk = Talk(registry(page))
    await talk.say(utterance)
    assert talk.call is None


@pytest.mark.parametrize(
    ("text", "typed", "wanted"),
    [
        ("set the volume to add", False, {"level": 80}),
        ("set the volume to add", True, None),
        ("set the volume to tent", False, None),
        ("set the volume to tent", True, None),
        ("set the um volume to uh forty", False, {"level": 40}),
    ],
)
async def test_a_word_that_sounds_like_a_number_is_one_only_where_it_was_heard(
    talk: Talk, text: str, typed: bool, wanted: Mapping[str, Any] | None
) -> None:
    await talk.say(text, typed=typed)
    assert (talk.call and talk.call.parameters) == wanted


async def test_a_hesitation_is_no_word_of_a_text(talk_to: Callable[..., Talk]) -> None:
    text = {"type": "string"}
    talk = talk_to({"add_task": action("Add a task", {"text": text}, ["text"])})
    await talk.say("add a task, um, call uh the plumber")
    assert talk.call is not None
    assert talk.call.parameters["text"] == "call the plumber"
