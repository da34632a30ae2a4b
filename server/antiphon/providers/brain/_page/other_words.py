"""Say a sentence in other words: as an order, where it tells a wish or what is too much, and with the page's own names.

`it is too dark in here` stands for `a bit brighter`, `stop sending me the newsletter` for `switch the newsletter off`
(`reworded` of the language's file), and `the heat` for what the page calls the temperature (`same_things`). It is asked
for where nobody has understood what was said: the words of the page win over those that only mean the same.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from antiphon.providers.brain._page.language import Language, language
from antiphon.providers.brain._page.subjects import Page
from antiphon.providers.brain._page.words import Said, content, framed, said

MOST = 8
"""Other ways to say a sentence that are tried."""
VERBATIM = frozenset({"value", "who", "rest"})
"""Slots of what may be written."""
_SLOT = re.compile(r"\{(\w+)\}")
Groups = Mapping[tuple[str, ...], Sequence[tuple[str, ...]]]
LONGEST = 3
"""Words of what a page may call otherwise."""


class OtherWords:
    """Rewords what is said about one page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.language = page.language

    def as_orders(self, text: Said) -> list[Said]:
        """The orders that a wish or a complaint stands for, by the template of each kind that says most of it."""
        found: dict[str, tuple[int, Said]] = {}
        for template in self.language.wished.reworded:
            match = template.pattern.fullmatch(text.text)
            if match and template.weight > found.get(template.gesture, (-1,))[0]:
                other = self._filled(template.gesture, match, text)
                found |= {template.gesture: (template.weight, other)} if other else {}
        return [one for _, one in sorted(found.values(), key=lambda pair: -pair[0]) if one.text != text.text]

    def _filled(self, sentence: str, match: re.Match[str], text: Said) -> Said | None:
        """A sentence with what was said in its slots, letter for letter; None where it needs more."""
        spans = {name: match.span(name) for name, value in match.groupdict().items() if value}
        slots = {
            name.split("__")[0]: text.verbatim(*span) if name.split("__")[0] in VERBATIM else match[name].strip()
            for name, span in spans.items()
        }
        slots = {name: self.language.wished.too_much.get(value, value) for name, value in slots.items()}
        if not slots.keys() >= set(_SLOT.findall(sentence)) or not _is_name(slots.get("who", "A")):
            return None
        if slots.get("value", "").lower() in self.language.words["subject"]:
            return None  # `reply to it` gives no value
        if not set(content(slots.get("form", ""), self.language)) <= self.page.nouns:
            return None
        if not content(slots.get("x", "-"), self.language):
            slots["x"] = ""  # `it is too loud` says nothing of what is
        return framed(said(sentence.format(**slots), self.language), self.language)

    def renamed(self, text: Said) -> list[Said]:
        """A sentence, or what it stands for, with the page's own names for what was said."""
        found = {one.text: one for each in self.as_orders(text) or [text] for one in self._renamed(each)}
        return [*found.values()][:MOST]

    def _renamed(self, text: Said) -> Iterator[Said]:
        """The sentence with a word of the page in the place of one that means the same, one or all of those that do."""
        whole, words = text, text.text.split()
        at, changed = 0, 0
        while at < len(words):
            size, others = self._others(words, at)
            for other in others:
                yield text.replaced(at, at + size, other)
            if len(others) == 1:
                offset = len(whole.text.split()) - len(words)
                whole, changed = whole.replaced(at + offset, at + offset + size, others[0]), changed + 1
            at += size
        if changed > 1:
            yield whole

    def _others(self, words: list[str], at: int) -> tuple[int, list[str]]:
        """The number of words from a place on that mean what the page calls otherwise, and its names for that."""
        for size in range(min(LONGEST, len(words) - at), 0, -1):
            phrase = words[at : at + size]
            own = content(" ".join(phrase), self.language)
            if not content(phrase[0], self.language) or not content(phrase[-1], self.language):
                continue
            said_ = frozenset(own)
            others = []
            for group in self._groups.get(own, ()):
                others += [name for name in group if not said_ & set(content(name, self.language))]
            found = [name for name in dict.fromkeys(others) if self._is_there(name)]
            if found:
                return size, found
        return 1, []

    @property
    def _groups(self) -> Groups:
        return _grouped(self.language.code)[1]

    def _is_there(self, name: str) -> bool:
        own = frozenset(content(name, self.language))
        return bool(own) and any(own <= one for one in self.page.field_words)


def others_of(words: Language) -> frozenset[str]:
    """The stems of all words that mean the same as others."""
    return _grouped(words.code)[0]


@cache
def _grouped(code: str) -> tuple[frozenset[str], Groups]:
    """The stems of words that mean the same as others; and, by the stems of each name, the groups that it is of."""
    found: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    words = language(code)
    for group in words.wished.same_things:
        for name in group:
            if (own := content(name, words)) and group not in found.setdefault(own, []):
                found[own].append(group)
    return frozenset(stem for own in found for stem in own), found


def meaning_of(stem: str, words: Language) -> frozenset[str]:
    """The stems of the words that mean the same as one."""
    return _meanings(words.code).get(stem, frozenset())


@cache
def _meanings(code: str) -> Mapping[str, frozenset[str]]:
    words, found = language(code), dict[str, frozenset[str]]()
    for group in words.wished.same_things:
        stems = frozenset(own[0] for name in group if len(own := content(name, words)) == 1)
        for stem in stems:
            found[stem] = found.get(stem, frozenset()) | stems
    return found


def _is_name(text: str) -> bool:
    """Tell whether words are written as those of a name are."""
    words = text.split()
    return len(words) <= LONGEST and all(word[0].isupper() for word in words)
