"""What is easily taken back, and what is not: that is asked about unless heard word for word, and never expected."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from antiphon.providers.brain._rules.catalogue import Catalogue, Profile
from antiphon.providers.brain._rules.lexicon import bag
from antiphon.providers.brain._rules.verbs import SYNONYMS, base, form_of
from antiphon.providers.brain._rules.words import Word, stem

HARMLESS = bag(
    "open set press search play pause stop on off mute toggle back scroll zoom sort filter more less compare rotate "
    "shuffle rewind skip"
)
"""Groups of verbs of what is easily taken back. All else is asked about."""
GRAVE = bag(
    "delete erase wipe remove trash destroy discard drop empty clear purge cancel pay payment buy purchase order "
    "checkout transfer donate deposit withdraw send submit share publish post call dial close quit exit leave log "
    "logout sign signout subscribe unsubscribe subscription account reset restart reboot shutdown launch deploy "
    "confirm approve sell bid book rid"
)
"""Words of a name that say so, whatever the verb is: a button `Delete` is pressed, too."""
_GROUPS = bag(
    "remove send buy submit close call book share cancel logout subscribe unsubscribe unfollow approve reject stop"
)
_UN = bag("and an on a in un hun one under")
"""What a recogniser writes for the `un` of `unsubscribe`."""


def is_grave(profile: Profile) -> bool:
    return bool(profile.groups & _GROUPS) or not GRAVE.isdisjoint(profile.called)


def is_guessed(catalogue: Catalogue, profile: Profile, words: Sequence[Word]) -> bool:
    """Whether what the action acts on was only heard alike: `Martina`, where the page has a `Marina`."""
    said = {word.stem for word in words}
    wanted = {*profile.things} - said
    if not wanted:
        return False
    single = ((word, name) for word in words for name, _ in catalogue.alike.get(word.text, ()))
    if any(name in wanted and not _means(word, name) for word, name in single):
        return True
    pairs = ((one, two, catalogue.as_one.get((one.text, two.text), ())) for one, two in pairwise(words))
    return any(name in wanted and one.text + two.stem != name for one, two, names in pairs for name, _ in names)


def _means(word: Word, name: str) -> bool:
    """The same word in another form, or one that stands for it."""
    return name in SYNONYMS.get(word.stem, ()) or base(word.text) == name or form_of(word.text) == form_of(name)


def undone(catalogue: Catalogue, words: Sequence[Word]) -> Iterator[Profile]:
    """The actions that may have been meant by the opposite: `and subscribe`, where the page can `unsubscribe`."""
    wanted = {stem(f"un{two.text}") for one, two in pairwise(words) if one.text in _UN}
    for profile in catalogue.profiles if wanted else ():
        if not wanted.isdisjoint((*profile.verbs, *profile.things, *profile.called)):
            yield profile
