"""Whether a page has something to choose or to fill in, and what it still wants."""

from dataclasses import replace

import pytest

from antiphon.domain.outline import Block, Outline
from support.guest_house import ACTIONS, outline
from support.house_talk import House


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("is there parking?", "Yes. “Parking space” is off."),
        ("do you have a family suite?", "Yes. Room: Family suite."),
        ("is there a garden single", "Yes. Room: Garden single."),
        ("are there comments?", "There is “Comments” for that."),
        ("do you have a swimming pool?", "No, I see no swimming pool here."),
    ],
)
async def test_what_can_be_chosen_is_there(question: str, answer: str) -> None:
    talk = House()
    assert await talk.says(question) == answer
    assert talk.done == []


def _wanting(*names: str) -> Outline:
    """The guest house's page, whose booking wants these fields."""

    def wants(block: Block) -> Block:
        return replace(block, fields=tuple(replace(one, required=one.name in names) for one in block.fields))

    page = outline()
    return replace(page, blocks=tuple(wants(one) for one in page.blocks))


@pytest.mark.parametrize("question", ["what is still missing?", "what's missing", "what do I still have to fill in?"])
async def test_a_form_tells_what_it_still_wants(question: str) -> None:
    assert await House(ACTIONS, _wanting("Guest name", "E-mail")).says(question) == (
        "“Guest name” and “E-mail” are missing."
    )
    assert await House(ACTIONS, _wanting("E-mail")).says(question) == "“E-mail” is missing."
    assert await House(ACTIONS, _wanting("Nights")).says(question) == "Nothing that has to be filled in is missing."
