"""Gestures on items and rows: tick, remove, one more, or by the name of a control."""

from collections.abc import Iterator, Sequence

from antiphon.domain.actions import ActionCall
from antiphon.domain.outline import Block, Use
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.names import Fit
from antiphon.providers.brain._page.reading import Match, Reader, Reading
from antiphon.providers.brain._page.subjects import Subject
from antiphon.providers.brain._page.words import Said, content


class Items(Reader):
    """Reads what is done to items and rows."""

    def tick(self, said: Match, on: bool = True) -> Iterator[Reading]:
        if verb := said.slots.get("verb"):
            yield from self._been(verb, said.slots["item"], on)
            return
        blocks = self.find.blocks(said.slots["place"]) if said.slots.get("place") else []
        words = said.text.text.split()
        tells = not self.page.language.words["done"].isdisjoint(words)
        for reading in self._ticked(said.slots["item"], blocks, on):
            selects = any(self.page.selects(call) for plan in reading.plans for call in plan.calls)
            if not (tells and selects and words[0] not in self.page.language.views["selecting"]):
                yield reading  # what is done is not what is selected

    def _ticked(self, phrase: str, blocks: Sequence[Block], on: bool) -> Iterator[Reading]:
        group = [one for one in self.find.group(phrase, blocks) if one.on is not on]
        several = self.find.each(phrase, blocks)
        if several:
            yield from self._both(several, on)
            return
        uses = [next((use for use in one.uses if self.page.switches(use)), None) for one in group]
        if group and any(uses):
            calls = [self.page.call(use, to="on" if on else "off") for use in uses]
            back = [self.page.call(use, to="off" if on else "on") for use in uses]
            yield from self._all(group, calls, tuple(call for call in back if call))
            return
        yield from self._switched(self.find.subjects(phrase, blocks), on)

    def _both(self, several: Sequence[Subject], on: bool) -> Iterator[Reading]:
        """`milk and rice`: each was named, so nobody is asked."""
        uses = [next((use for use in one.uses if self.page.switches(use)), None) for one in several if one.on is not on]
        calls = [self.page.call(use, to="on" if on else "off") for use in uses]
        back = [self.page.call(use, to="off" if on else "on") for use in uses]
        if calls and all(calls):
            plan = Plan(tuple(filter(None, calls)), several[-1], tuple(filter(None, back)))
            yield Reading("", 0.9, (plan,))

    def _all(
        self, group: Sequence[Subject], calls: Sequence[ActionCall | None], back: tuple[ActionCall, ...]
    ) -> Iterator[Reading]:
        """The same for all that fit, which is asked first."""
        made = tuple(call for call in calls if call)
        if made and len(made) == len(calls):
            names = tuple(one.name for one in group)
            yield Reading("", 0.9, (Plan(made, back=back, of=names),), asks=True, names=names)

    def _been(self, verb: str, item: str, on: bool) -> Iterator[Reading]:
        """`the plumber has been called`: both words of what the item says is to be done."""
        deed = set(content(verb, self.page.language))
        found = [
            (one, fit)
            for one, fit in self.find.subjects(item)
            if deed and deed <= set(content(one.name, self.page.language))
        ]
        yield from self._switched(found, on)

    def untick(self, said: Match) -> Iterator[Reading]:
        if verb := said.slots.get("verb"):
            yield from self._been(verb, said.slots["item"], False)
            return
        yield from self._ticked(said.slots.get("item") or said.slots["deed"], [], False)

    def done_by_saying(self, said: Match) -> Iterator[Reading]:
        """`I've ordered the towels`: the deed is what the item says is to be done."""
        found = [
            (one, fit)
            for one, fit in self.find.subjects(said.slots["deed"])
            if fit.named >= 0.5 and len(content(said.slots["deed"], self.page.language)) > 1
        ]
        yield from self._switched(found, True)

    def done_by_whom(self, said: Match) -> Iterator[Reading]:
        """`Jonas cleaned the bathroom`: whoever it is for has done it, which is another form of the item's verb."""
        if not any(
            one.option and self.page.fit(said.slots["who"], one.option.name).whole for one in self.page.options()
        ):
            return
        verb = said.slots["deed"].split()[0]
        if not content(verb, self.page.language):
            return  # `Ines is painting the fence`
        base = self.page.language.speech.base(verb)
        found = [
            (one, fit)
            for one, fit in self.find.subjects(said.slots["deed"])
            if set(content(verb, self.page.language)) <= set(content(one.name, self.page.language))
            and base not in one.name.lower().split()  # `takes out` is what somebody is to do
            and fit.named >= 0.5
        ]
        yield from self._switched(found, True)

    def _switched(self, found: list[tuple[Subject, Fit]], on: bool) -> Iterator[Reading]:
        plans, said = [], 0.0
        for subject, fit in found:
            use = next((one for one in subject.uses if self.page.switches(one)), None)
            call = self.page.call(use, to="on" if on else "off")
            if call is None or use is None:
                continue
            said = fit.score
            if subject.on is on and len(found) == 1:
                state = self.page.language.say("on" if on else "off")
                yield Reading(
                    "",
                    said,
                    text=self.page.language.say(
                        "already", name=self.page.language.say("quoted", name=subject.name), state=state
                    ),
                )
                return
            back = self.page.call(use, to="off" if on else "on")
            plans.append(Plan((call,), subject, (back,) if back else ()))
        if plans:
            yield self.one_of(plans, said)

    def remove(self, said: Match) -> Iterator[Reading]:
        blocks = self.find.blocks(said.slots["place"]) if said.slots.get("place") else []
        if not blocks and content(self.page.language.without_kind(said.slots.get("place") or ""), self.page.language):
            return
        group = self.find.group(said.slots["item"], blocks)
        if group:
            calls = [self.page.call(self.page.use_for(one.uses, "remove", one.name)) for one in group]
            yield from self._all(group, calls, ())
            return
        several = self.find.each(said.slots["item"], blocks)
        if several:
            calls = [self.page.call(self.page.use_for(one.uses, "remove", one.name)) for one in several]
            yield from self._all(several, calls, ())
            return
        found = self.find.subjects(said.slots["item"], blocks)
        plans: list[tuple[Plan, Fit]] = []
        for subject, fit in found:
            call = self.page.call(self.page.use_for(subject.uses, "remove", subject.name))
            if call:
                plans.append((Plan((call,), subject), fit))
        if plans:
            yield self.one_of([plan for plan, _ in plans], plans[0][1].score)

    def more(self, said: Match, meaning: str = "more") -> Iterator[Reading]:
        """`one more rivets`, `two less`: the button that counts up or down, so many times."""
        count = 1
        if said.slots.get("amount"):
            found = self.page.language.numbers_in(said.slots["amount"])
            if len(found) != 1:
                return
            count = int(found[0].value)
        phrase = said.slots.get("item") or ""
        found_ = self.find.subjects(phrase) if phrase else self.find.subjects(self.page.language.it)
        for subject, fit in found_[:1]:
            call = self.page.call(self.page.use_for(subject.uses, meaning, subject.name))
            other = self.page.call(
                self.page.use_for(subject.uses, "less" if meaning == "more" else "more", subject.name)
            )
            if call and 0 < count <= 10 and len(found_) == 1:
                yield Reading("", fit.score, (Plan((call,) * count, subject, (other,) * count if other else ()),))

    def less(self, said: Match) -> Iterator[Reading]:
        yield from self.more(said, "less")

    def by_label(self, text: Said) -> Iterator[Reading]:
        """`archive the mail from Anna`: a control of an item, by its own name in front of the item's."""
        words = text.text.split()
        for length in range(1, min(4, len(words))):
            verb, phrase = " ".join(words[:length]), " ".join(words[length:])
            for subject, fit in self.find.subjects(phrase):
                for use in subject.uses:
                    if self.page.value_of(use) or self._means_harm(use, subject.name):
                        continue
                    if self.page.fit(verb, self.page.label_of(use, subject.name)).whole and (
                        call := self.page.call(use)
                    ):
                        yield Reading(
                            "label",
                            0.7 * fit.score + 0.25,
                            (Plan((call,), subject, gesture=self.page.label_of(use, subject.name)),),
                            names=(subject.name,),
                        )

    def _means_harm(self, use: Use, name: str) -> bool:
        return self.page.use_for((use,), "remove", name) is not None
