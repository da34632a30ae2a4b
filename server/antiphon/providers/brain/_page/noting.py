"""Write into a field word for word, behind a colon: `write on the fridge note: party on Saturday, and pin it`.

What is added to what stands there is put behind it. A last `and pin it` presses the button of that name.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from antiphon.domain.actions import ActionCall
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.reading import Reader, Reading
from antiphon.providers.brain._page.subjects import Slot
from antiphon.providers.brain._page.words import Said, content

SCORE = 0.72
SURE = 0.99
LONGEST_LEAD = 9
"""Words in front of the colon."""
_ENDED = (".", "!", "?", ",", ";", ":")
_WRITTEN = frozenset({"text", "long"})


class Noting(Reader):
    """Reads what is written down as it was said."""

    def readings(self, text: Said) -> Iterator[Reading]:
        """At most one."""
        words = text.text.split()
        lists = self.page.language.words
        at = next((at for at in range(1, min(len(words), LONGEST_LEAD)) if self._is_colon(text, at)), None)
        if at is None and words[:1] and words[0] in lists["noting_that"]:  # `write that we arrive late`
            at = next(
                (at + 1 for at in range(1, min(len(words) - 1, LONGEST_LEAD)) if words[at] in lists["that"]), None
            )
        if at is None or words[0] not in lists["writing"] | lists["appending"]:
            return
        appends = words[0] in lists["appending"]
        lead = [word for word in words[1:at] if word not in lists["that"]]
        slots = self._slots(" ".join(lead), appends=appends)
        if len(slots) != 1:
            return
        [slot] = slots
        value = text.raw[text.places[at][1] :].strip()
        value, press = self._pressed_behind(value, slot)
        one = value.count(".") == 1 and value.endswith(".")
        value = value[:-1] if one else value
        old = slot.field.value if isinstance(slot.field.value, str) else ""
        if appends and old:
            value = f"{old}{'' if old.endswith(_ENDED) else '.'} {value}"
        for reading in self.given(slot, value, SCORE):
            plans = tuple(replace(plan, calls=(*plan.calls, *press)) for plan in reading.plans)
            yield replace(reading, gesture="note", plans=plans)

    def _is_colon(self, text: Said, at: int) -> bool:
        return text.raw[: text.places[at][1]].rstrip().endswith(":")

    def _slots(self, phrase: str, *, appends: bool) -> list[Slot]:
        """The field that the words in front of the colon name; the last that was written in, where they name none."""
        lists = self.page.language.words
        words = [word for word in phrase.split() if word not in lists["placing"] | lists["placed"] | lists["particles"]]
        bare = " ".join(words)
        written = [one for one in self.page.slots() if one.field.kind in _WRITTEN and not one.field.locked]
        about = self.memory.about
        if appends and not content(bare, self.page.language) and isinstance(about, Slot):
            return [one for one in written if one.field.name == about.field.name][:1]
        long = [one for one in written if one.field.kind == "long"]
        if not bare:
            return long if len(long) == 1 else []
        within = [one for one in long if self.page.fit(bare, one.block.name).said > SURE]
        exact = self.find.fields(bare, written) or (within if len(within) == 1 else [])
        kinds = {stem for one in self.page.language.kinds["long"] for stem in content(one, self.page.language)}
        called = set(content(bare, self.page.language)) <= kinds
        return exact or (long if called and len(long) == 1 else [])

    def _pressed_behind(self, value: str, slot: Slot) -> tuple[str, tuple[ActionCall, ...]]:
        """Split `…, and pin it` off, where a button of the form is called so."""
        joins = "|".join(map(re.escape, self.page.language.ordered["joins"]))
        pointing = "|".join(map(re.escape, sorted(self.page.language.words["subject"], key=len, reverse=True)))
        match = re.fullmatch(rf"(.+?)[,.;]?\s+(?:{joins})\s+([\w-]+)\s+(?:{pointing})[.!]?", value, re.IGNORECASE)
        submit = slot.block.submit
        call = self.page.call(submit) if submit else None
        if (
            match
            and submit
            and call
            and set(content(match[2], self.page.language)) & set(content(submit.label, self.page.language))
        ):
            return match[1].strip(), (call,)
        return value, ()

    def appended(self, done: Plan | None, text: Said) -> Iterator[Reading]:
        """`and pin it`: the button of the form that was written in, by its verb."""
        words = text.text.split()
        lists = self.page.language.words
        if (
            done is None
            or not isinstance(done.about, Slot)
            or len(words) < 2
            or " ".join(words[1:]) not in lists["subject"]
        ):
            return
        form = next((one for one in self.page.outline.blocks if one.name == done.about.block.name and one.submit), None)
        verb = content(words[0], self.page.language)
        if form and form.submit and verb and verb == content(form.submit.label, self.page.language)[: len(verb)]:
            call = self.page.call(form.submit)
            yield from [Reading("submit", SCORE, (Plan((call,), done.about),))] if call else []
