"""Little words that are written in one with others: `bórralo`, `coche-la`, `l'eau`. Each becomes a word of its own."""

import re
from collections.abc import Mapping
from typing import Any

_WORD = re.compile(r"[^\W_]+")
_PLAIN = str.maketrans("áéíóú", "aeiou")
"""The accent that a verb is written with where something hangs on it: `borra`, `bórralo`."""


class Clitics:
    """`frame` is that part of a language's file, `elided` the words that lose their end before a vowel: `l` is `le`.

    `hung` are the words that may hang on a verb's end. In front of them stands a hyphen, or, where the file names the
    verbs (`hosts`), nothing: any other word may end in the same letters, as `vela` does.
    """

    def __init__(self, frame: Mapping[str, Any], elided: Mapping[str, str]) -> None:
        hung, hosts = frame.get("hung", "").split(), frame.get("hosts", "").split()
        self._hosted = {f"{host}{one}".translate(_PLAIN): f"{host} {one}" for host in hosts for one in hung}
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
            text = _WORD.sub(lambda word: self._hosted.get(word[0].translate(_PLAIN), word[0]), text)
        return text
