"""Facts that the turn engine is told, in the past tense. Over 300 lines: one union of plain words, read as one list.

Times are seconds of the session's clock.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from antiphon.domain.actions import Action, ActionOutcome
from antiphon.domain.context import PageContext
from antiphon.domain.errors import ErrorCode
from antiphon.domain.outline import Outline
from antiphon.domain.states import Authority, CloseReason, Source, TurnStart


@dataclass(frozen=True, slots=True)
class ClientConnected:
    """A transport has been opened for this session (row 1)."""


@dataclass(frozen=True, slots=True)
class ClientReady:
    """The client has initialised the session (row 2), told what its page is, and what it wants to be told."""

    page: PageContext = field(default_factory=PageContext)
    subscribe: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ContextUpdated:
    """The page says what it is now (`state.update`, `actions.update`); None keeps what it said before."""

    narration: str | None = None
    route: str | None = None
    actions: Mapping[str, Action] | None = None
    outline: Outline | None = None


@dataclass(frozen=True, slots=True)
class PingReceived:
    """A ping moves nothing, but it must come in order too (VIP7-WINDOWS)."""

    payload: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class InputStarted:
    """The client's `input.start`: a key, a button, a wake word."""

    trigger: TurnStart = TurnStart.PTT


@dataclass(frozen=True, slots=True)
class InputEnded:
    """The client's `input.end`: the key was released."""

    turn_id: str | None = None


@dataclass(frozen=True, slots=True)
class InputCancelled:
    turn_id: str | None = None


@dataclass(frozen=True, slots=True)
class SpeechStarted:
    """Enough speech to begin a turn in idle. `onset` is the first voiced sample; `by` is who detected it.

    `confirmed` is for a detector that has done its own confirming (a realtime provider, the Python API): such
    speech interrupts at once.
    """

    onset: float
    by: Authority = Authority.PIPELINE
    confirmed: bool = False
    probability: float | None = field(default=None, compare=False)
    """How sure the detector is by now; it decides nothing."""


@dataclass(frozen=True, slots=True)
class SpeechClear:
    """The same speech has gone on long and clear enough to interrupt with. `onset` as in `SpeechStarted`."""

    onset: float
    by: Authority = Authority.PIPELINE


@dataclass(frozen=True, slots=True)
class SpeechStopped:
    """Silence for the policy's debounce. `last_voiced` is the end of the last voiced frame."""

    last_voiced: float
    by: Authority = Authority.PIPELINE
    probability: float | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class VadHeartbeat:
    """The detector has judged audio up to now: it lives, and audio arrives. Sent a few times a second.

    `stirs` is for the first sound in a silence that may be the beginning of speech: one more, at once. `until` is
    the end of the last frame that was judged; None where the detector does not say.
    """

    by: Authority = Authority.PIPELINE
    stirs: bool = False
    until: float | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class VadDegraded:
    """The detector says itself that it cannot be relied on."""

    by: Authority = Authority.PIPELINE


@dataclass(frozen=True, slots=True)
class AuthorityChanged:
    """This detector decides from now on (ITE PAT-003)."""

    authority: Authority


@dataclass(frozen=True, slots=True)
class ClientHint:
    """The client's own detector heard speech, or its end (`input.detected`).

    It advises, unless the authority is degraded.
    """

    level: float | None = None
    probability: float | None = None
    speech: bool = True
    """False: what it heard is over."""


@dataclass(frozen=True, slots=True)
class MuteChanged:
    """The client's microphone was muted, or opened: a muted one sends no speech, and that is no fault."""

    muted: bool


@dataclass(frozen=True, slots=True)
class OfflineChanged:
    """A realtime provider came out of reach, or is back (ITE CON-002)."""

    offline: bool


@dataclass(frozen=True, slots=True)
class PolicyChanged:
    """`policy.update`: fields of a policy in camelCase; what is left out stays (ITE AC-006)."""

    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class YieldRequested:
    """The assistant is told to give the floor to the user (`assistant.yield`, ITE REQ-008)."""

    reason: str


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
    language: str | None = None
    """What it was spoken in (BCP 47), where the recogniser tells that."""


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
    """The user is asked first. The reply goes on with `question`, and ends with it."""
    question: str = ""


@dataclass(frozen=True, slots=True)
class ToolStarted:
    """The server carries out a tool for a reply; it has an end within `seconds`."""

    turn_id: str
    seconds: float
    name: str = ""
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ToolEnded:
    """The server has carried out the tool that it began last for this reply."""

    turn_id: str
    outcome: ActionOutcome


@dataclass(frozen=True, slots=True)
class ReplyFinished:
    """The brain has nothing more to say. `text` is the whole reply; empty means there is nothing to answer."""

    turn_id: str
    text: str


@dataclass(frozen=True, slots=True)
class ReplyFailed:
    """Nothing more comes of a reply."""

    turn_id: str
    code: ErrorCode
    message: str


@dataclass(frozen=True, slots=True)
class VoiceFailed:
    """Nothing more of a reply is heard. Its text goes on, to be read."""

    turn_id: str
    code: ErrorCode
    message: str


@dataclass(frozen=True, slots=True)
class VoiceLate:
    """There is nobody who could speak, and all that was made of a reply has been heard. It is still waited for."""

    turn_id: str


@dataclass(frozen=True, slots=True)
class RecognitionLate:
    """There is nobody who could recognise what was said. It is still waited for."""

    turn_id: str
    utterance_id: str


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
class CaptionBegun:
    """These words of a reply begin to be played. Times are ms of the reply's own audio."""

    turn_id: str
    text: str
    start_ms: int
    end_ms: int


@dataclass(frozen=True, slots=True)
class PlayoutFinished:
    """The last frame of a reply has been sent. `heard_text` is what was said of it, where that is not all of it."""

    turn_id: str
    duration_ms: int
    heard_text: str | None = None


@dataclass(frozen=True, slots=True)
class PlayoutPaused:
    """The playout was faded out and holds the rest. `silent_at` and `heard_text` as in `PlayoutFlushed`."""

    turn_id: str
    played_ms: int
    silent_at: float | None
    heard_text: str = ""


@dataclass(frozen=True, slots=True)
class PlayoutFlushed:
    """The playout was cut. `silent_at` is when its last audible packet leaves, or None if nothing was sounding."""

    turn_id: str
    played_ms: int
    heard_text: str
    silent_at: float | None


@dataclass(frozen=True, slots=True)
class EarconStarted:
    """The earcon begins with the next frame."""


@dataclass(frozen=True, slots=True)
class EarconFinished:
    """The last frame of it has been sent, whole or silenced."""

    duration_ms: int


@dataclass(frozen=True, slots=True)
class AudioPlayed:
    """`audio.played`: so much of a response has been heard, by the client's own account."""

    response_id: str
    played_ms: int
    drained: bool = False
    """The client has nothing more of it to play, whatever it counts."""


@dataclass(frozen=True, slots=True)
class HeardMeasured:
    """The measured words of a reply that was interrupted; never more than was sent."""

    turn_id: str
    played_ms: int
    heard_text: str


@dataclass(frozen=True, slots=True)
class ActionResult:
    """The outcome of an invocation. `follow_up` overrides the registry's."""

    invocation_id: str
    outcome: ActionOutcome
    follow_up: bool | None = None
    page: ContextUpdated | None = None
    """What the page has become by the action, where the client says so."""


@dataclass(frozen=True, slots=True)
class ActionConfirmed:
    """The client's `action.confirm`: the user has answered on the page whether the action may run."""

    invocation_id: str
    approved: bool


@dataclass(frozen=True, slots=True)
class ActionWithdrawn:
    """The page no longer offers, as it was, the action that the user is being asked about."""

    invocation_id: str


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
class TransportLost:
    """Nothing of the client has arrived for 6 s, or its transport ended so long ago."""


@dataclass(frozen=True, slots=True)
class TransportRestored:
    """The client is heard of again, on the transport that it had."""


@dataclass(frozen=True, slots=True)
class ClientResumed:
    """The client has resumed the session on a new transport, and has been told what it missed.

    `page` is what the page has become meanwhile, where the client says so.
    """

    page: ContextUpdated | None = None
    subscribe: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SessionClosing:
    """The session is to end (row 14): hang-up, shutdown, a fatal error. `source`: who tells of that error."""

    reason: CloseReason = CloseReason.CLIENT
    code: ErrorCode | None = None
    message: str = ""
    source: Literal["server", "client"] = "server"


Signal = (
    ClientConnected
    | ClientReady
    | ContextUpdated
    | PingReceived
    | InputStarted
    | InputEnded
    | InputCancelled
    | SpeechStarted
    | SpeechClear
    | SpeechStopped
    | VadHeartbeat
    | VadDegraded
    | AuthorityChanged
    | ClientHint
    | MuteChanged
    | OfflineChanged
    | PolicyChanged
    | YieldRequested
    | PlayoutPaused
    | BargeInRequested
    | TextEntered
    | TranscriptPartial
    | TranscriptFinal
    | RecognitionFailed
    | ReplyDelta
    | ReplyToolCall
    | ToolStarted
    | ToolEnded
    | ReplyFinished
    | ReplyFailed
    | VoiceFailed
    | VoiceLate
    | RecognitionLate
    | PlayoutStarted
    | PlayoutAudible
    | CaptionBegun
    | PlayoutFinished
    | PlayoutFlushed
    | EarconStarted
    | EarconFinished
    | AudioPlayed
    | HeardMeasured
    | ActionResult
    | ActionConfirmed
    | ActionWithdrawn
    | AnnounceRequested
    | CancelRequested
    | TurnGranted
    | TransportLost
    | TransportRestored
    | ClientResumed
    | SessionClosing
)
