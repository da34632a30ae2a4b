"""Read how many rows of a list are to be seen at once: `all of it on one page`, `twenty at a time`."""

from collections.abc import Iterator

from antiphon.providers.brain._page.names import Fit
from antiphon.providers.brain._page.reading import Reader, Reading
from antiphon.providers.brain._page.subjects import Slot
from antiphon.providers.brain._page.words import Said, content

SCORE = 0.85
MOST_WORDS = 14


class PageSize(Reader):
    """Reads the size of a list's pages, where a field is for that: one of numbers, and maybe of all."""

    def readings(self, text: Said) -> Iterator[Reading]:
        """At most one."""
        words, views = text.text.split(), self.page.language.views
        spoken = f" {text.text} "
        is_of_size = any(f" {one} " in spoken for one in views.get("page_sized", ()))
        if not is_of_size or len(words) > MOST_WORDS or text.raw.rstrip().endswith("?"):
            return
        fields = [slots for slots in self._fields() if slots]
        if len(fields) != 1:
            return
        left = spoken
        for one in sorted(views["page_sized"], key=len, reverse=True):
            left = left.replace(f" {one} ", " ")
        counted = self.page.language.numbers_in(left)
        every = not self.page.language.words["every"].isdisjoint(words)
        if len(counted) == 1 and not every:
            wanted = [one for one in fields[0] if one.option and _figure(one.option.name) == float(counted[0].value)]
        else:
            wanted = [
                one for one in fields[0] if every and not counted and one.option and self._is_all(one.option.name)
            ]
        if len(wanted) == 1 and self._is_plain(left, fields[0][0]):
            yield from self.picked([(wanted[0], Fit(1.0, 1.0))], SCORE)

    def _fields(self) -> Iterator[list[Slot]]:
        """The options of each field that says how many are shown at once."""
        named = self.page.language.stemmed(self.page.language.views.get("page_size_called", ()))
        for field in self.page.slots():
            own = [one for one in self.page.options() if one.field is field.field and one.option]
            numbers = [one for one in own if one.option and _figure(one.option.name) is not None]
            others = [one for one in own if one not in numbers and one.option and not self._is_all(one.option.name)]
            if len(numbers) > 1 and not others and named & set(content(field.field.name, self.page.language)):
                yield own

    def _is_all(self, name: str) -> bool:
        return name.lower() in self.page.language.words["everything"]

    def _is_plain(self, left: str, slot: Slot) -> bool:
        """Tell whether nothing else is said than what is seen."""
        language = self.page.language
        plain = {*language.views["little"], *language.views["page_little"], *language.words["every"]}
        nouns = language.things | self.page.nouns | set(content(slot.field.name, language))
        words = [word for word in left.split() if word not in plain and not language.numbers_in(word)]
        return all(set(content(word, language)) <= nouns for word in words)


def _figure(name: str) -> float | None:
    return float(name) if name.strip().isdigit() else None
