"""A dialog of the page that asks: its actions `yes` and `no` are answers."""

from typing import Any

import pytest

from antiphon.domain.actions import ActionCall, ActionOutcome
from unit.brain.conftest import Talk, action, call_on, registry

ASKING = {
    "yes": action("Yes. Presses “Delete”"),
    "no": action("No. Presses “Cancel”"),
    "delete": action("Delete"),
    "cancel": action("Cancel"),
}
REST: dict[str, Any] = {"open_settings": action("Open Settings"), "choose_express": action("Choose Express")}


@pytest.mark.parametrize("text", ["Yes.", "Yes, please.", "Yeah", "Okay."])
async def test_a_yes_as_said_is_the_pages(text: str) -> None:
    assert await call_on(ASKING, text) == ActionCall("yes", {})


@pytest.mark.parametrize("text", ["No.", "No, thanks.", "Never mind."])
async def test_a_no_as_said_is_the_pages(text: str) -> None:
    assert await call_on(ASKING, text) == ActionCall("no", {})


async def test_its_buttons_are_asked_for_by_their_names_too() -> None:
    assert await call_on(ASKING, "Cancel.") == ActionCall("cancel", {})
    assert await call_on(ASKING, "Delete.") == ActionCall("delete", {})


@pytest.mark.parametrize(
    "text", ["Yet.", "Guess.", "Nose.", "I know.", "The weather in Graz", "What is yes?", "Press the yes sign"]
)
async def test_what_is_near_an_answer_or_sounds_like_it_is_none(text: str) -> None:
    call = await call_on({**ASKING, **REST}, text)
    assert call is None or call.action_id not in {"yes", "no"}


LEAVING = {
    "yes": action("Yes. Presses “Wipe it”"),
    "no": action("No. Presses “Leave it as it is”"),
    "press_wipe_it": action("Press Wipe it"),
    "press_leave_it_as_it_is": action("Press Leave it as it is"),
    "press_three_more_days": action("Press Three more days"),
}


@pytest.mark.parametrize(
    ("text", "pressed"),
    [
        ("Wipe it.", "yes"),
        ("Yes, wipe it.", "yes"),
        ("Leave it as it is.", "no"),
        ("No, leave it as it is, please.", "no"),
        ("Three more days", "press_three_more_days"),
        ("Sure thing.", "yes"),
        ("Stop.", "no"),
        ("I would rather not.", "no"),
        ("Cancel it.", "no"),
    ],
)
async def test_a_button_of_the_dialog_is_pressed_by_its_name_alone(text: str, pressed: str) -> None:
    assert await call_on(LEAVING, text) == ActionCall(pressed, {})


@pytest.mark.parametrize("text", ["Don't delete it.", "No, don't delete it.", "Please do not delete."])
async def test_who_refuses_what_the_page_asks_has_said_no(text: str) -> None:
    assert await call_on(ASKING, text) == ActionCall("no", {})


@pytest.mark.parametrize("text", ["Wipe the table.", "No, wipe it.", "Wipe it or leave it?", "Three days", "Wide it"])
async def test_less_or_more_than_the_name_of_a_button_presses_none(text: str) -> None:
    call = await call_on(LEAVING, text)
    assert call is None or call.action_id == "no"


async def test_a_page_that_has_asked_nothing_gets_no_answer() -> None:
    assert await call_on(REST, "Yes.") is None
    assert await call_on(REST, "No.") is None


async def test_an_action_of_that_name_that_wants_values_is_no_answer() -> None:
    assert await call_on({"yes": action("Yes", {"which": {"type": "string"}}, ["which"])}, "Yes.") is None


async def test_what_the_page_asks_is_said_and_then_what_came_of_the_answer() -> None:
    talk = Talk(registry(ASKING))
    await talk.say("Delete.")
    question = "The page asks: Delete the room? You can say yes for Delete, or no for Cancel."
    assert await talk.ends(ActionOutcome("success", question)) == question
    await talk.say("Yes.")
    assert talk.call == ActionCall("yes", {})
    assert await talk.ends(ActionOutcome("success", "Room 4 is gone.")) == "Room 4 is gone."
