"""Find the records that a question speaks of. Over 300 lines: each way in which a word can name something.

They are those that have its words, states, comparison and period.
"""

from collections.abc import Sequence

from antiphon.providers.brain._page.figured import FIGURED, figured
from antiphon.providers.brain._page.inquiry import Inquiry
from antiphon.providers.brain._page.leeway import is_done, is_kind, settles
from antiphon.providers.brain._page.matched import MOST_LOOSE, Matched, may_be_loose
from antiphon.providers.brain._page.records import Collection, Fact, Record
from antiphon.providers.brain._page.speech import EXACT, Ear
from antiphon.providers.brain._page.subjects import Page
from antiphon.providers.brain._page.word_kinds import WordKinds
from antiphon.providers.brain._page.words import content


class Matcher(WordKinds):
    """Matches the words of questions with one page's collections."""

    def __init__(self, page: Page, collections: Sequence[Collection]) -> None:
        super().__init__(page, collections)
        searching = self.language.stemmed(self.language.kinds["search"])
        names = [content(one.field.name, self.language) for one in page.slots()]
        self._searched = {word for name in names if name[:1] and name[0] in searching for word in name[1:]}
        sorting = self.language.stemmed(self.asked.words["sorting"])
        self._sorted_by = {
            word
            for one in page.slots()
            if sorting & set(content(one.field.name, self.language))
            for option in one.field.options
            for word in content(option.name, self.language)
        }
        """Words of the ways in which a list can be sorted: each is of what is told of its things."""
        self._overdue = self.language.stemmed(self.asked.words["overdue"])
        self._free_time = self.language.stemmed(self.asked.words["free_time"])

    def all(self, inquiry: Inquiry) -> list[Matched]:
        """Match a question with every collection, the best first; those that cannot explain all words are left."""
        found = [one for each in self.collections if (one := self._matched(inquiry, each))]
        return sorted(found, key=lambda one: one.score, reverse=True)

    def _matched(self, inquiry: Inquiry, collection: Collection) -> Matched | None:
        if collection.kind != "table" and not self.asked.words["table"].isdisjoint(inquiry.said):
            return None
        if collection.kind == "choice" and (inquiry.period or inquiry.role == "when"):
            return None  # a day beside an option says when that is not to be had
        found = Matched(collection)
        taken = self._cells(inquiry, found)
        nobody = self._nobody(inquiry, found)
        for word in inquiry.words:
            if word in taken:
                continue
            if not self._explained(word, inquiry, found):
                if is_kind(word, inquiry, self.language) and not self._stands_anywhere(word):
                    found.kind = word
                    found.score -= 1
                    continue
                if not found.verb and is_done(word, inquiry, self.language) and not self._stands_anywhere(word):
                    found.verb = word
                    continue
                if len(found.loose) == MOST_LOOSE or not self._may_be_loose(inquiry):
                    return None
                found.loose.append(word)
        is_stated = bool(found.states or found.not_in) or found.done is not None or inquiry.state is not None
        if not is_stated and self._asks_for_open(inquiry, found):
            found.done = False
        elif inquiry.negative and not nobody and not is_stated:
            self._turned(inquiry, found)
        found.records = [one for one in collection.records if self.has(found, one)]
        if found.kind and inquiry.best is None and not (found.names or found.cells):
            return None
        if found.verb and not settles(inquiry, found, self.language):
            if found.loose or not self._may_be_loose(inquiry):
                return None
            found.loose, found.verb = [found.verb], ""
        if not self._settles(inquiry, found):
            return None
        self._rate(inquiry, found)
        return found

    def _may_be_loose(self, inquiry: Inquiry) -> bool:
        by_figure = inquiry.role in FIGURED and not (inquiry.best or inquiry.limit or inquiry.sums or inquiry.averages)
        return (may_be_loose(inquiry) and not self._is_measured(inquiry)) or by_figure

    def _rate(self, inquiry: Inquiry, found: Matched) -> None:
        """Set how well a collection explains a question."""
        collection = found.collection
        name = set(content(collection.name, self.language))
        kinds = self.language.stemmed(inquiry.said)
        is_other = bool(name) and not name & kinds and not any(one in inquiry.words for one in name)
        found.named += len(name & (set(inquiry.words) | kinds)) + any(one in inquiry.hints for one in name)
        found.score += 3 * len(found.names) + 2 * len(found.states) + 3 * len(found.cells) + 2 * len(found.not_in)
        found.score -= 0.25 * is_other + bool(found.verb)
        found.score += self._has_boxes(collection) and _says(inquiry.said, self.asked.phrases["to_do"])
        found.score += inquiry.counts and not collection.heads.isdisjoint(content(inquiry.counted, self.language))
        is_measured = inquiry.best or inquiry.limit or inquiry.role == "amount" or self._is_measured(inquiry)
        found.score -= 2 * len(found.loose) + 0.75 * (collection.kind == "choice" and not is_measured)
        if len(found.records) == 1 and found.names:
            found.score += 1.5 * bool(figured(found.records[0], inquiry, self.language))
        found.score += 1.5 * len(found.heads) + len(found.kinds) + found.named + (0.5 if found.records else 0.0)

    def _asks_for_open(self, inquiry: Inquiry, found: Matched) -> bool:
        """`what do I have to buy?`, `what is still on the list?`: of what has boxes, that which is not ticked."""
        if inquiry.role not in {"what", "which", "number"} or not self._has_boxes(found.collection):
            return False
        is_named = bool(found.named or found.names)
        obliged = is_named and _says(inquiry.said, self.asked.phrases["obliged"])
        return obliged or _says(inquiry.said, self.asked.phrases["to_do"])

    def _is_measured(self, inquiry: Inquiry) -> bool:
        """Tell whether a verb or a noun asks for a figure: `cost`, `stay`."""
        return not self.language.counted_in.keys().isdisjoint(inquiry.said)

    def _settles(self, inquiry: Inquiry, found: Matched) -> bool:
        """Let a word go that is only near to what stands somewhere, where it is of no thing that is named: `when is
        Priya bringing it back?`; tell whether a word that nothing explains is said of one thing alone."""
        also = [one for one in found.names if one in found.collection.heads]
        if not found.records and also:  # `when was it updated?`, where something is called an update
            found.names = [one for one in found.names if one not in also]
            found.heads |= set(also)
            found.records = [one for one in found.collection.records if self.has(found, one)]
        if not found.records and len(found.near) < len(found.names) and may_be_loose(inquiry):
            names, found.names = found.names, [one for one in found.names if one not in found.near]
            found.records = [one for one in found.collection.records if self.has(found, one)]
            if len(found.records) != 1:
                found.names, found.records = names, []
        if found.elsewhere and not (found.names or found.cells):
            return False
        if found.loose and (inquiry.counts or inquiry.role in FIGURED):
            is_one = len(found.records) == 1 and bool(found.names)
            return is_one and bool(figured(found.records[0], inquiry, self.language))
        return not found.loose or (len(found.records) == 1 and bool(found.names) and self._is_called(found))

    def _is_called(self, found: Matched) -> bool:
        """Tell whether the one thing was called by two words of its name, or all of it."""
        name = set(content(found.records[0].name, self.language))
        named = name & set(found.names)
        return len(named) > 1 or (bool(name) and named == name)

    def _nobody(self, inquiry: Inquiry, found: Matched) -> bool:
        """Tell whether what denies is what stands in a cell: `Nobody` looks after it."""
        negative = self.asked.words["negative"] & set(inquiry.said)
        for one in negative:
            if any(fact.text.lower().split()[:1] == [one] for each in found.collection.records for fact in each.facts):
                found.names.extend(content(one, self.language))
                return True
        return False

    def _turned(self, inquiry: Inquiry, found: Matched) -> None:
        """`which are not packed`: what stands behind the `not` is what they must not have."""
        at = min(at for at, word in enumerate(inquiry.said) if word in self.asked.words["negative"])
        behind = {form for word in inquiry.said[at:] for form in self.asked.forms(self.language.stem(word))}
        found.not_in = [one for one in found.names if one in behind]
        found.names = [one for one in found.names if one not in behind]

    def has(self, found: Matched, record: Record) -> bool:
        """Tell whether a record has all names and cells; its states are another question."""
        ear = self.page.ear
        return (
            all(_stands(word, record.words, ear) for word in found.names)
            and not any(_stands(word, record.words, ear) for word in found.not_in)
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
        heads = {
            one
            for record in collection.records
            for fact in record.facts
            if fact.on is not None
            for one in content(fact.head, self.language)
        }
        if not _stands(word, collection.words | heads | collection.heads, EXACT) and self._is_state(
            word, inquiry, found
        ):
            return True
        of_all = inquiry.best or inquiry.counts or inquiry.limit or collection.kind == "choice"
        if of_all and word in content(collection.name, self.language):
            # `the cheapest room`, where one of the rooms is called `Family room`
            found.named += 2 if inquiry.best or inquiry.limit else 1
            return True
        if self._is_asked_kind(word, inquiry, collection):
            found.named += 1
            return True
        if self._is_scope_said(word, inquiry):
            return True
        if self._is_name(word, heads, inquiry, found):
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
        if self._is_kind(word, found) or self._is_shaped(word, inquiry, found):
            return True
        if self._is_untold(word, inquiry, collection):
            found.untold.append(word)
            return True
        return self._around(word, inquiry, found)

    def _is_name(self, word: str, heads: set[str], inquiry: Inquiry, found: Matched) -> bool:
        """Tell whether a word, or one like it, names a record, a state, a column or the collection."""
        collection, forms = found.collection, self.asked.forms(word)
        near = sorted(forms - {word})
        by_near = word not in self.language.stemmed(self.language.counted_in)  # who pays names no `Rent`
        state = next((one for one in near if one in heads), "")
        if inquiry.whether and state and word not in collection.words:  # `did she pay?`, by the box `Paid`
            found.states[state] = not inquiry.negative
            return True
        for each, by_name in ((word, True), *((one, False) for one in near), *((one, by_near) for one in near)):
            # `Zimmer` over a list of rooms says what all of them are, be there an `Einzelzimmer`.
            is_kind = each not in collection.words and each in collection.heads
            if by_name and not is_kind and _stands(each, collection.words, self.page.ear):
                found.names.append(each)
                found.near += [each] if each != word else []
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
        return False

    def _has_boxes(self, collection: Collection) -> bool:
        selecting = {self.language.stem(word) for word in self.asked.words["selecting"]}
        return any(
            fact.on is not None and not fact.text and not selecting & set(content(fact.head, self.language))
            for one in collection.records
            for fact in one.facts
        )

    def _is_state(self, word: str, inquiry: Inquiry, found: Matched) -> bool:
        """Tell whether a word says that something is done, or open, where boxes say so: `bought`, `left`."""
        has_boxes = self._has_boxes(found.collection)
        for state, wanted in (("done", True), ("open", False)):
            if has_boxes and word in self.language.stemmed(self.language.words[state]):
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
            if _stands(other, found.collection.words, EXACT):
                (found.names if negative else found.not_in).append(other)
                return True
        return False

    def _around(self, word: str, inquiry: Inquiry, found: Matched) -> bool:
        """Tell whether a word only says where: the kind of thing, the page, another part of it."""
        collection = found.collection
        forms = self.asked.forms(word)
        is_counted = inquiry.counts and word in content(inquiry.counted, self.language)
        is_scope = word in self.language.stemmed(self.asked.words["scopes"]) and not is_counted
        if word in self.language.things or is_scope:
            return True
        if len(inquiry.words) > 1 and not inquiry.counts and word in self.asked.words["particles"]:
            return True
        if word in {self.language.stem(one) for one in self.asked.words["people"]}:
            return True
        labels = {
            one
            for record in collection.records
            for use in record.subject.uses
            for one in content(self.page.label_of(use, record.name), self.language)
        }
        found.elsewhere |= self._names_another(word, collection)
        if self._is_rate(word, inquiry, collection):
            return True
        known = self.page.nouns | self._searched | self._sorted_by
        return not forms.isdisjoint(labels) or word in known


def _stands(word: str, words: frozenset[str], ear: Ear) -> bool:
    return word in words or any(ear.alike(word, other) for other in words)


def _has_cell(record: Record, head: str, text: str, matcher: Matcher) -> bool:
    return any(
        fact.on is None and fact.text.lower().strip("# ") == text and (not head or matcher.is_head(fact, head))
        for fact in record.facts
    )


def _says(said: Sequence[str], phrases: Sequence[str]) -> bool:
    return any(f" {one} " in f" {' '.join(said)} " for one in phrases)
