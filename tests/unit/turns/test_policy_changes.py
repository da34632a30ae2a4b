"""Policies that are changed while a call goes on."""

import pytest

from antiphon.domain.commands import UsePolicy
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Failed, PolicyUpdated
from antiphon.domain.signals import PolicyChanged
from antiphon.turns.policies import Policy
from support.driver import Driver, listening, silence


@pytest.mark.requirement("ITE-AC-006")
def test_a_policy_holds_from_the_moment_on_at_which_it_is_changed() -> None:
    call = listening()
    call.tell(PolicyChanged({"endOfTurnMs": 400, "speechStopDebounceMs": 160, "adaptiveEndOfTurn": False}))
    assert call.last(PolicyUpdated).policy["endOfTurnMs"] == 400
    assert call.last(UsePolicy).speech_stop_debounce_ms == 160
    assert silence(call, "anything") == pytest.approx(0.4)


@pytest.mark.parametrize(("barge_in", "pauses_first"), [("confirmed", True), ("immediate", False)])
def test_who_hears_is_told_whether_speech_over_the_answer_only_pauses_it(barge_in: str, pauses_first: bool) -> None:
    call = listening()
    call.tell(PolicyChanged({"bargeIn": barge_in, "interruptionBudgetMs": 210}))
    assert call.last(UsePolicy).pauses_first is pauses_first
    assert call.last(UsePolicy).interruption_budget_ms == 210


@pytest.mark.requirement("ITE-SEC-002")
@pytest.mark.parametrize(
    "fields",
    [
        {"endOfTurnMs": float("nan")},
        {"endOfTurnMs": -1},
        {"endOfTurnMs": 10**9},
        {"endOfTurnMs": True},
        {"endOfTurnMs": None},
        {"endOfTurnMs": [700]},
        {"bargeIn": {"a": 1}},
        {"profile": 7},
        {"profile": "hands-free", "allowBargeIn": True},
        {"interruptionBudgetMs": 300, "completionGraceMs": 5000},
        {"nonsense": 1},
    ],
)
def test_an_unsafe_policy_changes_nothing(fields: dict[str, object]) -> None:
    call = Driver(policy=Policy()).connect()
    before = call.engine.policy
    call.tell(PolicyChanged(fields))
    assert call.last(Failed).code is ErrorCode.POLICY_UNSAFE
    assert call.engine.policy == before
    assert not call.has(PolicyUpdated)


def test_another_profile_brings_its_own_values() -> None:
    call = Driver(policy=Policy()).connect()
    call.tell(PolicyChanged({"profile": "hands-free"}))
    assert call.engine.policy.allow_barge_in is False
    assert call.engine.policy.end_of_turn_ms == 900
