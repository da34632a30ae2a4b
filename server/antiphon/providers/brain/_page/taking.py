"""Take what was spoken of: `add it`, `I'll have the first`, `put that one in the basket`, where a control does that."""

from collections.abc import Iterator

from antiphon.domain.outline import Use
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.reading import Reader, Reading
from antiphon.providers.brain._page.subjects import Subject
from antiphon.providers.brain._page.words import Said

SCORE = 0.8
LONGEST = 4
"""Words of what points at a thing: `the second of those`."""


class Taking(Reader):
    """Reads that something is wanted that was spoken of, or that is told by its place."""

    def readings(self, text: Said) -> Iterator[Reading]:
        """At most one: the control by which a thing is put into a cart, or chosen."""
        phrase = self._pointing(text.text)
        found = self.find.pointed(phrase) if phrase else []
        plans = [
            Plan((call,), one, gesture=use.label)
            for one in found
            if (use := self._taking(one)) and (call := self.page.call(use))
        ]
        if len(plans) == 1:
            yield Reading("take", SCORE, tuple(plans))

    def _pointing(self, text: str) -> str:
        """The words that point at a thing, behind those that say that it is wanted; empty where there are none."""
        phrases = self.page.language.asked.phrases
        lead = next((one for one in phrases["wanted"] if text.startswith(f"{one} ")), "")
        tail = next((one for one in phrases["into"] if text.endswith(f" {one}")), "")
        rest = text.removeprefix(lead).removesuffix(tail).strip() if lead else ""
        rest = rest.removesuffix(next((one for one in phrases["of_those"] if rest.endswith(f" {one}")), "")).strip()
        words = self.page.language.bare(rest).split()
        is_pointing = rest in self.page.language.words["subject"] or (bool(words) and self.find.is_place(words[0]))
        return rest if is_pointing and len(words) <= LONGEST else ""

    def _taking(self, subject: Subject) -> Use | None:
        """The one control of a thing that puts it into a cart."""
        uses = [one for one in subject.uses if self.page.language.is_like(one.label, "cart")]
        return uses[0] if len(uses) == 1 else None
