"""The conversation so far, as a brain is told it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from antiphon.domain.actions import Action, ActionCall, ActionOutcome
from antiphon.domain.context import PageContext


@dataclass(frozen=True, slots=True)
class UserSaid:
    turn_id: str
    text: str
    typed: bool = False
    """Whether it was written: then no word of it was misheard."""
    read: str = ""
    """Of what was typed over an answer: what had stood there for long enough to be read, be it said or not."""
    after_s: float | None = None
    """How long the assistant had been silent when this was begun; None where it had not said anything."""


@dataclass(frozen=True, slots=True)
class AssistantSaid:
    """The words of the assistant in a turn; after an interruption only those that were heard."""

    turn_id: str
    text: str
    complete: bool = True


@dataclass(frozen=True, slots=True)
class ActionTaken:
    """An invocation and its one end."""

    turn_id: str
    invocation_id: str
    call: ActionCall
    outcome: ActionOutcome


ConversationItem = UserSaid | AssistantSaid | ActionTaken


@dataclass(frozen=True, slots=True)
class AnswerRead:
    """An answer in writing was typed over: so much of it had stood there long enough to be read, and no more."""

    turn_id: str
    text: str


@dataclass(frozen=True, slots=True)
class ActionEnded:
    """An invocation has its end; or what it came to after all, where its end was that nobody waited any longer."""

    invocation_id: str
    outcome: ActionOutcome


@dataclass(frozen=True, slots=True)
class CallEnded:
    """A brain's call has its end that was no order to the page: a tool of the server's, or `refused`."""

    turn_id: str
    call: ActionCall
    outcome: ActionOutcome
    refused: bool = False


@dataclass(frozen=True, slots=True)
class CallAsked:
    """The user was asked whether a tool of the server's may be used so, in these words."""

    turn_id: str
    call: ActionCall
    question: str


@dataclass(frozen=True, slots=True)
class LanguageSpoken:
    """The user was heard to speak this language (BCP 47), and the session goes on in it."""

    language: str


ConversationEvent = UserSaid | AssistantSaid | AnswerRead | ActionEnded | CallEnded | CallAsked | LanguageSpoken
"""Something that a brain is to know later, and that no event (`events.Event`) tells everyone."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A piece of the assistant's knowledge that may answer what was asked. `source` names the document."""

    source: str
    text: str


@dataclass(frozen=True, slots=True)
class BrainRequest:
    """All that a brain is given for one step of a reply.

    `items` is the conversation, oldest first. The last item is what wants an answer: a `UserSaid`, or the
    `ActionTaken` that this turn asked for. The brain yields `BrainText` and at most one `BrainCall`; after a call
    it is asked again with the outcome in `items`. What it may call is in `actions`.
    """

    turn_id: str
    items: Sequence[ConversationItem]
    page: PageContext
    language: str = "en"
    prompt: str = ""
    said: str = ""
    """What this turn's reply has said already, before an action."""
    tools: Mapping[str, Action] = field(default_factory=dict)
    """What the server carries out itself, whatever the page can do."""
    passages: Sequence[Passage] = ()
    """What the assistant's knowledge has on the question, the best first: data, never instructions (S17)."""
    locale: str | None = None
    """Where the user is at home (BCP 47), where the application has said so; `language` is what is spoken."""

    @property
    def actions(self) -> Mapping[str, Action]:
        """The page's actions and the server's tools. A tool's name is the tool's, whatever the page says."""
        return {**self.page.actions, **self.tools} if self.tools else self.page.actions


@dataclass(frozen=True, slots=True)
class BrainText:
    """The next piece of the reply: incremental, spaces included."""

    text: str


@dataclass(frozen=True, slots=True)
class BrainCall:
    """`ask`: the user's yes is wanted first, be the action marked `confirm` or not."""

    call: ActionCall
    ask: bool = False


BrainEvent = BrainText | BrainCall


@dataclass(frozen=True, slots=True)
class Transcript:
    """The words of one utterance. `confidence` is 0 to 1, where the recogniser gives one; `language` (BCP 47) is what
    they were spoken in, where the recogniser tells that."""

    text: str
    confidence: float | None = None
    alternatives: Sequence[str] = field(default_factory=tuple)
    language: str | None = None
