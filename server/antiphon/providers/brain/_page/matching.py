"""Find the records of a page that a question speaks of: those that have its words, states, comparison and period."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from antiphon.providers.brain._page.inquiry import Inquiry
from antiphon.providers.brain._page.measures import measures
from antiphon.providers.brain._page.names import alike
from antiphon.providers.brain._page.records import Collection, Fact, Record
from antiphon.providers.brain._page.stems import stem
from antiphon.providers.brain._page.subjects import Page
from antiphon.providers.brain._page.words import content


@dataclass(slots=True)
class Matched:
    """The records of a collection that have the words of a question, before its states and comparisons.

    `names` are words in the records, `heads` words of their columns, `states` what must be on or off.
    """

    collection: Collection
    records: list[Record] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    heads: set[str] = field(default_factory=set)
    states: dict[str, bool] = field(default_factory=dict)
    """A stem in the head of a state, and whether it must be on."""
    cells: list[tuple[str, str]] = field(default_factory=list)
    """A head and what stands under it: `group A`, `plot 7`."""
    kinds: set[str] = field(default_factory=set)
    """Kinds of values that are asked for without a head: the price, the rating."""
    not_in: list[str] = field(default_factory=list)
    """Words that must not stand there: `taken` where others are `free`."""
    done: bool | None = None
    """Whether what is ticked is asked for, or what is open."""
    overdue: bool = False
    """Whether what should have been done before today is asked for."""
    pointed: bool = False
    """Whether it is what was spoken of last."""
    it: Record | None = None
    """What `it` stands for, where a question is about that."""
    untold: list[str] = field(default_factory=list)
    """Words that ask for a state which the page tells in other words: `closed`, beside a button `Close`."""
    named: int = 0
    score: float = 0.0

    @property
    def is_narrowed(self) -> bool:
        by_state = self.states or self.done is not None or self.overdue
        return bool(self.names or self.cells or self.not_in or by_state or self.pointed)


class Matcher:
    """Matches the words of questions with one page's collections."""

    def __init__(self, page: Page, collections: Sequence[Collection]) -> None:
        self.page = page
        self.language = page.language
        self.asked = page.language.asked
        self.collections = collections
        searching = {stem(one) for one in self.language.kinds["search"]}
        names = [content(one.field.name, self.language) for one in page.slots()]
        self._searched = {word for name in names if name[:1] and name[0] in searching for word in name[1:]}
        self._overdue = {stem(one) for one in self.asked.words["overdue"]}
        self._free_time = {stem(one) for one in self.asked.words["free_time"]}

    def all(self, inquiry: Inquiry) -> list[Matched]:
        """Match a question with every collection, the best first; those that cannot explain all words are left."""
        found = [one for each in self.collections if (one := self._matched(inquiry, each))]
        return sorted(found, key=lambda one: one.score, reverse=True)

    def _matched(self, inquiry: Inquiry, collection: Collection) -> Matched | None:
        if collection.kind != "table" and not self.asked.words["table"].isdisjoint(inquiry.said):
            return None
        found = Matched(collection)
        taken = self._cells(inquiry, found)
        for word in inquiry.words:
            if word in taken:
                continue
            if not self._explained(word, inquiry, found):
                return None
        if inquiry.negative and not found.states and not found.not_in and found.done is None and inquiry.state is None:
            self._turned(found)
        found.records = [one for one in collection.records if self.has(found, one)]
        name = set(content(collection.name, self.language))
        kinds = {stem(one) for one in inquiry.said}
        is_other = bool(name) and not name & kinds and not any(one in inquiry.words for one in name)
        found.named += len(name & (set(inquiry.words) | kinds)) + any(one in inquiry.hints for one in name)
        found.score = 3 * len(found.names) + 2 * len(found.states) + 3 * len(found.cells) + 2 * len(found.not_in)
        found.score -= 0.25 * is_other
        found.score += self._has_boxes(collection) and _says(inquiry.said, self.asked.phrases["to_do"])
        found.score += 1.5 * len(found.heads) + len(found.kinds) + found.named + (0.5 if found.records else 0.0)
        return found

    def _turned(self, found: Matched) -> None:
        """`which are not packed`: a single word is what they must not have."""
        if len(found.names) == 1:
            found.not_in, found.names = found.names, []

    def has(self, found: Matched, record: Record) -> bool:
        """Tell whether a record has all names and cells; its states are another question."""
        typed = self.page.typed
        return (
            all(_stands(word, record.words, typed) for word in found.names)
            and not any(_stands(word, record.words, typed) for word in found.not_in)
            and all(_has_cell(record, head, text, self) for head, text in found.cells)
        )

    def in_state(self, found: Matched, record: Record) -> bool | None:
        """Tell whether a record is in all states that were asked for; None where it tells of none of these."""
        told = [self.state_of(record, word, on) for word, on in found.states.items()]
        if any(one is None for one in told):
            return None
        return all(told)

    def state_of(self, record: Record, word: str, wanted: bool) -> bool | None:
        for fact in record.facts:
            if fact.on is not None and self.is_head(fact, word):
                return fact.on is wanted
        return None

    def is_head(self, fact: Fact, word: str) -> bool:
        return word in content(fact.head, self.language)

    def _cells(self, inquiry: Inquiry, found: Matched) -> set[str]:
        """`group A`, `plot 7`, `order 1044`: a word of a head, and behind it what stands under that head."""
        taken: set[str] = set()
        for code in (one for one in inquiry.said if "-" in one):
            if any(_has_cell(one, "", code, self) for one in found.collection.records):
                found.cells.append(("", code))
                taken |= set(content(code, self.language))
        for head, text in zip(inquiry.said, inquiry.said[1:], strict=False):
            text = "1" if text in self.asked.words["one"] else text
            stems = content(head, self.language)
            if len(stems) != 1 or stems[0] not in found.collection.heads:
                continue
            if any(_has_cell(one, stems[0], text, self) for one in found.collection.records):
                found.cells.append((stems[0], text))
                taken |= {stems[0], *content(text, self.language)}
        return taken

    def _explained(self, word: str, inquiry: Inquiry, found: Matched) -> bool:
        """Find out what a word means here; False where it means nothing."""
        collection = found.collection
        forms = self.asked.forms(word)
        heads = {
            one
            for record in collection.records
            for fact in record.facts
            if fact.on is not None
            for one in content(fact.head, self.language)
        }
        if not _stands(word, collection.words | heads | collection.heads, True) and self._is_state(
            word, inquiry, found
        ):
            return True
        for each in (word, *sorted(forms - {word})):
            if _stands(each, collection.words, self.page.typed):
                found.names.append(each)
                return True
            if each in heads:
                found.states[each] = not inquiry.negative
                return True
            if each in collection.heads:
                found.heads.add(each)
                return True
            if each in content(collection.name, self.language):
                found.named += 1
                return True
        bare = self._bare(word)
        if bare and bare in heads:
            found.states[bare] = inquiry.negative
            return True
        if self._opposite(word, heads, found, inquiry.negative):
            return True
        if word in self._free_time and inquiry.period and any(one.moment for one in collection.records):
            return True
        if word in self._overdue and inquiry.today and any(one.is_dated for one in collection.records):
            found.overdue = True
            return True
        if self._is_kind(word, found):
            return True
        if self._is_untold(word, inquiry, collection):
            found.untold.append(word)
            return True
        return self._around(word, inquiry, collection)

    def _is_kind(self, word: str, found: Matched) -> bool:
        """Tell whether a word speaks of a kind of values that stand there without a head: the `price` of a tea."""
        for kind, words in self.asked.sizes.items():
            if word in words and any(one.kind == kind for one in measures(found.collection, self.language)):
                found.kinds.add(kind)
                return True
        return word in {stem(one) for one in self.language.counted_in}

    def _is_untold(self, word: str, inquiry: Inquiry, collection: Collection) -> bool:
        """Tell whether a word asks for a state of which only a button speaks: `is it closed?`, beside `Close`."""
        if self.asked.words["in_state"].isdisjoint(inquiry.said) or word in self.page.nouns:
            return False
        labels = [self.page.label_of(use, one.name) for one in collection.records for use in one.subject.uses]
        named = {each for label in labels for each in label.lower().split()}
        said = [one for one in inquiry.said if word in content(one, self.language)]
        by_button = any(word in content(one, self.language) for one in named) and named.isdisjoint(said)
        by_column = not collection.heads.isdisjoint(map(stem, self.asked.words["status_heads"]))
        return by_button or (by_column and not self.asked.words["status_words"].isdisjoint(said))

    def _has_boxes(self, collection: Collection) -> bool:
        return any(fact.on is not None and not fact.text for one in collection.records for fact in one.facts)

    def _is_state(self, word: str, inquiry: Inquiry, found: Matched) -> bool:
        """Tell whether a word says that something is done, or open, where boxes say so: `bought`, `left`."""
        has_boxes = self._has_boxes(found.collection)
        for state, wanted in (("done", True), ("open", False)):
            if has_boxes and word in {stem(one) for one in self.language.words[state]}:
                found.done = wanted is not inquiry.negative
                forms = self.asked.forms(word)
                found.named += any(one in forms for one in content(found.collection.name, self.language))
                return True
        return False

    def _bare(self, word: str) -> str:
        """`paid` of `unpaid`."""
        prefix = next((one for one in self.asked.phrases["prefix"] if word.startswith(one)), "")
        return word.removeprefix(prefix) if prefix and len(word) > len(prefix) + 2 else ""

    def _opposite(self, word: str, heads: set[str], found: Matched, negative: bool) -> bool:
        for other in self.asked.opposites.get(word, ()):
            if other in heads:
                found.states[other] = negative
                return True
            if _stands(other, found.collection.words, True):
                (found.names if negative else found.not_in).append(other)
                return True
        return False

    def _around(self, word: str, inquiry: Inquiry, collection: Collection) -> bool:
        """Tell whether a word only says where: the kind of thing, the page, another part of it."""
        forms = self.asked.forms(word)
        is_counted = inquiry.counts and word in content(inquiry.counted, self.language)
        is_scope = word in {stem(one) for one in self.asked.words["scopes"]} and not is_counted
        if word in self.language.things or is_scope:
            return True
        labels = {
            one
            for record in collection.records
            for use in record.subject.uses
            for one in content(self.page.label_of(use, record.name), self.language)
        }
        return not forms.isdisjoint(labels) or word in self.page.nouns or word in self._searched


def _stands(word: str, words: frozenset[str], typed: bool) -> bool:
    return word in words or any(alike(word, other, typed) for other in words)


def _has_cell(record: Record, head: str, text: str, matcher: Matcher) -> bool:
    return any(
        fact.on is None and fact.text.lower().strip("# ") == text and (not head or matcher.is_head(fact, head))
        for fact in record.facts
    )


def _says(said: Sequence[str], phrases: Sequence[str]) -> bool:
    return any(f" {one} " in f" {' '.join(said)} " for one in phrases)
