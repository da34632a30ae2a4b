"""Find what a sentence most likely means, by what it means and not by its words: `alphabetical order` sorts by name.

It is asked for where nobody has understood what was said, and only where the vectors of sentences are installed
(`providers.sentence_vectors`). What can be put right at once is done where it is much nearer to the sentence than all
else; anything else is asked about first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from antiphon.domain.actions import ActionCall
from antiphon.domain.outline import FormField
from antiphon.providers.brain._page.arranging import order_of
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.mentions import Mention, mentions
from antiphon.providers.brain._page.reading import Reader, Reading
from antiphon.providers.brain._page.sorts import are_akin
from antiphon.providers.brain._page.subjects import Slot, Subject
from antiphon.providers.brain._page.words import Said, content, framed
from antiphon.providers.sentence_vectors import SentenceVectors

SURE = 0.5
"""So near to a sentence must be what is done without a question, …"""
AHEAD = 0.1
"""… so much nearer than any other control, …"""
WITHIN = 0.05
"""… and so much nearer than the other options of its own."""
LIKELY, BEFORE, BESIDE = 0.42, 0.06, 0.03
"""The same for what is asked about."""
MOST = 240
"""Deeds that are compared with a sentence."""
MOST_PARTS = 4
BETWEEN = " · "
"""Between the texts of a part of the page that is not shown."""
LONGEST = 100
"""Characters of what a deed is called."""
_VALUED = frozenset({"number", "email"})


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that can be done, in words.

    `of` names the control, which several of them may have; `is_light`: it can be put right at once, by saying so;
    `said` is what it is compared with, where that is not the whole sentence; `leads`: it only shows where to look.
    """

    text: str
    plan: Plan
    of: str
    is_light: bool = True
    said: str = ""
    leads: bool = False


class Likely(Reader):
    """Compares a sentence with what can be done on a page."""

    def deeds(self, text: Said, says: str = "") -> list[Deed]:
        """All that can be done by a sentence: settings and buttons, or what can be done with the items that it names;
        and what can be shown where that is spoken of, with `says` for where nothing of it is read there."""
        if self._is_no_order(text):
            return []
        named = [one for one in mentions(self.page, text) if isinstance(one.meant[0], Subject)]
        if named or any(" " in one and one in text.text for one in self.page.language.words["subject"]):
            found = [*self._of_items(text, named)]
        else:
            found = [*self._settings(text), *self._presses(), *self._columns(), *self._behind(text, says)]
        return [replace(one, text=one.text[:LONGEST]) for one in found if one.text.strip()][:MOST]

    def best(self, text: Said, says: str, vectors: SentenceVectors) -> Reading | None:
        """The deed that is nearest to a sentence, or one for each of its parts. It takes ms: call it in a thread."""
        parts = text.parts(self.page.language)
        if 1 < len(parts) <= MOST_PARTS:
            each = [self.nearest(one, self.deeds(one), vectors) for one in parts]
            plans = [one.plans[0] for one in each if one and not one.asks]
            calls = tuple(call for plan in plans for call in plan.calls)
            if len(plans) == len(parts) and len({call.action_id for call in calls}) == len(calls):
                back = tuple(call for plan in reversed(plans) for call in plan.back)
                return Reading("likely", SURE, (Plan(calls, plans[-1].about, back),))
        return self.nearest(text, self.deeds(text, says), vectors)

    def nearest(self, text: Said, deeds: Sequence[Deed], vectors: SentenceVectors) -> Reading | None:
        """The deed that is nearest to a sentence, if it is near enough."""
        if not deeds:
            return None
        texts = [text.raw, *(one.said or text.raw for one in deeds), *(one.text for one in deeds)]
        made = vectors.of(texts)
        near = (made[1 : len(deeds) + 1] * made[len(deeds) + 1 :]).sum(1)
        order = [int(at) for at in np.argsort(-near)]
        best = deeds[order[0]]
        score = float(near[order[0]])
        others = [at for at in order if deeds[at].of != best.of]
        own = [at for at in order[1:] if deeds[at].of == best.of and deeds[at].plan.calls != best.plan.calls]
        ahead = score - max((float(near[at]) for at in others), default=0.0)
        within = score - max((float(near[at]) for at in own), default=0.0)
        if best.leads and score >= LIKELY and ahead >= BEFORE:
            return Reading("likely", score, (best.plan,))
        if self._counts_else(text, best):
            return None  # `the ringtone down by ten` is no choice of another one
        if best.is_light and score >= SURE and ahead >= AHEAD and within >= WITHIN:
            return Reading(
                "likely", score, (best.plan,), asks=self._is_doubtful(text, best) or self._is_of_another(text, best)
            )
        likely = LIKELY if best.is_light or isinstance(best.plan.about, Subject) else SURE
        if not best.leads and score >= likely and ahead >= BEFORE and within >= BESIDE:
            return Reading("likely", score, (best.plan,), asks=True)
        return None

    def _is_doubtful(self, text: Said, deed: Deed) -> bool:
        lists = self.page.language.words
        parts = text.parts(self.page.language)
        words = framed(parts[-1], self.page.language).text.split() or text.text.split()
        own = set(content(deed.text, self.page.language))
        if not set(content(words[0], self.page.language)) & own:  # `it's a present, so wrap it nicely`
            words = text.text.split()
        several = len(parts) > 1 and words == text.text.split()
        # `we have a family suite` may only tell something.
        orders = len(parts) > 1 and not several
        tells = not orders and words[0] not in lists["ordering"] and lists["wished_by"].isdisjoint(words)
        return several or tells or not lists["doubtful"].isdisjoint(words)

    def _counts_else(self, text: Said, deed: Deed) -> bool:
        """Tell whether a number was said, or a place, that is neither in a deed's name nor the value that it sets."""
        language = self.page.language
        counted = {str(one.value) for one in language.numbers_in(text.text)}
        given = {str(value) for call in deed.plan.calls for value in call.parameters.values()}
        held = {str(one.value) for one in language.numbers_in(" ".join((deed.text, *given)))}
        words = set(text.text.split()) & (language.words["last"] | language.words["ordinals"])
        placed = words and not words & set(deed.text.lower().split()) and not isinstance(deed.plan.about, Subject)
        return not deed.leads and (bool(counted - held - given) or bool(placed))

    def _is_of_another(self, text: Said, deed: Deed) -> bool:
        """Tell whether it begins with a verb that nothing is known of: `nudge group B` is more than to choose that."""
        first, lists = text.text.split()[0], self.page.language.words
        own, verb = set(content(deed.text, self.page.language)), set(content(first, self.page.language))
        known = lists["soft"] | lists["off"] | lists["on"] | lists["leading"] | lists["little"]
        return first not in known and bool(verb) and not verb & own

    def _is_no_order(self, text: Said) -> bool:
        words, lists = text.text.split(), self.page.language.words
        first = text.raw.split(" ", 1)[0].lower()
        asks = not words or words[0] in lists["asking"] or text.raw.rstrip().endswith("?")
        # `all but the comb` is none of the comb.
        return asks or first in lists["thanking"] or len(words) < 2 or not lists["every"].isdisjoint(words)

    def _settings(self, text: Said) -> Iterator[Deed]:
        words, lists = text.text.split(), self.page.language.words
        if not lists["looking"].isdisjoint(words):
            return
        negative = not (lists["off"] | lists["none"]).isdisjoint(words)
        order = order_of(text.text, self.page.language)
        for slot in self.page.slots():
            field = slot.field
            if field.locked:
                continue
            if field.kind == "switch" and field.value is not (not negative):
                if calls := self.calls(slot, not negative):
                    yield Deed(_called(field), Plan(calls, slot, self.calls(slot, negative)), field.name)
            elif field.kind in _VALUED and not negative:
                yield from self._valued(slot, text)
        for slot in self.page.options() if not negative else ():
            way = slot.option.use.action if slot.option and slot.option.use else ""
            told = order_of(slot.option.name, self.page.language) if slot.option else order
            other_way = order.way and told.way and order.way != told.way
            if order.is_cued and order.hints and (other_way or not are_akin(order, told)):
                continue  # `oldest first` is not `longest first`
            if slot.option is None or slot.option.on or slot.option.name == slot.field.value or way.startswith("open_"):
                continue
            for reading in self.picked([(slot, self.page.fit(slot.field.name, slot.field.name))], SURE):
                yield Deed(f"{slot.field.name}: {slot.option.name}", reading.plans[0], slot.field.name)

    def _valued(self, slot: Slot, text: Said) -> Iterator[Deed]:
        """The one value of its kind that was said."""
        if slot.field.kind == "number":
            counted = self.page.language.numbers_in(text.text)
            value = str(counted[0].value) if len(counted) == 1 else ""
        else:
            value = text.raw
        for reading in self.given(slot, value, SURE) if value else ():
            if reading.plans:
                yield Deed(_called(slot.field), reading.plans[0], slot.field.name)

    def _presses(self) -> Iterator[Deed]:
        ways = {one.use.action for one in self.page.outline.parts}
        used = {use.action for one in self.page.subjects() for use in one.uses}
        used |= {one.option.use.action for one in self.page.options() if one.option and one.option.use}
        used |= {one.use.action for block in self.page.outline.blocks for one in block.columns if one.use}
        for action in self.page.actions.values():
            if action.id not in used | ways and not action.parameters.get("required"):
                yield Deed(action.description, Plan((ActionCall(action.id, {}),)), action.id, is_light=False)

    def _of_items(self, text: Said, named: Sequence[Mention]) -> Iterator[Deed]:
        words = text.text.split()
        for mention in named:
            subject = mention.meant[0]
            if not isinstance(subject, Subject) or len(mention.meant) != 1:
                continue
            rest = " ".join((*words[: mention.start], *words[mention.end :]))
            for use in subject.uses:
                call = self.page.call(use)
                if call and rest and not self.page.value_of(use):
                    label = self.page.label_of(use, subject.name)
                    state = self.page.told_of(use)
                    plan = Plan((call,), subject, gesture=label)
                    yield Deed(
                        label, plan, use.action, is_light=state is not None and self._turns(state, words), said=rest
                    )

    def _behind(self, text: Said, says: str) -> Iterator[Deed]:
        """Yield what stands on parts of the page that are not shown."""
        home = next((one for one in self.page.outline.parts if one.on), None)
        back = self.page.call(home.use) if home else None
        for part in self.page.outline.parts:
            call = self.page.call(part.use)
            if call is None or back is None or part.on or not says:
                continue
            for phrase in part.text.split(BETWEEN):
                yield Deed(phrase, Plan((call,), rest=text, seeks=(back,), says=says), part.use.action, leads=True)

    def _turns(self, state: str, words: Sequence[str]) -> bool:
        """Tell whether a press turns a state into what is wanted."""
        lists = self.page.language.words
        return (state in lists["on"]) is not lists["off"].isdisjoint(words)

    def _columns(self) -> Iterator[Deed]:
        sort = " ".join(self.page.language.views["sorted_by"])
        for block in self.page.outline.blocks:
            for column in block.columns:
                if (call := self.page.call(column.use)) and content(column.name, self.page.language):
                    yield Deed(f"{sort} {column.name}", Plan((call,)), call.action_id)


def _called(field: FormField) -> str:
    return f"{field.group}: {field.name}" if field.group else field.name
