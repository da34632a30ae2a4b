"""Free text in a command: which of its words are the text itself. Over 300 lines: one reader, whose rules compete.

A command with a text is read as verb, what it acts on, a cue, the text, and again what it acts on:
`write (a note saying) call the dentist`, `add red shoes (to the cart)`. A cue is a word that says that a text
follows: `for` of a search, `saying`, the parameter's own name.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from antiphon.providers.brain._rules.catalogue import Profile
from antiphon.providers.brain._rules.colon import behind_colon
from antiphon.providers.brain._rules.evidence import Evidence
from antiphon.providers.brain._rules.lexicon import (
    ARTICLES,
    BODIES,
    CLAUSE,
    FILLERS,
    FUNCTION,
    GENERIC,
    NEGATIONS,
    PREPOSITIONS,
    PRONOUNS,
    RECIPIENTS,
    SUBORDINATORS,
    bag,
)
from antiphon.providers.brain._rules.marks import end_of
from antiphon.providers.brain._rules.numbers import SOUND_LIKE, Number
from antiphon.providers.brain._rules.of_thing import is_thing, stands_before_thing
from antiphon.providers.brain._rules.quotes import words_in_quotes
from antiphon.providers.brain._rules.schema import Kind, Param
from antiphon.providers.brain._rules.text_bounds import before_number, is_own, past_own, past_unit, without_counted
from antiphon.providers.brain._rules.utterance import YES_OR_NO, Mood, Utterance
from antiphon.providers.brain._rules.verbs import DICTATED
from antiphon.providers.brain._rules.words import stem, without_hesitations

_CUES = bag("saying says called named titled reading")
_BEFORE_CUE = bag("that which with the a")
_TOPICS = bag("topic subject about")
_TO = bag("to too two")
_JOINING = bag("and or but if when because so then")
_LEADING = PREPOSITIONS | {"a", "an", "the", "some", "my"}
_VERBS_OF_BEING = bag("is are was were has have")
_SHELVES = bag("store shop site website web page catalog catalogue list internet archive library market menu map")
"""Where one searches, as against what for."""
_NO_VALUE = ARTICLES | PREPOSITIONS | bag("it one ones someone somebody anyone anybody him them and or but instead")
"""Words that alone tell no value."""
_FURTHER = bag("more extra additional further")
_LOOSE_WORDS = 5


@dataclass(frozen=True, slots=True)
class Slot:
    """A text for a parameter, in the words `start` to `end` (exclusive)."""

    param: Param
    start: int
    end: int
    given: bool = False
    """It stands in quotation marks, behind a colon or behind a word such as `called`: it is the text as it is."""


@dataclass(frozen=True, slots=True)
class Filling:
    """The texts of a command. `count` is a number that stood right in front of one: `two red shoes`."""

    slots: tuple[Slot, ...] = ()
    count: Number | None = None
    loose: bool = True
    """Neither a cue nor what the action acts on leads to the text."""


class SlotReader:
    """Reads the texts of one command for one action, which has been looked for elsewhere in it before."""

    def __init__(self, profile: Profile, said: Utterance, seen: Evidence) -> None:
        self._profile = profile
        self._said = said
        self._words = said.words
        self._texts = [word.text for word in said.words]
        self._marked = seen.marked
        self._about = seen.about
        self._called = seen.called
        self._values = seen.found.places | seen.names
        self._params = [param for param in profile.params if param.kind is Kind.TEXT]
        self._verbatim = bool(profile.groups & DICTATED)
        self.described: set[int] = set()  # places of words that only say more of what the action acts on

    def read(self, counts: bool) -> Filling:
        """The texts; with `counts`, a number in front of the first is taken apart from it."""
        start = self._said.verb_words
        if self._params and self._said.mood is Mood.ASK:
            return self._asked(start)
        if not self._params or not start:
            return Filling()
        quoted = words_in_quotes(self._said.text, self._words[start:])
        if len(quoted) == len(self._params) == 1:
            slot = Slot(self._params[0], start + quoted[0].start, start + quoted[0].stop, given=True)
            return Filling((slot,), loose=not any(map(self._is_known, range(start, slot.start))))
        colon = behind_colon(self._said.text, self._words)
        if len(self._params) == 1 and start < colon < len(self._words) and self._leads_up(start, colon):
            return Filling((Slot(self._params[0], colon, len(self._words), given=True),), loose=False)
        end, closed = self._ending(start)
        if not self._verbatim:
            start, end = without_counted(self._profile, self._said, self._is_known, start, end)
        while start + 1 < end and self._texts[start] in {"me", "us"}:
            start += 1
        cued = self._cued(start, end)
        plain_end = self._before_cue(cued[0][0], start) if cued else end
        begin = start if closed else self._past_things(start, plain_end)
        slots = [
            Slot(param, past, stop, given=self._texts[past - 1] in _CUES | _TO)
            for (at, param), stop in self._with_ends(cued, end)
            for past in [self._past_cue(at, stop)]
        ]
        uncued = sorted(
            (param for param in self._params if all(param is not slot.param for slot in slots)), key=self._is_recipient
        )
        if uncued and begin < plain_end and (uncued[0].required or not slots):
            slots.insert(0, Slot(uncued[0], begin, plain_end))
        count = self._count(slots[0], closed) if slots and counts else None
        if count:
            more = self._texts[count.end] in _FURTHER and count.end + 1 < slots[0].end
            begin = past_unit(self._words, count.end + more, slots[0].end)
            slots[0] = Slot(slots[0].param, begin, slots[0].end)
        loose = not (closed or cued or begin > start)
        slots = [slot if slot.given else self._bounded(slot) for slot in slots]
        whole = [param for _, param in cued] if "set" in self._profile.groups else []
        trimmed = [slot if slot.param in whole else self._trimmed(slot) for slot in slots]
        trimmed = [slot for slot in trimmed if self._is_text(slot, loose)]
        return Filling(tuple(trimmed), count if trimmed else None, loose)

    def _bounded(self, slot: Slot) -> Slot:
        """Without the action's own words around it, and without a number that it needs."""
        start = past_own(self._profile, self._words, slot.start, slot.end)
        end = before_number(self._profile, slot.param, self._said, start, slot.end) if start < slot.end else slot.end
        return Slot(slot.param, start, end, given=start > slot.start and self._texts[start - 1] in _TO)

    def _leads_up(self, start: int, end: int) -> bool:
        """Tell whether nothing but what the action acts on stands before a colon."""
        little = ARTICLES | PREPOSITIONS | PRONOUNS | _CUES
        return all(self._is_known(at) or self._texts[at] in little or self._is_generic(at) for at in range(start, end))

    def _asked(self, start: int) -> Filling:
        """The text in a question: `the weather (in Graz)`, `is (oat milk) in stock`; after a bare `weather`, the rest.

        Of `is the weather in Graz nice` nobody knows where the text ends.
        """
        end, closed = self._ending(start)
        begin = start if closed else self._past_things(start, end)
        if closed and not self._counts_or_checks(start):
            return Filling()
        led = closed or (begin > start and begin < end and self._places_a_name(begin, end))
        if not (led or (not start and begin)) or (not closed and tuple(self._texts[:start]) in YES_OR_NO):
            return Filling()
        begin += begin < end and self._texts[begin] == "and"
        while begin < end and (self._is_known(begin) or self._is_leading(begin)):
            begin += 1
        slot = Slot(self._params[0], begin, end)
        plausible = begin < end and self._is_short(self._texts[begin:end]) and (start or not closed)
        return Filling((slot,), loose=False) if plausible and self._is_text(slot, False) else Filling()

    def _places_a_name(self, at: int, end: int) -> bool:
        """`in Graz`, or `and Graz` as it may be heard."""
        heard = self._texts[at] == "and" and at + 1 < end
        if heard and self._said.text[self._words[at + 1].start].isupper():
            return True
        return self._texts[at] in PREPOSITIONS

    def _counts_or_checks(self, start: int) -> bool:
        """Tell whether a text may stand in front: `how much (tea) is in stock`, but not `what is wrong with the
        stock`."""
        asking = set(self._texts[:start])
        return "what" not in asking and ("how" not in asking or not asking.isdisjoint({"much", "many"}))

    def text(self, slot: Slot) -> str:
        spoken = self._said.spoken
        whole = spoken and slot.end == len(self._words) and behind_colon(self._said.text, self._words) == slot.start
        last = spoken[-1] if whole else self._words[slot.end - 1]
        end = end_of(slot.param, self._said, last.end)
        text = self._said.text[self._words[slot.start].start : end]
        if slot.end < len(self._words) and self._is_known(slot.end):  # `Peter Miller's booking`
            text = text.removesuffix("'s").removesuffix("\u2019s")
        return without_hesitations(text)

    def is_plausible(self, slot: Slot) -> bool:
        """Tell whether a text may stand alone, though what the action acts on was not mentioned."""
        texts = self._texts[slot.start : slot.end]
        if self._verbatim:
            return texts[0] not in PREPOSITIONS | PRONOUNS | ARTICLES
        return self._is_short(texts)

    def _ending(self, start: int) -> tuple[int, bool]:
        """Return where the text ends: before a trailing `to the cart` (and that there is one), or at the last word."""
        at = end = len(self._words)
        while at > start and (self._is_known(at - 1) or self._texts[at - 1] in ARTICLES or self._is_generic(at - 1)):
            at -= 1
        known = set(filter(self._is_known, range(at, end)))
        if start < at < end and known and self._leads_back(at):
            out = self._texts[at - 1] in {"of", "from"} and at - 2 > start and self._texts[at - 2] in {"out", "off"}
            return at - 1 - out, not known <= self._values
        at = end
        led = _CUES | (_TO if self._profile.groups & {"set", "rename"} else set())
        if len(self._params) == 1 and led.isdisjoint(self._texts[start:end]):
            while at > start and self._marked[at - 1]:
                at -= 1
        return (at, False) if start < at and self._texts[at - 1] not in PREPOSITIONS else (end, False)

    def _leads_back(self, at: int) -> bool:
        """Tell whether a little word leads to what the action acts on: `in the note`, or `and the note` as it is
        heard."""
        if self._texts[at - 1] == "and":
            named = self._marked[-1] if self._verbatim else self._is_known(len(self._texts) - 1)
            return self._texts[at] in ARTICLES and named
        return self._texts[at - 1] in PREPOSITIONS | _TO | {"off", "out"}

    def _cued(self, start: int, end: int) -> list[tuple[int, Param]]:
        """The first cue of each parameter, in order. Where there is one text only, nothing else may come before."""
        places = []
        for param in self._params:
            cues = self._cues(param)
            heard = [at for at in range(start, end - 1) if self._is_cue(at, cues) and at not in self._called]
            at = min(heard, key=lambda at: (self._texts[at] not in _CUES, at), default=None)
            if at is not None and (len(self._params) > 1 or self._is_lead_up(start, at)):
                places.append((at, param))
        return sorted(places, key=lambda place: place[0])

    def _with_ends(self, cued: list[tuple[int, Param]], end: int) -> list[tuple[tuple[int, Param], int]]:
        stops = [self._before_cue(at, self._said.verb_words) for at, _ in cued[1:]]
        return [(place, stop) for place, stop in zip(cued, [*stops, end], strict=False) if place[0] + 1 < stop]

    def _cues(self, param: Param) -> set[str]:
        names = {stem(word) for word in param.words}
        groups = self._profile.groups
        cues = names | (_CUES if not names & RECIPIENTS else set())
        cues |= {"for", "four", "fore"} if "search" in groups else set()
        cues |= _TO if groups & {"set", "rename"} or names & RECIPIENTS else set()
        cues |= {"with"} if "set" in groups and self._said.verb == "fill" else set()
        cues |= {"that"} if names & BODIES else set()
        return cues | ({"about"} if names & _TOPICS else set())

    def _is_cue(self, at: int, cues: set[str]) -> bool:
        return self._texts[at] in cues or self._words[at].stem in cues

    def _is_lead_up(self, start: int, at: int) -> bool:
        if self._texts[at] == "for" and at - start < 4 and self._texts[start] == "the":
            return self._texts[start + 1] in _SHELVES  # `search the store for a lamp`
        numbers = {n for number in self._said.numbers for n in range(number.start, number.end + 1)}
        return all(self._is_known(n) or n in numbers or self._texts[n] in FUNCTION for n in range(start, at))

    def _is_known(self, at: int) -> bool:
        return self._marked[at] or self._about[at]

    def _is_generic(self, at: int) -> bool:
        return self._words[at].stem in GENERIC

    def _before_cue(self, at: int, start: int) -> int:
        while at > start and self._texts[at - 1] in _BEFORE_CUE:
            at -= 1
        return at

    def _past_cue(self, at: int, end: int) -> int:
        """Past a cue, and past another right behind it: `with the text saying`."""
        at += 1
        every = {cue for param in self._params for cue in self._cues(param)}
        while at + 1 < end and (self._is_cue(at, every) or self._texts[at] in {"is", "to"}):
            at += 1
        return at

    def _past_things(self, start: int, end: int) -> int:
        """Past what the action acts on, where that stands before the text: `to the cart`, `item`."""
        at = probe = start
        while probe < end and (self._marked[probe] or self._texts[probe] in ARTICLES | PREPOSITIONS):
            probe += 1
            at = probe if self._marked[probe - 1] else at
        return at

    def _count(self, slot: Slot, closed: bool) -> Number | None:
        for number in self._said.numbers:
            if number.start == slot.start and number.end < slot.end:
                return number
        misheard = not self._said.typed and closed and slot.start == self._said.verb_words and slot.end > slot.start + 1
        if misheard and self._texts[slot.start] in {"to", "too", "for"}:
            return Number(slot.start, slot.start + 1, SOUND_LIKE[self._texts[slot.start]])
        return None

    def _trimmed(self, slot: Slot) -> Slot:
        """Without a leading `to the`, unless the text is to be written as it was said or is a title."""
        start = slot.start
        while not self._verbatim and start < slot.end - 1 and self._is_leading(start):
            start += 1
        return replace(slot, start=start)

    def _is_leading(self, at: int) -> bool:
        return self._texts[at] in _LEADING and self._said.text[self._words[at].start].islower()

    def _is_text(self, slot: Slot, loose: bool) -> bool:
        """Not `it`, not `the third`, and nothing that is the listener's: `search your heart`."""
        places = range(slot.start, slot.end)
        texts = self._texts[slot.start : slot.end]
        if not places or texts[0] in _JOINING:
            return False
        if set(texts) <= _NO_VALUE:
            return False
        before = self._words[slot.start - 1] if slot.start else None
        if not slot.given and is_own(self._profile, self._words[slot.start : slot.end], before):
            self.described |= {*places}
            return False
        if self._is_recipient(slot.param):
            return self._is_short(texts) and NEGATIONS.isdisjoint(texts)
        if self._verbatim and stands_before_thing(self._profile, self._words, slot.start, slot.end):
            self.described |= {*places}
        if self._verbatim:
            return not (self.described or is_thing(self._profile, self._words[slot.start : slot.end]))
        if loose and not _VERBS_OF_BEING.isdisjoint(texts):  # `search engines are great`
            return False
        numbers = {at for number in self._said.numbers for at in range(number.start, number.end)}
        telling = slot.given or any(self._texts[at] not in FUNCTION and at not in numbers for at in places)
        return telling and texts[0] != "your" and SUBORDINATORS.isdisjoint(texts)

    def _is_recipient(self, param: Param) -> bool:
        return bool(RECIPIENTS.intersection(param.words))

    def _is_short(self, texts: Sequence[str]) -> bool:
        blockers = (CLAUSE | PREPOSITIONS | PRONOUNS | FILLERS) - {"of", "and"}
        return len(texts) <= _LOOSE_WORDS and blockers.isdisjoint(texts)
