"""Who asks something back while a question is open is answered, be it twice, and the question stays: its yes counts."""

from typing import Any

import pytest

from antiphon.domain.actions import ActionCall

from .conftest import Talk, action, registry

TEXT = {"type": "string"}
TRIP = {"type": "string", "enum": ["Museum", "Zoo", "Ski week"]}
CLASS, ROOM = {"enum": ["3A", "4C"]}, {"enum": ["Gym", "Lab"]}
PAGE: dict[str, Any] = {
    "email_class": action(
        "Email everyone in a class", {"class": CLASS, "subject": TEXT, "body": TEXT}, ["class", "subject", "body"]
    ),
    "cancel_trip": action("Cancel a class trip", {"trip": TRIP}, ["trip"]),
    "book_room": action(
        "Book a room", {"room": ROOM, "period": {"type": "integer", "minimum": 1, "maximum": 8}}, ["room", "period"]
    ),
    "open_calendar": action("Open the calendar"),
}
SENT = ActionCall("email_class", {"class": "4C", "subject": "Zoo", "body": "Bring boots"})
READ_BACK = "Do you mean email class: 4 c, “Zoo” and “Bring boots”?"
NOT_TOLD = "I do not know that: the page has not told me."


async def after(lines: str, *, typed: bool = True) -> str | ActionCall:
    talk, answer = Talk(registry(PAGE)), ""
    for line in lines.split(" | "):
        assert talk.call is None, line
        answer = await talk.say(line, typed=typed)
    return talk.call or answer


@pytest.mark.parametrize("typed", [False, True], ids=["spoken", "typed"])
@pytest.mark.parametrize(
    "lines",
    [
        "Email class 4C. | Zoo | Bring boots. | yes",
        "Email class 4C. | Who is in it? | Zoo | Bring boots. | yes",
        "Email class 4C. | Zoo | Who is in it? | Bring boots. | yes",
        "Email class 4C. | Zoo | Bring boots. | Who is in it? | yes",
        "Email class 4C. | Who is in it? | How many are there? | Zoo | When is it? | Bring boots. | Is that all? | yes",
    ],
)
async def test_the_yes_counts_after_any_number_of_questions_back(lines: str, typed: bool) -> None:
    assert await after(lines.removesuffix(" | yes"), typed=typed) in {READ_BACK, f"{NOT_TOLD} {READ_BACK}"}
    assert await after(lines, typed=typed) == SENT


async def test_a_number_out_of_bounds_leaves_the_question_open() -> None:
    lines = "Book the gym. | When is it free? | Is it large? | twelve | Who is in it? | three"
    assert await after(lines) == ActionCall("book_room", {"room": "Gym", "period": 3})


async def test_a_yes_after_the_question_is_over_does_nothing() -> None:
    lines = "Email class 4C. | Zoo | Bring boots. | never mind | yes"
    answer = await after(lines)
    assert isinstance(answer, str)
    assert answer.startswith("That question is over.")
