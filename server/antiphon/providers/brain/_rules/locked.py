"""Rules for what is on the page and cannot be used now, as its narration tells it: whoever asks for it hears that,
and why."""

import re
from collections.abc import Iterator, Sequence

from antiphon.domain.actions import Action
from antiphon.providers.brain._rules.lexicon import FUNCTION, GENERIC
from antiphon.providers.brain._rules.naming import quote, request_for
from antiphon.providers.brain._rules.page_asks import is_called
from antiphon.providers.brain._rules.utterance import Mood, Utterance, from_press, verb_of
from antiphon.providers.brain._rules.words import Word, hear

_LOCKED = re.compile("^\u201c([^\u201d]{1,80})\u201d is (disabled|read-only)(?:\\.|: (.+))$", re.MULTILINE)
"""A line of the narration, as `observe` tells it."""
_MOST = 40
_HOW = {"disabled": "is switched off", "read-only": "cannot be changed"}
_FILLING = frozenset({"set", "write", "choose"})
"""Meanings of verbs behind which a value follows the name: `set first name to Anna`."""


def why_not(said: Utterance, narration: str, actions: Sequence[Action] = ()) -> str | None:
    """Say why what was asked for cannot be done; None where it is nothing that is locked.

    With the page's `actions`, only what was called by its whole name, and by that of no action.
    """
    told = _LOCKED.findall(narration)[:_MOST] if not said.denials else []
    asked = [*_asked_for(said)] if told else []
    for name, how, reason in told:
        called = hear(name)
        if any(is_called(words, called) for words in asked) or (not actions and _fills(said, called)):
            if any(is_called(words, _name_of(one)) for one in actions for words in asked):
                return None
            because = f": {reason}" if reason else "."
            return quote(f"{name} {_HOW[how]} at the moment{because}")
    return None


def _asked_for(said: Utterance) -> Iterator[Sequence[Word]]:
    """Return what may be the name, in `pay`, `press pay`, `press the pay button`, `open settings`."""
    if said.mood is Mood.OTHER:
        return
    for words in (said.words, from_press(said.spoken)[1:], said.words[verb_of(said.words)[1] :]):
        if words:
            yield words
            if len(words) > 1 and words[-1].stem in GENERIC:
                yield words[:-1]


def _fills(said: Utterance, name: Sequence[Word]) -> bool:
    """Tell whether a value was to be set of what is called so: the name follows the verb."""
    if said.mood is not Mood.COMMAND or said.groups.isdisjoint(_FILLING):
        return False
    rest = [word.stem for word in said.words[said.verb_words :] if word.text not in FUNCTION]
    wanted = [word.stem for word in name if word.text not in FUNCTION]
    return bool(wanted) and rest[: len(wanted)] == wanted


def _name_of(action: Action) -> Sequence[Word]:
    """Return what an action's control is called: `Pay`, of `Press Pay`."""
    words = hear(request_for(action))
    return words[1:] if words[:1] and words[0].text in {"press", "open", "choose", "set", "switch"} else words
