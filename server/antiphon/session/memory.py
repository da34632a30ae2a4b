"""The memory of a session, for its brain: the conversation so far, and the page as it is now."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from antiphon.domain.actions import Action, ActionCall
from antiphon.domain.commands import UpdateContext, UseContext
from antiphon.domain.context import PageContext
from antiphon.domain.conversation import (
    ActionEnded,
    ActionTaken,
    AnswerRead,
    AssistantSaid,
    BrainRequest,
    CallAsked,
    CallEnded,
    ConversationEvent,
    ConversationItem,
    LanguageSpoken,
    UserSaid,
)
from antiphon.domain.events import (
    ActionRequested,
    ActionSettled,
    Event,
    HeardCorrected,
    Interrupted,
    PlayoutBoundary,
    ReplyDone,
)
from antiphon.domain.signals import ActionWithdrawn
from antiphon.ports import Knowledge
from antiphon.session.desk import Handlers
from antiphon.turns.words import words_for

ITEMS = 200
"""The oldest is forgotten first."""


class Page:
    """The page as its client has described it last, and the action on it that the user is being asked about."""

    def __init__(self) -> None:
        self.context = PageContext()
        self.revision = 0
        """Grows with every update."""
        self._asked: tuple[str, Action] | None = None
        """The invocation that the user is being asked about, and the action as it was then."""

    @property
    def handlers(self) -> Handlers:
        """The commands that are carried out here."""
        return {UseContext: self._use, UpdateContext: self._update}

    def observe(self, event: Event) -> None:
        """Note which action the user is being asked about, and when that is over."""
        match event:
            case ActionRequested():
                action = self.context.actions.get(event.action_id)
                if event.confirm and action is not None:
                    self._asked = (event.invocation_id, action)
                else:
                    self._answered(event.invocation_id)
            case ActionSettled():
                self._answered(event.invocation_id)

    def _answered(self, invocation_id: str) -> None:
        if self._asked is not None and self._asked[0] == invocation_id:
            self._asked = None

    def _use(self, command: UseContext) -> None:
        self.context = command.page

    def _update(self, command: UpdateContext) -> ActionWithdrawn | None:
        """Take the newest narration, route and registry; whatever the update leaves out stays.

        Says so where the user is being asked about an action that is gone now, or another one.
        """
        page, update = self.context, command.update
        self.context = replace(
            page,
            narration=page.narration if update.narration is None else update.narration,
            route=page.route if update.route is None else update.route,
            actions=page.actions if update.actions is None else update.actions,
            outline=page.outline if update.outline is None else update.outline,
            version=page.version + 1,
        )
        self.revision += 1
        if self._asked is None or self.context.actions.get(self._asked[1].id) == self._asked[1]:
            return None
        return ActionWithdrawn(self._asked[0])


class Memory:
    """One session's conversation, and a brain's requests made of it.

    It learns by `observe` alone: each event of the engine, which the session's loop tells; what was said, heard and
    done by the engine's commands, which `output` tells; and how calls of the server's tools ended, which `reply` tells.
    """

    def __init__(
        self,
        page: Page,
        *,
        language: str,
        prompt: str,
        locale: str | None = None,
        tools: Mapping[str, Action] | None = None,
        knowledge: Knowledge | None = None,
    ) -> None:
        self._page = page
        self.language = language
        """What is spoken (BCP 47): the assistant's or the user's, until another one is heard."""
        self._prompt = prompt
        self._locale = locale
        self._tools = tools or {}
        self._knowledge = knowledge
        self._tool_calls = 0
        self._open: CallAsked | None = None
        """The question whether a tool of the server's may be used, until somebody says something to it."""
        self._learnt = 0
        self._items: list[ConversationItem] = []
        self._calls: dict[str, tuple[str, ActionCall]] = {}
        """The turn in which each open invocation was wanted, and what was wanted."""
        self._said: dict[str, str] = {}
        """The whole text of the newest reply, until it is known what was heard of it."""
        self._goes_on: tuple[str, str] = ("", "")
        """A turn that said yes, and the one that it said yes to: what it does further is still what that one wanted."""

    @property
    def revision(self) -> int:
        """Grows with whatever a brain would be told differently."""
        return self._learnt + self._page.revision

    def observe(self, event: Event | ConversationEvent) -> None:
        """Learn from an event what the brain is to know later."""
        match event:
            case UserSaid():
                self._add(event)
            case AssistantSaid():
                self._assistant_said(event)
            case AnswerRead(turn_id, text):
                self._rewrite(turn_id, lambda item: replace(item, text=text, complete=False))
            case HeardCorrected(turn_id=turn_id, heard_text=text):
                # Empty: nothing was really heard of it, and the brain is not told of it.
                self._rewrite(turn_id, lambda item: None if item.complete else replace(item, text=text))
            case ActionRequested():
                self._action_requested(event)
            case ActionEnded():
                self._action_ended(event)
            case CallEnded():
                self._call_ended(event)
            case CallAsked():
                self._open = event
            case LanguageSpoken(language):
                self.language = language
                self._learnt += 1
            case Interrupted():
                self._said.pop(event.turn_id, None)
            case ReplyDone():
                self._said = {event.turn_id: event.text}
            case PlayoutBoundary(kind="complete", heard_text=heard):
                said = self._said.pop(event.turn_id, "")
                self._assistant_said(AssistantSaid(event.turn_id, said if heard is None else heard, heard is None))

    def _assistant_said(self, event: AssistantSaid) -> None:
        if event.text:
            self._add(event)

    def _rewrite(self, turn_id: str, change: Callable[[AssistantSaid], AssistantSaid | None]) -> None:
        """Change the newest answer to a turn that the change is for."""
        for index in range(len(self._items) - 1, -1, -1):
            item = self._items[index]
            if isinstance(item, AssistantSaid) and item.turn_id == turn_id and (changed := change(item)) is not None:
                self._items[index] = changed
                self._learnt += 1
                break

    def _action_requested(self, event: ActionRequested) -> None:
        """First with `confirm`, perhaps, and on the user's yes once more: it belongs to the turn that wanted it."""
        if event.invocation_id in self._calls:
            self._goes_on = event.turn_id, self._calls[event.invocation_id][0]
        else:
            call = ActionCall(event.action_id, event.parameters)
            self._calls[event.invocation_id] = self._wanted_in(event.turn_id), call

    def _action_ended(self, event: ActionEnded) -> None:
        turn_id, call = self._calls.pop(event.invocation_id, ("", None))
        if call is not None:
            self._add(ActionTaken(turn_id, event.invocation_id, call, event.outcome))
            return
        for index, item in enumerate(self._items):
            if isinstance(item, ActionTaken) and item.invocation_id == event.invocation_id:
                self._items[index] = replace(item, outcome=event.outcome)
                self._learnt += 1

    def _call_ended(self, event: CallEnded) -> None:
        invocation_id = ""
        if not event.refused:
            self._tool_calls += 1
            invocation_id = f"tool_{self._tool_calls}"
        self._add(ActionTaken(self._wanted_in(event.turn_id), invocation_id, event.call, event.outcome))

    @property
    def awaits_yes(self) -> bool:
        """True while the user has been asked about a tool of the server's, and has said nothing since."""
        return self._open is not None

    def agreed_to(self, turn_id: str) -> ActionCall | None:
        """Return the call that the user says yes to in this turn, once; None where that is said to something else.

        Only what was heard to its end, or read, can be agreed to. Whatever else is said leaves the question behind.
        """
        last = self._items[-1] if self._items else None
        if self._open is None or not isinstance(last, UserSaid) or last.turn_id != turn_id:
            return None
        asked, self._open = self._open, None
        heard = [one.text for one in self._items if isinstance(one, AssistantSaid) and one.turn_id == asked.turn_id]
        was_heard = bool(heard) and heard[-1].rstrip().endswith(asked.question.rstrip())
        agreed = words_for(self.language).approves(last.text, asked.question) is True
        return asked.call if was_heard and agreed else None

    def _wanted_in(self, turn_id: str) -> str:
        return self._goes_on[1] if turn_id == self._goes_on[0] else turn_id

    def _add(self, item: ConversationItem) -> None:
        self._learnt += 1
        self._items.append(item)
        del self._items[:-ITEMS]

    # What a brain is told

    def page(self) -> PageContext:
        """Return the page as a brain may use it now, with the server's tools among its actions."""
        page = self._page.context
        return replace(page, actions=BrainRequest("", (), page, tools=self._tools).actions) if self._tools else page

    def request(self, turn_id: str, said: str = "") -> BrainRequest:
        """The conversation for one step of a reply; `said` is what the reply has said already."""
        return self._request(turn_id, self._known(), said)

    def preemptive_request(self, turn_id: str, text: str, after_s: float | None = None) -> BrainRequest:
        """The request that there would be if the user's turn ended with `text`. Nothing of it is remembered."""
        return self._request(turn_id, (*self._known(), UserSaid(turn_id, text, after_s=after_s)), "")

    def _known(self) -> tuple[ConversationItem, ...]:
        return tuple(item for item in self._items if not isinstance(item, AssistantSaid) or item.text)

    def _request(self, turn_id: str, items: tuple[ConversationItem, ...], said: str) -> BrainRequest:
        asked = next((item.text for item in reversed(items) if isinstance(item, UserSaid)), "")
        passages = self._knowledge.search(asked) if self._knowledge is not None and asked else ()
        page = self._page.context
        return BrainRequest(
            turn_id, items, page, self.language, self._prompt, said, self._tools, passages, self._locale
        )
