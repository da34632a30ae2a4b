"""Find the button that leaves all as it is by words that are near its name: `I'm still here`, for `Stay signed in`.

A dialog asks whether somebody is there before it ends what they are doing. What only goes on takes nothing, so that it
need not be named word for word, as all else in a dialog has to be.
"""

import re
from collections.abc import Mapping, Sequence

from antiphon.providers.brain._rules.lexicon import AUXILIARIES, FILLERS, NEGATIONS, bag
from antiphon.providers.brain._rules.words import Word

_STAYS = bag("stay remain continue keep")
_LITTLE = FILLERS | AUXILIARIES | bag("i me my yes yeah yep a the it please let us want like still to would am thanks")
_HERE = bag("here there around back")
_PRESENCE = re.compile(r"\b(there|here|with us|around|still|inactive|idle|time ?out|expires?)\b", re.IGNORECASE)
_ARE_YOU = re.compile(r"\b(are you|is (anyone|anybody|somebody|someone)) (still )?\w+\?", re.IGNORECASE)


def stays(texts: Sequence[str], labels: Mapping[str, Sequence[Word]], question: str) -> str | None:
    """Return the action of the one button that an utterance is near to; None where it is near to none.

    `labels` are what stands on the buttons, by their actions. A question has to be about whether somebody is there for
    `I am here` to answer it.
    """
    telling = [text for text in texts if text not in _LITTLE]
    is_there = not telling and {"i", "am"} <= {*texts} and bool(_ARE_YOU.search(question))  # `yes, I am`
    if not (telling or is_there) or not NEGATIONS.isdisjoint(texts):
        return None
    staying = {id_: [word.text for word in words] for id_, words in labels.items() if words and words[0].text in _STAYS}
    named = {id_ for id_, words in staying.items() if {*telling[:1]} & _STAYS and {*telling} <= {*words, *_HERE}}
    present = is_there or ({*telling} <= _HERE and ("i" in texts or "still" in texts or len(telling) < len(texts)))
    found = {*staying} if present and _PRESENCE.search(question) else named
    same = {" ".join(staying[id_]) for id_ in found}
    return min(found) if len(same) == 1 else None
