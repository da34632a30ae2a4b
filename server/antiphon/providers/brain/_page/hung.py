"""Words that are written as one: a pronoun that hangs on its verb (`aggiungilo`, `apaga-a`), an article before a vowel.

Both are data of the language's file. `hung` has the `pronouns` and the `verbs` that they hang on; a verb that ends in
one of the words of `cut` ends in another one there: `aggiunger-` of `aggiungere`. `but` are other words that look so:
`aprile`. `elisions` of `frame` says that an
apostrophe ends a word: `l'olio`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_TOKEN, _ELIDED = re.compile(r"[^\s]+"), re.compile(r"[^\s'\u2019]+['\u2019](?=\w)|[^\s]+")


@dataclass(frozen=True, slots=True)
class Written:
    """The spelling of what is said to a page, in one language.

    `token`: what a word of an utterance is. `hung`: verbs with a pronoun that hangs on them, and the two apart.
    `digits`: words that are digits of a telephone's number, and no numbers elsewhere: an article, `half` a dozen.
    `states`: verbs of statements, which are questions by their mark alone. `past`: ends of verbs that tell what was
    done, and order nothing.
    """

    token: re.Pattern[str]
    hung: Mapping[str, str]
    digits: Mapping[str, str]
    states: frozenset[str]
    past: tuple[str, ...]


def written(data: Mapping[str, Any]) -> Written:
    """Return it of the data of a language's file."""
    return Written(
        _ELIDED if data["frame"].get("elisions") else _TOKEN,
        _hung(data.get("hung", {})),
        data.get("digits", {}),
        frozenset(data["frame"].get("states", "").split()),
        tuple(data["frame"].get("past", "").split()),
    )


def _hung(table: Mapping[str, Any]) -> dict[str, str]:
    """Return verbs with a pronoun, and the two as words of their own: `aggiungi lo`."""
    found: dict[str, str] = {}
    but = table.get("but", "").split()
    for verb in table.get("verbs", "").split():
        fronts = [verb, *(verb.removesuffix(end) + by for end, by in table["cut"].items() if verb.endswith(end))]
        for pronoun in table["pronouns"].split():
            written, _, alone = pronoun.partition("/")
            for front in fronts if verb + written not in but else ():
                found[front + written] = f"{verb} {(alone or written).strip('-')}"
    return found
