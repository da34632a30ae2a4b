"""The messages of a client, one model each: the document's five, and those that it defers, which live mode adds.

Nothing is optional but what has a default, and nothing may be added.
"""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, StringConstraints

from antiphon.domain.texts import all_readable
from antiphon.wire.model import NOT_BLANK, READABLE, Id, Strict, utf8_limit

TEXT_BYTES = 8 * 1024
VERSIONS = 16
MAX_RECEIVED = 2**53


class Empty(Strict):
    """An empty payload."""


class SessionStart(Strict):
    """Asks for `session.ready` and `session.state` again; the session stays as it is."""

    type: Literal["session.start"]
    payload: Empty


class MockedTurnTrigger(Strict):
    """Mock mode: run one mocked turn."""

    type: Literal["mocked.turn.trigger"]
    payload: Empty


class Chunk(Strict):
    """Any text in mock mode. In live mode it is base64 (RFC 4648, section 4) of 16-bit signed little-endian PCM, mono,
    16 kHz.
    """

    chunk: str


class InputAudioAppend(Strict):
    """The key is held: a piece of the user's speech. The first one begins a turn, over an answer too."""

    type: Literal["input_audio.append"]
    payload: Chunk


class InputAudioCommit(Strict):
    """The key is released: the turn is over, and wants its answer."""

    type: Literal["input_audio.commit"]
    payload: Empty


class ResponseCancel(Strict):
    """Stop listening, thinking or speaking. In `idle` there is nothing to stop, and nothing is answered."""

    type: Literal["response.cancel"]
    payload: Empty


class Text(Strict):
    text: Annotated[str, utf8_limit(TEXT_BYTES), READABLE, NOT_BLANK]


class InputText(Strict):
    """Live mode: a typed turn."""

    type: Literal["input.text"]
    payload: Text


class ToolFailure(Strict):
    code: Annotated[str, StringConstraints(min_length=1, max_length=64)]
    message: Annotated[str, utf8_limit(TEXT_BYTES), READABLE]


class ToolOutcome(Strict):
    """The outcome of a call. With an `error` it has failed, and `output` does not count."""

    callId: Id
    output: Annotated[Any, AfterValidator(all_readable)] = None
    error: ToolFailure | None = None


class ToolResult(Strict):
    """Live mode: the answer to a `tool.call` whose `executor` is `client`."""

    type: Literal["tool.result"]
    payload: ToolOutcome


class Resume(Strict):
    """The claim to go on with an earlier session: its id, its token, and how many of its messages were received,
    `output_audio.delta` not counted.
    """

    sessionId: Id
    resumeToken: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    received: Annotated[int, Field(ge=0, le=MAX_RECEIVED)]


class SessionResume(Strict):
    """Live mode: the first message of a new connection, where an earlier session is to go on over it."""

    type: Literal["session.resume"]
    payload: Resume


class Versions(Strict):
    """The versions of this contract that the client can speak."""

    supported: Annotated[list[int], Field(min_length=1, max_length=VERSIONS)]


class ProtocolVersion(Strict):
    """Live mode: which version is to be spoken?"""

    type: Literal["protocol.version"]
    payload: Versions


MockMessage = Annotated[
    SessionStart | MockedTurnTrigger | InputAudioAppend | InputAudioCommit | ResponseCancel,
    Field(discriminator="type"),
]
"""The document's own."""

AnyClientMessage = Annotated[
    SessionStart
    | MockedTurnTrigger
    | InputAudioAppend
    | InputAudioCommit
    | ResponseCancel
    | InputText
    | ToolResult
    | SessionResume
    | ProtocolVersion,
    Field(discriminator="type"),
]
