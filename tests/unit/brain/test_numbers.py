"""Numbers as people say them and recognisers write them."""

import pytest

from antiphon.providers.brain._rules.numbers import find_numbers
from antiphon.providers.brain._rules.words import hear


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("twenty five", [25]),
        ("twenty-five", [25]),
        ("two hundred and three", [203]),
        ("one hundred fifty", [150]),
        ("a hundred", [100]),
        ("a dozen", [12]),
        ("two dozen", [24]),
        ("three thousand two hundred and twelve", [3212]),
        ("one million two hundred thousand", [1_200_000]),
        ("1,000", [1000]),
        ("minus four", [-4]),
        ("-4", [-4]),
        ("three point five", [3.5]),
        ("zero point two five", [0.25]),
        ("point five", [0.5]),
        ("one and a half", [1.5]),
        ("3.75", [3.75]),
        ("the third", [3]),
        ("twenty first", [21]),
        ("21st", [21]),
        ("seventieth", [70]),
        ("two fifty", [2, 50]),
        ("nineteen ninety", [19, 90]),
        ("volume two twenty", [20]),
        ("row five seat seven", [5, 7]),
        ("this one", []),
        ("the first one", [1]),
        ("1.2.3", []),
        ("a", []),
        ("and", []),
        ("12345678901234567890", []),
        ("five thousand thousand", [5000, 1000]),
    ],
)
def test_a_number_has_the_value_that_was_said(text: str, values: list[int | float]) -> None:
    assert [number.value for number in find_numbers(hear(text))] == values


@pytest.mark.parametrize("text", ["fifty percent", "50%", "fifty per cent", "fifty percents"])
def test_percent_is_heard(text: str) -> None:
    (number,) = find_numbers(hear(text))
    assert (number.value, number.percent, number.end) == (50, True, len(hear(text)))
