"""Failures as this contract reports them: the spelling of the code, its stage, and the track that it belongs to."""

from collections.abc import Mapping
from typing import Any, Literal

from antiphon.domain.actions import ActionOutcome
from antiphon.domain.errors import ErrorCode
from antiphon.domain.events import Failed
from antiphon.domain.messages import WireMessage
from antiphon.wire.codec import fit

SENTENCE_BYTES = 4 * 1024

_SPELLED = {ErrorCode.UNKNOWN_INVOCATION: "tool.unknown_call"}
_STAGES = {"stt": "asr", "brain": "llm", "tts": "tts", "action": "tool", "audio": "audio"}
"""All other stages are `protocol` here."""
_TRACKS = {"audio": "audio_in", "asr": "audio_in", "llm": "audio_out", "tts": "audio_out", "tool": "audio_out"}
_SOURCES = {"asr": "asr", "llm": "llm", "tts": "tts", "tool": "tool"}
_CODES = {code.code: code for code in ErrorCode}


def spelled(code: ErrorCode) -> str:
    """Spell a code: `action.*` is `tool.*` here."""
    known = _SPELLED.get(code, code.code)
    return f"tool.{known.removeprefix('action.')}" if known.startswith("action.") else known


def error(failed: Failed) -> WireMessage:
    """Return the event `error`."""
    stage = _STAGES.get(failed.code.stage, "protocol")
    told: dict[str, Any] = {
        "code": spelled(failed.code),
        "message": fit(failed.message, SENTENCE_BYTES),
        "stage": stage,
        "retryable": failed.code.retryable if failed.retryable is None else failed.retryable,
    }
    ids = {"turn_id": failed.turn_id, "tool_call_id": failed.invocation_id}
    data = {
        "trackId": _TRACKS.get(stage, "control"),
        "sender": "server",
        **told,
        "error": told,
        **{name: value for name, value in ids.items() if value is not None},
    }
    of_response: Mapping[str, Literal["send"]] = {"response": "send"} if stage in ("llm", "tts") else {}
    return WireMessage("error", data, _SOURCES.get(stage, "system"), before=of_response)


def tool_error(outcome: ActionOutcome) -> Mapping[str, Any] | None:
    """Return the `error` of `assistant.tool_result`; None where the tool has succeeded."""
    if outcome.ok:
        return None
    code = _CODES.get(outcome.error_code or "", ErrorCode.ACTION_FAILED)
    return {
        "code": spelled(code)
        if (outcome.error_code or "") in _CODES
        else fit(outcome.error_code or "tool.failed", 256),
        "message": fit(outcome.error_message or "The tool failed.", SENTENCE_BYTES),
        "retryable": code.retryable,
    }
