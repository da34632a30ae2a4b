"""The places of words in a reply's audio: what was heard of it, and its captions (V7-BARGE; ITE REQ-011).

A voice says how long a clause is, and not where its words are. So a word lies where its characters do: at its share of
the time between the clause's first sound and its last. Speech is even enough for that, to within a word.
"""

import re
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from antiphon.domain.audio import SPEAKING_RATE, AudioChunk
from antiphon.domain.signals import HeardMeasured

AUDIBLE = 200
"""A sample from here on (of 32767, about -44 dBFS) can be heard."""
CHARACTER_SAMPLES = SPEAKING_RATE * 65 // 1000
"""How long a character is spoken, where the voice has not said it yet: 65 ms, about 15 characters a second."""
LONGEST = 32
"""Characters that one caption has at most, unless a single word is longer: about 2 s of speech."""
SHORTEST = 12
"""From so many characters on, a caption ends where the text takes a breath."""
BREATHS = (",", ";", ":", ".", "!", "?", "…", "—", "。", "、")
REMEMBERED = 8
"""Interrupted replies of which it is known for a while what was heard of them."""
_WORD = re.compile(r"\S+")


def groups(text: str) -> tuple[tuple[int, int], ...]:
    """Return where the captions of `text` begin and end, in characters: every word in one of them, in order."""
    found: list[tuple[int, int]] = []
    begin = end = 0
    for word in _WORD.finditer(text):
        if end > begin and word.end() - begin > LONGEST:
            found.append((begin, end))
            begin = word.start()
        elif end == begin:
            begin = word.start()
        end = word.end()
        if end - begin >= SHORTEST and word.group().endswith(BREATHS):
            found.append((begin, end))
            begin = end
    return (*found, (begin, end)) if end > begin else tuple(found)


@dataclass(slots=True)
class Clause:
    """A piece of text, how much of it has been made, and where its audio lies in the reply; all in samples."""

    text: str
    made: int = 0
    whole: bool = False
    """All of it has been made."""
    start: int = 0
    end: int = 0
    lead: int = 0
    """How much silence it begins with."""
    sounding: int = 0
    """Where its last sound is, counted from its start; 0 while there is none."""
    groups: tuple[tuple[int, int], ...] = field(init=False)

    def __post_init__(self) -> None:
        self.groups = groups(self.text)

    def add(self, chunk: AudioChunk) -> None:
        """The voice has made more of it."""
        heard = np.flatnonzero(np.abs(chunk.pcm.astype(np.int32)) >= AUDIBLE)
        if heard.size:
            if not self.sounding:
                self.lead = self.made + int(heard[0]) * SPEAKING_RATE // chunk.rate
            self.sounding = self.made + (int(heard[-1]) + 1) * SPEAKING_RATE // chunk.rate
        self.made += len(chunk.pcm) * SPEAKING_RATE // chunk.rate

    def length(self) -> int:
        """Return how long it will be. What is written of it says nothing: the playout is only a little ahead."""
        written = self.end - self.start
        return max(written, self.made if self.whole else max(self.made, len(self.text) * CHARACTER_SAMPLES))

    def at(self, character: int) -> int:
        """The sample of the reply at which this character of it begins."""
        last = self.sounding if self.whole and self.sounding else self.length()
        return self.start + self.lead + (last - self.lead) * character // max(1, len(self.text))

    def words_within(self, played: int) -> str:
        """The words of it that lie whole within the first `played` samples of the reply."""
        words = _WORD.finditer(self.text)
        return " ".join(word.group() for word in words if self.start < played and self.at(word.end()) <= played)


@dataclass(frozen=True, slots=True)
class Words:
    """A few words of a reply, and where they lie in its audio, in samples."""

    text: str
    start: int
    end: int


class Captions:
    """The captions of one reply, each once and in order, never before its words are played."""

    def __init__(self, clauses: list[Clause]) -> None:
        self._clauses = clauses
        self._clause = self._group = 0
        self._end = 0

    def due(self, played: int, *, over: bool = False) -> list[Words]:
        """Those that have begun within the first `played` samples; `over`: all that are left, for no more is played."""
        due: list[Words] = []
        while self._clause < len(self._clauses):
            clause = self._clauses[self._clause]
            if self._group == len(clause.groups):
                self._clause, self._group = self._clause + 1, 0
                continue
            begin, end = clause.groups[self._group]
            # What a voice makes of a clause may turn out shorter or longer than was thought: never go back for that.
            start = max(self._end, clause.at(begin))
            if start >= played and not over:
                break
            last = clause.at(end)
            if over:
                start, last = max(self._end, min(start, played)), min(last, played)
            self._end = max(start, last)
            due.append(Words(" ".join(clause.text[begin:end].split()), start, self._end))
            self._group += 1
        return due


class InterruptedReplies:
    """The last few interrupted replies: their words, and how many samples of each were sent."""

    def __init__(self) -> None:
        self._replies: OrderedDict[str, tuple[Callable[[int], str], int]] = OrderedDict()

    def remember(self, turn_id: str, heard_text: Callable[[int], str], sent: int) -> None:
        """Keep a reply for a while. `heard_text` gives the words within so many samples of it."""
        self._replies[turn_id] = (heard_text, sent)
        self._replies.move_to_end(turn_id)
        if len(self._replies) > REMEMBERED:
            self._replies.popitem(last=False)

    def measure(self, turn_id: str, played_ms: int) -> HeardMeasured | None:
        """Return what was heard of a reply of which so much was played, never more than was sent of it."""
        if turn_id not in self._replies:
            return None
        heard_text, sent = self._replies[turn_id]
        played = min(played_ms * SPEAKING_RATE // 1000, sent)
        return HeardMeasured(turn_id, ms(played), heard_text(played))


def ms(samples: int) -> int:
    """Return milliseconds of so many samples of speech."""
    return round(1000 * samples / SPEAKING_RATE)
