"""Answer questions about the fields of a page: what is set, what is on, how warm it is, what a choice costs."""

from collections.abc import Sequence

from antiphon.domain.outline import FormField
from antiphon.providers.brain._page.figures import SYMBOLS, figure
from antiphon.providers.brain._page.inquiry import Inquiry, Limit
from antiphon.providers.brain._page.moments import found_in
from antiphon.providers.brain._page.questions import listed
from antiphon.providers.brain._page.subjects import Page, Slot
from antiphon.providers.brain._page.words import content

COUNTED = frozenset({"amount", "length", "number", "degree"})
"""Roles of leads that ask for a figure."""


class FieldAnswers:
    """Answers from the fields of one page. `slot` is the field that the last answer was about."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.language = page.language
        self.asked = page.language.asked
        self.slot: Slot | None = None

    def text(self, inquiry: Inquiry) -> str:
        """The answer; empty where no field, or more than one, is asked about."""
        if inquiry.whether and (inquiry.period or (inquiry.any and not self._is_counted(inquiry))):
            return ""
        if inquiry.period and inquiry.role != "when":
            return ""
        if inquiry.limit and inquiry.whether:
            return self._compared(inquiry, inquiry.limit)
        if inquiry.limit or inquiry.best or inquiry.counts or inquiry.sums or inquiry.averages:
            return ""
        found = self._asked_for(inquiry)
        if len(found) != 1:
            return ""
        field = found[0].field
        if self._names_another(field, inquiry):
            return ""
        self.slot = found[0]
        if inquiry.whether:
            return self._whether(field, inquiry)
        if not self.value(field) and not set(content(field.name, self.language)) <= inquiry.hints:
            return ""
        return self.told(field)

    def _names_another(self, field: FormField, inquiry: Inquiry) -> bool:
        """`what does Anna teach?`: not what is chosen of a field of which `Anna` is another option."""
        if inquiry.whether or field.kind != "choice" or inquiry.role not in {"what", "which", "when", "where", "who"}:
            return False
        own = set(content(self.value(field), self.language)) | self._name(field)
        options = {word for one in field.options for word in content(one.name, self.language)}
        return any(word in options - own for word in inquiry.words)

    def _compared(self, inquiry: Inquiry, limit: Limit) -> str:
        """`is it warmer than 20 degrees?`: of the one field with a figure that is meant."""
        found = []
        for slot in self.page.slots():
            own = self._name(slot.field)
            named = all(self._is_in(word, own) for word in inquiry.words)
            if named and isinstance(slot.field.value, int | float) and not isinstance(slot.field.value, bool):
                found += [slot] if inquiry.words or limit.columns & own else []
        if len(found) != 1 or limit.value is None:
            return ""
        self.slot = found[0]
        return self._yes_or_no(limit.holds(float(found[0].field.value or 0), limit.value), found[0].field)

    def is_named_alone(self, inquiry: Inquiry) -> bool:
        """Tell whether a question has the name of the choice that it was answered from, and no other word."""
        if self.slot is None or self.slot.field.kind != "choice":
            return False
        taking = self.language.stemmed(self.asked.words["taking"])
        named = set(self.slot.field.name.lower().split())
        measured = not self.language.counted_in.keys().isdisjoint(inquiry.said)
        own = set(content(self.slot.field.name, self.language))
        return named <= set(inquiry.said) and not measured and set(inquiry.words) - taking == own

    def _is_counted(self, inquiry: Inquiry) -> bool:
        """`are there any children?`: of a field that holds a number, that asks for no thing on the page."""
        return any(slot.field.kind == "number" for slot in self._asked_for(inquiry))

    def _asked_for(self, inquiry: Inquiry) -> list[Slot]:
        """The fields that explain all words of a question, by their names, their groups, or what can be chosen."""
        lead = self.language.stemmed(self.language.asks.get(inquiry.lead, ()))
        rated: list[tuple[float, Slot]] = []
        taking = self.language.stemmed(self.asked.words["taking"])
        words = [word for word in inquiry.words if word not in taking]
        words = [word for word in words if word not in self.asked.words["particles"]] or words
        switches = self.language.words["on"] | self.language.words["off"]
        switched = inquiry.whether and inquiry.said[-1] in switches
        for slot in self.page.slots():
            own = self._name(slot.field)
            around = {*content(slot.field.group or "", self.language), *content(slot.block.name, self.language)}
            options = {word for one in slot.field.options for word in content(one.name, self.language)}
            named = [word for word in words if self._is_in(word, own)]
            full = set(content(slot.field.name, self.language))
            is_called = bool(full) and full <= inquiry.hints and not inquiry.whether
            chosen = [word for word in words if word not in named and self._is_in(word, options)]
            placed = [word for word in words if word not in named + chosen and self._is_in(word, around)]
            if inquiry.whether and not self._is_named(slot.field, named):
                continue
            all_ = len(named) + len(chosen) + len(placed) == len(words)
            if not self._can_be(slot.field, inquiry) or (switched and not isinstance(slot.field.value, bool)):
                continue
            by_lead = bool(lead & own) and inquiry.role in COUNTED
            if all_ and (named or by_lead or is_called):
                rated.append(
                    (is_called + len(named) + 2 * by_lead + 0.5 * len(chosen) + len(named) / (1 + len(own)), slot)
                )
        best = max((value for value, _ in rated), default=0.0)
        return [slot for value, slot in rated if value > best - 0.01]

    def _is_named(self, field: FormField, named: Sequence[str]) -> bool:
        """Tell whether most of a field's name was said, where the answer would be that nothing is in it."""
        own = content(field.name, self.language)
        return field.kind in {"switch", "choice"} or 2 * len(named) > len(own) or bool(self.value(field))

    def _can_be(self, field: FormField, inquiry: Inquiry) -> bool:
        """Tell whether a field can hold what is asked for: no switch says when or how warm."""
        if inquiry.whether or not inquiry.role:
            return True
        if not self.language.counted_in.keys().isdisjoint(inquiry.said) and figure(field.name, SYMBOLS["price"]):
            return True  # `what does a helmet cost?`, which is told on its box
        if inquiry.role in {"what", "which", "manner"}:
            return not isinstance(field.value, bool)
        if inquiry.role == "when":
            return field.kind in {"date", "time"} or found_in(self.value(field), self.asked.calendar) is not None
        if inquiry.role in COUNTED:
            return field.kind == "number" or any(one.isdigit() for one in self.value(field))
        return not isinstance(field.value, bool)

    def _name(self, field: FormField) -> set[str]:
        kinds = [word for name in self.language.kinds.get(field.kind, ()) for word in content(name, self.language)]
        return {*content(field.name, self.language), *kinds}

    def _is_in(self, word: str, words: set[str]) -> bool:
        forms = self.asked.forms(word)
        return not forms.isdisjoint(words) or any(self.page.ear.alike(word, other) for other in words)

    def _whether(self, field: FormField, inquiry: Inquiry) -> str:
        """Yes or no, and what is set: of a switch whether it is on, of a choice whether it is what was named."""
        if isinstance(field.value, bool):
            own = self._name(field)
            said = {word for word in inquiry.said if not own & set(content(word, self.language))}
            off = bool(self.language.words["off"] & said) or inquiry.negative
            return self._yes_or_no(field.value is not off, field)
        value = self.value(field)
        options = [one.name for one in field.options]
        own = self._name(field)
        taking = self.language.stemmed(self.asked.words["taking"])
        words = [word for word in inquiry.words if word not in own | taking]
        if options and words:
            meant = [
                one for one in options if all(self._is_in(word, set(content(one, self.language))) for word in words)
            ]
            if len(meant) != 1:
                return ""
            return self._yes_or_no(meant[0] == value, field)
        if field.kind == "number" and not inquiry.any:
            return self.told(field)
        nothing = not value or value == "0" or not self.language.words["none"].isdisjoint(value.lower().split())
        return self._yes_or_no(not nothing, field)

    def of_switches(self, inquiry: Inquiry) -> str:
        """Tell what is on of a group (`what will I be told about?`), or of all of a name (`which are on?`)."""
        last = inquiry.said[-1]
        is_state = last in self.language.words["on"] | self.language.words["off"]
        if inquiry.whether or inquiry.role not in {"what", "which"}:
            return ""
        groups: dict[str, list[FormField]] = {}
        for slot in self.page.slots():
            if isinstance(slot.field.value, bool):
                groups.setdefault(slot.field.group or slot.block.name, []).append(slot.field)
        taking = self.language.stemmed(self.asked.words["taking"])
        words = [word for word in inquiry.words if word not in taking]
        mixed = {one.block.name for one in self.page.slots() if not isinstance(one.field.value, bool)}
        words = [word for word in words if word not in content(last, self.language) or not is_state]
        for name, fields in groups.items():
            own = set(content(name, self.language))
            if name in mixed:
                continue
            if len(fields) > 1 and words and all(self._is_in(word, own) for word in words):
                return self._those_on(name, fields, last not in self.language.words["off"] or not is_state)
        if not is_state:
            return ""
        named = [
            one
            for fields in groups.values()
            for one in fields
            if all(self._is_in(word, set(content(one.name, self.language))) for word in words)
        ]
        return self._those_on("", named, last in self.language.words["on"]) if named else ""

    def _those_on(self, name: str, fields: Sequence[FormField], on: bool) -> str:
        names = [one.name for one in fields if one.value is on]
        if not names:
            return self.language.say("none_so")
        return self.language.say("list", place=name, names=listed(names)) if name else f"{listed(names)}."

    def value(self, field: FormField) -> str:
        """Return a field's value as it is told; empty where it holds nothing."""
        value = field.value
        if field.kind == "choice" and value is None:
            value = next((one.name for one in field.options if one.on), None)
        if value is None or value == "":
            return ""
        if isinstance(value, bool):
            return self.language.say("switched_on" if value else "switched_off")
        if isinstance(value, float) and value == int(value):
            value = int(value)
        return " ".join(filter(None, (str(value), field.unit)))

    def told(self, field: FormField) -> str:
        value = self.value(field)
        say = self.language.say
        return say("field", name=field.name, value=value) if value else say("empty_field", name=field.name)

    def _yes_or_no(self, is_so: bool, field: FormField) -> str:
        return f"{self.language.say('yes' if is_so else 'no')} {self.told(field)}"
