"""Answer a question from the records of a page: count, compare, add up, name, or tell what stands there."""

from collections.abc import Sequence

from antiphon.providers.brain._page.grouping import by_person, ends_of
from antiphon.providers.brain._page.inquiry import Best
from antiphon.providers.brain._page.measures import Measure, chosen, told_moment
from antiphon.providers.brain._page.questions import listed
from antiphon.providers.brain._page.records import Fact, Record, is_who
from antiphon.providers.brain._page.selecting import Selecting
from antiphon.providers.brain._page.stems import stem
from antiphon.providers.brain._page.words import content

MOST_TOLD = 6
"""Records of which the asked column is told one by one."""


class Answering(Selecting):
    """Answers one question from one matched collection. `records` are those that it speaks of at last."""

    def text(self) -> str:
        """The answer; empty where the page does not tell it."""
        if self.matched.untold:
            return ""
        limited = self._limited(self._filtered())
        answers = [told for records, column in limited if (told := self._told(records, column))]
        if answers or any(records for records, _ in limited):
            return " ".join(answers)
        told = self._none()
        self.nothing = bool(told)
        return told

    def of_heads(self) -> tuple[str, ...]:
        """The words of the question that are the head of a column: what a next question may ask of another thing."""
        return tuple(word for word in self.inquiry.words if not self.asked.forms(word).isdisjoint(self.heads))

    # What is told

    def _told(self, records: list[Record], column: Measure | None) -> str:
        inquiry = self.inquiry
        if inquiry.best is not None:
            return self._best(records)
        if inquiry.counts and not self._is_quantity(records):
            if len(records) == 1 and self._is_named(records[0]):
                return self._facts(records)
            self.records = records
            names = listed([one.spoken for one in records])
            if not self.matched.is_narrowed and inquiry.period is None and column is None and inquiry.state is None:
                return self._here(self.language.say("count", count=str(len(records))))
            return self._here(self.language.say("count_of", count=str(len(records)), names=names)) if records else ""
        if inquiry.twice:
            return self._by_person(records, None)
        if inquiry.sums or inquiry.averages:
            return self._summed(records)
        if inquiry.place is not None:
            records = self._placed(records)
        if not records:
            return ""
        self.records = records
        if column is not None:
            return self._each(records, column)
        return self._facts(records)

    def _best(self, records: list[Record]) -> str:
        """`cheapest`, `longest`: one end of a column."""
        best = self.inquiry.best
        if best is None:
            return ""
        if best.counts and self.inquiry.role == "who" and not self._names_column():
            return self._by_person(records, best)
        columns = [
            one
            for one in chosen(self.measures, self.inquiry, best.columns, self.language)
            if any(record in records for record, *_ in one.values)
        ]
        if len(columns) != 1:
            return ""
        rated = [(value, record, text) for record, value, text in columns[0].values if record in records]
        values = [value for value, *_ in rated]
        ranks = sorted(set(values), reverse=not best.least)
        at = self.inquiry.place or 0
        if not 0 <= at < len(ranks):
            return ""
        end = ranks[at]
        ones = [(record, text) for value, record, text in rated if value == end]
        self.records = [record for record, _ in ones]
        if len({text for _, text in ones}) > 1:
            return self._each(self.records, columns[0])
        head = f"{columns[0].head} {ones[0][1]}".strip()
        names = listed([self._name(record) for record, _ in ones])
        return self._here(self.language.say("extreme", name=names, value=head))

    def _names_column(self) -> bool:
        """Tell whether a column of values was named, or a verb that speaks of one."""
        verbs = {stem(name) for word in self.inquiry.said for name in self.language.counted_in.get(word, ())}
        heads = [set(content(one.head, self.language)) for one in self.measures]
        return any(head & (self.inquiry.hints | verbs) for head in heads)

    def _by_person(self, records: list[Record], best: Best | None) -> str:
        """`who has the most chores?`, `who has ordered twice?`"""
        counts = by_person(records, self.language)
        if best is not None and counts:
            names, count = ends_of(counts, best)
            return self._here(self.language.say("extreme", name=listed(names), value=str(count)))
        names = [name for name, count in counts.items() if count > 1]
        return self._here(f"{listed(names)}.") if names else ""

    def _summed(self, records: list[Record]) -> str:
        columns = [
            one
            for one in chosen(self.measures, self.inquiry, frozenset(), self.language)
            if one.kind != "moment"
            and (one.kind == "span" or self.inquiry.role != "length")
            and any(record in records for record, *_ in one.values)
        ]
        named = columns and set(content(columns[0].head, self.language)) & self.inquiry.hints
        if len(columns) != 1 or len(records) < 2 or not (named or self._is_narrowed() or self.matched.named):
            return ""
        values = [value[0] for record, value, _ in columns[0].values if record in records]
        self.records = records
        total = sum(values) / len(values) if self.inquiry.averages else sum(values)
        sentence = "mean" if self.inquiry.averages else "sum"
        head = columns[0].head or self.collection.name
        return self._here(self.language.say(sentence, head=head, value=columns[0].written(total)))

    def _is_quantity(self, records: Sequence[Record]) -> bool:
        """Tell whether `how many` asks for a figure that stands there: `how many washers are in stock?`"""
        return len(records) == 1 and not self.matched.done and any(self._counts(fact) for fact in records[0].facts)

    def _is_named(self, record: Record) -> bool:
        """Tell whether a thing was called by its whole name: to count it would say that there is one of it."""
        name = set(content(record.name, self.language))
        return bool(name) and name <= set(self.matched.names)

    def _counts(self, fact: Fact) -> bool:
        heads = set(content(fact.head, self.language))
        wanted = {stem(word) for word in self.asked_for("number")}
        wanted |= {stem(name) for word in self.inquiry.said for name in self.language.counted_in.get(word, ())}
        return bool(wanted & heads) and any(one.head == fact.head for one in self.measures)

    def _placed(self, records: list[Record]) -> list[Record]:
        at = self.inquiry.place
        is_next = not self.asked.words["next"].isdisjoint(self.inquiry.said)
        if is_next and not self.matched.named and any(one.is_dated for one in records):
            return []  # what time it is, is not known
        if at is None or not records or at >= len(records):
            return []
        said = self.inquiry.said
        adverb = said[-1] in self.asked.words["positions"] and said[-2] not in self.asked.words["articles"]
        dated = [one for one in self.measures if one.kind == "moment"]
        if adverb and len(dated) == 1:
            rated = [(found[0], one) for one in records if (found := dated[0].of(one))]
            records = [one for _, one in sorted(rated, key=lambda pair: pair[0])] or records
        return [records[at]]

    def _each(self, records: list[Record], column: Measure) -> str:
        told = [
            self.language.say("extreme", name=self._name(one), value=f"{column.head} {found[1]}".strip())
            for one in records
            if (found := column.of(one))
        ]
        more = f" … (+{len(told) - MOST_TOLD})" if len(told) > MOST_TOLD else ""
        return self._here(" ".join(told[:MOST_TOLD]) + more)

    def _facts(self, records: list[Record]) -> str:
        """Tell what was asked for of each record; of one, all that stands there, of several, their names."""
        by_person = self.inquiry.role == "who" or not self.matched.named
        if by_person and not self._is_narrowed() and self.inquiry.place is None:
            return ""
        asks_for_all = self.inquiry.role == "length" and not self.matched.is_narrowed and len(records) > 1
        if len(records) <= MOST_TOLD and not asks_for_all:
            told = [(one, self._fact_of(one)) for one in records]
            if all(one.whose and text.endswith(one.whose) for one, text in told):
                return self._here(f"{listed([one.spoken for one, _ in told])}.")
            if all(text for _, text in told):
                return " ".join(self.language.say("cell", name=one.spoken, value=text) for one, text in told)
        if self.inquiry.role in {"degree", "manner"}:
            return ""
        if len(records) == 1:
            asks_for_it = self._is_narrowed() or self.inquiry.role in {"who", "what", "which"}
            return f"{self.whole(records[0])}." if asks_for_it else ""
        if self.inquiry.role == "length" and not self.matched.is_narrowed:
            return self._summed(records)
        if self.inquiry.role not in {"who", "what", "which"}:
            return ""
        return self._here(f"{listed([self._name(one) for one in records])}.")

    def _is_narrowed(self) -> bool:
        return self.matched.is_narrowed or self.inquiry.period is not None or self._state() is not None

    def _fact_of(self, record: Record) -> str:
        """The text of a record that a question asks for; empty where it asks for none in particular."""
        self._own_name = record.subject.name
        if self.inquiry.role == "when":
            named = [one for one in record.facts if one.head and one.text and self._asks(one, led=False)]
            told = ", ".join(f"{one.head} {one.text}" for one in named) if named else told_moment(record)
            if told:
                return told
        facts = [one for one in record.facts if self._asks(one)]
        exact = [one for one in facts if set(content(one.head, self.language)) & self.heads]
        return ", ".join(dict.fromkeys(self._fact(one) for one in exact or facts))

    def _asks(self, fact: Fact, *, led: bool = True) -> bool:
        """Tell whether a question asks for what a fact says: by its head, by its lead, or by the kind of value."""
        heads = {stem for text in (fact.head, *fact.also) for stem in content(text, self.language)}
        said = {head for head, _ in self.matched.cells}
        if fact.on is not None or fact.text == self._own_name:
            return False
        if heads & self.heads - said:
            return True
        if led and self.inquiry.role == "who" and self.heads:
            return False
        if led and self.inquiry.role == "who" and is_who(fact, self.language):
            return fact.text != ""
        if self.heads and fact.head:
            return False
        is_open = not led or self.inquiry.role in {"what", "which", "manner"}
        wanted = set() if is_open else {stem(word) for word in self.asked_for(self.inquiry.role)}
        wanted |= {stem(name) for word in self.inquiry.said for name in self.language.counted_in.get(word, ())}
        if wanted & heads:
            return True
        kinds = self.asked.kinds.get(self.inquiry.role if led else "", frozenset()) | self.matched.kinds
        return not fact.head and any(
            one.kind in kinds and any(text == fact.text for _, _, text in one.values) for one in self.measures
        )

    def _none(self) -> str:
        """Nothing is so: told only where every part of the question could be looked up."""
        inquiry = self.inquiry
        if inquiry.best or inquiry.sums or inquiry.averages or inquiry.place is not None:
            return ""
        by_column = inquiry.role == "what" and self.heads and (inquiry.period or inquiry.limit)
        asks = by_column or inquiry.counts or self.inquiry.role in {"who", "which"}
        if any(set(self.matched.names) & set(content(one.name, self.language)) for one in self.collection.records):
            return self.language.say("not_told")
        by_limit = inquiry.limit and not chosen(self.measures, inquiry, inquiry.limit.columns, self.language)
        by_period = inquiry.period and not any(one.moment for one in self.collection.records)
        if not asks or by_limit or by_period or not (self.matched.is_narrowed or inquiry.limit or inquiry.period):
            return ""
        if inquiry.counts:
            return self._here(self.language.say("count", count="0"))
        return self._here(self.language.say("nobody_so" if inquiry.role == "who" else "none_so"))
