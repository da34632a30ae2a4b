"""Who has been here before (V7-INTRO: `activate_on = "first_visit"`)."""

from collections.abc import Mapping
from typing import Any

BOUND = 10_000
"""How many visitors are remembered; whoever was not here for longest is forgotten first."""
ID_CHARS = 128

Visitor = tuple[str, str]


def visitor(user_id: str | None, metadata: Mapping[str, Any]) -> Visitor | None:
    """Who opens a session: the user, or else the visitor that the application names; None where nobody is named."""
    if user_id:
        return ("user", user_id)
    told = metadata.get("visitor_id")
    if isinstance(told, int) and not isinstance(told, bool):
        told = str(told)
    return ("visitor", told) if isinstance(told, str) and 0 < len(told) <= ID_CHARS else None


class Visitors:
    """Kept in memory: a server that starts again meets everybody for the first time."""

    def __init__(self) -> None:
        self._known: dict[Visitor, None] = {}

    def is_new(self, who: Visitor | None) -> bool:
        """Whether there was no earlier session. Who does not say who he is, is new each time."""
        return who is None or who not in self._known

    def came(self, who: Visitor | None) -> None:
        """A session of this visitor has begun."""
        if who is None:
            return
        self._known.pop(who, None)
        self._known[who] = None
        if len(self._known) > BOUND:
            del self._known[next(iter(self._known))]
