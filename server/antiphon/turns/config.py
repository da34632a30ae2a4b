"""The configuration of an engine, the same for as long as a session lives, and bounds that others keep to."""

from dataclasses import dataclass, field

from antiphon.domain.states import TurnStart
from antiphon.turns.notices import Notices, notices_for
from antiphon.turns.policies import Policy
from antiphon.turns.words import Words, phrase, words_for

MAX_ACTIONS_A_TURN = 12
"""As many as one sentence may want (`tick all of them`); a brain that wants more without end is stopped."""
STILL_SPEAKING_S = 0.5
"""Speech that is on this long after its turn was ended otherwise goes on; before, it is the detector's debounce."""
RELEASE_S = 0.15
"""What is said this long after a key was released still belongs to the turn."""
HEARD_S = 0.2
"""The last frame is heard this long after it was sent, where the client does not say so itself."""
INITIALISE_S = 10.0
WORDS_OF_A_LANGUAGE = 3
"""So many words in another language change the session's: of fewer a recogniser is easily wrong ("okay", "no")."""
LOST_S = 6.0
"""A client of which nothing has come for so long is lost (docs/reference/vip.md, "Coming back")."""
COOLDOWN_WINDOW_S = 60.0
COOLDOWN_COUNT = 3
COOLDOWN_S = 2.0
"""ITE AC-007: after three interruptions within 60 s, the first 2 s of an answer cannot be interrupted by voice."""
READ_S = 0.5
"""What has been written for so long, the user may have read: what is typed then may be about it."""
STALLED_S = 30.0
"""No turn stays in Processing for longer without progress (R10)."""


@dataclass(frozen=True, slots=True)
class TurnConfig:
    """The ways in which a user's turn may begin, and the times that end it, in seconds."""

    triggers: frozenset[TurnStart] = frozenset({TurnStart.VAD, TurnStart.PTT, TurnStart.WAKE_WORD})
    no_speech_s: float = 10.0
    max_turn_s: float = 60.0
    stops_tell: bool = True
    """Whether a recogniser's full stop says that the sentence is over; some put one behind whatever they hear."""


@dataclass(frozen=True, slots=True)
class ReplyConfig:
    """The rules of answers: how one begins, when it counts as heard, and whether a turn follows its question."""

    auto_response: bool = True
    think_ahead: bool = False
    """Whether an answer is begun in the silence that may end the turn."""
    heard_s: float = HEARD_S
    """How long after its last frame was sent an answer has been heard, where the client does not say so itself."""
    only_read: bool = False
    """Whether nothing of an answer is heard: what has been sent of it is known once it can have been read."""
    follow_up: bool = False


@dataclass(frozen=True, slots=True)
class ConnectionConfig:
    """The greeting of a client, and how long its session waits and lasts, in seconds."""

    greeting: str = ""
    idle_s: float = 600.0
    session_s: float = 3600.0
    resume_window_s: float = 0.0
    """How long a session waits for a client that was lost; 0 ends it with its transport. A server gives its setting
    `server.resume_window_s`."""


@dataclass(frozen=True, slots=True)
class LanguageConfig:
    """The words that decide, and those that the system says of itself."""

    words: Words = field(default_factory=lambda: words_for("en"))
    notices: Notices = field(default_factory=lambda: notices_for("en"))
    hang_up_phrases: tuple[str, ...] = ("stop", "hang up", "goodbye")
    tag: str = "en"
    """BCP 47."""

    @property
    def primary(self) -> str:
        """The language alone, `pt` of `pt-BR`."""
        return self.tag.split("-")[0].lower()

    def hangs_up(self, text: str) -> bool:
        """Tell whether these words, and no others, end the call."""
        return phrase(text) in {phrase(known) for known in self.hang_up_phrases}


@dataclass(frozen=True, slots=True)
class EngineConfig:
    """The configuration of an engine, for as long as its session lives, by the machine that goes by it."""

    policy: Policy = field(default_factory=Policy)
    """What is in force at the beginning; a client may change it."""
    turn: TurnConfig = field(default_factory=TurnConfig)
    reply: ReplyConfig = field(default_factory=ReplyConfig)
    connection: ConnectionConfig = field(default_factory=ConnectionConfig)
    language: LanguageConfig = field(default_factory=LanguageConfig)
    """The one that the session begins in."""
    other_languages: tuple[LanguageConfig, ...] = ()
    """Those that it goes on in where the user is heard to speak one of them."""
    parallel_actions: bool = False
    id_salt: str = ""
    """Makes ids differ between sessions, so that one session's invocation is unknown to another."""
