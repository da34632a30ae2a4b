"""What a stranger answered to questions on pages of their own: another number, too late, to one that was dropped."""

import pytest

from antiphon.domain.actions import ActionCall, ActionOutcome

from .conftest import Talk, action, registry
from .trial_pages import PAGES, said_to


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


async def test_a_yes_to_a_question_that_was_dropped_is_told_so() -> None:
    dropped = "maybe delete the teapot | blah blub | blib | yes"
    assert (await said_to("shop", dropped))[0].startswith("That question is over. ")
    assert (await said_to("shop", "yes"))[0].startswith("I have not asked anything. ")


@pytest.mark.parametrize("moment", ["just a second", "one second", "wait a second", "give me a second"])
async def test_a_moment_is_not_the_second(moment: str) -> None:
    assert await said_to("tours", f"delete a tour | {moment}") == ("Take your time.", None)


LATE_S, SOON_S = 75.0, 20.0


@pytest.mark.parametrize(
    ("page", "opening", "answer", "question"),
    [
        ("shop", "maybe delete the teapot", "yes", "Do you still mean delete product: teapot?"),
        ("shop", "delete a product", "mug", "Do you still mean delete product: mug?"),
        ("bank", "send money to Ben", "50", "Do you still mean send money: ben and 50?"),
        ("tours", "delete a tour", "Oslo", "Do you still mean delete tour: oslo?"),
    ],
)
async def test_after_a_while_a_grave_question_is_asked_again(
    page: str, opening: str, answer: str, question: str
) -> None:
    talk = Talk(registry(PAGES[page]))
    await talk.say(opening)
    assert await talk.say(answer, after_s=LATE_S) == question
    assert talk.call is None
    await talk.say("yes", after_s=SOON_S)
    assert talk.call is not None
    assert (await talk.ends(ActionOutcome("success"))).startswith("Done")


async def test_in_time_or_where_nobody_knows_or_for_what_takes_nothing_a_late_answer_counts() -> None:
    for after_s in (None, SOON_S):
        talk = Talk(registry(PAGES["shop"]))
        await talk.say("maybe delete the teapot")
        await talk.say("yes", after_s=after_s)
        assert talk.call == ActionCall("delete_product", {"product": "teapot"})
    talk = Talk(registry(PAGES["shop"]))
    await talk.say("set the stock")
    await talk.say("twenty", after_s=LATE_S)
    assert talk.call == ActionCall("set_stock", {"pieces": 20})


ASKS = "The page asks: All will be lost. You can say yes for Wipe it, or no for Leave it as it is."
CONFIRMS = {"yes": action("Confirms what the page asks"), "no": action("Goes back")}


@pytest.mark.parametrize(
    ("extra", "said", "called"),
    [
        ({}, "yes, wipe it", "yes"),
        ({}, "wipe it", "yes"),
        ({}, "no, leave it as it is", "no"),
        ({}, "yes, wipe the table", None),
        ({}, "no, wipe it", None),
        ({"press_erase_all": action("Press Erase all")}, "yes, erase all", "press_erase_all"),
        ({"press_leave": action("Press Leave it as it is")}, "yes, leave it as it is", None),
    ],
)
async def test_a_button_that_only_the_narration_names_is_pressed_by_a_yes_and_its_name(
    extra: dict[str, object], said: str, called: str | None
) -> None:
    talk = Talk(registry({**CONFIRMS, **extra}), ASKS)
    talk.was_told(ASKS)
    await talk.say(said)
    assert (talk.call and talk.call.action_id) == called
