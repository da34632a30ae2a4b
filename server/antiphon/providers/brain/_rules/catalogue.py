"""The Action Registry made ready for matching: each action's verbs, things and values, and one list of all words."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise
from math import log

from antiphon.domain.actions import Action
from antiphon.providers.brain._rules.lexicon import ARTICLES, BODIES, CLAUSE, GENERIC, PREPOSITIONS, RECIPIENTS, bag
from antiphon.providers.brain._rules.naming import SEGMENTS, id_words, request_for
from antiphon.providers.brain._rules.numbers import spelt
from antiphon.providers.brain._rules.schema import Kind, Param, read_params
from antiphon.providers.brain._rules.verbs import COMPOUND, NOUNS_TOO, PRIMARY, READS, base, form_of
from antiphon.providers.brain._rules.words import Word, hear, split_id, stem
from antiphon.providers.english import sound

_LEAD_IN = bag("only allows lets let allow the user users you to a can this will use used")
_EDGES = bag("in out up down on off back over")

_ON_OR_OFF = " on or off"
_ENDS = frozenset({("on",), ("off",)})
BEFORE_ON = ("switch", "turn")
"""Words that people say with `on` or `off` behind it, or behind the name."""
_SWITCHING = bag("switch turn set toggle")

_MOST_HEARD = 2000
Heard = tuple[str, float]
"""A word of the page, and how surely it was said: 1 is exactly."""


@dataclass(frozen=True, slots=True)
class Sounding:
    """Words as they sound one after the other: their letters, figures spelt out, and the consonants of these."""

    letters: str
    key: str
    leads: tuple[str, ...]
    """The first word, and before it that word with an article behind it: what is no part of a name."""

    def name_in(self, other: "Sounding") -> tuple[str, str] | None:
        """Return what follows a lead that both have, here and there; None where the other begins otherwise."""
        lead = next((lead for lead in self.leads if other.letters.startswith(lead)), None)
        return None if lead is None else (self.letters[len(lead) :], other.letters[len(lead) :])


def sounding(words: Sequence[Word]) -> Sounding:
    """The way words sound together: where one ends and the next begins is not heard."""
    letters = "".join(spelt(word.text) for word in words)
    verb = words[0].text if words else ""
    article = words[1].text if len(words) > 2 and words[1].text in ARTICLES else ""
    return Sounding(letters, sound(letters), (verb + article, verb))


@dataclass(frozen=True, slots=True)
class Profile:
    """One action as words. All words are stems, in lower case."""

    action: Action
    params: tuple[Param, ...]
    verbs: tuple[str, ...]
    """Its own verbs: of its id, then of its description."""
    groups: frozenset[str]
    things: tuple[str, ...]
    """Words for what it acts on, by its id; empty where the id is a verb alone."""
    called: tuple[str, ...]
    """The words of its thing as they stand in the id, the little ones too: `what needs to be done`."""
    space: tuple[str, ...]
    """The words before the last dot of its id."""
    about: frozenset[str]
    """The words of its description."""
    requests: tuple[tuple[str, Sounding], ...]
    """How it is asked for, by its description, and how that sounds."""
    switches: bool = False
    """True if `on` or `off` follows, and nothing else does."""
    reads: bool = False
    """It looks something up, or shows it, and changes nothing: it may answer a question."""

    @property
    def takes_text(self) -> bool:
        return any(param.kind is Kind.TEXT for param in self.params)

    @property
    def words(self) -> set[str]:
        values = {word for param in self.params for choice in param.choices for word in choice.stems}
        names = {stem(word) for param in self.params for word in param.words}
        return {*self.verbs, *self.things, *self.space, *self.about, *values, *names}


@dataclass(slots=True)
class Catalogue:
    """Every action's profile, and the words that lead to them. Grows by `add`, an action at a time."""

    profiles: list[Profile] = field(default_factory=list)
    holders: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    """Which profiles have a word in their id, their values or their parameters' names."""
    by_group: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    sounds: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    joined: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Neighbouring words written as one: `checkout` for `check_out`."""
    names: set[str] = field(default_factory=set)
    """The ids in plain words."""
    forms: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """The words of values by what they are forms of: `closed` by `close`, `half` by itself."""
    requests: dict[tuple[str, ...], set[int]] = field(default_factory=lambda: defaultdict(set))
    """Which profiles are asked for in just these words: those of a description."""
    vocabulary: list[str] = field(default_factory=list)
    known: set[str] = field(default_factory=set)
    """The vocabulary again, to look up."""
    has_figures: bool = False
    """True if a figure is a word of it: `Choice 2`."""
    alike: dict[str, Sequence[Heard]] = field(default_factory=dict)
    """Names that the words said so far may be here, and below what two neighbours may be together."""
    as_one: dict[tuple[str, str], Sequence[Heard]] = field(default_factory=dict)
    today: date | None = None
    """The day that `tomorrow` counts from; None where nobody knows."""

    def profile(self, action_id: str | None) -> Profile | None:
        """Return what is known of an action; None where there is none, or where the page has it no more."""
        return next((one for one in self.profiles if one.action.id == action_id), None)

    def weight(self, word: str) -> float:
        """Return how much a word says about which action is meant: rare words say more, a `page` says little."""
        if word in GENERIC:
            return 0.3
        count = len(self.holders.get(word, ()))
        return 0.4 + 0.6 * log(1 + (1 + len(self.profiles)) / (1 + count)) / log(2 + len(self.profiles))

    def add(self, action: Action, known: Profile | None = None) -> Iterator[None]:
        """Takes an action in; pauses once, as one alone may be as big as a registry. `known` is what was worked out for
        an action of that id before: that of the same action is taken over.
        """
        profile = known if known and known.action == action else profile_of(action)
        yield
        number = len(self.profiles)
        self.profiles.append(profile)
        self.names.add(id_words(action.id))
        self.requests[tuple(word.text for word in hear(request_for(action)))].add(number)
        names = [stem(word) for param in profile.params for word in param.words]
        values = [choice.stems for param in profile.params for choice in param.choices]
        for word in {*profile.things, *profile.space, *profile.verbs, *names, *(w for value in values for w in value)}:
            self.holders[word].add(number)
        for group in profile.groups:
            self.by_group[group].add(number)
        for phrase in (split_id(SEGMENTS.split(action.id)[-1]), *values):
            stems = [stem(word) for word in phrase]
            for left, right in pairwise(stems):
                self.joined[left + right] = (left, right)
        for choice in (choice for param in profile.params for choice in param.choices):
            for word, root in zip(choice.words, choice.stems, strict=True):
                self.forms[form_of(word)].add(root)
        for word in profile.words - self.known:
            self.vocabulary.append(word)
            self.known.add(word)
            self.has_figures = self.has_figures or word.isdigit()
            if len(word) > 2:
                self.sounds[sound(word)].add(word)

    def forget(self) -> None:
        """Drop what was heard so far, where it is much: a session may be long."""
        for heard in (self.alike, self.as_one):
            if len(heard) > _MOST_HEARD:
                heard.clear()


def profile_of(action: Action) -> Profile:
    *space, main = [split_id(part) for part in SEGMENTS.split(action.id)]
    described = split_id(action.description[:400])
    told = _described_verbs(described, main)
    own, rest = _own_verb(main, told)
    if own and own not in main:  # `turn_on`: what the description calls `turn` is no verb of its own
        told = [verb for verb in told if verb not in main]
    if own in PRIMARY and not space and not any(_is_thing(word, True) for word in rest):
        # The id is a verb alone: only what means the same is it too, or `takes back` would make `take` undo.
        told = [verb for verb in told if PRIMARY[verb] == PRIMARY[own]]
    verbs = list(dict.fromkeys([*own.split(), *told]))
    params = read_params(action.parameters)
    named = {word for param in params for word in param.words}
    shown = {"tell": "open"} if named.isdisjoint(RECIPIENTS | BODIES) else {}  # `tell the weather`: to whoever asks
    outer = [_root(word) for part in space for word in part]
    things = [_root(word) for at, word in enumerate(rest) if _is_thing(word, at == len(rest) - 1)]
    if not things and own:
        things, outer = outer, []
    request = request_for(action)
    switches = request.endswith(_ON_OR_OFF) or _turns(request, params)
    return Profile(
        action=action,
        params=params,
        verbs=tuple(verbs),
        groups=frozenset(shown.get(verb, PRIMARY[verb]) for verb in verbs if PRIMARY.get(verb)),
        things=tuple(dict.fromkeys(things)),
        called=tuple(map(stem, rest)),
        space=tuple(outer),
        requests=tuple((text, sounding(hear(text))) for text in _requests(request, switches)),
        switches=switches,
        about=frozenset(stem(word) for word in described if _is_thing(word, False) and word not in _LEAD_IN),
        reads=not action.confirm and _reads(verbs, described) and ("tell" not in verbs or bool(shown)),
    )


def _turns(request: str, params: Sequence[Param]) -> bool:
    """`switch the lamp`, where all that it takes is on or off."""
    if len(params) != 1 or _SWITCHING.isdisjoint(request.split()[:1]):
        return False
    [param] = params
    return param.kind is Kind.SWITCH or {choice.words for choice in param.choices} == _ENDS


def _requests(request: str, switches: bool) -> list[str]:
    """`switch the lamp on or off` is asked for by `turn the lamp`, too, and then one of both."""
    if not switches:
        return [request]
    request = request.removesuffix(_ON_OR_OFF)
    verb, _, name = request.partition(" ")
    others = [f"{other} {name}" for other in BEFORE_ON if name and other != verb]
    return [request, *(others if verb in _SWITCHING else others[-1:])]


def _reads(verbs: list[str], described: list[str]) -> bool:
    """By its verbs; without one, where the description names what there is: `the weather of a city`."""
    if _does_more(described):
        return False
    if not verbs and described and base(described[0]) in READS:  # `says`
        return True
    return set(verbs) <= READS if verbs else _is_noun(described)


def _does_more(described: list[str]) -> bool:
    """`looks up an order and cancels it`; after `look up`, though, `orders` is a noun."""
    third = described[0].endswith("s") if described else False
    after = [word for joint, word in pairwise(described) if joint in {"and", "or", "then"}]
    return any((base(word) or "show") not in READS and word.endswith("s") is third for word in after)


def _is_noun(described: list[str]) -> bool:
    return described[:1] == ["the"] or described[1:2] == ["of"]


def _own_verb(main: list[str], told: list[str]) -> tuple[str, list[str]]:
    """The verb of an id and the other words: in front (`open_cart`, `log_out`), or else at the end (`cart_open`).

    A word that is as often a noun (`order_history`) must mean what the description says.
    """
    if tuple(main[:2]) in COMPOUND:
        return COMPOUND[tuple(main[:2])], main[2:]
    for at in (0, len(main) - 1) if main else ():
        verb = main[at]
        if verb not in PRIMARY and verb not in told:
            continue
        agrees = not told or verb in told or any(PRIMARY.get(verb) == PRIMARY.get(other) for other in told)
        if agrees or len(main) == 1 or verb not in NOUNS_TOO:
            return verb, main[:at] + main[at + 1 :]
    return "", main


def _root(word: str) -> str:
    """`muted` is looked for as `mute`."""
    return (base(word) if word.endswith("ed") else None) or stem(word)


def _described_verbs(described: list[str], main: list[str]) -> list[str]:
    """The verbs that a description begins with: `plays or pauses the music` has two."""
    verbs: list[str] = []
    joined = True
    for word in described[:10]:
        verb = base(word)
        if verb and PRIMARY[verb] and joined:
            verbs.append(verb)
            joined = False
        elif word in {"or", "and"} and verbs:
            joined = True
        elif verbs or word not in _LEAD_IN:
            break
    if not verbs and described and stem(described[0]) in main[:1] and not _is_noun(described):
        verbs.append(stem(described[0]))
    return verbs


def _is_thing(word: str, last: bool) -> bool:
    if word in ARTICLES or word in CLAUSE or word in {"or", "and"}:
        return False
    return word not in PREPOSITIONS or (last and word in _EDGES)
