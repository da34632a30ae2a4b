"""Answer a question from the records of a page: count, compare, add up, name, or tell what stands there."""

from collections.abc import Sequence

from antiphon.providers.brain._page.comparing import MOST_COLUMNS, MOST_TOLD, Comparing
from antiphon.providers.brain._page.figured import figured
from antiphon.providers.brain._page.measures import Measure, chosen, counted, told_moment
from antiphon.providers.brain._page.moments import found_in
from antiphon.providers.brain._page.questions import listed
from antiphon.providers.brain._page.records import Fact, Record, is_who
from antiphon.providers.brain._page.words import content


class Answering(Comparing):
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
        if len(records) == 1 and (facts := figured(records[0], inquiry, self.language)):
            self.records = records
            value = ", ".join(self._fact(one) for one in facts)
            return self.language.say("cell", name=records[0].spoken, value=value)
        if inquiry.counts and records and (told := self._quantities(records) or self._different(records)):
            return told
        if inquiry.counts and inquiry.sums and self._names_head(inquiry.counted):
            return self._summed(records)  # `how many people altogether?`, of the column that counts them
        if inquiry.counts and not self._is_quantity(records):
            if len(records) == 1 and self._is_named(records[0]):
                return self._facts(records)
            self.records = records
            names = listed([one.spoken for one in records])
            if not self.matched.is_narrowed and inquiry.period is None and column is None and inquiry.state is None:
                return self._here(self.language.say("count", count=str(len(records))))
            return self._here(self.language.say("count_of", count=str(len(records)), names=names)) if records else ""
        if inquiry.twice:
            return self._by_person(records)
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

    def _summed(self, records: list[Record]) -> str:
        columns = [
            one
            for one in chosen(self.measures, self.inquiry, frozenset(), self.language)
            if one.kind != "moment"
            and (one.kind == "span" or self.inquiry.role != "length")
            and (one.kind != "figure" or one.head or self.inquiry.role != "amount")
            and any(record in records for record, *_ in one.values)
        ]
        named = columns and set(content(columns[0].head, self.language)) & self.inquiry.hints
        alike = len({one.kind for one in columns}) == 1 and len(columns) <= MOST_COLUMNS
        if not alike or not (named or self._is_narrowed() or self.matched.named):
            return ""
        if len(records) < 2 and not self._is_narrowed():
            return ""
        self.records = records
        sentence = "mean" if self.inquiry.averages else "sum"
        told = []
        for column in columns:
            values = [value[0] for record, value, _ in column.values if record in records]
            total = sum(values) / len(values) if self.inquiry.averages else sum(values)
            head = column.head or self.collection.name
            told.append(
                self.language.say(sentence, head=head, value=column.written(total, self.language.speech.decimal))
            )
        return self._here(" ".join(told))

    def _quantities(self, records: Sequence[Record]) -> str:
        """`how many bikes has Sofia got?`: the figure that stands beside the word in what is told of her."""
        noun = frozenset(content(self.inquiry.counted, self.language))
        by_word = counted(self.collection, noun, self.language) if noun and self.matched.names else None
        if by_word is None or len(records) != 1 or not set(self.matched.names) - noun:
            return ""
        self.records = list(records)
        return self._each(self.records, by_word)

    def _names_head(self, noun: str) -> bool:
        return any(set(content(noun, self.language)) & set(content(one.head, self.language)) for one in self.measures)

    def _is_quantity(self, records: Sequence[Record]) -> bool:
        """Tell whether `how many` asks for a figure that stands there: `how many washers are in stock?`"""
        return len(records) == 1 and not self.matched.done and any(self._counts(fact) for fact in records[0].facts)

    def _is_named(self, record: Record) -> bool:
        """Tell whether a thing was called by its whole name: to count it would say that there is one of it."""
        name = set(content(record.name, self.language))
        return bool(name) and name <= set(self.matched.names)

    def _counts(self, fact: Fact) -> bool:
        heads = set(content(fact.head, self.language))
        wanted = self.language.stemmed(self.asked_for("number"))
        wanted |= {
            self.language.stem(name) for word in self.inquiry.said for name in self.language.counted_in.get(word, ())
        }
        return bool(wanted & heads) and any(one.head == fact.head for one in self.measures)

    def _placed(self, records: list[Record]) -> list[Record]:
        at = self.inquiry.place
        is_next = not self.asked.words["next"].isdisjoint(self.inquiry.said)
        if is_next and any(one.is_dated for one in records):
            if not self.matched.named:
                return []
            records = self._to_come(records) or records
        if at is None or not records or at >= len(records):
            return []
        said = self.inquiry.said
        adverb = said[-1] in self.asked.words["positions"] and said[-2] not in self.asked.words["articles"]
        dated = [one for one in self.measures if one.kind == "moment"]
        named = [one for one in dated if set(content(one.head, self.language)) & self.heads]
        dated = named or dated
        if adverb and len(dated) == 1:
            rated = [(found[0], one) for one in records if (found := dated[0].of(one))]
            records = [one for _, one in sorted(rated, key=lambda pair: pair[0])] or records
        return [records[at]]

    def _to_come(self, records: Sequence[Record]) -> list[Record]:
        """`my next appointment`: the first that is not over, as far as days tell."""
        today = self.inquiry.today
        rated = [
            (day.rank(), one)
            for one in records
            if today and (day := self._moment(one)) and (order := day.date_order(today)) is not None and order >= 0
        ]
        return [one for _, one in sorted(rated, key=lambda pair: pair[0])][:1]

    def _each(self, records: list[Record], column: Measure) -> str:
        return self._here(self._one_by_one(records, column))

    def _facts(self, records: list[Record]) -> str:
        """Tell what was asked for of each record; of one, all that stands there, of several, their names."""
        by_person = self.inquiry.role == "who" or not self.matched.named
        if by_person and not self._is_narrowed() and self.inquiry.place is None:
            return ""
        if self.matched.loose:  # a word that nothing explains: all that stands there, and no value of it
            return f"{self.whole(records[0])}." if self.inquiry.role != "when" else ""
        asks_for_all = self.inquiry.role == "length" and not self.matched.is_narrowed and len(records) > 1
        if len(records) <= MOST_TOLD and not asks_for_all:
            told = [(one, self._fact_of(one)) for one in records]
            if all(one.whose and text.endswith(one.whose) for one, text in told):
                return self._here(f"{listed([one.spoken for one, _ in told])}.")
            if all(text for _, text in told):
                return " ".join(self.language.say("cell", name=one.spoken, value=text) for one, text in told)
        if self.inquiry.role in {"degree", "manner"} or not any(self._holds_what_is_asked(one) for one in records):
            return ""
        if len(records) == 1:
            asks_for_it = (
                self._is_narrowed() or self.inquiry.place is not None or self.inquiry.role in {"who", "what", "which"}
            )
            return f"{self.whole(records[0])}." if asks_for_it else ""
        if self.inquiry.role == "length" and not self.matched.is_narrowed:
            return "" if self.inquiry.points else self._summed(records)  # `this episode` is not all of them
        if self.inquiry.role not in {"who", "what", "which"}:
            return ""
        return self._here(f"{listed([self._name(one) for one in records])}.")

    def _holds_what_is_asked(self, record: Record) -> bool:
        """Tell whether a record has a value of the kind that is asked for: to tell its rest would be no answer."""
        kinds = {one.kind for one in self.measures if one.of(record)}
        match self.inquiry.role:
            case "amount":
                return not kinds.isdisjoint({"money", "figure", "rating"})
            case "length":
                return not kinds.isdisjoint({"span", "moment", "figure"})
            case "when":
                return record.moment is not None
        return True

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
        if (
            fact.on is not None
            or fact.text == self._own_name
            or (fact.text.isdigit() and fact.text in self.matched.names)
        ):
            return False
        if self.matched.shaped:
            by_shape = any(self.asked.shapes[one].search(fact.text) for one in self.matched.shaped)
            return by_shape and not found_in(fact.text, self.asked.calendar)
        if heads & self.heads - said:
            is_asked = heads & self.inquiry.hints or self.inquiry.role != "who"
            return bool(is_asked) or is_who(fact, self.language)
        if led and self.inquiry.role == "who" and self.heads:
            return False
        if led and self.inquiry.role == "who" and is_who(fact, self.language):
            return fact.text != "" and not set(content(fact.text, self.language)) & set(self.matched.names)
        if self.heads and fact.head:
            return False
        is_open = not led or self.inquiry.role in {"what", "which", "manner"}
        wanted = set() if is_open else self.language.stemmed(self.asked_for(self.inquiry.role))
        wanted |= {
            self.language.stem(name) for word in self.inquiry.said for name in self.language.counted_in.get(word, ())
        }
        if wanted & heads:
            return True
        kinds = self.asked.kinds.get(self.inquiry.role if led else "", frozenset()) | self.matched.kinds
        return not fact.head and any(
            one.kind in kinds and any(text == fact.text for _, _, text in one.values) for one in self.measures
        )

    def _of_called(self) -> str:
        """`what level is the yoga class?`, where the word stands with others only: all that stands of the one thing."""
        names = set(self.matched.names)
        rated = [(len(names & set(content(one.name, self.language))), one) for one in self.collection.records]
        most = max(rate for rate, _ in rated)
        ones = [one for rate, one in rated if rate == most]
        asks = self.inquiry.role in {"what", "which"} and not (self.inquiry.period or self.inquiry.limit)
        is_all = (
            most and 2 * most >= len(names) and names - set(content(ones[0].name, self.language)) <= self._asked_noun
        )
        if not asks or len(ones) != 1 or not is_all:
            return ""
        self.records = ones
        return f"{self.whole(ones[0])}."

    def _none(self) -> str:
        """Nothing is so: told only where every part of the question could be looked up."""
        inquiry = self.inquiry
        if inquiry.best or inquiry.sums or inquiry.averages or inquiry.place is not None:
            return ""
        by_column = inquiry.role == "what" and self.heads and (inquiry.period or inquiry.limit)
        asks = by_column or inquiry.counts or self.inquiry.role in {"who", "which"}
        if any(set(self.matched.names) & set(content(one.name, self.language)) for one in self.collection.records):
            return self._of_called() or self.language.say("not_told")
        by_limit = inquiry.limit and not chosen(self.measures, inquiry, inquiry.limit.columns, self.language)
        by_period = inquiry.period and not any(one.moment for one in self.collection.records)
        if not asks or by_limit or by_period or not (self.matched.is_narrowed or inquiry.limit or inquiry.period):
            return ""
        if inquiry.counts:
            return self._here(self.language.say("count", count="0"))
        return self._here(self.language.say("nobody_so" if inquiry.role == "who" else "none_so"))
