"""Find what puts a list in the order that is wanted: a column's head, an option of a field for the order, a button."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from antiphon.domain.actions import ActionCall
from antiphon.domain.outline import Block, Column, FormField, Outline
from antiphon.providers.brain._page.arranging import HIGH, LOW, Order, order_of
from antiphon.providers.brain._page.figures import amount
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.names import Fit
from antiphon.providers.brain._page.reading import Reader, Reading
from antiphon.providers.brain._page.subjects import Press, Slot, naming
from antiphon.providers.brain._page.surroundings import around_action, around_block, of_others
from antiphon.providers.brain._page.words import content

SCORE = 0.8
Way = Literal["ascending", "descending"]


@dataclass(frozen=True, slots=True)
class Target:
    """Something that sorts. `rank` says how well it fits, the higher the better."""

    rank: tuple[int, int, float]
    what: Column | Slot | Press
    block: Block | None
    way: str


class Sorts(Reader):
    """Reads in which order a list is wanted."""

    _is_told = False
    """Whether the order was told before: `I walk along the shelves, put the list in that order`."""

    def readings(self, text: str) -> Iterator[Reading]:
        """At most one; it asks where several things would sort so."""
        order = order_of(text, self.page.language)
        self._is_told = any(f" {one}" in f" {text}" for one in self.page.language.views["so_ordered"])
        if not order.is_cued:
            return
        if order.turned and order.way is None and not order.words:
            yield from self._turned()
            return
        if order.way and not order.by_letter and not order.words and not order.hints:
            yield from self._turned(order.way)
            return
        if order.turned and order.way is not None:
            order = order.other_way()
        targets = sorted(self._targets(order), key=lambda one: one.rank, reverse=True)
        best = [one for one in targets if one.rank == targets[0].rank]
        if len(best) > 1:
            near = self.memory.about.block.name if self.memory.about else None
            best = [one for one in best if one.block and one.block.name == near] or best
        readings = [reading for one in best for reading in self._done(one)]
        if len(readings) == 1:
            yield readings[0]
        elif readings and all(one.plans for one in readings):
            yield self.one_of([plan for one in readings for plan in one.plans], SCORE)

    def _targets(self, order: Order) -> Iterator[Target]:
        for block in self.page.outline.blocks:
            for column in block.columns:
                if self.page.call(column.use) and (one := self._by_column(order, block, column)):
                    yield one
        for slot in self._options():
            if slot.option is None:
                continue
            told = order_of(slot.option.name, self.page.language)
            words = frozenset(content(slot.option.name, self.page.language)) if not told.way else told.words
            nouns = around_block(self.page, slot.block) | set(content(slot.field.name, self.page.language))
            is_name = told.by_letter or bool(words & self.page.language.stems("naming") and len(words) == 1)
            hinted = set(told.hints) if are_akin(order, told) else set()
            rank = self._rank(order, words | hinted, nouns, is_name, len(told.words))
            way = self._way(order, told, words)
            if rank and way:
                yield Target(rank, slot, slot.block, way)
        for press in self.page.presses:
            told = order_of(press.name, self.page.language)
            way = self._way(order, told)
            if not told.is_cued or told.turned or not way:
                continue
            nouns = around_action(self.page, press.action)
            if rank := self._rank(order, told.words, nouns, told.by_letter, len(told.words)):
                yield Target(rank, press, None, way)

    def _by_column(self, order: Order, block: Block, column: Column) -> Target | None:
        own = frozenset(content(column.name, self.page.language))
        is_name = block.columns.index(column) == self._naming(block)
        named = own | self.page.language.stems("naming") if is_name else own
        nouns = around_block(self.page, block)
        if self._has_words(block, column):
            nouns |= {self.page.language.stem(self.page.language.ordered["naming"][0])}
        rank = self._rank(order, named, nouns, is_name, len(own))
        if rank is None:
            return None
        if order.turned:  # `reverse the order of the prices`
            return Target(rank, column, block, HIGH if column.sorted != HIGH else LOW)
        way = order.way or LOW
        sign = next((order.hints[one] for one in own if one in order.hints), 1)
        return Target(rank, column, block, way if sign > 0 else (LOW if way == HIGH else HIGH))

    def _naming(self, block: Block) -> int:
        """The column that names the rows; where that is one of days or codes, the first one of words alone."""
        place = naming(block)
        cells = [
            [row.cells[at].strip() for row in block.rows if at < len(row.cells)] for at in range(len(block.columns))
        ]
        if not all(cell[:1].isdigit() or not cell[:1].isalnum() for cell in cells[place]):
            return place
        wordy = (
            at
            for at, own in enumerate(cells)
            if own and all(len(one) > 2 and one.replace(" ", "").isalpha() for one in own)
        )
        return next(wordy, place)

    def _has_words(self, block: Block, column: Column) -> bool:
        at = block.columns.index(column)
        return not any(amount(row.cells[at]) is not None for row in block.rows if at < len(row.cells))

    def _rank(
        self, order: Order, own: frozenset[str] | set[str], nouns: set[str], by_letter: bool, size: int
    ) -> tuple[int, int, float] | None:
        """Rate how well a name of these words fits; None where not all that was said is in it or around it."""
        ear = self.page.ear
        matched = {word for word in order.words if any(ear.alike(word, one) for one in own)}
        left = order.words - matched - order.telling
        left -= self.page.language.things - of_others(self.page, nouns)
        if not self._is_told and any(not any(ear.alike(word, noun) for noun in nouns) for word in left):
            return None
        # `The biggest plots`, in a list of plots: they are what is sorted, and not what it is sorted by.
        is_plain = by_letter or matched <= self.page.language.things | nouns
        if matched and not (order.hints and is_plain):
            return 2, len(matched), 1 / (1 + abs(size - len(matched)))
        hint = next((at for at, one in enumerate(order.hints) if one in own), None)
        if hint is not None:
            return 1, -hint, 0.0
        return (0, -size, 0.0) if order.by_letter and by_letter and not order.hints else None

    def _way(self, order: Order, told: Order, words: frozenset[str] = frozenset()) -> str | None:
        """Return the way that a button or an option sorts, where it is the one that is wanted: of one that does not
        tell it, the way that such a column is usually sorted (`by rating` has the best at the top)."""
        high = self.page.language.stemmed(self.page.language.views.get("highest_first", ()))
        own = told.way or (HIGH if words & high else LOW)
        if order.way is None:
            return own
        return order.way if own == order.way else None

    def _options(self) -> Iterator[Slot]:
        """Every option of a field or a row of buttons that is for the order of a list."""
        sorting = self.page.language.stemmed(self.page.language.views["sorting"])
        for slot in self.page.options():
            ordered = [order_of(one.name, self.page.language).way for one in slot.field.options]
            if sorting & set(content(slot.field.name, self.page.language)) or sum(map(bool, ordered)) > 1:
                yield slot

    def _done(self, target: Target) -> Iterator[Reading]:
        if isinstance(target.what, Press):
            yield Reading("", SCORE, (Plan((ActionCall(target.what.action, {}),)),))
        elif isinstance(target.what, Slot):
            yield from self.picked([(target.what, Fit(1.0, 1.0))], SCORE)
        elif target.block and (call := self.page.call(target.what.use)):
            name = target.what.name
            about = Slot(target.block, FormField(name, "choice"))
            if target.what.sorted == target.way:
                yield Reading("", SCORE, (Plan(about=about),), self.page.language.say("sorted_already", name=name))
            else:
                yield Reading("", SCORE, (Plan((call,), about, sorts=(name, target.way)),))

    def _turned(self, way: str | None = None) -> Iterator[Reading]:
        """The other way round than it is now, or the way that was said: `descending`."""
        found: list[Target] = []
        for block in self.page.outline.blocks:
            found += [
                Target((0, 0, 0.0), one, block, way or (LOW if one.sorted == HIGH else HIGH))
                for one in block.columns
                if one.sorted in {LOW, HIGH} and self.page.call(one.use)
            ]
        for slot in self._options():
            now = next((one.name for one in slot.field.options if one.on), None) or slot.field.value
            if slot.option is None or not isinstance(now, str) or slot.option.name == now:
                continue
            own, told = order_of(now, self.page.language), order_of(slot.option.name, self.page.language)
            alike_ = own.words == told.words and (own.words or set(own.hints) & set(told.hints))
            if alike_ and own.way and told.way and own.way != told.way and way in {None, told.way}:
                found.append(Target((0, 0, 0.0), slot, slot.block, told.way))
        if len(found) > 1 and self.memory.about:
            near = self.memory.about.block.name
            found = [one for one in found if one.block and one.block.name == near]
        if len(found) == 1:
            yield from self._done(found[0])


def pressed_again(outline: Outline | None, plan: Plan) -> ActionCall | None:
    """The press on the column's head once more, where the table is sorted the other way now."""
    if not plan.sorts:
        return None
    name, way = plan.sorts
    for block in outline.blocks if outline else ():
        for at, column in enumerate(block.columns):
            if _bare(column.name) == _bare(name) and column.use and column.use.action == plan.calls[-1].action_id:
                now = column.sorted if column.sorted in {LOW, HIGH} else _shown(block, at)
                return plan.calls[-1] if now and now != way else None
    return None


def are_akin(order: Order, told: Order) -> bool:
    """Tell whether what is told of an option may be what is wanted: `longest first` is not `newest first`, though a
    time may be told of both."""
    if not order.hints or not told.hints:
        return True
    return next(iter(order.hints)) in told.hints or next(iter(told.hints)) in order.hints


def _bare(name: str) -> str:
    return "".join(one for one in name.lower() if one.isalnum())


def _shown(block: Block, at: int) -> str | None:
    """Tell which way the rows stand by a column, where its head does not tell; None where it is neither way or both."""
    cells = [row.cells[at].strip() for row in block.rows if at < len(row.cells)]
    figures = [amount(cell) for cell in cells]
    numbers = [one for one in figures if one is not None]
    if cells and len(numbers) == len(cells):
        return _direction(numbers) if all(not any(one.isalpha() for one in cell) for cell in cells) else None
    return _direction([cell.lower() for cell in cells]) if not numbers else None


def _direction(values: Sequence[float] | Sequence[str]) -> str | None:
    rising, falling = sorted(values), sorted(values, reverse=True)
    if list(values) == rising:
        return LOW if rising != falling else None
    return HIGH if list(values) == falling else None
