"""Rules for what an action is called, and text of the page's as it can be spoken."""

import re
from collections.abc import Sequence

from antiphon.domain.actions import Action
from antiphon.providers.brain._rules.lexicon import bag
from antiphon.providers.brain._rules.verbs import base
from antiphon.providers.brain._rules.words import split_id, stem

SEGMENTS = re.compile(r"[./:#]+")
_ASKING = bag("which what whose who whom when where why how whether a an the your my")
_NO_NAME = bag("to is are do does should shall can will would you it i we")
"""Words that follow an asking word where no name does: `what to write`, `who you are`."""
_QUOTED = 300
_WORDS = 12
_CLAUSE = re.compile(r"[,;:(]| so that | which | that is ")
"""Where the first part of a long description ends."""
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?![a-z])")
"""`Switch I am no robot. on or off` is one."""
_UNSPEAKABLE = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+")


def quote(text: str, longest: int = _QUOTED) -> str:
    """Text of the page's as it can be spoken: one line, no control characters, whole sentences, bounded."""
    line = _UNSPEAKABLE.sub(" ", text).strip()
    if len(line) <= longest:
        return line
    kept = ""
    for sentence in _SENTENCE_END.split(line):
        if len(kept) + len(sentence) > longest:
            break
        kept = f"{kept} {sentence}".strip()
    return kept or line[:longest].rsplit(" ", 1)[0] + "..."


def id_words(identifier: str) -> str:
    """The last part of an id in plain words: `set playback` for `player.setPlayback`."""
    return " ".join(split_id(SEGMENTS.split(identifier)[-1])) or identifier


def request_for(action: Action) -> str:
    """An action as something to ask for: `set the volume of the player`. From its description, or else its id."""
    sentence = _SENTENCE_END.split(quote(action.description))[0].rstrip(".!?")
    if len(sentence.split()) > _WORDS:
        sentence = _CLAUSE.split(sentence)[0]
    words = sentence.split()
    if not words or len(words) > _WORDS:
        return id_words(action.id)
    first = words[0].lower()
    named = stem(first) in split_id(action.id)[:1]  # `incinerates`, of an `incinerate_waste`
    words[0] = base(first) or (stem(first) if named else words[0] if words[0].isupper() else first)
    if len(words) > 2 and words[1] in {"or", "and"}:
        words[2] = base(words[2]) or words[2]
    return " ".join(words)


def noun(words: Sequence[str]) -> str:
    """A name to stand behind `which` or `the`, without what asks in front (`how many nights`), and no word
    twice; empty where none is left."""
    while words and words[0].lower() in _ASKING:
        words = words[2:] if [*words[:2]] in (["how", "many"], ["how", "much"]) else words[1:]
    once = [word for at, word in enumerate(words) if not at or word.lower() != words[at - 1].lower()]
    return "" if words[:1] and words[0].lower() in _NO_NAME else " ".join(once)
