"""What a session remembers for the brain: the conversation so far, and what the page is now."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from antiphon.domain.actions import ActionCall, ActionOutcome
from antiphon.domain.context import PageContext
from antiphon.domain.conversation import ActionTaken, AssistantSaid, BrainRequest, ConversationItem, UserSaid
from antiphon.domain.signals import ContextUpdated

ITEMS = 200
"""The oldest is forgotten first."""


class Memory:
    """One session's conversation and page."""

    def __init__(self, *, language: str, prompt: str) -> None:
        self._language = language
        self._prompt = prompt
        self._items: list[ConversationItem] = []
        self._calls: dict[str, ActionCall] = {}
        self.page = PageContext()

    def update_page(self, update: ContextUpdated) -> None:
        """The newest narration, route and registry count; what the update leaves out stays."""
        page = self.page
        self.page = replace(
            page,
            narration=page.narration if update.narration is None else update.narration,
            route=page.route if update.route is None else update.route,
            actions=page.actions if update.actions is None else update.actions,
            version=page.version + 1,
        )

    def user_said(self, turn_id: str, text: str) -> None:
        self._add(UserSaid(turn_id, text))

    def assistant_said(self, turn_id: str, text: str, *, complete: bool) -> None:
        """What was said aloud; of an interrupted reply, what was heard of it."""
        if text:
            self._add(AssistantSaid(turn_id, text, complete))

    def action_requested(self, invocation_id: str, action_id: str, parameters: Mapping[str, Any]) -> None:
        self._calls[invocation_id] = ActionCall(action_id, parameters)

    def action_ended(self, turn_id: str, invocation_id: str, outcome: ActionOutcome) -> None:
        call = self._calls.pop(invocation_id, None)
        if call is not None:
            self._add(ActionTaken(turn_id, invocation_id, call, outcome))

    def call_refused(self, turn_id: str, call: ActionCall, outcome: ActionOutcome) -> None:
        """A brain's wish that never reached the page."""
        self._add(ActionTaken(turn_id, "", call, outcome))

    def request(self, turn_id: str, said: str = "") -> BrainRequest:
        return BrainRequest(turn_id, tuple(self._items), self.page, self._language, self._prompt, said)

    def _add(self, item: ConversationItem) -> None:
        self._items.append(item)
        del self._items[:-ITEMS]
