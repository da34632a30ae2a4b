"""Texts that an assistant can look something up in."""

from collections.abc import Sequence
from typing import Protocol

from antiphon.domain.conversation import Passage


class Knowledge(Protocol):
    """The texts that an assistant answers from. Shared by all sessions."""

    def search(self, text: str) -> Sequence[Passage]:
        """Return the passages nearest to the question, the best first; none where nothing fits. Never raises."""
        ...
