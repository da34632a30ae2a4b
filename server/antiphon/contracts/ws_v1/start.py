"""Read the first message of a connection: the wishes of a client for the session that it starts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from antiphon.contracts.ws_v1 import client_messages as m
from antiphon.contracts.ws_v1 import decode
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.messages import ResumeClaim

_USER_CHARS = 256


@dataclass(frozen=True, slots=True)
class Start:
    """The message `session.start`, field by field: a client's wishes. None: the assistant's own setting holds."""

    claim: ResumeClaim | None = None
    """The session that goes on; then nothing else counts."""
    prompt: str | None = None
    greeting: str | None = None
    first_turn: Literal["assistant", "user"] | None = None
    generated_opener: bool | None = None
    opener_audio: str | None = None
    text_only: bool = False
    barge_in: Mapping[str, Any] = field(default_factory=dict)
    """Fields of an interruption policy, not checked yet."""
    knowledge_base: str | None = None
    knowledge: tuple[str, ...] = ()
    tools: tuple[str, ...] | None = None
    variables: Mapping[str, str] = field(default_factory=dict)
    channel: str | None = None
    user_id: str | None = None


def read_start(message: str | bytes) -> Start:
    """Read the first message of a connection. Raises `AntiphonError`: `protocol.order` for any other one."""
    value = decode.read(message)
    if value["type"] != decode.START:
        raise AntiphonError(
            ErrorCode.ORDER, f"{value['type']} came before the session was started: session.start first."
        )
    model = decode.validated(value)
    assert isinstance(model, m.SessionStart)
    return meaning(model)


def meaning(model: m.SessionStart) -> Start:
    metadata, wishes = model.metadata, model.metadata.overrides
    given = wishes.model_fields_set
    knowledge = wishes.knowledge if isinstance(wishes.knowledge, list) else [wishes.knowledge]
    return Start(
        claim=claim(model),
        prompt=wishes.systemPrompt if "systemPrompt" in given else None,
        greeting=wishes.greeting if "greeting" in given else None,
        first_turn=wishes.firstTurnMode if "firstTurnMode" in given else None,
        generated_opener=wishes.generatedOpenerEnabled if "generatedOpenerEnabled" in given else None,
        opener_audio=wishes.openerAudio if "openerAudio" in given else None,
        text_only=wishes.output.mode == "text",
        barge_in=wishes.bargeIn,
        knowledge_base=wishes.knowledgeBaseId if "knowledgeBaseId" in given else None,
        knowledge=tuple(knowledge) if "knowledge" in given else (),
        tools=tuple(dict.fromkeys(wishes.tools)) if "tools" in given else None,
        variables=metadata.dynamicVariables,
        channel=metadata.channel or None,
        user_id=_user(metadata.history.get("userId")),
    )


def claim(model: m.SessionStart) -> ResumeClaim | None:
    """Return the claim of a client that resumes."""
    resume = model.resume
    return ResumeClaim(resume.sessionId, resume.token, resume.lastSeq) if resume is not None else None


def _user(value: Any) -> str | None:
    """Return the caller's id. Raises `AntiphonError` for what names nobody: such a session would be nobody's."""
    if value is None or value == "":
        return None
    name = str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""
    if not 1 <= len(name) <= _USER_CHARS:
        told = f"`metadata.history.userId`: must be a text or a whole number, of at most {_USER_CHARS} characters."
        raise AntiphonError(ErrorCode.INVALID_METADATA, told)
    return name
