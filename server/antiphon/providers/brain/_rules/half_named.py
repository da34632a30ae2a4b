"""A link that is named by a word of another control too: `I would like to order`, of `My orders` and `Place order`."""

from antiphon.providers.brain._rules.catalogue import Catalogue, Profile
from antiphon.providers.brain._rules.utterance import Utterance
from antiphon.providers.brain._rules.words import hear

_LINK = "open_"
_LEADING = frozenset({"open", "show", "go", "take", "see", "view", "visit"})
"""Who says one of these wants to be led somewhere."""


def is_half_named_link(catalogue: Catalogue, profile: Profile, said: Utterance) -> bool:
    """Tell whether an utterance has not all words of a link's name, and what it has of them is in another name too.

    A page that is left for what may have been meant otherwise loses what was entered in it.
    """
    if not profile.action.id.startswith(_LINK) or profile.action.parameters.get("properties"):
        return False  # `open the ninth one` is of an action that takes a value, and of no link
    if any(word.text in _LEADING for word in said.words):
        return False
    own = [word for word in hear(profile.action.description) if word.text not in _LEADING]
    if {word.text for word in own} <= {word.text for word in said.words}:
        return False
    shared = {word.stem for word in own} & {word.stem for word in said.words}
    others = [one for one in catalogue.profiles if one is not profile and not one.action.id.startswith(_LINK)]
    return any(shared & {word.stem for word in hear(one.action.description)} for one in others)
