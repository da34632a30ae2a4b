"""A dialog that the page opens by itself: a mere yes answers it once it has been told, and not before."""

from typing import Any

import pytest

from antiphon.domain.actions import ActionCall, ActionOutcome
from antiphon.domain.context import PageContext
from antiphon.domain.conversation import AssistantSaid

from .conftest import Talk, action, registry

FEEDING = {"press_feed": action("Press Feed", {"which": {"enum": ["Nero", "Mango"]}}, ["which"])}
CALLING = {
    "yes": action("Yes. Presses “Call back”"),
    "no": action("No. Presses “Later”"),
    "call_back": action("Call back"),
    "press_later": action("Press Later"),
}
ASKED = "The page asks: Call Doctor Haas back? She has called twice. You can say yes for Call back, or no for Later."
NAMED = {"press_sign_out": action("Press Sign out"), "press_stay_signed_in": action("Press Stay signed in")}
NAMED_ASKED = "The page asks: Stay signed in? You can say Sign out, or Stay signed in."
DONE = {"press_ok": action("Press OK"), "press_details": action("Press Details")}
FED = "Nero was fed."


async def fed(entries: dict[str, Any] | None = None, asked: str = ASKED) -> Talk:
    """Nero was fed, and told to be; then the page opens a dialog by itself."""
    talk = Talk(registry(FEEDING), "The page is “Vet”.")
    await talk.say("feed Nero", typed=True)
    assert talk.call == ActionCall("press_feed", {"which": "Nero"})
    assert await talk.ends(ActionOutcome("success", FED)) == FED
    opens(talk, entries or CALLING, asked)
    return talk


def opens(talk: Talk, entries: dict[str, Any], asked: str) -> None:
    talk.page = PageContext(f"The page is “Vet”. {asked} Three animals are waiting.", None, registry(entries), 2)


@pytest.mark.parametrize("typed", [False, True], ids=["spoken", "typed"])
@pytest.mark.parametrize("answer", ["yes", "Yes, please.", "okay"])
async def test_a_mere_yes_is_told_the_question_first(answer: str, typed: bool) -> None:
    talk = await fed()
    assert await talk.say(answer, typed=typed) == ASKED
    assert talk.call is None
    await talk.say(answer, typed=typed)
    assert talk.call == ActionCall("yes", {})


@pytest.mark.parametrize("typed", [False, True], ids=["spoken", "typed"])
@pytest.mark.parametrize("answer", ["no", "Stop."])
async def test_a_no_refuses_whatever_it_was_meant_for(answer: str, typed: bool) -> None:
    talk = await fed()
    await talk.say(answer, typed=typed)
    assert talk.call == ActionCall("no", {})


@pytest.mark.parametrize("typed", [False, True], ids=["spoken", "typed"])
@pytest.mark.parametrize("between", ["thank you", "hello", "is the practice open?"])
async def test_an_answer_to_something_else_tells_nothing_of_it(between: str, typed: bool) -> None:
    talk = await fed()
    said = await talk.say(between, typed=typed)
    assert "Doctor Haas" not in said
    assert await talk.say("yes", typed=typed) == ASKED
    assert talk.call is None


async def test_what_was_not_understood_has_told_it() -> None:
    talk = await fed()
    assert (await talk.say("turn the night light on")).endswith(ASKED)
    await talk.say("yes")
    assert talk.call == ActionCall("yes", {})


@pytest.mark.parametrize(
    ("said", "pressed"),
    [("Call back.", "yes"), ("Yes, call back.", "yes"), ("Later.", "no"), ("No, later", "no"), ("Don't call", "no")],
)
async def test_who_names_a_button_has_seen_it(said: str, pressed: str) -> None:
    talk = await fed()
    await talk.say(said)
    assert talk.call
    assert talk.call.action_id in {pressed, {"yes": "call_back", "no": "press_later"}[pressed]}


@pytest.mark.parametrize(("heard", "is_pressed"), [("The page asks: Call", False), (ASKED[:40], True), (ASKED, True)])
async def test_it_counts_as_told_once_its_question_was_heard(heard: str, is_pressed: bool) -> None:
    talk = await fed()
    await talk.say("turn the night light on")
    talk.was_cut_to(heard)
    answer = await talk.say("yes")
    assert (talk.call == ActionCall("yes", {})) is is_pressed
    assert is_pressed or answer == ASKED


@pytest.mark.parametrize(("read", "is_pressed"), [("The page", False), (ASKED, True)])
async def test_who_types_has_read_it(read: str, is_pressed: bool) -> None:
    talk = await fed()
    await talk.say("yes", typed=True)
    await talk.types("yes", read=read)
    assert (talk.call == ActionCall("yes", {})) is is_pressed


async def test_the_same_question_is_told_anew_once_it_was_answered() -> None:
    talk = await fed()
    await talk.say("no")
    assert talk.call == ActionCall("no", {})
    opens(talk, FEEDING, "")
    await talk.ends(ActionOutcome("success", "I pressed Later."))
    opens(talk, CALLING, ASKED)
    assert await talk.say("yes") == ASKED
    assert talk.call is None


async def test_another_question_than_the_one_that_was_told_is_told_too() -> None:
    talk = await fed()
    await talk.say("yes")
    other = "The page asks: Delete old records? You can say yes for Call back, or no for Later."
    opens(talk, CALLING, other)
    assert await talk.say("yes") == other
    assert talk.call is None


async def test_a_dialog_that_names_its_buttons_alone_is_told_too() -> None:
    talk = await fed(NAMED, NAMED_ASKED)
    assert await talk.say("no") == NAMED_ASKED
    assert talk.call is None


@pytest.mark.parametrize("said", ["okay", "ok"])
async def test_a_notice_is_told_before_an_okay_closes_it(said: str) -> None:
    told = "The page says: Dr. Haas has called. All records are safe. You can say Details, or OK."
    talk = await fed(DONE, told)
    assert await talk.say("Is Dr. Haas in?") != told
    assert await talk.say(said) == told
    assert talk.call is None
    await talk.say(said)
    assert talk.call == ActionCall("press_ok", {})


async def test_a_question_too_long_to_be_said_whole_is_told_once() -> None:
    long = (
        "The page asks: "
        + "Shall all "
        + "very " * 90
        + "old records go? You can say yes for Call back, or no for Later."
    )
    talk = await fed(asked=long)
    assert await talk.say("yes")
    await talk.say("yes")
    assert talk.call == ActionCall("yes", {})


async def test_what_is_not_wanted_is_no_answer_to_it_either() -> None:
    talk = await fed({**FEEDING, **CALLING})
    assert await talk.say("do not feed Nero") == ASKED
    assert talk.call is None


def announces(talk: Talk, text: str) -> None:
    talk.items.append(AssistantSaid("turn_announced", text))


@pytest.mark.parametrize("asked", [ASKED, ASKED.replace("Doctor", "Dr\u200c.\u00a0")])
async def test_an_announcement_has_told_it(asked: str) -> None:
    talk = await fed(asked=asked)
    announces(talk, asked)
    await talk.say("yes")
    assert talk.call == ActionCall("yes", {})


LEAVING = "The page asks: You are signed out in {}. Call back? You can say yes for Call back, or no for Later."
LATER = [
    (LEAVING, "60 seconds", "48 seconds", True),
    (LEAVING, "1 minute and 5 seconds", "59 s", True),
    (LEAVING, "1:05", "0:59", True),
    (LEAVING, "room 12", "room 13", False),
    ("The page asks: Delete {}? You can say yes for Call back, or no for Later.", "2 files", "200 files", False),
    ("The page asks: Book {}? You can say yes for Call back, or no for Later.", "30 minutes", "60 minutes", False),
]


@pytest.mark.parametrize(("question", "told", "asked", "is_same"), LATER)
async def test_it_is_the_same_while_the_time_that_is_left_runs_out(
    question: str, told: str, asked: str, is_same: bool
) -> None:
    talk = await fed(asked=question.format(told))
    announces(talk, question.format(told))
    opens(talk, CALLING, question.format(asked))
    await talk.say("yes")
    assert (talk.call == ActionCall("yes", {})) is is_same


async def test_what_an_order_has_opened_was_told_by_its_outcome() -> None:
    talk = Talk(registry({"press_close": action("Press Close practice")}))
    await talk.say("close practice", typed=True)
    opens(talk, CALLING, ASKED)
    assert await talk.ends(ActionOutcome("success", ASKED)) == ASKED
    await talk.say("yes")
    assert talk.call == ActionCall("yes", {})


@pytest.mark.parametrize("said", ["yes", "ok", "sure", "yes please"])
async def test_the_first_words_of_a_call_answer_nothing_that_was_not_told(said: str) -> None:
    talk = Talk(registry(CALLING), ASKED)
    told = await talk.say(said)
    assert talk.call is None
    assert told.startswith("The page asks: ")
    await talk.say(said)
    assert talk.call == ActionCall("yes", {})


async def test_the_first_words_of_a_call_may_refuse_or_name_a_button() -> None:
    for said, pressed in (("no", "no"), ("yes, call back", "yes")):
        talk = Talk(registry(CALLING), ASKED)
        await talk.say(said)
        assert talk.call == ActionCall(pressed, {})
