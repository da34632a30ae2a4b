"""A whole name, said word for word, is enough for what has it."""

from collections.abc import Callable

import pytest

from antiphon.domain.actions import ActionCall

from .conftest import Talk, action

PAGE = {
    "press_synchronise": action("Press Synchronise"),
    "press_gallery": action("Press Gallery"),
    "choose_express": action("Choose Express"),
    "choose_sea_view": action("Choose Sea view"),
    "choose_pay_in_cash": action("Choose Pay in cash"),
    "set_nights": action("Set Nights", {"value": {"type": "integer", "title": "Nights"}}, ["value"]),
}


@pytest.mark.parametrize(
    ("said", "typed", "does"),
    [
        ("synchronise", True, "press_synchronise"),
        ("Gallery.", True, "press_gallery"),
        ("express", True, "choose_express"),
        ("sea view", False, "choose_sea_view"),
    ],
)
async def test_the_whole_name_of_one_control_uses_it(
    talk_to: Callable[..., Talk], said: str, typed: bool, does: str
) -> None:
    talk = talk_to(PAGE)
    await talk.say(said, typed=typed)
    assert talk.call == ActionCall(does, {})


async def test_what_is_hard_to_take_back_is_asked_about(talk_to: Callable[..., Talk]) -> None:
    talk = talk_to(PAGE)
    assert "pay in cash" in (await talk.say("pay in cash")).lower()
    assert talk.call is None
    await talk.say("yes")
    assert talk.call == ActionCall("choose_pay_in_cash", {})


@pytest.mark.parametrize("said", ["not express", "is it express", "express it was", "nights", "express"])
async def test_more_or_less_than_a_name_is_none(talk_to: Callable[..., Talk], said: str) -> None:
    talk = talk_to(PAGE)
    await talk.say(said)
    assert talk.call is None
