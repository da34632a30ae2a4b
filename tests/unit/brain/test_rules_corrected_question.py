"""A correction of `Do you mean …?` is asked about in its place: the no counts, and another value was named with it."""

from typing import Any

import pytest

from antiphon.domain.actions import ActionCall

from .conftest import Talk, action, registry

NURSE = {"enum": ["Mara Stern", "Jonas Weil", "Ida Roth"]}
WARD: dict[str, Any] = {
    "remove_nurse": action("Remove a nurse", {"nurse": NURSE}, ["nurse"]),
    "cancel_shift": action(
        "Cancel a shift", {"nurse": NURSE, "day": {"type": "string", "format": "date"}}, ["day", "nurse"]
    ),
    "open_rota": action("Open the rota"),
}


@pytest.mark.parametrize("typed", [False, True], ids=["spoken", "typed"])
@pytest.mark.parametrize(
    ("order", "said", "question"),
    [
        ("remove Jonas", "no, Ida", "Do you mean remove nurse: ida roth?"),
        ("remove Jonas", "no Ida", "Do you mean remove nurse: ida roth?"),
        ("remove Jonas", "nope, it's Ida", "Do you mean remove nurse: ida roth?"),
        ("remove Jonas", "not Jonas, Mara", "Do you mean remove nurse: mara stern?"),
        ("remove Jonas", "no, the third one", "Do you mean remove nurse: ida roth?"),
        ("remove Jonas", "Ida instead", "Do you mean remove nurse: ida roth?"),
        ("remove Jonas", "Ida", "Do you mean remove nurse: ida roth?"),
        ("cancel the shift of Mara on Friday", "no, of Ida", "Do you mean cancel shift: 2026-03-06 and ida roth?"),
        ("cancel the shift of Mara on Friday", "no, on Monday", "Do you mean cancel shift: 2026-03-09 and mara stern?"),
    ],
)
async def test_another_value_is_asked_about(order: str, said: str, question: str, typed: bool) -> None:
    talk = Talk(registry(WARD))
    assert (await talk.say(order, typed=typed)).startswith("Do you mean ")
    assert await talk.say(said, typed=typed) == question
    assert talk.call is None


async def test_a_yes_is_for_what_was_put_right() -> None:
    talk = Talk(registry(WARD))
    for line in ("remove Jonas", "no, Ida", "yes"):
        await talk.say(line)
    assert talk.call == ActionCall("remove_nurse", {"nurse": "Ida Roth"})


@pytest.mark.parametrize("said", ["no, Jonas", "no, nobody", "no, the other one", "no thanks", "not Jonas"])
async def test_a_no_that_names_no_other_is_a_plain_one(said: str) -> None:
    talk = Talk(registry(WARD))
    await talk.say("remove Jonas")
    assert await talk.say(said) == "All right."
    await talk.say("yes")
    assert talk.call is None


async def test_an_order_behind_a_no_is_that_order() -> None:
    talk = Talk(registry(WARD))
    await talk.say("remove Jonas")
    await talk.say("no, open the rota")
    assert talk.call == ActionCall("open_rota", {})
