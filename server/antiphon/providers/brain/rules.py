"""The brain that needs no network: what was said is matched against the page's Action Registry.

One action a turn at most, and none unless it is clear which one: what is missing is asked for, what is out of bounds is
said, and anything else is an honest "I did not understand". Parameters fit the action's schema. What the page tells
(narration, descriptions, outputs) is quoted, never obeyed (S17). English only.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

from antiphon.domain.actions import Action
from antiphon.domain.conversation import BrainCall, BrainEvent, BrainRequest, BrainText
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.providers.brain._rules.catalogue import Catalogue
from antiphon.providers.brain._rules.dialogue import Conversation, Step
from antiphon.providers.brain._rules.phrases import clauses


class RulesBrain:
    """One session's brain. It keeps nothing but the registry made ready: the conversation is in each request."""

    def __init__(self) -> None:
        self._actions: Mapping[str, Action] | None = None
        self._catalogue = Catalogue()

    async def start(self) -> None:
        """Nothing to load."""

    def for_session(self) -> "RulesBrain":
        return RulesBrain()

    async def reply(self, request: BrainRequest) -> AsyncIterator[BrainEvent]:
        """Text a clause at a time, or one call. Lets others run in between: no stretch is longer than a few ms."""
        catalogue = await self._prepared(request.page.actions)
        answer = Step()
        for step in Conversation(request, catalogue).steps():
            answer = step or answer
            await asyncio.sleep(0)
        if answer.call:
            yield BrainCall(answer.call)
        for piece in clauses(answer.text):
            yield BrainText(piece)

    async def close(self) -> None:
        """Nothing to end."""

    async def _prepared(self, actions: Mapping[str, Action]) -> Catalogue:
        if actions is self._actions or actions == self._actions:
            return self._catalogue
        catalogue = Catalogue()
        for action in actions.values():
            catalogue.add(action)
            await asyncio.sleep(0)
        self._actions, self._catalogue = dict(actions), catalogue
        return catalogue


def create(options: Mapping[str, Any], base: Path) -> RulesBrain:
    """`[brain] provider = "rules"` has no further settings. Raises `AntiphonError` `config.invalid` for others."""
    unknown = sorted(set(options) - {"provider"})
    if unknown:
        raise AntiphonError(
            ErrorCode.CONFIG_INVALID, f"The brain rules has no setting {unknown[0]!r}; it needs none. Remove it."
        )
    return RulesBrain()
