"""A question about one thing is not answered with another, however many words both have in common."""

import pytest

from .conftest import Talk, action, registry

PAGE = registry({"open_help": action("Open help")})
NARRATION = (
    "The front door is locked. The Berlin order is paid. Van 5 is in the depot. Ada has 3 marks. The card is active. "
    "The lamp costs 20 euros. Shipping is free today. The parcel was sent on Monday. The cart holds two red shoes. "
    "Room 12 is free."
)
UNKNOWN = "I do not know that: the page has not told me."


@pytest.mark.parametrize(
    "question",
    [
        "is the back door locked?",
        "is the garage door locked",
        "is the front gate locked?",
        "is the Paris order paid?",
        "is my brother's order paid?",
        "is van 2 in the depot?",
        "is van 4 in the depot?",
        "is room 14 free?",
        "does Adam have 3 marks?",
        "does Ida have 3 marks",
        "was the card active yesterday?",
        "was the card active?",
        "was the Berlin order paid last week?",
        "does the chair cost 20 euros?",
        "how much does the chair cost?",
        "was the parcel sent on Tuesday?",
        "how many blue shoes are in the cart?",
        "is the other card active?",
    ],
)
@pytest.mark.parametrize("typed", [True, False], ids=["typed", "spoken"])
async def test_of_another_thing_or_time_nothing_is_known(question: str, typed: bool) -> None:
    assert await Talk(PAGE, NARRATION).say(question, typed=typed) == UNKNOWN


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("is the front door locked?", "Yes. The front door is locked."),
        ("is the front door open?", "The front door is locked."),
        ("is the door locked?", "The front door is locked."),
        ("is the Berlin order paid?", "Yes. The Berlin order is paid."),
        ("is van 5 in the depot?", "Yes. Van 5 is in the depot."),
        ("is room 12 free?", "Yes. Room 12 is free."),
        ("does Ada have 3 marks?", "Yes. Ada has 3 marks."),
        ("how many marks does Ada have?", "Ada has 3 marks."),
        ("is the card active now?", "Yes. The card is active."),
        ("how much does the lamp cost?", "The lamp costs 20 euros."),
        ("how much is the lamp?", "The lamp costs 20 euros."),
        ("is shipping free?", "Shipping is free today."),
        ("when was the parcel sent?", "The parcel was sent on Monday."),
        ("was the parcel sent?", "The parcel was sent on Monday."),
        ("how many shoes are in the cart?", "The cart holds two red shoes."),
        ("how many red shoes are in the cart?", "The cart holds two red shoes."),
        ("does the cart hold two red shoes?", "Yes. The cart holds two red shoes."),
    ],
)
async def test_the_thing_itself_is_told_of(question: str, answer: str) -> None:
    assert await Talk(PAGE, NARRATION).say(question, typed=True) == answer
