"""Days and times are read as pages write them, and compared as people ask for them."""

import pytest

from antiphon.providers.brain._page.language import language
from antiphon.providers.brain._page.moments import Moment, asked_in, found_in, without_moments

WORDS = language("en")
assert WORDS is not None
CALENDAR = WORDS.asked.calendar


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("28 Nov", Moment(month=11, day=28)),
        ("Monday 30 November", Moment(weekday=0, month=11, day=30)),
        ("December 2nd, 2026", Moment(month=12, day=2, year=2026)),
        ("since March 2024", Moment(month=3, year=2024)),
        ("2026-11-30", Moment(month=11, day=30, year=2026)),
        ("09:30\u201310:00", Moment(start=570, end=600)),
        ("5 pm", Moment(start=1020)),
        ("Water the plants Mon", Moment(weekday=0)),
        ("Sun cream", None),
        ("€ 12.30", None),
    ],
)
def test_a_day_or_a_time_is_found_in_a_text(text: str, moment: Moment | None) -> None:
    assert found_in(text, CALENDAR) == moment


def test_a_text_is_left_without_its_days_and_times() -> None:
    assert without_moments("Nora Vik 9 Nov", CALENDAR) == ("Nora Vik  · ", ["9 Nov"])


@pytest.mark.parametrize(
    ("question", "there", "holds"),
    [
        ("which are due before thursday", "Wed", True),
        ("which are due before thursday", "Thu", False),
        ("what is on after 3 pm", "16:00", True),
        ("what is on after 3 pm", "15:00", False),
        ("is anything there on tuesday morning", "Tuesday 8 December 09:00", True),
        ("is anything there on tuesday morning", "Tuesday 8 December 18:00", False),
        ("what came by 9 november", "9 Nov", True),
        ("what came since 10 november", "9 Nov", False),
        ("what came since 10 november", "Monday", None),
    ],
)
def test_a_period_has_a_moment_or_not(question: str, there: str, holds: bool | None) -> None:
    period, _ = asked_in(question.split(), CALENDAR)
    moment = found_in(there, CALENDAR)
    assert period is not None
    assert moment is not None
    assert period.has(moment) is holds
