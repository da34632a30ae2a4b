"""A dialog of the page that asks: its actions `yes` and `no` are answers."""

from typing import Any

import pytest

from antiphon.domain.actions import ActionCall, ActionOutcome
from antiphon.domain.context import PageContext
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
    "text",
    [
        "Yet.",
        "Guess.",
        "Nose.",
        "I know.",
        "The weather in Graz",
        "What is yes?",
        "Press the yes sign",
        "Yes?",
        "Okay?",
    ],
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


FILES = {"press_delete_everything": action("Press Delete everything"), "press_ring": action("Press Ring the bell")}
DIALOG = {
    "yes": action("Yes. Presses “Delete”"),
    "no": action("No. Presses “Keep them”"),
    "press_delete": action("Press Delete"),
    "press_keep_them": action("Press Keep them"),
}
ASKED = "The page asks: Delete all files? It cannot be undone. You can say yes for Delete, or no for Keep them."


async def opened(order: str = "Delete everything.", entries: dict[str, Any] | None = None) -> Talk:
    """The order has opened the dialog, and the page has told what that asks."""
    talk = Talk(registry(FILES))
    await talk.say(order)
    assert talk.call == ActionCall("press_delete_everything", {})
    talk.page = PageContext(f"The page is “Files”. {ASKED} 12 files.", None, registry(entries or DIALOG), 2)
    assert await talk.ends(ActionOutcome("success", ASKED)) == ASKED
    return talk


@pytest.mark.parametrize("cut", [False, True])
@pytest.mark.parametrize(
    "said",
    ["Delete everything.", "Delete all.", "Delete the files.", "Erase it.", "Remove.", "Delete them now or never",
     "No, I meant delete everything.", "Press delete everything.", "Can you delete all of them?"],
)  # fmt: skip
async def test_other_words_than_its_name_press_no_button_that_answers_the_page(said: str, cut: bool) -> None:
    talk = await opened()
    if cut:
        talk.was_cut_to("The page asks: Delete all")
    answer = await talk.say(said)
    assert talk.call is None
    assert answer.endswith(ASKED)
    await talk.say("Yes.")
    assert talk.call == ActionCall("yes", {})


@pytest.mark.parametrize("said", ["Delete.", "Delete it.", "Yes, delete.", "Press delete.", "Please click delete."])
async def test_its_name_as_the_whole_answer_does(said: str) -> None:
    talk = await opened()
    await talk.say(said)
    assert talk.call
    assert talk.call.action_id in {"yes", "press_delete"}


async def test_the_order_once_more_over_the_question_is_no_answer_be_it_the_name_of_a_button() -> None:
    talk = Talk(registry({"press_delete": action("Press Delete")}))
    await talk.say("Delete.")
    talk.page = PageContext(ASKED, None, registry(DIALOG), 2)
    await talk.ends(ActionOutcome("success", ASKED))
    talk.was_cut_to("The page asks:")
    assert await talk.say("Delete.") == ASKED
    assert talk.call is None
    await talk.say("Delete.")
    assert talk.call == ActionCall("yes", {})


async def opened_by_its_own_name(*, asked_first: bool = False) -> Talk:
    """A dialog whose button is called as what has opened it."""
    talk = Talk(registry({"press_delete_account": action("Press Delete account")}))
    await talk.say("Maybe delete account" if asked_first else "Delete account.")
    if asked_first:
        await talk.say("Yes.")
    assert talk.call == ActionCall("press_delete_account", {})
    entries = dialog_of("Delete account", "Keep it")
    question = "The page asks: Delete your account? You can say yes for Delete account, or no for Keep it."
    talk.page = PageContext(question, None, registry(entries), 2)
    assert await talk.ends(ActionOutcome("success", question)) == question
    return talk


@pytest.mark.parametrize("asked_first", [False, True])
@pytest.mark.parametrize("heard", ["The page asks: Delete your account?", ""])
async def test_who_has_heard_the_question_presses_the_button_by_its_name(heard: str, asked_first: bool) -> None:
    talk = await opened_by_its_own_name(asked_first=asked_first)
    if heard:
        talk.was_cut_to(heard)
    await talk.say("Delete account.")
    assert talk.call == ActionCall("yes", {})


@pytest.mark.parametrize("asked_first", [False, True])
async def test_who_has_not_heard_it_does_not_however_often_the_order_is_said(asked_first: bool) -> None:
    talk = await opened_by_its_own_name(asked_first=asked_first)
    for _ in range(3):
        talk.was_cut_to("The page asks: Delete your")
        assert (await talk.say("Delete account.")).startswith("The page asks: Delete your account?")
        assert talk.call is None
    await talk.say("Delete account.")
    assert talk.call == ActionCall("yes", {})


@pytest.mark.parametrize(("read", "pressed"), [("The page asks: Delete your account? You can", "yes"), ("The", None)])
async def test_who_types_has_read_the_question(read: str, pressed: str | None) -> None:
    talk = await opened_by_its_own_name()
    await talk.types("Delete account", read=read)
    assert (talk.call and talk.call.action_id) == pressed


async def test_what_was_ordered_along_with_the_order_is_no_answer_either() -> None:
    talk = Talk(registry(FILES))
    await talk.say("Press delete everything and press delete.")
    assert talk.call == ActionCall("press_delete_everything", {})
    talk.page = PageContext(ASKED, None, registry(DIALOG), 2)
    assert await talk.ends(ActionOutcome("success", ASKED)) == ASKED
    assert talk.call is None


async def test_every_button_that_is_hard_to_take_back_must_be_named_while_the_page_asks() -> None:
    entries = DIALOG | {
        "press_send_report": action("Press Send report"),
        "press_show_details": action("Press Show details"),
    }
    for said, called in (
        ("Send the bug report.", None),
        ("Send report.", "press_send_report"),
        ("Show me the details.", "press_show_details"),
    ):
        talk = await opened(entries=entries)
        await talk.say(said)
        assert (talk.call and talk.call.action_id) == called


async def test_what_is_not_understood_while_the_page_asks_gets_the_question_again() -> None:
    talk = await opened()
    assert await talk.say("The weather in Graz") == f"I did not understand that. {ASKED}"


async def test_a_page_that_tells_no_question_is_asked_about_by_its_answers() -> None:
    talk = Talk(registry(DIALOG))
    expected = "The page wants an answer first. You can say yes for Delete, or no for Keep them."
    assert await talk.say("Delete everything.") == expected
    assert talk.call is None


async def test_a_no_to_a_question_that_wants_nothing_is_taken_as_such() -> None:
    talk = Talk(registry(REST))
    assert (await talk.say("Hello.")).endswith("?")
    assert await talk.say("No.") == "All right."
    assert (await talk.say("No.")).startswith("I have not asked anything.")


def dialog_of(yes: str, no: str) -> dict[str, Any]:
    named = {f"press_{name.lower().replace(' ', '_')}": action(f"Press {name}") for name in (yes, no)}
    return {"yes": action(f"Yes. Presses “{yes}”"), "no": action(f"No. Presses “{no}”"), **named}


@pytest.mark.parametrize(
    ("yes", "no", "text", "pressed"),
    [
        ("Cancel hold", "Keep hold", "Yes.", "yes"),
        ("Cancel hold", "Keep hold", "Yes, cancel it.", "yes"),
        ("Cancel hold", "Keep hold", "No.", "no"),
        ("Cancel hold", "Keep hold", "Don't cancel it.", "no"),
        ("Cancel hold", "Keep hold", "Never mind.", "no"),
        ("Cancel appointment", "Back", "Back.", "no"),
        ("Close anyway", "Cancel", "Cancel.", "no"),
        ("Stop upload", "Continue", "Don't stop it.", "no"),
        ("Cancel plan", "Cancel", "No.", "no"),
        ("Cancel plan", "Cancel", "Yes.", "yes"),
        ("Cancel plan", "Cancel", "No, cancel.", "no"),
        ("Cancel plan", "Cancel", "Yes, cancel it.", "yes"),
        ("Cancel plan", "Cancel", "Don't cancel it.", "no"),
        ("Cancel plan", "Cancel", "Never mind.", "no"),
        ("Cancel plan", "Cancel", "Cancel plan.", "yes"),
        ("Cancel plan", "Cancel", "Press cancel.", "press_cancel"),
        ("Cancel order", "Keep", "No.", "no"),
        ("Close account", "Close", "No, thanks.", "no"),
        # Whether this is a yes or a no, nobody knows.
        ("Cancel plan", "Cancel", "Cancel.", None),
        ("Cancel subscription", "Cancel", "Cancel it.", None),
        ("Cancel subscription", "Cancel", "Please cancel.", None),
        ("Cancel hold", "Keep hold", "Cancel.", None),
        ("Cancel appointment", "Back", "Cancel it.", None),
        ("Stop upload", "Continue", "Stop.", None),
    ],
)
async def test_the_verb_of_the_yes_is_no_refusal(yes: str, no: str, text: str, pressed: str | None) -> None:
    talk = Talk(registry(dialog_of(yes, no)))
    answer = await talk.say(text)
    assert (talk.call and talk.call.action_id) == pressed
    assert pressed or answer == f"The page wants an answer first. You can say yes for {yes}, or no for {no}."


@pytest.mark.parametrize("text", ["Cancel.", "Cancel it.", "No.", "Yes.", "Don't cancel.", "Never mind."])
async def test_where_no_button_is_the_yes_what_may_be_either_gets_the_question_again(text: str) -> None:
    asked = "The page asks: Cancel plan? You can say Cancel, Cancel plan, or Change plan."
    names = ("Cancel", "Cancel plan", "Change plan")
    talk = Talk(registry({f"press_{one.lower().replace(' ', '_')}": action(f"Press {one}") for one in names}), asked)
    assert await talk.say(text) == asked
    assert talk.call is None
    await talk.say("Cancel plan.")
    assert talk.call == ActionCall("press_cancel_plan", {})


FORM = {
    "no": action("No. Presses “Cancel”"),
    "press_delete_product": action("Press Delete product"),
    "press_cancel": action("Press Cancel"),
}


@pytest.mark.parametrize("text", ["Cancel.", "No.", "Never mind."])
async def test_a_form_is_left_by_a_no(text: str) -> None:
    call = await call_on(FORM, text)
    assert call
    assert call.action_id in {"no", "press_cancel"}


async def test_a_form_that_can_be_left_by_a_no_asks_nothing() -> None:
    talk = Talk(registry(FORM))
    assert "wants an answer" not in await talk.say("The weather in Graz")
    assert "wants an answer" not in await talk.say("Delete the product.")


SAVING = "The page asks: Do you want to save your changes? You can say Save, Don't save, or Cancel."


@pytest.mark.parametrize(
    ("text", "pressed"),
    [("Save.", "save"), ("Cancel.", "cancel"), ("Don't save.", "press_dont_save"), ("Yes.", None), ("No.", None)],
)
async def test_where_each_button_is_to_be_named_a_mere_yes_gets_the_question_again(
    text: str, pressed: str | None
) -> None:
    entries = {"save": action("Save"), "press_dont_save": action("Press Don't save"), "cancel": action("Cancel")}
    talk = Talk(registry(entries), narration=SAVING)
    answer = await talk.say(text)
    assert (talk.call and talk.call.action_id) == pressed
    assert pressed or answer == SAVING
