"""The record of one reply, and of the earcon that may sound in its place."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from antiphon.domain.states import State
from antiphon.turns.config import READ_S
from antiphon.turns.notices import Notice


class ReplyState(StrEnum):
    HELD = "held"
    """The turn is over, but no reply may start before it is granted."""
    THINKING = "thinking"
    """It is made, or what it wanted done is; nothing of it sounds."""
    WAITING = "waiting"
    """An announcement whose first frame is not there yet: who speaks first is heard first."""
    PLAYING = "playing"
    SENT = "sent"
    """Its last frame was sent, and is heard a little later."""
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Announcement:
    """A sentence of the system's own, which answers nobody."""

    text: str
    notice: Notice | None = None
    """What it is about, where it is a notice."""
    asks_again: bool = False
    """It is a question once more. It waits for no other idle."""
    of_page: bool = False
    """It is what the page asks by itself."""


@dataclass(slots=True)
class Generation:
    """The making of an answer's text, from its order to its end. Times are seconds of the engine."""

    ordered: bool = True
    """Whether it was asked for, or still waits for a grant; a player of the application's own does not wait."""
    asked_at: float = 0.0
    first_text_at: float | None = None
    text: str = ""
    pieces: list[tuple[float, int]] = field(default_factory=list)
    """When pieces of the text were sent, and how long it was then."""
    finished: bool = False

    def write(self, text: str, now: float) -> None:
        """A piece of the text was sent."""
        if self.first_text_at is None:
            self.first_text_at = now
        self.text += text
        self.pieces.append((now, len(self.text)))

    def finishes(self) -> None:
        """The brain has no more text for it."""
        self.finished = True

    def repeat(self, text: str, now: float) -> None:
        """Its text is this, which is known whole."""
        self.text, self.finished, self.first_text_at = text, True, now
        self.pieces.append((now, len(text)))

    def read_by(self, now: float) -> str:
        """Return what somebody who sees the page may have read of it."""
        length = max((length for at, length in self.pieces if at <= now - READ_S), default=0)
        return self.text[:length]


@dataclass(slots=True)
class Playback:
    """The sound of an answer."""

    begun_at: float | None = None
    measured: bool = False
    """Its first packet that can be heard has left."""
    paused: bool = False
    duration_ms: int = 0
    heard_text: str | None = None
    """What was said of it, where it was not said whole."""
    voiceless: bool = False
    """Its voice has failed: it is only read."""
    alerted: bool = False
    """An earcon has said so."""

    def becomes_audible(self) -> None:
        """Its first packet that can be heard has left."""
        self.measured = True

    def pauses(self) -> None:
        """It waits: somebody speaks who may mean to interrupt."""
        self.paused = True

    def resumes(self) -> None:
        """It goes on."""
        self.paused = False

    def loses_voice(self) -> None:
        """The voice has failed: from now on the answer is only read."""
        self.voiceless = True

    def alerts(self) -> None:
        """An earcon says that nothing more of it is heard."""
        self.alerted = True


@dataclass(slots=True)
class ReplyCalls:
    """The actions and tools that an answer has called."""

    count: int = 0
    acted: bool = False
    """Something was done, by the page or by a tool of the server's."""
    tool: tuple[str, str] | None = None
    """The call that the server carries out now, and the tool's name."""

    def uses_tool(self, call_id: str, name: str) -> None:
        """The server carries out a call."""
        self.acted = True
        self.tool = call_id, name

    def calls_action(self) -> None:
        """The brain wants an action."""
        self.count += 1
        self.acted = True

    def spend(self) -> None:
        """The words that it answers are answered: what is said over it is not joined to them."""
        self.count += 1


@dataclass(slots=True)
class Reply:
    """The assistant's answer to a turn, or an announcement."""

    turn_id: str
    response_id: str
    state: ReplyState = ReplyState.THINKING
    announcement: Announcement | None = None
    generation: Generation = field(default_factory=Generation)
    playback: Playback = field(default_factory=Playback)
    calls: ReplyCalls = field(default_factory=ReplyCalls)

    @property
    def text(self) -> str:
        """The text of it so far."""
        return self.generation.text

    @property
    def of_page(self) -> bool:
        """True for an announcement of what the page asks by itself."""
        return self.announcement is not None and self.announcement.of_page

    @property
    def waits(self) -> bool:
        """True for an announcement that nobody has heard yet: it gives way to whoever takes the floor."""
        return self.state is ReplyState.WAITING

    @property
    def being_said(self) -> bool:
        """True from its first frame on, until it is known to have been heard."""
        return self.state is ReplyState.PLAYING or self.state is ReplyState.SENT

    @property
    def sounds(self) -> bool:
        """Tell whether something of it may still have to be silenced."""
        return self.state is ReplyState.PLAYING


@dataclass(slots=True)
class Earcon:
    """A sound of our own that was ordered last, and in which state."""

    turn_id: str
    response_id: str | None
    state: State
    began: float
    told: bool = False
    stopped: bool = False
