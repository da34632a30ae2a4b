"""Write into a field that is called by a part of its name: `put a bad knee into the injuries box`.

It takes words that say that something is written there (`placing` of the language's file), and one field alone that
all other words of the place are of. `Ruth now, not Sam` is for the one field that holds Sam.
"""

from collections.abc import Iterator
from dataclasses import replace

from antiphon.providers.brain._page.other_words import meaning_of
from antiphon.providers.brain._page.pressing import Pressing
from antiphon.providers.brain._page.reading import Reader, Reading
from antiphon.providers.brain._page.subjects import Slot
from antiphon.providers.brain._page.words import Said, content

SCORE = 0.72
_WRITTEN = frozenset({"text", "long", "email", "tel", "url"})


class Placing(Reader):
    """Reads what is written where."""

    def readings(self, text: Said) -> Iterator[Reading]:
        """At most one."""
        if not self.page.language.by_rules or text.raw.rstrip().endswith("?"):
            return
        yield from self._sent(text) or self._placed(text) or self._instead(text)

    def _sent(self, text: Said) -> list[Reading]:
        """`send the list to lena at posteo dot de`: by the button of the form that asks for an address alone."""
        words = text.text.split()
        at = next((at for at in range(1, len(words) - 1) if words[at] in self.page.language.words["towards"]), None)
        forms = [
            one for one in self.page.outline.blocks if one.submit and [each.kind for each in one.fields] == ["email"]
        ]
        if at is None or len(forms) != 1:
            return []
        press = next(
            Pressing(self.page, self.memory, self.today).readings(text.part(0, text.span(at, at + 1)[0] - 1)), None
        )
        submit = self.page.call(forms[0].submit)
        value = text.verbatim(*text.span(at + 1, len(words)))
        set_ = next((one for one in self.given(Slot(forms[0], forms[0].fields[0]), value, SCORE) if one.plans), None)
        if not press or not set_ or press.plans[0].calls != (submit,):
            return []
        plan = replace(set_.plans[0], calls=(*set_.plans[0].calls, *press.plans[0].calls), back=())
        return [Reading("send", SCORE, (plan,))]

    def _placed(self, text: Said) -> list[Reading]:
        found: dict[str, Reading] = {}
        for template in self.page.language.wished.placing:
            match = template.pattern.fullmatch(text.text)
            if not match:
                continue
            slots = {name.split("__")[0]: match.span(name) for name, value in match.groupdict().items() if value}
            value = text.verbatim(*slots["value"])
            phrase = text.text[slice(*slots["field"])].strip()
            slot = self._meant(phrase)
            if slot is None or self._is_no_value(value, slot):
                continue
            found |= {
                one.plans[0].name + str(one.plans[0].calls): one for one in self.given(slot, value, SCORE) if one.plans
            }
        return list(found.values()) if len(found) == 1 else []

    def _meant(self, phrase: str) -> Slot | None:
        """The one field that all words of a phrase are of, but for such as any field is called by."""
        lists = self.page.language.words
        words = [one for one in phrase.split() if content(one, self.page.language)]
        named = [
            one for one in words if one not in lists["field_said"] | lists["soft"] | lists["things"] | lists["plain"]
        ]
        stems = [stem for one in named or words for stem in content(one, self.page.language)]
        found = [one for one in self._written() if stems and all(self._is_of(stem, one) for stem in stems)]
        if len(found) > 1:
            spoken = {stem for one in words for stem in content(one, self.page.language)}
            whole = [one for one in found if set(content(one.field.name, self.page.language)) == spoken]
            found = whole or found
        return found[0] if len(found) == 1 else None

    def _written(self) -> list[Slot]:
        return [
            one for one in self.page.slots() if one.field.kind in _WRITTEN and one.field.use and not one.field.locked
        ]

    def _is_of(self, stem: str, slot: Slot) -> bool:
        kinds = " ".join(self.page.language.kinds.get(slot.field.kind, ()))
        own = set(
            content(f"{slot.field.name} {kinds if slot.field.kind not in ('text', 'long') else ''}", self.page.language)
        )
        return not own.isdisjoint({stem} | meaning_of(stem, self.page.language))

    def _is_no_value(self, value: str, slot: Slot) -> bool:
        """Tell whether a text only points, or is what the field is called: `put a note on the fridge`."""
        low = value.lower()
        own = set(content(slot.field.name, self.page.language))
        return low in self.page.language.words["subject"] or set(content(low, self.page.language)) <= own

    def _instead(self, text: Said) -> list[Reading]:
        """`they should ring Ruth Hart now, not Sam`: for the field that holds a name, another one."""
        words, lists = text.text.split(), self.page.language.words
        spoken = [text.raw[start:end].strip(" ,.;:!?") for _, start, end in text.places]
        refusing = lists["placed_not"]
        at = next((at for at in range(len(words) - 1, 0, -1) if words[at] in refusing), None)
        if at is None or at + 1 >= len(words):
            return []
        old = [one for one in spoken[at + 1 :] if one.lower() not in lists["little"]]
        behind = at - 1
        while behind >= 0 and words[behind] in lists["soft"] | lists["little"]:
            behind -= 1
        begin = behind + 1
        while begin > 0 and spoken[begin - 1][:1].isupper() and begin - 1 > 0:
            begin -= 1
        new = " ".join(spoken[begin : behind + 1])
        holding = [one for one in self._written() if isinstance(one.field.value, str)]
        holding = [one for one in holding if set(old) <= set(str(one.field.value).split())]
        if not new or not old or not all(one[:1].isupper() for one in old) or len(holding) != 1:
            return []
        return [one for one in self.given(holding[0], new, SCORE) if one.plans]
