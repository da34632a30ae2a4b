"""Select the records that a question speaks of: by states, boxes, days, and comparisons."""

from antiphon.providers.brain._page.inquiry import Inquiry, Limit
from antiphon.providers.brain._page.matched import Matched
from antiphon.providers.brain._page.matching import Matcher
from antiphon.providers.brain._page.measures import Measure, chosen, measures
from antiphon.providers.brain._page.moments import Moment, found_in
from antiphon.providers.brain._page.records import Fact, Record
from antiphon.providers.brain._page.telling import Telling
from antiphon.providers.brain._page.words import content


class Selecting(Telling):
    """Selects from one matched collection. `records` are those that the answer is about at last."""

    def __init__(self, matcher: Matcher, inquiry: Inquiry, matched: Matched) -> None:
        super().__init__(matcher, inquiry, matched.collection)
        self.matched = matched
        self.measures = measures(matched.collection, matcher.language)
        self.records: list[Record] = []
        self.nothing = False
        """Whether the answer is that nothing is so."""
        self._own_name = ""
        own = {
            stem
            for one in self.collection.records
            for fact in one.facts
            if fact.text == one.subject.name
            for stem in content(fact.head, self.language)
        }
        said = {
            stem
            for one in self.collection.records[:1]
            for fact in one.facts
            if fact.head and set(content(fact.head, self.language)) <= inquiry.hints and not self._is_its_name(fact)
            for stem in content(fact.head, self.language)
        }
        self.heads = (set(matched.heads) | said) - own

    def _is_its_name(self, fact: Fact) -> bool:
        """Tell whether a word and a figure are what a thing is called: `Mill 2` has no two mills."""
        name = set(content(f"{fact.head} {fact.text}", self.language))
        return fact.text.isdigit() and any(
            name <= set(content(one.subject.name, self.language)) for one in self.collection.records
        )

    def _filtered(self) -> list[Record]:
        """The records with the names, states, days and times that were asked for."""
        found = []
        for one in self.matched.records:
            if self.matched.states and self.matcher.in_state(self.matched, one) is not True:
                continue
            if self._state() is not None and not self._is_done(one, bool(self._state())):
                continue
            if self.inquiry.period and not self._is_in_period(one):
                continue
            if self.matched.overdue and not self._is_overdue(one):
                continue
            found.append(one)
        return found

    def _state(self) -> bool | None:
        return self.inquiry.state if self.inquiry.state is not None else self.matched.done

    def _is_done(self, record: Record, wanted: bool) -> bool:
        """Tell whether the box of a record is ticked, or not: of one that only selects it, that tells nothing."""
        selecting = self.language.stemmed(self.asked.words["selecting"])
        states = [
            fact
            for fact in record.facts
            if fact.on is not None and not fact.text and not selecting & set(content(fact.head, self.language))
        ]
        plain = [one for one in states if not one.head] or states
        return len(plain) == 1 and plain[0].on is wanted

    def _is_in_period(self, record: Record) -> bool:
        """Tell whether its day is what was asked for: `who has not written since May` asks for all others."""
        matched = self.matched
        others = self.inquiry.negative and not (matched.states or matched.not_in) and matched.done is None
        return self._moment(record) is not None and self._is_then(record) is not others

    def _moment(self, record: Record) -> Moment | None:
        """Return the day and time that a question asks for: under the head that it names, or the first."""
        calendar = self.asked.calendar
        heads = self.heads | {form for one in self.inquiry.words for form in self.asked.forms(one)}
        named = (one for one in record.facts if heads & set(content(one.head, self.language)))
        return next((told for one in named if (told := found_in(one.text, calendar))), record.moment)

    def _is_overdue(self, record: Record) -> bool:
        """Tell whether its day is over, and its box, if it has one, not ticked."""
        today, day = self.inquiry.today, record.moment
        return bool(today and day and day.date_order(today) == -1 and not self._is_done(record, wanted=True))

    def _is_then(self, record: Record) -> bool:
        moment, period, today = self._moment(record), self.inquiry.period, self.inquiry.today
        if moment and period and period.last and period.moment.has_date and not moment.has_date:
            return bool(today and period.has(today))  # `Friday`, with no date, is that of this week
        return bool(self.inquiry.period and moment and self.inquiry.period.has(moment))

    def _limited(self, records: list[Record]) -> list[tuple[list[Record], Measure | None]]:
        """The records that hold to a comparison: for each column that may be meant, where something holds."""
        limit = self.inquiry.limit
        if limit is None:
            return [(records, None)]
        if limit.is_column:
            return self._beside(limit)
        columns = chosen(self.measures, self.inquiry, limit.columns, self.language)
        found: list[tuple[list[Record], Measure | None]] = []
        for column in columns:
            value = self._scaled(limit, column) if limit.value is not None else self._of_another(limit, column)
            if value is None:
                continue
            held = [one for one in records if (told := column.of(one)) and limit.holds(told[0][0], value)]
            if held:
                found.append((held, column))
        return found

    def _beside(self, limit: Limit) -> list[tuple[list[Record], Measure | None]]:
        """`what is below its minimum?`: those of which one column is less than another of the same kind."""
        pair = self.two_columns(limit)
        if pair is None:
            return []
        one, other = pair
        both = [(record, one.of(record), other.of(record)) for record in self._filtered()]
        held = [record for record, own, its in both if own and its and limit.holds(own[0][0], its[0][0])]
        return [(held, one)] if held else []

    def two_columns(self, limit: Limit) -> tuple[Measure, Measure] | None:
        """The column that is compared, and the one that it is compared with; None where it is not clear."""
        forms = {form for word in limit.than for one in content(word, self.language) for form in self.asked.forms(one)}
        heads = [(set(content(one.head, self.language)), one) for one in self.measures if one.head]
        others = [one for words, one in heads if words & forms]
        if len(others) != 1:
            return None
        same = [(words, one) for words, one in heads if one is not others[0] and one.kind == others[0].kind]
        named = [one for words, one in same if words & self.inquiry.hints]
        rest = named or [one for _, one in same]
        if len(rest) > 1 and others[0].head:
            rest = [one for one in rest if self._is_near(one, others[0])]
        return (rest[0], others[0]) if len(rest) == 1 else None

    def _is_near(self, one: Measure, other: Measure) -> bool:
        """Tell whether two columns stand side by side."""
        heads = [each.head for each in self.measures]
        return abs(heads.index(one.head) - heads.index(other.head)) == 1

    def _of_another(self, limit: Limit, column: Measure) -> float | None:
        """The value of the one thing that others are compared with: `cheaper than the O-ring`."""
        words = [stem for word in limit.than for stem in content(word, self.language)]
        others = [one for one in self.collection.records if words and all(word in one.words for word in words)]
        told = column.of(others[0]) if len(others) == 1 else None
        return told[0][0] if told else None

    def _scaled(self, limit: Limit, column: Measure) -> float:
        """The figure of a comparison in what the column counts: lengths are in minutes."""
        return (limit.value or 0.0) * (self.asked.lasts.get(limit.unit, 1.0) if column.kind == "span" else 1.0)
