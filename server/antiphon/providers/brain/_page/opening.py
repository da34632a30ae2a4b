"""Open the form or dialog that something new is written in. Over 300 lines: it goes on there with the rest.

`new article: hose clamp, shelf B5`, `compose a mail to tom at boats dot org`, `reply to Tom: thank you`, `rename the
cable gland to …`. What is sent or saved at the end is another order: one that was spoken with the rest is asked about.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from antiphon.domain.actions import ActionCall
from antiphon.domain.outline import Block, Column, Use
from antiphon.providers.brain._page.beside import Beside
from antiphon.providers.brain._page.figures import amount
from antiphon.providers.brain._page.filling import CREATED, Filling
from antiphon.providers.brain._page.item_names import only_named
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.mentions import Mention, mentions
from antiphon.providers.brain._page.pairs import pairs
from antiphon.providers.brain._page.reading import Match, Reader, Reading
from antiphon.providers.brain._page.subjects import Press, Slot, Subject
from antiphon.providers.brain._page.words import Said, content, framed, said

SCORE = 0.72
_MARKS = " \u2715\u00d7\u2716\u2717"
"""Signs that a button to close has beside its name."""
_VERB = re.compile(r"^(?:Press|Open) ")
SEEN = 0.64
"""Of what is only looked at."""
MOST_BETWEEN = 3
"""Words that a button has for what it makes."""
LATEST = 8
"""So many words may stand in front of what is made, and it."""


class Opening(Reader):
    """Reads what is written somewhere that has to be opened first."""

    def readings(self, text: Said) -> Iterator[Reading]:
        """At most one."""
        if text.text.split(" ", 1)[0] in self.page.language.words["asking"]:
            return
        yield from self._answered(text) or self._made(text)

    def _made(self, text: Said) -> list[Reading]:
        """Something new, by the one button that opens such."""
        words = text.text.split()
        lists = self.page.language.words
        openers = self._openers()
        found = [
            (press, at + 1, verb)
            for press, nouns in openers
            for at in range(min(len(words), LATEST))
            if set(content(words[at], self.page.language)) & nouns
            for verb in [self._making(words, at)]
            if verb is not None
        ]
        if not found and words[:1] and words[0] in lists["making"] and " ".join(words[1:2]) in lists["towards"]:
            written = self._written_nouns()
            found = [(press, 1, 0) for press, nouns in openers if nouns == written]
        found = [one for one in found if one[1] == min(end for _, end, _ in found)]
        if len(found) != 1:
            return [] if found else self._anew(text, openers) or self._in_form(text)
        press, end, _ = found[0]
        rest = text.after(len(" ".join(words[:end]))) if end < len(words) else None
        if rest is not None and all(word in lists["of_form"] for word in rest.text.split()):
            rest = None
        said_ = [word for word in words[:end] if word in lists["sending"] | lists["kept_as"]]
        sends = said_[-1] if rest is not None and said_ else ""
        makes = rest is not None and not lists["creating"].isdisjoint(words[:end])
        gesture = CREATED if makes else ""
        plan = Plan((ActionCall(press.action, {}),), gesture=gesture, rest=rest, fills=rest is not None, sends=sends)
        return [Reading("new", SCORE, (plan,))]

    def _anew(self, text: Said, openers: list[tuple[Press, set[str]]]) -> list[Reading]:
        """`I've got something new to put on the list`: by the only button that opens such."""
        lists = self.page.language.words
        anew = next((one for one in lists.get("made_anew", ()) if f" {one} " in f" {text.text} "), "")
        before = text.text.partition(anew)[0].split() if anew else []
        plain = lists["soft"] | lists["little"] | lists["making"] | lists["writing"] | lists["particles"]
        makes = not (lists["making"] | lists["writing"]).isdisjoint(before)
        if len(openers) != 1 or not makes or not all(word in plain for word in before):
            return []
        return [Reading("new", SCORE, (Plan((ActionCall(openers[0][0].action, {}),)),))]

    def _in_form(self, text: Said) -> list[Reading]:
        """Something new, in a form that is open for it: `create an appointment called yoga on Tuesday`."""
        words = text.text.split()
        lists = self.page.language.words
        filling = Filling(self.page, self.memory, self.today)
        for form in (one for one in self.page.outline.blocks if one.kind == "form" and len(one.fields) > MOST_BETWEEN):
            own = content(f"{form.name} {form.submit.label if form.submit else ''}", self.page.language)
            fresh = {stem for word in lists["fresh"] for stem in content(word, self.page.language)}
            nouns = set(own) - fresh if fresh.intersection(own) else set()
            at = next(
                (at for at, word in enumerate(words[:LATEST]) if nouns & set(content(word, self.page.language))), None
            )
            verb = self._making(words, at) if at is not None else None
            if at is None or verb is None or at + 1 >= len(words):
                found = self._put_in(form, text) if fresh.intersection(own) else None
                if found:
                    return [Reading("new", SCORE, (found,))]
                continue
            plan = filling.into(form, text.after(len(" ".join(words[: at + 1]))))
            # A day or a time that was not understood stands in the title: that is looked at first.
            whole = plan is not None and not any(
                word in lists["weekdays"] | lists["timed"]
                for call in plan.calls
                for word in str(call.parameters.get("text", "")).lower().split()
            )
            press = self.page.call(form.submit) if whole and words[verb] in lists["creating"] else None
            if plan:
                return [Reading("new", SCORE, (replace(plan, calls=(*plan.calls, *([press] if press else []))),))]
        return []

    def _put_in(self, form: Block, text: Said) -> Plan | None:
        """`put in lunch, Friday at noon`: no word for what it is, but two values that only such a form takes."""
        lead = next((one for one in self.page.language.ordered["putting_in"] if text.text.startswith(f"{one} ")), "")
        rest = text.after(len(lead))
        values = (
            Beside(self.page, form.fields, self.today).entry(rest.verbatim(0, len(rest.text) + 1)) if lead else None
        )
        return (
            Filling(self.page, self.memory, self.today).into(form, rest) if values and len(values.values) > 1 else None
        )

    def _making(self, words: list[str], at: int) -> int | None:
        """Return where the verb, or a `new`, stands that a noun is the object of; None where nothing says that it is
        made.
        """
        lists = self.page.language.words
        start = at
        while start and words[start - 1] in lists["unsaid"]:
            start -= 1
        is_new = not lists["fresh"].isdisjoint(words[start:at])
        plain = lists["soft"] | lists["unsaid"] | lists["little"] | lists["making"]
        if not all(word in plain for word in words[:start]):
            return None
        behind = f"{' '.join(words[at + 1 :])} "
        obliged = any(behind.startswith(f"{one} ") for one in lists["obliging"])
        if start == 0 and is_new and obliged:
            return None  # `the new mail should go out at nine` says how it is to be
        looks = start and words[start - 1] in self.page.language.alike["open"]
        if looks and not is_new and words[start] in lists["definite"]:
            return None  # `open the ticket about the crash`
        if start and words[start - 1] in lists["making"]:
            return start - 1
        # `a mail to marta at silva dot pt` goes on with whom it is for.
        addressed = start == 0 and at > 0 and " ".join(words[at + 1 : at + 2]) in lists["towards"]
        return start if is_new or addressed else None

    def _openers(self) -> list[tuple[Press, set[str]]]:
        """The buttons that open something new, each with the stems of what that is."""
        language = self.page.language
        fresh = {stem for word in language.words["fresh"] for stem in content(word, language)}
        composing = {stem for word in language.words["composing"] for stem in content(word, language)}
        found = []
        for press in self._buttons():
            own = set(content(press.name, language))
            if own and own <= composing:
                found.append((press, self._written_nouns()))
            elif own & fresh and own - fresh and len(own - fresh) < MOST_BETWEEN:
                found.append((press, own - fresh))
        if len(found) == 1 and found[0][1].isdisjoint(self._written_nouns()):
            found = [(found[0][0], found[0][1] | language.things | set(map(str, language.words["openable"])))]
        return found

    def _written_nouns(self) -> set[str]:
        language = self.page.language
        return {stem for word in language.words["written"] for stem in content(word, language)}

    def _buttons(self) -> list[Press]:
        """Every button and link that stands for itself, be its name a verb or not."""
        used = {use.action for one in self.page.subjects() for use in one.uses}
        submits = {block.submit.action for block in self.page.outline.blocks if block.submit}
        submits |= {one.submit.action for one in pairs(self.page) if one.submit}
        return [
            Press(_VERB.sub("", action.description), action.id)
            for action in self.page.actions.values()
            if action.id not in used | submits and not action.parameters.get("required")
        ]

    def _answered(self, text: Said) -> list[Reading]:
        """`reply to Tom: thank you`: by the button that is called so, once what it is about is open."""
        words = text.text.split()
        for meaning in self.page.language.words["answering"]:
            for label in sorted(self.page.language.alike[meaning], key=len, reverse=True):
                size = len(label.split())
                if " ".join(words[:size]) != label:
                    continue
                button = next((one for one in self._buttons() if one.name.strip().lower() in {label, meaning}), None)
                phrase, rest = self._split(text, size)
                subject = self._subject(phrase) or (None if button else next(iter(self.find.pointed(phrase)), None))
                if subject is not None and (way := self._way_to(subject)):
                    later = said(f"{meaning}: {rest}" if rest else meaning, self.page.language)
                    return [Reading("answer", SCORE, (Plan((way,), subject, rest=later),))]
                if button and (not phrase or phrase in self.page.language.words["subject"]):
                    left = said(rest, self.page.language) if rest else None
                    return [
                        Reading("answer", SCORE, (Plan((ActionCall(button.action, {}),), rest=left, fills=bool(rest)),))
                    ]
        return []

    def _split(self, text: Said, size: int) -> tuple[str, str]:
        """Return what it is about, and what stands behind a colon or is an address."""
        words = text.text.split()
        at = size + (" ".join(words[size : size + 1]) in self.page.language.words["towards"])
        for end in range(size, len(words)):
            colon = text.raw[: text.places[end][1]].rstrip().endswith(":")
            addressed = end > at and words[end] in self.page.language.words["placing"]
            if colon or addressed:
                return " ".join(words[at:end]), text.raw[text.places[end][1] :].strip()
        return " ".join(words[at:]), ""

    def _subject(self, phrase: str) -> Subject | None:
        if not phrase or phrase in self.page.language.words["subject"]:
            return None
        found = [one for one, _ in self.find.subjects(phrase)]
        if not found:
            spoken = said(phrase, self.page.language)
            named = mentions(self.page, spoken)
            found = [thing for one in named for thing in one.meant if isinstance(thing, Subject)]
            found = found if len(named) == 1 and self._only_leads(spoken, named[0]) else []
        if not found:
            found = [one for one in (only_named(self.page, phrase.split()),) if one]
        return found[0] if len(found) == 1 else None

    def _only_leads(self, text: Said, named: Mention) -> bool:
        """Tell whether the words around a name only say what sort of thing it is: `the letter about …`."""
        lists, language = self.page.language.words, self.page.language
        plain = lists["soft"] | lists["placed"] | lists["linking"]
        kinds = language.things | self.page.nouns
        around = [word for at, word in enumerate(text.text.split()) if not named.start <= at < named.end]
        return all(word in plain or set(content(word, language)) <= kinds for word in around)

    def open_item(self, said_: Match) -> Iterator[Reading]:
        """`open the mail with the bill`: the link or the button that opens an item."""
        subject = self._subject(said_.slots["item"]) or next(iter(self.find.pointed(said_.slots["item"])), None)
        edit = self.page.use_for(subject.uses, "edit", subject.name) if subject else None
        if subject is not None and (way := self._way_to(subject) or self.page.call(edit)):
            yield Reading("", SEEN, (Plan((way,), subject),))

    def close(self, said_: Match) -> Iterator[Reading]:
        """`close it again`: the one button that is called so."""
        labels = self.page.language.labels["close"]
        found = [one for one in self._buttons() if one.name.strip(_MARKS).lower() in labels]
        if len(found) == 1:
            yield Reading("", SCORE, (Plan((ActionCall(found[0].action, {}),)),))

    def _way_to(self, subject: Subject) -> ActionCall | None:
        """The link or button that opens an item."""
        named = self.page.titles.get(id(subject)) or self.page.use_for(subject.uses, "open", subject.name)
        links = [use for use in subject.uses if use.action.startswith("open_")]
        links = links or self._main(subject)
        return self.page.call(named or (links[0] if len(links) == 1 else None))

    def _main(self, subject: Subject) -> list[Use]:
        """The buttons of an item that do not turn anything on or off, move it, count it, or take it away."""
        language = self.page.language
        ways = {*language.item["up_labels"], *language.item["down_labels"]}
        found = []
        for use in subject.uses:
            label = self.page.label_of(use, subject.name).lower()
            beside = any(
                self.page.use_for((use,), one, subject.name) for one in ("remove", "more", "less", "edit", "add")
            )
            turns = use.label.lower() in self.page.told or language.is_like(label, "star")
            if self.page.value_of(use) is None and label not in ways and not beside and not turns:
                found.append(use)
        return found

    def rename(self, said_: Match) -> Iterator[Reading]:
        """`rename the cable gland to …`: the field that holds the name, in the item's dialog where that opens one."""
        yield from self.called(said_)
        item, text = said_.slots["item"], said_.verbatim["text"]
        about = self._subject(item)
        edit = self.page.use_for(about.uses, "edit", about.name) if about else None
        if about and (call := self.page.call(edit)):
            later = said(self.page.language.say("rename", text=text), self.page.language)
            yield Reading("", SCORE, (Plan((call,), about, rest=later),))

    def renamed(self, said_: Match) -> Iterator[Reading]:
        """The same in the dialog that has been opened for it."""
        about = self.memory.about
        form = Filling(self.page, self.memory, self.today).opened()
        for field in form.fields if form and isinstance(about, Subject) else ():
            if form and isinstance(about, Subject) and field.value in {about.name, *about.cells}:
                yield from self.given(Slot(form, field), said_.verbatim["text"], SCORE)
                return

    def called(self, said_: Match) -> Iterator[Reading]:
        """`call the house Villa Sunny Side`: the name of a part of the page."""
        if said_.slots["text"].split()[0] in self.page.language.words["linked"]:
            return  # `rename it to X` gives it the name X
        for block in self.page.outline.blocks:
            for field in block.fields:
                named = [word for word in field.name.split() if word.lower() in self.page.language.words["naming"]]
                if named and len(named) < len(field.name.split()) and field.kind == "text":  # `Station name`
                    whose = " ".join(word for word in field.name.split() if word not in named)
                    if self.page.fit(said_.slots["item"], whose).whole:
                        yield from self.given(Slot(block, field), said_.verbatim["text"], SCORE + 0.1)
                is_name = field.name.lower() in self.page.language.words["naming"] and bool(block.name)
                if is_name and self.page.fit(said_.slots["item"], block.name).whole:
                    yield from self.given(Slot(block, field), said_.verbatim["text"], SCORE + 0.1)

    def _can_be(self, about: Subject, column: Column, value: str) -> bool:
        """Tell whether a column may hold that: where there is a number, no words: `the price is too high`."""
        at = about.block.columns.index(column)
        holds = amount(about.cells[at]) if at < len(about.cells) else None
        return holds is None or bool(self.page.language.numbers_in(value))

    def through(self, said_: Match) -> Iterator[Reading]:
        """`the gear motor now costs 125 euros`: what a row tells and only its dialog can change."""
        about = self._subject(said_.slots["item"])
        edit = self.page.use_for(about.uses, "edit", about.name) if about else None
        call = self.page.call(edit)
        language = self.page.language
        spoken = said_.slots.get("column", said_.text.text)
        also = {name for word in spoken.split() for name in language.counted_in.get(word, ())}
        stems = {stem for word in (spoken, *also) for stem in content(word, language)}
        heads = [one for one in about.block.columns if set(content(one.name, language)) & stems] if about else []
        if about and heads and not self._can_be(about, heads[0], said_.verbatim["value"]):
            return
        if about and call and len(heads) == 1:
            later = framed(said(f"{heads[0].name}: {said_.verbatim['value']}", language), language)
            yield Reading("", SCORE, (Plan((call,), about, rest=later, fills=True),))
