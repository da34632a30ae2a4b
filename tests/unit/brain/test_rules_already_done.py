"""Who refuses what was just done hears that it is done already, and how the page undoes it; never that it will not
be."""

from typing import Any

import pytest

from antiphon.domain.actions import ActionOutcome

from .conftest import Talk, action, registry

ZONE, CARD = {"enum": ["lawn", "roses"]}, {"enum": ["Visa", "Debit card"]}
PAGE: dict[str, Any] = {
    "delete_schedule": action("Delete the schedule of a zone", {"zone": ZONE}, ["zone"]),
    "freeze_card": action("Freeze a card", {"card": CARD}, ["card"]),
    "unfreeze_card": action("Unfreeze a card", {"card": CARD}, ["card"]),
    "remove_user": action("Remove a user", {"user": {"enum": ["Anna", "Ben"]}}, ["user"]),
    "start_vacuum": action("Start the vacuum"),
    "stop_vacuum": action("Stop the vacuum"),
    "cancel_subscription": action("Cancel your subscription"),
    "open_calendar": action("Open the calendar"),
}
ROSES = "That is done already: delete the schedule of a zone, roses. I know no way to undo it here."
VISA = "That is done already: freeze a card, Visa. You can say “unfreeze a card”."
ANNA = "That is done already: remove a user, Anna. I know no way to undo it here."
VACUUM = "That is done already: start the vacuum. You can say “stop the vacuum”."


async def after(order: str, line: str, *, typed: bool = True, outcome: ActionOutcome | None = None) -> Talk:
    talk = Talk(registry(PAGE))
    await talk.say(order, typed=typed)
    assert talk.call is not None
    await talk.ends(outcome or ActionOutcome("success"))
    for one in line.split(" | "):
        await talk.say(one, typed=typed)
    return talk


@pytest.mark.parametrize("typed", [False, True], ids=["spoken", "typed"])
@pytest.mark.parametrize(
    ("order", "line", "told"),
    [
        ("Delete the schedule of the roses", "not the roses", ROSES),
        ("Delete the schedule of the roses", "don't delete it", ROSES),
        ("Delete the schedule of the roses", "don't delete the schedule of the roses", ROSES),
        ("Delete the schedule of the roses", "not yet", ROSES),
        ("Delete the schedule of the roses", "never mind", ROSES),
        ("Delete the schedule of the roses", "cancel that", ROSES),
        ("Delete the schedule of the roses", "undo that", ROSES),
        ("Delete the schedule of the roses", "I didn't want to delete it", ROSES),
        ("Delete the schedule of the roses", "that was wrong", ROSES),
        ("Delete the schedule of the roses", "thank you | wrong one", ROSES),
        ("Delete the schedule of the roses", "yes | not the roses", ROSES),
        ("Freeze the Visa", "don't freeze it", VISA),
        ("Freeze the Visa", "not the Visa", VISA),
        ("Freeze the Visa", "not yet", VISA),
        ("Freeze the Visa", "cancel it", VISA),
        ("Remove user Anna", "don't remove her", ANNA),
        ("Start the vacuum", "don't", VACUUM),
        ("Start the vacuum", "I changed my mind", VACUUM),
        ("Open the calendar", "I didn't want that", "That is done already: open the calendar."),
    ],
)
async def test_a_refusal_of_what_was_done(order: str, line: str, told: str, typed: bool) -> None:
    talk = await after(order, line, typed=typed)
    assert (talk.call, "".join(talk.pieces)) == (None, told)


@pytest.mark.parametrize("line", ["don't delete the lawn", "not the lawn", "don't open the calendar"])
async def test_what_was_not_done_is_left_alone(line: str) -> None:
    talk = await after("Delete the schedule of the roses", line)
    assert (talk.call, "".join(talk.pieces)) == (None, "All right, I will not do that.")


@pytest.mark.parametrize("line", ["not bad", "I don't know", "no problem", "thanks", "no thanks"])
async def test_what_refuses_nothing_is_told_nothing(line: str) -> None:
    talk = await after("Delete the schedule of the roses", line)
    assert talk.call is None
    assert "already" not in "".join(talk.pieces)


async def test_the_other_one_may_follow() -> None:
    talk = await after("Delete the schedule of the roses", "not the roses | the lawn")
    assert "".join(talk.pieces) == "Do you mean delete schedule: lawn?"


async def test_what_goes_on_has_begun() -> None:
    talk = await after("Start the vacuum", "not yet", outcome=ActionOutcome("success", begun=True))
    assert "".join(talk.pieces) == "That has begun already: start the vacuum. You can say “stop the vacuum”."


async def test_what_was_not_carried_out_is_not_called_done() -> None:
    failed = ActionOutcome("error", None, "action.failed", "It is in use.")
    talk = await after("Start the vacuum", "not yet", outcome=failed)
    assert "already" not in "".join(talk.pieces)


@pytest.mark.parametrize("line", ["never mind", "not yet", "undo that"])
async def test_of_a_press_that_nothing_was_seen_to_come_of_nobody_hears_that_it_is_done(line: str) -> None:
    """As an observer of a page tells it, which looks at the page after a press."""
    pressed = ActionOutcome("success", "I pressed Cancel your subscription.")
    talk = await after("Cancel my subscription", line, outcome=pressed)
    assert "".join(talk.pieces) == "I pressed Cancel your subscription. I saw nothing come of it."
