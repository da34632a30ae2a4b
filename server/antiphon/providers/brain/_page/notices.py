"""Read what somebody wants to be told of, or no more: `stop bothering me about batteries`, `warn me when it freezes`.

That switches a box among those that are about being told (`notice_words` of the language's file), or sets a choice of
them to the option that says never.
"""

from collections.abc import Iterator

from antiphon.domain.actions import ActionCall
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.other_words import meaning_of
from antiphon.providers.brain._page.reading import Reader, Reading
from antiphon.providers.brain._page.subjects import Slot
from antiphon.providers.brain._page.words import Said, content

SCORE = 0.9
LEAST = 0.5
"""Such a share of what was said must be in the name of the box."""


class Notices(Reader):
    """Reads what is to be told, and what not."""

    def readings(self, text: Said) -> Iterator[Reading]:
        """At most one."""
        slots = [one for one in self.page.slots() if self._tells(one)]
        if not slots or text.raw.rstrip().endswith("?"):
            return
        for template in self.page.language.wished.notices:
            match = template.pattern.fullmatch(text.text)
            if not match:
                continue
            [about] = {value.strip() for value in match.groupdict().values() if value} or {""}
            rated = [(share, one) for one in slots if (share := self._share(about, one)) >= LEAST]
            best = max((share for share, _ in rated), default=0.0)
            found = [one for share, one in rated if share == best]
            if len(found) == 1 and (calls := self._calls(found[0], on=template.gesture == "on")):
                before = found[0].field.value
                back = self.calls(found[0], before) if before is not None else ()
                yield Reading("notice", SCORE, (Plan(calls, found[0], back),))
                return

    def _tells(self, slot: Slot) -> bool:
        """Tell whether a field is about what somebody is told."""
        if slot.field.kind not in {"switch", "choice"} or slot.field.locked:
            return False
        names = f"{slot.field.name} {slot.field.group or ''} {slot.block.name}"
        return not self.page.language.stems("notice_words").isdisjoint(content(names, self.page.language))

    def _share(self, about: str, slot: Slot) -> float:
        """The share of what was said that is in the name of a field."""
        spoken = [stem for stem in content(about, self.page.language) if stem not in self._plain]
        own = content(slot.field.name, self.page.language)
        hit = [one for one in spoken if any(self._is_like(one, other) for other in own)]
        return len(hit) / len(spoken) if spoken else 0.0

    @property
    def _plain(self) -> frozenset[str]:
        return self.page.language.stems("notice_plain")

    def _is_like(self, one: str, other: str) -> bool:
        forms = self.page.language.asked.forms(one)
        return other in forms or self.page.ear.alike(one, other) or other in meaning_of(one, self.page.language)

    def _calls(self, slot: Slot, *, on: bool) -> tuple[ActionCall, ...]:
        if slot.field.kind == "switch":
            return self.calls(slot, on)
        if on:
            return ()
        never = [one for one in slot.field.options if set(one.name.lower().split()) & self.page.language.words["none"]]
        return self.calls(slot, never[0].name) if len(never) == 1 else ()
