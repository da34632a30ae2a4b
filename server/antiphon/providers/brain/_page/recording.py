"""Take the items and rows of a page apart into facts, with the states of their controls that its narration tells."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from antiphon.domain.outline import Use
from antiphon.providers.brain._page.moments import found_in, without_moments
from antiphon.providers.brain._page.offers import offers
from antiphon.providers.brain._page.parted import parts_of
from antiphon.providers.brain._page.records import Collection, Fact, Record, is_who
from antiphon.providers.brain._page.subjects import Page, Subject
from antiphon.providers.brain._page.told_lists import told_lists
from antiphon.providers.brain._page.words import content

_LETTERS = re.compile(r"[^\W\d_]{2}")
_PARTED = re.compile(r"\S\s*(?:·|,)\s*$")
_NUMBERED = re.compile(r"^\s+#?\d+\b")
_STARS = re.compile(r"[★☆⭐]{2,}")
_SIGN = re.compile(r"[€$£¥]|(?<![★☆])[★☆]")
_END = re.compile(r"[^\w)\]!?.'\"\u2019\u201d]+$")
_CUT = re.compile(r"\s(?:\u2013|\u2014|-|·)\s|\s?\(|[€$£¥★☆]|\s\d|\s(?=\S+@)")
_DISABLED = re.compile(r"^“(.+)” is disabled(?:: (.+))?\.$", re.MULTILINE)
"""As the page's narration tells the states of controls (`observe`)."""


def collections(page: Page) -> list[Collection]:
    """Every list, table and choice of a page, with what is told of its entries."""
    if not page.recorded:
        page.recorded.append(_collections(page))
    found: list[Collection] = page.recorded[0]
    return found


def _collections(page: Page) -> list[Collection]:
    language = page.language
    disabled = _DISABLED.findall(page.narration)
    turns = any(page.use_for((use,), "next") for use in _presses(page))
    reader = _Reader(page, disabled)
    found: list[Collection] = []
    days: list[list[Record]] = []
    for block in page.outline.blocks:
        subjects = [one for one in page.subjects() if one.block is block]
        if not subjects:
            continue
        records = reader.records(subjects)
        if block.kind == "list" and found_in(block.name, language.asked.calendar):
            days.append([_of_day(one, block.name) for one in records])
            continue
        found.append(Collection(block.name, block.kind, tuple(records), goes_on=turns and block.kind == "table"))
    if len(days) == 1:
        found.append(Collection(days[0][0].of, "list", tuple(days[0])))
    elif days:
        found.append(Collection("", "list", tuple(one for day in days for one in day)))
    return [*found, *told_lists(page, reader.records), *offers(page, reader.records)]


def _presses(page: Page) -> Iterator[Use]:
    for press in page.presses:
        yield Use(press.name, press.action)


def _of_day(record: Record, day: str) -> Record:
    return replace(record, of=day, facts=(*record.facts, Fact("", day)))


class _Reader:
    """Takes subjects apart. `disabled` are the controls that cannot be used at the moment."""

    def __init__(self, page: Page, disabled: Sequence[tuple[str, str]]) -> None:
        self.page = page
        self.language = page.language
        self.disabled = disabled
        self.options: dict[str, list[str]] = {}
        for slot in page.options():
            if slot.option and slot.option.name:
                self.options.setdefault(slot.option.name.lower(), []).append(slot.field.name)
        for slot in page.slots():
            if slot.field.kind == "switch" and slot.field.group:
                self.options.setdefault(slot.field.name.lower(), []).append(slot.field.group)

    def records(self, subjects: Sequence[Subject]) -> list[Record]:
        labels = Counter(use.label for one in subjects for use in one.uses)
        found = [self._record(one, labels) for one in subjects]
        return _marked(self._left_out(_told_apart(found)))

    def _record(self, subject: Subject, labels: Mapping[str, int]) -> Record:
        if subject.block.columns or subject.block.kind == "table":
            text = ""
            name, facts = subject.name, list(self._of_row(subject))
            spoken = self._spoken(subject, facts)
        else:
            name, facts = self._of_item(subject)
            spoken = name
            text = self._plain(subject.cells[0] if subject.cells else subject.name)
        told = {content(one.head, self.language) for one in facts if one.text}
        texts = {(frozenset(content(one.head, self.language)), one.text) for one in facts if one.head and one.text}
        facts += [one for one in self._of_controls(subject, name, labels) if self._is_new(one, told, texts)]
        return Record(subject, name, tuple(facts), self.language, spoken, text)

    def _is_new(self, fact: Fact, told: set[tuple[str, ...]], texts: set[tuple[frozenset[str], str]]) -> bool:
        head = content(fact.head, self.language)
        again = any(words and words <= set(head) and text == fact.text for words, text in texts)
        return not fact.head or (head not in told and not again)

    # Rows

    def _of_row(self, subject: Subject) -> Iterator[Fact]:
        words = self.language.words
        for at, cell in enumerate(subject.cells):
            head = subject.block.columns[at].name.strip(" ▲▼↑↓") if at < len(subject.block.columns) else ""
            if not cell.strip():
                continue
            low = cell.strip().lower()
            on = True if low in {"yes", "✓", "✔"} & (words["on"] | {"✓", "✔"}) else None
            on = False if low in words["no"] else on
            yield Fact(head, cell.strip(), on, tuple(self.options.get(low, ())))

    def _spoken(self, subject: Subject, facts: Sequence[Fact]) -> str:
        """`Order #1045 (Emma Schulz)`: a name of figures alone is told with its head, and with whose it is."""
        own = next((one for one in facts if one.text == subject.name), None)
        if own is None or (_LETTERS.search(subject.name) and not found_in(subject.name, self.language.asked.calendar)):
            return subject.name
        whose = next(
            (one.text for one in facts if one is not own and is_who(one, self.language) and "…" not in one.text), ""
        )
        told = f"{own.head} {subject.name}".strip()
        return f"{told} ({whose})" if whose and _LETTERS.search(whose) and own.head else told

    # Items

    def _of_item(self, subject: Subject) -> tuple[str, list[Fact]]:
        whole = self._without_boxes(subject, subject.cells[0] if subject.cells else subject.name)
        facts: list[Fact] = []
        for mark, meaning in self.language.asked.marks.items():
            if mark in whole:
                whole = whole.replace(mark, " ").strip()
                facts.append(Fact(meaning, "", True))
        name = self._called(subject, whole)
        before, _, after = whole.partition(name)
        rest, moments = without_moments(f"{before} · {after}", self.language.asked.calendar)
        rest = _STARS.sub(r" · \g<0> · ", rest)
        told = parts_of(_SIGN.sub(r" · \g<0>", rest), self.language, self.options)
        facts += [self._part(one) for one in (*moments, *told) if one.strip(" .")]
        return name, facts

    def _without_boxes(self, subject: Subject, whole: str) -> str:
        """An item's text without the labels of its boxes, which say `Paid` whether it is or not, behind its name."""
        for use in subject.uses:
            if self.page.switches(use) and whole.endswith(f" {use.label}"):
                whole = whole.removesuffix(use.label).strip()
        return whole

    def _part(self, text: str) -> Fact:
        text = text.strip(" .\u2013\u2014-")
        bare = text.partition(" ")[2] if text.partition(" ")[0].lower() in self.language.words["little"] else text
        return Fact("", text, None, tuple(self.options.get(text.lower()) or self.options.get(bare.lower()) or ()))

    def _called(self, subject: Subject, whole: str) -> str:
        """The part of its text by which its controls call it: `Stand-up` of `Delete Stand-up`; else up to a figure."""
        tails = []
        for label in (self._plain(use.label) for use in subject.uses if not use.fixed):
            words = label.split() if label not in whole else []
            tails += [" ".join(words[at:]) for at in range(1, len(words))]
        # What is told last of it, `· heard` of `Mark as heard`, is none.
        within = [one for one in tails if f" {one} " in f" {whole} " and not _PARTED.search(whole.removesuffix(one))]
        if within:
            return max(within, key=len)
        fixed = {str(use.fixed["which"]) for use in subject.uses if "which" in use.fixed}
        calendar = self.language.asked.calendar
        named = [one for one in fixed if one in whole and one != whole and not found_in(one, calendar)]
        if named:
            return max(named, key=len)
        labels = [use.label for use in subject.uses if use.label and use.label in whole and use.label != whole]
        labels += [use.label for use in subject.uses if use.label == whole and self.page.switches(use)]
        if labels:
            return max(labels, key=len)
        text = without_moments(whole, calendar)[0].strip(" ·")
        first = _END.sub("", _CUT.split(text.split(" · ")[0])[0].strip(" ,;:"))
        return first if first and first in whole else subject.name

    def _plain(self, text: str) -> str:
        for mark in self.language.asked.marks:
            text = text.replace(mark, " ")
        return text.strip()

    def _of_controls(self, subject: Subject, name: str, labels: Mapping[str, int]) -> Iterator[Fact]:
        """The states of its controls, as far as no other thing has a control of the same name."""
        for use in subject.uses:
            if labels[use.label] > 1 and "which" not in use.fixed:
                continue
            head = self._own_label(use, name, subject.cells)
            value = self.page.told_of(use)
            if value in {"on", "off"}:
                yield Fact(self._head(head, subject), "", value == "on")
            elif value is not None and head:
                yield Fact(head.strip(" :"), value, None, tuple(self.options.get(value.lower(), ())))
        box = next((one for one in subject.uses if self.page.switches(one)), None)
        if subject.on is not None and (box is None or self.page.told_of(box) is None or labels[box.label] > 1):
            head = self._own_label(box, name) if box else ""
            yield Fact(self._head(head, subject), "", subject.on)

    def _own_label(self, use: Use, name: str, cells: Sequence[str] = ()) -> str:
        """A control's label without the name of its thing: `Urgent` of `Urgent: Clean the bathroom`; or what else it is
        told by, `Assignee` of `Assignee of 1041`."""
        code = next((one for one in cells if one.strip() and use.label.endswith(f" {one}")), "")
        if code and len(words := use.label.removesuffix(code).split()) > 1:
            return " ".join(words[:-1] if words[-1].lower() in self.language.words["little"] else words)
        if name and name in use.label:
            return use.label.replace(name, "").strip(" :")
        return self.page.label_of(use, name)

    def _head(self, label: str, subject: Subject) -> str:
        """Return the head for a box in a row: that of its blank cell, where its label has that word."""
        words = set(content(label, self.language))
        for column, cell in zip(subject.block.columns, subject.cells, strict=False):
            own = set(content(column.name, self.language))
            if own and own <= words and not cell.strip():
                return column.name
        return label.strip(" :")

    # What stands of some only

    def _left_out(self, records: list[Record]) -> list[Record]:
        """`Sold out` is told of the one that lacks a control that all others have, and has a disabled one instead; and
        the reason why a control is disabled, of those that lack it."""
        counts = Counter(label for one in records for label in {use.label for use in one.subject.uses})
        common = {label for label, count in counts.items() if len(records) > 2 and count > len(records) / 2}
        lacking = [one for one in records if common - {use.label for use in one.subject.uses}]
        loose = [label for label, _ in dict.fromkeys(self.disabled) if label not in counts]
        reasons = [reason for label, reason in dict.fromkeys(self.disabled) if label in common and reason]
        told = (loose if len(lacking) == 1 else []) or (reasons if lacking else [])
        if len(told) != 1:
            return records
        fact = Fact("", told[0])
        return [replace(one, facts=(*one.facts, fact)) if one in lacking else one for one in records]


def _told_apart(records: list[Record]) -> list[Record]:
    """Those that are called alike with what tells them apart: `Parcel 231`, `Parcel 240`."""
    called = Counter(one.spoken for one in records)
    found = []
    for one in records:
        figure = _NUMBERED.search(one.text.partition(one.spoken)[2]) if called[one.spoken] > 1 else None
        found.append(replace(one, spoken=f"{one.spoken}{figure[0]}") if figure else one)
    return found


def _marked(records: list[Record]) -> list[Record]:
    """A mark that some have is one that the others have not; `Remove star` stands where others have `Star`."""
    if not records:
        return records
    language = records[0].language
    verbs = language.asked.phrases["removing"]
    labels = {use.label.lower() for one in records for use in one.subject.uses}
    pairs = {f"{verb} {label}": label for label in labels for verb in verbs if f"{verb} {label}" in labels}
    each = [{use.label.lower() for use in one.subject.uses} for one in records]
    pairs = {taken: label for taken, label in pairs.items() if not any({taken, label} <= own for own in each)}
    marks = {fact.head for one in records for fact in one.facts if fact.head in language.asked.marks.values()}
    found = []
    for one in records:
        own = {use.label.lower() for use in one.subject.uses}
        facts = list(one.facts)
        for taken, label in pairs.items():
            if taken in own or label in own:
                facts.append(Fact(label, "", taken in own))
        facts += [Fact(mark, "", False) for mark in marks if not any(fact.head == mark for fact in one.facts)]
        found.append(replace(one, facts=tuple(facts)))
    return found
