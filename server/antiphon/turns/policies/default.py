"""`default`: the user may interrupt at any time, and is told so by an audible fade (ITE GUD-001)."""

from antiphon.turns.policies import Policy

POLICY = Policy(profile="default")
