"""What each part of the conversation waits for. Where two are due at once, the first in the alphabet fires first."""

from enum import StrEnum


class ConnectionTimer(StrEnum):
    """How long a session waits for its client, and how long it lasts."""

    INITIALISE = "initialise"
    AWAY = "away"
    IDLE_NOTICE = "idle_notice"
    IDLE = "idle"
    SESSION_NOTICE = "session_notice"
    SESSION = "session"


class HealthTimer(StrEnum):
    """How long nothing may be heard of the detector."""

    VAD_SILENT = "vad_silent"


class TurnTimer(StrEnum):
    """What ends a user's turn, and what is known of speech only after a while."""

    ENDPOINT = "endpoint"
    NO_SPEECH = "no_speech"
    MAX_TURN = "max_turn"
    RELEASE = "release"
    AUDIO_GONE = "audio_gone"
    STILL_SPEAKING = "still_speaking"


class BargeInTimer(StrEnum):
    """How long a tentative barge-in may stay one, and how long none is possible."""

    UNDECIDED = "undecided"
    UNCONFIRMED = "unconfirmed"
    COOLDOWN = "cooldown"


class ConfirmationTimer(StrEnum):
    """How long a yes is waited for."""

    ASKED = "asked"
    ASK_AGAIN = "ask_again"


class ReplyTimer(StrEnum):
    """How long an answer may take, and when its last frame has been heard."""

    STALLED = "stalled"
    HEARD = "heard"
    UNSPOKEN = "unspoken"
    GRANTED = "granted"


class ActionTimer(StrEnum):
    """When the next open invocation has had its time."""

    TIMEOUT = "action"


Timer = ConnectionTimer | HealthTimer | TurnTimer | BargeInTimer | ConfirmationTimer | ReplyTimer | ActionTimer
