"""A question that the assistant asks aloud, and from when on what is said may answer it."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass

from antiphon.domain.actions import Action, answers_in
from antiphon.turns.words import Words, phrase

HEARD_SHARE = 0.5
"""This much of a question says what is asked: its first half names the action, its second asks for the yes."""

LAST_SENTENCES = 2
"""A reply that asks something does so at its end, or a sentence before: `Which one? You can say ...`"""
_OFFERED = re.compile(r"You can say (.+)", re.DOTALL)
_PARTED = re.compile(r",?\s+or\s+|,\s+")
_FOR = re.compile(r"^(?:yes|no) for ")
_SENTENCE_END = re.compile(r"(?<=[.!?\u2026\uff1f])\s+")


def ends_asking(text: str) -> bool:
    """Tell whether a text asks something at its end, or anywhere before the answers that it offers there."""
    sentences = _SENTENCE_END.split(text.strip())
    last = sentences if _OFFERED.match(sentences[-1]) else sentences[-LAST_SENTENCES:]
    return any(sentence.endswith(("?", "\uff1f")) for sentence in last)


def is_offered(text: str, said: str) -> bool:
    """Tell whether a text ends by offering just these words as an answer, as `You can say Stop, or Continue` does."""
    offered = _OFFERED.match(_SENTENCE_END.split(text.strip())[-1])
    return offered is not None and phrase(said) in {phrase(_FOR.sub("", one)) for one in _PARTED.split(offered[1])}


@dataclass(slots=True)
class Question:
    """A question, the reply that asks it, and how much of it the user knows."""

    turn_id: str
    response_id: str
    text: str
    words_before: int = 0
    """Words of the reply before the question."""
    heard_from: float = math.inf
    """What is said from then on may be the answer: the user knew what was asked."""
    early: bool = False
    """A yes was said over it too early. If nothing more comes, it is asked again."""

    def hear(self, heard_text: str, since: float) -> None:
        """So much of the reply had been heard when somebody began to speak, at `since`."""
        if len(heard_text.split()) >= self._enough:
            self.clear_from(since)

    def hear_whole(self, playout_at: float, duration_ms: int) -> None:
        """The reply was sent to its end."""
        share = self._enough / max(1, self.words_before + self._words)
        self.clear_from(playout_at + share * duration_ms / 1000)

    def clear_from(self, since: float) -> None:
        self.heard_from = min(self.heard_from, since)

    def moves_to(self, turn_id: str, response_id: str) -> None:
        """It is asked once more, by another reply that says nothing else."""
        self.turn_id, self.response_id, self.words_before, self.early = turn_id, response_id, 0, False

    @property
    def _words(self) -> int:
        return len(self.text.split())

    @property
    def _enough(self) -> float:
        return self.words_before + HEARD_SHARE * self._words


@dataclass(slots=True)
class PageQuestion:
    """A question of the page's own: it offers actions for `yes` and `no`, and a reply has told what they answer."""

    asks: bool = False
    asked_in: str | None = None
    """The turn in which it began to."""
    question: Question | None = None
    """The last reply, which may have told what the page asks."""

    def use(self, actions: Mapping[str, Action], turn_id: str | None) -> None:
        """The page offers these actions from now on; `turn_id` is that of the reply that there is."""
        asked, self.asks = self.asks, bool(answers_in(actions))
        if self.asks and not asked:
            self.asked_in = turn_id

    def told(self, question: Question | None, only_that: bool = False) -> None:
        """A reply has told this. `only_that`: it tells what the page asks, and nothing else."""
        self.question = question
        if question is not None and only_that:
            self.asked_in = question.turn_id

    def open(self, words: Words) -> Question | None:
        """The page's question, where a reply has told it."""
        told = self.question if self.asks else None
        if told is None:
            return None
        asks = "?" in told.text or told.turn_id == self.asked_in or words.offers(told.text)
        return told if asks else None
