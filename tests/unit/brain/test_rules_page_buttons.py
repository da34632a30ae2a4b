"""Dialogs of a page whose buttons are named: which of three is the yes, which the no, and what is near a name."""

from typing import Any

import pytest

from antiphon.providers.brain._rules.yes_or_no import yes_and_no

from .conftest import Talk, action, registry


def dialog(question: str, *labels: str) -> Talk:
    """A page that asks this, where somebody has heard it."""
    entries: dict[str, Any] = {f"press_{at}": action(f"Press {label}") for at, label in enumerate(labels)}
    asked = f"The page asks: {question} You can say {', '.join(labels[:-1])}, or {labels[-1]}."
    talk = Talk(registry(entries), f"The page is “Plans”. {asked}")
    talk.was_told(asked)
    return talk


@pytest.mark.parametrize(
    ("question", "labels", "answers"),
    [
        ("Send the report now?", ["Send", "Don\u2019t send", "Cancel"], ("Send", "Don\u2019t send")),
        ("Do you want to keep the draft?", ["Keep", "Do not keep", "Cancel"], (None, None)),
        ("You have changes. Would you like to save them?", ["Save", "Close without saving", "Cancel"],
         ("Save", "Close without saving")),
        ("Save a copy first?", ["Save", "Save a copy", "Cancel"], ("Save a copy", "Cancel")),
        ("Save the plan?", ["Save", "Never", "Cancel"], ("Save", None)),
        ("Save the plan?", ["Save", "Throw away", "Cancel"], ("Save", "Cancel")),
        ("Save the plan?", ["Save", "Quit without saving", "Cancel"], ("Save", "Quit without saving")),
        ("Save or throw away?", ["Save", "Don't save", "Cancel"], (None, None)),
        ("Cancel the trip?", ["Cancel", "Don't cancel", "Later"], (None, None)),
        ("Don't save the plan?", ["Save", "Don't save", "Cancel"], (None, None)),
    ],
)  # fmt: skip
def test_which_of_three_buttons_are_the_answers(
    question: str, labels: list[str], answers: tuple[str | None, str | None]
) -> None:
    assert yes_and_no(question, labels) == answers


@pytest.mark.parametrize(
    ("said", "pressed"),
    [
        ("yes", "press_0"),
        ("yes, please", "press_0"),
        ("no", "press_1"),
        ("no, don't send it", "press_1"),
        ("never mind", "press_2"),
        ("stop", "press_2"),
        ("cancel", "press_2"),
    ],
)
async def test_a_yes_and_a_no_press_the_button_that_says_so(said: str, pressed: str) -> None:
    talk = dialog("Send the report now?", "Send", "Don't send", "Cancel")
    await talk.say(said)
    assert talk.call is not None
    assert talk.call.action_id == pressed


async def test_a_no_without_a_button_of_its_own_is_asked_by_the_names() -> None:
    talk = dialog("Save the plan?", "Save", "Never", "Cancel")
    answer = await talk.say("no")
    assert talk.call is None
    assert answer == "The page asks: Save the plan? You can say Save, Never, or Cancel."


@pytest.mark.parametrize(
    "said",
    [
        *("I'm still here", "yes, I'm here", "still here", "stay", "I want to stay", "stay here please"),
        *("yes", "yes, I am", "yes I am", "I am", "yeah, sure"),
    ],
)
async def test_who_is_there_presses_the_button_that_stays(said: str) -> None:
    talk = dialog("Are you still there?", "Leave the room", "Stay in the room")
    await talk.say(said)
    assert talk.call is not None
    assert talk.call.action_id == "press_1"


@pytest.mark.parametrize("said", ["no", "no, I am not", "I'm not here", "leave", "room", "I won't stay", "stay?"])
async def test_what_is_near_no_staying_button_presses_none(said: str) -> None:
    talk = dialog("Are you still there?", "Leave the room", "Stay in the room")
    assert "Are you still there?" in await talk.say(said)
    assert talk.call is None


async def test_being_there_answers_no_other_question() -> None:
    talk = dialog("Throw the plan away?", "Throw away", "Keep drawing")
    await talk.say("I'm here")
    assert talk.call is None


@pytest.mark.parametrize("said", ["yes", "yes, place the order", "yes please, place this order", "ok", "yes, buy now"])
async def test_a_yes_with_the_words_of_the_question_does_what_is_asked(said: str) -> None:
    talk = dialog("Place this order? Total: 50.00 EUR. You will be charged at once.", "Buy now", "Not yet")
    await talk.say(said)
    assert talk.call is not None
    assert talk.call.action_id == "press_0"


@pytest.mark.parametrize(
    "said", ["yes, place the table", "place the order", "yes, not yet", "yes, place the order?", "order"]
)
async def test_what_is_no_plain_yes_to_it_buys_nothing(said: str) -> None:
    talk = dialog("Place this order? Total: 50.00 EUR. You will be charged at once.", "Buy now", "Not yet")
    await talk.say(said)
    assert talk.call is None or talk.call.action_id == "press_1"
