"""The record of one user turn."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from antiphon.domain.errors import ErrorCode
from antiphon.domain.states import TurnStart

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
class TurnAudio:
    """The sound of a user's turn: when it began and ended, and what is heard in it. Times are seconds of the engine."""

    started_at: float
    since: float = 0.0
    """When its first word was said: before `started_at`, where the audio was kept."""
    ended_at: float | None = None
    speech_heard: bool = False
    last_voiced: float | None = None
    stirs_until: float = 0.0
    """Until then a sound may become speech that goes on, and the turn does not end."""
    held: bool = False
    """A key is held, or was: no silence ends the turn."""
    hinted: bool = False
    """A hint of the client's own detector began it, so that the end of what that heard ends it."""

    def begins(self, since: float) -> None:
        """Its first word was said at `since`."""
        self.since = since

    def hears_speech(self) -> None:
        """Somebody speaks, or has spoken, in it."""
        self.speech_heard = True

    def takes_hint(self) -> None:
        """A hint of the client's own detector is what tells of its speech."""
        self.hinted = self.speech_heard = True

    def falls_silent(self, at: float | None) -> None:
        """Its last voiced sound, as far as it is known, was at `at`."""
        self.last_voiced = at

    def stirs(self, until: float) -> None:
        """Something sounds in its silence, and may have become speech by `until`."""
        self.stirs_until = until


@dataclass(slots=True)
class Overlap:
    """The answer that a turn was said, or typed, over."""

    barge_in: bool = False
    """It has stopped that, or what was being thought."""
    answer: bool = False
    """Said while the assistant spoke: "stop" then only cancels."""
    question: bool = False
    """What was being said asks something: a "no" then answers it, too."""
    read: str = ""
    """Of the answer that this was typed over: what had stood there for `READ_S`."""
    barge_in_ms: int | None = None

    def is_over(self, *, answer: bool, question: bool = False, read: str = "") -> None:
        """It was said over this: an answer that sounded, one that asks something, and how much of it was read."""
        self.answer, self.question, self.read = answer, question, read

    def has_interrupted(self, latency_ms: int) -> None:
        """So long after its onset the answer that it interrupts had fallen silent."""
        self.barge_in_ms = latency_ms


@dataclass(slots=True)
class TurnWords:
    """The words of a turn. `parts` maps each utterance that still wants an answer to its text, None while awaited."""

    parts: dict[str, str | None] = field(default_factory=dict)
    owners: dict[str, str] = field(default_factory=dict)
    """Which turn each utterance of `parts` belongs to."""
    awaits: str | None = None
    """An utterance that was over before the turn began: its words have not come, and there may be none."""
    so_far: str = ""
    """The newest partial transcript of the utterance that is open."""
    understood_at: float | None = None
    failure: tuple[ErrorCode, str] | None = None

    def await_words(self, utterance_id: str, turn_id: str) -> None:
        """An utterance of this turn is awaited."""
        self.parts[utterance_id] = None
        self.owners[utterance_id] = turn_id

    def understand(self, utterance_id: str, text: str, now: float) -> None:
        """These are the words of an utterance, be it none."""
        self.parts[utterance_id] = text
        self.understood_at = now

    def understand_partly(self, text: str) -> None:
        """So far the utterance that is open says this."""
        self.so_far = text

    def fails(self, code: ErrorCode, message: str) -> None:
        """An utterance could not be recognised; that is told where the turn has no words at all."""
        self.failure = (code, message)

    def needs_none(self, utterance_id: str) -> None:
        """The page has answered in the turn's place: no words of this utterance are awaited."""
        self.parts[utterance_id] = ""

    def begin_with(self, utterance_id: str, text: str, now: float) -> None:
        """Go on from an utterance that was over before the turn began, and whose words (none: not known yet) come
        before those of the turn's own, which is the newest.
        """
        own, awaited = self.parts.popitem()
        self.parts[utterance_id] = text or None
        self.parts[own] = awaited
        self.owners[utterance_id] = self.owners[own]
        if text:
            self.understood_at = now
        else:
            self.awaits = utterance_id

    def awaits_no_more(self, utterance_id: str, text: str) -> None:
        """The words that it goes on from have come; where there are none, nothing was said before it."""
        self.awaits = None
        if not text:
            del self.parts[utterance_id]

    def hand_on(self, own: str) -> TurnWords:
        """Give away the words that it had taken over: they outlive it, those of its `own` utterance do not."""
        earlier = {key: text for key, text in self.parts.items() if key != own}
        self.parts = {}
        return TurnWords(earlier, self.owners)

    def carry(self, earlier: TurnWords) -> None:
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

    def text(self) -> str:
        """Return the words that are known."""
        return " ".join(text for text in self.parts.values() if text)

    def settled(self) -> bool:
        """Tell whether no words are awaited any more."""
        return all(text is not None for text in self.parts.values())


@dataclass(slots=True)
class UserTurn:
    """A user's turn: its sound, its words, and the answer that it was said over."""

    turn_id: str
    utterance_id: str
    """Its own utterance. Its `words` may have others, that were said before it."""
    start: TurnStart
    audio: TurnAudio
    state: TurnState = TurnState.NEW
    overlap: Overlap = field(default_factory=Overlap)
    words: TurnWords = field(default_factory=TurnWords)
    granted: bool = False
    """The client has granted the reply to it already."""

    @property
    def has_floor(self) -> bool:
        """True while the user is heard in it; afterwards its words are awaited, or answered."""
        return self.state in HEARS

    def is_granted(self) -> None:
        """The client grants the reply to it, before there is one."""
        self.granted = True
