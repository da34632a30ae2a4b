"""Fill in a form by pieces that say what they are for, be it by a name or by what they are.

`Cable ties, fasteners, from Norden, twelve of them, minimum three, two euros fifty`: what something is called, two
options, how many there are, a number by its name, and a price. All pieces are understood, or nothing is filled in.
"""

from collections.abc import Iterator, Sequence

from antiphon.domain.outline import Block, FormField
from antiphon.providers.brain._page.dictated import email
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.other_words import meaning_of
from antiphon.providers.brain._page.reading import Reader, Reading
from antiphon.providers.brain._page.subjects import Slot
from antiphon.providers.brain._page.values import money, read
from antiphon.providers.brain._page.words import Said, content

SCORE = 0.72
LEAST = 2
"""Pieces of a sentence that says by itself that a form is filled in."""
MOST = 10
LONGEST_NAME = 4
LONGEST_TITLE = 5
_WRITTEN = frozenset({"text", "long", "email", "tel", "url"})
_TYPED = frozenset({"email", "tel"})
_FREE = frozenset({"text", "long"})
Value = tuple[FormField, str]


class Described(Reader):
    """Reads what something new is like."""

    def readings(self, text: Said) -> Iterator[Reading]:
        """At most one: of the one form that is open for something new."""
        if not self.page.language.by_rules or text.raw.rstrip().endswith("?") or len(self._pieces(text)) < LEAST:
            return
        fresh = self.page.language.stemmed(self.page.language.words["fresh"])
        forms = [one for one in self._forms() if fresh & set(content(self._called(one), self.page.language))]
        about = [one for one in self._forms() if len([each for each in one.fields if each.kind in _TYPED]) >= LEAST]
        about = [one for one in about if self._names_somebody(one)]
        typed = not forms and len(about) == 1  # who somebody is: `Jo Hart, jo at hart dot org`
        found = self.plan(about[0], text) if typed else self.plan(forms[0], text) if len(forms) == 1 else None
        if found is None or len(found.calls) < LEAST:
            return
        set_ = {call.action_id for call in found.calls}
        if typed and not any(one.use and one.use.action in set_ for one in about[0].fields if one.kind in _TYPED):
            return
        yield Reading("fill", SCORE, (found,))

    def _names_somebody(self, form: Block) -> bool:
        """Tell whether the first text of a form is for a name, and not for that of another guest."""
        first = next((one for one in form.fields if one.kind in _FREE and one.use), None)
        own = content(first.name, self.page.language) if first else ()
        return bool(set(own) & self.page.language.stems("naming")) and len(own) <= LEAST

    def added(self, form: Block, text: Said) -> Plan | None:
        """Return what is added by a form that wants more than a name, and its button where nothing is left empty."""
        plan = self.plan(form, text)
        press = self.page.call(form.submit)
        if plan is None or press is None:
            return None
        set_ = {call.action_id for call in plan.calls}
        empty = [one for one in form.fields if one.kind in _WRITTEN and one.use and not one.value]
        whole = all(one.use and one.use.action in set_ for one in empty if one.kind != "long")
        return Plan((*plan.calls, press), plan.about, gesture="add") if whole else plan

    def plan(self, form: Block, text: Said) -> Plan | None:
        """Fill in a form with all that was said."""
        values = self._values(form, self._pieces(text))
        plans = [self._set(Slot(form, field), value) for field, value in values]
        if not plans or not all(plans):
            return None
        made = [one for one in plans if one]
        calls = tuple(call for one in made for call in one.calls)
        back = tuple(call for one in reversed(made) for call in one.back) if all(one.back for one in made) else ()
        return Plan(calls, made[-1].about, back, gesture="fill")

    def _forms(self) -> list[Block]:
        forms = [one for one in self.page.outline.blocks if one.kind == "form" and one.submit]
        forms = [one for one in forms if len(one.fields) > 1 and any(field.kind in _FREE for field in one.fields)]
        return [one for one in forms if not self._is_of_list(one)]

    def _is_of_list(self, form: Block) -> bool:
        """Tell whether a form only adds to a list (`Entering`): a thing, how much of it, and what can be chosen."""
        texts = [one for one in form.fields if one.kind in _FREE]
        amounts = self.page.language.words["amounts"]
        things = [one for one in texts if one.name.lower().strip(" ?:") not in amounts]
        plain = all(one.kind not in {"email", "tel", "url", "number"} for one in form.fields)
        return (
            len(things) == 1 and plain and self.page.use_for((form.submit,) if form.submit else (), "add") is not None
        )

    def _called(self, form: Block) -> str:
        return f"{form.name} {form.submit.label if form.submit else ''}"

    def _set(self, slot: Slot, value: str) -> Plan | None:
        return next((one.plans[0] for one in self.given(slot, value, SCORE) if one.plans), None)

    def _pieces(self, text: Said) -> list[Said]:
        """The parts between commas and joining words."""
        words, joins = text.text.split(), {*self.page.language.ordered["joins"]}
        cuts = [
            at
            for at in range(1, len(words))
            if text.pauses_before(at) or words[at] in joins or self._costs(words[at : at + LONGEST_NAME + 1])
        ]
        spans = zip([0, *cuts] if words else [], [*cuts, len(words)] if words else [], strict=True)
        pieces = [text.part(text.span(a, b)[0], max(0, text.span(a, b)[1] - 1)) for a, b in spans]
        return [one for one in pieces if one.text and one.text not in joins]

    def _costs(self, words: Sequence[str]) -> bool:
        """Tell whether a price begins here: `at three euros`."""
        lists = self.page.language.words
        leads = len(words) > LEAST and words[0] in lists["price_led"] and self.page.language.numbers_in(words[1])
        return bool(leads) and not lists["currencies"].isdisjoint(words)

    def _values(self, form: Block, pieces: Sequence[Said]) -> list[Value]:
        """The fields that the pieces are for; none where one of them is for nothing, or two are for one field."""
        found: list[Value] = []
        if len(pieces) > MOST:
            return []
        for at, piece in enumerate(pieces):
            taken = {field.name for field, _ in found}
            made = self._of_piece(form, piece, taken)
            if not made and at == 0 and len(pieces) > 1:
                made = self._title(form, piece)
            if not made and found and found[-1][0].kind in _FREE and at and not self._is_for_another(form, piece):
                before = found.pop()  # `salt and pepper`
                made = [(before[0], f"{before[1]} {piece.verbatim(0, len(piece.text) + 1)}")]
            if not made or any(field.name in taken for field, _ in made if found):
                return []
            found += made
        return found

    def _is_for_another(self, form: Block, piece: Said) -> bool:
        """Tell whether a piece names a field, so that it is no more of the text before it."""
        spoken = set(content(piece.text, self.page.language))
        return any(one.use and not spoken.isdisjoint(content(one.name, self.page.language)) for one in form.fields)

    def _of_piece(self, form: Block, piece: Said, taken: set[str]) -> list[Value]:
        fields = [one for one in form.fields if one.use and not one.locked and one.name not in taken]
        return (
            self._by_title(form, piece, taken)
            or self._named(fields, piece)
            or self._chosen(fields, piece)
            or self._typed(fields, piece)
            or self._counted(fields, piece)
            or self._from(fields, piece)
        )

    def _title(self, form: Block, piece: Said) -> list[Value]:
        """Return the name of something, where nothing else was said in a piece."""
        first = next((one for one in form.fields if one.kind == "text" and one.use and not one.locked), None)
        words, lists = piece.text.split(), self.page.language.words
        at = 0
        while at < len(words) and (words[at] in lists["titled"] or words[at] in lists["articles"]):
            at += 1
        clause = lists["states"] | lists["stating"] | lists["asking"] | lists["subject"] | lists["pronouns"]
        verbs = lists["making"] | lists["writing"] | lists["appending"] | lists["fresh"] | lists["leading"]
        if words[0] in verbs or not lists["titled"].isdisjoint(words[at:]):
            return []
        if first is None or first.value or not 0 < len(words) - at <= LONGEST_TITLE or not clause.isdisjoint(words):
            return []
        return [(first, piece.verbatim(*piece.span(at, len(words))))]

    def _by_title(self, form: Block, piece: Said, taken: set[str]) -> list[Value]:
        """`it is called garlic bread`: for the first field of a text."""
        words, titled = piece.text.split(), self.page.language.words["titled"]
        at = next((at for at, word in enumerate(words[:LONGEST_NAME]) if word in titled), None)
        first = next((one for one in form.fields if one.kind == "text" and one.use and not one.locked), None)
        fresh = self.page.language.words["fresh"] | self.page.language.words["making"]
        nouns = self.page.nouns | self.page.language.things
        plain = at is not None and all(
            self._is_plain(word) or word in fresh or set(content(word, self.page.language)) <= nouns
            for word in words[:at]
        )
        if at is None or not plain or first is None or first.name in taken or at + 1 >= len(words):
            return []
        return [(first, piece.verbatim(*piece.span(at + 1, len(words))))]

    def _is_plain(self, word: str) -> bool:
        lists = self.page.language.words
        return word in lists["soft"] | lists["linking"] | lists["filled"] | lists["subject"] or not content(
            word, self.page.language
        )

    def _own(self, field: FormField) -> set[str]:
        names = (field.name, field.unit or "", *self.page.language.kinds.get(field.kind, ()))
        own = {stem for name in names for stem in content(name, self.page.language)}
        return own if field.kind in _WRITTEN else own.union(*(meaning_of(one, self.page.language) for one in own))

    def _named(self, fields: Sequence[FormField], piece: Said) -> list[Value]:
        """A field by its name, or a word that no other has, and the value beside it."""
        words = piece.text.split()
        filled = self.page.language.words["filled"]
        for at, word in enumerate(words):
            stems = content(word, self.page.language)
            having = [one for one in fields if stems and set(stems) <= self._own(one)]
            if len(having) != 1 or (word in self.page.language.words["soft"] and len(words) == 1):
                continue
            [field] = having
            end, start = at + 1, at
            while end < len(words) and (
                words[end] in filled or set(content(words[end], self.page.language)) <= self._own(field)
            ):
                end += 1
            if end < len(words) and all(self._is_plain(one) for one in words[:start]):
                value = piece.verbatim(*piece.span(end, len(words)))
                if read(self.page, field, value, self.today) is not None:
                    return [(field, value)]
            if field.kind not in _FREE and start and end == len(words):
                value = self._bare(piece, words, start)
                if value and read(self.page, field, value, self.today) is not None:
                    return [(field, value)]
        return []

    def _bare(self, piece: Said, words: Sequence[str], end: int) -> str:
        """Return what stands in front of a place, without what only leads to it: `it takes fifteen`."""
        at = 0
        while at < end and self._is_plain(words[at]) and not self.page.language.numbers_in(words[at]):
            at += 1
        return piece.verbatim(*piece.span(at, end)) if at < end else ""

    def _chosen(self, fields: Sequence[FormField], piece: Said) -> list[Value]:
        """Options, each by its name or a word that no other option has: `a chemical from Paint Depot`."""
        stems = [
            stem
            for word in piece.text.split()
            if not self._is_plain(word)
            for stem in content(word, self.page.language)
        ]
        left, found = list(dict.fromkeys(stems)), []
        for field in fields:
            hits = {
                one.name: [stem for stem in left if stem in content(one.name, self.page.language)]
                for one in field.options
            }
            named = [name for name, hit in hits.items() if hit]
            if field.kind == "choice" and len(named) == 1:
                found.append((field, named[0]))
                left = [stem for stem in left if stem not in hits[named[0]]]
        return found if found and not left else []

    def _typed(self, fields: Sequence[FormField], piece: Said) -> list[Value]:
        """A price, an address, a day or a time, for the one field that takes such."""
        whole = piece.verbatim(0, len(piece.text) + 1)
        if email(self.page, whole):
            typed = [one for one in fields if one.kind == "email"]
        elif self.page.language.words["currencies"] & set(piece.text.split()) and money(
            self.page, self._bare(piece, piece.text.split(), len(piece.text.split()))
        ):
            typed = [one for one in fields if one.kind == "number" and self._is_price(one)]
            whole = self._bare(piece, piece.text.split(), len(piece.text.split()))
        else:
            typed = [one for one in fields if one.kind in {"date", "time"}]
        typed = [one for one in typed if read(self.page, one, whole, self.today) is not None]
        return [(typed[0], whole)] if len(typed) == 1 else []

    def _is_price(self, field: FormField) -> bool:
        lists = self.page.language
        named = f"{field.name} {field.unit or ''}"
        return any(sign in named for sign in "€$£") or bool(lists.stems("money") & set(content(named, lists)))

    def _counted(self, fields: Sequence[FormField], piece: Said) -> list[Value]:
        """`twelve of them`, `five tins`: for the one number that counts."""
        words = piece.text.split()
        found = self.page.language.numbers_in(self._bare(piece, words, len(words)).lower())
        numbers = [one for one in fields if one.kind == "number" and not self._is_price(one)]
        counts = self.page.language.stemmed(self.page.language.words["counts_said"])
        numbers = [one for one in numbers if counts & set(content(one.name, self.page.language))] or numbers
        bare = [word for word in words if not self._is_plain(word)]
        if len(found) != 1 or len(numbers) != 1 or len(bare) > LEAST or found[0].start:
            return []
        return [(numbers[0], f"{found[0].value:g}")]

    def _from(self, fields: Sequence[FormField], piece: Said) -> list[Value]:
        """`it's from Sara Klein`: for the one field of a person."""
        words, lists = piece.text.split(), self.page.language.words
        at = next((at for at, word in enumerate(words) if word in lists["from_said"]), None)
        if at is None or at + 1 >= len(words) or not all(map(self._is_plain, words[:at])):
            return []
        value = piece.verbatim(*piece.span(at + 1, len(words)))
        people = self.page.language.stemmed(self.page.language.arranged_by["who"])
        having = [one for one in fields if one.kind == "text" and people & set(content(one.name, self.page.language))]
        return [(having[0], value)] if len(having) == 1 and value[:1].isupper() else []
