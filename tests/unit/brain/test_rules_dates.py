"""Dates as people say them, on Wednesday, 4 March 2026."""

from collections.abc import Callable
from datetime import date

import pytest

from antiphon.domain.actions import ActionCall
from antiphon.providers.brain._rules.dates import find_days, told_today
from antiphon.providers.brain._rules.words import hear
from support.brain_talk import TODAY

from .conftest import Talk, action

DAY = {"type": "string", "format": "date"}
PAGE = {
    "book_table": action(
        "Books a table.", {"date": DAY, "people": {"type": "integer", "minimum": 1, "maximum": 12}}, ["date", "people"]
    ),
    "add_task": action("Adds a task to the list.", {"title": {"type": "string"}, "due": DAY}, ["title"]),
    "pay_amount": action("Pays an amount.", {"amount": {"type": "number", "minimum": 0}}, ["amount"]),
}


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("today", ["2026-03-04"]),
        ("tomorrow", ["2026-03-05"]),
        ("the day after tomorrow", ["2026-03-06"]),
        ("yesterday", ["2026-03-03"]),
        ("on friday", ["2026-03-06"]),
        ("wednesday", ["2026-03-11"]),
        ("this wednesday", ["2026-03-04"]),
        ("next monday", ["2026-03-09"]),
        ("next friday", ["2026-03-13"]),
        ("friday next week", ["2026-03-13"]),
        ("in three days", ["2026-03-07"]),
        ("in a week", ["2026-03-11"]),
        ("two weeks from now", ["2026-03-18"]),
        ("march fifth", ["2026-03-05"]),
        ("march third", ["2027-03-03"]),
        ("the third of april", ["2026-04-03"]),
        ("April 21st", ["2026-04-21"]),
        ("may twenty first twenty twenty seven", ["2027-05-21"]),
        ("4 July 2028", ["2028-07-04"]),
        ("2026-12-24", ["2026-12-24"]),
        ("from monday to friday", ["2026-03-09", "2026-03-06"]),
        ("february thirtieth", []),
        ("may I have two", []),
        ("three weeks of march", []),
        ("in a million weeks", []),
        ("2026-13-01", []),
        ("", []),
    ],
)
def test_a_date_has_the_day_that_was_said(text: str, days: list[str]) -> None:
    assert [day.value.isoformat() for day in find_days(hear(text), TODAY)] == days


def test_without_a_today_only_a_full_date_is_one() -> None:
    assert find_days(hear("tomorrow or on friday or in two days or march third"), None) == []
    assert [day.value for day in find_days(hear("3 march 2026"), None)] == [date(2026, 3, 3)]


def test_the_page_may_tell_what_day_it_is() -> None:
    assert told_today("You have mail. Today is Monday, 9 November 2026.\nThe cart is empty.") == date(2026, 11, 9)
    assert told_today("Today is a good day.") is None


@pytest.mark.parametrize(
    ("utterance", "call"),
    [
        ("book a table for two tomorrow", ActionCall("book_table", {"date": "2026-03-05", "people": 2})),
        ("book a table on friday for six people", ActionCall("book_table", {"date": "2026-03-06", "people": 6})),
        ("add a task call mom due tomorrow", ActionCall("add_task", {"title": "call mom", "due": "2026-03-05"})),
        ("pay an amount of twenty dollars and fifty cents", ActionCall("pay_amount", {"amount": 20.5})),
        ("pay an amount of 12 euros 99", ActionCall("pay_amount", {"amount": 12.99})),
    ],
)
async def test_a_date_or_an_amount_fills_its_parameter(
    talk_to: Callable[..., Talk], utterance: str, call: ActionCall
) -> None:
    talk = talk_to(PAGE)
    await talk.say(utterance)
    assert talk.call == call


async def test_a_missing_date_is_asked_for(talk_to: Callable[..., Talk]) -> None:
    talk = talk_to(PAGE)
    assert await talk.say("book a table") == "Which date?"
    await talk.say("next monday")
    await talk.say("three")
    assert talk.call == ActionCall("book_table", {"date": "2026-03-09", "people": 3})


async def test_the_pages_own_date_goes_before_the_servers(talk_to: Callable[..., Talk]) -> None:
    talk = talk_to(PAGE, narration="Today is 31 December 2026.")
    await talk.say("book a table for two tomorrow")
    assert talk.call == ActionCall("book_table", {"date": "2027-01-01", "people": 2})
