"""Commands: the engine's orders to the shell, carried out in order, before the next signal (invariant 1)."""

from dataclasses import dataclass

from antiphon.domain.actions import ActionOutcome
from antiphon.domain.context import PageContext
from antiphon.domain.signals import ContextUpdated
from antiphon.domain.states import CloseReason


@dataclass(frozen=True, slots=True)
class UseContext:
    """Use this page, with what it can do, from now on."""

    page: PageContext


@dataclass(frozen=True, slots=True)
class UpdateContext:
    """The page has changed: what the update leaves out stays as it was."""

    update: ContextUpdated


@dataclass(frozen=True, slots=True)
class OpenUtterance:
    """Give the recogniser all audio from the pre-roll on. `since` is the onset of the speech, where one is known.

    With `after`, it begins where the audio of that utterance ended: nothing is recognised twice.
    """

    turn_id: str
    utterance_id: str
    since: float | None = None
    after: str | None = None


@dataclass(frozen=True, slots=True)
class HoldAudio:
    """Keep the audio from `since` on, without a recogniser: it may become this utterance of a later turn."""

    utterance_id: str
    since: float


@dataclass(frozen=True, slots=True)
class PartialsWanted:
    """Ask the recogniser now and then what it understands so far, and tell it as `TranscriptPartial`.

    `from_onset_s` is how much speech there should be before it is asked first; None asks once, at once.
    """

    turn_id: str
    utterance_id: str
    from_onset_s: float | None = None


@dataclass(frozen=True, slots=True)
class CloseUtterance:
    """No more audio for this utterance: its final transcript is wanted."""

    turn_id: str
    utterance_id: str


@dataclass(frozen=True, slots=True)
class DiscardUtterance:
    """Forget this utterance's audio and whatever the recogniser makes of it."""

    turn_id: str
    utterance_id: str


@dataclass(frozen=True, slots=True)
class StartReply:
    """Ask the brain to answer `text` of the user; None where it is to speak without a question (a grant)."""

    turn_id: str
    response_id: str
    text: str | None
    typed: bool = False
    """Whether the text was written, not heard."""
    read: str = ""
    """Of what was typed over an answer: what had stood there for long enough to be read."""
    after_s: float | None = None
    """How long the assistant had been silent when the user's turn began; None where it had not said anything."""


@dataclass(frozen=True, slots=True)
class BeginPreemptiveReply:
    """Begin the answer to `text` in a silence that may end the turn, so that nothing of it can be seen or heard.

    The `StartReply` of the same turn and text takes what there is by then; any other drops it.
    """

    turn_id: str
    text: str
    after_s: float | None = None


@dataclass(frozen=True, slots=True)
class DropPreemptiveReply:
    """Drop what was begun: the turn goes on."""


@dataclass(frozen=True, slots=True)
class ContinueReply:
    """Ask the brain again, now that the action it wanted has ended."""

    turn_id: str
    response_id: str
    invocation_id: str
    outcome: ActionOutcome


@dataclass(frozen=True, slots=True)
class RememberWords:
    """Make the user's words part of the conversation, without a question to the brain."""

    turn_id: str
    text: str
    typed: bool = False


@dataclass(frozen=True, slots=True)
class RememberAnswer:
    """The user has read this reply, if not heard it."""

    turn_id: str
    text: str


@dataclass(frozen=True, slots=True)
class ForgetUnread:
    """So much of this reply, and no more, could have been read when the user said yes: to nothing in the rest of it."""

    turn_id: str
    text: str


@dataclass(frozen=True, slots=True)
class SettleAction:
    """Remember how an invocation ended; the brain is not asked again."""

    turn_id: str
    invocation_id: str
    outcome: ActionOutcome


@dataclass(frozen=True, slots=True)
class Say:
    """Speak this text, without the brain."""

    turn_id: str
    response_id: str
    text: str


@dataclass(frozen=True, slots=True)
class CancelReply:
    """Cancel brain and synthesis of this turn. It never waits for them."""

    turn_id: str


@dataclass(frozen=True, slots=True)
class FlushPlayout:
    """Fade out over `fade_ms` and drop the rest; answered at once by `PlayoutFlushed`.

    With `unspoken` the voice has failed: what was heard of the reply is not all that the user knows of it.
    """

    turn_id: str
    fade_ms: int
    unspoken: bool = False


@dataclass(frozen=True, slots=True)
class PausePlayout:
    """Fade out over `fade_ms` and keep the rest; answered at once by `PlayoutPaused`."""

    turn_id: str
    fade_ms: int


@dataclass(frozen=True, slots=True)
class ResumePlayout:
    """Go on from the sample at which the pause began."""

    turn_id: str


@dataclass(frozen=True, slots=True)
class MeasureHeard:
    """Measure the words of an interrupted reply within `played_ms`; answered at once by `HeardMeasured`."""

    turn_id: str
    played_ms: int


@dataclass(frozen=True, slots=True)
class PlayEarcon:
    """A sound of at most 500 ms: nothing was understood, or nothing can be said. It is no reply.

    Answered at once by `EarconStarted` where it sounds, and by `EarconFinished` when it has been sent.
    """


@dataclass(frozen=True, slots=True)
class StopEarcon:
    """Silence it, if it still sounds: somebody has taken the floor."""


@dataclass(frozen=True, slots=True)
class UsePolicy:
    """New thresholds for whoever hears (ITE AC-006)."""

    speech_stop_debounce_ms: int
    pauses_first: bool
    """Whether what speech over the answer does at first can be undone."""
    interruption_budget_ms: int = 250


@dataclass(frozen=True, slots=True)
class UseLanguage:
    """Go on in this language (BCP 47): what is recognised, asked of the brain and said from now on."""

    language: str


@dataclass(frozen=True, slots=True)
class FinishSentence:
    """Let the sentence that is being spoken end, and drop what comes after it."""

    turn_id: str


@dataclass(frozen=True, slots=True)
class HangUp:
    """End the session and its transport."""

    reason: CloseReason


Command = (
    UseContext
    | UpdateContext
    | OpenUtterance
    | HoldAudio
    | PartialsWanted
    | CloseUtterance
    | PausePlayout
    | ResumePlayout
    | MeasureHeard
    | PlayEarcon
    | StopEarcon
    | UseLanguage
    | UsePolicy
    | DiscardUtterance
    | StartReply
    | BeginPreemptiveReply
    | DropPreemptiveReply
    | ContinueReply
    | RememberWords
    | RememberAnswer
    | ForgetUnread
    | SettleAction
    | Say
    | CancelReply
    | FlushPlayout
    | FinishSentence
    | HangUp
)
