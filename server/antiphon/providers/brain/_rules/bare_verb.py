"""A verb with too little behind it: `Delete.` on a page with several buttons that delete, `Remove shoes`, `Empty it`.

Nothing is done for a verb alone: people are asked which of the actions that have it was meant.
"""

from antiphon.providers.brain._rules.catalogue import Catalogue, Profile
from antiphon.providers.brain._rules.evidence import Reading
from antiphon.providers.brain._rules.grave import must_be_named
from antiphon.providers.brain._rules.lexicon import FUNCTION, GENERIC, bag
from antiphon.providers.brain._rules.utterance import Mood, Utterance
from antiphon.providers.brain._rules.verbs import PRIMARY, base

_ALL = bag("everything all it that this them one something")
_WORDS = 4
_MOST = 20


def by_verb(catalogue: Catalogue, said: Utterance) -> tuple[Reading, ...]:
    """The actions whose name begins with the verb that was said, and has all else that was; none where many do.

    Where none begins with it, those whose verb means the same: `remove one`, on a page that deletes. Only what is hard
    to take back: for the rest, a verb alone is as likely a remark.
    """
    words = said.words
    if not words or len(words) > _WORDS or said.denials or said.mood is Mood.OTHER:
        return ()
    verb = base(words[0].text) or words[0].text
    telling = {word.stem for word in words[1:] if word.text not in FUNCTION | _ALL and word.stem not in GENERIC}
    fitting = [(own, one) for one in catalogue.profiles if (own := _own_verb(one)) and telling <= {*one.called}]
    found = [profile for own, profile in fitting if own == verb]
    meaning = PRIMARY.get(verb)
    found = found or [profile for own, profile in fitting if meaning and PRIMARY.get(own) == meaning]
    return tuple(_unfilled(profile) for profile in found) if len(found) <= _MOST else ()


def _own_verb(profile: Profile) -> str:
    """The verb of what is hard to take back, be it the one that a button's name begins with; else nothing."""
    if not must_be_named(profile) and not profile.action.confirm:
        return ""
    own = profile.verbs[0] if profile.verbs else ""
    if own == "press":
        own = profile.called[0] if profile.called else ""
    return base(own) or own


def _unfilled(profile: Profile) -> Reading:
    values = {param.name: param.given[0] for param in profile.params if param.required and param.given}
    missing = tuple(param for param in profile.params if param.required and param.name not in values)
    return Reading(profile, values, missing, None, 1.0, 1.0)
