"""One action read into one utterance: which words it accounts for, and with which parameters."""

from dataclasses import replace

from antiphon.providers.brain._rules.catalogue import Catalogue, Profile
from antiphon.providers.brain._rules.choices import find_choices
from antiphon.providers.brain._rules.evidence import (
    ABOUT,
    ALIKE,
    DESCRIBED,
    EXACT,
    NAMED,
    VALUE_AS_VERB,
    Evidence,
    Reading,
)
from antiphon.providers.brain._rules.hits import Hits
from antiphon.providers.brain._rules.lexicon import FALSE_WORDS, FUNCTION, GENERIC, LATELY, PREPOSITIONS, TRUE_WORDS
from antiphon.providers.brain._rules.numbers import Number
from antiphon.providers.brain._rules.schema import Kind
from antiphon.providers.brain._rules.several import named_together, one_at_a_time
from antiphon.providers.brain._rules.slots import SlotReader
from antiphon.providers.brain._rules.utterance import Mood, Utterance
from antiphon.providers.brain._rules.values import (
    TURNS_OFF,
    find_dates_for,
    find_numbers_for,
    find_switches,
    take_number,
)
from antiphon.providers.brain._rules.verbs import PRIMARY, base, meanings
from antiphon.providers.brain._rules.verdict import judge
from antiphon.providers.brain._rules.words import stem

_SURE_VERB = 0.75
_BUYING = frozenset({"buy", "purchase", "order"})
_CARTS = frozenset({"cart", "basket", "trolley", "bag"})
_MAILING = frozenset({"text", "email", "mail", "message"})
_MAIL = frozenset({"message", "mail", "email", "text", "letter", "note"})
"""Things that are sent by these verbs: `text Anna I am late` sends a message."""
_LOUDNESS = frozenset({"volume", "sound", "loudness"})
_PLACES = frozenset({"number", "index", "position", "place", "rank"})
_WAYS = frozenset({"up", "down", "in", "out"})
"""`turn it up to ten`: with a number, the way there is known."""


def read(catalogue: Catalogue, profile: Profile, said: Utterance, hits: Hits) -> Reading | None:
    """The reading of one action, if it is good enough."""
    said = _with_verb(said, profile, hits)
    if said.mood is Mood.LOOK and "open" not in profile.groups:
        return None
    if said.mood is Mood.ASK and not (profile.reads and profile.things):
        return None
    size = len(said.words)
    seen = Evidence([0.0] * size, [False] * size, [False] * size)
    _hear_verb(seen, profile, said, hits)
    _hear_names(seen, profile, hits)
    _hear_whole_name(seen, profile, said)
    find_dates_for(profile.params, said, catalogue.today, seen.found)
    find_choices(profile.params, hits, said, seen.found, profile.things)
    _hear_several(seen, profile, said)
    find_switches(profile.params, said, seen.found)
    seen.cover(seen.found.places, max(seen.found.choice, NAMED))
    _hear_again(seen, profile, hits)
    _hear_texts(seen, profile, said)
    _hear_numbers(seen, profile, said)
    _weigh_mentions(seen, catalogue, profile, said, hits)
    return judge(seen, catalogue, profile, said)


def _with_verb(said: Utterance, profile: Profile, hits: Hits) -> Utterance:
    """A phrase that begins with what may be the action's verb, misheard or unknown to us, is a command.

    A form of a verb that we know (`notes`, `looked`) was not misheard, and nothing is deleted on a guess.
    """
    if said.mood is not Mood.PHRASE or base(said.words[0].text):
        return said
    for verb in profile.verbs:
        for hit in hits.get(verb, ()) if PRIMARY.get(verb) != "remove" else ():
            if hit.start == 0 and hit.quality >= _SURE_VERB:
                command = replace(said, mood=Mood.COMMAND, verb=verb, groups=meanings(verb))
                return replace(command, verb_quality=hit.quality, verb_words=hit.end)
    return said


def _hear_verb(seen: Evidence, profile: Profile, said: Utterance, hits: Hits) -> None:
    if said.mood is Mood.LOOK:
        seen.verb = ALIKE
    elif said.mood is Mood.ASK:
        seen.verb = ALIKE
        seen.cover(range(said.verb_words), NAMED)
        seen.cover((at for at, word in enumerate(said.words) if word.text in LATELY), NAMED)
    elif said.mood is Mood.PHRASE:
        agreeing = [at for at, word in enumerate(said.words) if PRIMARY.get(base(word.text) or "") in profile.groups]
        seen.cover(agreeing, ALIKE)
    else:
        seen.verb = said.verb_quality * _rate_verb(seen, profile, said, hits)
        seen.cover(range(said.verb_words) if seen.verb else (), max(seen.verb, NAMED))
        if seen.verb and said.verb == "remove":
            seen.cover((at for at, word in enumerate(said.words) if word.text == "out"), NAMED)


def _rate_verb(seen: Evidence, profile: Profile, said: Utterance, hits: Hits) -> float:
    if said.verb in profile.verbs:
        return EXACT if said.verb == profile.verbs[0] else DESCRIBED
    switches = any(param.kind is Kind.SWITCH for param in profile.params)
    if said.groups & profile.groups or (
        switches and (said.verb in TRUE_WORDS | FALSE_WORDS or said.groups & TURNS_OFF)
    ):
        return ALIKE
    if said.groups & {"open", "set"} and not profile.things:
        # The verb as a noun: `go to search`, `proceed to checkout`, `set the zoom to eighty`.
        rest = range(said.verb_words, len(said.words))
        little = FUNCTION | GENERIC | {"two"}
        first = next((at for at in rest if said.words[at].text not in little), -1)
        named = [hit for verb in profile.verbs for hit in hits.get(verb, ()) if hit.start == first]
        seen.cover((at for hit in named for at in range(hit.start, hit.end)), EXACT)
        return VALUE_AS_VERB if named else 0.0
    return 0.0


def _implied(seen: Evidence, profile: Profile, said: Utterance) -> float:
    """Return what an action acts on, where it need not be named: `buy a lamp` is for the cart, `the fifth one` is an
    item."""
    if seen.verb < ALIKE * said.verb_quality or said.mood is not Mood.COMMAND:
        return 0.0
    if said.verb in _BUYING and not _CARTS.isdisjoint(profile.things):
        return ALIKE if seen.texts and not seen.implausible else 0.0
    if said.verb in _MAILING and set(profile.things) <= _MAIL and (seen.texts or seen.found.values):
        return ALIKE
    names = {word for param in profile.params if param.kind is Kind.NUMBER for word in param.words}
    if not seen.texts and names & _PLACES and any(_is_place(number, said) for number in said.numbers):
        return ALIKE
    return 0.0


def _is_place(number: Number, said: Utterance) -> bool:
    """`number four`, `the fifth one`."""
    before = said.words[number.start - 1].text if number.start else ""
    after = said.words[number.end].text if number.end < len(said.words) else ""
    return before == "number" or after in {"one", "entry", "result"}


def _hear_names(seen: Evidence, profile: Profile, hits: Hits) -> None:
    """Return what the action acts on, its parameters' names, and the words of its description."""
    names = {stem(word) for param in profile.params for word in param.words}
    for words, worth in ((profile.things, EXACT), ({*names, *profile.space}, NAMED)):
        for word in words:
            for hit in hits.get(word, ()):
                seen.cover(range(hit.start, hit.end), worth * hit.quality)
    for word in {word for word in names - FUNCTION if not word.isdigit()}:
        for hit in hits.get(word, ()):
            seen.names |= set(range(hit.start, hit.end))
    for word in profile.about:
        for hit in hits.get(word, ()):
            for at in range(hit.start, hit.end):
                seen.about[at] = True
                seen.quality[at] = max(seen.quality[at], ABOUT * hit.quality)


def _hear_whole_name(seen: Evidence, profile: Profile, said: Utterance) -> None:
    """A name with little words in it, said word for word: of those none means anything by itself."""
    name, stems = profile.called, tuple(word.stem for word in said.words)
    size = len(name)
    if size < 2 or set(name) == set(profile.things) or name[0] in PREPOSITIONS or name[-1] in PREPOSITIONS:
        return
    for at in range(said.verb_words, len(stems) - size + 1):
        if stems[at : at + size] == name:
            seen.called |= set(range(at, at + size))
            seen.cover(range(at, at + size), EXACT)
            return


def _hear_again(seen: Evidence, profile: Profile, hits: Hits) -> None:
    """Return what names the value once more: `my orders in the order history`."""
    for param in profile.params:
        value = seen.found.values.get(param.name) if param.kind is Kind.CHOICE else None
        for name in {name for choice in param.choices if choice.value == value for name in choice.stems}:
            for hit in hits.get(name, ()):
                seen.cover(range(hit.start, hit.end), NAMED * hit.quality)


def _hear_several(seen: Evidence, profile: Profile, said: Utterance) -> None:
    """Other values beside the one that was found: `the toaster and the blue kettle`."""
    choices = [param for param in profile.params if param.kind is Kind.CHOICE]
    for places, choice in named_together(choices[0], said) if len(choices) == 1 and not one_at_a_time(profile) else ():
        if choices[0].name not in seen.found.values:
            seen.found.values[choices[0].name], seen.found.choice = choice.value, EXACT
        seen.found.places |= places


def _hear_texts(seen: Evidence, profile: Profile, said: Utterance) -> None:
    """Fill the free texts; their words count as accounted for."""
    reader = SlotReader(profile, said, seen)
    counted = [param for param in profile.params if param.kind is Kind.NUMBER]
    filling = reader.read(bool(counted))
    seen.cover(reader.described, ABOUT)
    for slot in filling.slots:
        seen.found.values[slot.param.name] = reader.text(slot)
        seen.texts |= set(range(slot.start, slot.end))
    if filling.count and counted:
        take_number(counted[0], filling.count, seen.found)
        seen.cover(range(filling.count.start, filling.count.end), EXACT)
    seen.loose = filling.loose and bool(filling.slots)
    seen.implausible = filling.loose and not all(map(reader.is_plausible, filling.slots))
    for at in seen.texts:
        seen.quality[at] = EXACT


def _hear_numbers(seen: Evidence, profile: Profile, said: Utterance) -> None:
    before = set(seen.found.places)
    seen.found.places |= seen.texts
    find_numbers_for(profile.params, said, seen.found)
    _hear_silence(seen, profile, said)
    seen.cover(seen.found.places - before - seen.texts, EXACT)
    if any(param.kind is Kind.NUMBER and param.name in seen.found.values for param in profile.params):
        seen.cover((at for at, word in enumerate(said.words) if word.text in _WAYS), NAMED)


def _hear_silence(seen: Evidence, profile: Profile, said: Utterance) -> None:
    """`mute the sound`, where only its volume can be set."""
    params = [param for param in profile.params if param.kind is Kind.NUMBER and param.name not in seen.found.values]
    if "mute" not in said.groups or len(params) != 1 or params[0].low != 0 or seen.found.refused:
        return
    if not _LOUDNESS.isdisjoint({*profile.things, *params[0].words}):
        take_number(params[0], Number(0, said.verb_words, 0), seen.found)


def _is_enough(seen: Evidence, profile: Profile, said: Utterance, hits: Hits, elsewhere: set[int]) -> bool:
    """Tell whether more than a figure of a name was said: `two` is in `Address (Line 2)`, and `seven` in each seat
    `A7`.

    It is enough for `Choice 2`, where nothing else was said.
    """
    others = [word for word in profile.called if not word.isdigit()]
    if len(others) == len(profile.called):
        return True
    stems = {word.stem for at, word in enumerate(said.words) if at not in elsewhere}
    figures = [hit for word in profile.called if word.isdigit() for hit in hits.get(word, ())]
    counted = {at for hit in figures for at in range(hit.start, hit.end)}
    is_all = all(number.start in counted | elsewhere | seen.found.places for number in said.numbers)
    if is_all and any(
        word in stems or any(hit.start not in elsewhere for hit in hits.get(word, ())) for word in others
    ):
        return True
    if not is_all or any(len(word) == 1 for word in others) or (others and seen.texts):
        return False
    # A figure at the end of an id may be of nobody's: `open_unnamed_2`.
    figures = [hit for word in profile.called if word in profile.about for hit in hits.get(word, ())]
    counted = {at for hit in figures for at in range(hit.start, hit.end)}
    formed = {0} if base(said.words[0].text) in profile.verbs else set()  # `opened five`
    rest = [word for at, word in enumerate(said.words) if at not in elsewhere | counted | formed]
    return bool(counted) and all(word.text in FUNCTION or word.stem in GENERIC for word in rest)


def _weigh_mentions(seen: Evidence, catalogue: Catalogue, profile: Profile, said: Utterance, hits: Hits) -> None:
    """Weigh how much of what the action acts on was mentioned, not counting what is the verb or inside a text."""
    elsewhere = seen.texts | set(range(said.verb_words if seen.verb else 0))

    def quality(word: str) -> float:
        return max((hit.quality for hit in hits.get(word, ()) if hit.start not in elsewhere), default=0.0)

    total = sum(map(catalogue.weight, profile.things))
    seen.things = sum(catalogue.weight(thing) * quality(thing) for thing in profile.things) / total if total else 0.0
    about = set(profile.about - GENERIC - set(profile.verbs))
    if not _is_enough(seen, profile, said, hits, elsewhere):
        seen.things, about = 0.0, {word for word in about if not word.isdigit()}
    seen.described = max(map(quality, about), default=0.0)
    seen.names -= elsewhere
    seen.things = max(seen.things, _implied(seen, profile, said))
