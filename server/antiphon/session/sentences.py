"""Text that streams in, clauses out: the first is short, so that the voice can begin early (design: speech)."""

import re

FIRST_CLAUSE = re.compile(r"[.!?…:;,](?=\s)|\n")
SENTENCE = re.compile(r"[.!?…](?=\s)|\n")
MIN_FIRST = 8
"""Shorter than this, a first clause would end before the next one is made."""
MAX_CLAUSE = 60
"""A voice that works clause by clause is silent while it works, the longer the longer a clause is: a longer sentence is
cut where one may breathe."""
SHORTEST_CUT = 20
_BREATHS = (re.compile(r"[;:](?= )"), re.compile(r",(?= )"), re.compile(r" (?=(?:and|or|but|because|which|while) )"))
"""Where a sentence may be cut, the best first; then between any two words."""
SENTENCE_END = re.compile(r"[.!?…][\"'”\u2019»)\]]*$")
ABBREVIATION = re.compile(r"(?:\b(?:Mr|Mrs|Ms|Dr|St|No|vs|etc|e\.g|i\.e)|\b[A-Z])\.$")


class Clauses:
    """One reply's text. `feed` and `flush` return the clauses that have become whole, without outer white space."""

    def __init__(self) -> None:
        self._rest = ""
        self._first = True

    @property
    def begun(self) -> bool:
        """Whether there is text that is no clause yet."""
        return bool(self._rest.strip())

    def feed(self, text: str) -> list[str]:
        self._rest += text
        clauses: list[str] = []
        while (cut := self._cut()) is not None:
            clause, self._rest = self._rest[:cut].strip(), self._rest[cut:]
            if clause:
                clauses.append(clause)
                self._first = False
        return clauses

    def flush(self) -> list[str]:
        """What is left, at the end of the reply."""
        clauses = self.feed("")
        rest, self._rest = self._rest.strip(), ""
        return [*clauses, rest] if rest else clauses

    def _cut(self) -> int | None:
        pattern = FIRST_CLAUSE if self._first else SENTENCE
        for match in pattern.finditer(self._rest):
            end = match.end()
            head = self._rest[:end].strip()
            if (self._first and len(head) < MIN_FIRST) or ABBREVIATION.search(head):
                continue
            return end if len(head) <= MAX_CLAUSE else self._breath()
        return self._breath() if len(self._rest.strip()) > MAX_CLAUSE else None

    def _breath(self) -> int:
        """Where a sentence that is too long is cut: the last good place within the bound."""
        room = self._rest[: MAX_CLAUSE + len(self._rest) - len(self._rest.lstrip())]
        for breath in _BREATHS:
            ends = [match.end() for match in breath.finditer(room) if match.end() >= SHORTEST_CUT]
            if ends:
                return ends[-1]
        space = room.rfind(" ", 1)
        return space + 1 if space > 0 and room[:space].strip() else len(room)


def ends_sentence(clause: str) -> bool:
    """Whether a clause is the last one of its sentence."""
    return SENTENCE_END.search(clause) is not None
