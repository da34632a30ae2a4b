"""Answer yes or no, and say with what: `is the drill cheaper than 100`, `has Tomasz paid`, `is there any tea`."""

from collections.abc import Sequence

from antiphon.providers.brain._page.answering import Answering
from antiphon.providers.brain._page.inquiry import Limit
from antiphon.providers.brain._page.measures import Measure, chosen
from antiphon.providers.brain._page.questions import listed
from antiphon.providers.brain._page.records import Record
from antiphon.providers.brain._page.speech import EXACT
from antiphon.providers.brain._page.words import content


class YesOrNo(Answering):
    """Answers a question that is answered by yes or no."""

    def text(self) -> str:
        inquiry, matched = self.inquiry, self.matched
        if matched.untold:
            return self._status()
        if inquiry.limit is not None:
            return self._compared()
        if matched.it is not None and not (matched.states or inquiry.period or self._state() is not None):
            self.records = [matched.it]
            return self._yes_or_no(self.matcher.has(matched, matched.it), f"{self.whole(matched.it, placed=False)}.")
        if inquiry.points and not (matched.names or matched.cells or matched.pointed or inquiry.any):
            return ""
        if matched.states and len(matched.records) == 1:
            one = matched.records[0]
            state = self.matcher.in_state(matched, one)
            if state is None:
                return ""
            self.records = [one]
            facts = [
                self._fact(fact)
                for fact in one.facts
                if fact.on is not None and any(self.matcher.is_head(fact, word) for word in matched.states)
            ]
            return self._yes_or_no(state, self.language.say("cell", name=one.spoken, value=", ".join(facts)))
        by_box = self._by_its_box()
        if (done := by_box or self._state()) is not None and len(matched.records) == 1:
            self.records = matched.records
            is_so = self._is_done(matched.records[0], done)
            return self._yes_or_no(is_so, f"{self.whole(matched.records[0], placed=False)}.")
        switches = self.language.words["on"] | self.language.words["off"]
        if inquiry.said[-1] in switches and not matched.states:
            return ""
        found = self._filtered()
        if inquiry.every:
            return self._of_all(found)
        if found and (matched.is_narrowed or inquiry.period):
            self.records = found
            if inquiry.said[0] not in self.asked.words["being"] and self._is_elsewhere(found):
                return f"{self.whole(found[0])}."
            told = f"{self.whole(found[0])}." if len(found) == 1 else f"{listed([one.spoken for one in found])}."
            if len(found) == 1 and (self._is_only_named(found[0]) or self._is_of_a_deed()):
                return told
            return self._yes_or_no(not self._asks_for_free_time(), told)
        return self._no_such()

    def _status(self) -> str:
        """`is it closed?`, where the page tells the state of the one thing in other words: in those."""
        ones = [self.matched.it] if self.matched.it is not None else self.matched.records
        if len(ones) != 1 or not (self.matched.names or self.matched.cells or self.matched.pointed or self.matched.it):
            return ""
        self.records = ones
        heads = {self.language.stem(word) for word in self.asked.words["status_heads"]}
        told = [self._fact(one) for one in ones[0].facts if one.text and heads & set(content(one.head, self.language))]
        if told:
            return self.language.say("cell", name=ones[0].spoken, value=", ".join(told))
        return f"{self.whole(ones[0], placed=False)}."

    def _is_called(self, noun: str) -> bool:
        """Tell whether the records are called so: `are there more than five guests?` asks for how many."""
        stems = set(content(noun, self.language))
        return bool(stems & (self.language.things | set(content(self.collection.name, self.language))))

    def _of_all(self, found: Sequence[Record]) -> str:
        """`are all plots taken?`: those that are not are named."""
        if not (self.matched.is_narrowed or self._state() is not None):
            return ""
        by_state = self.matched.states or self._state() is not None
        all_ = self.matched.records if by_state else self.collection.records
        rest = [one for one in all_ if one not in found]
        return self._yes_or_no(not rest, f"{listed([one.spoken for one in rest])}." if rest else "")

    def _by_its_box(self) -> bool | None:
        """`are the boxes labelled?`: of a thing that is asked for by its name alone, whether it is ticked."""
        matched, said = self.matched, self.inquiry.said
        is_asked = said[0] in self.asked.words["being"] and not self.inquiry.any and len(matched.records) == 1
        placed = self.asked.words["listing"] & set(said)
        if not is_asked or placed or matched.states or self._state() is not None or not matched.names:
            return None
        record = matched.records[0]
        named = set(content(record.name, self.language))
        by_name = all(any(EXACT.alike(word, one) for one in named) for word in matched.names)
        has_box = any(one.on is not None and not one.head for one in record.facts)
        return True if has_box and by_name else None

    def _is_only_named(self, record: Record) -> bool:
        """Tell whether a thing was named, and what is asked of it speaks of no more than a column: `did Ada pay?`, by
        the `Price`. What stands there is told then, and no yes."""
        if self.inquiry.said[0] not in self.asked.words["helping"] or self.inquiry.period or self.matched.cells:
            return False
        forms = {form for word in self.matched.names for form in self.asked.forms(word)}
        left = [word for word in self.inquiry.words if word not in forms and word not in self.matched.near]
        named = set(self.matched.names) <= set(content(record.name, self.language))
        return bool(self.matched.heads or self.matched.kinds) and named and bool(left)

    def _is_of_a_deed(self) -> bool:
        """Tell whether it is asked if somebody has done something: `did I pay Moreno?`, `did Anna reply?`. That a thing
        is there says nothing of it."""
        lists, said = self.asked.words, self.inquiry.said
        if said[0] not in lists.get("done_by", ()) or self.inquiry.period or lists["got"] & set(said):
            return False
        if said[1] in lists["us"]:
            return True
        matched = self.matched
        forms = {form for word in matched.names for form in self.asked.forms(word)}
        forms |= {word for _, cell in matched.cells for word in content(cell, self.language)}
        return any(word not in forms and word not in matched.near for word in self.inquiry.words)

    def _is_elsewhere(self, found: Sequence[Record]) -> bool:
        """Tell whether what was found stands in a list of its own that was not spoken of: a letter about a drill."""
        name = content(self.collection.name, self.language)
        return len(found) == 1 and bool(name) and not self.matched.named

    def _no_such(self) -> str:
        """Nothing has all of it: a thing that is named has not the rest, or nothing is there at that time."""
        inquiry, matched = self.inquiry, self.matched
        if inquiry.period and any(one.moment for one in self.collection.records):
            if self._asks_for_free_time():
                return self.language.say("nothing_then")
            self.nothing = True
            if inquiry.elsewhen:
                return self.language.say("not_told")
            return self._yes_or_no(False, self._here(self.language.say("none_so")))
        if matched.states and inquiry.any:
            return self._yes_or_no(False, self._here(self.language.say("none_so")))
        called = [
            one
            for one in self.collection.records
            if matched.names and set(matched.names) & set(content(one.name, self.language))
        ]
        if len(called) == 1 and (len(matched.names) > 1 or matched.not_in):
            self.records = called
            return self._yes_or_no(False, f"{self.whole(called[0])}.")
        return ""

    def _asks_for_free_time(self) -> bool:
        return not self.asked.words["free_time"].isdisjoint(self.inquiry.said) and self.inquiry.period is not None

    def _compared(self) -> str:
        limit, records = self.inquiry.limit, self._filtered()
        if limit is None:
            return ""
        if limit.is_column:
            return self._with_column(records)
        if self.inquiry.any and limit.value is not None and self._is_called(limit.noun):
            return self._yes_or_no(limit.holds(len(records), limit.value), self._here(f"{len(records)}."))
        columns = chosen(self.measures, self.inquiry, limit.columns, self.language)
        if len(columns) > 1 and len(records) == 1 and limit.value is not None:
            return self._by_columns(records[0], columns, limit)
        if len(columns) > 1 and self.inquiry.any and limit.value is not None:
            held_in = [text for ones, one in self._limited(records) if one and (text := self._each(ones, one))]
            return self._yes_or_no(bool(held_in), " ".join(held_in))
        if len(columns) != 1:
            return ""
        column = columns[0]
        if limit.value is None:
            return self._with_another(records, column)
        told = [(one, found) for one in records if (found := column.of(one))]
        held = [one for one, found in told if limit.holds(found[0][0], self._scaled(limit, column))]
        if len(told) == 1 and not self.inquiry.any:
            self.records = [told[0][0]]
            text = self.language.say("cell", name=told[0][0].spoken, value=f"{column.head} {told[0][1][1]}".strip())
            return self._yes_or_no(bool(held), text)
        if not told or not (self.inquiry.any or self.matched.is_narrowed):
            return ""
        self.records = held
        return self._yes_or_no(bool(held), self._each(held, column) if held else "")

    def _with_column(self, records: Sequence[Record]) -> str:
        """`is anything below its minimum?`: which, or both values of the one that is named."""
        limit = self.inquiry.limit
        pair = self.two_columns(limit) if limit else None
        if pair is None or not records:
            return ""
        held = [one for found, _ in self._limited(list(records)) for one in found]
        self.records = held or list(records)
        if len(records) == 1:
            values = ", ".join(f"{one.head} {told[1]}" for one in pair if (told := one.of(records[0])))
            return self._yes_or_no(bool(held), self.language.say("cell", name=records[0].spoken, value=values))
        return self._yes_or_no(bool(held), self._each(held, pair[0]) if held else "")

    def _by_columns(self, record: Record, columns: Sequence[Measure], limit: Limit) -> str:
        """Answer where no column is named: yes or no where all agree, else their values alone."""
        told = [(one, value) for one in columns if (value := one.of(record))]
        held = {limit.holds(value[0][0], self._scaled(limit, one)) for one, value in told}
        self.records = [record]
        values = ", ".join(f"{one.head} {value[1]}".strip() for one, value in told)
        text = self.language.say("cell", name=record.spoken, value=values) if told else ""
        return self._yes_or_no(held.pop(), text) if len(held) == 1 else text

    def _with_another(self, records: Sequence[Record], column: Measure) -> str:
        """`is Sofia better than David?`: each has a value in the same column."""
        limit = self.inquiry.limit
        if limit is None or len(records) != 1:
            return ""
        words = [stem for word in limit.than for stem in content(word, self.language)]
        others = [one for one in self.collection.records if words and all(word in one.words for word in words)]
        if len(others) != 1:
            return ""
        pair = [(one, column.of(one)) for one in (records[0], others[0])]
        if any(told is None for _, told in pair):
            return ""
        self.records = [records[0]]
        values = [told[0][0] for _, told in pair if told]
        text = " ".join(
            self.language.say("cell", name=one.spoken, value=f"{column.head} {told[1]}".strip())
            for one, told in pair
            if told
        )
        return self._yes_or_no(limit.holds(values[0], values[1]), text)

    def _yes_or_no(self, is_so: bool, told: str) -> str:
        return f"{self.language.say('yes' if is_so else 'no')} {told}".strip()
