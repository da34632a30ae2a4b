"""The messages of the server over the data channel. Over 300 lines: it is the contract, and is read as one list.

One model each (docs/reference/vip.md, "From the server"). A field that may be left out has a default and is left out
where it is None; one without a default is always there, as null where it has no value.
"""

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from antiphon.domain.states import CloseReason, InterruptionType, Source, State, Trigger, TurnStart
from antiphon.wire.model import Strict


class Payload(Strict):
    model_config = ConfigDict(use_enum_values=True)


class ServerMessage(Strict):
    """The envelope. `seq` counts from 1 without gaps; it is null on the `session.connected` of a resumed channel."""

    seq: int | None
    timestamp: int
    session_id: str
    metadata: dict[str, Any]
    reply_to: str | None = None


class FromSystem(ServerMessage):
    role: Literal["system"]


class FromUser(ServerMessage):
    role: Literal["user"]


class FromAssistant(ServerMessage):
    role: Literal["assistant"]


class SessionConnectedPayload(Payload):
    session_id: str
    protocol: Literal["vip/1"]
    assistant: dict[str, Any]
    policy: dict[str, Any]
    resume_token: str
    resume_window_s: float
    locale: str | None = None


class SessionConnected(FromSystem):
    type: Literal["session.connected"]
    payload: SessionConnectedPayload


class SessionStatePayload(Payload):
    state: State
    previous: State
    trigger: Trigger | Literal["session.resume"]
    """`session.resume` is no transition: it tells a client that has resumed what holds."""
    turn_id: str | None = None


class SessionState(FromSystem):
    type: Literal["session.state"]
    payload: SessionStatePayload


class SessionClosedPayload(Payload):
    reason: CloseReason


class SessionClosed(FromSystem):
    type: Literal["session.closed"]
    payload: SessionClosedPayload


class InputStartPayload(Payload):
    turn_id: str
    trigger: TurnStart
    barge_in: bool
    resumed_text: str | None = None


class InputStart(FromUser):
    type: Literal["input.start"]
    payload: InputStartPayload


class InputEndPayload(Payload):
    turn_id: str
    reason: str
    audio_ms: int


class InputEnd(FromUser):
    type: Literal["input.end"]
    payload: InputEndPayload


class InputCancel(FromUser):
    type: Literal["input.cancel"]
    payload: InputEndPayload


class InputTimeoutPayload(InputEndPayload):
    outcome: Literal["end", "cancel"]


class InputTimeout(FromUser):
    type: Literal["input.timeout"]
    payload: InputTimeoutPayload


class TranscriptPayload(Payload):
    """`text` is cumulative: the whole utterance so far."""

    turn_id: str
    utterance_id: str
    text: str
    confidence: float | None = None


class TranscriptPartial(FromUser):
    type: Literal["transcript.partial"]
    payload: TranscriptPayload


class TranscriptFinal(FromUser):
    type: Literal["transcript.final"]
    payload: TranscriptPayload


class ResponsePayload(Payload):
    """`text` is the next piece in `response.delta`, the whole in `response.done`."""

    turn_id: str
    response_id: str
    text: str


class ResponseDelta(FromAssistant):
    type: Literal["response.delta"]
    payload: ResponsePayload


class ResponseDone(FromAssistant):
    type: Literal["response.done"]
    payload: ResponsePayload


class ResponseInterruptedPayload(Payload):
    turn_id: str
    response_id: str | None = None
    type: InterruptionType
    source: Source
    latency_ms: int
    played_ms: int
    heard_text: str


class ResponseInterrupted(FromAssistant):
    type: Literal["response.interrupted"]
    payload: ResponseInterruptedPayload


class PlaybackPayload(Payload):
    """`played_ms` of the reply had been played when it paused, or goes on."""

    response_id: str
    played_ms: int


class PlaybackPaused(FromAssistant):
    type: Literal["playback.paused"]
    payload: PlaybackPayload


class PlaybackResumed(FromAssistant):
    type: Literal["playback.resumed"]
    payload: PlaybackPayload


class SessionHealthPayload(Payload):
    status: Literal["ok", "degraded"]
    reason: str | None = None
    guidance: str | None = None
    conversation_state: str


class SessionHealth(FromSystem):
    type: Literal["session.health"]
    payload: SessionHealthPayload


class PolicyUpdated(FromSystem):
    """The whole policy after a change, in camelCase."""

    type: Literal["policy.updated"]
    payload: dict[str, Any]


class TurnEvent(FromSystem):
    """A turn event of the VoicePilot document (`wire.turn_event_models`), to the session's own client alone."""

    type: Literal["voicepilot.turn.event"]
    payload: dict[str, Any]


class AudioStartPayload(Payload):
    turn_id: str
    response_id: str


class AudioStart(FromAssistant):
    type: Literal["audio.start"]
    payload: AudioStartPayload


class AudioEndPayload(AudioStartPayload):
    duration_ms: int


class AudioEnd(FromAssistant):
    type: Literal["audio.end"]
    payload: AudioEndPayload


class AudioCompletePayload(AudioStartPayload):
    played_ms: int


class AudioComplete(FromAssistant):
    type: Literal["audio.complete"]
    payload: AudioCompletePayload


class CaptionPayload(Payload):
    """The words that begin to be played; `start_ms` and `end_ms` are times of the reply's own audio."""

    response_id: str
    text: str
    start_ms: int
    end_ms: int


class Caption(FromAssistant):
    type: Literal["caption"]
    payload: CaptionPayload


class ActionInvokePayload(Payload):
    """`confirm`: ask the user and run nothing; the same invocation comes again without it when it may run."""

    invocation_id: str
    action_id: str
    parameters: dict[str, Any]
    parallel: bool
    confirm: bool
    timeout_ms: int


class ActionInvoke(FromAssistant):
    type: Literal["action.invoke"]
    payload: ActionInvokePayload


class ActionCancelPayload(Payload):
    invocation_id: str
    reason: str


class ActionCancel(FromAssistant):
    type: Literal["action.cancel"]
    payload: ActionCancelPayload


class MetricsTurnPayload(Payload):
    """Milliseconds; null where that part of the turn did not take place."""

    turn_id: str
    speech_stop_to_audio_ms: int | None
    end_of_turn_to_audio_ms: int | None
    stt_ms: int | None
    brain_ms: int | None
    tts_ms: int | None
    barge_in_ms: int | None = None


class MetricsTurn(FromSystem):
    type: Literal["metrics.turn"]
    payload: MetricsTurnPayload


class ErrorPayload(Payload):
    code: str
    message: str
    retryable: bool
    stage: str
    state: State | None = None
    trigger: str | None = None
    turn_id: str | None = None
    invocation_id: str | None = None
    details: dict[str, Any] | None = None


class Error(FromSystem):
    type: Literal["error"]
    payload: ErrorPayload


class ErrorRecognition(FromSystem):
    type: Literal["error.recognition"]
    payload: ErrorPayload


class ErrorFatal(FromSystem):
    type: Literal["error.fatal"]
    payload: ErrorPayload


class Pong(FromSystem):
    type: Literal["pong"]
    payload: dict[str, Any]


AnyServerMessage = Annotated[
    SessionConnected
    | SessionState
    | SessionClosed
    | InputStart
    | InputEnd
    | InputTimeout
    | InputCancel
    | TranscriptPartial
    | TranscriptFinal
    | ResponseDelta
    | ResponseDone
    | ResponseInterrupted
    | PlaybackPaused
    | PlaybackResumed
    | SessionHealth
    | PolicyUpdated
    | TurnEvent
    | AudioStart
    | AudioEnd
    | AudioComplete
    | Caption
    | ActionInvoke
    | ActionCancel
    | MetricsTurn
    | Error
    | ErrorRecognition
    | ErrorFatal
    | Pong,
    Field(discriminator="type"),
]
