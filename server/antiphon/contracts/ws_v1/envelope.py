"""The envelope of WS v1: `data`, and the fields that older clients read at the top level."""

from collections.abc import Mapping
from typing import Any

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.messages import WireMessage
from antiphon.wire.codec import MESSAGE_BYTES, dumps

LISTED: Mapping[str, tuple[str, ...]] = {
    "session.started": ("tracks", "audio", "resumeToken"),
    "config.resolved": ("config",),
    "session.stopped": ("reason",),
    "input.speech_started": ("probability",),
    "input.speech_stopped": ("probability",),
    "transcript.delta": ("text",),
    "transcript.final": ("text",),
    "assistant.response.delta": ("text",),
    "assistant.response.final": ("text",),
    "assistant.tool_call": ("tool_call", "tool_call_id", "tool_name", "arguments", "executor", "timeout_ms"),
    "assistant.tool_result": ("result", "tool_call_id", "tool_name", "ok", "error"),
    "metrics.ttfb": ("latencyMs",),
    "error": ("sender", "code", "message", "stage", "retryable"),
}
"""The fields of each event in the document, beside `trackId`, `sessionId` and `source`, which the envelope has."""


def envelope(message: WireMessage, *, seq: int | None, timestamp_ms: int, session_id: str) -> str:
    """Return the event as it is sent. Raises `AntiphonError` `protocol.too_large` for a `data` without bounds."""
    data: Mapping[str, Any] = message.payload
    body: dict[str, Any] = {
        "type": message.type,
        "timestamp": timestamp_ms,
        "sessionId": session_id,
        "seq": seq,
        "source": message.role,
        "trackId": data["trackId"],
        "data": data,
    }
    text = dumps(body | {name: data[name] for name in LISTED.get(message.type, ())})
    if len(text.encode()) > MESSAGE_BYTES:
        raise AntiphonError(ErrorCode.TOO_LARGE, f"{message.type} is longer than {MESSAGE_BYTES} bytes.")
    return text
