"""Policies: bounds, partial fields, refusals that help."""

import pytest

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.turns.policies import Policy, parse, to_wire


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
    with pytest.raises(AntiphonError, match="Use at least 800"):
        parse({"endOfTurnMs": 500, "speechStopDebounceMs": 800})


def test_what_is_left_out_stays_as_it_was() -> None:
    base = Policy(end_of_turn_ms=900)
    assert parse({"completionGraceMs": 100}, base) == Policy(end_of_turn_ms=900, completion_grace_ms=100)
