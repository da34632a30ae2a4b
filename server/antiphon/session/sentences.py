"""Text that streams in, clauses out: the first is short, so that the voice can begin early."""

import re
from collections import Counter

_CLOSERS = "\"'”\u2019»)\\]*_"
FIRST_CLAUSE = re.compile(rf"(?:[.!?…][{_CLOSERS}]*|[:;,])(?=\s)|[\u3002\uff01\uff1f\uff1b\uff0c]|\n")
SENTENCE = re.compile(rf"[.!?…][{_CLOSERS}]*(?=\s)|[\u3002\uff01\uff1f]|\n")
MIN_FIRST = 8
"""Shorter than this, a first clause would end before the next one is made."""
MAX_CLAUSE = 60
"""A voice that works clause by clause is silent while it works, the longer the longer a clause is: a longer sentence is
cut where one may breathe."""
SHORTEST_CUT = 20
LONGEST_WORD = 200
"""An address or a code is one word, and is taken as one: in pieces nobody would know it as what it is."""
_BREATHS = (
    re.compile(r"[;:](?=\s)"),
    re.compile(r",(?=\s)|[\uff0c\u3001\uff1b\uff1a]"),
    re.compile(r"\s(?=(?:and|or|but|because|which|while|und|oder|aber|weil|et|ou|mais|y|pero)\s)"),
    re.compile(r"\s"),
)
"""Where a sentence may be cut, the best first; the last is between any two words."""
SENTENCE_END = re.compile(r"[.!?…\u3002\uff01\uff1f][\"'”\u2019»)\]]*$")
_NEVER_ENDS = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Mx|Dr|Prof|St|Mt|Ft|Rev|Hon|Gov|Gen|Sen|Rep|Capt|Lt|Col|Sgt|Messrs|Mme|Mlle|Hr|Fr|Sra?|"
    r"vs|e\.g|i\.e|cf|approx|ca|viz|incl|excl|resp|esp|est|tel|bzw|z\.\s?B|d\.\s?h|u\.\s?a|p\.\s?ej)|(?<![\w.])[A-HJ-Z]"
    r"|^\s*\d{1,3})\.$"
)
"""A dot after these is none of a sentence; nor is the one behind the number of an item."""
_MAY_END = re.compile(
    r"(?:\b(?:[ap]\.\s?m|Inc|Ltd|Co|Corp|Bros|Jr|etc|et al|Ave|Blvd|Rd|usw)|\b(?:[A-Z]\.)+[A-Z])\.$", re.IGNORECASE
)
"""A dot after these is one of a sentence where a new one follows."""
_BEFORE_FIGURES = re.compile(
    r"\b(?:No|Nos|Nr|Fig|Vol|Art|pp?|ch|sec|ext|min|max|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.$"
)
"""A dot after these is one of a sentence where no figure follows."""
_QUOTED = re.compile(r"[.!?…][\"'”\u2019»)\]]+$")
"""A quotation in a sentence ends it where no small letter follows."""
_NEXT = re.compile(r"\s*(\S)")
_FENCE = re.compile(r"[ \t]{0,3}(```+|~~~+)")


class Clauses:
    """One reply's text. `feed` and `flush` return the clauses that have become whole, without outer white space.

    A block of code is one clause, however long it is: nobody says it.
    """

    def __init__(self) -> None:
        self._rest = ""
        self._first = True
        self._over = False
        """Nothing follows what there is."""

    @property
    def begun(self) -> bool:
        """True while there is text that is no clause yet."""
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
        """Return the clauses that are left, at the end of the reply."""
        self._over = True
        clauses = self.feed("")
        rest, self._rest = self._rest.strip(), ""
        return [*clauses, rest] if rest else clauses

    def _cut(self) -> int | None:
        fence = _FENCE.match(self._rest.lstrip("\n"))
        if fence is not None:
            return self._end_of_block(fence[1])
        pattern = FIRST_CLAUSE if self._first else SENTENCE
        for match in pattern.finditer(self._rest):
            end = match.end()
            head = self._rest[:end].strip()
            if match[0] != "\n" and self._first and len(head) < MIN_FIRST:
                continue
            ends = match[0] == "\n" or self._ends(head, end)
            if ends is None:
                break
            if ends:
                return end if len(head) <= MAX_CLAUSE else self._breath()
        return self._breath() if len(self._rest.strip()) > MAX_CLAUSE else None

    def _end_of_block(self, fence: str) -> int | None:
        """Behind its last line, once that is there."""
        start = self._rest.index(fence) + len(fence)
        last = re.compile(rf"\n[ \t]*{fence[0]}{{{len(fence)},}}[ \t]*(\n|$)").search(self._rest, start)
        return last.end() if last is not None and (last[1] or self._over) else None

    def _ends(self, head: str, end: int) -> bool | None:
        """Return whether a clause ends there; None while that depends on what follows."""
        if _NEVER_ENDS.search(head):
            return False
        after_form, before_figures = _MAY_END.search(head), _BEFORE_FIGURES.search(head)
        quoted = _QUOTED.search(head)
        if not (after_form or before_figures or quoted):
            return True
        follows = _NEXT.match(self._rest, end)
        if follows is None:
            return None if not self._over else True
        if quoted:
            return not follows[1].islower()
        return follows[1].isupper() if after_form else not follows[1].isdigit()

    def _breath(self) -> int | None:
        """Return where a sentence that is too long is cut: the last good place within the bound.

        A word is never cut but where it is longer than any; None while its end is not there.
        """
        text, begin = self._rest, len(self._rest) - len(self._rest.lstrip())
        room = begin + MAX_CLAUSE
        places = [[match.end() for match in breath.finditer(text, begin, room + 1)] for breath in _BREATHS]
        whole = [[end for end in ends if not _in_quotation(text[begin:end])] for ends in places]
        for ends in (*whole, *places):  # words that somebody is to say are best heard in one piece
            if ends and ends[-1] - begin >= SHORTEST_CUT:
                return ends[-1]
        space = ends[-1] if ends else next((match.end() for match in _BREATHS[-1].finditer(text, room)), None)
        if space is not None and space - begin <= LONGEST_WORD:
            return space
        if not text[begin : begin + SHORTEST_CUT].isascii() and not text[begin:room].isascii():
            return room  # a script that needs no blanks
        return begin + LONGEST_WORD if len(text) - begin > LONGEST_WORD else None


def _in_quotation(text: str) -> bool:
    """Return whether a quotation that begins in `text` does not end in it."""
    marks = Counter(text)
    low, high = marks["\u201e"], marks["\u201c"]  # what begins in English ends in German
    return (
        marks['"'] % 2 == 1
        or low > high
        or high - low > marks["\u201d"]
        or marks["\u00ab"] > marks["\u00bb"]
        or marks["\u2039"] > marks["\u203a"]
    )


def ends_sentence(clause: str) -> bool:
    """Return whether a clause is the last one of its sentence."""
    return SENTENCE_END.search(clause) is not None
