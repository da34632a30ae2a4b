"""Rules for what the brain says, in plain words. What comes from the page (descriptions, outputs, messages) is only
quoted."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from antiphon.domain.actions import Action, ActionCall, ActionOutcome
from antiphon.domain.context import PageContext
from antiphon.providers.brain._rules.catalogue import Profile
from antiphon.providers.brain._rules.grave import must_be_named
from antiphon.providers.brain._rules.lexicon import PREPOSITIONS, bag
from antiphon.providers.brain._rules.naming import id_words, noun, quote, request_for
from antiphon.providers.brain._rules.schema import Choice, Kind, Param
from antiphon.providers.brain._rules.verbs import PRIMARY, meanings
from antiphon.providers.brain._rules.words import split_id, stem

_VALUE = 60
_EXAMPLE = 100
_NAMED = 6
_CLAUSE_END = re.compile(r"(?<=[,.:;!?])\s+")
_OR = re.compile(r",? or |, ")
_SWITCH_NAMES = bag("enabled enable on active activate state value status")

_LABEL_ASKS = re.compile(r"(?:what|who|where|when|why|how)(?: \S+){1,3}\?$", re.IGNORECASE)
"""A short label that is a question already: `Who is coming?`"""
_ASKED_ALONE = {
    "what": "What is it?",
    "who": "Who is it?",
    "whom": "Who is it?",
    "when": "When?",
    "where": "Where?",
    "why": "Why?",
    "how": "How?",
    "how many": "How many?",
    "how much": "How much?",
}
"""How a parameter is asked for whose name is no more than this."""
_NAMELESS = "value"
_LONGEST_LABEL = 5
_COUNTS = bag("quantity count pieces copies")
"""Names of parameters that say how many there shall be."""

_TAKES_VALUE = frozenset({"open", "add", "remove"})
"""Verbs that a value may follow at once: `open settings`, but `set theme dark`."""

NOT_UNDERSTOOD = ("I did not understand that.", "Sorry, I did not get that.", "I am not sure what you mean.")
DONE = "Done: "
BEGUN = "Begun, and not done yet: "
NOT_TOLD = "I do not know that: the page has not told me."
CANNOT = "I cannot do that here."
NOTHING_HERE = "This page has not told me what it can do."


def clauses(text: str) -> list[str]:
    """A reply cut where a voice may breathe; the pieces joined are the text."""
    parts = _CLAUSE_END.split(text.strip())
    return [part + " " for part in parts[:-1]] + parts[-1:] if text.strip() else []


def one_of(names: Sequence[str], last: str = "or") -> str:
    """`home, settings or cart`; beyond six, how many more there are."""
    if len(names) > _NAMED:
        return f"{', '.join(names[: _NAMED - 1])} and {len(names) - _NAMED + 1} more"
    return f" {last} ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def example(profile: Profile) -> str:
    """Something that can be said for an action."""
    words = request_for(profile.action)
    if profile.switches:
        requests = [request for request, _ in profile.requests]
        return f"{next((request for request in requests if request.startswith('turn ')), requests[0])} on"
    needed = [param for param in profile.params if param.required]
    if len(needed) != 1 or needed[0].kind is not Kind.CHOICE:
        return words
    choice = name_of(needed[0].choices[0])
    if choice in PRIMARY and not profile.groups.isdisjoint(meanings(choice)):  # `play`, where it plays or pauses
        return choice
    told = words.split()
    if profile.groups & _TAKES_VALUE and told[0] != "tell":
        lead = " ".join(told[: 1 + (told[1:2] == ["to"])]) if told[0] in profile.verbs else profile.verbs[0]
        return f"{lead} {choice}"
    return f"{words} to {choice}" if "set" in profile.groups else words


def list_actions(profiles: Sequence[Profile], skip: int = 0) -> str:
    """Return what can be done here, a few at a time."""
    if not profiles:
        return NOTHING_HERE
    start = skip % len(profiles)
    shown = [request_for(profile.action) for profile in profiles[start : start + _NAMED]]
    rest = len(profiles) - start - len(shown)
    if rest:
        return f"Here you can: {', '.join(shown)}, and {rest} more."
    return f"Here you can: {one_of(shown)}."


def not_understood(profiles: Sequence[Profile], times: int) -> str:
    """That it was not understood, with a hint; `times` is how often that was said before."""
    return f"{NOT_UNDERSTOOD[times % len(NOT_UNDERSTOOD)]} {hint(profiles, times)}"


def hint(profiles: Sequence[Profile], times: int = 0) -> str:
    """One or two things that can be said, others each time; none that is hard to take back or asked about first."""
    if not profiles:
        return NOTHING_HERE
    safe = [profile for profile in profiles if not must_be_named(profile) and not profile.action.confirm]
    if not safe:
        return "You can ask what you can do here."
    examples = [example(safe[(2 * times + step) % len(safe)]) for step in range(min(2, len(safe)))]
    said = one_of([f"\u201c{quote(words, _EXAMPLE)}\u201d" for words in examples])
    return f"You can say {said}, or ask what you can do here."


def unclear(profiles: Iterable[Profile]) -> str:
    return f"Do you mean {one_of([_called(profile) for profile in profiles])}?"


def sure(profile: Profile, values: Mapping[str, Any], *, still: bool = False) -> str:
    """The question before what is hard to take back, with the names of the values that were chosen.

    `still`: it was wanted a while ago.
    """
    chosen = [spoken(param, values[param.name]) for param in profile.params if param.name in values]
    named = f": {one_of(chosen, 'and')}" if chosen else ""
    return f"Do you {'still ' if still else ''}mean {_called(profile)}{named}?"


def _called(profile: Profile) -> str:
    """Return what an action is called in a question: a button by what stands on it, and not by `press`."""
    return _button(profile.action) or id_words(profile.action.id)


def _button(action: Action) -> str:
    """Return what stands on the button that an action presses, between quotation marks; nothing where it presses
    none."""
    verb, _, name = request_for(action).partition(" ")
    return f"\u201c{name}\u201d" if verb == "press" and name else ""


def spoken(param: Param, value: Any) -> str:
    """A value as it is read back; what was dictated between quotation marks."""
    named = next((name_of(choice) for choice in param.choices if choice.value == value), None)
    if named is not None:
        return named
    if param.kind is Kind.TEXT:
        return f"\u201c{quote(str(value), _EXAMPLE)}\u201d"
    name = noun(quote(" ".join(param.words), _VALUE).split()) or _NAMELESS
    return f"{name} {_value(value)}" if isinstance(value, bool) else _value(value)


def ask(param: Param, profile: Profile) -> str:
    """The question for a parameter that was not said."""
    name = _label(param, profile)
    if param.kind is Kind.CHOICE:
        choices = [name_of(choice) for choice in param.choices]
        if {*_OR.split(name)} == {choice.lower() for choice in choices}:  # described as `On or off`
            return f"{name.capitalize()}?"
        which = "one" if name == _NAMELESS or name in PREPOSITIONS else name
        return f"Which {which}? You can say {one_of(choices)}."
    alone = _ASKED_ALONE.get(" ".join(param.words)) if name == _NAMELESS else None
    if param.kind is Kind.NUMBER:
        name = name.removeprefix("number of ")
        question = alone or ("How many?" if _COUNTS & set(param.words) else f"{_asks_for(name)} {name}?")
        bounds = _bounds(param)
        return f"{question} It {bounds}." if bounds else question
    if param.kind is Kind.SWITCH:
        return "On or off?" if param.name in _SWITCH_NAMES else f"{name.capitalize()}, yes or no?"
    if alone:
        return alone
    if param.kind is Kind.TEXT and _LABEL_ASKS.match(param.label):
        return quote(param.label, _VALUE)
    return f"Which {name}?" if param.kind is Kind.DATE else f"What is the {name}?"


def asks_on_or_off(param: Param, profile: Profile) -> bool:
    """Tell whether the question for a parameter is `On or off?`, which no yes and no no answers."""
    choices = {name_of(choice).lower() for choice in param.choices}
    return choices == {"on", "off"} or (param.kind is Kind.SWITCH and ask(param, profile) == "On or off?")


def _asks_for(name: str) -> str:
    """`how many degrees`, `which level`."""
    last = name.rsplit(" ", 1)[-1]
    return "How many" if last != stem(last) else "Which"


def out_of_bounds(param: Param, profile: Profile, value: int | float) -> str:
    """Say why a number was not taken: `The volume can be from 0 to 100.`"""
    name = _label(param, profile)
    if profile.things and "set" in profile.groups and param.name in {"level", "value", "amount"}:
        # What a page calls it stays as it is: `nights`, and not `night`.
        is_named = [stem(word) for word in name.split()] == [stem(word) for word in profile.things]
        name = name if is_named else " ".join(profile.things)
    if param.whole and value != int(value):
        return f"The {name} must be a whole number."
    if param.step and not _bounds(param):
        return f"The {name} can only go in steps of {plain(param.step)}."
    return f"The {name} {_bounds(param) or f'cannot be {plain(value)}'}."


def does_not_fit(profile: Profile, values: Mapping[str, Any]) -> str:
    """Say why a call was not made, though all was said: a text too long, a pattern that does not match."""
    for param in profile.params:
        value = values.get(param.name)
        if param.kind is Kind.TEXT and isinstance(value, str):
            if param.longest is not None and len(value) > param.longest:
                return f"That is too long: the {_label(param, profile)} can have {param.longest} characters at most."
            if len(value) < param.shortest:
                return f"That is too short: the {_label(param, profile)} must have {param.shortest} characters."
    return f"I cannot do that: “{request_for(profile.action)}” does not take what you said."


def cannot_fill(param: Param, profile: Profile) -> str:
    return f"I cannot do that by voice: the {_label(param, profile)} cannot be spoken."


def told(action: Action | None, call: ActionCall, outcome: ActionOutcome, here: bool = False) -> str:
    """Say how an action ended, in one sentence; `here` where the server has carried it out, and not the page."""
    if not outcome.ok:
        return _failure(action, call, outcome, here)
    said = outcome.output
    if isinstance(said, Mapping):
        said = next((said[key] for key in ("message", "say") if isinstance(said.get(key), str)), None)
    if isinstance(said, str) and quote(said):
        return quote(said)
    return f"{BEGUN if outcome.begun else DONE}{deed(action, call)}."


def _failure(action: Action | None, call: ActionCall, outcome: ActionOutcome, here: bool) -> str:
    if outcome.error_code == "action.timeout":
        return "I got no answer in time." if here else "The page did not answer in time."
    if outcome.error_code == "action.declined":
        return "All right, I did not do it."
    if outcome.error_code == "action.cancelled":
        return "That was cancelled."
    message = quote(outcome.error_message or "").rstrip(".")
    return f"I could not do that: {message}." if message else f"That did not work: {deed(action, call)}."


def deed(action: Action | None, call: ActionCall) -> str:
    """Return what was done, by the action's name and its values."""
    values = [(name, value) for name, value in call.parameters.items() if isinstance(value, (str, int, float))]
    words = (_button(action) or request_for(action)) if action else id_words(call.action_id)
    if len(values) == 1 and isinstance(values[0][1], bool):
        things = " ".join(word for word in split_id(call.action_id) if word not in PRIMARY)
        return f"{things or values[0][0]} {_value(values[0][1])}"
    if " or " in words:
        words = id_words(call.action_id)
    spoken = [_value(value) for _, value in values]
    return ", ".join([words, *spoken])


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    text = quote(str(value), _VALUE)
    return text.replace("_", " ") if isinstance(value, str) else text


def name_of(choice: Choice) -> str:
    return quote(" ".join(choice.words) or str(choice.value), _VALUE)


def _label(param: Param, profile: Profile) -> str:
    """A parameter's name in plain words, to stand behind `which` or `the`: `trip`, where it is called `Which trip?`."""
    label = quote(param.label, _VALUE).rstrip(".?!: ").split()
    short = [label[0][:1].lower() + label[0][1:], *label[1:]] if 0 < len(label) < _LONGEST_LABEL else []
    named = (noun(short), noun(quote(" ".join(param.words), _VALUE).split()))
    return next(filter(None, named), _NAMELESS)


def _bounds(param: Param) -> str:
    """A number's bounds as a sentence without its subject, be that one or many; empty where it has none."""
    low, high = (None if bound is None else plain(bound) for bound in (param.low, param.high))
    if low is not None and high is not None:
        return f"can be from {low} to {high}"
    if high is not None:
        return f"can be at most {high}"
    if low is not None:
        return f"must be at least {low}"
    if param.below is not None:
        return f"must be less than {plain(param.below)}"
    return f"must be more than {plain(param.above)}" if param.above is not None else ""


def plain(number: int | float) -> str:
    """`100`, where JSON had `100.0`."""
    return str(int(number)) if number == int(number) else str(number)


def where(page: PageContext) -> str:
    """Return what the page says of itself."""
    if quote(page.narration):
        return f"The page says: {quote(page.narration)}"
    route = quote(" ".join(split_id(page.route or "")), _VALUE)
    if route:
        return f"You are at {route}. More the page has not told me."
    return "The page has not told me what it shows."
