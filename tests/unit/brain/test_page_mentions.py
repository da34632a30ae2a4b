"""The names of a page's things in an utterance."""

import pytest

from antiphon.providers.brain._page.language import language
from antiphon.providers.brain._page.mentions import mentions
from antiphon.providers.brain._page.subjects import Page, Slot
from antiphon.providers.brain._page.words import said
from support.guest_house import ACTIONS, outline

TASKS = {"Call the plumber": False, "Call the bank about the rent": False, "Order fresh towels": True}


def named(text: str) -> list[set[str]]:
    words = language("en")
    assert words is not None
    page = Page(outline(TASKS), ACTIONS, words)
    found = mentions(page, said(text, words))
    return [
        {
            (one.option.name if one.option else one.field.name) if isinstance(one, Slot) else one.name
            for one in mention.meant
        }
        for mention in found
    ]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("the towels", [{"Order fresh towels"}]),
        ("the fresh towels and the plumber", [{"Order fresh towels"}, {"Call the plumber"}]),
        ("the call", [{"Call the plumber", "Call the bank about the rent"}]),
        ("the family suite with parking", [{"Family suite"}, {"Parking space"}]),
        ("room temperature", [{"Room temperature"}]),
        ("on and off", []),
        ("something else", []),
    ],
)
def test_of_names_that_were_said_in_part_all_are_meant(text: str, meant: list[set[str]]) -> None:
    assert named(text) == meant
