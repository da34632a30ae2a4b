"""Events: the facts that everyone may know. Over 300 lines: one union of plain words, read as one list.

Dialects turn them into messages; nothing else leaves the engine.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from antiphon.domain.actions import ActionOutcome
from antiphon.domain.errors import ErrorCode
from antiphon.domain.states import CloseReason, InterruptionType, Source, State, Trigger, TurnStart


@dataclass(frozen=True, slots=True)
class SessionOpened:
    """The channel is open and the client may initialise (`session.connected`)."""

    assistant: Mapping[str, Any]
    policy: Mapping[str, Any]
    resume_token: str
    resume_window_s: float
    locale: str | None = None
    """The user's, where the application has said it."""


@dataclass(frozen=True, slots=True)
class StateChanged:
    state: State
    previous: State
    trigger: Trigger
    turn_id: str | None = None


@dataclass(frozen=True, slots=True)
class PresentState:
    """The present state, for a client that has resumed; no transition."""

    state: State
    turn_id: str | None = None


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """The user holds the floor. `resumed_text` is what an earlier part of the same turn had said."""

    turn_id: str
    trigger: TurnStart
    barge_in: bool = False
    resumed_text: str | None = None
    probability: float | None = field(default=None, compare=False)
    """How sure the detector was of speech, where speech began the turn."""


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The user's input is over. `kind` is the message's name behind `input.`; `outcome` is set for a timeout."""

    turn_id: str
    kind: Literal["end", "timeout", "cancel"]
    reason: str
    audio_ms: int
    outcome: Literal["end", "cancel"] | None = None
    probability: float | None = field(default=None, compare=False)
    """How likely speech still was for the detector when it heard the end of it."""


@dataclass(frozen=True, slots=True)
class TranscriptDelta:
    turn_id: str
    utterance_id: str
    text: str


@dataclass(frozen=True, slots=True)
class TranscriptDone:
    turn_id: str
    utterance_id: str
    text: str
    confidence: float | None = None


@dataclass(frozen=True, slots=True)
class ReplyText:
    """The next piece of a reply's text (`response.delta`)."""

    turn_id: str
    response_id: str
    text: str


@dataclass(frozen=True, slots=True)
class ReplyDone:
    """A reply's whole text (`response.done`)."""

    turn_id: str
    response_id: str
    text: str


@dataclass(frozen=True, slots=True)
class PlayoutBoundary:
    """`start`: the first frame is queued; `end`: the last was sent (`ms` its length); `complete`: it was heard.

    `heard_text` is what was said of a reply that was not said whole.
    """

    kind: Literal["start", "end", "complete"]
    turn_id: str
    response_id: str
    ms: int = 0
    heard_text: str | None = None


@dataclass(frozen=True, slots=True)
class Caption:
    """These words of a reply begin to be played; times are ms of its own audio. No word is in two of them."""

    response_id: str
    text: str
    start_ms: int
    end_ms: int


@dataclass(frozen=True, slots=True)
class PlayoutHeld:
    """`paused`: perhaps somebody speaks, the playout waits; otherwise it goes on. `played_ms` of the reply."""

    response_id: str
    paused: bool
    played_ms: int


@dataclass(frozen=True, slots=True)
class HealthChanged:
    """The session can be relied on from now on, or cannot (ITE REQ-009), with a sentence for a person."""

    degraded: bool
    conversation_state: str
    reason: str | None = None
    guidance: str | None = None


@dataclass(frozen=True, slots=True)
class PolicyUpdated:
    """The whole policy that holds now, in camelCase."""

    policy: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Interrupted:
    """The message `response.interrupted` as contracts send it, with how many there were lately and why.

    `latency_ms`: first sample of the interrupting speech, or the manual message, to the last audible packet.
    """

    turn_id: str
    response_id: str | None
    type: InterruptionType
    source: Source
    latency_ms: int
    played_ms: int
    heard_text: str
    count: int = 0
    """Interruptions of answers by voice within the last 60 s, this one included (ITE AC-007)."""
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class HeardCorrected:
    """The client has said how much of an interrupted reply it had played: this is what was heard of it."""

    turn_id: str
    response_id: str
    played_ms: int
    heard_text: str


@dataclass(frozen=True, slots=True)
class ActionRequested:
    """`confirm`: the user is being asked, nothing runs yet; the same invocation without it is the order to run."""

    turn_id: str
    invocation_id: str
    action_id: str
    parameters: Mapping[str, Any]
    timeout_ms: int
    parallel: bool = False
    confirm: bool = False


@dataclass(frozen=True, slots=True)
class ActionSettled:
    """An invocation has its one end; `cancelled` tells the client to give up (`action.cancel`)."""

    turn_id: str
    invocation_id: str
    outcome: ActionOutcome
    cancelled: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ToolRequested:
    """The server begins to carry out a tool for a reply."""

    turn_id: str
    response_id: str
    call_id: str
    name: str
    arguments: Mapping[str, Any]
    timeout_ms: int


@dataclass(frozen=True, slots=True)
class ToolSettled:
    """The end of a tool's run; every `ToolRequested` has exactly one."""

    turn_id: str
    response_id: str
    call_id: str
    name: str
    outcome: ActionOutcome


@dataclass(frozen=True, slots=True)
class LatencyMeasured:
    """Milliseconds of one turn (`metrics.turn`); None where a part did not take place."""

    turn_id: str
    speech_stop_to_audio_ms: int | None = None
    end_of_turn_to_audio_ms: int | None = None
    stt_ms: int | None = None
    brain_ms: int | None = None
    tts_ms: int | None = None
    barge_in_ms: int | None = None


@dataclass(frozen=True, slots=True)
class PlayoutCut:
    """The sound of a response ended with a failure, and nothing more of it is sent; `ms` of it were."""

    turn_id: str
    response_id: str
    ms: int


@dataclass(frozen=True, slots=True)
class EarconBoundary:
    """A sound of the system's own, beside no speech: it begins, or has been sent (`ms` of it).

    `response_id` is of the answer that has failed, or its own.
    """

    kind: Literal["start", "end"]
    turn_id: str
    response_id: str
    ms: int = 0


@dataclass(frozen=True, slots=True)
class Failed:
    """The message `error` as contracts send it, with whose fault it is: something was refused or went wrong.

    `kind` says how grave it is: alone, of recognition, or the end.
    """

    code: ErrorCode
    message: str
    kind: Literal["error", "error.recognition", "error.fatal"] = "error"
    state: State | None = None
    trigger: str | None = None
    turn_id: str | None = None
    invocation_id: str | None = None
    details: Mapping[str, Any] = field(default_factory=dict)
    retryable: bool | None = None
    """Overrides what the code says, where this one case differs."""
    source: Literal["server", "client"] = "server"
    """Whose fault it is by its own word: a client that gives up reports one of its own."""


@dataclass(frozen=True, slots=True)
class TurnFeed:
    """A turn event (ITE REQ-012), for a client that has subscribed to them. The payload is ready to be sent."""

    payload: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Pong:
    payload: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """Nothing has happened; the session lives."""


@dataclass(frozen=True, slots=True)
class SessionClosed:
    reason: CloseReason


Event = (
    SessionOpened
    | StateChanged
    | PresentState
    | TurnStarted
    | TurnEnded
    | TranscriptDelta
    | TranscriptDone
    | ReplyText
    | ReplyDone
    | PlayoutBoundary
    | Caption
    | PlayoutHeld
    | PlayoutCut
    | EarconBoundary
    | HealthChanged
    | PolicyUpdated
    | Interrupted
    | HeardCorrected
    | ActionRequested
    | ActionSettled
    | ToolRequested
    | ToolSettled
    | LatencyMeasured
    | Failed
    | TurnFeed
    | Pong
    | Heartbeat
    | SessionClosed
)
