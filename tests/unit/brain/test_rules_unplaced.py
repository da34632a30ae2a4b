"""Words that the brain cannot place are not left out of an answer, nor taken for the rest of a name."""

import pytest

from antiphon.domain.actions import ActionCall, ActionOutcome

from .conftest import Talk, action, registry

CLASSES = {"enum": ["boxing", "laptop course"]}
GYM: dict[str, object] = {
    "open_page": action("Open a page", {"page": {"enum": ["timetable", "prices"]}}, ["page"]),
    "set_volume": action("Set the volume", {"level": {"type": "integer", "maximum": 100}}, ["level"]),
    "book_class": action("Book a class", {"class": CLASSES}, ["class"]),
    "remove_member": action("Remove a member", {"member": {"enum": ["Ann", "Ben Cook"]}}, ["member"]),
    "choose_seat": action(
        "Choose a seat", {"row": {"type": "integer", "maximum": 30}, "seat": {"type": "integer"}}, ["row", "seat"]
    ),
}


@pytest.mark.parametrize(
    ("order", "answer", "question", "called"),
    [
        ("open a page", "prices at boxing", "Do you mean open page: prices?", "open_page"),
        ("open a page", "prices tomorrow", "Do you mean open page: prices?", "open_page"),
        ("set the volume", "ten at boxing", "Do you mean set volume: 10?", "set_volume"),
        ("set the volume", "ten monkeys", "Do you mean set volume: 10?", "set_volume"),
        ("book a class", "at boxing", "Do you mean book class: boxing?", "book_class"),
        ("remove a member", "in Ann", "Do you mean remove member: ann?", "remove_member"),
    ],
)
async def test_an_answer_with_words_that_mean_nothing_here_is_asked_about(
    order: str, answer: str, question: str, called: str
) -> None:
    talk = Talk(registry(GYM))
    await talk.say(order)
    assert await talk.say(answer) == question
    assert talk.call is None
    await talk.say("yes")
    assert talk.call is not None
    assert talk.call.action_id == called


async def test_an_answer_to_the_first_of_several_questions_is_wanted_again() -> None:
    talk = Talk(registry(GYM))
    assert (await talk.say("choose a seat")).startswith("Which row?")
    assert (await talk.say("twelve tomorrow")).startswith("I did not get that. Which row?")
    assert (await talk.say("twelve")).startswith("Which seat?")


async def test_a_correction_with_such_words_is_asked_about_too() -> None:
    talk = Talk(registry(GYM))
    for order in ("set the volume to ten", "set the volume"):
        await talk.say(order)
        if talk.call:
            await talk.ends(ActionOutcome("success"))
        assert await talk.say("no, I meant seven monkeys") == "Do you mean set volume: 7?"
        assert talk.call is None


@pytest.mark.parametrize("answer", ["prices", "the prices page", "um, prices please", "the second one", "go to prices"])
async def test_a_plain_answer_is_still_carried_out(answer: str) -> None:
    talk = Talk(registry(GYM))
    await talk.say("open a page")
    await talk.say(answer)
    assert talk.call == ActionCall("open_page", {"page": "prices"})


@pytest.mark.parametrize(
    ("called", "description", "said", "question"),
    [
        ("delete_shopping_list", "Delete the shopping list", "delete the list", "Do you mean delete shopping list?"),
        ("delete_wish_list", "Delete the wish list", "delete the list", "Do you mean delete wish list?"),
        ("delete_wish_list", "Delete the wish list", "delete the wish", "Do you mean delete wish list?"),
        ("cancel_menu_order", "Cancel the menu order", "cancel the order", "Do you mean cancel menu order?"),
        (
            "press_delete_account_data",
            "Press Delete account data",
            "delete the data",
            "Do you mean “Delete account data”?",
        ),
    ],
)
async def test_a_part_of_a_name_is_asked_about_with_all_of_it(
    called: str, description: str, said: str, question: str
) -> None:
    talk = Talk(registry({called: action(description), "open_cart": action("Open the cart")}))
    assert await talk.say(said) == question
    assert talk.call is None
    await talk.say("yes")
    assert talk.call == ActionCall(called, {})
