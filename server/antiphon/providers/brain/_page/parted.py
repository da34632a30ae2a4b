"""Take the text of an item apart: at signs and commas, at an address, before a number of things, before who does it."""

import re
from collections.abc import Iterator, Mapping, Sequence

from antiphon.providers.brain._page.language import Language

_PARTS = re.compile(r"\s*(?:·|\||;|,(?!\d)|(?<!\d),|\s[\u2013\u2014-]\s|\(|\)|:\s)\s*")
_ADDRESS = re.compile(r"(?:^|\s)(\S+@\S+\.\S+)")
_TELEPHONE = re.compile(r"(?<![\d.,€$£])(\+?\d[\d /-]{6,}\d)(?![\d.,])")
_COUNT = re.compile(r"(?<=[^\W\d])\s(?=\d[\d.,]*\s[a-z]+)")
"""In front of a figure with what it counts: `Beginner 4 places left`."""
_WORD = re.compile(r"[^\W\d_]+")


def parts_of(text: str, language: Language, names: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield what is told in a text, one fact at a time. `names`: what can be chosen on the page, in small letters."""
    for part in _PARTS.split(_TELEPHONE.sub(r" · \1 · ", _ADDRESS.sub(r" · \1 · ", text))):
        for one in _by_count(part, language):
            yield from _by_person(one, language, names)


def _by_count(text: str, language: Language) -> Iterator[str]:
    begin = 0
    for found in _COUNT.finditer(text):
        before, after = _WORD.findall(text[: found.start()]), _WORD.findall(text[found.end() :])
        leads = before[-1].lower() if before else ""
        if leads in language.words["little"] | language.asked.words["prepositions"] or not after:
            continue  # `delivers in 2 days`
        if after[0] in language.words["little"] | language.asked.words["prepositions"]:
            continue  # `Studio 1 with Anna`
        yield text[begin : found.start()]
        begin = found.end()
    yield text[begin:]


def _by_person(text: str, language: Language, names: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """`Studio 1 with Anna Lund`: who it is stands by itself, and so does what can be chosen, behind a word for it."""
    words = text.split()
    for at in range(1, len(words) - 1):
        is_led = words[at].lower() in language.asked.words["accompanied"] and words[at + 1][:1].isupper()
        begin = at - (is_led and words[at - 1].endswith(language.asked.phrases["participle"]) and at > 1)
        if is_led or (" ".join(words[at + 1 :]).lower() in names and words[at].lower() in language.words["little"]):
            yield " ".join(words[:begin])
            yield " ".join(words[begin:])
            return
    yield text


def leads_to_person(text: str, language: Language) -> bool:
    """Tell whether a text says who does something: `with Anna Lund`, `directed by Paolo Conti`."""
    words = text.split()
    for at, word in enumerate(words[:-1]):
        if word.lower() in language.asked.words["accompanied"]:
            return all(one[:1].isupper() for one in words[at + 1 :] if one.lower() not in language.words["little"])
    return False
