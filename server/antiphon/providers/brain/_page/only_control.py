"""Press the one control of its name that the items of a page have: `leave the waiting list`, where one has such."""

from collections.abc import Iterator

from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.reading import Reader, Reading
from antiphon.providers.brain._page.words import Said, content, is_polite

SCORE = 0.7
MOST_WORDS = 10
LEAST = 2
"""Words that a label must have to be told apart from what may be meant of anything."""


class OnlyControl(Reader):
    """Reads the label of a button that one item alone has, where no item is named."""

    def readings(self, text: Said) -> Iterator[Reading]:
        """At most one."""
        words, language = text.text.split(), self.page.language
        asks = text.raw.rstrip().endswith("?") and not is_polite(text, language)
        refuses = not {*language.item["refuses"], *language.item["unsure"]}.isdisjoint(words)
        if asks or refuses or not 1 < len(words) <= MOST_WORDS or words[0] in language.words["interrogatives"]:
            return
        plain = {*language.item["plain"], *language.words["little"]}
        spoken = {each for word in words if word not in plain for each in content(word, language)}
        found = []
        for one in self.page.subjects():
            for use in one.uses:
                label = self.page.label_of(use, one.name)
                own = set(content(label, language))
                first = content(words[0], language)
                if self.page.value_of(use) is None and len(own) >= LEAST and spoken == own and set(first) <= own:
                    found.append((one, use, label))
        if len(found) == 1 and (call := self.page.call(found[0][1])):
            yield Reading("", SCORE, (Plan((call,), found[0][0], gesture=found[0][2]),))
