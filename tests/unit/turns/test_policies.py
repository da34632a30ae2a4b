"""Policies: bounds, partial fields, refusals that help."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.turns.policies import BOUNDS, MOST_TOLD, Policy, camel, parse, problems, profiles, to_wire


def test_fields_are_spelled_in_camel_case() -> None:
    policy = parse({"endOfTurnMs": 500, "allowBargeIn": False})
    assert (policy.end_of_turn_ms, policy.allow_barge_in) == (500, False)
    assert parse(to_wire(policy)) == policy


@pytest.mark.requirement("ITE-SEC-002")
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("speechStopDebounceMs", 149),
        ("speechStopDebounceMs", 5001),
        ("interruptionBudgetMs", 0),
        ("interruptionBudgetMs", 751),
        ("completionGraceMs", -1),
        ("endOfTurnMs", 100),
        ("endOfTurnMs", True),
        ("endOfTurnMs", "700"),
        ("allowBargeIn", 1),
        ("bargeIn", "sometimes"),
        ("profile", "reckless"),
        ("unknownField", 1),
    ],
)
def test_an_unsafe_value_is_refused_with_its_field(field: str, value: object) -> None:
    with pytest.raises(AntiphonError) as refused:
        parse({field: value})
    assert refused.value.code is ErrorCode.POLICY_UNSAFE
    assert field in refused.value.message


@pytest.mark.requirement("ITE-SEC-002")
def test_the_refusal_names_the_bound_and_a_value_that_passes() -> None:
    with pytest.raises(AntiphonError) as refused:
        parse({"interruptionBudgetMs": 900})
    details = refused.value.details or {}
    assert (details["minimum"], details["maximum"]) == (1, 750)
    assert parse({"interruptionBudgetMs": details["suggestion"]})


def test_a_turn_cannot_end_before_its_silence_is_certain() -> None:
    with pytest.raises(AntiphonError, match=r"endOfTurnMs is 500; .* from 800 \(speechStopDebounceMs\) to 5000"):
        parse({"endOfTurnMs": 500, "speechStopDebounceMs": 800})


def test_only_what_was_set_is_blamed() -> None:
    with pytest.raises(AntiphonError) as refused:
        parse({"speechStopDebounceMs": 800})
    assert refused.value.message == (
        "speechStopDebounceMs is 800; it must be a whole number from 150 to 700 (endOfTurnMs, which can be set with it)"
        ". 700 would pass."
    )
    assert (refused.value.details or {})["field"] == "speechStopDebounceMs"


NUMBERS = st.one_of(
    st.integers(-100, 6000), st.sampled_from([True, "700", None, math.nan, math.inf, -math.inf, 10**5000, -(10**70)])
)
FIELDS = st.dictionaries(st.sampled_from([camel(name) for name in BOUNDS]), NUMBERS)


@pytest.mark.requirement("ITE-SEC-002")
@given(st.sampled_from(profiles()), FIELDS)
def test_the_values_that_are_told_to_pass_do(profile: str, fields: dict[str, Any]) -> None:
    values = {"profile": profile, **fields}
    found = problems(values)
    for problem in found:
        details = problem.details or {}
        assert len(problem.message) < 250
        values[details["field"]] = details["suggestion"]
    assert parse(values).profile == profile
    assert len({(problem.details or {})["field"] for problem in found}) == len(found)


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("a\u202e\x1b[2J\U000e0041", r'"a\u202e\u001b[2J\udb40\udc41"'),
        ("x" * 70_000, '"' + "x" * 56 + "..."),
        (["no", None], '["no", null]'),
        ([[]] * 50_000, "[[], [], [], [], [], [], [], [], [], [], [], [], [], [], ..."),
        ([10**5000], "a list"),
        (1.5, "1.5"),
    ],
)
def test_a_value_that_is_shown_is_short_and_does_nothing_to_whoever_reads_it(value: object, told: str) -> None:
    [problem] = problems({"bargeIn": value})
    assert problem.message == f"bargeIn is {told}; it must be one of: confirmed, immediate."


def test_everything_that_is_wrong_is_found_and_shown_as_it_was_written() -> None:
    wrong = {"bargeIn": None, "cooldown": "no", "endOfTurnMs": True, "interruptionBudgetMs": 10**100, "loud": 1}
    assert [problem.message.split(";")[0].split(". ")[0] for problem in problems(wrong)] == [
        "bargeIn is null",
        'cooldown is "no"',
        'A policy has no field "loud"',
        "interruptionBudgetMs is a whole number of more than 60 digits",
        "endOfTurnMs is true",
    ]
    assert parse({"endOfTurnMs": 700}) == Policy()


def test_of_thousands_of_faults_as_many_are_told_as_somebody_reads() -> None:
    found = problems({f"field{number}": number for number in range(5_000)})
    assert len(found) == MOST_TOLD


def test_what_is_left_out_stays_as_it_was() -> None:
    base = Policy(end_of_turn_ms=900)
    assert parse({"completionGraceMs": 100}, base) == Policy(end_of_turn_ms=900, completion_grace_ms=100)
