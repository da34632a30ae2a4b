"""Answer which of some things is at an end of a column, and who or what has most of them."""

from collections.abc import Sequence

from antiphon.providers.brain._page.grouping import by_each, by_noun, by_person, ends_of, noun_of
from antiphon.providers.brain._page.inquiry import Best
from antiphon.providers.brain._page.measures import Measure, chosen, counted
from antiphon.providers.brain._page.questions import listed
from antiphon.providers.brain._page.records import Record
from antiphon.providers.brain._page.selecting import Selecting
from antiphon.providers.brain._page.words import content

MOST_COLUMNS = 3
"""Columns that a superlative may be said of, each told."""
MOST_TOLD = 6
"""Records of which the asked column is told one by one."""


class Comparing(Selecting):
    """Compares the records of one matched collection."""

    @property
    def _asked_noun(self) -> set[str]:
        return noun_of(self.inquiry, self.language)

    def _best(self, records: list[Record]) -> str:
        """`cheapest`, `longest`: one end of a column."""
        best = self.inquiry.best
        if best is None:
            return ""
        if not best.columns and not self._names_column() and (most := self._grouped(records, best)):
            return most
        columns = [
            one
            for one in chosen(self.measures, self.inquiry, best.columns, self.language)
            if any(record in records for record, *_ in one.values)
        ]
        by_verb = self.language.columns_of(self.inquiry.said)
        if not best.columns and not self._names_column() and not (by_verb and columns):
            by_word = counted(self.collection, frozenset(self.inquiry.words), self.language, least=True)
            columns = [by_word] if by_word else [one for one in columns if one.head and not best.counts]
        if not columns and (
            by_word := counted(self.collection, frozenset(self.inquiry.words), self.language, least=True)
        ):
            columns = [by_word]
        if best.columns & self.asked.sizes["span"]:  # at what time something is says not how long it is
            columns = [one for one in columns if one.kind != "moment"]
        if len(columns) > 1 and all(one.kind == "moment" for one in columns):
            columns = [self._joint(columns)]
        if not 0 < len(columns) <= MOST_COLUMNS:
            return ""
        told = [(self._end(records, one, best), one) for one in columns]
        if not all(rated for rated, _ in told):
            return ""
        self.records = list(dict.fromkeys(record for rated, _ in told for record, _ in rated))
        return self._here(" ".join(self._of_end(rated, one) for rated, one in told))

    def _joint(self, columns: Sequence[Measure]) -> Measure:
        """Days in one column and times in another as one."""
        dated = [(one, one.moment) for one in self.collection.records if one.moment]
        rated = [
            (one, tuple(map(float, moment.rank())), ", ".join(told[1] for each in columns if (told := each.of(one))))
            for one, moment in dated
        ]
        return Measure("", "moment", tuple(rated))

    def _end(self, records: Sequence[Record], column: Measure, best: Best) -> list[tuple[Record, str]]:
        """The records at one end of a column, with how their values are written."""
        rated = [(value, record, text) for record, value, text in column.values if record in records]
        ranks = sorted({value for value, *_ in rated}, reverse=not best.least)
        at = self.inquiry.place or 0
        return [(record, text) for value, record, text in rated if value == ranks[at]] if 0 <= at < len(ranks) else []

    def _of_end(self, ones: Sequence[tuple[Record, str]], column: Measure) -> str:
        if len({text for _, text in ones}) > 1:
            return self._one_by_one([record for record, _ in ones], column)
        names = listed([self._name(record) for record, _ in ones])
        return self.language.say("extreme", name=names, value=f"{column.head} {ones[0][1]}".strip())

    def _names_column(self) -> bool:
        """Tell whether a column of values was named, or a verb that speaks of one."""
        verbs = {
            self.language.stem(name) for word in self.inquiry.said for name in self.language.counted_in.get(word, ())
        }
        heads = [set(content(one.head, self.language)) for one in self.measures]
        forms = {form for word in self.inquiry.words for form in self.asked.forms(word)}
        return any(head & (self.inquiry.hints | verbs | forms) for head in heads)

    def _grouped(self, records: list[Record], best: Best) -> str:
        """`who has the most chores?`, `which trainer has the most classes?`"""
        found = []
        if best.counts and self.inquiry.role == "who":
            found = list(by_each(records, self.language))
        elif self.inquiry.role in {"what", "which", "when"} and not self._asks_for_records():
            found = [("", by_noun(records, self.inquiry, self.language))]
        told = []
        for head, counts in found:
            is_sure = self.inquiry.role == "who" and not (self.matched.kind or self.matched.verb)
            if len(counts) > 1 and (is_sure or max(counts.values()) > 1):
                names, count = ends_of(counts, best)
                one = self.language.say("extreme", name=listed(names), value=str(count))
                told.append(f"{head}: {one}" if len(found) > 1 else one)
        return self._here(" ".join(told))

    def _asks_for_records(self) -> bool:
        """Tell whether the noun of a question is what the list itself is called: `which recipe`."""
        return bool(self._asked_noun & (set(content(self.collection.name, self.language)) | self.language.things))

    def _different(self, records: list[Record]) -> str:
        """`how many suppliers do we have?`: those that stand in a column, each once."""
        noun = noun_of(self.inquiry, self.language) & self.heads
        if (
            not noun
            or self.matched.is_narrowed
            or any(noun & set(content(one.head, self.language)) for one in self.measures)
        ):
            return ""
        counts = by_noun(records, self.inquiry, self.language)
        return (
            self._here(self.language.say("count_of", count=str(len(counts)), names=listed(list(counts))))
            if counts
            else ""
        )

    def _by_person(self, records: list[Record]) -> str:
        """`who has ordered twice?`"""
        names = [name for name, count in by_person(records, self.language).items() if count > 1]
        return self._here(f"{listed(names)}.") if names else ""

    def _one_by_one(self, records: list[Record], column: Measure) -> str:
        told = [
            self.language.say("extreme", name=self._name(one), value=f"{column.head} {found[1]}".strip())
            for one in records
            if (found := column.of(one))
        ]
        more = f" … (+{len(told) - MOST_TOLD})" if len(told) > MOST_TOLD else ""
        return " ".join(told[:MOST_TOLD]) + more
