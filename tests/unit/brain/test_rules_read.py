"""Which questions an answer may be meant for: those that were heard, and for what is typed those that could be read."""

import pytest

from antiphon.domain.actions import ActionCall
from antiphon.domain.conversation import UserSaid

from .conftest import Talk, action, registry

PATIENTS = {"enum": ["Ann Bell", "Ben Cook"]}
CLINIC: dict[str, object] = {
    "cancel_appointment": action("Cancel an appointment", {"patient": PATIENTS}, ["patient"]),
    "open_patient": action("Open a patient", {"patient": PATIENTS}, ["patient"]),
}
CANCEL = ActionCall("cancel_appointment", {"patient": "Ben Cook"})
SURE = "Do you mean cancel appointment: ben cook?"


@pytest.mark.parametrize(
    ("order", "answer", "call"),
    [
        ("maybe cancel Ben Cook", "yes", CANCEL),
        ("cancel an appointment", "Ben Cook", CANCEL),
        ("open a patient", "the second one", ActionCall("open_patient", {"patient": "Ben Cook"})),
    ],
)
async def test_what_is_typed_answers_a_question_that_was_read_and_not_heard(
    order: str, answer: str, call: ActionCall
) -> None:
    talk = Talk(registry(CLINIC))
    question = await talk.say(order)
    await talk.types(answer, read=question)
    assert talk.call == call


async def test_what_is_spoken_does_not() -> None:
    talk = Talk(registry(CLINIC))
    question = await talk.say("maybe cancel Ben Cook")
    talk.items[-1:] = [UserSaid("turn_2", "yes", read=question)]
    await talk.reply()
    assert talk.call is None


@pytest.mark.parametrize("read", ["Do you mean ", "Do you mean cancel appointment: "])
async def test_a_yes_to_what_was_not_read_to_its_name_gets_the_question_again(read: str) -> None:
    talk = Talk(registry(CLINIC))
    await talk.say("maybe cancel Ben Cook")
    assert await talk.types("yes", read=read) == SURE
    assert talk.call is None
    await talk.say("yes", typed=True)
    assert talk.call == CANCEL


@pytest.mark.parametrize(("heard", "call"), [("Do you", None), ("Do you mean cancel appointment: ben", CANCEL)])
async def test_nor_is_a_spoken_yes_one_to_a_name_that_was_not_heard(heard: str, call: ActionCall | None) -> None:
    talk = Talk(registry(CLINIC))
    await talk.say("maybe cancel Ben Cook")
    talk.was_cut_to(heard)
    said = await talk.say("yes")
    assert (talk.call, said) == (call, "" if call else SURE)


@pytest.mark.parametrize("said", ["no", "never mind", "open Ann Bell", "hello"])
async def test_anything_else_is_not_held_to_a_question_that_was_hardly_heard(said: str) -> None:
    talk = Talk(registry(CLINIC))
    await talk.say("maybe cancel Ben Cook")
    talk.was_cut_to("Do you")
    assert await talk.say(said) != SURE
    await talk.say("yes")
    assert talk.call is None


async def test_a_yes_that_joins_the_order_it_came_too_soon_for_is_asked_about() -> None:
    talk = Talk(registry(CLINIC))
    assert await talk.say("cancel Ben Cook. Yes.") == SURE
    assert talk.call is None


@pytest.mark.parametrize(
    ("order", "word", "told"),
    [
        ("maybe cancel Ben Cook", "yes", SURE),
        ("maybe cancel Ben Cook", "ok", SURE),
        ("cancel an appointment", "yes please", "Which patient? You can say ann bell or ben cook."),
        ("maybe cancel Ben Cook", "no", "All right."),
        ("maybe cancel Ben Cook", "never mind", "All right."),
    ],
)
async def test_a_yes_that_crossed_a_question_of_which_nothing_was_read_gets_it_again(
    order: str, word: str, told: str
) -> None:
    talk = Talk(registry(CLINIC))
    await talk.say(order, typed=True)
    assert await talk.types(word, read="") == told
    assert talk.call is None
    await talk.say("yes", typed=True)
    assert talk.call == (CANCEL if told == SURE else None)


async def test_an_order_that_crossed_a_question_is_one() -> None:
    talk = Talk(registry(CLINIC))
    await talk.say("maybe cancel Ben Cook", typed=True)
    await talk.types("open patient Ann Bell", read="")
    assert talk.call == ActionCall("open_patient", {"patient": "Ann Bell"})
