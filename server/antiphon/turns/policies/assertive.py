"""`assertive`: stop at once, for people who know what they want."""

from antiphon.turns.policies import Policy

POLICY = Policy(
    profile="assertive",
    barge_in="immediate",
    interruption_budget_ms=200,
    completion_grace_ms=500,
    speech_stop_debounce_ms=180,
    end_of_turn_ms=500,
)
