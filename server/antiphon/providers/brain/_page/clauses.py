"""Read orders by the names that stand in them: `a cot and the bicycles, please`. Over 300 lines: every kind of name.

An utterance is cut into clauses at `and`, `but` and commas. Each name in a clause stands for what is usually done with
such a thing: an option is chosen, a box is ticked (or unticked, behind a `no`), a field takes the value beside it, a
control of an item is pressed where its label is said as well. All words must be explained, by a name, by a value, or as
such as order nothing by themselves (`soft` of the language's file): one that is not, and nothing is read.
"""

from collections.abc import Iterator, Sequence
from datetime import date

from antiphon.domain.actions import ActionCall
from antiphon.providers.brain._page.deeds import MOST, SCORE, VALUED, Clause, Deeds
from antiphon.providers.brain._page.ends import phrase
from antiphon.providers.brain._page.memory import Memory, Plan
from antiphon.providers.brain._page.mentions import Mention, Thing, mentions, stems_of
from antiphon.providers.brain._page.reading import Reader, Reading, contradict
from antiphon.providers.brain._page.subjects import Page, Press, Slot, Subject
from antiphon.providers.brain._page.words import Said, asks_first, content


class Clauses(Reader):
    """Reads what is ordered by names alone."""

    def __init__(self, page: Page, memory: Memory, today: date | None) -> None:
        super().__init__(page, memory, today)
        self.deeds = Deeds(page, memory, today)
        self._was_negative = False
        self._left: frozenset[int] = frozenset()
        """The places of words that say what is not wanted."""
        self._spoken: frozenset[str] = frozenset()
        """The stems of all words of the utterance that are in no name."""

    def readings(self, text: Said) -> Iterator[Reading]:
        """At most one: all clauses are understood, or nothing is."""
        words = text.text.split()
        if self._is_no_order(text, words):
            return
        yield from self._noted(text, words)
        found = list(self._by_things(text, words))
        yield from found or self._pressed(words)

    def _is_no_order(self, text: Said, words: Sequence[str]) -> bool:
        asks = not words or asks_first(words, self.page.language) or text.raw.rstrip().endswith("?")
        return asks or text.raw.split(" ", 1)[0].lower() in self.page.language.words["thanking"]

    def names_in(self, text: Said) -> list[Mention]:
        """The names in an utterance, and what is pointed at in it."""
        words = text.text.split()
        return self._pointed(words, self._wanted(text, words))

    def _by_things(self, text: Said, words: Sequence[str]) -> Iterator[Reading]:
        """Read what is ordered by the names of items, fields and options."""
        named = self.names_in(text)
        clauses = self._clauses(text, words, named)
        if not named or len(clauses) > MOST:
            return
        self._spoken = frozenset(
            stem for one in clauses for at in one.free for stem in content(words[at], self.page.language)
        )
        plans: list[Plan] = []
        for clause in clauses:
            made = self._of_clause(clause, words, text)
            if not made:
                return
            plans += made
        plans = self._without_partly_led(plans, named)
        calls = tuple(call for plan in plans for call in plan.calls)
        leads = any(call.action_id.startswith("open_") for call in calls)
        if not calls or (leads and len(calls) > 1) or contradict(calls):
            return
        if len({(call.action_id, str(call.parameters)) for call in calls}) == len(calls):
            back = tuple(call for plan in reversed(plans) for call in plan.back)
            whole = back if all(one.back for one in plans) else ()
            of = next((one.of for one in plans if one.of), ())
            plan = Plan(calls, plans[-1].about, whole, plans[-1].gesture, of)
            yield Reading("clauses", SCORE, (plan,), asks=bool(of), names=of)

    def _without_partly_led(self, plans: list[Plan], named: Sequence[Mention]) -> list[Plan]:
        """The plans without the way to a part whose name shares a word with what is set: `the phone in airplane mode`,
        beside a tab `About phone`."""
        partly = {id(thing) for one in named if one.named < 1 for thing in one.meant}
        others = [one for one in plans if not (id(one.about) in partly and _leads(one))]
        return others if others and not any(map(_leads, others)) else plans

    def _pressed(self, words: Sequence[str]) -> Iterator[Reading]:
        """The one button or link that was named whole, be it that the way there is asked for: `the sent folder`."""
        lists = self.page.language.words
        if self.page.language.points(words) or any(not lists[name].isdisjoint(words) for name in ("none", "off")):
            return
        spoken = {stem for word in words for stem in content(word, self.page.language)}
        ordering = lists["leading"] | lists["soft"] | lists["on"]
        plain = {stem for word in ordering for stem in content(word, self.page.language)}
        leads = not lists["leading"].isdisjoint(words)
        named: list[tuple[int, Press]] = []
        for press in self.page.presses:
            own = stems_of(self.page, press.name)
            if not leads and self._is_half_of_another(press, own, words):
                continue
            forms = {word.removesuffix("s") for word in press.name.lower().split()}
            if press.action.startswith("open_") and forms.isdisjoint(word.removesuffix("s") for word in words):
                continue  # `reserve` is not the way to the reservations
            is_it = spoken - own <= plain | self.page.nouns if leads else own == spoken
            if own and own <= spoken and is_it:
                named.append((len(own), press))
        named = [one for one in named if one[0] == max(count for count, _ in named)]
        if len(named) == 1:
            yield Reading("pressed", SCORE, (Plan((ActionCall(named[0][1].action, {}),)),))

    def _is_half_of_another(self, press: Press, own: frozenset[str], words: Sequence[str]) -> bool:
        """Tell whether a link is not named whole, and another control is called so too: `I'd like to order`, of `My
        orders` and `Place order`."""
        if not press.action.startswith("open_") or set(press.name.lower().split()) <= set(words):
            return False
        return any(one is not press and own & stems_of(self.page, one.name) for one in self.page.presses)

    def _noted(self, text: Said, words: Sequence[str]) -> Iterator[Reading]:
        """`comment: we arrive by train`: the name of a field, a colon, and what is to be written there."""
        for at in range(1, min(len(words), 6)):
            if not text.raw[: text.places[at][1]].rstrip().endswith(":"):
                continue
            for slot in self.find.fields(" ".join(words[:at])):
                if slot.field.kind not in VALUED and slot.field.kind != "switch":
                    value = text.raw[text.places[at][1] :].strip()
                    one = value.count(".") == 1 and value.endswith(".")
                    yield from self.given(slot, value[:-1] if one else value, SCORE)
            return

    def _wanted(self, text: Said, words: Sequence[str]) -> list[Mention]:
        """The names, without those behind an `instead of`."""
        named = mentions(self.page, text)
        for contrast in self.page.language.words["rather_than"]:
            size = len(contrast.split())
            for at in range(1, len(words) - size):
                if " ".join(words[at : at + size]) == contrast:
                    self._left = frozenset(range(at, len(words)))
                    return [one for one in named if one.start < at]
        self._left = frozenset()
        return named

    def _pointed(self, words: Sequence[str], named: list[Mention]) -> list[Mention]:
        """The names, and what is pointed at beside them: `the second one`, `him`, `two more` of what was set last."""
        about = self.find.about
        found = [one for one in named if not self._counts(one, words, named)]
        taken = {at for one in found for at in range(one.start, one.end)}
        blocks = [one for one in self.page.outline.blocks if one.kind in words]
        for start in range(len(words)):
            for end in range(min(start + 3, len(words)), start, -1):
                if taken.isdisjoint(range(start, end)) and self.find.is_place(words[start]):
                    meant = self.find.pointed(" ".join(words[start:end]), blocks)
                    if len(meant) == 1:
                        found.append(Mention(start, end, 1, 1.0, tuple(meant)))
                        taken |= set(range(start, end))
        is_item = any(isinstance(thing, Subject) for one in found for thing in one.meant)
        at = next(iter(self.page.language.points(words)), None)
        if at is not None and at not in taken and not is_item:
            meant = self.find.pointed(words[at])
            if len(meant) == 1:
                found.append(Mention(at, at + 1, 1, 1.0, tuple(meant)))
        steps = any(word in self.page.language.ways for word in words)
        if not found and at is None and isinstance(about, Slot) and steps:
            found += [Mention(0, 0, 0, 1.0, (one,)) for one in self.find.fields(self.page.language.it)]
        return sorted(found, key=lambda one: one.start)

    def _counts(self, mention: Mention, words: Sequence[str], named: Sequence[Mention]) -> bool:
        """Tell whether a name is a number that counts: `two more nights`, with `Two bicycles`; `two jars of jam`."""
        behind = words[mention.end : mention.end + 1]
        spoken = self.page.language.hear(" ".join(words[mention.start : mention.end]))
        counted = self.page.language.numbers(spoken)
        is_number = len(counted) == 1 and counted[0].end - counted[0].start == len(spoken)
        if not is_number:
            return False
        lists, of = self.page.language.words, self.page.language.asked.phrases["of"]
        between = lists["packs"] | lists["articles"] | {*of}
        items = [one.start for one in named if one.start >= mention.end and isinstance(one.meant[0], Subject)]
        if items and between.issuperset(words[mention.end : min(items)]):
            return True
        return mention.named < 1 and any(word in self.page.language.ways for word in behind)

    def _clauses(self, text: Said, words: Sequence[str], named: Sequence[Mention]) -> list[Clause]:
        """Cut between names, at joining words and commas; a part without a name belongs to its neighbour."""
        joins = {word for join in self.page.language.ordered["joins"] for word in join.split()}
        joins |= self.page.language.words["but"]
        cuts, halves = [0], self.page.language.ordered["and_parts"]
        for at, word in enumerate(words):
            inside = any(one.start < at < one.end for one in named)
            halved = any(f"{' '.join(words[at + 1 :])} ".startswith(f"{one} ") for one in halves)
            if not inside and at and not halved and (word in joins or text.pauses_before(at)):
                cuts.append(at)
        parts = [(start, end) for start, end in zip(cuts, [*cuts[1:], len(words)], strict=True) if end > start]
        clauses: list[Clause] = []
        for start, end in parts:
            own = tuple(one for one in named if start <= one.start < end)
            if clauses and (not own or not clauses[-1].named or self._is_bare(clauses[-1], words)):
                before = clauses.pop()
                lists = self.page.language.words
                states = not lists["states"].isdisjoint(words[before.start : before.end])
                points = not own and states and bool(self.page.language.points(words[start:end]))
                clauses.append(Clause(before.start, end, (*before.named, *own), start if points else 0))
            else:
                clauses.append(Clause(start, end, own))
        return clauses

    def _is_bare(self, clause: Clause, words: Sequence[str]) -> bool:
        """Tell whether there is nothing in it but names: what is done to them comes in the next one."""
        return not any(content(words[at], self.page.language) for at in clause.free)

    def _of_clause(self, clause: Clause, words: Sequence[str], text: Said) -> list[Plan]:
        """The deeds of a clause; none where any of its words is not explained."""
        lists = self.page.language.words
        refusing = [at for at in clause.free if words[at] in lists["none"] or words[at] in lists["off"]]
        goes = any(words[at] in lists["going_out"] for at in clause.free)
        refusing += [at for at in clause.free if goes and words[at] in lists["out"]]  # `that light can go out`
        if len(refusing) > 1:  # `not without breakfast`
            return []
        negative = bool(refusing) and not any(
            words[at + 1 : at + 2] == [but] for at in refusing for but in lists["but"]
        )
        if words[clause.start] in lists["but"] and (self._is_bare(clause, words) or not self._was_negative):
            # `everyone but Ana`, `no parking but a cot`; `everyone but Ana is invited` says too much.
            if not self._is_bare(clause, words):
                return []
            negative = not self._was_negative
        self._was_negative = negative
        far = phrase(lists["all_the_way"], {at: words[at] for at in clause.free})
        every = [words[at] for at in clause.free if words[at] in lists["every"] and at not in far]
        if len(clause.named) > 1 and set(every) - lists["several"]:  # `twenty degrees in every room`
            return []
        if len(clause.named) < 2 and every:
            return self.deeds.all_of(clause, words, negative=negative)
        plans: list[Plan] = []
        explained = set[int]()
        of_items = [one for one in clause.named if isinstance(one.meant[0], Subject)]
        for mention in (*of_items, *(one for one in clause.named if one not in of_items)):
            if explained.issuperset(range(mention.start, mention.end)) and mention.end > mention.start:
                continue
            # `five nights without breakfast`: what stands in front of the refusal is wanted.
            kept = negative and any(words[at] in lists["without"] and mention.end <= at for at in refusing)
            made = self._of_mention(mention, clause, words, text, negative=negative and not kept)
            points = words[mention.start : mention.end] and words[mention.start] in lists["subject"]
            if (
                made is None
                and len(clause.named) > 1
                and (points or self._says_where(mention, words) or self._is_beside(mention, clause))
            ):
                continue
            if made is None:
                return []
            plan, places = made
            twice = any(one.calls == plan.calls for one in plans)  # `remind me 48 hours before` has its name in parts
            plans += [plan] if plan.calls and not twice else []
            explained |= places
        soft = lists["soft"] | lists["on"] | lists["off"] | lists["subject"] | lists["parts"]
        explained |= {at for at in clause.free if words[at] in lists["wishing"] and words[at - 1] in lists["would"]}
        open_ = [at for at in clause.free if at not in explained | self._left and words[at] not in soft]
        nouns = self.page.nouns | {stem for one in clause.named for thing in one.meant for stem in self._around(thing)}
        return [] if any(set(content(words[at], self.page.language)) - nouns for at in open_) else plans

    def _around(self, thing: Thing) -> Iterator[str]:
        """The words of what is around a thing: its group, its form, the field of an option."""
        if isinstance(thing, Slot):
            for name in (thing.block.name, thing.field.group, thing.field.name):
                yield from content(name or "", self.page.language)

    def _of_mention(
        self, mention: Mention, clause: Clause, words: Sequence[str], text: Said, *, negative: bool
    ) -> tuple[Plan, set[int]] | None:
        """The one thing that can be done with what was named; None where there is none, or several."""
        found: list[tuple[Plan, set[int], bool]] = []
        for thing in mention.meant:
            if isinstance(thing, Subject):
                made = None if negative else self.deeds.of_subject(thing, clause, words, text)
            elif self._only_tells(thing, clause, words) or self._is_its_verb(thing, mention, clause, words):
                made = None
            elif thing.option:
                partly = mention.named < 1 and not thing.option.on and thing.option.name != thing.field.value
                made = None if negative and partly else self.deeds.of_option(thing, negative=negative)
            else:
                made = self.deeds.of_field(thing, mention, clause, words, text, negative=negative)
            found += [(*made, not self._spoken.isdisjoint(self._around(thing)))] if made else []
        # `Invite Bo`: of two that are called so, the one in the group that was named.
        found = [one for one in found if one[2]] or found
        return found[0][:2] if len({str(plan.calls) for plan, _, _ in found}) == 1 else None

    def _only_tells(self, thing: Slot, clause: Clause, words: Sequence[str]) -> bool:
        """Tell whether a clause says how things are, and of no field: `it is warm in here`, `the light is on`."""
        orders = words[clause.start] in self.page.language.words["letting"]
        states = not orders and any(words[at] in self.page.language.words["stating"] for at in clause.free)
        filters = self.page.language.stems("filter_said") & set(content(thing.field.name, self.page.language))
        if filters and not self.page.language.words["obliging"].isdisjoint(words):
            return True  # `Ropes and Sons should be our maker` is no part of a list
        by_itself = thing.option is not None or thing.field.kind == "switch"
        field = content(thing.field.name, self.page.language) if thing.option else ()
        spoken = {stem for at in range(clause.start, clause.end) for stem in content(words[at], self.page.language)}
        group = not self._spoken.isdisjoint(content(thing.field.group or "", self.page.language))
        return states and by_itself and not group and not (field and set(field) <= spoken)

    def _is_its_verb(self, thing: Slot, mention: Mention, clause: Clause, words: Sequence[str]) -> bool:
        """Tell whether a word is no name of a switch, but what is to be done to something that was spoken of: `reply to
        it`, be there an `Out of office reply`. `wrap it` is `Wrap as a gift`.
        """
        language, size = self.page.language, mention.end - mention.start
        rest = " ".join(words[mention.end : clause.end])
        if thing.option and size == 1 and mention.start == clause.start and rest in language.words["subject"]:
            return words[mention.start] not in thing.option.name.lower().split()  # `stop that one`, be there `Stopped`
        points = mention.end + next(iter(language.points(words[mention.end : clause.end])), clause.end)
        if thing.option or thing.field.kind != "switch" or mention.named >= 1 or size != 1 or points + 1 != clause.end:
            return False
        is_first = words[mention.start] == thing.field.name.split()[0].lower()
        before, behind = words[clause.start : mention.start], words[mention.end : points]
        plain = not any(content(word, language) for word in (*before, *behind))
        turns = not (language.words["on"] | language.words["off"]).isdisjoint((*before, *behind))
        return plain and not turns and not is_first and (bool(behind) or isinstance(self.find.about, Subject))

    def _is_beside(self, mention: Mention, clause: Clause) -> bool:
        """Tell whether a choice is named that stands beside another field that is, of the same form: `remind me`."""
        others = [thing for one in clause.named if one is not mention for thing in one.meant if isinstance(thing, Slot)]
        for thing in mention.meant:
            if not isinstance(thing, Slot) or thing.option is not None:
                return False
            same = any(one.field is thing.field and one.option is None for one in others)  # `remind me 48 hours before`
            near = any(one.block is thing.block and one.field is not thing.field for one in others)
            if not same and not (near and thing.field.kind == "choice"):
                return False
        return True

    def _says_where(self, mention: Mention, words: Sequence[str]) -> bool:
        """Tell whether a name only says where, or of what: `in the room` beside `22 degrees`, `teas` behind `green`."""
        spoken = {stem for word in words[mention.start : mention.end] for stem in content(word, self.page.language)}
        if spoken <= self.page.nouns:
            return True
        before = [words[at] for at in range(max(0, mention.start - 2), mention.start)]
        return mention.named > 0.99 and any(word in self.page.language.words["placed"] for word in before)


def _leads(plan: Plan) -> bool:
    return any(call.action_id.startswith("open_") for call in plan.calls)
