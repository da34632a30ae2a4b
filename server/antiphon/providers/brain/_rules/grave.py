"""Rules for what is easily taken back, and what is not: that is asked about unless heard word for word, and never
expected."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from antiphon.providers.brain._rules.catalogue import Catalogue, Profile
from antiphon.providers.brain._rules.evidence import Reading
from antiphon.providers.brain._rules.lexicon import ARTICLES, bag
from antiphon.providers.brain._rules.naming import SEGMENTS
from antiphon.providers.brain._rules.schema import Kind
from antiphon.providers.brain._rules.verbs import (
    COMPOUND,
    NOUNS_TOO,
    PARTED,
    PRIMARY,
    SYNONYMS,
    base,
    form_of,
    meanings,
)
from antiphon.providers.brain._rules.words import Word, split_id, stem
from antiphon.providers.english import HARD_TO_TAKE_BACK

HARMLESS = bag(
    "open set press search play pause stop on off mute toggle back scroll zoom sort filter more less compare rotate "
    "shuffle rewind skip"
)
"""Groups of verbs of what is easily taken back. All else is asked about."""
_EASY = HARMLESS | bag(
    "add create write save print download reload undo redo check pin unpin login translate calculate"
)
"""And of what is at least never lost by it."""
GRAVE = HARD_TO_TAKE_BACK
"""Words of a name that say so, whatever the verb is: a button `Delete` is pressed, too."""
_AS_A_VERB = bag(
    "replace format reply respond report fire flush charge trade renew forward extend dismiss kick kill abort scrap "
    "bin dispose settle return detach strip cut email mail text message wire release hire promote demote vote rate "
    "assign pledge invest borrow lend loan deduct debit credit bill invoice"
)
"""Words that say so only as the verb: a `report` is opened, a `text size` set."""
_NAMES_OF_THINGS = (NOUNS_TOO - bag("reset empty exit")) | bag(
    "payment subscription account bid medication deletion removal cancellation termination deactivation payroll payout "
    "cheque paid money offline campaign"
)
"""Of these, what is as often the name of a thing."""
_OF_SOMEBODY = bag("disable stop end")
"""Verbs of what is switched, and of what happens to one of many: `disable a user`."""
_GROUPS = bag(
    "remove send buy submit close call book share cancel logout subscribe unsubscribe unfollow approve reject stop "
    "archive block publish reply invite merge disconnect restart rate"
)
_OF_DEGREES = bag("pause checkout")
"""Meanings whose verbs stand for each other only where nothing hangs on it: who stops a subscription wants no pause."""
_GIVING = bag("send buy pay transfer share submit publish")
"""Meanings of verbs whose values say to whom or how much, and not what."""
_WHATEVER = frozenset(map(stem, ("item", "thing", "product", "article", "money", "payment", "amount", "card")))
"""Names of things that say no more than that something is bought or sent: the value says what."""
_LEADING = frozenset({"open", "search", "sort", "filter", "scroll", "zoom"})
"""Meanings of verbs that only lead somewhere or show something."""
_QUANTITIES = bag("all every each any both")
"""`Archive` is less than `Archive all`."""
_UN = bag("and an on a in un hun one under")
"""Words that a recogniser writes for the `un` of `unsubscribe`."""


def is_grave(profile: Profile) -> bool:
    if profile.groups & _GROUPS or not GRAVE.isdisjoint((*profile.called, *profile.verbs)):
        return True
    verb = profile.verbs[0] if profile.verbs else ""
    if PRIMARY.get(verb) == "press" and profile.called:
        verb = base(profile.called[0]) or profile.called[0]
    elif verb and verb not in PRIMARY:  # of a verb that nobody knows nobody knows what it does
        return True
    if verb not in _OF_SOMEBODY:
        return verb in _AS_A_VERB
    return verb in split_id(profile.action.id) and any(one.kind is Kind.CHOICE for one in profile.params)


def is_easy(profile: Profile) -> bool:
    """Tell whether it may be done for a name that was only heard or spelt alike: a closed list of what takes
    nothing."""
    return bool(profile.groups) and profile.groups <= _EASY and not is_grave(profile)


def must_be_named(profile: Profile) -> bool:
    """Tell whether an action is done only where its name was said word for word, or on a yes.

    One that is `confirm` is asked about anyway; one that only leads somewhere (`open_order_history`) takes nothing.
    """
    verb = profile.verbs[0] if profile.verbs else ""
    leads = PRIMARY.get(verb) in _LEADING and verb not in GRAVE
    return is_grave(profile) and not profile.action.confirm and not leads


def is_named(profile: Profile, values: Mapping[str, Any], words: Sequence[Word], known: Collection[str] = ()) -> bool:
    """Tell whether these words hold the action's name, and of each value that was chosen the name, word for word.

    `known`: parameters whose values were named so, as whoever asks has found by itself.
    """
    heard = [word for word in words if word.text not in ARTICLES]
    filled = False
    for param in profile.params:
        if param.name not in values or values[param.name] in param.given:
            continue
        if param.kind is Kind.TEXT and "remove" in profile.groups:  # `remove Anna Bell` does not say from where
            continue
        filled = True
        if param.kind is Kind.CHOICE and param.name not in known:
            choice = next((one for one in param.choices if one.value == values[param.name]), None)
            names = ([word for word in choice.words if word not in ARTICLES], choice.as_one) if choice else ()
            if not any(_in_a_row(heard, name) for name in names):
                return False
    if not _verb_was_said(profile, words) or _was_cleared_for_emptied(profile, words):
        return False
    wanted = {*profile.things} | ({*profile.called} & _QUANTITIES)
    if not wanted and not filled and not is_button(profile) and not is_its_own_verb(profile, words):
        return False
    begins = split_id(SEGMENTS.split(profile.action.id)[-1])[:1]
    first = profile.called[:1]
    if not is_button(profile) and first and base(first[0]) and ([*first] == begins or (filled and wanted == {*first})):
        # `clear the form`, where the id begins with `reset`: it is the verb; and `cancel pizza`, of an order.
        wanted -= {*first}
    # Who deletes `Buy milk` has named the task; who pays 30 for somebody has not said what for.
    own = {stem(word) for param in profile.params if param.name in values for word in param.words}
    says_little = not profile.groups & _GIVING or wanted <= _WHATEVER | own
    is_told_by_value = filled and says_little and not wanted & GRAVE
    return is_told_by_value or all(any(_names(word, thing) for word in words) for thing in wanted)


def is_its_own_verb(profile: Profile, words: Sequence[Word]) -> bool:
    """Tell whether the verb that was said is the one an action is called by, where its name is no more: `pay` is not
    `checkout`, which may pay for much else."""
    texts = [word.text for word in words]
    said = {base(text) or text for text in texts}
    phrases = {verb for phrase, verb in COMPOUND.items() if _holds(texts, phrase)}
    return not profile.verbs or profile.verbs[0] in said | phrases


def _holds(texts: Sequence[str], phrase: Sequence[str]) -> bool:
    return any([*texts[at : at + len(phrase)]] == [*phrase] for at in range(len(texts)))


def is_far(reading: Reading, words: Sequence[Word]) -> bool:
    """Tell whether it leads from another verb to what is hard to take back: `add a product`, to deleting `Add-on
    cable`."""
    profile = reading.profile
    return must_be_named(profile) and not is_button(profile) and not verb_places(profile, words, loosely=True)


def _in_a_row(heard: Sequence[Word], name: Sequence[str]) -> bool:
    stems = [stem(word) for word in name]
    size = len(name)
    rows = (heard[at : at + size] for at in range(len(heard) - size + 1))
    return bool(name) and any([word.stem for word in row] == stems for row in rows)


def _names(word: Word, thing: str) -> bool:
    if word.stem == thing or _means(word, thing):
        return True
    verb, other = base(word.text), base(thing)
    return verb is not None and other is not None and PRIMARY[verb] == PRIMARY[other] != ""


def is_button(profile: Profile) -> bool:
    return PRIMARY.get(profile.verbs[0] if profile.verbs else "") == "press"


def _verb_was_said(profile: Profile, words: Sequence[Word]) -> bool:
    """Tell whether a verb of the action's meaning was said; a button's is in its name."""
    return is_button(profile) or bool(verb_places(profile, words))


def verb_places(profile: Profile, words: Sequence[Word], *, loosely: bool = False) -> set[int]:
    """Return where a verb of the action's meaning was said: `throw away`, `log me out`; `loosely`: or one near it."""
    own = own_verbs(profile)
    groups = {PRIMARY.get(verb, "") for verb in own} & profile.groups - (frozenset() if loosely else _OF_DEGREES)
    said = said_verbs(words)
    return {at for verb, places in said if verb in own or meanings(verb) & groups for at in places}


def said_verbs(words: Sequence[Word]) -> list[tuple[str, set[int]]]:
    """Return what was said as verbs, each with its places: every word by itself, and several that are one verb."""
    texts = [word.text for word in words]
    said = [(base(text) or text, {at}) for at, text in enumerate(texts)]
    for phrase, verb in COMPOUND.items():
        size = len(phrase)
        said += [(verb, {*range(at, at + size)}) for at in range(len(texts)) if tuple(texts[at : at + size]) == phrase]
    for (first, last), verb in PARTED.items():
        if first in texts and last in texts[texts.index(first) :]:
            at = texts.index(first)
            said.append((verb, {at, texts.index(last, at)}))
    return said


def own_verbs(profile: Profile) -> set[str]:
    """The verbs that an action is done for: its first, those that mean the same, and what is grave among the others.

    A word of what it acts on is none, be it a verb elsewhere: `save`, of `Delete a save`. Only where no verb was found
    in an id (`user_delete_all`) are there verbs among its words.
    """
    first = profile.verbs[0] if profile.verbs else ""
    alike = PRIMARY.get(first) or first
    mild = not _is_grave_verb(first)  # `toggle`, which shows or hides
    own = {verb for verb in profile.verbs if mild or alike in {verb, PRIMARY.get(verb)} or _is_grave_verb(verb)}
    whole = len(profile.called) >= len(split_id(SEGMENTS.split(profile.action.id)[-1]))
    return own | ({word for word in profile.called if _is_grave_verb(word)} if whole else set())


def _is_grave_verb(word: str) -> bool:
    return word in (GRAVE | _AS_A_VERB | _OF_SOMEBODY) - _NAMES_OF_THINGS


def begins_with_another_verb(profile: Profile, words: Sequence[Word]) -> bool:
    """Tell whether words begin with what can be a verb, and is none of the action's: `call Otto`, of `Delete a
    call`."""
    first = base(words[0].text) or words[0].text if words else ""
    is_verb = PRIMARY.get(first, "") != "" or first in _AS_A_VERB or _is_grave_verb(first)
    return is_verb and 0 not in verb_places(profile, words)


def _was_cleared_for_emptied(profile: Profile, words: Sequence[Word]) -> bool:
    """Tell whether `clear` was said for `empty`, or the other way: on most pages they are one, and on some they are
    not."""
    said = {base(word.text) or word.text for word in words}
    return any(
        other in said and own in profile.verbs and own not in said
        for own, other in (("empty", "clear"), ("clear", "empty"))
    )


def is_guessed(catalogue: Catalogue, profile: Profile, words: Sequence[Word]) -> bool:
    """Tell whether what the action acts on was only heard alike: `Martina`, where the page has a `Marina`."""
    said = {word.stem for word in words}
    wanted = {*profile.things} - said
    if not wanted:
        return False
    single = ((word, name) for word in words for name, _ in catalogue.alike.get(word.text, ()))
    if any(name in wanted and not _means(word, name) for word, name in single):
        return True
    pairs = ((one, two, catalogue.as_one.get((one.text, two.text), ())) for one, two in pairwise(words))
    return any(name in wanted and one.text + two.stem != name for one, two, names in pairs for name, _ in names)


def is_value_guessed(catalogue: Catalogue, profile: Profile, values: Mapping[str, Any], words: Sequence[Word]) -> bool:
    """Tell whether a word of a value that was chosen was only heard alike."""
    said = {word.stem for word in words}
    chosen = [
        {*choice.stems} - said
        for param in profile.params
        if param.kind is Kind.CHOICE and param.name in values
        for choice in param.choices
        if choice.value == values[param.name]
    ]
    wanted = {word for stems in chosen for word in stems}
    heard = ((word, name) for word in words for name, _ in catalogue.alike.get(word.text, ()))
    return any(name in wanted and not _means(word, name) for word, name in heard)


def _means(word: Word, name: str) -> bool:
    """The same word in another form, or one that stands for it."""
    return name in SYNONYMS.get(word.stem, ()) or base(word.text) == name or form_of(word.text) == form_of(name)


def undone(catalogue: Catalogue, words: Sequence[Word]) -> Iterator[Profile]:
    """The actions that may have been meant by the opposite: `and subscribe`, where the page can `unsubscribe`."""
    wanted = {stem(f"un{two.text}") for one, two in pairwise(words) if one.text in _UN}
    for profile in catalogue.profiles if wanted else ():
        if not wanted.isdisjoint((*profile.verbs, *profile.things, *profile.called)):
            yield profile
