"""Find the deeds that a sentence may want done to an item. Over 300 lines: each kind of control has its own.

They are: tick it, give a field a value, press one of its buttons.

Each deed tells which words say it; whoever reads the sentence looks whether any word is left.
"""

from collections.abc import Iterator, Sequence

from antiphon.domain.outline import FormField, Use
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.predicates import (
    Deed,
    Predicate,
    counted,
    is_in_order,
    placed_in_order,
    takes_away,
    undoing_of,
)
from antiphon.providers.brain._page.subjects import Page, Subject
from antiphon.providers.brain._page.words import content


class ItemDeeds:
    """The deeds that fit one predicate."""

    def __init__(self, page: Page, said: Predicate) -> None:
        self.page = page
        self.said = said
        self._stems = {at: set(page.language.forms_of(said.words[at])) for at in said.rest}
        for phrase, states in page.language.stands_for.items():
            for at in placed_in_order(phrase.split(), said.words) & said.rest:
                self._stems[at] |= {one for state in states for one in page.language.forms_of(state)}
        self._spoken = {stem for own in self._stems.values() for stem in own}

    def of(self, subject: Subject, covered: frozenset[int]) -> Iterator[Deed]:
        """Every deed that was said of an item; `covered` are the places of the words that name it."""
        for use in subject.uses:
            kind = self.page.value_of(use)
            label = self._label(use, subject)
            if kind == "to":
                yield from self._switched(subject, use, label, covered)
            elif kind == "option":
                yield from self._chosen(subject, use, label)
            elif kind is None:
                yield from self._turned(subject, use, label)
                if not self.said.refusing:
                    yield from self._pressed(subject, use, label)
        yield from self._parted(subject)

    def _label(self, use: Use, subject: Subject) -> set[str]:
        """The stems of what a control is called, without what the item and its list are called."""
        language = self.page.language
        whole = self.page.label_of(use, subject.name)
        heads = {each for column in subject.block.columns for each in content(column.name, language)}
        own = set(content(whole, language))
        names = set(content(f"{subject.name} {subject.block.name}", language))
        bare = {one for one in own - names if not one.isdigit()}
        return (bare - heads or bare) if bare else set()

    def _places_of(self, stems: set[str]) -> frozenset[int] | None:
        """Return where all of these are said; None where one is not."""
        bases = {stem: self._bases(stem) for stem in stems}
        if not stems or any(self._spoken.isdisjoint(one) for one in bases.values()):
            return None
        every = {each for one in bases.values() for each in one}
        return frozenset(at for at, own in self._stems.items() if own & every)

    def _bases(self, stem: str) -> set[str]:
        """Return a stem with those that stand for it: that of its verb, and, of selecting, that of ticking."""
        language = self.page.language
        selecting = {each for one in language.views["selecting"] for each in content(one, language)}
        return {stem, *language.forms_of(stem), *(selecting if stem in selecting else ())}

    def _switched(self, subject: Subject, use: Use, label: set[str], covered: frozenset[int]) -> Iterator[Deed]:
        """`Jens has paid`: a box that is called so; or its own, where its verb is done: `the bins are out`."""
        on = not self.said.refusing
        if label:
            places = self._places_of(label)
            if places is None or not (self._reports() or self._is_order(label)):
                return
        elif (ticks := self._ticks()) is not None:
            on, places = ticks
        elif self._is_done(subject, covered):
            places = frozenset()
        elif self._reports() and (done := self._said_done()):
            places = done
        else:
            return
        call = self.page.call(use, to="on" if on else "off")
        back = self.page.call(use, to="off" if on else "on")
        if call is None or back is None:
            return
        state = self._state(subject, use)
        name = " ".join(sorted(label))
        if state is on:
            yield Deed(Plan(about=subject), name, places, already="on" if on else "off")
        else:
            yield Deed(Plan((call,), subject, (back,), "tick" if on else "untick"), name, places)

    def _state(self, subject: Subject, use: Use) -> bool | None:
        boxes = [one for one in subject.uses if self.page.switches(one)]
        if len(boxes) == 1 and subject.on is not None:
            return subject.on
        told = self.page.told_of(use)
        states = {self.page.language.say("switched_on"): True, self.page.language.say("switched_off"): False}
        return states.get(told or "")

    def _ticks(self) -> tuple[bool, frozenset[int]] | None:
        """Tell whether the sentence begins with a verb for ticking, or one for taking the tick off."""
        views, words = self.page.language.views, " ".join(self.said.words)
        for on, phrases in ((False, views["unticking"]), (True, (*views["ticking"], *views["selecting"]))):
            lead = max((one for one in phrases if words.startswith(f"{one} ")), key=len, default="")
            if lead and not self.said.refusing:
                return on, frozenset(range(len(lead.split())))
        return None

    def _said_done(self) -> frozenset[int]:
        """Return where it is said that something is done, in whatever words."""
        done = self.page.language.words["done"]
        return frozenset(at for at in self.said.rest if self.said.words[at] in done)

    def _is_order(self, label: set[str]) -> bool:
        """Tell whether the sentence begins with what a box is called, or with a verb for setting one."""
        first = self.said.words[0]
        return first in self.page.language.item["setting"] or not set(self.page.language.forms_of(first)).isdisjoint(
            self._every(label)
        )

    def _reports(self) -> bool:
        """Tell whether the sentence says what has been done, and not what will be."""
        item, words = self.page.language.item, self.said.words
        behind = [word for at, word in enumerate(words) if at in self.said.rest]
        if not set(item["future"]).isdisjoint(behind):
            return False
        return self.said.has(item["reports"]) or any(self._is_past(word) for word in words)

    def _is_told(self) -> bool:
        """Tell whether the sentence only says what has been done: `the hall has been paid`."""
        item, words = self.page.language.item, self.said.words
        is_past = any(self._is_past(word) for word in words if word not in item["reports"])
        return is_past and (self.said.has(item["reports"]) or not self.page.language.forms_of(words[0]))

    def _is_past(self, word: str) -> bool:
        if word.endswith(self.page.language.item["present"]):
            return False
        return word.endswith(self.page.language.item["past"]) or self.page.language.forms.get(word, word) != word

    def _is_done(self, subject: Subject, covered: frozenset[int]) -> bool:
        """Tell whether two words of an item's name say that it is done: its verb, or what it leads to."""
        words, called = self.said.words, subject.name.lower().split()
        says = self.said.has(self.page.language.item["reports"]) or any(
            self._is_past(one) for one in {*words} - {*called}
        )
        if not self._reports() or not says:  # `Spirited Away` is a name, and tells nothing
            return False
        going_on = any(words[at].endswith(self.page.language.item["present"]) for at in covered)
        stems = [{*self.page.language.forms_of(words[at].removesuffix(self.page.language.owner))} for at in covered]
        name = content(subject.name, self.page.language)
        said = [one for one in name if any(one in own for own in stems)]
        turns = any(words[at] in self.page.language.words["particles"] for at in covered)
        # What is done is the verb, with which the name of a thing to do begins.
        return not going_on and len(said) > 1 and (name[0] in said or turns)

    def _chosen(self, subject: Subject, use: Use, label: set[str]) -> Iterator[Deed]:
        """`Jo does the bathroom`, `Nadia gets plot eight`: one value of a field of the item is said."""
        field = self.page.field_of(use)
        item = self.page.language.item
        elsewhere = any(placed_in_order(one.split(), self.said.words) for one in item["been_there"])
        if field is None or elsewhere or self.said.has(item["wishes"]):
            return
        found = [(option.name, places) for option in field.options if (places := self._option(field, option.name))]
        longest = max((len(places) for _, places in found), default=0)
        found = [one for one in found if len(one[1]) == longest]
        if len(found) != 1:
            return
        name, places = found[0]
        if self.said.refusing - places:  # `Timo said no` refuses nothing, where `no` is one of his answers
            return
        call = self.page.call(use, option=name)
        before = self.page.told.get(use.label.lower()) or self.page.held(subject, field)
        known = any(one.name == before for one in field.options)
        back = self.page.call(use, option=before) if known and before != name else None
        if call is not None:
            said = frozenset(at for at, own in self._stems.items() if own & self._every(label))
            yield Deed(Plan((call,), subject, (back,) if back else ()), f"{use.label} {name}", places | said)

    def _every(self, label: set[str]) -> set[str]:
        return {each for one in label for each in self._bases(one)}

    def _option(self, field: FormField, name: str) -> frozenset[int]:
        """Return where an option is said: by its whole name, or the first word of it, where no other begins so."""
        language = self.page.language
        own = name.lower().split()
        firsts = [one.name.lower().split()[:1] for one in field.options]
        ways = [own, own[:1]] if len(own) > 1 and firsts.count(own[:1]) == 1 else [own]
        words = [word.removesuffix(language.owner) for word in self.said.words]
        for way in ways:
            if not any(content(one, language) for one in way) and way != own:
                continue
            for at in range(len(words) - len(way) + 1):
                places = frozenset(range(at, at + len(way)))
                if self._is_said(words[at : at + len(way)], way) and places <= self.said.rest:
                    return places
        return frozenset()

    def _is_said(self, spoken: Sequence[str], option: Sequence[str]) -> bool:
        if list(spoken) == list(option):
            return True
        days = self.page.language.words["weekdays"]
        short = option[0].strip(". ")
        return len(option) == 1 and len(short) > 1 and spoken[0] in days and spoken[0].startswith(short)

    def _pressed(self, subject: Subject, use: Use, label: set[str]) -> Iterator[Deed]:
        """A button of the item, by its own name or another name of it."""
        whole = self.page.label_of(use, subject.name)
        marks = whole.lower().startswith(self.page.language.item["marks"])
        if takes_away(self.page, whole, self.said.words) and not self._goes(use, subject):
            return  # `take it out of the basket` puts nothing into it
        if self.said.has(self.page.language.item["wishes"]) or (self._is_told() and not marks):
            return
        if marks:
            verb = set(content(whole, self.page.language)[:1])
            orders = self.said.words[0] in self.page.language.item["setting"]
            places = self._places_of(label - verb) if self._reports() or orders else None
            if places and (call := self.page.call(use)):
                yield Deed(Plan((call,), subject, gesture=whole), whole, places)
            return
        for name in (whole, *self.page.language.called_like(whole)):
            stems = label if name == whole else set(content(name, self.page.language))
            if (
                (places := self._places_of(stems))
                and (call := self.page.call(use))
                and not counted(self.page, self.said, places)
            ):
                yield Deed(Plan((call,), subject, gesture=whole), whole, places)
                return
        if (places := self._by_verb(subject, use, whole)) and (call := self.page.call(use)):
            yield Deed(Plan((call,), subject, gesture=whole), whole, places)

    def _by_verb(self, subject: Subject, use: Use, whole: str) -> frozenset[int]:
        """`add the second one` for `Add to cart`, `put it in the queue` and `queue it` for `Add to queue`."""
        language, words = self.page.language, self.said.words
        verb, *rest = content(whole, language) or ("",)
        first = set(language.forms_of(words[0]))
        others = [
            one for one in subject.uses if content(self.page.label_of(one, subject.name), language)[:1] == (verb,)
        ]
        led = bool({*whole.lower().split()[1:2]} & {*language.item["leads_on"]})
        alone = led or language.things.issuperset(rest)
        if verb in first and alone and len(others) == 1 and rest:
            return frozenset({0, *(at for at, own in self._stems.items() if own & set(rest))})
        adds = verb in {stem for one in language.item["adding"] for stem in content(one, language)} and led
        object_ = self._places_of(set(rest)) if adds and rest else None
        if object_ and (words[0] in language.item["adding"] or 0 in object_):
            return object_ | {0}
        return frozenset()

    def _turned(self, subject: Subject, use: Use, label: set[str]) -> Iterator[Deed]:
        """`it isn't urgent any more`: a button that is on is pressed once more; `Remove star` for `no star`."""
        language = self.page.language
        takes = any(is_in_order(one.split(), self.said.words) for one in language.item["taking_off"])
        undoing = undoing_of(self.page, self.said, label)
        if not (self.said.refusing or takes or undoing):
            return
        whole = self.page.label_of(use, subject.name)
        told = self.page.told_of(use)
        plain = {stem for one in language.labels["remove"] for stem in content(one, language)}
        removes = bool(label & plain) and label - plain
        if told != language.say("switched_on") and not removes:
            return
        places = self._places_of(label - plain if removes else label) or undoing
        others = () if removes else map(set, (content(one, language) for one in language.called_like(whole)))
        places = places or next((found for one in others if (found := self._places_of(one))), frozenset())
        call = self.page.call(use)
        if places and call:
            words = {*language.item["off_words"]}
            off = frozenset(at for at in self.said.rest if self.said.words[at] in words)
            yield Deed(Plan((call,), subject, (call,) if not removes else (), whole), f"no {whole}", places | off)

    def _parted(self, subject: Subject) -> Iterator[Deed]:
        """`Lucy doesn't want a plot any more`: the one control by which the item goes; it is always asked first."""
        item = self.page.language.item
        phrase = next((one for one in item["parting"] if is_in_order(one.split(), self.said.words)), None)
        verbs = (*self.page.language.views["removing"], *item["dropping"])
        phrase = phrase or next((one for one in verbs if self._begins(one.split())), None)
        if phrase is None:
            return
        goes = [use for use in subject.uses if self.page.value_of(use) is None and self._goes(use, subject)]
        call = self.page.call(goes[0]) if len(goes) == 1 else None
        if call is None:
            return
        plain = {*phrase.split(), *item["partings"]}
        label = self.page.label_of(goes[0], subject.name)
        named = self._every(set(content(label, self.page.language)))
        places = frozenset(at for at in self.said.rest if self._says_that(at, plain) or self._stems[at] & named)
        named_so = label.lower().startswith(phrase)  # then it is asked about only where it is hard to take back
        yield Deed(Plan((call,), subject, gesture=label), "part", places, asks=not named_so)

    def _begins(self, verb: Sequence[str]) -> bool:
        """Tell whether the sentence begins with a verb, be its particle behind: `take the last one out`."""
        words = list(self.said.words)
        if words[: len(verb)] == list(verb):
            return len(words) > len(verb)
        return len(verb) == 2 and words[0] == verb[0] and verb[1] in words[1:]

    def _says_that(self, at: int, plain: set[str]) -> bool:
        """Tell whether a word is one of these, or what is no longer to be done: `we do not want to watch it`."""
        words = self.said.words
        return words[at] in plain or (at > 0 and words[at - 1] in self.page.language.words["towards"])

    def _goes(self, use: Use, subject: Subject) -> bool:
        language = self.page.language
        if self.page.use_for((use,), "remove", subject.name):
            return True
        own = content(self.page.label_of(use, subject.name), language)
        ways = [content(one, language) for one in language.item["parts"]]
        return any(way and own[: len(way)] == way for way in ways)
