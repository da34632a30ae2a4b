"""A text that is put right within one sentence: `rename the trip to Rome, no, to Lisbon`.

A name is what was said last. A message may hold such words, so that it is read back: with all of them, unless what was
said last begins like what was said first (`buy milk, no, buy bread`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from antiphon.providers.brain._rules.answering import is_value
from antiphon.providers.brain._rules.answers import read_answer
from antiphon.providers.brain._rules.catalogue import Catalogue
from antiphon.providers.brain._rules.evidence import Reading
from antiphon.providers.brain._rules.lexicon import ARTICLES, BODIES, FUNCTION, PREPOSITIONS, SUBJECTS, bag
from antiphon.providers.brain._rules.mended import Mended
from antiphon.providers.brain._rules.numbers import CENTS, MONEY, find_numbers
from antiphon.providers.brain._rules.schema import Kind, Param
from antiphon.providers.brain._rules.utterance import Utterance, understand
from antiphon.providers.brain._rules.words import Word, hear, stem

_SENTENCES = BODIES | bag(
    "task todo description observation review reason feedback report remark reply answer homework reminder question "
    "status post statement summary instruction complaint"
)
"""Names of parameters whose texts may be sentences, and hold a `no` of their own."""
_LITTLE = FUNCTION | SUBJECTS
_LEADING = PREPOSITIONS | bag("called named titled saying")
_LONGEST = 12


@dataclass(frozen=True, slots=True)
class MendedText:
    """An order with another text: as what it would be said at once, or as what it may be and is read back."""

    again: Utterance | None = None
    reading: Reading | None = None
    sure: bool = False


def spans(reading: Reading, fix: Mended) -> bool:
    """Tell whether a text goes on over a correction, and so may hold what was taken back: `milk, I mean butter`."""
    if fix.instead is None or not fix.instead.spoken:
        return False
    end, start, text = fix.before.spoken[-1].end, fix.instead.spoken[0].start, fix.before.text
    values = [reading.values.get(param.name) for param in reading.profile.params if param.kind is Kind.TEXT]
    found = ((text.find(value), len(value)) for value in values if isinstance(value, str) and value)
    return any(0 <= at < end and start < at + size for at, size in found)


def mended_text(last: Reading, fix: Mended, said: Utterance) -> MendedText | None:
    """Return an order with the text that was meant; None where the last word before a correction is of no text."""
    instead, param = fix.instead, _last_text(last, fix.before)
    if instead is None or param is None or not instead.spoken or len(instead.spoken) > _LONGEST:
        return None
    value, end = str(last.values[param.name]), fix.before.spoken[-1].end
    start = said.text.rindex(value, 0, end)
    tail = said.text[start + len(value) : end]  # ` to the list`, of `add milk to the list`
    before = hear(value)
    words = _without_lead(instead.spoken, said.text[:start])
    sentence = not _SENTENCES.isdisjoint(param.words)
    alike = before and before[0].stem == words[0].stem and len(words) > 1 and words[0].text not in _LITTLE
    if sentence and not alike and tail:
        return None
    if sentence and not alike:
        whole = said.text[start : said.spoken[-1].end]
        return MendedText(reading=replace(last, values={**last.values, param.name: whole}))
    counts = any(number.start == 0 for number in find_numbers(words))
    lead = _without_count(said.text[:start]) if counts else said.text[:start]
    text = lead + said.text[words[0].start : instead.spoken[-1].end] + tail
    return MendedText(again=understand(text, typed=said.typed), sure=not sentence)


def other_than_text(last: Reading, instead: Utterance, catalogue: Catalogue) -> Reading | None:
    """An order with another of its numbers or choices, where nothing else was meant: `called eggs, no, 12 minutes`."""
    words = instead.words
    for param in last.profile.params:
        if param.name not in last.values or param.kind not in {Kind.NUMBER, Kind.CHOICE}:
            continue
        if param.kind is Kind.NUMBER and not _is_amount(param, words):
            continue
        if param.kind is Kind.CHOICE and not is_value(param, instead):
            continue
        found = read_answer(last.profile, param, instead, catalogue)
        if found.values or found.refused:
            return replace(last, values={**last.values, **found.values}, refused=found.refused)
    return None


def _is_amount(param: Param, words: Sequence[Word]) -> bool:
    """Tell whether words are a number, with its unit or its name at most."""
    numbers = find_numbers(words)
    counted = {at for number in numbers for at in range(number.start, number.end)}
    rest = [word for at, word in enumerate(words) if at not in counted and word.text not in ARTICLES | PREPOSITIONS]
    names = {stem(word) for word in param.words} | MONEY | CENTS | bag("percent degree")
    return len(numbers) == 1 and all(word.stem in names for word in rest)


def _last_text(last: Reading, before: Utterance) -> Param | None:
    """The parameter whose text ends what comes before a correction, or is the only one in it."""
    end = before.spoken[-1].end
    texts = [one for one in last.profile.params if one.kind is Kind.TEXT and last.values.get(one.name)]
    texts = [one for one in texts if str(last.values[one.name]) in before.text[:end]]
    ending = [one for one in texts if before.text[:end].endswith(str(last.values[one.name]))]
    return (ending or texts)[0] if ending or len(texts) == 1 else None


def _without_lead(words: Sequence[Word], before: str) -> Sequence[Word]:
    """Words without the `to`, of `to Lisbon`, where that stands before the text already."""
    led = hear(before)[-1:]
    same = led and len(words) > 1 and words[0].text in _LEADING and words[0].text == led[0].text
    return words[1:] if same else words


def _without_count(before: str) -> str:
    """Return what stands before a text without a number at its end: `add `, of `add two `."""
    words = hear(before)
    number = next((one for one in find_numbers(words) if one.end == len(words)), None)
    return before[: words[number.start].start] if number else before
