"""Rules for what stands behind a text: `set the title to before and empty the trash` may be one text, or a text and
an order.

Of what is easily taken back, the order is taken. Where it could not be taken back, the whole is read back as the text,
and nothing else is done.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from antiphon.providers.brain._rules.catalogue import Profile
from antiphon.providers.brain._rules.evidence import Reading
from antiphon.providers.brain._rules.grave import is_grave, must_be_named
from antiphon.providers.brain._rules.lexicon import bag
from antiphon.providers.brain._rules.quotes import is_within_quotes
from antiphon.providers.brain._rules.schema import Kind
from antiphon.providers.brain._rules.utterance import Utterance

_NAMING = bag("item product article member guest user person recipient contact customer patient client song city")
"""Names of parameters for whom or what something is done to: no name goes on with an order."""
_SENTENCE_ENDS = (".", "!", "?", ";")


def with_tail(
    whole: Utterance, readings: Sequence[Reading | None], parts: Sequence[Utterance]
) -> tuple[int, Reading, bool] | None:
    """The place of the first request whose text may go on, with all that follows in its text, and whether a colon leads
    to that, so that it does go on; None where none is.

    `parts` are the words of each request, and `readings` what each was taken for.
    """
    grave = [bool(one and _is_hard_to_take_back(one.profile)) for one in readings]
    for place, (reading, part) in enumerate(zip(readings, parts, strict=True)):
        if reading is None or not any(grave[place + 1 :]) or not part.spoken:
            continue
        param = _last_text(reading, whole.text, part)
        if param:
            value = str(reading.values[param])
            end = part.spoken[-1].end
            start = whole.text.rindex(value, part.spoken[0].start, end)
            values: Mapping[str, Any] = {**reading.values, param: whole.text[start : whole.spoken[-1].end]}
            return place, replace(reading, values=values), whole.text[:start].rstrip().endswith(":")
    return None


def _is_hard_to_take_back(profile: Profile) -> bool:
    return must_be_named(profile) or (profile.action.confirm and is_grave(profile))


def _last_text(reading: Reading, text: str, part: Utterance) -> str | None:
    """The free text that a request ends with, unless a mark or the end of a sentence closes it."""
    end = part.spoken[-1].end
    if text[end : end + 1] in _SENTENCE_ENDS:
        return None
    for param in reading.profile.params:
        is_text = param.kind is Kind.TEXT and _NAMING.isdisjoint(param.words)
        value = str(reading.values.get(param.name, "")) if is_text else ""
        start = text.rfind(value, part.spoken[0].start, end) if value else -1
        if start >= 0 and start + len(value) == end and not is_within_quotes(text, start, end):
            return param.name
    return None
