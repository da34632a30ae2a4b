"""Values of one action in words that are no order by themselves: `B7 to bay 2`, `ten minutes`, `20 boxes`."""

from collections.abc import Mapping, Sequence
from typing import Any

from antiphon.providers.brain._rules.catalogue import Catalogue, Profile
from antiphon.providers.brain._rules.evidence import Reading
from antiphon.providers.brain._rules.explained import unexplained
from antiphon.providers.brain._rules.hits import find_hits, listen
from antiphon.providers.brain._rules.lexicon import ARTICLES, FILLERS, PREPOSITIONS, bag
from antiphon.providers.brain._rules.matcher import Thinking
from antiphon.providers.brain._rules.naming import request_for
from antiphon.providers.brain._rules.reader import read
from antiphon.providers.brain._rules.schema import Kind, Param
from antiphon.providers.brain._rules.utterance import Mood, Utterance, understand

LITTLE = ARTICLES | PREPOSITIONS | FILLERS | bag("one ones and but rather instead")
"""Words that may stand beside a value and say nothing."""


def own_values(catalogue: Catalogue, profile: Profile, said: Utterance) -> Thinking[dict[str, Any]]:
    """The values of an action's own that words give, but for its texts; none where they say anything else."""
    text = said.text[said.spoken[0].start : said.spoken[-1].end]
    verb = request_for(profile.action).split()[:1]
    led = text if said.mood is Mood.COMMAND and said.verb in profile.verbs else " ".join([*verb, text])
    wanted = understand(led, typed=said.typed)
    yield from listen(catalogue, wanted.words)
    reading = read(catalogue, profile, wanted, find_hits(catalogue, wanted.words, typed=said.typed))
    values = {param.name: reading.values[param.name] for param in closed(profile) if reading and _has(reading, param)}
    little = LITTLE | _words_of(profile, values)
    return values if values and not unexplained(profile, values, said.words, little, catalogue.today) else {}


def closed(profile: Profile) -> Sequence[Param]:
    """The parameters of an action that take no free text."""
    return [param for param in profile.params if param.kind not in {Kind.TEXT, Kind.OTHER}]


def _has(reading: Reading, param: Param) -> bool:
    return param.name in reading.values and reading.values[param.name] not in param.given


def _words_of(profile: Profile, values: Mapping[str, Any]) -> frozenset[str]:
    """The words of chosen values, and each name as one word: `a2`, of `A2`, which is heard as two."""
    chosen = [one for param in profile.params for one in param.choices if one.value == values.get(param.name)]
    return frozenset(word for one in chosen for word in (*one.words, "".join(one.words)))
