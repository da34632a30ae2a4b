"""Name the items, rows, fields, options and controls of a page. Over 300 lines: all that can be spoken of."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from typing import Any

from antiphon.domain.actions import Action, ActionCall
from antiphon.domain.outline import Block, FieldKind, FormField, Item, Option, Outline, TableRow, Use
from antiphon.providers.brain._page.figures import amount
from antiphon.providers.brain._page.language import Language
from antiphon.providers.brain._page.names import Fit, fit
from antiphon.providers.brain._page.speech import Ear
from antiphon.providers.brain._page.words import content

_WORD = re.compile(r"[^\W\d_]{3}")
_CODE = re.compile(r"^\S*\d\S*$|^\d{1,2}\.? [A-Z][a-z]{2,8}\.?(?: \d{4})?$")
"""A number or a sign, or a day."""
_COUNT = re.compile(r"^[#€$£¥]?\s?\d")
_FIGURE = re.compile(r"\s+(?=[€$£¥★☆#]|\d)")
_BESIDE = re.compile(r"\s+·\s|\s+\S+@\S+")
"""What stands behind the name of an item, and is set off by a dot, or is an address."""
_GLUED = re.compile(r"(?<=[a-zà-ÿ]{3})(?=[A-ZÀ-Þ][a-zà-ÿ]{2})")
"""Where two texts stand one behind the other with no blank between them: `Nora BrandtUpcoming`."""
MOST_APART = 2
"""So many words that no other row has make a title."""
VALUES = ("text", "to", "value", "date", "option", "colour")
"""The parameters by which an observed control is given a value."""
_PRESSED = re.compile(r"(?:Press|Open) (.+)")
"""As `observe` describes a button without a verb in its name, and a link."""
_NUMBERED = re.compile(r"\s+#?\d+\b")
_KINDS: Mapping[str, FieldKind] = {"value": "number", "text": "text", "option": "choice", "date": "date"}


@dataclass(frozen=True, slots=True)
class Subject:
    """An item of a list or a row of a table."""

    block: Block
    at: int
    name: str
    uses: tuple[Use, ...]
    on: bool | None = None
    cells: tuple[str, ...] = ()

    def told(self) -> list[str]:
        """Return its texts, each behind the head of its column where there is one."""
        heads = [column.name for column in self.block.columns]
        return [
            f"{heads[at]} {cell}" if at < len(heads) and heads[at] and cell != self.name else cell
            for at, cell in enumerate(self.cells or (self.name,))
            if cell.strip()
        ]


@dataclass(frozen=True, slots=True)
class Slot:
    """A field of a form; `option` is one of its options, where one of them is meant."""

    block: Block
    field: FormField
    option: Option | None = None


@dataclass(frozen=True, slots=True)
class Press:
    """A button or a link that belongs to no item and needs no value."""

    name: str
    action: str


class Page:
    """A page's outline with its actions, in a language.

    `typed`: no word of what is said about it was misheard. `narration` tells the states of its controls.
    """

    def __init__(
        self,
        outline: Outline,
        actions: Mapping[str, Action],
        language: Language,
        typed: bool = True,
        narration: str = "",
    ) -> None:
        self.outline = outline
        self.actions = actions
        self.language = language
        self.ear = Ear(None if typed else language.speech.sound, language.speech.compounds)
        self.narration = narration
        self._subjects = tuple(_subjects_of(outline))
        self.recorded: list[Any] = []
        """What is told of its lists, tables and choices, once that was asked for (`recording`)."""
        self.heard: dict[tuple[int, int, tuple[str, ...]], frozenset[str]] = {}
        """Of each list, by its `id` and length, and of the stems of a word: which stems in its items that may be."""
        self.stems: dict[int, tuple[frozenset[str], frozenset[str]]] = {}
        """Of each item that was looked for, by its `id`: the stems of its name, and of what stands beside it."""
        self.days: list[date] | None = None
        """The days with a year that stand in its lists, once they were looked for (`values`)."""
        self.named: list[Any] = []
        """What can be named on it, with the stems of its names, once that was looked for (`mentions`)."""
        self._labels: dict[tuple[str, str], str] = {}
        self._looked: dict[str, bool] = {}
        self._meant: dict[str, frozenset[str]] = {}

    def subjects(self) -> tuple[Subject, ...]:
        """Every item and row, in the order of the page."""
        return self._subjects

    @cached_property
    def told(self) -> Mapping[str, str]:
        """The states that the page tells of its controls, by their labels: `on`, or what is chosen."""
        [joint] = self.language.views["told_joint"]
        lines = [line.rstrip(".").partition(joint) for line in self.narration.splitlines() if joint in line]
        return {name.strip().lower(): value.strip() for name, _, value in lines}

    def told_of(self, use: Use) -> str | None:
        """Return the state that the page tells of a control: that of one of several is told with which one it is."""
        which = use.fixed.get("which")
        return self.told.get((f"{use.label} ({which})" if which else use.label).lower())

    @cached_property
    def labels(self) -> Mapping[tuple[int, str], int]:
        """Return how many controls of a block's items have a label, by the `id` of the block and the label."""
        return Counter((id(one.block), use.label) for one in self._subjects for use in one.uses)

    @cached_property
    def titles(self) -> Mapping[int, Use]:
        """The button or link of a row that is its title, by the `id` of the row's subject."""
        rows = [one for one in self._subjects if one.block.kind == "table"]
        stems = {use.label: frozenset(content(use.label, self.language)) for one in rows for use in one.uses}
        holders = Counter(
            (id(one.block), each) for one in rows for each in {stem for use in one.uses for stem in stems[use.label]}
        )
        found = {}
        for one in rows:
            own = set(content(" ".join(one.cells), self.language))
            titles = [
                use
                for use in one.uses
                if self.value_of(use) is None
                and len([each for each in stems[use.label] - own if holders[id(one.block), each] == 1]) >= MOST_APART
            ]
            if len(titles) == 1:
                found[id(one)] = titles[0]
        return found

    @cached_property
    def nouns(self) -> frozenset[str]:
        """The stems of words by which a page speaks of what it has: the names of its parts and of its search."""
        names = [one.name for one in self.outline.blocks]
        names += [one.field.name for one in self.slots() if one.field.kind == "search"]
        return frozenset(stem for name in names for stem in content(name, self.language))

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """The stems of all names on it: of fields and options, of what stands on lists, and of buttons."""
        names = [name for one in self._subjects for name in (one.name, *(use.label for use in one.uses))]
        names += [one.description for one in self.actions.values()]
        stems = {stem for name in names for stem in content(name, self.language)}
        return frozenset(stems.union(*self.field_words))

    @cached_property
    def field_words(self) -> frozenset[frozenset[str]]:
        """The stems of each name of a field, of what it counts, and of an option."""
        names = [name for one in self.slots() for name in (one.field.name, one.field.unit or "")]
        names += [one.option.name for one in self.options() if one.option]
        return frozenset(frozenset(content(name, self.language)) for name in names if name)

    @cached_property
    def _written(self) -> frozenset[str]:
        """The stems of all that items and rows are called, and of what stands in them."""
        texts = {text for one in self._subjects for text in (one.name, *one.cells)}
        return frozenset(stem for text in texts for stem in content(text, self.language))

    @cached_property
    def _beside(self) -> frozenset[str]:
        """The stems that may stand beside the name of an item: words for any thing, and what the lists are called."""
        names = {one.block.name for one in self._subjects}
        return self.language.things | {stem for name in names for stem in content(name, self.language)}

    def may_have(self, phrase: str) -> bool:
        """Tell whether each word of a phrase stands in some item or row: else none of them can be meant by it. It is
        quick, and looks at no item."""
        return all(self._is_written(word) for word in content(phrase, self.language) if word not in self._beside)

    def _is_written(self, word: str) -> bool:
        known = self._looked.get(word)
        if known is None:
            known = word in self._written or any(self.ear.alike(word, other) for other in self._written)
            self._looked[word] = known
        return known

    def slots(self) -> Iterator[Slot]:
        for block in self.outline.blocks:
            for one in block.fields:
                yield Slot(block, one)

    @cached_property
    def presses(self) -> tuple[Press, ...]:
        """Every button and link that stands for itself."""
        used = {use.action for one in self.subjects() for use in one.uses}
        used |= {one.use.action for block in self.outline.blocks for one in block.columns if one.use}
        used |= {one.option.use.action for one in self.options() if one.option and one.option.use}
        found = []
        for action in self.actions.values():
            name = _PRESSED.match(action.description)
            if name and action.id not in used and not action.parameters.get("required"):
                found.append(Press(name[1], action.id))
        return tuple(found)

    def options(self) -> Iterator[Slot]:
        """Every option that can be chosen: of a field, or of a choice, which is as a field of that name."""
        for block in self.outline.blocks:
            for one in block.fields:
                for option in one.options:
                    yield Slot(block, one, option)
            if block.kind == "choice":
                around = FormField(block.name, "choice", options=block.options)
                for option in block.options:
                    yield Slot(block, around, option)

    def fit(self, phrase: str, name: str, beside: str = "") -> Fit:
        more = self.language.things | set(content(beside, self.language)) if beside else self.language.things
        return fit(phrase, name, self.language, beside=more, ear=self.ear)

    def call(self, use: Use | None, **value: Any) -> ActionCall | None:
        """Return the call that operates a control; None where the page has it no more."""
        if use is None or use.action not in self.actions:
            return None
        return ActionCall(use.action, {**use.fixed, **value})

    def value_of(self, use: Use | None) -> str | None:
        """Return the name of the parameter by which a control is given its value."""
        action = self.actions.get(use.action) if use else None
        properties = (action.parameters.get("properties") if action else None) or {}
        return next((name for name in VALUES if name in properties), None)

    def field_of(self, use: Use) -> FormField | None:
        """Return the field that a control of an item or a row is; None where it takes no value."""
        name = self.value_of(use)
        kind = _KINDS.get(name or "")
        action = self.actions.get(use.action)
        if kind is None or action is None or name is None:
            return None
        schema = action.parameters["properties"][name]
        options = tuple(Option(str(one)) for one in schema.get("enum", ())) if kind == "choice" else ()
        low, high = schema.get("minimum"), schema.get("maximum")
        return FormField(use.label, kind, use=use, options=options, minimum=low, maximum=high)

    def held(self, subject: Subject, field: FormField) -> str | float | None:
        """Return what a field of a row holds: the text of the cell under the head that is called like it, or what the
        page tells of it."""
        label = set(content(self.label_of(field.use, subject.name) if field.use else field.name, self.language))
        for column, cell in zip(subject.block.columns, subject.cells, strict=False):
            words = set(content(column.name, self.language))
            if words and words <= label and cell.strip():
                return amount(cell) if field.kind == "number" else cell
        told = self.told_of(field.use) if field.use else None
        return amount(told) if told and field.kind == "number" else told

    def switches(self, use: Use) -> bool:
        return self.value_of(use) == "to"

    def label_of(self, use: Use, name: str) -> str:
        """Return a control's label without the name of the thing that it belongs to: `Less` of `Less Hex bolt`."""
        known = self._labels.get((use.label, name))
        if known is None:
            known = self._labels[use.label, name] = self._own_label(use, name)
        return known

    def _own_label(self, use: Use, name: str) -> str:
        if name and name != use.label and name in use.label:
            return use.label.replace(name, " ").strip(" :,\u2013-") or use.label
        own = set(content(name, self.language))
        words = [word for word in re.findall(r"[^\s:,]+", use.label) if not set(content(word, self.language)) & own]
        return " ".join(words) or use.label

    def is_of_all(self, calls: Sequence[ActionCall]) -> bool:
        """Tell whether each of some calls operates a control that is for all of a list, and says so: `Select all`."""
        every = {*self.language.views["every"]}
        used = {use.action for one in self.subjects() for use in one.uses}
        named = [self.actions[one.action_id] for one in calls if one.action_id in self.actions]
        says = [not every.isdisjoint(one.description.lower().split()) and one.id not in used for one in named]
        return bool(says) and len(says) == len(calls) and all(says)

    def plain_name(self, action: Action) -> str:
        """Return what a button or a link is called, as it stands on it."""
        name = _PRESSED.match(action.description)
        return name[1] if name else action.description

    def other_state(self, call: ActionCall) -> str:
        """Return the state that a switch was not given by a call."""
        return "off" if call.parameters.get("to") == "on" else "on"

    @cached_property
    def _owners(self) -> Mapping[tuple[str, frozenset[tuple[str, str]]], tuple[Subject, Use]]:
        pairs = [(one, use) for one in self.subjects() for use in one.uses]
        return {(use.action, _fixed(use.fixed)): (one, use) for one, use in reversed(pairs)}

    def owner(self, call: ActionCall) -> tuple[Subject, Use] | None:
        """Return the item that a call is made to, with the control of it that it operates; None where it is of none."""
        return self._owners.get((call.action_id, _fixed(call.parameters)))

    def selects(self, call: ActionCall) -> bool:
        """Tell whether a call only ticks an item, to do something with it next."""
        found = self.owner(call)
        if found is None or not self.switches(found[1]):
            return False
        one, use = found
        own = set(content(self.label_of(use, one.name), self.language))
        ticks = {each for name in self.language.views["selecting"] for each in content(name, self.language)}
        return bool(own & ticks) and own - set(content(" ".join(one.cells), self.language)) <= ticks

    def use_for(self, uses: tuple[Use, ...], meaning: str, name: str = "", *, whole: bool = False) -> Use | None:
        """Return the control whose label means that (`labels` of the language's file); `name` is whose it is.

        `whole`: the label says nothing else, as that of `Add to cart` does for `add`.
        """
        labels = self.language.labels[meaning]
        stems = self._meant.get(meaning)
        if stems is None:
            stems = frozenset(" ".join(content(label, self.language)) or label for label in labels)
            self._meant[meaning] = stems
        leads: Use | None = None
        for use in uses:
            label = self.label_of(use, name).strip().lower()
            words = content(label, self.language)
            if label in labels or " ".join(words) in stems:
                return use
            # `Delete task` will do where no control says nothing but that: `Remove star` beside `Delete` is another.
            leads = leads or (use if words and words[0] in stems else None)
        return None if whole else leads


def _fixed(parameters: Mapping[str, Any]) -> frozenset[tuple[str, str]]:
    """Return the parts that tell a control apart from others of its action, of the parameters of a call."""
    return frozenset((name, str(one)) for name, one in parameters.items() if name not in VALUES)


def _subjects_of(outline: Outline) -> Iterator[Subject]:
    for block in outline.blocks:
        yield from _told_apart([_of_item(block, at, item) for at, item in enumerate(block.items)])
        place = naming(block)
        for at, row in enumerate(block.rows):
            yield _of_row(block, at, row, place)


def _told_apart(items: list[Subject]) -> Iterator[Subject]:
    """Items whose names are alike without their figures have them in their names: `Plot 3`, `Plot 7`."""
    alike = Counter(one.name for one in items)
    for one in items:
        whole = one.cells[0] if one.cells else one.name
        figure = _NUMBERED.match(whole[len(one.name) :]) if whole.startswith(one.name) else None
        if alike[one.name] > 1 and figure:
            yield replace(one, name=f"{one.name}{figure[0]}", cells=one.cells)
        else:
            yield one


def _of_item(block: Block, at: int, item: Item) -> Subject:
    """Take the label of its box for its name, or what tells its controls apart; else the text before any figure."""
    front = _before_glue(item)
    item = replace(item, name=_unglued(item))
    whole = item.name.lower()
    if title := _title(item):
        return Subject(block, at, title, item.uses, item.on, (item.name,) if title != item.name else ())
    labels = [use.label for use in item.uses if use.label and whole.startswith(use.label.lower())]
    places = {str(use.fixed["which"]) for use in item.uses if "which" in use.fixed}
    within = [one for one in places if one.lower() in whole] if len(places) == 1 else []
    name = _FIGURE.split((labels or within or [item.name])[0])[0].strip() or item.name
    name = _BESIDE.split(name)[0].strip() or name
    name = front if front and name.startswith(f"{front} ") else name
    return Subject(block, at, name, item.uses, item.on, (item.name,) if name != item.name else ())


def _before_glue(item: Item) -> str:
    """Return the text in front of the first place where two texts meet without a blank; empty where none do."""
    own = {word for use in item.uses for word in use.label.split()}
    for match in _GLUED.finditer(item.name):
        word = item.name[: match.start()].split(" ")[-1] + item.name[match.start() :].split(" ")[0]
        if word not in own:
            return item.name[: match.start()]
    return ""


def _unglued(item: Item) -> str:
    """Return the text of an item with a blank wherever two texts meet, but within words that its controls have, too:
    where what tells its controls apart is the same text with more blanks in it, these are right.
    """
    places = {str(use.fixed["which"]).removesuffix("…") for use in item.uses if "which" in use.fixed}
    [place] = places if len(places) == 1 else [""]
    bare, text = "".join(place.split()), item.name
    at = next((at for at in range(len(text) + 1) if "".join(text[:at].split()) == bare), 0)
    if place and at and text[:at] != place:
        return place + text[at:]
    own = {word for use in item.uses for word in use.label.split()}
    return " ".join(word if word in own else _GLUED.sub(" ", word) for word in item.name.split())


def _title(item: Item) -> str:
    """Return the name that the labels of its controls have for an item: `Minutes of the meeting` of `Select …`.

    Of several words, so that it is no part of what is done; empty where they call it nothing, or differ.
    """
    text = f" {item.name} "
    found = set()
    for use in item.uses:
        words = [] if f" {use.label} " in text else use.label.split()
        for begin in range(1, len(words) - 1):
            if f" {' '.join(words[begin:])} " in text:
                found.add(" ".join(words[begin:]))
                break
    return found.pop() if len(found) == 1 else ""


def _of_row(block: Block, at: int, row: TableRow, place: int) -> Subject:
    name = row.cells[place] if place < len(row.cells) else ""
    name = name if name.strip() else next((cell for cell in row.cells if cell.strip()), "")
    return Subject(block, at, name, row.uses, row.on, row.cells)


def naming(block: Block) -> int:
    """Return the column that names the rows: the first of words, not of figures, that is another in each row."""
    for at in range(min((len(row.cells) for row in block.rows), default=0)):
        cells = [row.cells[at].strip() for row in block.rows]
        words = [cell for cell in cells if _WORD.search(cell) and not _CODE.match(cell) and not _COUNT.match(cell)]
        if len(words) == len(cells) and len(set(cells)) == len(cells):
            return at
    return 0


def same(one: Subject, other: Subject) -> bool:
    """Tell whether two are the same thing on a page that may have changed in between."""
    return one.name == other.name and one.block.name == other.block.name and one.block.kind == other.block.kind


def renewed(subject: Subject, page: Page) -> Subject | None:
    """The same thing as it is now; None where it is gone."""
    return next((one for one in page.subjects() if same(one, subject)), None)
