"""`voicepilot.turn.event` and its payload, with the document's names (ITE REQ-012)."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from pydantic.alias_generators import to_camel

Timestamp = Annotated[str, StringConstraints(pattern=r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$")]
"""UTC, ISO 8601, with milliseconds."""
ConversationState = Literal["idle", "listening", "thinking", "speaking", "recovering"]
PolicyProfileId = Literal["default", "assertive", "hands-free", "custom"]
InterruptionSource = Literal["azure-vad", "client-hint", "ui-command", "system"]


class Strict(BaseModel):
    """A model that converts nothing, ignores nothing, and does not change; the wire's keys are in camelCase."""

    model_config = ConfigDict(
        strict=True,
        extra="forbid",
        frozen=True,
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
    )


class InterruptionInfo(Strict):
    type: Literal["barge-in", "manual-stop", "policy-yield"]
    detected_at: Timestamp
    latency_ms: Annotated[int, Field(ge=0)]
    source: InterruptionSource
    reason_code: str | None = None


class TurnDescriptor(Strict):
    turn_id: str
    role: Literal["user", "assistant"]
    started_at: Timestamp
    ended_at: Timestamp | None = None
    interruption: InterruptionInfo | None = None
    policy_profile: PolicyProfileId


class TurnEventPayload(Strict):
    type: Literal[
        "state-changed", "turn-started", "turn-ended", "interruption", "policy-updated", "degraded", "recovered"
    ]
    state: ConversationState
    turn: TurnDescriptor | None = None
    timestamp: Timestamp
    diagnostics: dict[str, Any] | None = None


class TurnEventMessage(Strict):
    type: Literal["voicepilot.turn.event"] = "voicepilot.turn.event"
    payload: TurnEventPayload
