"""The text frames of the server. Over 300 lines: it is one union of plain models, and is read as one list.

One model an event (docs/reference/ws-v1.md, "From the server"). Every event has its fields twice: in `data`, and, where
the document lists them, at the top level too. Ids that events have in common stand in `data` alone. These models
describe what `encode` makes; tests hold the two together.
"""

from typing import Annotated, Any, Literal

from pydantic import Field

from antiphon.wire.model import Strict

Source = Literal["asr", "llm", "tts", "tool", "system", "client", "server"]
Track = Literal["audio_in", "audio_out", "control"]
Stage = Literal["protocol", "asr", "llm", "tts", "tool", "audio"]


class Event(Strict):
    """The envelope. `timestamp` is ms since the epoch; `seq` counts within one session, and is null for what is for one
    connection alone."""

    timestamp: int
    sessionId: str
    seq: int | None
    source: Source
    trackId: Track


class Data(Strict):
    trackId: Track


class Tracks(Strict):
    audio_in: Literal["audio_in"] = "audio_in"
    audio_out: Literal["audio_out"] = "audio_out"
    control: Literal["control"] = "control"


class AudioFormat(Strict):
    encoding: Literal["pcm_s16le"]
    sample_rate_hz: Literal[16000]
    channels: Literal[1]


class SessionStartedData(Data):
    """The session that has started. `resumed` is true where it goes on: what was missed was sent before."""

    sessionId: str
    tracks: Tracks
    audio: AudioFormat
    resumeToken: str
    resumed: bool


class SessionStarted(Event):
    type: Literal["session.started"]
    tracks: Tracks
    audio: AudioFormat
    resumeToken: str
    data: SessionStartedData


class OutputMode(Strict):
    mode: Literal["audio", "text"]


class ToolCount(Strict):
    enabled: bool
    count: int


class PublicConfig(Strict):
    """The public part of the configuration: no ids, no names of providers, no prompt."""

    channel: str | None = None
    output: OutputMode
    tools: ToolCount
    tracks: Tracks


class ConfigResolvedData(Data):
    sessionId: str
    config: PublicConfig


class ConfigResolved(Event):
    """The configuration in force, sent only where the server's settings ask for it."""

    type: Literal["config.resolved"]
    config: PublicConfig
    data: ConfigResolvedData


class SessionStoppedData(Data):
    sessionId: str
    reason: str


class SessionStopped(Event):
    """The last event. `reason` is the client's own, or why the server has ended it."""

    type: Literal["session.stopped"]
    reason: str
    data: SessionStoppedData


class Heartbeat(Event):
    type: Literal["heartbeat"]
    data: Data


class SpeechData(Data):
    """A report of the detector. `probability` is 1 where no detector was asked."""

    turn_id: str
    probability: float


class InputSpeechStarted(Event):
    type: Literal["input.speech_started"]
    probability: float
    data: SpeechData


class InputSpeechStopped(Event):
    type: Literal["input.speech_stopped"]
    probability: float
    data: SpeechData


class TranscriptData(Data):
    turn_id: str
    utterance_id: str
    text: str


class TranscriptDelta(Event):
    """The words so far: `text` is cumulative."""

    type: Literal["transcript.delta"]
    text: str
    data: TranscriptData


class TranscriptFinal(Event):
    type: Literal["transcript.final"]
    text: str
    data: TranscriptData


class ResponseData(Data):
    turn_id: str
    response_id: str
    text: str


class AssistantResponseDelta(Event):
    """The next piece of the response."""

    type: Literal["assistant.response.delta"]
    text: str
    data: ResponseData


class ResponseFinalData(Data):
    turn_id: str
    response_id: str | None = None
    text: str


class AssistantResponseFinal(Event):
    """The whole response as `text`. Where a turn ends without one it is empty, and there may be no `response_id`."""

    type: Literal["assistant.response.final"]
    text: str
    data: ResponseFinalData


class ToolCall(Strict):
    """A call as models know it."""

    id: str
    name: str
    arguments: dict[str, Any]


class ToolCallData(Data):
    turn_id: str
    response_id: str | None = None
    tool_call: ToolCall
    tool_call_id: str
    tool_name: str
    arguments: dict[str, Any]
    executor: Literal["client", "server"]
    timeout_ms: int


class AssistantToolCall(Event):
    """A call of a tool. A client that is the `executor` answers by `tool_call.results` within `timeout_ms`."""

    type: Literal["assistant.tool_call"]
    tool_call: ToolCall
    tool_call_id: str
    tool_name: str
    arguments: dict[str, Any]
    executor: Literal["client", "server"]
    timeout_ms: int
    data: ToolCallData


class ToolError(Strict):
    code: str
    message: str
    retryable: bool


class ToolResultData(Data):
    source: Literal["client", "server"]
    turn_id: str
    response_id: str | None = None
    result: Any = None
    tool_call_id: str
    tool_name: str
    ok: bool
    error: ToolError | None


class AssistantToolResult(Event):
    """The one end of a call; `source` says who carried it out."""

    type: Literal["assistant.tool_result"]
    result: Any = None
    tool_call_id: str
    tool_name: str
    ok: bool
    error: ToolError | None
    data: ToolResultData


class OutputAudioData(Data):
    turn_id: str
    response_id: str
    tts_id: str


class OutputAudioStart(Event):
    """Audio begins: binary frames follow."""

    type: Literal["output.audio.start"]
    data: OutputAudioData


class OutputAudioEndData(OutputAudioData):
    duration_ms: int


class OutputAudioEnd(Event):
    """The last frame has been sent; `output.audio.played` tells that it was heard."""

    type: Literal["output.audio.end"]
    data: OutputAudioEndData


class ResponseInterruptedData(Data):
    """The data of an interruption. `reason` is `barge-in`, `manual-stop` or `policy-yield`; `played_ms` was sent."""

    turn_id: str
    response_id: str | None = None
    tts_id: str | None = None
    reason: str
    played_ms: int


class ResponseInterrupted(Event):
    """The response ends here: drop what waits to be played."""

    type: Literal["response.interrupted"]
    data: ResponseInterruptedData


class MetricsTtfbData(Data):
    turn_id: str
    latencyMs: int


class MetricsTtfb(Event):
    """The time from the end of the user's turn to the first sound of the response, in text-only mode its first text."""

    type: Literal["metrics.ttfb"]
    latencyMs: int
    data: MetricsTtfbData


class ErrorInfo(Strict):
    stage: Stage
    code: str
    message: str
    retryable: bool


class ErrorData(Data):
    sender: Literal["server"]
    code: str
    message: str
    stage: Stage
    retryable: bool
    error: ErrorInfo
    turn_id: str | None = None
    tool_call_id: str | None = None


class Error(Event):
    """Something was refused or went wrong. The session goes on, unless `session.stopped` follows."""

    type: Literal["error"]
    sender: Literal["server"]
    code: str
    message: str
    stage: Stage
    retryable: bool
    data: ErrorData


AnyServerMessage = Annotated[
    SessionStarted
    | ConfigResolved
    | SessionStopped
    | Heartbeat
    | InputSpeechStarted
    | InputSpeechStopped
    | TranscriptDelta
    | TranscriptFinal
    | AssistantResponseDelta
    | AssistantResponseFinal
    | AssistantToolCall
    | AssistantToolResult
    | OutputAudioStart
    | OutputAudioEnd
    | ResponseInterrupted
    | MetricsTtfb
    | Error,
    Field(discriminator="type"),
]
