"""Little words that are written in one with others: `bórralo`, `coche-la`, `l'eau`. Each becomes a word of its own."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

_WORD = re.compile(r"[^\W_]+")
_HYPHENED = re.compile(r"[^\W_]+-[^\W_]+")
_PLAIN = str.maketrans("áéíóú", "aeiou")
"""The accent that a verb is written with where something hangs on it: `borra`, `bórralo`."""


class Clitics:
    """`frame` is that part of a language's file, `elided` the words that lose their end before a vowel: `l` is `le`.

    `hung` are the words that may hang on a verb's end. In front of them stands a hyphen, or, where the file names the
    verbs (`hosts`), nothing, but for the hyphen that a hung word of the file begins with: any other word may end in the
    same letters, as `vela` does. Either is read as what stands behind its stroke: `aggiunger/aggiungere`, `-la/ela`.
    `unhung` are other words that look so: `aprile`.
    """

    def __init__(self, frame: Mapping[str, Any], elided: Mapping[str, str]) -> None:
        hung, hosts = frame.get("hung", "").split(), frame.get("hosts", "").split()
        self._hosted = _hosted(hosts, hung, frozenset(frame.get("unhung", "").split()))
        self._word = _HYPHENED if any(one.startswith("-") for one in hung) else _WORD
        behind = "|".join(sorted(map(re.escape, hung), key=len, reverse=True))
        self._hyphens = re.compile(rf"(?<=\w)-(?=(?:{behind})(?!\w))") if hung and not hosts else None
        fronts = "|".join(sorted(map(re.escape, elided), key=len, reverse=True))
        self._fronts = re.compile(rf"(?<![\w'])({fronts})'(?=\w)") if elided else None
        self._elided = elided

    def apart(self, text: str) -> str:
        """Return a text in small letters with a blank between such words."""
        if self._hyphens:
            text = self._hyphens.sub(" ", text)
        if self._fronts and "'" in text:
            text = self._fronts.sub(lambda front: f"{self._elided[front[1]]} ", text)
        if self._hosted:
            text = self._word.sub(self._apart_from_verb, text)
        return text

    def _apart_from_verb(self, word: re.Match[str]) -> str:
        return self._hosted.get(word[0]) or self._hosted.get(word[0].translate(_PLAIN), word[0])


def _hosted(hosts: Sequence[str], hung: Sequence[str], unhung: Collection[str]) -> Mapping[str, str]:
    """Return verbs with what hangs on them, as they are and without accents, and the two as words of their own."""
    read: dict[str, str] = {}
    for host in hosts:
        for one in hung:
            (verb, _, verb_alone), (word, _, word_alone) = host.partition("/"), one.partition("/")
            if f"{verb}{word}" not in unhung:
                read[f"{verb}{word}"] = f"{verb_alone or verb} {word_alone or word.strip('-')}"
    return {written.translate(_PLAIN): apart for written, apart in reversed(read.items())} | read
