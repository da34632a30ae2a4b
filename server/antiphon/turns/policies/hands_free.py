"""`hands-free`: the answer is never interrupted by voice; what is said meanwhile waits its turn (ITE AC-003)."""

from antiphon.turns.policies import Policy

POLICY = Policy(profile="hands-free", allow_barge_in=False, end_of_turn_ms=900, cooldown=False)
