"""What a session remembers for the brain: the conversation so far, and what the page is now."""

from collections.abc import Mapping
from dataclasses import replace

from antiphon.domain.actions import Action, ActionCall, ActionOutcome
from antiphon.domain.commands import (
    ForgetUnread,
    RememberAnswer,
    RememberWords,
    SettleAction,
    UpdateContext,
    UseContext,
)
from antiphon.domain.context import PageContext
from antiphon.domain.conversation import ActionTaken, AssistantSaid, BrainRequest, ConversationItem, UserSaid
from antiphon.domain.events import (
    ActionRequested,
    ActionSettled,
    Event,
    HeardCorrected,
    Interrupted,
    PlayoutBoundary,
    ReplyDone,
)
from antiphon.domain.signals import ActionWithdrawn, ContextUpdated
from antiphon.ports import Knowledge
from antiphon.session.desk import Handlers

ITEMS = 200
"""The oldest is forgotten first."""


class Memory:
    """One session's conversation and page."""

    def __init__(
        self,
        *,
        language: str,
        prompt: str,
        locale: str | None = None,
        tools: Mapping[str, Action] | None = None,
        knowledge: Knowledge | None = None,
    ) -> None:
        self._language = language
        self._prompt = prompt
        self._locale = locale
        self._tools = tools or {}
        self._knowledge = knowledge
        self._tool_calls = 0
        self._items: list[ConversationItem] = []
        self._calls: dict[str, tuple[str, ActionCall]] = {}
        """The turn in which each open invocation was wanted, and what was wanted."""
        self._said: dict[str, str] = {}
        """The whole text of the newest reply, until it is known what was heard of it."""
        self._goes_on: tuple[str, str] = ("", "")
        """A turn that said yes, and the one that it said yes to: what it does further is still what that one wanted."""
        self._asked: tuple[str, Action] | None = None
        """The invocation that the user is being asked about, and the action as it was then."""
        self.page = PageContext()
        self.revision = 0
        """Grows with whatever a brain would be told differently."""

    @property
    def handlers(self) -> Handlers:
        """The commands that are carried out here."""
        return {
            UseContext: self._use_page,
            UpdateContext: lambda command: self.update_page(command.update),
            RememberWords: lambda command: self.user_said(command.turn_id, command.text),
            RememberAnswer: lambda command: self.assistant_said(command.turn_id, command.text, complete=True),
            ForgetUnread: lambda command: self.answer_read(command.turn_id, command.text),
            SettleAction: lambda command: self.action_ended(command.invocation_id, command.outcome),
        }

    def observe(self, event: Event) -> None:
        """Learn from what happens what the brain is to know later."""
        match event:
            case ActionRequested():
                self.action_requested(event)
            case ActionSettled():
                self._answered(event.invocation_id)
            case Interrupted():
                self._said.pop(event.turn_id, None)
            case HeardCorrected():
                self.heard_corrected(event.turn_id, event.heard_text)
            case ReplyDone():
                self._said = {event.turn_id: event.text}
            case PlayoutBoundary(kind="complete", heard_text=heard):
                said = self._said.pop(event.turn_id, "")
                self.assistant_said(event.turn_id, said if heard is None else heard, complete=heard is None)

    def _use_page(self, command: UseContext) -> None:
        self.page = command.page

    def update_page(self, update: ContextUpdated) -> ActionWithdrawn | None:
        """The newest narration, route and registry count; what the update leaves out stays.

        Says so where the user is being asked about an action that is gone now, or another one.
        """
        page = self.page
        self.page = replace(
            page,
            narration=page.narration if update.narration is None else update.narration,
            route=page.route if update.route is None else update.route,
            actions=page.actions if update.actions is None else update.actions,
            version=page.version + 1,
        )
        self.revision += 1
        if self._asked is None or self.page.actions.get(self._asked[1].id) == self._asked[1]:
            return None
        return ActionWithdrawn(self._asked[0])

    def actions(self) -> Mapping[str, Action]:
        """What a brain may call now: the page's actions, and the server's tools."""
        return BrainRequest("", (), self.page, tools=self._tools).actions

    def user_said(
        self, turn_id: str, text: str, *, typed: bool = False, read: str = "", after_s: float | None = None
    ) -> None:
        """What was heard, or `typed`, and wants an answer or was one. `read`: of the answer that it was typed over.

        `after_s`: how long nothing had been said by then.
        """
        self._add(UserSaid(turn_id, text, typed, read, after_s))

    def assistant_said(self, turn_id: str, text: str, *, complete: bool) -> None:
        """What was said aloud; of an interrupted reply, what was heard of it."""
        if text:
            self._add(AssistantSaid(turn_id, text, complete))

    def answer_read(self, turn_id: str, text: str) -> None:
        """Of the answer to this turn the user knew so much, and no more, when they went on."""
        for index in range(len(self._items) - 1, -1, -1):
            item = self._items[index]
            if isinstance(item, AssistantSaid) and item.turn_id == turn_id:
                self._items[index] = replace(item, text=text, complete=False)
                self.revision += 1
                break

    def heard_corrected(self, turn_id: str, text: str) -> None:
        """What was really heard of a turn's interrupted reply. Empty: nothing, and the brain is not told of it."""
        for index in range(len(self._items) - 1, -1, -1):
            item = self._items[index]
            if isinstance(item, AssistantSaid) and item.turn_id == turn_id and not item.complete:
                self._items[index] = replace(item, text=text)
                self.revision += 1
                break

    def action_requested(self, event: ActionRequested) -> None:
        """First with `confirm`, perhaps, and on the user's yes once more: it belongs to the turn that wanted it."""
        if event.invocation_id in self._calls:
            self._goes_on = event.turn_id, self._calls[event.invocation_id][0]
        else:
            call = ActionCall(event.action_id, event.parameters)
            self._calls[event.invocation_id] = self._wanted_in(event.turn_id), call
        action = self.page.actions.get(event.action_id)
        if event.confirm and action is not None:
            self._asked = (event.invocation_id, action)
        else:
            self._answered(event.invocation_id)

    def _answered(self, invocation_id: str) -> None:
        if self._asked is not None and self._asked[0] == invocation_id:
            self._asked = None

    def action_ended(self, invocation_id: str, outcome: ActionOutcome) -> None:
        """Its end; or what it came to after all, where its end was that nobody waited any longer."""
        turn_id, call = self._calls.pop(invocation_id, ("", None))
        if call is not None:
            self._add(ActionTaken(turn_id, invocation_id, call, outcome))
            return
        for index, item in enumerate(self._items):
            if isinstance(item, ActionTaken) and item.invocation_id == invocation_id:
                self._items[index] = replace(item, outcome=outcome)
                self.revision += 1

    def call_refused(self, turn_id: str, call: ActionCall, outcome: ActionOutcome) -> None:
        """A brain's wish that never reached the page."""
        self._add(ActionTaken(self._wanted_in(turn_id), "", call, outcome))

    def _wanted_in(self, turn_id: str) -> str:
        return self._goes_on[1] if turn_id == self._goes_on[0] else turn_id

    def tool_ended(self, turn_id: str, call: ActionCall, outcome: ActionOutcome) -> None:
        """How a call ended that the server carried out itself."""
        self._tool_calls += 1
        self._add(ActionTaken(self._wanted_in(turn_id), f"tool_{self._tool_calls}", call, outcome))

    def request_ahead(self, turn_id: str, text: str, after_s: float | None = None) -> BrainRequest:
        """What would be asked if the user's turn ended with `text`. Nothing of it is remembered."""
        return self._request(turn_id, (*self._known(), UserSaid(turn_id, text, after_s=after_s)), "")

    def request(self, turn_id: str, said: str = "") -> BrainRequest:
        return self._request(turn_id, self._known(), said)

    def _known(self) -> tuple[ConversationItem, ...]:
        return tuple(item for item in self._items if not isinstance(item, AssistantSaid) or item.text)

    def _request(self, turn_id: str, items: tuple[ConversationItem, ...], said: str) -> BrainRequest:
        asked = next((item.text for item in reversed(items) if isinstance(item, UserSaid)), "")
        passages = self._knowledge.search(asked) if self._knowledge is not None and asked else ()
        return BrainRequest(
            turn_id, items, self.page, self._language, self._prompt, said, self._tools, passages, self._locale
        )

    def _add(self, item: ConversationItem) -> None:
        self.revision += 1
        self._items.append(item)
        del self._items[:-ITEMS]
