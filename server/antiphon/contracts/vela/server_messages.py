"""The messages of the gateway, one model each. Everything that is sent is made of these."""

from typing import Annotated, Any, Literal

from pydantic import Field

from antiphon.domain.messages import WireMessage
from antiphon.wire.model import Strict


class Nothing(Strict):
    """An empty payload."""


class Ready(Strict):
    """The session of this connection. In live mode `resumeToken` resumes it, and `resumed` says that it was resumed."""

    sessionId: str
    mode: Literal["live"] | None = None
    resumeToken: str | None = None
    resumed: bool | None = None


class SessionReady(Strict):
    """The gateway has a session for this connection."""

    type: Literal["session.ready"] = "session.ready"
    payload: Ready


class Phase(Strict):
    value: Literal["idle", "listening", "thinking", "speaking"]


class SessionState(Strict):
    """The session is in this state from now on."""

    type: Literal["session.state"] = "session.state"
    payload: Phase


class Words(Strict):
    text: str


class TranscriptPartial(Strict):
    """The words of the user so far; each one replaces the one before."""

    type: Literal["transcript.partial"] = "transcript.partial"
    payload: Words


class TranscriptFinal(Strict):
    """The words of the user's turn."""

    type: Literal["transcript.final"] = "transcript.final"
    payload: Words


class ResponseTextDelta(Strict):
    """The next piece of the answer. None comes before `speaking`."""

    type: Literal["response.text.delta"] = "response.text.delta"
    payload: Words


class ResponseCompleted(Strict):
    """The assistant's turn is done. It does not come for a turn that was cancelled, interrupted or failed."""

    type: Literal["response.completed"] = "response.completed"
    payload: Nothing


class Problem(Strict):
    """A failure. `retryable`: the same message may succeed later. Gateways may leave it out; this one never does."""

    code: str
    message: str
    retryable: bool | None = None


class Error(Strict):
    """Something was refused, or went wrong. The connection stays."""

    type: Literal["error"] = "error"
    payload: Problem


class Call(Strict):
    callId: str
    name: str
    arguments: dict[str, Any]
    executor: Literal["client", "server"]
    timeoutMs: int


class ToolCall(Strict):
    """Live mode: the assistant calls a tool. Where the client is the executor, it answers with `tool.result`."""

    type: Literal["tool.call"] = "tool.call"
    payload: Call


class ToolError(Strict):
    code: str
    message: str


class Outcome(Strict):
    """The outcome of a call. `output` is left out where it is too long for a message; the assistant has it."""

    callId: str
    name: str
    ok: bool
    output: Any = None
    error: ToolError | None = None


class ToolResult(Strict):
    """Live mode: the outcome of a call, whoever has carried it out. Each `tool.call` has exactly one."""

    type: Literal["tool.result"] = "tool.result"
    payload: Outcome


class AudioChunk(Strict):
    """A piece of audio: base64 of 16-bit signed little-endian PCM, mono, 16 kHz, one or several frames of 20 ms."""

    chunk: str


class OutputAudioDelta(Strict):
    """Live mode: the next piece of the assistant's speech, a little ahead of real time."""

    type: Literal["output_audio.delta"] = "output_audio.delta"
    payload: AudioChunk


class OutputAudioDone(Strict):
    """Live mode: the last piece of the assistant's speech has been sent."""

    type: Literal["output_audio.done"] = "output_audio.done"
    payload: Nothing


class Version(Strict):
    """The version that is spoken from now on, and all that the gateway can speak."""

    version: int
    supported: list[int]


class ProtocolVersion(Strict):
    """Live mode: the answer to the client's `protocol.version`."""

    type: Literal["protocol.version"] = "protocol.version"
    payload: Version


AnyServerMessage = Annotated[
    SessionReady
    | SessionState
    | TranscriptPartial
    | TranscriptFinal
    | ResponseTextDelta
    | ResponseCompleted
    | Error
    | ToolCall
    | ToolResult
    | OutputAudioDelta
    | OutputAudioDone
    | ProtocolVersion,
    Field(discriminator="type"),
]


def wire(message: AnyServerMessage) -> WireMessage:
    """Return the message without the fields that have no value."""
    return WireMessage(message.type, message.payload.model_dump(exclude_none=True))
