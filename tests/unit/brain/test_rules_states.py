"""Questions about the state of a thing that the page's narration tells of."""

from collections.abc import Callable

import pytest

from antiphon.providers.brain._rules.phrases import NOT_TOLD

from .conftest import Talk, action

LAMP = {
    "switch_lamp": action(
        "Switch the lamp", {"to": {"type": "string", "enum": ["on", "off"], "description": "On or off"}}, ["to"]
    )
}
"""The page that `antiphon init` writes."""


@pytest.mark.parametrize(
    ("question", "lamp", "answer"),
    [
        ("is the lamp on?", "on", "Yes. The lamp is on."),
        ("Is the lamp on?", "off", "No. The lamp is off."),
        ("is the lamp off?", "on", "No. The lamp is on."),
        ("is the lamp off?", "off", "Yes. The lamp is off."),
        ("is the lamp still on", "on", "Yes. The lamp is on."),
        ("is the lamp switched on?", "on", "Yes. The lamp is on."),
        ("isn't the lamp on?", "off", "No. The lamp is off."),
        ("is the lamp on at the moment?", "off", "No. The lamp is off."),
        ("is the lamp on?", "not on", "No. The lamp is not on."),
        ("is the lamp on?", "broken", "The lamp is broken."),
        ("is the lamp on or off?", "on", "The lamp is on."),
        ("what is the lamp?", "on", "The lamp is on."),
        ("how is the lamp?", "off", "The lamp is off."),
        ("what is the state of the lamp?", "off", "The lamp is off."),
        ("tell me whether the lamp is on", "off", "No. The lamp is off."),
        ("do you know whether the lamp is off", "on", "No. The lamp is on."),
        ("please tell me, is the lamp on?", "on", "Yes. The lamp is on."),
        ("which lamp is on?", "on", "The lamp is on."),
        ("is the lamp on?", "on the table", NOT_TOLD),
        ("is the lamp on?", "in the kitchen", NOT_TOLD),
    ],
)
async def test_a_question_about_the_lamp_of_the_first_page(
    talk_to: Callable[..., Talk], question: str, lamp: str, answer: str
) -> None:
    talk = talk_to(LAMP, narration=f"A page with one lamp. The lamp is {lamp}.")
    assert await talk.say(question) == answer
    assert talk.call is None


@pytest.mark.parametrize("question", ["is the lamp on?", "is the lamp off?", "how is the lamp?", "what is the lamp?"])
async def test_what_the_page_does_not_tell_is_not_told(talk_to: Callable[..., Talk], question: str) -> None:
    assert await talk_to(LAMP, narration="A page with one lamp.").say(question) == NOT_TOLD


@pytest.mark.parametrize(
    ("narration", "question", "answer"),
    [
        ("The oven is at 180 degrees.", "is the oven at 180 degrees?", "Yes. The oven is at 180 degrees."),
        ("The oven is at 180 degrees.", "is the oven at 200 degrees?", "No. The oven is at 180 degrees."),
        ("The oven is at 180 degrees.", "is the oven at two hundred?", "No. The oven is at 180 degrees."),
        ("The oven is at 180 degrees.", "is the oven over 200 degrees?", "The oven is at 180 degrees."),
        ("The oven is at 180 degrees.", "is the oven hot?", "The oven is at 180 degrees."),
        ("The oven is at 180 degrees.", "how hot is the oven?", "The oven is at 180 degrees."),
        ("The door is locked.", "is the door locked?", "Yes. The door is locked."),
        ("The door is locked.", "is the door unlocked?", "No. The door is locked."),
        ("The door is locked.", "is the door green?", "The door is locked."),
        ("The doors are closed.", "are the doors open?", "No. The doors are closed."),
        ("The shop is open until six.", "is the shop closed?", "No. The shop is open until six."),
        ("The shop is closed on Sundays.", "is the shop closed?", "The shop is closed on Sundays."),
        ("The lamp is on if it is dark.", "is the lamp on?", "The lamp is on if it is dark."),
        (
            "The lamp is on and the door is locked.",
            "is the door locked?",
            "Yes. The lamp is on and the door is locked.",
        ),
        ("\nLamp: off\nDoor: open\n", "is the lamp on?", "No. Lamp: off."),
        ("Lamp: off. Door: open.", "is the door open?", "Yes. Door: open."),
        ("The tank is nearly full.", "is the tank full?", "The tank is nearly full."),
        ("The kitchen lamp is on. The hall lamp is off.", "is the hall lamp on?", "No. The hall lamp is off."),
        (
            "The kitchen lamp is on. The hall lamp is off.",
            "is the lamp on?",
            "The kitchen lamp is on. The hall lamp is off.",
        ),
        ("There are three letters.", "are there three letters?", "Yes. There are three letters."),
        ("There are three letters.", "are there two letters?", "No. There are three letters."),
        ("There are three letters.", "are there any letters?", "Yes. There are three letters."),
        ("There are three letters in the box.", "is there a letter?", "Yes. There are three letters in the box."),
        ("There are three letters.", "are there more than two letters?", "There are three letters."),
        ("There are no letters.", "are there any letters?", "No. There are no letters."),
        ("There are three letters.", "how many letters are there?", "There are three letters."),
        ("The parcel has arrived.", "has the parcel arrived?", "Yes. The parcel has arrived."),
        ("The parcel has not arrived.", "has the parcel arrived?", "No. The parcel has not arrived."),
        ("The cart holds two shoes.", "does the cart hold two shoes?", "Yes. The cart holds two shoes."),
        ("The cart holds two shoes.", "does the cart hold three shoes?", "No. The cart holds two shoes."),
    ],
)
async def test_yes_or_no_is_said_where_the_page_tells_the_same_or_the_opposite(
    talk_to: Callable[..., Talk], narration: str, question: str, answer: str
) -> None:
    talk = talk_to({"open_help": action("Open the help")}, narration=f"A page with a lamp and a door. {narration}")
    assert await talk.say(question) == answer


async def test_two_values_that_the_description_names_are_asked_for_by_it(talk_to: Callable[..., Talk]) -> None:
    talk = talk_to(LAMP)
    assert await talk.say("switch the lamp") == "On or off?"
    await talk.say("off")
    assert talk.call is not None
    assert talk.call.parameters == {"to": "off"}
