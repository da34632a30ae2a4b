"""A yes with another order behind it: `sure, and clear the schedule`. The yes counts, and the order is a new one."""

from antiphon.providers.brain._rules.lexicon import bag, sayings
from antiphon.providers.brain._rules.utterance import Mood, Utterance, understand
from antiphon.providers.brain._rules.words import leading

_YES = sayings(
    "yes|yeah|yep|yup|sure|okay|ok|of course|correct|right|exactly|absolutely|definitely|certainly|alright|all right|"
    "yes please|yes do it|yes do that|yes go ahead|do it|do that|go ahead|sure thing|yes sure|okay do it|ok do it|"
    "yes that is right|yes exactly"
)
_JOINING = sayings("and|and then|then|and also|also|and after that|after that|and please|and now|and could you also")
_OVER = bag("it that this")


def yes_and_more(said: Utterance) -> tuple[str, str] | None:
    """Return the yes and the order of `yes, and open the calendar`; None where there is no such thing.

    Without an `and` or a `then` what looks like a yes only leads up to an order: `ok, open the calendar`.
    """
    words = said.spoken
    size = leading(_YES, words, 0)
    joint = leading(_JOINING, words, size) if size else 0
    rest = words[size + joint :]
    if not joint or len(rest) < 2 or all(word.text in _OVER for word in rest[1:]):
        return None
    order = said.text[rest[0].start :]
    return (said.text[: words[size - 1].end], order) if understand(order).mood is Mood.COMMAND else None
