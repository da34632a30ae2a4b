"""Questions about what stands on a page: what is on a list, how many, which is the cheapest, what a row says."""

from collections.abc import Iterator, Sequence

from antiphon.domain.outline import Block
from antiphon.providers.brain._page.figures import SYMBOLS, figure, in_words
from antiphon.providers.brain._page.finding import Finder
from antiphon.providers.brain._page.helping import helped
from antiphon.providers.brain._page.memory import Memory, Plan
from antiphon.providers.brain._page.reading import Reading
from antiphon.providers.brain._page.subjects import Page, Slot, Subject
from antiphon.providers.brain._page.words import Said, content

MOST_NAMES = 10


class Questions:
    """Answers from the page's outline alone. Each method yields the readings that the page allows."""

    def __init__(self, page: Page, memory: Memory) -> None:
        self.page = page
        self.find = Finder(page, memory.about, memory.listed)
        self.language = page.language

    def readings(self, question: str, slots: dict[str, str], weight: int, text: Said) -> Iterator[Reading]:
        for one in getattr(self, f"_{question}")(slots, text):
            yield Reading(question, one.score + weight / 1000, one.plans, one.text)

    def _help(self, slots: dict[str, str], text: Said) -> Iterator[Reading]:
        if told := helped(self.page):
            yield Reading("", 0.9, text=told)

    # Lists

    def _what_is_on(self, slots: dict[str, str], text: Said) -> Iterator[Reading]:
        state = self.language.state_in(text.text.replace(slots.get("place") or "\n", " "))
        for block in self._blocks(slots):
            entries = [one for one in self._entries(block) if state is None or one.on is state]
            if block.kind == "table" and state is not None:
                continue
            where = block.name or self.language.say("the_list")
            if not entries:
                yield Reading("", 0.7, text=self.language.say("nothing_there", place=where))
                return
            yield Reading(
                "", 0.7, text=self.language.say("list", place=where, names=listed([one.name for one in entries]))
            )

    def _how_many(self, slots: dict[str, str], text: Said) -> Iterator[Reading]:
        state = self.language.state_in(text.text)
        for block in self._blocks(slots):
            if state is not None and not any(item.on is not None for item in block.items):
                continue
            entries = [one for one in self._entries(block) if state is None or one.on is state]
            yield Reading("", 0.68, text=self.language.say("count", count=str(len(entries))))

    def _blocks(self, slots: dict[str, str]) -> list[Block]:
        """The list that is asked about: by its name, by what is counted, or the only one there is."""
        if slots.get("place"):
            return self.find.blocks(slots["place"])
        lists = [one for one in self.page.outline.blocks if one.items or one.rows]
        group = slots.get("group") or ""
        words = [word for word in content(group, self.language) if word not in self._states()]
        named = [one for one in lists if words and all(word in content(one.name, self.language) for word in words)]
        if named:
            return named[:1]
        things = self.language.things
        if words and not all(word in things for word in words):
            return []
        ticked = [one for one in lists if any(item.on is not None for item in one.items)]
        about = self.find.about
        if isinstance(about, Subject) and any(one.name == about.block.name for one in lists):
            return [one for one in lists if one.name == about.block.name][:1]
        return lists if len(lists) == 1 else ticked[:1] if len(ticked) == 1 else []

    def _states(self) -> set[str]:
        return {
            self.language.stem(word)
            for state in ("done", "open")
            for phrase in self.language.words[state]
            for word in phrase.split()
        }

    def _entries(self, block: Block) -> list[Subject]:
        return [one for one in self.page.subjects() if one.block is block]

    # Tables

    def _row(self, slots: dict[str, str], text: Said) -> Iterator[Reading]:
        found = self.find.subjects(slots["item"])
        if len(found) == 1:
            subject, fit = found[0]
            yield Reading("", 0.6 * fit.score, (Plan(about=subject),), self._told(subject))

    def _told(self, subject: Subject) -> str:
        if not subject.block.rows:
            state = "" if subject.on is None else f" ({self.language.say('on' if subject.on else 'off')})"
            return f"{' '.join(subject.cells) or subject.name}{state}."
        return self.language.say("row", cells=", ".join(subject.told()))

    def _cell(self, slots: dict[str, str], text: Said) -> Iterator[Reading]:
        found = self.find.subjects(slots["item"])
        if len(found) != 1 or not found[0][0].cells:
            return
        subject, fit = found[0]
        price = figure(" ".join(subject.cells), SYMBOLS["price"]) if not subject.block.rows else None
        if price is not None and text.text.startswith(self.language.ordered["price_asked"]):
            told = self.language.say("cell", name=subject.name, value=in_words(price, self.language.speech.decimal))
            yield Reading("", 0.72 * fit.score + 0.1, (Plan(about=subject),), told)
        for at, column in enumerate(subject.block.columns):
            if (
                not column.name
                or at >= len(subject.cells)
                or not subject.cells[at].strip()
                or subject.cells[at] == subject.name
            ):
                continue
            words = content(column.name, self.language)
            asked = slots.get("column")
            fits = (
                self.page.fit(asked, column.name).said > 0.99
                if asked and content(asked, self.language)
                else self._asks_for(text.text, words)
            )
            if fits:
                told = self.language.say("cell", name=subject.name, value=f"{column.name} {subject.cells[at]}")
                yield Reading("", 0.72 * fit.score + 0.1, (Plan(about=subject),), told)

    def _asks_for(self, text: str, column: Sequence[str]) -> bool:
        """`how much is it` asks for a price, `where` for a place."""
        for lead, words in self.language.asks.items():
            if text.startswith(lead) and self.language.stemmed(words) & set(column):
                return True
        return False

    # Fields and states

    def _value(self, slots: dict[str, str], text: Said) -> Iterator[Reading]:
        counts = text.text.split(" ", 1)[0] in self.language.words["number_asked"]
        for slot in self.find.fields(slots["field"]):
            if counts and slot.field.kind != "number":
                continue
            if isinstance(slot.field.value, bool) and text.text.split()[0] in self.language.asked.words["choosing"]:
                continue
            yield Reading("", 0.7, (Plan(about=slot),), self._of_field(slot))

    def _of_field(self, slot: Slot) -> str:
        field = slot.field
        value = field.value
        if field.kind == "choice" and value is None:
            value = next((one.name for one in field.options if one.on), None)
        if value is None or value == "":
            return self.language.say("empty_field", name=field.name)
        if isinstance(value, bool):
            value = self.language.say("switched_on" if value else "switched_off")
        if isinstance(value, float) and value == int(value):
            value = int(value)
        return self.language.say("field", name=field.name, value=" ".join(filter(None, (str(value), field.unit))))

    def _is_it(self, slots: dict[str, str], text: Said) -> Iterator[Reading]:
        if slots.get("field"):
            state = any(text.text.endswith(f" {one}") for one in self.language.words["on"])
            for slot in self.find.fields(slots["field"]):
                if isinstance(slot.field.value, bool):
                    right = slot.field.value is state
                    yield Reading(
                        "",
                        0.74,
                        (Plan(about=slot),),
                        f"{self.language.say('yes' if right else 'no')} {self._of_field(slot)}",
                    )
            return
        if slots.get("place"):
            blocks = self.find.blocks(slots["place"])
            if blocks:
                there = bool(self.find.subjects(slots["item"], blocks))
                yield Reading("", 0.7, text=self.language.say("yes" if there else "no"))
            return
        wanted = self.language.state_in(text.text) if slots.get("state") else True
        found = self.find.subjects(slots.get("item") or slots.get("deed") or "")
        if len(found) == 1 and found[0][0].on is not None and wanted is not None:
            subject = found[0][0]
            word = self.language.say("yes" if subject.on is wanted else "no")
            yield Reading("", 0.7, (Plan(about=subject),), f"{word} {self._told(subject)}")


def listed(names: Sequence[str]) -> str:
    told = list(names[:MOST_NAMES])
    more = len(names) - len(told)
    return ", ".join(told) + (f", … (+{more})" if more else "")
