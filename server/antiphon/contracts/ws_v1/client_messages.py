"""The text frames of a client, one model a message (docs/reference/ws-v1.md, "From the client").

No field takes null but `resume` and a tool's `output`: what is not meant is left out.
"""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, StringConstraints
from pydantic_core import PydanticCustomError

from antiphon.domain.texts import all_readable
from antiphon.wire.model import NOT_BLANK, READABLE, Id, Strict, too_large, utf8_limit

TEXT_BYTES = 8 * 1024
PROMPT_CHARS = 32_768
GREETING_CHARS = 2_000
KNOWLEDGE_BYTES = 48 * 1024
RESULTS = 16
MAX_MS = 86_400_000
"""A day: longer than any response, and than any session."""
MAX_WALL_MS = 2**53
MAX_SEQ = 2**53
KNOWLEDGE_TEXTS = 1_000
VARIABLES = 30
VARIABLE_CHARS = 1_000
VARIABLE_NAME = r"^[a-zA-Z_][a-zA-Z0-9_]{0,63}$"
NAME = r"^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$"
"""A name of something of the server's: a knowledge base, a prepared sound."""

Label = Annotated[str, StringConstraints(min_length=1, max_length=64)]


def _knowledge(given: str | list[str]) -> str | list[str]:
    texts = [given] if isinstance(given, str) else given
    size = sum(len(text.encode()) for text in texts)
    if size > KNOWLEDGE_BYTES:
        raise too_large(size, KNOWLEDGE_BYTES)
    if not any(text.strip() for text in texts):
        raise PydanticCustomError("blank", "must have something in it that can be read")
    found: str | list[str] = all_readable(given)
    return found


class Audio(Strict):
    """The one audio format that is taken, which is also meant where nothing is said."""

    encoding: Literal["pcm_s16le"] = "pcm_s16le"
    sample_rate_hz: Literal[16000] = 16000
    channels: Literal[1] = 1


class Output(Strict):
    """The form of replies. `text`: a reply is told as text, and no audio of it is sent."""

    mode: Literal["audio", "text"] = "audio"


class Overrides(Strict):
    """The changes that a client may make to the assistant for this session; there are no others."""

    systemPrompt: Annotated[str, StringConstraints(max_length=PROMPT_CHARS), READABLE] = ""
    greeting: Annotated[str, StringConstraints(max_length=GREETING_CHARS), READABLE] = ""
    firstTurnMode: Literal["assistant", "user"] = "user"
    generatedOpenerEnabled: bool = False
    output: Output = Output()
    bargeIn: dict[str, Any] = Field(default_factory=dict)
    knowledgeBaseId: Annotated[str, StringConstraints(pattern=NAME)] = ""
    knowledge: Annotated[str | Annotated[list[str], Field(max_length=KNOWLEDGE_TEXTS)], AfterValidator(_knowledge)] = ""
    tools: Annotated[list[Label], Field(max_length=200)] = Field(default_factory=list)
    openerAudio: Annotated[str, StringConstraints(pattern=NAME)] = ""


class Metadata(Strict):
    """Data about the caller. `history` may hold `userId`, a text or a whole number. `workflow` is ignored."""

    overrides: Overrides = Overrides()
    dynamicVariables: Annotated[
        dict[
            Annotated[str, StringConstraints(pattern=VARIABLE_NAME)],
            Annotated[str, StringConstraints(max_length=VARIABLE_CHARS), READABLE],
        ],
        Field(max_length=VARIABLES),
    ] = Field(default_factory=dict)
    channel: Label = ""
    source: Label = ""
    history: dict[str, Any] = Field(default_factory=dict)
    workflow: Any = None


class Resume(Strict):
    """The claim to go on with a session: its id, its token, and the `seq` of the last event that was received of it."""

    sessionId: Id
    lastSeq: Annotated[int, Field(ge=0, le=MAX_SEQ)]
    token: Annotated[str, StringConstraints(min_length=1, max_length=200)]


class SessionStart(Strict):
    """The first message of a connection."""

    type: Literal["session.start"]
    audio: Audio = Audio()
    metadata: Metadata = Metadata()
    resume: Resume | None = None


class InputText(Strict):
    """A typed turn."""

    type: Literal["input.text"]
    text: Annotated[str, utf8_limit(TEXT_BYTES), READABLE, NOT_BLANK]


class ResponseCancel(Strict):
    """`graceful` lets the sentence that is being spoken end."""

    type: Literal["response.cancel"]
    graceful: bool = False


class OutputAudioPlayed(Strict):
    """The audio of `tts_id` has been heard to its end. `played_at_ms` is the client's time, ms since the epoch."""

    type: Literal["output.audio.played"]
    tts_id: Id
    response_id: Id
    turn_id: Id = ""
    played_at_ms: Annotated[int, Field(ge=0, le=MAX_WALL_MS)] = 0
    played_ms: Annotated[int, Field(ge=0, le=MAX_MS)]


class SessionStop(Strict):
    """The session ends; `session.stopped` tells the reason again."""

    type: Literal["session.stop"]
    reason: Annotated[str, StringConstraints(max_length=200), READABLE] = ""


class ToolStatus(Strict):
    """The status of a tool's run, as of HTTP: from 200 to 299 it has succeeded."""

    code: Annotated[int, Field(ge=100, le=599)]
    message: Annotated[str, utf8_limit(TEXT_BYTES), READABLE] = ""


class ToolResult(Strict):
    """The outcome of one call of a client's tool. Without a `status` it has succeeded."""

    tool_call_id: Id
    name: Label = ""
    output: Annotated[Any, AfterValidator(all_readable)] = None
    status: ToolStatus = ToolStatus(code=200)


class ToolCallResults(Strict):
    """Results of the calls whose `executor` is `client`."""

    type: Literal["tool_call.results"]
    results: Annotated[list[ToolResult], Field(min_length=1, max_length=RESULTS)]


AnyClientMessage = Annotated[
    SessionStart | InputText | ResponseCancel | OutputAudioPlayed | SessionStop | ToolCallResults,
    Field(discriminator="type"),
]
