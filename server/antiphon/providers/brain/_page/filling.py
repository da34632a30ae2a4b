"""Fill in a form, several fields in one sentence. Over 300 lines: names, values and buttons of one form.

Each field stands behind its name, and something may be said in front of them:
`hose clamp 16 mm, category seals, shelf B5, price 45 cents` where a form has just been opened; `the subject is rent,
and the text: see you on Friday`. All of it is understood, or nothing is filled in.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from antiphon.domain.actions import Action, ActionCall
from antiphon.domain.outline import Block, FormField
from antiphon.providers.brain._page.beside import Beside
from antiphon.providers.brain._page.described import Described
from antiphon.providers.brain._page.dictated import email
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.pressing import Pressing
from antiphon.providers.brain._page.reading import Reader, Reading
from antiphon.providers.brain._page.subjects import Slot
from antiphon.providers.brain._page.values import is_addressed
from antiphon.providers.brain._page.words import Said, content, said

SCORE = 0.7
LONGEST_NAME = 6
"""Words of a field's name."""
CREATED = "create"
"""The gesture of a plan that opens a form for what is to be made at once."""
MOST_GIVEN = 3
"""So many values say all of something new."""
WRITTEN = frozenset({"text", "long", "email", "tel", "url"})


@dataclass(frozen=True, slots=True)
class Part:
    """The words from `start` to `end` that name a field, and where its value ends."""

    field: FormField
    start: int
    end: int
    upto: int


CLAUSE = 3
"""Words in front of a joining word that are an order of their own."""


class Filling(Reader):
    """Reads what is filled in."""

    def readings(self, text: Said) -> Iterator[Reading]:
        """Fields by their names: two and more of one form, or one where nothing else is to be filled in."""
        forms = [one for one in self.page.outline.blocks if one.kind == "form" and self._written(one)]
        lists = self.page.language.words
        first = text.text.split(" ", 1)[0]
        if first in lists["asking"] or (text.raw.rstrip().endswith("?") and len(forms) != 1):
            return
        found: list[Reading] = []
        for form in forms:
            parts = self._parts(form, text, partly=len(forms) == 1 and len(self._written(form)) > 1)
            if not parts or (len(parts) < 2 and len(forms) > 1):
                continue
            lead = self._lead(text, parts)
            if self._has_a_clause(text, parts[0].start):
                continue
            press = None if self._is_plain(text, 0, lead) else self._led_by(text.part(0, text.span(0, lead)[1] - 1))
            if not self._is_plain(text, 0, lead) and (press is None or len(parts) < 2):
                continue
            parts, behind = self._cut(form, text, parts)
            if plan := self._plan(form, text, parts, ()):
                calls = (*plan.calls, *behind, *(press.calls if press else ()))
                press = press or (Plan(behind) if behind else None)
                found.append(Reading("fill", SCORE, (replace(plan, calls=calls, back=() if press else plan.back),)))
        if len(found) == 1:
            yield found[0]

    def _has_a_clause(self, text: Said, lead: int) -> bool:
        """Tell whether there is more in front of the fields than what leads to them: `I collect it and pay by card`."""
        words, joins = text.text.split()[:lead], self.page.language.ordered["joins"]
        return any(words[at] in joins or text.pauses_before(at + 1) for at in range(CLAUSE, len(words)))

    def _cut(self, form: Block, text: Said, parts: list[Part]) -> tuple[list[Part], tuple[ActionCall, ...]]:
        """Cut off a last text what is none of it: `…, first of July at ten, and schedule it`."""
        last, calls = parts[-1], tuple[ActionCall, ...]()
        if last.field.kind not in {"text", "long"}:
            return parts, calls
        fields = [one for one in form.fields if one.kind in {"date", "time"} and one.use]
        upto = last.upto
        for at in range(upto - 1, last.end, -1):
            if not text.pauses_before(at):
                continue
            piece = text.part(text.span(at, at + 1)[0], max(0, text.span(at, upto)[1] - 1))
            press = None if calls else self._led_by(self._unjoined(piece))
            entry = Beside(self.page, fields, self.today).entry(piece.verbatim(0, len(piece.text) + 1))
            if press is not None:
                calls = press.calls
            elif entry and entry.values and not content(entry.text, self.page.language):
                set_ = [call for field, value in entry.values for call in self.calls(Slot(form, field), value)]
                calls = (*set_, *calls)
            else:
                break
            upto = at
        return [*parts[:-1], replace(last, upto=upto)], calls

    def _unjoined(self, piece: Said) -> Said:
        first = piece.text.split(" ", 1)[0]
        return piece.after(len(first)) if first in self.page.language.ordered["joins"] else piece

    def _led_by(self, lead: Said) -> Plan | None:
        """`save a draft with the subject …`: the button that is pressed once all is filled in."""
        reading = next(Pressing(self.page, self.memory, self.today).readings(lead), None)
        return reading.plans[0] if reading else None

    def into(self, form: Block, text: Said) -> Plan | None:
        """Return what was said when the form was opened: what stands in front of all names goes into its first empty
        field.
        """
        parts = self._parts(form, text, partly=True)
        upto = self._lead(text, parts) if parts else len(text.text.split())
        if not upto:
            return self._plan(form, text, parts, ())
        named = {part.field.name for part in parts}
        fields = [one for one in form.fields if one.name not in named]
        entry = Beside(self.page, fields, self.today).entry(text.verbatim(*text.span(0, upto)))
        if entry is None:
            return None
        if not entry.values and self._untitled(entry.text) == entry.text:
            return self._plan(form, text, parts, self._heads(form, text, upto))
        set_ = [self._set(Slot(form, field), value) for field, value in entry.values]
        rest = said(self._untitled(entry.text), self.page.language)
        parts_of = [Part(one.field, one.start - upto, one.end - upto, one.upto - upto) for one in parts]
        heads = self._heads(form, rest, len(rest.text.split())) if rest.text else []
        behind = text.after(text.span(0, upto)[1] - 1) if parts else text
        made = self._plan(form, behind, parts_of if parts else (), heads)
        if made is None and (heads or parts):
            return None
        plans = [*([made] if made else []), *(one for one in set_ if one)]
        calls = tuple(call for plan in plans for call in plan.calls)
        return Plan(calls, plans[-1].about, gesture="fill") if len(plans) >= len(set_) and all(set_) else None

    def _untitled(self, text: str) -> str:
        """A text without the word that says that it is what something is called."""
        first, _, rest = text.partition(" ")
        return rest if rest and first.lower() in self.page.language.words["titled"] else text

    def going_on(self, text: Said, plan: Plan) -> Reading | None:
        """Return what the form is filled in with, or sent by, that a plan has just opened."""
        form = self.opened()
        if form is None:
            return None
        if not plan.fills:
            return self.sent(form, plan.sends)
        described = Described(self.page, self.memory, self.today).plan(form, text)
        whole = self.into(form, text)
        made = described if described and (whole is None or len(described.calls) > len(whole.calls)) else whole
        if made and plan.gesture == CREATED and (press := self._whole(form, made)):
            return Reading("fill", 1.0, (replace(made, calls=(*made.calls, press)),))
        last = said(plan.sends, self.page.language) if plan.sends and self.sent(form, plan.sends) else None
        return Reading("fill", 1.0, (replace(made, rest=last, sends=plan.sends if last else ""),)) if made else None

    def _whole(self, form: Block, plan: Plan) -> ActionCall | None:
        """The button of a form in which nothing is left empty: `add a new item called …`."""
        set_ = {call.action_id for call in plan.calls}
        empty = [one for one in form.fields if one.use and one.kind not in {"switch", "choice"} and not one.value]
        whole = len(set_) >= MOST_GIVEN and all(one.use and one.use.action in set_ for one in empty)
        return self.page.call(form.submit) if whole else None

    def opened(self) -> Block | None:
        """The one form that is to be filled in, as a form is that has just been opened."""
        forms = [one for one in self.page.outline.blocks if one.kind == "form" and self._written(one)]
        new = [one for one in forms if len(self._written(one)) > 1] or forms
        return new[0] if len(new) == 1 else None

    def sent(self, form: Block, word: str) -> Reading | None:
        """The button that a form is sent by, which is asked first, or another that has the word: `Save draft`."""
        if form.submit and self.page.fit(word, form.submit.label).whole and (call := self.page.call(form.submit)):
            return Reading("send", 1.0, (Plan((call,)),), asks=True)
        used = {use.action for one in self.page.subjects() for use in one.uses}
        free = [one for one in self.page.actions.values() if one.id not in used and not _needs(one)]
        buttons = [one for one in free if word in one.id.split("_")]
        return Reading("send", 1.0, (Plan((ActionCall(buttons[0].id, {}),)),)) if len(buttons) == 1 else None

    def _written(self, form: Block) -> list[FormField]:
        return [one for one in form.fields if one.kind in WRITTEN and one.use and not one.locked]

    def _plan(self, form: Block, text: Said, parts: Sequence[Part], heads: Sequence[str]) -> Plan | None:
        plans: list[Plan] = []
        taken = {part.field.name for part in parts}
        for head in heads:
            made = self._headed(form, head, taken)
            if made is None:
                return None
            taken.add(made[0])
            plans.append(made[1])
        for part in parts:
            value = text.verbatim(*text.span(part.end, part.upto)) if part.upto > part.end else ""
            if part is parts[-1] and part.field.kind == "long" and value and text.raw.endswith(("?", "!")):
                value += text.raw[-1]
            plan = self._set(Slot(form, part.field), value) if value else None
            if plan is None:
                return None
            plans.append(plan)
        calls = tuple(call for plan in plans for call in plan.calls)
        back = tuple(call for plan in reversed(plans) for call in plan.back) if all(one.back for one in plans) else ()
        return Plan(calls, plans[-1].about, back, gesture="fill") if plans else None

    def _headed(self, form: Block, head: str, taken: set[str]) -> tuple[str, Plan] | None:
        """The field that a value without a name is for: of its kind, an option, or the first that is empty."""
        for field in form.fields:
            if (
                field.name not in taken
                and not field.value
                and is_addressed(self.page, field)
                and (to := self._address(head))
            ):
                plan = self._set(Slot(form, field), to)
                return (field.name, plan) if plan else None
        for field in form.fields:
            for option in field.options if field.kind == "choice" and field.name not in taken else ():
                if self.page.fit(head, option.name).whole and (plan := self._set(Slot(form, field), option.name)):
                    return field.name, plan
        empty = [one for one in self._written(form) if not one.value and one.name not in taken]
        answers = any(is_addressed(self.page, one) and one.value for one in form.fields)
        if not empty or answers or is_addressed(self.page, empty[0]):
            empty = [one for one in empty if one.kind == "long"]
        plan = self._set(Slot(form, empty[0]), head) if empty else None
        return (empty[0].name, plan) if plan else None

    def _address(self, head: str) -> str | None:
        words = head.split()
        if words and words[0].lower() in self.page.language.words["placing"]:
            words = words[1:]
        return email(self.page, " ".join(words)) if words else None

    def _set(self, slot: Slot, value: str | float | bool) -> Plan | None:
        if not isinstance(value, str):
            calls = self.calls(slot, value)
            return Plan(calls, slot) if calls else None
        for reading in self.given(slot, value, SCORE):
            return reading.plans[0] if reading.plans else None
        return None

    def _parts(self, form: Block, text: Said, *, partly: bool) -> list[Part]:
        """The names of fields, each with where its value ends: before the words that lead to the next."""
        words = text.text.split()
        starts: list[tuple[FormField, int, int, bool]] = []
        at = 0
        while at < len(words):
            named = self._named_at(form, text, words, at, partly=partly)
            if named is not None and named[0] not in [one[0] for one in starts]:
                starts.append((named[0], at, named[1], named[2]))
                at = named[1]
            at += 1
        parts = []
        for number, (field, start, end, whole) in enumerate(starts):
            upto = starts[number + 1][1] if number + 1 < len(starts) else len(words)
            while number + 1 < len(starts) and upto > end and self._leads(words[upto - 1]):
                upto -= 1
            colon = text.raw[: text.places[end - 1][2]].endswith(":")
            if not whole and not colon and end < upto and not text.pauses_before(end):
                linked = self._linked(field, words, end, upto)
                if linked is None and len(starts) == 1:
                    return []  # `press the preview button` writes nothing into a `preview line`
                end = linked or end
            while end < upto and not colon and words[end] in self.page.language.words["filled"]:
                end += 1
            parts.append(Part(field, start, end, upto))
        return parts

    def _linked(self, field: FormField, words: Sequence[str], start: int, upto: int) -> int | None:
        """Return where a value begins behind a part of a name: behind `is` or `ought to go to`, or more of the name."""
        lists = self.page.language.words
        own = set(content(field.name, self.page.language))
        end = None
        for at in range(start, upto):
            if words[at] in lists["linked"]:
                end = at + 1
            elif (
                words[at] not in lists["soft"] | lists["filled"]
                and not set(content(words[at], self.page.language)) <= own
            ):
                break
        return end

    def _named_at(
        self, form: Block, text: Said, words: Sequence[str], at: int, *, partly: bool
    ) -> tuple[FormField, int, bool] | None:
        """The field that is named from here on, where its name ends, and whether it was said whole."""
        if at and not text.pauses_before(at) and not self._leads(words[at - 1]):
            return None
        plain = self.page.language.words["soft"] | self.page.language.words["asking"]
        found: list[tuple[bool, int, FormField]] = []
        for field in form.fields:
            if not field.use or field.locked or field.kind in {"switch", "search"}:
                continue
            for name in (field.name, *self.page.language.kinds.get(field.kind, ())):
                own = content(name, self.page.language)
                for size in range(min(len(name.split()), LONGEST_NAME, len(words) - at), 0, -1):
                    span = words[at : at + size]
                    spoken = content(" ".join(span), self.page.language)
                    in_part = partly and set(spoken) < set(own) and plain.isdisjoint(span)
                    ends = all(content(word, self.page.language) for word in (span[0], span[-1]))
                    if ends and spoken and (spoken == own or in_part):
                        sure = name == field.name or field.kind not in {"text", "long"}  # `text alerts on`
                        found.append((spoken == own and sure, at + size, field))
                        break
        best = [one for one in found if one[0]] or found
        fields = {one[2].name for one in best}
        return (best[0][2], best[0][1], best[0][0]) if len(fields) == 1 else None

    def _leads(self, word: str) -> bool:
        return word in self.page.language.words["leading_in"]

    def _lead(self, text: Said, parts: Sequence[Part]) -> int:
        """Return where what stands in front of the first name ends."""
        words = text.text.split()
        at = parts[0].start
        while at and self._leads(words[at - 1]):
            at -= 1
        return at

    def _is_plain(self, text: Said, start: int, end: int) -> bool:
        """Tell whether words only say that something is filled in."""
        soft = self.page.language.words["soft"] | self.page.language.words["leading_in"]
        words = text.text.split()[start:end]
        return all(word in soft or not content(word, self.page.language) for word in words)

    def _heads(self, form: Block, text: Said, upto: int) -> list[str]:
        """Return what stands in front of all names; an address or an option behind a comma by itself."""
        cuts = [at for at in range(1, upto) if text.pauses_before(at)]
        ends = [*cuts, upto]
        parts = [text.verbatim(*text.span(a, b)) for a, b in zip([0, *cuts], ends, strict=True) if b > a]
        if all(self._address(one) or self._is_option(form, one) for one in parts[1:]) or self._address(parts[0]):
            return parts
        return [text.verbatim(*text.span(0, upto))]

    def _is_option(self, form: Block, phrase: str) -> bool:
        return any(self.page.fit(phrase, option.name).whole for field in form.fields for option in field.options)


def _needs(action: Action) -> bool:
    return bool(action.parameters.get("required"))
