"""Changes that name no value: from the narrated one, or else asked for."""

from collections.abc import Callable

import pytest

from antiphon.domain.actions import Action, ActionCall

from .conftest import Talk

STATE = "The volume is 40 and the zoom is at 100 percent."


@pytest.mark.requirement("V5-NARRATE")
@pytest.mark.parametrize(
    ("utterance", "name", "value"),
    [
        ("louder", "level", 50),
        ("a bit louder please", "level", 45),
        ("it's too loud", "level", 30),
        ("turn it up", "level", 50),
        ("could you turn it down a little", "level", 35),
        ("turn the volume down", "level", 30),
        ("make it a lot quieter", "level", 20),
        ("increase the volume by fifteen", "level", 55),
        ("turn it down by five", "level", 35),
        ("turn it down by ninety", "level", 0),
        ("zoom in", "percent", 120),
        ("zoom out a little", "percent", 90),
        ("make everything bigger", "percent", 120),
    ],
)
async def test_a_step_is_taken_from_what_the_page_tells(
    shop: dict[str, Action], utterance: str, name: str, value: int
) -> None:
    talk = Talk(shop, STATE)
    await talk.say(utterance)
    assert talk.call == ActionCall("set_volume" if name == "level" else "zoom", {name: value})


async def test_where_the_page_tells_no_value_it_is_asked_for(shop: dict[str, Action]) -> None:
    talk = Talk(shop, "Two songs are in the list. The volume is off.")
    assert await talk.say("louder") == "Which level? It can be from 0 to 100."
    assert talk.call is None
    await talk.say("sixty")
    assert talk.call == ActionCall("set_volume", {"level": 60})


async def test_at_the_bound_it_is_said_and_nothing_is_called(shop: dict[str, Action]) -> None:
    talk = Talk(shop, "The volume is 100.")
    assert await talk.say("louder") == "It is at its highest already: 100."
    assert talk.call is None


@pytest.mark.parametrize(
    "utterance",
    ["turn up the heat", "he is getting louder", "don't turn it up", "I turned it down", "the dog is too loud"],
)
async def test_what_is_no_wish_for_a_change_changes_nothing(shop: dict[str, Action], utterance: str) -> None:
    talk = Talk(shop, STATE)
    await talk.say(utterance)
    assert talk.call is None


async def test_the_page_may_not_smuggle_in_a_value_out_of_bounds(shop: dict[str, Action]) -> None:
    talk = Talk(shop, "The volume is 4000.")
    assert await talk.say("louder") == "Which level? It can be from 0 to 100."


@pytest.mark.parametrize(
    ("answer", "report"),
    [
        ("the second", "tax"),
        ("the first one please", "sales"),
        ("number two", "tax"),
        ("the latter", "tax"),
        ("the former", "sales"),
        ("the tax one", "tax"),
        ("sales", "sales"),
    ],
)
async def test_one_of_two_is_picked_by_its_place_or_its_name(
    talk_to: Callable[..., Talk], answer: str, report: str
) -> None:
    talk = talk_to({f"open_{kind}_report": {"description": f"Opens the {kind} report."} for kind in ("sales", "tax")})
    assert await talk.say("open the report") == "Do you mean open sales report or open tax report?"
    await talk.say(answer)
    assert talk.call == ActionCall(f"open_{report}_report", {})


@pytest.mark.parametrize("answer", ["the third one", "a banana", "no", "not the first"])
async def test_what_picks_neither_calls_neither(talk_to: Callable[..., Talk], answer: str) -> None:
    talk = talk_to({f"open_{kind}_report": {"description": f"Opens the {kind} report."} for kind in ("sales", "tax")})
    await talk.say("open the report")
    await talk.say(answer)
    assert talk.call is None
