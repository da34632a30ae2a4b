"""The timers of each part of the conversation. Where two are due at once, the first in the alphabet fires first."""

from enum import StrEnum


class ConnectionTimer(StrEnum):
    """The waits of a session for its client, and its own length."""

    INITIALISE = "initialise"
    AWAY = "away"
    IDLE_NOTICE = "idle_notice"
    IDLE = "idle"
    SESSION_NOTICE = "session_notice"
    SESSION = "session"


class HealthTimer(StrEnum):
    """The time for which nothing may be heard of the detector."""

    VAD_SILENT = "vad_silent"


class TurnTimer(StrEnum):
    """The times that end a user's turn, and that tell of speech only after a while."""

    ENDPOINT = "endpoint"
    NO_SPEECH = "no_speech"
    MAX_TURN = "max_turn"
    RELEASE = "release"
    AUDIO_GONE = "audio_gone"
    STILL_SPEAKING = "still_speaking"


class BargeInTimer(StrEnum):
    """The times that a tentative barge-in may stay one, and that none is possible."""

    UNDECIDED = "undecided"
    UNCONFIRMED = "unconfirmed"
    COOLDOWN = "cooldown"


class ConfirmationTimer(StrEnum):
    """The times that a yes is waited for, and that a question waits to be told."""

    ASKED = "asked"
    ASK_AGAIN = "ask_again"
    TELL = "tell"


class ReplyTimer(StrEnum):
    """The times that an answer may take, and until its last frame has been heard."""

    STALLED = "stalled"
    HEARD = "heard"
    UNSPOKEN = "unspoken"
    GRANTED = "granted"


class ActionTimer(StrEnum):
    """The time of the next open invocation."""

    TIMEOUT = "action"


Timer = ConnectionTimer | HealthTimer | TurnTimer | BargeInTimer | ConfirmationTimer | ReplyTimer | ActionTimer
