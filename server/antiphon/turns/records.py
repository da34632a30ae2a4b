"""Records of one turn, one reply, one action."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from antiphon.domain.actions import ActionOutcome
from antiphon.domain.errors import ErrorCode
from antiphon.domain.states import InterruptionType, Source, State, TurnStart
from antiphon.turns.config import READ_S
from antiphon.turns.notices import Notice

CARRIED_CHARS = 8192
"""Of the words that one turn hands on to the next; the oldest utterances go first."""


class TurnState(StrEnum):
    NEW = "new"
    LISTENING = "listening"
    """The user has the floor."""
    SILENT = "silent"
    """The user is silent, which may end the turn."""
    HELD = "held"
    """A key is held: no silence ends the turn."""
    RELEASED = "released"
    """It was released: what arrives within 150 ms still belongs to the turn."""
    RECOGNISING = "recognising"
    """Its audio is over, and its words are awaited."""
    ANSWERED = "answered"
    """The assistant answers it."""
    OVER = "over"


HEARS = (TurnState.LISTENING, TurnState.SILENT, TurnState.HELD, TurnState.RELEASED)
"""The user has the floor."""


@dataclass(slots=True)
class UserTurn:
    """A user's turn. `parts` maps each utterance that still wants an answer to its text, None while it is awaited."""

    turn_id: str
    utterance_id: str
    start: TurnStart
    started_at: float
    state: TurnState = TurnState.NEW
    barge_in: bool = False
    over_answer: bool = False
    """Said while the assistant spoke: "stop" then only cancels."""
    over_question: bool = False
    """What was being said asks something: a "no" then answers it, too."""
    held: bool = False
    hinted: bool = False
    """A hint of the client's own detector began it, so that the end of what that heard ends it."""
    speech_heard: bool = False
    last_voiced: float | None = None
    stirs_until: float = 0.0
    """Until then a sound may become speech that goes on, and the turn does not end."""
    text_so_far: str = ""
    """The newest partial transcript of the utterance that is open."""
    ended_at: float | None = None
    understood_at: float | None = None
    parts: dict[str, str | None] = field(default_factory=dict)
    owners: dict[str, str] = field(default_factory=dict)
    """Which turn each utterance of `parts` belongs to."""
    awaits: str | None = None
    """An utterance that was over before the turn began: its words have not come, and there may be none."""
    barge_in_ms: int | None = None
    since: float = 0.0
    """When its first word was said: before `started_at`, where the audio was kept."""
    granted: bool = False
    """The client has granted the reply to it already."""
    read: str = ""
    """Of the answer that this was typed over: what had stood there for `READ_S`."""
    failure: tuple[ErrorCode, str] | None = None

    def await_words(self, utterance_id: str) -> None:
        self.parts[utterance_id] = None
        self.owners[utterance_id] = self.turn_id

    def understand(self, utterance_id: str, text: str, now: float) -> None:
        """These are the words of an utterance, be it none."""
        self.parts[utterance_id] = text
        self.understood_at = now

    def carry(self, earlier: UserTurn) -> None:
        """Take over the newest words of a turn that this one continues. What is awaited is always taken over.

        A client that types over each thought of the assistant's would otherwise have all of it looked at again each
        time.
        """
        room, kept = CARRIED_CHARS, dict[str, str | None]()
        for utterance_id, text in reversed(earlier.parts.items()):
            if text is not None:
                room -= len(text) + 1
            if text is None or room >= 0:
                kept[utterance_id] = text
        self.parts = dict(reversed(kept.items()))
        self.owners = {utterance_id: earlier.owners[utterance_id] for utterance_id in self.parts}

    def interrupts(self, over_answer: bool, over_question: bool, read: str, since: float) -> None:
        """Note the answer that it was said over, how much of it was read, and when its first word was said."""
        self.over_answer, self.over_question, self.read, self.since = over_answer, over_question, read, since

    def known_text(self) -> str:
        return " ".join(text for text in self.parts.values() if text)

    def settled(self) -> bool:
        return all(text is not None for text in self.parts.values())


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


@dataclass(slots=True)
class Reply:
    """The assistant's answer to a turn, or an announcement."""

    turn_id: str
    response_id: str
    state: ReplyState = ReplyState.THINKING
    announcement: str | None = None
    notice: Notice | None = None
    """What the announcement is about, where it is the system's own."""
    asks_again: bool = False
    """The announcement is a question once more. It waits for no other idle."""
    text: str = ""
    written: list[tuple[float, int]] = field(default_factory=list)
    """When pieces of the text were sent, and how long it was then."""
    ordered: bool = True
    """Whether it was asked for, or still waits for a grant; a player of the application's own does not wait."""
    finished: bool = False
    duration_ms: int = 0
    heard_text: str | None = None
    """What was said of it, where it was not said whole."""
    calls: int = 0
    acted: bool = False
    """Something was done for it, by the page or by a tool of the server's."""
    asked_at: float = 0.0
    first_text_at: float | None = None
    playout_at: float | None = None
    measured: bool = False
    paused: bool = False
    voiceless: bool = False
    """Its voice has failed: it is only read."""
    alerted: bool = False
    """An earcon has said so."""
    tool: tuple[str, str] | None = None
    """The call that the server carries out for it now, and the tool's name."""

    @property
    def sounds(self) -> bool:
        """Tell whether something of it may still have to be silenced."""
        return self.state is ReplyState.PLAYING

    def write(self, text: str, now: float) -> None:
        """A piece of its text was sent."""
        if self.first_text_at is None:
            self.first_text_at = now
        self.text += text
        self.written.append((now, len(self.text)))

    def calls_action(self) -> None:
        """The brain wants an action for it."""
        self.calls += 1
        self.acted = True

    def spend(self) -> None:
        """The words that it answers are answered: what is said over it is not joined to them."""
        self.calls += 1

    def repeat(self, text: str, now: float) -> None:
        """It says this, which is known whole."""
        self.text, self.finished, self.first_text_at = text, True, now
        self.written.append((now, len(text)))

    def read_by(self, now: float) -> str:
        """Return what somebody who sees the page may have read of it."""
        length = max((length for at, length in self.written if at <= now - READ_S), default=0)
        return self.text[:length]


@dataclass(slots=True)
class Earcon:
    """A sound of our own that was ordered last, and in which state."""

    turn_id: str
    response_id: str | None
    state: State
    began: float
    told: bool = False
    stopped: bool = False


@dataclass(slots=True)
class Tentative:
    """A tentative barge-in: speech during playback that may or may not be meant (BARGE-CONFIRM)."""

    utterance_id: str
    onset: float
    paused: bool = True
    """The playout waits for it."""
    over: bool = False
    """The speech is over; its last words have been asked for."""
    paused_played_ms: int = 0
    silent_at: float | None = None
    verdict: str = ""
    """The newest text of it; empty while the recogniser has said nothing."""


@dataclass(slots=True)
class HeldSpeech:
    """Speech of the user while it could not be answered; it becomes a turn at the next idle (ITE AC-003)."""

    turn_id: str
    utterance_id: str
    onset: float
    last_voiced: float | None = None
    over_answer: bool = False


class InvocationState(StrEnum):
    CALLED = "called"
    """The brain wants it; nobody has been told."""
    ASKED = "asked"
    """Not ordered yet: the user is asked first."""
    OPEN = "open"
    ENDED = "ended"
    TIMED_OUT = "timed out"
    """Nothing waits for it any more; what still comes is kept."""


NOT_YET = ActionOutcome("error", None, ErrorCode.ACTION_CANCELLED.code, "It has not ended.")


@dataclass(slots=True)
class Invocation:
    """One order to the client. It ends exactly once."""

    invocation_id: str
    turn_id: str
    response_id: str
    action_id: str
    parameters: Mapping[str, Any]
    timeout_s: float
    follow_up: bool
    parallel: bool
    state: InvocationState = InvocationState.CALLED
    approved: bool | None = None
    """What the user said to it; None where nobody was asked, or nothing was said yet."""
    due: float | None = None
    """When its result is waited for no longer, while it is."""
    outcome: ActionOutcome = NOT_YET
    reason: str = ""
    """Why it was given up."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim to the assistant's floor: who takes it, and how."""

    source: Source
    onset: float
    start: TurnStart = TurnStart.VAD
    held: bool = False
    kind: InterruptionType = InterruptionType.BARGE_IN
    reason: str | None = None


@dataclass(slots=True)
class Flush:
    """An interruption whose last audible packet is not known yet."""

    response_id: str | None
    claim: Claim
    silent_at: float | None = None
    """When the last audible packet left, where the playout had been paused before it was flushed."""
    count: int = 0
