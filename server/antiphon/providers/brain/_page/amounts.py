"""Read by how much there is more or less of an item: `ten more on the sandpaper`, `used up two sheets`, `halve them`.

The sentence has a form of the language's file (`amounts`) with a number in it and the name of one item that counts.
Several items may be told of, one behind the other: `counted six drills and thirty boards`.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from antiphon.providers.brain._page.counting import Counting
from antiphon.providers.brain._page.item_names import only_named
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.reading import Reader, Reading
from antiphon.providers.brain._page.subjects import Subject, renewed
from antiphon.providers.brain._page.templates import Template
from antiphon.providers.brain._page.words import Said, content, framed, is_polite

SCORE = 0.9
MOST_WORDS = 18
TIMES = {"half": 0.5, "double": 2.0, "triple": 3.0}
STEPS = {"more": 1, "less": -1}


class Amounts(Reader):
    """Reads changes of how many there are."""

    def readings(self, text: Said) -> Iterator[Reading]:
        """At most one: every part of the sentence tells of one item."""
        words = text.text.split()
        item, lists = self.page.language.item, self.page.language.words
        refuses = not {*item["refuses"], *item["unsure"], *item["amounts_unsure"]}.isdisjoint(words)
        asks = text.raw.rstrip().endswith("?") and not is_polite(text, self.page.language)
        asks = asks or not words or words[0] in lists["interrogatives"]
        if asks or refuses or len(words) > MOST_WORDS or not any(self._counts(one) for one in self.page.subjects()):
            return
        for parts in self._cut(text):
            plans: list[Plan] = []
            gesture = ""
            for part in parts:
                made = self._of(part, gesture)
                if made is None:
                    break
                gesture = made[0]
                plans.append(made[1])
            if plans and len(plans) == len(parts) and len({plan.name for plan in plans}) == len(plans):
                calls = tuple(call for plan in plans for call in plan.calls)
                back = tuple(call for plan in reversed(plans) for call in plan.back)
                whole = back if all(plan.back for plan in plans) else ()
                yield Reading("", SCORE, (Plan(calls, plans[-1].about, whole),))
                return

    def _cut(self, text: Said) -> Iterator[list[Said]]:
        """The sentence as a whole, and in parts at its `and` and commas."""
        yield [text]
        words = text.text.split()
        joins = {word for join in self.page.language.ordered["joins"] for word in join.split()}
        cuts = [at for at in range(1, len(words)) if words[at] in joins or text.pauses_before(at)]
        if cuts and not self.page.language.numbers_in(" ".join(words[: cuts[0]])):
            cuts = cuts[1:]  # `I've counted: six drills and …`
        spans = [text.span(first, last) for first, last in pairwise([0, *cuts, len(words)])]
        parts = [framed(text.part(begin, max(begin, end - 1)), self.page.language) for begin, end in spans]
        parts = [one for one in parts if one.text and one.text not in joins]
        if len(parts) > 1:
            yield parts

    def _of(self, text: Said, gesture: str) -> tuple[str, Plan] | None:
        """Read what is told of one item: in the way of the part before, where it only says a number and a name."""
        for template in self.page.language.wished.amounts:
            match = template.pattern.fullmatch(text.text)
            if match and (plan := self._plan(template, match.groupdict())):
                return template.gesture, plan
        words = text.text.split()
        for end in range(1, min(4, len(words))) if gesture and gesture not in TIMES else ():
            number, subject = self._number(" ".join(words[:end])), self._item(" ".join(words[end:]))
            if number is not None and subject and (plan := self._made(gesture, subject, number)):
                return gesture, plan
        return None

    def _plan(self, template: Template, groups: dict[str, str | None]) -> Plan | None:
        slots = {name.split("__")[0]: value.strip() for name, value in groups.items() if value}
        subject = self._item(slots.get("item", self.page.language.it))
        number = self._number(slots["amount"]) if "amount" in slots else 1
        return self._made(template.gesture, subject, number) if subject and number is not None else None

    def _made(self, gesture: str, subject: Subject, number: int) -> Plan | None:
        counting = Counting(self.page, self.memory, self.today)
        if gesture not in {*TIMES, *STEPS}:
            return counting.to(subject, number)
        now = counting.held(subject)
        if now is None or (not now and gesture in TIMES):
            return None
        wanted = now * TIMES[gesture] if gesture in TIMES else now + STEPS[gesture] * number
        return counting.to(subject, int(wanted)) if wanted == int(wanted) and wanted >= 0 else None

    def _number(self, phrase: str) -> int | None:
        """The one whole number that a phrase is, but for what it counts in."""
        words = phrase.split()
        packs = self.page.language.words["packs"] | self.page.language.words["amount_in"]
        words = [word for word in words if word not in packs or word in self.page.language.words["one"]]
        if len(words) == 1 and words[0] in self.page.language.words["one"]:
            return 1
        heard = self.page.language.hear(" ".join(words))
        found = self.page.language.numbers(heard)
        whole = len(found) == 1 and (found[0].start, found[0].end) == (0, len(heard))
        return int(found[0].value) if whole and found[0].value == int(found[0].value) else None

    def _item(self, phrase: str) -> Subject | None:
        """The one item that a phrase names, be it behind what it is counted in, or points at."""
        words = self._bare(phrase.split())
        if words and all(word in self.page.language.words["subject"] for word in words):
            about = self.memory.about
            now = renewed(about, self.page) if isinstance(about, Subject) else None
            return now if now and self._counts(now) else None
        if self.page.language.numbers_in(" ".join(words[:1])):
            return None
        found = only_named(self.page, words) if words else None
        return found if found and self._counts(found) else None

    def _bare(self, words: Sequence[str]) -> list[str]:
        lists = self.page.language.words
        while words and words[0] in lists["articles"] | lists["of_somebody"]:
            words = words[1:]
        if len(words) > 2 and words[0] in lists["packs"] | lists["amount_in"] and words[1] in lists["placed"]:
            words = words[2:]
        return [word for word in words if word not in self.page.language.item["counted_by"]]

    def _counts(self, subject: Subject) -> bool:
        """Tell whether a field or two buttons of an item say how many there are of it."""
        fields = [one for use in subject.uses if (one := self.page.field_of(use)) and one.kind == "number"]
        steps = all(self.page.use_for(subject.uses, way, subject.name, whole=True) for way in STEPS)
        return len(fields) == 1 or (steps and bool(content(subject.name, self.page.language)))
