"""Rules for what the page's narration tells of a thing's state: `is the lamp on?`, where it has `The lamp is on.`

A sentence answers where the thing is its subject. A yes or no comes before it only where it tells the same state, the
opposite one, or another number; where it tells something else, it is quoted and stands for itself.
"""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass

from antiphon.providers.brain._rules.lexicon import ARTICLES, PREPOSITIONS, bag, sayings
from antiphon.providers.brain._rules.numbers import find_numbers
from antiphon.providers.brain._rules.verbs import SYNONYMS
from antiphon.providers.brain._rules.words import Word, hear

_BE = bag("is are")
_HAVE = bag("has have")
_DO = bag("does do")
_KINDS = tuple(
    bag(kind)
    for kind in (
        "on off", "open closed shut", "locked unlocked", "empty full", "enabled disabled", "running stopped paused",
        "connected disconnected", "muted unmuted", "online offline", "available unavailable", "visible hidden",
        "light dark", "hot cold", "wet dry", "clean dirty", "free busy occupied taken", "true false", "up down",
        "active inactive", "paid unpaid", "armed disarmed", "public private", "left right", "playing paused",
    )
)  # fmt: skip
"""States of which a thing has one at a time."""
_SAME = {"shut": "closed", "busy": "taken", "occupied": "taken"}
_SWITCHED = bag("switched turned currently now still already really just")
_AT_PRESENT = sayings("right now|at the moment|at present")
_LEADS = sayings(
    "tell me if|tell me whether|say if|say whether|do you know if|do you know whether|can you tell me if|"
    "can you tell me whether|can you see if|can you see whether|i wonder if|i wonder whether|check if|check whether"
)
_ASPECTS = bag("state status condition position setting")
_TAILS = bag("like in at now doing currently set to")
_HEDGES = bag("if unless when except or maybe perhaps may might could should would almost nearly partly half")
_MORE = bag("since until till and now again")
"""Words that may follow a state that holds: `open until six`; but `on the table` is none."""
_PLACES = bag("on off up down left right")
"""States that may as well begin a place."""
_MANY = bag("some many several few lots any")
_NOT = bag("not no never")
_AND = re.compile(r"(?:,|;| and| but| while)\s+")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
_MOST_TOLD = 3


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question about a state: the words of its subject, and behind it, unless it is open, those of the state."""

    words: Sequence[Word]
    verb: str
    """`is`, `has` or `does`."""
    open_: bool
    """True if it is asked what or how it is, and not whether it is so."""


@dataclass(frozen=True, slots=True)
class _Told:
    """A clause of the narration with the sentence it is in."""

    sentence: str
    subject: Sequence[Word]
    told: Sequence[Word]
    hedged: bool


def state_told(words: Sequence[Word], narration: Sequence[str]) -> str | None:
    """The answer to a question about a state; None where the narration has none, or the question is another."""
    asked = _asked(words)
    if asked is None:
        return None
    answers: list[tuple[bool, str]] = []
    for clause in _clauses(narration, _names(asked)):
        answer = _open(asked, clause) if asked.open_ else _closed(asked, clause)
        if answer:
            answers.append(answer)
    if not answers:
        return None
    sure = [answer for is_sure, answer in answers if is_sure]
    told = sure[:1] if sure and not asked.open_ else list(dict.fromkeys(sure or [text for _, text in answers]))
    return " ".join(told[:_MOST_TOLD])


def is_no_answer(words: Sequence[Word], sentence: str) -> bool:
    """Tell whether a sentence only has the words of a question about a state: `A page with one lamp.` tells of no
    state."""
    asked = _asked(words)
    if asked is None:
        return False
    heard = hear(sentence)
    if not asked.open_:
        kinds = _kinds(asked.words[-1:]) if asked.verb == "is" and len(asked.words) > 1 else []
        pairs = zip(heard, [*heard[1:], None], strict=True)
        ends = [one.text for one, then in pairs if then is None or then.text not in ARTICLES]
        return bool(kinds) and not any(text in kind for kind in kinds for text in ends)
    at = next((at for at, one in enumerate(heard) if one.stem == asked.words[0].stem), 0)
    before = [one.text for one in heard[max(0, at - 3) : at]]
    return not PREPOSITIONS.isdisjoint(before)


def _asked(words: Sequence[Word]) -> _Asked | None:
    if texts_of(words[:2]) == ["tell", "me"] and not _BE.isdisjoint(texts_of(words[2:3])):
        words = words[2:]
    texts = tuple(word.text for word in words)
    lead = next((len(one) for one in _LEADS if texts[: len(one)] == one), 0)
    if lead:
        rest = words[lead:]
        at = next((at for at, word in enumerate(rest) if word.text in _BE), 0)
        return _Asked(_plain([*rest[:at], *rest[at + 1 :]]), "is", open_=False) if at else None
    if len(words) < 3 or "you" in texts or "i" in texts:
        return None
    if texts[0] in _BE | _HAVE | _DO:
        negated = texts[1] == "not"  # `isn't the lamp on?`
        verb = "is" if texts[0] in _BE else "has" if texts[0] in _HAVE else "does"
        return _Asked(_plain(words[2 if negated else 1 :]), verb, open_=False)
    at = next((at for at, text in enumerate(texts[:3]) if text in _BE), 0)
    if texts[0] not in {"what", "how"} or not at or (at == 2 and texts[1] in {"much", "many", "old", "long", "far"}):
        return None
    rest = [*words[at + 1 :]]
    if len(rest) > 2 and [word.text for word in rest[:2] if word.text in ARTICLES | _ASPECTS] == texts_of(rest[:2]):
        rest = rest[3:] if rest[2].text == "of" else rest
    while rest and rest[-1].text in _TAILS:
        rest.pop()
    subject = _plain(rest)
    if not subject or subject[0].text in PREPOSITIONS:  # `what is in the cart`
        return None
    return _Asked(subject, "is", open_=True)


def texts_of(words: Sequence[Word]) -> list[str]:
    """The words as they are said."""
    return [word.text for word in words]


def _names(asked: _Asked) -> set[str]:
    """Words of which a sentence has one, if it can be about what is asked for."""
    stems = {word.stem for word in asked.words}
    return stems.union(*(SYNONYMS.get(stem, frozenset()) for stem in stems))


def _clauses(narration: Sequence[str], names: Set[str]) -> Iterator[_Told]:
    """Return what a narration's lines tell of their subjects: `The lamp is on, and the door is locked.` holds two."""
    for sentence in (one for line in narration for one in _SENTENCE_END.split(line)):
        if not any(name in sentence.lower() for name in names):  # to read is dear
            continue
        hedged = not _HEDGES.isdisjoint(texts_of(hear(sentence)))
        for part in _AND.split(sentence):
            heard = hear(part if ":" not in part else part.replace(":", " is ", 1))
            at = next((at for at, word in enumerate(heard) if word.text in _BE | _HAVE), 0)
            if heard and heard[0].text == "there" and at == 1:
                yield from _existing(sentence.strip(), heard[2:], hedged=hedged)
            elif at:
                yield _Told(sentence.strip(), _plain(heard[:at]), _plain(heard[at + 1 :]), hedged)
            elif len(heard) > 1:
                yield _Told(sentence.strip(), (), _plain(heard), hedged)


def _existing(sentence: str, rest: Sequence[Word], *, hedged: bool) -> Iterator[_Told]:
    """`There are three letters.`: the letters are three."""
    numbers = [one for one in find_numbers(rest) if one.start == 0]
    start = numbers[0].end if numbers else int(bool(rest) and rest[0].text in _MANY | _NOT | {"a", "an"})
    end = next((at for at, word in enumerate(rest) if at > start and word.text in PREPOSITIONS), len(rest))
    if start < len(rest):
        yield _Told(sentence, (), (*rest[:start], *_plain(rest[start:end])), hedged)


def _plain(words: Sequence[Word]) -> list[Word]:
    """Without articles and without what says only that it is so at present."""
    ends = next((len(one) for one in _AT_PRESENT if tuple(texts_of(words[-len(one) :])) == one), 0)
    return [word for word in words[: len(words) - ends] if word.text not in ARTICLES | _SWITCHED]


def _open(asked: _Asked, clause: _Told) -> tuple[bool, str] | None:
    """Return what it is, or how: told by a clause whose subject it is."""
    if not clause.subject or not _same(asked.words, clause.subject):
        return None
    return _is_state(clause.told), _sentence(clause)


def _closed(asked: _Asked, clause: _Told) -> tuple[bool, str] | None:
    """Tell whether it is so: the clause, with a yes or no where it tells the same state or the opposite one."""
    words = list(asked.words)
    if asked.verb == "is" and texts_of(words[:1]) == ["there"]:
        return _whether_there_is(words[1:], clause)
    if asked.verb == "does" or not clause.subject:
        return _whether_it_does(words, clause) if asked.verb == "does" else None
    size = len(clause.subject)
    if _same(words[:size], clause.subject) and len(words) > size:
        verdict = None if clause.hedged else _verdict(words[size:], clause.told)
        if verdict is None and _kinds(words[-1:]) and not _is_state(clause.told):
            return None  # `the lamp is in the kitchen`: nothing of whether it is on
        said = _sentence(clause)
        return (True, said) if verdict is None else (True, f"{'Yes' if verdict else 'No'}. {said}")
    # `the lamp` of `the kitchen lamp`: told, and no more.
    kind = _kinds(words[-1:])
    names = {word.stem for word in words[:-1]}
    if kind and names and names < {word.stem for word in clause.subject} and _is_state(clause.told):
        return False, _sentence(clause)
    return None


def _whether_there_is(words: Sequence[Word], clause: _Told) -> tuple[bool, str] | None:
    """`are there three letters`, and `are there any`."""
    if clause.subject or clause.sentence.split()[0].lower() not in {"there", "there's"}:
        return None
    (asked, noun), (told, thing) = _counted(words), _counted(clause.told)
    if not noun or not _same(noun, thing):
        named = bool(noun) and noun[-1].stem in {word.stem for word in thing[-1:]}  # `more than two letters`
        return (False, _sentence(clause)) if named else None
    none = told == 0
    if clause.hedged or (asked is not None and told is None):
        return True, _sentence(clause)
    verdict = not none if asked is None else asked == told
    return True, f"{'Yes' if verdict else 'No'}. {_sentence(clause)}"


def _counted(words: Sequence[Word]) -> tuple[float | None, Sequence[Word]]:
    numbers = [one for one in find_numbers(words) if one.start == 0]
    if numbers:
        return numbers[0].value, words[numbers[0].end :]
    if words and words[0].text in _NOT:
        return 0, words[1:]
    return None, words[int(bool(words) and words[0].text in _MANY | {"a", "an"}) :]


def _whether_it_does(words: Sequence[Word], clause: _Told) -> tuple[bool, str] | None:
    """`does the cart hold two shoes`, where `The cart holds two shoes.`"""
    told = [word for word in _plain(hear(clause.sentence)) if word.text not in _DO]
    same = 0
    for one, other in zip(words, told, strict=False):
        if _stem(one) != _stem(other):
            break
        same += 1
    if same < min(2, len(words)):
        return None
    verdict = None if clause.hedged else _verdict(words[same:], told[same:])
    return True, _sentence(clause) if verdict is None else f"{'Yes' if verdict else 'No'}. {_sentence(clause)}"


def _verdict(asked: Sequence[Word], told: Sequence[Word]) -> bool | None:
    """Tell whether what is told is what is asked; None where neither it nor its opposite is."""
    denied = bool(told) and told[0].text in _NOT
    told = told[1:] if denied else told
    if not _NOT.isdisjoint(texts_of(asked)) or not _HEDGES.isdisjoint(texts_of(asked)):
        return None
    if [_stem(word) for word in asked] == [_stem(word) for word in told]:
        return not denied
    if denied:
        return None
    kinds = _kinds(asked) if len(asked) == 1 else []
    if kinds and told and (len(told) == 1 or told[1].text in _MORE):
        one, other = (_SAME.get(word.text, word.text) for word in (asked[0], told[0]))
        if one == other:
            return True
        return False if any(other in kind for kind in kinds) else None
    return _same_number(asked, told)


def _same_number(asked: Sequence[Word], told: Sequence[Word]) -> bool | None:
    one, other = find_numbers(asked), find_numbers(told)
    if len(one) != 1 or len(other) != 1:
        return None
    units = [
        [word.stem for at, word in enumerate(words) if not number.start <= at < number.end]
        for words, number in ((asked, one[0]), (told, other[0]))
    ]
    fits = units[0] == units[1] or (set(units[0]) < set(units[1]) and set(units[0]) <= {"at"} | set(units[1][1:]))
    return one[0].value == other[0].value if fits else None


def _kinds(words: Sequence[Word]) -> list[frozenset[str]]:
    return [kind for kind in _KINDS if words and words[0].text in kind]


def _is_state(told: Sequence[Word]) -> bool:
    """`on`, `blue`, `not locked`, `at 180 degrees`: no place, and no thing."""
    words = [word for word in told if word.text not in _NOT]
    if len(words) < 2:
        return bool(words)
    # `on the table` is a place, `closed on Sundays` is none.
    of_kind = bool(_kinds(words)) and (words[0].text not in _PLACES or words[1].text in _MORE | _HEDGES)
    return of_kind or bool(find_numbers(words))


def _same(one: Sequence[Word], other: Sequence[Word]) -> bool:
    return len(one) == len(other) and all(
        a.stem == b.stem or b.stem in SYNONYMS.get(a.stem, frozenset()) for a, b in zip(one, other, strict=True)
    )


def _stem(word: Word) -> str:
    return "have" if word.text in _HAVE else word.stem


def _sentence(clause: _Told) -> str:
    return clause.sentence if clause.sentence.endswith((".", "!", "?")) else f"{clause.sentence}."
