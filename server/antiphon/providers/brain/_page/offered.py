"""Answer whether a page has something to choose or fill in, and what it still wants to be filled in."""

from collections.abc import Iterator

from antiphon.domain.outline import FormField
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.mentions import Mention, mentions
from antiphon.providers.brain._page.reading import Reading
from antiphon.providers.brain._page.subjects import Page, Slot
from antiphon.providers.brain._page.words import Said, content

SCORE = 0.8
VALUED = frozenset({"number", "date", "time"})
"""Of these it is asked how many there are."""


class Offered:
    """Answers about the fields of one page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def readings(self, text: Said) -> Iterator[Reading]:
        """At most one."""
        lists = self.page.language.words
        lead = next((one for one in self.page.language.ordered["is_there"] if text.text.startswith(f"{one} ")), "")
        words = text.text.split()
        if lead:
            yield from self._is_there(text.after(len(lead)))
        elif words and words[0] in lists["question"] and not lists["wanting"].isdisjoint(words):
            yield from self._missing(words)

    def _is_there(self, rest: Said) -> Iterator[Reading]:
        """`is there parking?`, `do you have a family suite?`: where all words name one field or option."""
        found = [one for one in mentions(self.page, rest) if isinstance(one.meant[0], Slot)]
        if len(found) != 1 or len(found[0].meant) != 1 or not self._is_all(found[0], rest):
            return
        slot = found[0].meant[0]
        if isinstance(slot, Slot) and slot.field.kind not in VALUED:
            yield Reading("offered", SCORE, (Plan(about=slot),), self._told(slot))

    def _is_all(self, mention: Mention, rest: Said) -> bool:
        words = rest.text.split()
        lists = self.page.language.words
        beside = [word for at, word in enumerate(words) if not mention.start <= at < mention.end]
        return not any(
            content(word, self.page.language) and word not in lists["plain"] | lists["soft"] for word in beside
        )

    def _told(self, slot: Slot) -> str:
        say, field = self.page.language.say, slot.field
        if slot.option is not None:
            return say("offered", name=f"{field.name}: {slot.option.name}" if field.name else slot.option.name)
        if field.kind == "switch":
            return say("offered_switch", name=field.name, state=say("switched_on" if field.value else "switched_off"))
        return say("control", names=say("quoted", name=field.name))

    def _missing(self, words: list[str]) -> Iterator[Reading]:
        """`what is still missing?`, of a form that wants something to be filled in."""
        wanted = [one.field for one in self.page.slots() if one.field.required]
        plain = self.page.language.words["plain"] | self.page.language.words["wanting"]
        named = [word for word in words if word not in plain and content(word, self.page.language)]
        if not wanted or named:
            lacking = not self.page.language.words["lacking"].isdisjoint(words)
            if lacking and not named and all(one.on is None for one in self.page.subjects()):
                yield Reading("missing", SCORE, text=self.page.language.say("unknown"))
            return
        names = [self.page.language.say("quoted", name=one.name) for one in wanted if _is_empty(one)]
        say = self.page.language.say
        if not names:
            yield Reading("missing", SCORE, text=say("nothing_missing"))
            return
        told = names[0] if len(names) == 1 else say("both", first=", ".join(names[:-1]), last=names[-1])
        yield Reading("missing", SCORE, text=say("missing" if len(names) == 1 else "missing_more", names=told))


def _is_empty(field: FormField) -> bool:
    if field.kind == "switch":
        return field.value is not True
    if field.kind == "choice" and field.options and any(one.on for one in field.options):
        return False
    return field.value in {None, ""}
