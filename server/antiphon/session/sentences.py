"""Text that streams in, clauses out: the first is short, so that the voice can begin early (design: speech)."""

import re

FIRST_CLAUSE = re.compile(r"[.!?…:;,](?=\s)|\n")
SENTENCE = re.compile(r"[.!?…](?=\s)|\n")
MIN_FIRST = 8
"""Shorter than this, a first clause would end before the next one is made."""
MAX_CLAUSE = 220
"""A voice that works clause by clause is silent while it works: what has no full stop is cut at a comma or a space."""
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
        rest, self._rest = self._rest.strip(), ""
        return [rest] if rest else []

    def _cut(self) -> int | None:
        pattern = FIRST_CLAUSE if self._first else SENTENCE
        for match in pattern.finditer(self._rest):
            end = match.end()
            head = self._rest[:end].strip()
            if (self._first and len(head) < MIN_FIRST) or ABBREVIATION.search(head):
                continue
            return end
        if len(self._rest) > MAX_CLAUSE:
            comma = max(self._rest.rfind(", ", 0, MAX_CLAUSE), self._rest.rfind("; ", 0, MAX_CLAUSE))
            space = self._rest.rfind(" ", 0, MAX_CLAUSE)
            return comma + 1 if comma > MIN_FIRST else space + 1 if space > 0 else MAX_CLAUSE
        return None


def ends_sentence(clause: str) -> bool:
    """Whether a clause is the last one of its sentence."""
    return SENTENCE_END.search(clause) is not None
