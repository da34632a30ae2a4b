"""One table of error codes, from which every dialect, HTTP status and the docs' page are made."""

from dataclasses import dataclass
from enum import Enum
from typing import Any


@dataclass(frozen=True, slots=True)
class CodeInfo:
    """The meaning of a code for whoever gets it. `status` is the HTTP status where it answers a request."""

    code: str
    stage: str
    retryable: bool
    status: int
    title: str


class ErrorCode(Enum):
    """Code, stage, retryable, HTTP status, title."""

    INVALID_JSON = CodeInfo("protocol.invalid_json", "protocol", False, 400, "Not JSON")
    INVALID_MESSAGE = CodeInfo("protocol.invalid_message", "protocol", False, 400, "Not a valid message")
    UNKNOWN_TYPE = CodeInfo("protocol.unknown_type", "protocol", False, 400, "Unknown message type")
    INVALID_VALUE = CodeInfo("protocol.invalid_value", "protocol", False, 400, "Not a valid value")
    UNKNOWN_FIELD = CodeInfo("protocol.unknown_field", "protocol", False, 400, "Unknown field")
    FORBIDDEN_ID = CodeInfo("protocol.forbidden_id", "protocol", False, 400, "This id is not told by the client")
    INVALID_METADATA = CodeInfo("protocol.invalid_metadata", "protocol", False, 400, "Not valid metadata")
    SECRET_IN_METADATA = CodeInfo("protocol.secret_in_metadata", "protocol", False, 400, "Metadata holds a secret")
    INVALID_OVERRIDE = CodeInfo("protocol.invalid_override", "protocol", False, 400, "Not a valid override")
    VARIABLES_INVALID = CodeInfo(
        "protocol.dynamic_variables_invalid", "protocol", False, 400, "Not valid dynamic variables"
    )
    VARIABLES_MISSING = CodeInfo(
        "protocol.dynamic_variables_missing", "protocol", False, 400, "A variable has no value"
    )
    ASSISTANT_REQUIRED = CodeInfo("protocol.assistant_required", "protocol", False, 400, "No assistant was named")
    TOO_LARGE = CodeInfo("protocol.too_large", "protocol", False, 413, "Too large")
    ORDER = CodeInfo("protocol.order", "protocol", False, 409, "Out of order")
    INVALID_TRANSITION = CodeInfo("protocol.invalid_transition", "protocol", False, 409, "Not possible in this state")
    UNSUPPORTED_MEDIA_TYPE = CodeInfo("protocol.unsupported_media_type", "protocol", False, 415, "Wrong content type")
    METHOD_NOT_ALLOWED = CodeInfo("protocol.method_not_allowed", "protocol", False, 405, "Method not allowed")
    NOT_FOUND = CodeInfo("protocol.not_found", "protocol", False, 404, "Not found")
    PRECONDITION_REQUIRED = CodeInfo("protocol.precondition_required", "protocol", False, 428, "If-Match is missing")
    PRECONDITION_FAILED = CodeInfo("protocol.precondition_failed", "protocol", False, 412, "If-Match does not match")
    ICE_RESTART = CodeInfo("sdp.ice_restart", "signalling", False, 422, "No ICE restart by PATCH")
    SDP_INVALID = CodeInfo("sdp.invalid", "signalling", False, 400, "Not a usable SDP offer")
    SDP_NO_AUDIO = CodeInfo("sdp.no_audio", "signalling", False, 400, "The offer has no audio")
    SDP_UNSUPPORTED_CODEC = CodeInfo("sdp.unsupported_codec", "signalling", False, 400, "No shared audio codec")
    SDP_NO_FINGERPRINT = CodeInfo("sdp.no_fingerprint", "signalling", False, 400, "The offer has no fingerprint")
    WINDOW_CLOSED = CodeInfo("context.window_closed", "context", True, 409, "Not now")
    INVALID_SCHEMA = CodeInfo("context.invalid_schema", "context", False, 400, "Not a usable parameter schema")
    UNKNOWN_INVOCATION = CodeInfo("action.unknown_invocation", "action", False, 404, "Unknown invocation")
    ACTION_LATE = CodeInfo("action.late", "action", False, 409, "The result came too late")
    ACTION_TIMEOUT = CodeInfo("action.timeout", "action", True, 504, "The action did not answer")
    ACTION_FAILED = CodeInfo("action.failed", "action", True, 502, "The action failed")
    ACTION_CANCELLED = CodeInfo("action.cancelled", "action", False, 409, "The action was cancelled")
    ACTION_NOT_FOUND = CodeInfo("action.not_found", "action", False, 404, "No such action")
    ACTION_INVALID_PARAMETERS = CodeInfo("action.invalid_parameters", "action", False, 400, "Parameters do not fit")
    ACTION_DECLINED = CodeInfo("action.declined", "action", False, 403, "The user did not agree")
    STT_NO_SPEECH = CodeInfo("stt.no_speech", "stt", True, 422, "No speech was heard")
    STT_NO_MATCH = CodeInfo("stt.no_match", "stt", True, 422, "No words were understood")
    STT_FAILED = CodeInfo("stt.failed", "stt", True, 502, "The recogniser failed")
    STT_TIMEOUT = CodeInfo("stt.timeout", "stt", True, 504, "The recogniser did not answer")
    BRAIN_EMPTY = CodeInfo("brain.empty", "brain", True, 502, "The assistant had no answer")
    BRAIN_FAILED = CodeInfo("brain.failed", "brain", True, 502, "The assistant failed")
    BRAIN_TIMEOUT = CodeInfo("brain.timeout", "brain", True, 504, "The assistant did not answer")
    TTS_FAILED = CodeInfo("tts.failed", "tts", True, 502, "The voice failed")
    TTS_TIMEOUT = CodeInfo("tts.timeout", "tts", True, 504, "The voice did not answer")
    PROVIDER_UNAVAILABLE = CodeInfo("provider.unavailable", "provider", False, 503, "A provider is not installed")
    AUDIO_UNSUPPORTED = CodeInfo("audio.unsupported_format", "audio", False, 415, "Unsupported audio format")
    AUDIO_FRAME_SIZE = CodeInfo("audio.frame_size_mismatch", "audio", False, 400, "Not whole audio frames")
    POLICY_UNSAFE = CodeInfo("policy.unsafe", "policy", False, 400, "Unsafe policy")
    AUTH_REQUIRED = CodeInfo("auth.required", "auth", False, 401, "A token is needed")
    AUTH_INVALID = CodeInfo("auth.invalid", "auth", False, 401, "The token is not valid")
    AUTH_FORBIDDEN = CodeInfo("auth.forbidden", "auth", False, 403, "The token is for something else")
    ORIGIN_FORBIDDEN = CodeInfo("auth.origin", "auth", False, 403, "This origin is not allowed")
    HOST_FORBIDDEN = CodeInfo("auth.host", "auth", False, 403, "This host name is not allowed")
    ASSISTANT_UNKNOWN = CodeInfo("protocol.assistant_unknown", "protocol", False, 404, "No such assistant")
    CAPACITY_FULL = CodeInfo("capacity.full", "capacity", True, 503, "No room for another call")
    RATE_LIMITED = CodeInfo("rate.limited", "rate", True, 429, "Too many messages")
    SESSION_EXPIRED = CodeInfo("session.expired", "session", False, 410, "The session has ended")
    CONFIG_INVALID = CodeInfo("config.invalid", "config", False, 500, "The configuration is not valid")
    INTERNAL = CodeInfo("internal", "internal", True, 500, "Internal error")

    @property
    def code(self) -> str:
        return self.value.code

    @property
    def stage(self) -> str:
        return self.value.stage

    @property
    def retryable(self) -> bool:
        return self.value.retryable

    @property
    def status(self) -> int:
        return self.value.status

    @property
    def title(self) -> str:
        return self.value.title


class AntiphonError(Exception):
    """A failure with a name. `message` is for a person: what happened, which value, which bound, what to do."""

    def __init__(
        self, code: ErrorCode, message: str, *, fatal: bool = False, details: dict[str, Any] | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.fatal = fatal
        self.details = details
