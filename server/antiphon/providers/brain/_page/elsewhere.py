"""Read orders for another part of the page: `open the bedroom blinds halfway`, `in the settings, parents see grades`.

The part is a tab, or a link or a button by which a part of the page is opened. First it is gone to, then the rest is
read on the page as it is there; where it is shown already, the rest is read at once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from antiphon.domain.actions import ActionCall
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.reading import Reading
from antiphon.providers.brain._page.subjects import Page, Slot
from antiphon.providers.brain._page.words import Said, content, framed


@dataclass(frozen=True, slots=True)
class Place:
    """A part of the page. `call` leads to it; None where it is shown already."""

    name: str
    call: ActionCall | None
    slot: Slot | None = None


@dataclass(frozen=True, slots=True)
class Way:
    """A part that was named, and what is to be done there. `led`: a word such as `in` says that it is a place."""

    place: Place
    rest: Said
    led: bool


class Elsewhere:
    """Finds in what is said where on a page something is to be done."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.language = page.language

    def ways(self, text: Said) -> Iterator[Way]:
        """Yield the parts that are named whole, the surest first: one that a word leads to, then one at the start or
        before its thing."""
        found = [way for place in self._places() for way in self._named(text, place)]
        yield from sorted(found, key=lambda way: (not way.led, -len(way.place.name)))

    def reading(self, way: Way) -> Reading | None:
        """The way to a part that is not shown, with the rest to be read there."""
        if way.place.call is None:
            return None
        return Reading("led", 1.0, (Plan((way.place.call,), way.place.slot, rest=way.rest),))

    def _places(self) -> Iterator[Place]:
        seen = set()
        for slot in self.page.options():
            option = slot.option if slot.block.kind == "choice" else None
            use = option.use if option else None
            if option is None or use is None or not use.action.startswith(("open_", "press_")):
                continue
            call = self.page.call(use)
            if call and (use.action.startswith("open_") or self._shows(option.name)):
                seen.add(option.name.lower())
                yield Place(option.name, None if option.on else call, slot)
        for press in self.page.presses:
            if press.action.startswith("open_") and press.name.lower() not in seen:
                yield Place(press.name, ActionCall(press.action, {}))

    def _shows(self, name: str) -> bool:
        """Tell whether a part of the page is called like one of a choice."""
        own = content(name, self.language)
        return any(own and own == content(block.name, self.language) for block in self.page.outline.blocks)

    def _named(self, text: Said, place: Place) -> Iterator[Way]:
        words, lists = text.text.split(), self.language.words
        own = content(place.name, self.language)
        size = len(place.name.split())
        for start in range(len(words)):
            end = start + size
            span = words[start:end]
            called = [word.removesuffix("s") for word in place.name.lower().split()]
            if not own or [word.removesuffix("s") for word in span] != called:
                continue
            if any(one.field.name.lower() == " ".join(span) for one in self.page.slots()):
                continue  # a field of the part that is shown: `machine: grinder`
            tail = end
            if words[tail : tail + 1] and words[tail] in lists["part_nouns"]:
                tail += 1
            begin = start
            while begin and words[begin - 1] in lists["articles"] | lists["owning"]:
                begin -= 1
            leads = begin > 0 and words[begin - 1] in lists["within"]
            begin -= leads
            if leads and begin and words[begin - 1] in lists["back_in"]:
                begin -= 1
            headed = tail < len(words) and begin == 0 and text.pauses_before(tail)
            joined = tail + 1 < len(words) and (
                words[tail] in self.language.ordered["joins"] or text.pauses_before(tail)
            )
            if joined and all(word in self._plain for word in words[:begin]):
                begin, headed = 0, True  # `open the settings and …`
                tail += words[tail] in self.language.ordered["joins"]
            if not headed and (self._refused(words[:begin], text) or self._is_of_here(text.without(begin, tail))):
                continue
            rest = framed(text.without(begin, tail), self.language)
            exact = span == place.name.lower().split()  # `the fourth reservation` is none of the tab
            if self._orders(rest) and (exact or leads or headed):
                yield Way(place, rest, leads or headed)

    def _refused(self, before: Sequence[str], text: Said) -> bool:
        """Tell whether what stands before a place says no to it: `I don't want to sign out`."""
        none = self.language.words["none"]
        return any(word in none and not (at == 0 and text.pauses_before(1)) for at, word in enumerate(before))

    def _is_of_here(self, rest: Said) -> bool:
        """Tell whether the rest names a field of the part that is shown: `set the e-mail to eva at home`."""
        said = set(content(rest.text, self.language))
        names = [set(content(one.field.name, self.language)) for one in self.page.slots() if one.option is None]
        return any(name and name <= said for name in names)

    def _orders(self, rest: Said) -> bool:
        """Tell whether something is left that can be done, and not only that a part is to be shown."""
        return any(one not in self._plain and content(one, self.language) for one in rest.text.split())

    @property
    def _plain(self) -> frozenset[str]:
        """Words that only say that a part is to be shown."""
        lists = self.language.words
        return lists["leading"] | lists["little"] | lists["subject"]
