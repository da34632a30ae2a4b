"""Values between dialects and the session: decoded input, and messages before they are bytes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from antiphon.domain.events import Failed
from antiphon.domain.signals import Signal


@dataclass(frozen=True, slots=True)
class ResumeClaim:
    """The claim of a client to go on with a session, and the `seq` of the last message that it has of it."""

    session_id: str
    resume_token: str
    last_seq: int


@dataclass(frozen=True, slots=True)
class Decoded:
    """One message of a client: what it means, or why it was refused. `message_id` is returned as `reply_to`.

    `claim` comes with a `ClientResumed`, and is for the session alone to judge.
    """

    signals: tuple[Signal, ...] = ()
    message_id: str | None = None
    failure: Failed | None = None
    claim: ResumeClaim | None = None


@dataclass(frozen=True, slots=True)
class Pace:
    """The pace at which messages of one stream may leave. What comes sooner waits, merged into one message by its
    `text`.

    `latest`: the newest text stands for all; `append`: the texts are joined.
    """

    stream: str
    every_s: float
    merge: Literal["latest", "append"]


@dataclass(frozen=True, slots=True)
class WireMessage:
    """One message to a client, without the envelope's `seq`, `timestamp` and `session_id`.

    `pace` is set for a stream of small messages. `before` says of other streams what is to be done, before this message
    leaves, with what waits of them: it is sent at once, or dropped, or this message waits behind it.
    """

    type: str
    payload: Mapping[str, Any]
    role: str = "system"
    metadata: Mapping[str, Any] = field(default_factory=dict)
    pace: Pace | None = None
    before: Mapping[str, Literal["send", "drop", "wait"]] = field(default_factory=dict)
