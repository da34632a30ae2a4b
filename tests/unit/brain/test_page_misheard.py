"""What a recogniser may expect of a page by its structure, and what is read otherwise than it was heard."""

import pytest

from antiphon.domain.actions import ActionOutcome
from antiphon.domain.context import PageContext
from antiphon.domain.outline import FormField
from antiphon.providers.alternatives import ELSE, with_names
from antiphon.providers.brain._page.values import code
from antiphon.providers.brain.rules import RulesBrain
from support.guest_house import ACTIONS, outline
from support.house_talk import House

PAGE = PageContext(actions=ACTIONS, outline=outline({"Water the plants": False, "Buy milk": False}))


async def spoken(house: House, heard: str) -> str:
    """What is answered to what a recogniser has heard; every call on the way succeeds."""
    house.done = []
    answer = await house.say(heard)
    while house.call is not None:
        values = ", ".join(map(str, house.call.parameters.values()))
        house.done.append(f"{house.call.action_id} {values}".strip())
        answer = await house.ends(ActionOutcome("success"))
    return answer


async def test_orders_of_the_structure_and_names_are_expected() -> None:
    phrases = await RulesBrain().phrases(PAGE)
    for phrase in (
        f"tick {ELSE}",
        f"sort by {ELSE}",
        "sort by City",
        "Water the plants is done",
        "choose Full English",
        f"set Guest name to {ELSE}",
        "undo that",
        f"{ELSE} Water the plants {ELSE}",
        f"{ELSE} Carla Diaz {ELSE}",
        f"{ELSE} Lyon {ELSE}",
    ):
        assert phrase in phrases


async def test_nothing_grave_is_expected_of_the_structure() -> None:
    phrases = await RulesBrain().phrases(PAGE)
    assert not [one for one in phrases if {"delete", "refund", "buy"} & set(one.lower().split())]


async def test_what_is_expected_is_worked_out_once_for_a_page() -> None:
    brain = RulesBrain()
    first = await brain.phrases(PAGE)
    assert await brain.phrases(PAGE) is first
    assert await brain.phrases(PageContext(actions=ACTIONS, outline=outline({"Feed the cat": False}))) is not first


@pytest.mark.parametrize(
    ("heard", "done"),
    [
        ("Take call the plumber.", "switch_call_the_plumber on"),
        ("They cough call the plumber.", "switch_call_the_plumber on"),
        ("Tort by city.", "press_city"),
        ("Chews the family sweet.", "choose_room Family suite"),
    ],
)
async def test_a_verb_that_was_misheard_at_the_front_is_read_as_the_one_it_may_have_been(heard: str, done: str) -> None:
    house = House()
    await spoken(house, heard)
    assert house.done == [done]


async def test_what_was_typed_is_never_read_otherwise() -> None:
    house = House()
    await house.says("Tort by city.")
    assert house.done == []


@pytest.mark.parametrize("heard", ["The late anna keller.", "Take anna keller away for good.", "Dilute Ben Okafor."])
async def test_nothing_grave_is_done_or_offered_for_what_was_only_nearly_said(heard: str) -> None:
    house = House()
    answer = await spoken(house, heard)
    assert house.done == []
    assert "delete" not in answer.lower()


@pytest.mark.parametrize(
    ("heard", "name", "meant"),
    [
        ("Tick the locknet.", "Lock nut", "Tick the lock nut."),
        ("Only the dries please", "Drives", "Only the drives please"),
        ("Put the white penny on my list", "White Peony", "Put the white peony on my list"),
    ],
)
def test_words_that_sound_like_a_name_are_that_name(heard: str, name: str, meant: str) -> None:
    assert with_names(heard, [name, "Needle bearing"])[0][1] == meant


@pytest.mark.parametrize(
    "heard", ["Delete the locknet.", "Pay the locknet.", "Tick the lock nut.", "Tick the lock nuts.", ""]
)
def test_no_name_is_put_into_what_is_hard_to_take_back_nor_where_it_was_said(heard: str) -> None:
    assert with_names(heard, ["Lock nut"]) == []


@pytest.mark.parametrize(
    ("held", "heard", "value"),
    [
        ("D4", "D. Seven", "D7"),
        ("B-12", "c fifteen", "C-15"),
        ("D4", "the top shelf", None),
        ("upstairs", "D. Seven", None),
        (None, "D. Seven", None),
    ],
)
def test_a_code_is_written_in_the_form_of_the_one_that_the_field_holds(
    held: str | None, heard: str, value: str | None
) -> None:
    assert code(FormField("Shelf", "text", held), heard) == value
