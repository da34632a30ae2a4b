"""Read what settings somebody wishes for, in words of their own: `a day's notice would suit me better`.

A wish is told by words that any wish has (`wish_said` of the language's file); the others must be words of one box or
one option, of the field that it is of, or of what is said for them (`same_things`). `… and save it` presses the button
then, `don't save it yet` presses nothing.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property

from antiphon.domain.actions import ActionCall
from antiphon.providers.brain._page.clauses import Clauses
from antiphon.providers.brain._page.fields import Fields
from antiphon.providers.brain._page.filling import Filling
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.mentions import names_item
from antiphon.providers.brain._page.other_words import meaning_of
from antiphon.providers.brain._page.pressing import Pressing
from antiphon.providers.brain._page.reading import Match, Reading, contradict
from antiphon.providers.brain._page.settings_of_page import Setting, Settings
from antiphon.providers.brain._page.subjects import Slot
from antiphon.providers.brain._page.words import Said, asks_first, content

SCORE = 0.7
MOST_PARTS = 5
FEW = 0.3
"""So much a word counts that says little by itself, or that many fields have in their names."""
LEAST = 1.0


class Wishes(Settings):
    """Reads which boxes and options are wished for."""

    def readings(self, text: Said) -> Iterator[Reading]:
        """At most one: all of it is understood, or nothing is."""
        words, lists = text.text.split(), self.page.language.words
        if not self.page.language.by_rules or not words or not self._settings:
            return
        if asks_first(words, self.page.language) or text.raw.rstrip().endswith("?"):
            return
        if not lists["unwished"].isdisjoint(words) or words[0] in lists["stated"] or names_item(self.page, text):
            return
        if not lists["every"].isdisjoint(words) and not lists["but"].isdisjoint(words):
            return  # `all but the parking`
        kept = self._without_holding(self._parts(text))
        plans = self._of_parts(kept)
        if not plans and len(kept) == len(self._parts(text)) > 1 and (lists["none"] | lists["off"]).isdisjoint(words):
            plans = self._of_parts([text])  # `the language of the letters: Danish`
        if not plans or not any(one.about for one in plans):
            return
        plans = [one for at, one in enumerate(plans) if one.calls not in [each.calls for each in plans[:at]]]
        calls = tuple(call for one in plans for call in one.calls)
        if contradict(calls):
            return
        back = tuple(call for one in reversed(plans) for call in one.back) if all(one.back for one in plans) else ()
        about = next(one.about for one in reversed(plans) if one.about)
        yield Reading("wish", SCORE, (Plan(calls, about, back),))

    def _of_parts(self, parts: Sequence[Said]) -> list[Plan]:
        """The plans of all parts of a sentence, but for one that only says why."""
        plans: list[Plan] = []
        told = 0
        is_wish = any(map(self._is_wish, parts))
        for part in parts:
            made = self._of_part(part, is_wish=is_wish)
            if made is None and len(parts) > 1 and not self._means(part):
                continue
            made = (
                made or (self._by_names(part) if len(parts) > 1 else None) or (self._pressed(part) if plans else None)
            )
            if made is None and len(parts) > 1 and not told and self._only_tells(part):
                told += 1
                continue
            if made is None:
                return []
            plans.append(made)
        return plans

    def _is_wish(self, part: Said) -> bool:
        """Tell whether a part wishes or orders something, and does not only say how things are."""
        lists = self.page.language.words
        words = self._unjoined(part).text.split()
        polite = not lists["courtesy"].isdisjoint(part.raw.lower().strip(" .!").split())
        turned = words[-1] in lists["on"] | lists["off"] and lists["stating"].isdisjoint(words)
        promised = words[0] in lists["pronouns"] and not lists["promised"].isdisjoint(words[1:2])  # `I will have …`
        return promised or polite or turned or words[0] in lists["none"] or not lists["wish_cued"].isdisjoint(words)

    def _by_names(self, part: Said) -> Plan | None:
        """Return what the names in a part stand for: `two guest passes`, `the subject is spring`."""
        part = self._unjoined(part)
        counted = Match({"amount": part.text}, {}, part)
        made = [Fields(self.page, self.memory, self.today).amount(counted)]
        made += [reader(self.page, self.memory, self.today).readings(part) for reader in (Clauses, Filling)]
        for readings in made:
            found = next(readings, None)
            if found and len(found.plans) == 1 and not found.asks and isinstance(found.plans[0].about, Slot):
                return found.plans[0]
        return None

    def _only_tells(self, part: Said) -> bool:
        """Tell whether a part is of nothing that can be set: `we are going up into the hills`."""
        words = self._unjoined(part).text.split()
        stems = [(stem, word) for word in words for stem in content(word, self.page.language)]
        said_ = self.page.language.words["wish_said"]
        spoken = {self._spelt(stem) for stem, word in stems if word not in said_}
        hit = any(not spoken.isdisjoint(one.own) for one in self._settings)
        return words[0] in self.page.language.words["telling"] and not hit

    def _unjoined(self, part: Said) -> Said:
        """A part without the word that joins it to the one before."""
        first, _, rest = part.text.partition(" ")
        joins = {*self.page.language.ordered["joins"], *self.page.language.words["but"]}
        return part.after(len(first)) if rest and first in joins else part

    def _parts(self, text: Said) -> list[Said]:
        """The parts between commas and joining words."""
        words = text.text.split()
        joins = {*self.page.language.ordered["joins"], *self.page.language.words["but"]}
        cuts = [at for at in range(1, len(words)) if words[at] in joins or text.pauses_before(at)]
        spans = zip([0, *cuts], [*cuts, len(words)], strict=True)
        parts = [text.part(text.span(a, b)[0], max(0, text.span(a, b)[1] - 1)) for a, b in spans if b > a]
        parts = [one for one in parts if one.text and one.text not in joins]
        return parts if len(parts) <= MOST_PARTS else [text]

    def _without_holding(self, parts: list[Said]) -> list[Said]:
        """The parts without the one that says that nothing is to be saved: `don't save it yet`."""
        lists = self.page.language.words
        refusing = lists["none"] | lists["off"]
        held = [
            one
            for one in parts
            if not refusing.isdisjoint(one.text.split())
            and not lists["held_back"].isdisjoint(one.text.split())
            and all(word in lists["held_back"] | self._plain for word in one.text.split())
        ]
        return [one for one in parts if one not in held] or parts

    def _pressed(self, part: Said) -> Plan | None:
        """The button that the last part presses: `and save the changes`."""
        made = next(Pressing(self.page, self.memory, self.today).readings(self._unjoined(part)), None)
        return made.plans[0] if made else None

    def _means(self, part: Said) -> list[str]:
        """The words of a part that are not in every wish."""
        return [one for one in part.text.split() if content(one, self.page.language) and one not in self._plain]

    @cached_property
    def _plain(self) -> frozenset[str]:
        lists = self.page.language.words
        return lists["soft"] | lists["wish_said"] | lists["subject"] | lists["but"] | lists["little"]

    def _of_part(self, part: Said, *, is_wish: bool) -> Plan | None:
        """Return what one part of a sentence sets: the setting that most of its words are of, and no other."""
        words, lists = part.text.split(), self.page.language.words
        if not self.page.language.comparatives.keys().isdisjoint(set(words) - lists["wish_said"]):
            return None
        stems = self._stems(words)
        known = self.page.nouns | self.page.language.things
        sees = any(word in self.page.language.views["seeing"] for word in words if word not in lists["wish_cued"])
        is_one = words[-1] in lists["one"]  # `an electric one` is one of several, and no box
        rated = []
        for one in self._settings:
            hits = {at: hit for at, stem in stems.items() if (hit := self._hit(stem, words[at], one))}
            if len(one.own) == 1 and (at := self._as_noun(one, stems, words)) is not None:
                hits[at] = LEAST  # `to the press`
            open_ = [at for at in stems if at not in hits and words[at] not in self._plain and stems[at] not in known]
            if any(self.page.language.numbers_in(words[at]) for at in open_):
                continue  # `the bell down by ten` is no choice of the bell
            points = is_one and len(words) - 2 in hits
            if points and one.slot.option is None:
                continue
            if any(at + 1 in hits and not part.pauses_before(at + 1) for at in open_) or self._names(part, open_):
                continue  # `the hall light` is no ceiling light
            worth = sum(hits.values())
            named = {self._spelt(stems[at]) for at in hits} & one.own
            if self._tells(one):  # `text alerts` for `Text me when …`
                open_ = [at for at in open_ if words[at] not in lists["notice_words"]]
            if worth < LEAST or not self._is_meant(one, hits, stems, points=points) or len(open_) > len(hits):
                continue
            if open_ and len(hits) == 1 and named != one.own:
                continue  # `we should order pizza`
            if not (is_wish or self._is_told(one, words)) and (
                named != one.own or len(hits) == len(named) or len(open_) > 1
            ):
                continue
            if not sees and self._narrows(one):
                continue
            rated.append((worth - 0.5 * len(open_) + 0.5 * (named == one.own), one))
        best = max((worth for worth, _ in rated), default=0.0)
        found = [one for worth, one in rated if worth > best - 0.01]
        return self._plan(found[0], words) if len(found) == 1 else None

    def _names(self, part: Said, places: Sequence[int]) -> bool:
        """Tell whether one of the words is written as a name: `put Peter on the waiting list` is for another reader."""
        return any(at > 0 and part.raw[part.places[at][1]].isupper() for at in places)

    def _is_told(self, one: Setting, words: Sequence[str]) -> bool:
        """Tell whether a box is named as what somebody says of themselves, and that is said: `I have a dog`."""
        first = one.slot.field.name.lower().split()[:1]
        pronouns = self.page.language.words["pronouns"]
        return one.slot.option is None and first == list(words[:1]) and words[0] in pronouns

    def _tells(self, one: Setting) -> bool:
        """Tell whether a box is about what somebody is told."""
        return not self.page.language.stems("notice_words").isdisjoint(one.own)

    def _stems(self, words: Sequence[str]) -> dict[int, str]:
        """The stem of each word that means something, by its place; `an hour` is one of them."""
        lists = self.page.language.words
        found = {at: stem for at, word in enumerate(words) for stem in content(word, self.page.language)[:1]}
        units = self.page.language.stems("measures")
        for at, word in enumerate(words[:-1]):
            behind = found.get(at + 1)
            if behind in units and (word in lists["one"] or word in lists["each"]):
                found[at] = self._spelt("1")
        return found

    def _as_noun(self, one: Setting, stems: dict[int, str], words: Sequence[str]) -> int | None:
        """Return where the only word of an option's name stands behind an article."""
        articles = self.page.language.words["articles"]
        return next((at for at, stem in stems.items() if stem in one.own and at and words[at - 1] in articles), None)

    def _spelt(self, stem: str) -> str:
        return self.page.language.spelt(stem)

    def _hit(self, stem: str, word: str, one: Setting) -> float:
        """Return what a word is worth that is of a setting: much, where few others have it; 0 where it is not."""
        forms = {self._spelt(stem), stem}
        alike = forms | meaning_of(stem, self.page.language)
        of_own, near = alike & one.own, alike & one.around
        if not of_own and not near:
            return 0.0
        soft = word in self.page.language.words["soft"] | self.page.language.words["wish_said"]
        rare = min(self._holders[each] for each in (of_own or near))
        worth = 1.0 if rare == 1 else 0.6 if rare <= 2 else FEW
        return min(worth, FEW) if soft else worth

    def _is_meant(self, one: Setting, hits: dict[int, float], stems: dict[int, str], *, points: bool) -> bool:
        """Tell whether a word of the option's own name was said; of a box, one that says something."""
        own = [at for at in hits if ({self._spelt(stems[at])} | meaning_of(stems[at], self.page.language)) & one.own]
        if points:
            return bool(own)
        if one.slot.option is None:  # `I need a break` is no order to pause
            return len(hits) > 1 or any(self._spelt(stems[at]) in one.own for at in own)
        exact = [at for at in hits if self._spelt(stems[at]) in one.own]
        if own and any(stems[at] in one.around for at in hits if at not in own):
            return True  # `she is a doctor, the title` is `Dr`
        return bool(exact) and (len({self._spelt(stems[at]) for at in exact}) * 2 >= len(one.own) or len(hits) > 1)

    def _plan(self, one: Setting, words: Sequence[str]) -> Plan | None:
        slot, lists = one.slot, self.page.language.words
        refusals = [word for word in words if word in lists["none"] | lists["off"]]
        if self._is_told(one, words):
            refuses = lists["refusing_said"].isdisjoint(slot.field.name.lower().split())
            calls = self.calls(slot, refuses is lists["refusing_said"].isdisjoint(words))
            return Plan(calls, slot) if calls else None
        if len(refusals) > 1:
            return None  # `not without parking`
        negative = any(word in lists["none"] | lists["off"] | lists["wished_away"] for word in words)
        if slot.option is None:
            calls = self.calls(slot, not negative)
            return Plan(calls, slot, self.calls(slot, negative)) if calls else None
        if negative:
            return None
        calls = self.calls(slot, slot.option.name)
        if slot.option.use:
            calls = tuple(filter(None, (self.page.call(slot.option.use),)))
        now = next((each.name for each in slot.field.options if each.on), slot.field.value)
        back: tuple[ActionCall, ...] = self.calls(slot, now) if now is not None else ()
        return Plan(calls, slot, back) if calls else None
