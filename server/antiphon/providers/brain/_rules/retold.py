"""Another text or name over `Do you mean …?`: `no, Tom`, `Ben, not Anna`, `no, I meant please wait outside`.

Nothing is done for it: what was meant is read back in place of what was understood.
"""

from collections.abc import Sequence
from dataclasses import replace

from antiphon.providers.brain._rules.answers import read_answer
from antiphon.providers.brain._rules.catalogue import Catalogue, Profile
from antiphon.providers.brain._rules.evidence import Reading
from antiphon.providers.brain._rules.free_text import is_no_value, is_of_names
from antiphon.providers.brain._rules.grave import verb_places
from antiphon.providers.brain._rules.lexicon import ARTICLES, BODIES, PREPOSITIONS, bag, sayings
from antiphon.providers.brain._rules.mended import mended
from antiphon.providers.brain._rules.schema import Kind, Param
from antiphon.providers.brain._rules.second_thoughts import contrasted
from antiphon.providers.brain._rules.smalltalk import intent_of, is_question
from antiphon.providers.brain._rules.steps import Step, asked_first, finish
from antiphon.providers.brain._rules.text_answer import introduction
from antiphon.providers.brain._rules.utterance import Mood, Utterance, shape
from antiphon.providers.brain._rules.words import Word, hear, leading, without_hesitations

_DENYING = sayings(
    "no|nope|nah|no no|no sorry|sorry no|sorry|oh no|wait no|no wait|actually|actually no|no actually|not"
)
_MEANT = sayings(
    "i meant|i mean|i said|i meant to say|it is|it should be|it should say|it should read|make it|make that|rather|"
    "i wanted|i want|i want it to say|write|say|it was|the name is|his name is|her name is|call it|just"
)
_INSTEAD = bag("instead rather")
_LONGEST_NAME = 4
_POINTING = ARTICLES | bag("it that this one not other another else something somebody")


def retold(catalogue: Catalogue, asked: Reading, said: Utterance) -> Step | None:
    """Return the question with what was meant in place of a text that was read back; None where nothing was."""
    texts = [param for param in asked.profile.params if param.kind is Kind.TEXT and param.name in asked.values]
    if not texts:
        return None
    for param, words in _contrasts(asked, texts, said):
        return _with(asked, param, said, words)
    words, led = _behind_a_no(said)
    if not words or words[0].text == "not" or intent_of(said.text[words[0].start :]) is not None or is_question(words):
        return None
    fitting = [param for param in texts if _may_be(param, asked.profile, words, led=led)]
    if len(fitting) != 1 or _is_of_the_page(catalogue, words):
        return None
    return _with(asked, fitting[0], said, words)


def rechosen(catalogue: Catalogue, asked: Reading, said: Utterance) -> Step | None:
    """Return the question with another value that the page has: `Ben, not Anna`, `no, to Ben`."""
    both, fix = contrasted(said), mended(said)
    behind, _ = _behind_a_no(said)
    meant = [both[0].spoken] if both else [fix.instead.spoken] if fix and fix.instead else [behind]
    texts = [word.text for words in meant for word in words if word.text not in ARTICLES]
    names = (texts, texts[1:] if texts[:1] == ["to"] else texts)
    for param in asked.profile.params if texts else ():
        found = [one for one in param.choices if [*one.words] in names]
        if len(found) == 1 and asked.values.get(param.name) not in (None, found[0].value):
            values = {**asked.values, param.name: found[0].value}
            return asked_first(asked.profile, finish(asked.profile, values, (), None))
    return _with_another(catalogue, asked, said, both[0].spoken if both else _instead(said))


def _with_another(catalogue: Catalogue, asked: Reading, said: Utterance, words: Sequence[Word]) -> Step | None:
    """The question with another value that was named in part, or counted: `no, to Arun`, `no, the third one`."""
    lead = 1 if len(words) > 1 and words[0].text in PREPOSITIONS else 0
    words = tuple(words[lead:])
    rest = replace(shape(said.text, words), spoken=words, typed=said.typed) if words else None
    if rest is None or rest.mood is not Mood.PHRASE or is_question(words) or intent_of(_text(said, words)) is not None:
        return None
    if verb_places(asked.profile, words):  # an order by itself
        return None
    for param in asked.profile.params:
        if param.kind is Kind.TEXT or asked.values.get(param.name) is None:
            continue
        found = read_answer(asked.profile, param, rest, catalogue)
        if found.values and not found.doubtful and found.values[param.name] != asked.values[param.name]:
            return asked_first(asked.profile, finish(asked.profile, {**asked.values, **found.values}, (), None))
    return None


def _instead(said: Utterance) -> Sequence[Word]:
    """Return what may be another value: all behind a no and what leads on from it, and before `instead`."""
    words = said.spoken
    size = _lead(_DENYING, words)
    words = words[size + _lead(_MEANT, words[size:]) :]
    return words[:-1] if len(words) > 1 and words[-1].text in _INSTEAD else words


def _text(said: Utterance, words: Sequence[Word]) -> str:
    return said.text[words[0].start : words[-1].end]


def _contrasts(asked: Reading, texts: Sequence[Param], said: Utterance) -> list[tuple[Param, Sequence[Word]]]:
    """Return what was meant in `Ben, not Anna` and `Anna? No, Ben`, with the parameter that is Anna."""
    both = contrasted(said)
    fix = mended(said)
    pairs = [(both[0].spoken, both[1].spoken)] if both else []
    pairs += [(fix.instead.spoken, fix.before.spoken)] if fix and fix.instead else []
    found: list[tuple[Param, Sequence[Word]]] = []
    for meant, other in pairs:
        stems = {word.stem for word in other} - ARTICLES
        meant = meant[_lead(_MEANT, meant) :]
        found += [(param, meant) for param in texts if _is_in(stems, asked, param)]
    return found


def _is_in(stems: set[str], asked: Reading, param: Param) -> bool:
    return bool(stems) and stems <= {word.stem for word in hear(str(asked.values[param.name]))}


def _behind_a_no(said: Utterance) -> tuple[Sequence[Word], bool]:
    """Return the words behind a no, and whether `I meant` or the like leads to them."""
    words = said.spoken
    size = _lead(_DENYING, words)
    parted = size > 0 and words[size - 1].pause
    lead = _lead(_MEANT, words[size:])
    if (not size and lead < 2) or not (parted or lead):
        return (), False
    return words[size + lead :], lead > 0


def _may_be(param: Param, profile: Profile, words: Sequence[Word], *, led: bool) -> bool:
    """Tell whether words may be a text or name that was meant: no name is a sentence, or points at something."""
    if not BODIES.isdisjoint(param.words):
        return led or len(words) > 1 or words[0].text not in _POINTING
    if words[0].text in _POINTING or (is_of_names(param) and len(words) > _LONGEST_NAME):
        return False
    return not is_no_value(param, Utterance("", tuple(words), Mood.PHRASE, spoken=tuple(words)))


def _is_of_the_page(catalogue: Catalogue, words: Sequence[Word]) -> bool:
    """Tell whether all that was said is a thing of the page's: `no, the settings`."""
    return words[0].text in ARTICLES and all(word.stem in catalogue.known for word in words[1:])


def _with(asked: Reading, param: Param, said: Utterance, words: Sequence[Word]) -> Step:
    words = words[introduction(param, [word.text for word in words]) :]
    text = without_hesitations(said.text[words[0].start : words[-1].end])
    return asked_first(asked.profile, finish(asked.profile, {**asked.values, param.name: text}, (), None))


def _lead(phrases: Sequence[tuple[str, ...]], words: Sequence[Word]) -> int:
    """Return how many words lead up to something, which has one word at least."""
    return leading(phrases, words[:-1])
