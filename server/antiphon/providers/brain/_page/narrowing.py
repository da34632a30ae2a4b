"""Find what shows a part of a list: an option of a filter, a box, a date, a search field; and what shows it whole."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from antiphon.domain.actions import ActionCall
from antiphon.domain.outline import Block, FormField
from antiphon.providers.brain._page.reading import Reader
from antiphon.providers.brain._page.subjects import Page, Slot
from antiphon.providers.brain._page.surroundings import around_block
from antiphon.providers.brain._page.words import content

_TEXTS = frozenset({"text", "search"})
_OF_FORMS = frozenset({"long", "email", "tel", "url", "time", "colour"})


@dataclass(frozen=True, slots=True)
class Filter:
    """Something that narrows a list down, with the words that call for it and those that may stand beside them."""

    slot: Slot
    value: str | bool
    words: frozenset[str]
    beside: frozenset[str]
    exact: bool = True


class Filters:
    """The filters of a page, and its search."""

    def __init__(self, page: Page, reader: Reader) -> None:
        self.page = page
        self._reader = reader
        self._tags: dict[int, bool] = {}
        """Of each choice that was looked at, by its `id`, whether its options are marks of a list's items."""

    @cached_property
    def all(self) -> tuple[Filter, ...]:
        """Every filter that can be chosen, but for those that show everything; also by the one word of its name that no
        other has, and by the whole name of a day."""
        found = tuple(self._found())
        counts = Counter(word for one in found for word in one.words if one.exact)
        for one in found:
            own = [
                word for word in one.words if counts[word] == 1 and word not in one.beside | self.page.language.things
            ]
            if one.exact and len(one.words) > 1 and own:
                found += tuple(replace(one, words=frozenset({word})) for word in own)
            elif day := self._day(str(one.value)):
                found += (replace(one, words=day),)
        return found

    def _day(self, name: str) -> frozenset[str]:
        """The whole name of a day that is cut in an option: `Thu`."""
        days = self.page.language.words["weekdays"]
        full = [one for one in days if one != name.lower() and len(name) in (2, 3) and one.startswith(name.lower())]
        return frozenset(content(full[0], self.page.language)) if len(full) == 1 else frozenset()

    def _found(self) -> Iterator[Filter]:
        language = self.page.language
        cues, weak = (language.stemmed(language.views[one]) for one in ("narrows", "narrows_beside"))
        for slot in self.page.options():
            if slot.option is None or not (self.whole(slot) or self._is_tag(slot)) or self.shows_all(slot.option.name):
                continue
            nouns = around_block(self.page, slot.block) | set(content(slot.field.name, language))
            words = frozenset(content(slot.option.name, language)) or frozenset({slot.option.name.lower()})
            yield Filter(slot, slot.option.name, words, frozenset(nouns))
            for state in ("done", "open"):
                if slot.option.name.lower() in language.words[state]:
                    for name in language.words[state]:
                        also = frozenset(content(name, language))
                        if also and also != words:
                            yield Filter(slot, slot.option.name, also, frozenset(nouns), exact=False)
        for slot in self.page.slots():
            if slot.field.kind != "switch" or slot.field.locked:
                continue
            words = frozenset(content(slot.field.name, language))
            called = cues & language.stemmed(slot.field.name.lower().split())
            filters = self._blocks
            if called <= weak and filters and not any(one is slot.block for one in filters):
                called = frozenset()
            if called or self.is_of_filters(slot.block) or self._is_of_bar(slot.block):
                hides = any(slot.field.name.lower().startswith(one) for one in language.views["hiding"])
                nouns = around_block(self.page, slot.block)
                own = words - self.page.language.stemmed(language.views["little"])
                if own:  # `only what is in now` has no word of its own
                    yield Filter(slot, not hides or "", own, frozenset(nouns))

    @cached_property
    def _blocks(self) -> tuple[Block, ...]:
        """The blocks with a choice that shows everything."""
        return tuple(one.block for one in self.page.options() if self.whole(one))

    def _is_of_bar(self, block: Block) -> bool:
        """Tell whether a form only says what is seen of a list: it has a search and a choice that shows all, no text to
        be written, and no button of its own."""
        searched = any(one.kind == "search" or self.is_search(one) for one in block.fields)
        shows = any(one is block for one in self._blocks)
        language = self.page.language
        label = block.submit.label.lower() if block.submit else ""
        own = language.stemmed(language.views["filters"]) & set(content(label, language))
        own |= {label} & {"", *language.views["applying"], *language.words["searched"]}
        return searched and shows and bool(own) and not self.is_of_form(block)

    def _is_tag(self, slot: Slot) -> bool:
        """Tell whether an option is one of several marks that the items of the list behind it have in their texts."""
        if slot.block.kind != "choice" or any(
            one.use is None or one.use.action.startswith("open_") for one in slot.block.options
        ):
            return False
        if id(slot.block) not in self._tags:
            at = next(at for at, one in enumerate(self.page.outline.blocks) if one is slot.block)
            behind = next((one for one in self.page.outline.blocks[at + 1 :] if one.kind in {"list", "table"}), None)
            texts = [f"{one.name} {' '.join(one.cells)}".lower() for one in self.page.subjects() if one.block is behind]
            held = [one for one in slot.block.options if any(one.name.lower() in text for text in texts)]
            self._tags[id(slot.block)] = 2 * len(held) > len(slot.block.options)
        return self._tags[id(slot.block)]

    def is_of_filters(self, block: Block) -> bool:
        """Tell whether a form is called after its filters."""
        return bool(self.page.language.stems("filter_said") & set(content(block.name, self.page.language)))

    def whole(self, slot: Slot) -> str | None:
        """The option of a field that shows everything, where the field is a filter; None for any other field."""
        names = [one.name for one in slot.field.options]
        found = next((name for name in names if self.shows_all(name)), None)
        return found if found is not None and found == names[0] and not self.is_of_form(slot.block) else None

    def shows_all(self, name: str) -> bool:
        words = name.lower().split()
        return bool(words) and words[0] in self.page.language.views["all_options"]

    def is_of_form(self, block: Block) -> bool:
        """Tell whether there is something to be written beside it, other than what is searched for."""
        texts = [one for one in block.fields if one.kind in _TEXTS]
        adds = block.submit is not None and self.page.use_for((block.submit,), "add") is not None
        return (adds and bool(texts)) or len(texts) > 1 or any(one.kind in _OF_FORMS for one in block.fields)

    @cached_property
    def search(self) -> Slot | None:
        """The one search field, or the one text field among filters."""
        slots = [one for one in self.page.slots() if one.field.use and not one.field.locked]
        search = [one for one in slots if one.field.kind == "search" or self.is_search(one.field)]
        among = [
            one
            for one in slots
            if one.field.kind == "text" and not self.is_of_form(one.block) and self._has_filters(one.block)
        ]
        found = search or among
        return found[0] if len(found) == 1 else None

    def is_search(self, field: FormField) -> bool:
        return field.kind == "text" and any(
            self.page.fit(one, field.name).said > 0.99 for one in self.page.language.words["searched"]
        )

    def _has_filters(self, block: Block) -> bool:
        return any(one.slot.block is block for one in self.all)

    def is_beside(self, slot: Slot) -> bool:
        """Tell whether a field stands among filters."""
        return self.is_of_filters(slot.block) or (self._has_filters(slot.block) and not self.is_of_form(slot.block))

    def active(self) -> list[tuple[Slot, tuple[ActionCall, ...]]]:
        """Find the filters that are set now, each with the calls that end it."""
        found: list[tuple[Slot, tuple[ActionCall, ...]]] = []
        seen: list[FormField] = []
        for one in self.all:
            field = one.slot.field
            if any(field is each or (one.slot.block.kind == "choice" and field == each) for each in seen):
                continue
            seen.append(field)
            slot = Slot(one.slot.block, field)
            if one.slot.option and self._is_tag(one.slot) and not self.whole(one.slot):
                pressed = [self._reader.page.call(each.use) for each in field.options if each.on]
                found.append((slot, tuple(call for call in pressed if call)))
                continue
            if field.kind == "switch":
                if field.value is (one.value is True):
                    found.append((slot, self._reader.calls(slot, not field.value)))
                continue
            whole = self.whole(slot)
            now = next((each.name for each in field.options if each.on), field.value)
            if whole and now not in (whole, None, ""):
                found.append((slot, self._reader.calls(slot, whole)))
        if self.search and self.search.field.value not in (None, ""):
            found.append((self.search, self.searched("")))
        return [(slot, calls) for slot, calls in found if calls]

    def searched(self, text: str) -> tuple[ActionCall, ...]:
        """Write into the search, and press its button where it has one of its own."""
        if self.search is None:
            return ()
        write = self.page.call(self.search.field.use, text=text)
        block = self.search.block
        submit = self.page.call(block.submit) if len(block.fields) == 1 else None
        return tuple(one for one in (write, submit) if one)

    def by_letter(self, text: str) -> bool:
        """Tell whether an option is named that is but a letter: `group A`."""
        low = f" {text} "
        return any(
            not content(str(one.value), self.page.language)
            and f" {one.slot.field.name.lower()} {str(one.value).lower()} " in low
            for one in self.all
            if one.slot.option
        )

    def stands_there(self, phrase: str) -> bool:
        """Tell whether an item or a row has all words of a phrase."""
        words = [word for word in content(phrase, self.page.language) if word not in self.page.language.things]
        own = [set(content(" ".join((one.name, *one.cells)), self.page.language)) for one in self.page.subjects()]
        ear = self.page.ear
        return bool(words) and any(all(any(ear.alike(word, each) for each in one) for word in words) for one in own)


def instead(text: str, pairs: Sequence[tuple[str, str]]) -> Iterator[str]:
    """A text, and the same with each phrase that means something else said so."""
    yield text
    for phrase, other in sorted(pairs, key=lambda pair: len(pair[0]), reverse=True):
        cut = re.sub(rf"(?<!\w){re.escape(phrase)}(?!\w)", other, text)
        if cut != text:
            yield cut
