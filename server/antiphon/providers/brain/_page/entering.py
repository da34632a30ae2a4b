"""Add to a list by its field and button, with the fields beside. Over 300 lines: all that an entry is made of.

`Six eggs, from the market` has values for two of them.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from antiphon.domain.actions import ActionCall
from antiphon.domain.outline import Block, FormField
from antiphon.providers.brain._page.beside import Beside, Entry
from antiphon.providers.brain._page.described import Described
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.pairs import pairs
from antiphon.providers.brain._page.reading import Match, Reader, Reading
from antiphon.providers.brain._page.subjects import Slot
from antiphon.providers.brain._page.words import Said, content, framed, said

LONGEST_LISTED = 3
"""Words of one thing in a list of such."""
MOST_FIELDS = 4
"""A form with more of them is filled in, not added from."""
LONGEST_BARE = 5
"""Words of what is added without a verb."""
SCORE = 0.62
GESTURES = frozenset({"add", "add_new", "lacking", "duty", "due"})


class Entering(Reader):
    """Reads what is added to lists."""

    def add(self, said_: Match) -> Iterator[Reading]:
        """The field and the button of a list in one."""
        wanted = said_.verbatim["text"]
        forms = [] if self._is_denied(said_.slots["text"]) else self._forms()
        place = said_.slots.get("place", "")
        if place:
            named = [one for one in forms if self._is_of(one, place)]
            forms = named or (forms if len(forms) == 1 and self.find.blocks(place) else [])
        called = [(form, rest) for form in forms if (rest := self._behind_noun(form, wanted))]
        if len(called) == 1:
            forms, wanted = [called[0][0]], called[0][1]
        if not forms or not wanted or self._names_another(said_):
            return
        wanting = [one for one in forms if any(field.kind in {"email", "tel"} and field.use for field in one.fields)]
        if len(forms) == len(wanting) == 1:  # it takes more than a name
            described = Described(self.page, self.memory, self.today)
            plan = described.added(forms[0], said(wanted, self.page.language))
            yield from [Reading("", 0.8, (plan,))] if plan else []
            return
        yield from self._entered(forms, wanted, 0.8 if place else SCORE, said_.text)

    def add_new(self, said_: Match) -> Iterator[Reading]:
        """`new duty: sweep the yard`, where something to be added is called so."""
        if any(self._behind_noun(form, said_.verbatim["text"]) for form in self._forms()):
            yield from self.add(said_)

    def lacking(self, said_: Match) -> Iterator[Reading]:
        """`we need bread`: for a list that is called a shopping list, or asks what is needed."""
        words = self.page.language.words
        if said_.slots["text"].startswith(tuple(words["not_lacking"])) or self._is_denied(said_.slots["text"]):
            return  # `get rid of what we have bought`
        forms = [one for one in self._forms() if self._is_called(one, "needing")]
        if forms and self._is_thing(said_.slots["text"]) and not self._names_another(said_):
            yield from self._entered(forms, said_.verbatim["text"], SCORE, said_.text)

    def _is_denied(self, phrase: str) -> bool:
        """Tell whether a phrase is what is not to be added: `keine Milch`; `Kaffee ohne Milch` is. The rules know the
        English ones.
        """
        language, words = self.page.language, phrase.split()
        denying = language.words["none"] - language.words["without"]
        denied = words[0] in language.words["none"] or not denying.isdisjoint(words)
        return denied and not language.by_rules

    def _is_thing(self, phrase: str) -> bool:
        """Tell whether a phrase may be the name of a thing that is not on the page, and no clause."""
        lists = self.page.language.words
        clause = lists["states"] | lists["asking"] | lists["placing"] | lists["particles"]
        words = phrase.split()
        first = words[0]
        if words[-1] in lists["not_bought"]:
            return False
        return first not in clause and lists["states"].isdisjoint(phrase.split()) and not self._is_there(phrase)

    def duty(self, said_: Match) -> Iterator[Reading]:
        """`someone has to defrost the freezer`: for a list of tasks."""
        forms = [one for one in self._forms() if self._is_called(one, "duties")]
        if forms and not self._names_another(said_) and not self._is_there(said_.slots["text"]):
            yield from self._entered(forms, said_.verbatim["text"], SCORE, said_.text)

    def due(self, _: Match) -> Iterator[Reading]:
        """`we have to mop the hall`: nothing but a remark, where no value is said with it (`with_values`)."""
        yield from ()

    def with_values(self, text: Said) -> Iterator[Reading]:
        """A sentence with values for the fields beside somewhere in it: `put soap on the list, from the drugstore`."""
        found: list[Reading] = []
        for form in self._forms():
            entry = self._beside(form).entry(text.raw)
            if entry is None or not entry.values or not entry.text:
                continue
            rest = framed(said(entry.text, self.page.language), self.page.language)
            for template in self.page.language.gestures:
                if template.gesture in GESTURES and (match := template.pattern.fullmatch(rest.text)):
                    slots = {name.split("__")[0]: one for name, one in match.groupdict().items() if one is not None}
                    if slots.get("place") and not (
                        self._is_of(form, slots["place"]) or form in self.find_forms(slots["place"])
                    ):
                        continue
                    name = next(key for key in match.groupdict() if key.startswith("text__") and match[key])
                    wanted = rest.verbatim(*match.span(name))
                    if template.gesture == "add_new" and not self._behind_noun(form, wanted):
                        continue
                    given = Entry(self._behind_noun(form, wanted) or wanted, entry.values)
                    found += self._made(form, [given], SCORE)
                    break
            else:
                found += self._bare(form, entry, rest)
        if len({str(one.plans[0].calls) for one in found}) == 1:
            yield found[0]

    def find_forms(self, place: str) -> list[Block]:
        """The lists' forms that `the list` may mean: all of them, where it is called no more than that."""
        return self._forms() if self.find.blocks(place) and self._says_list(place) else []

    def _says_list(self, place: str) -> bool:
        return any(one in place for one in self.page.language.words["list_kind"])

    def more(self, form: Block, raw: str) -> Iterator[Reading]:
        """`and half a litre of cream`: one more to the same list."""
        now = next((one for one in self._forms() if one.name == form.name), None)
        if now is not None:
            yield from self._entered([now], raw, SCORE, said(raw, self.page.language))

    def instead(self, done: Plan, raw: str) -> tuple[ActionCall, ...]:
        """The calls of what was added once more, with another text, or other values beside it."""
        slot = done.about
        if not isinstance(slot, Slot) or not done.adds:
            return ()
        form = next((one for one in self._forms() if one.name == slot.block.name), None)
        entry = self._beside(form).entry(raw) if form else None
        if form is None or entry is None:
            return ()
        text = entry.text or done.adds
        counted = len(self.page.language.numbers_in(text)) == 1 and len(self.page.language.hear(text)) == 1
        if counted and not entry.values:  # `make that two`, of a list that has no field for how many
            return ()
        if not content(text, self.page.language):
            text = done.adds
        made = next(self._made(form, [Entry(text, entry.values)], SCORE), None)
        if made is None:
            return ()
        new = {call.action_id: call for call in made.plans[0].calls}
        kept = [new.pop(call.action_id, call) for call in done.calls]
        return (*new.values(), *kept)

    def _bare(self, form: Block, entry: Entry, rest: Said) -> Iterator[Reading]:
        """`six eggs from the market`: no verb, but a value beside, and little else."""
        words = rest.text.split()
        known = set(content(rest.text, self.page.language)) & self.page.nouns
        amount = self._beside(form).amount
        is_bought = self._is_called(form, "needing") or (amount and any(one is amount for one, _ in entry.values))
        plain = self.page.language.words["soft"] | self.page.language.words["asking"]
        if not is_bought or len(words) > LONGEST_BARE or known or not plain.isdisjoint(words):
            return
        if not self._is_there(rest.text) and not self.find.fields(rest.text):
            yield from self._made(form, [Entry(rest.verbatim(0, len(rest.text) + 1), entry.values)], SCORE)

    def _is_there(self, phrase: str) -> bool:
        """Tell whether a phrase is the whole name of something that is on the page, or points at one."""
        words = phrase.split()
        return (
            bool(self.page.language.points(words))
            or any(self.page.fit(phrase, one.name).whole for one in self.page.subjects())
            or any(self.page.fit(phrase, one.field.name).said > 0.99 for one in self.page.slots())
            or any(self.page.fit(phrase, one.name).whole for one in self.page.presses)
        )

    def _entered(self, forms: Sequence[Block], wanted: str, score: float, text: Said) -> Iterator[Reading]:
        """Yield what is added to the one list that it is for; a question, where it may be for several."""
        entries = {form.name: self._parsed(form, wanted) for form in forms}
        forms = [one for one in forms if entries[one.name]]
        most = max((self._values_in(entries[one.name]) for one in forms), default=0)
        forms = [one for one in forms if self._values_in(entries[one.name]) == most]
        if len(forms) > 1:
            forms = self._fitting(forms, [one.text for one in entries[forms[0].name]], text)
        readings = [one for form in forms for one in self._made(form, entries[form.name], score)]
        if len(readings) == 1:
            yield readings[0]
        elif readings:
            yield Reading("", score, tuple(one.plans[0] for one in readings), names=tuple(one.name for one in forms))

    def _values_in(self, entries: Sequence[Entry]) -> int:
        return max((len(one.values) for one in entries), default=0)

    def _parsed(self, form: Block, wanted: str) -> list[Entry]:
        """`butter, honey and yoghurt` as three, each with the values that were said with any of them."""
        beside = self._beside(form)
        whole = beside.entry(wanted)
        if whole is None or not whole.text:
            return []
        texts = self._each(whole.text, joined=self._is_called(form, "needing"))
        if len(texts) == 1:
            return [whole]
        shared = tuple(pair for pair in whole.values if pair[0] is not beside.amount)
        each = [beside.entry(one) for one in texts]
        return [Entry(one.text, (*shared, *one.values)) for one in each if one and one.text]

    def _made(self, form: Block, entries: Sequence[Entry], score: float) -> Iterator[Reading]:
        field = self._texts(form)[0]
        press = self.page.call(form.submit)
        calls: list[ActionCall] = []
        entries = [replace(one, text=self._unled(form, one.text)) for one in entries]
        for entry in entries:
            write = self.page.call(field.use, text=entry.text)
            set_ = [call for one, value in entry.values for call in self.calls(Slot(form, one), value)]
            if write is None or press is None or len(set_) != len(entry.values):
                return
            calls += [write, *set_, press]
        adds = entries[0].text if len(entries) == 1 else ""
        yield Reading("", score, (Plan(tuple(calls), Slot(form, field), gesture="add", adds=adds),))

    def _unled(self, form: Block, text: str) -> str:
        """Return what is to be got, without an article."""
        words = said(text, self.page.language)
        first, _, rest = words.text.partition(" ")
        is_led = rest and first in self.page.language.words["articles"] and self._is_called(form, "needing")
        return words.after(len(first)).verbatim_all() if is_led else text

    def _fitting(self, forms: Sequence[Block], wanted: Sequence[str], text: Said) -> list[Block]:
        """Of several lists, those whose entries have a word of it, or are made like it: `oat milk`, `mop the hall`."""
        own = set(content(text.text, self.page.language))
        named = [one for one in forms if own & set(content(self._name_of(one), self.page.language))]
        if named:
            return named
        stems = {stem for one in wanted for stem in content(one, self.page.language)}
        words = {
            one.name: {stem for text_ in self._entries(one) for stem in content(text_, self.page.language)}
            for one in forms
        }
        like = [one for one in forms if stems & words[one.name]]
        if len(like) == 1:
            return like
        parts = [part for one in wanted for part in self._each(one, joined=True)]
        articles = [one for one in forms if any(map(self._is_joined, parts)) is self._are_joined(one)]
        return articles if len(articles) == 1 else list(forms)

    def _entries(self, form: Block) -> list[str]:
        """The names of what is on the list that a form stands under."""
        return [one.name for one in self.page.subjects() if one.block.name == form.name]

    def _is_joined(self, text: str) -> bool:
        """Tell whether little words stand within: `water the plants`, and not `oat milk`."""
        return any(word in self.page.language.words["little"] for word in text.lower().split()[1:])

    def _are_joined(self, form: Block) -> bool | None:
        entries = self._entries(form)
        joined = [one for one in entries if self._is_joined(one)]
        return None if not entries else True if len(joined) * 2 > len(entries) else False if not joined else None

    def _each(self, wanted: str, *, joined: bool) -> list[str]:
        """The things of a list; what has no comma, stands in quotes or is a sentence, is one. `joined`: a mere `and`
        lists as well."""
        joins = "|".join(map(re.escape, self.page.language.ordered["joins"]))
        parts = [one.strip() for one in re.split(rf",\s*(?:(?:{joins})\s+)?|\s+(?:{joins})\s+", wanted) if one.strip()]
        parts = [one for one in parts if one.lower() not in self.page.language.words["hesitations"]]
        listed = ("," in wanted or joined) and wanted[0].isalnum()
        listed = listed and all(len(one.split()) <= LONGEST_LISTED for one in parts)
        return parts if listed else [wanted]

    def _names_another(self, said_: Match) -> bool:
        """Tell whether it is to be added to something else, or is something that is there: `add it to the cart`."""
        text = said_.slots["text"]
        pointed = text in self.page.language.words["subject"] or bool(self.find.pointed(text))
        lists, words = self.page.language.words, text.split()
        fresh = [word for word in words[1:3] if word in self.page.language.item["ones"]]
        if words[0] in lists["every"] or (fresh and words[0] in lists["unsaid"]):
            return True  # `everything for the soup`, `a new one that my aunt gave me`
        elsewhere = not said_.slots.get("place") and any(
            f" {one} " in f" {text} " for one in self.page.language.words["placing"]
        )
        return pointed or elsewhere

    def _behind_noun(self, form: Block, wanted: str) -> str:
        """Return what stands behind the word for what the list is of: `guest Ruth Moser`, `the chore air the beds`."""
        lists = self.page.language.words
        words = wanted.split()
        at = 0
        while at < len(words) and words[at].lower() in lists["unsaid"]:
            at += 1
        plain = {stem for word in lists["fresh"] | lists["asking"] for stem in content(word, self.page.language)}
        named = f"{form.submit.label if form.submit else ''} {self._texts(form)[0].name}"
        nouns = set(content(named, self.page.language)) - plain
        is_noun = at + 1 < len(words) and nouns.intersection(content(words[at], self.page.language))
        return " ".join(words[at + 1 :]) if is_noun else ""

    def _forms(self) -> list[Block]:
        own = [one for one in self.page.outline.blocks if one.kind == "form" and self._adds(one)]
        return [*own, *pairs(self.page)]

    def _adds(self, form: Block) -> bool:
        beside = self._beside(form)
        texts = [one for one in self._texts(form) if one is not beside.amount]
        return (
            len(form.fields) <= MOST_FIELDS
            and len(texts) == 1
            and form.submit is not None
            and self.page.use_for((form.submit,), "add") is not None
        )

    def _beside(self, form: Block) -> Beside:
        return Beside(self.page, form.fields, self.today)

    def _texts(self, form: Block) -> list[FormField]:
        return [one for one in form.fields if one.kind in {"text", "long"} and one.use]

    def _name_of(self, form: Block) -> str:
        return f"{form.name} {self._texts(form)[0].name}"

    def _is_called(self, form: Block, kind: str) -> bool:
        own = set(content(self._name_of(form), self.page.language))
        return any(own.intersection(content(word, self.page.language)) for word in self.page.language.words[kind])

    def _is_of(self, form: Block, place: str) -> bool:
        bare = self.page.language.without_kind(place)
        if not content(bare, self.page.language):
            return self._says_list(place)
        return self.page.fit(bare, self._name_of(form)).said > 0.99
