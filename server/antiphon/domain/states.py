"""The seven states of a session, and the triggers between them (docs/reference/state-machine.md)."""

from collections.abc import Mapping
from enum import StrEnum


class State(StrEnum):
    """Exactly one holds at any moment (VIP7-ONE)."""

    NOT_CONNECTED = "not_connected"
    CONNECTING = "connecting"
    IDLE = "idle"
    USER_SPEAKING = "user_speaking"
    AI_THINKING = "ai_thinking"
    AI_SPEAKING = "ai_speaking"
    INVOKE_ACTION = "invoke_action"


# A coarser view, for those who know four states, and none before `idle`.
FOUR_STATES: Mapping[State, str] = {
    State.IDLE: "idle",
    State.USER_SPEAKING: "listening",
    State.AI_THINKING: "thinking",
    State.AI_SPEAKING: "speaking",
    State.INVOKE_ACTION: "thinking",
}


class Trigger(StrEnum):
    """The name of a transition from one state to another (docs/reference/state-machine.md)."""

    CLIENT_CONNECT = "client.connect"
    SERVER_READY = "server.ready"
    INPUT_START = "input.start"
    INPUT_END = "input.end"
    INPUT_CANCEL = "input.cancel"
    INPUT_TIMEOUT = "input.timeout"
    INPUT_BARGE_IN = "input.barge_in"
    INPUT_TEXT = "input.text"
    SERVER_ANNOUNCE = "server.announce"
    RESPONSE_AUDIO = "response.audio"
    RESPONSE_TOOL = "response.tool"
    RESPONSE_EMPTY = "response.empty"
    RESPONSE_FAILED = "response.failed"
    RESPONSE_CANCEL = "response.cancel"
    AUDIO_COMPLETE = "audio.complete"
    ACTION_RESULT = "action.result"
    ACTION_DONE = "action.done"
    ASSISTANT_GRANT = "assistant.grant"
    ERROR_RECOGNITION = "error.recognition"
    FOLLOW_UP = "follow_up"
    PENDING = "pending"
    SESSION_CLOSE = "session.close"


class TurnStart(StrEnum):
    """The way in which a user turn began (V5-TRIGGER)."""

    VAD = "vad"
    PTT = "ptt"
    WAKE_WORD = "wake_word"
    TEXT = "text"
    FOLLOW_UP = "follow_up"
    PENDING = "pending"


class Source(StrEnum):
    """The author of an interruption."""

    VAD = "vad"
    CLIENT_HINT = "client-hint"
    MANUAL = "manual"
    TEXT = "text"
    SYSTEM = "system"


class Authority(StrEnum):
    """The detector that decides when the user speaks (ITE PAT-003)."""

    PIPELINE = "pipeline"
    """Our own VAD."""
    REALTIME = "realtime"
    """The events of a realtime provider."""


class InterruptionType(StrEnum):
    BARGE_IN = "barge-in"
    MANUAL_STOP = "manual-stop"
    POLICY_YIELD = "policy-yield"


class CloseReason(StrEnum):
    """The reason for which a session ended, as `session.closed` says it."""

    CLIENT = "client"
    HANG_UP = "hang_up"
    IDLE = "idle"
    LIMIT = "limit"
    SHUTDOWN = "shutdown"
    LOST = "lost"
    REPLACED = "replaced"
    ERROR = "error"
