"""`InterruptionEngine`, used as a library: policies in all their forms, and those that are unsafe."""

from collections.abc import Mapping
from typing import Any

import pytest

from antiphon.domain.commands import FlushPlayout, UsePolicy
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.turns.interruption_engine import InterruptionPolicyConfig
from antiphon.turns.policies import Policy
from support.application import Application


@pytest.mark.requirement("ITE-AC-006")
@pytest.mark.requirement("ITE-REQ-005")
@pytest.mark.parametrize(
    "policy",
    [
        InterruptionPolicyConfig(
            profile="default",
            allow_barge_in=True,
            interruption_budget_ms=120,
            completion_grace_ms=500,
            speech_stop_debounce_ms=300,
            fallback_mode="manual",
        ),
        {
            "profile": "default",
            "allowBargeIn": True,
            "interruptionBudgetMs": 120,
            "completionGraceMs": 500,
            "speechStopDebounceMs": 300,
            "fallbackMode": "manual",
        },
        Policy("default", True, "confirmed", 120, 500, 300, fallback_mode="manual"),
    ],
)
def test_a_policy_holds_from_now_on_and_is_told(policy: InterruptionPolicyConfig | Mapping[str, Any]) -> None:
    app = Application().answering().forget()
    app.engine.configure(policy)
    updated = (app.told("policy-updated").diagnostics or {})["policy"]
    assert (updated["interruptionBudgetMs"], updated["fallbackMode"]) == (120, "manual")
    assert app.all(UsePolicy) == [UsePolicy(300, pauses_first=True, interruption_budget_ms=120)]
    assert app.state == "speaking"
    app.user("start", 1.0, latency_ms=50)
    assert app.all(FlushPlayout)[0].fade_ms == 50  # 120 ms, less 50 that are spent and the next frame


@pytest.mark.requirement("ITE-REQ-005")
def test_a_profile_brings_its_own_values() -> None:
    app = Application()
    app.engine.configure(InterruptionPolicyConfig(profile="assertive", completion_grace_ms=400))
    policy = (app.told("policy-updated").diagnostics or {})["policy"]
    assert (policy["interruptionBudgetMs"], policy["completionGraceMs"], policy["bargeIn"]) == (200, 400, "immediate")


@pytest.mark.requirement("ITE-SEC-002")
@pytest.mark.parametrize(
    "policy",
    [
        {"interruptionBudgetMs": 751},
        {"interruptionBudgetMs": float("nan")},
        {"speechStopDebounceMs": 0},
        {"endOfTurnMs": 10**400},
        {"allowBargeIn": "yes"},
        {"profile": "hands-free", "allowBargeIn": True},
        {"completionGraceMs": 100, "mood": "good"},
        {7: 7},
        InterruptionPolicyConfig(profile="reckless"),
        InterruptionPolicyConfig(completion_grace_ms=-1),
    ],
)
def test_an_unsafe_policy_is_refused_whole(policy: Any) -> None:
    app = Application().answering().forget()
    with pytest.raises(AntiphonError) as refused:
        app.engine.configure(policy)
    assert refused.value.code is ErrorCode.POLICY_UNSAFE
    assert (app.events, app.ordered) == ([], [])
    app.user("start", 1.0)
    assert app.all(FlushPlayout)[0].fade_ms == 150
