"""Facts that the turn engine is told, in the past tense. Times are seconds of the session's clock."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from antiphon.domain.actions import Action, ActionOutcome
from antiphon.domain.context import PageContext
from antiphon.domain.errors import ErrorCode
from antiphon.domain.states import CloseReason, Source, TurnStart


@dataclass(frozen=True, slots=True)
class ClientConnected:
    """A transport has been opened for this session (row 1)."""


@dataclass(frozen=True, slots=True)
class ClientReady:
    """The client has initialised the session (row 2), and told what its page is."""

    page: PageContext = field(default_factory=PageContext)


@dataclass(frozen=True, slots=True)
class ContextUpdated:
    """The page says what it is now (`state.update`, `actions.update`); None keeps what it said before."""

    narration: str | None = None
    route: str | None = None
    actions: Mapping[str, Action] | None = None


@dataclass(frozen=True, slots=True)
class PingReceived:
    """A ping moves nothing, but it must come in order too (VIP7-WINDOWS)."""

    payload: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class CaptureStarted:
    """The client's `input.start`: a key, a button, a wake word."""

    trigger: TurnStart = TurnStart.PTT


@dataclass(frozen=True, slots=True)
class CaptureEnded:
    """The client's `input.end`: the key was released."""

    turn_id: str | None = None


@dataclass(frozen=True, slots=True)
class CaptureCancelled:
    turn_id: str | None = None


@dataclass(frozen=True, slots=True)
class SpeechStarted:
    """The VAD is sure enough of speech to begin a turn in idle. `onset` is the first voiced sample."""

    onset: float


@dataclass(frozen=True, slots=True)
class SpeechSuspected:
    """The same speech has gone on long and clear enough to interrupt with. `onset` as in `SpeechStarted`."""

    onset: float


@dataclass(frozen=True, slots=True)
class SpeechStopped:
    """Silence for the policy's debounce. `last_voiced` is the end of the last voiced frame."""

    last_voiced: float


@dataclass(frozen=True, slots=True)
class BargeInRequested:
    """The client's `input.barge_in`: by hand, or a hint of its own detector."""

    source: Source = Source.MANUAL
    turn_id: str | None = None


@dataclass(frozen=True, slots=True)
class TextEntered:
    text: str


@dataclass(frozen=True, slots=True)
class TranscriptPartial:
    turn_id: str
    utterance_id: str
    text: str


@dataclass(frozen=True, slots=True)
class TranscriptFinal:
    turn_id: str
    utterance_id: str
    text: str
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class RecognitionFailed:
    turn_id: str
    utterance_id: str
    code: ErrorCode
    message: str


@dataclass(frozen=True, slots=True)
class ReplyDelta:
    """The brain said the next piece of a reply (incremental)."""

    turn_id: str
    text: str


@dataclass(frozen=True, slots=True)
class ReplyToolCall:
    """The brain wants an action that is registered and whose parameters fit."""

    turn_id: str
    action_id: str
    parameters: Mapping[str, Any]
    timeout_s: float
    follow_up: bool = True
    confirm: bool = False


@dataclass(frozen=True, slots=True)
class ReplyFinished:
    """The brain has nothing more to say. `text` is the whole reply; empty means there is nothing to answer."""

    turn_id: str
    text: str


@dataclass(frozen=True, slots=True)
class ReplyFailed:
    turn_id: str
    code: ErrorCode
    message: str


@dataclass(frozen=True, slots=True)
class PlayoutStarted:
    """The first frame of a reply has been queued (row 7, row 4)."""

    turn_id: str


@dataclass(frozen=True, slots=True)
class PlayoutAudible:
    """The first packet that can be heard has left at `at`."""

    turn_id: str
    at: float


@dataclass(frozen=True, slots=True)
class PlayoutFinished:
    """The last frame of a reply has been sent."""

    turn_id: str
    duration_ms: int


@dataclass(frozen=True, slots=True)
class PlayoutFlushed:
    """The playout was cut. `silent_at` is when its last audible packet leaves, or None if nothing was sounding."""

    turn_id: str
    played_ms: int
    heard_text: str
    silent_at: float | None


@dataclass(frozen=True, slots=True)
class ActionResult:
    """How an invocation ended. `follow_up` overrides the registry's."""

    invocation_id: str
    outcome: ActionOutcome
    follow_up: bool | None = None
    page: ContextUpdated | None = None
    """What the page has become by the action, where the client says so."""


@dataclass(frozen=True, slots=True)
class AnnounceRequested:
    """Something that the system says unasked: a greeting, a notice, the application's announcement (row 4)."""

    text: str


@dataclass(frozen=True, slots=True)
class CancelRequested:
    """`response.cancel`. `graceful` lets the sentence that is being spoken end first."""

    response_id: str | None = None
    graceful: bool = False


@dataclass(frozen=True, slots=True)
class TurnGranted:
    """The assistant is given the floor (ITE REQ-008). `delay_ms` is how long it is to wait before it takes it."""

    expect_response: bool = True
    delay_ms: int = 0


@dataclass(frozen=True, slots=True)
class SessionClosing:
    """The session is to end (row 14): hang-up, shutdown, a fatal error."""

    reason: CloseReason = CloseReason.CLIENT
    code: ErrorCode | None = None
    message: str = ""


Signal = (
    ClientConnected
    | ClientReady
    | ContextUpdated
    | PingReceived
    | CaptureStarted
    | CaptureEnded
    | CaptureCancelled
    | SpeechStarted
    | SpeechSuspected
    | SpeechStopped
    | BargeInRequested
    | TextEntered
    | TranscriptPartial
    | TranscriptFinal
    | RecognitionFailed
    | ReplyDelta
    | ReplyToolCall
    | ReplyFinished
    | ReplyFailed
    | PlayoutStarted
    | PlayoutAudible
    | PlayoutFinished
    | PlayoutFlushed
    | ActionResult
    | AnnounceRequested
    | CancelRequested
    | TurnGranted
    | SessionClosing
)
