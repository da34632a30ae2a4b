"""The last look at a call before it is made: what is hard to take back was named, or is asked about."""

from collections.abc import Sequence

from antiphon.domain.conversation import ActionTaken, ConversationItem, UserSaid
from antiphon.providers.brain._rules.answers import read_answer
from antiphon.providers.brain._rules.catalogue import Catalogue
from antiphon.providers.brain._rules.closed import DOUBTS, begins_in_doubt, is_order, not_in_answer
from antiphon.providers.brain._rules.grave import is_easy, is_named, is_value_guessed, must_be_named
from antiphon.providers.brain._rules.its_own_verb import is_said_otherwise
from antiphon.providers.brain._rules.numbers import ORDINALS
from antiphon.providers.brain._rules.parts import parts_of
from antiphon.providers.brain._rules.schema import Kind
from antiphon.providers.brain._rules.steps import Step, asked_first, finish
from antiphon.providers.brain._rules.units import may_be_thousands, may_be_two
from antiphon.providers.brain._rules.utterance import Utterance
from antiphon.providers.brain._rules.vague import is_reversed
from antiphon.providers.brain._rules.words import Word

_LONGEST_WAIT_S = 30.0
"""For so long a question of what is hard to take back can be answered; then it is asked again."""


def checked(
    catalogue: Catalogue, step: Step, words: Sequence[Word], said: Utterance, *, before: Sequence[Word] | None = None
) -> Step:
    """A step as it is, unless it calls what could not be taken back and was not plainly ordered: then a question.

    `words` are those of the order, as they were said; or of an answer, where words `before` it led to the question.
    """
    if step.call is None:
        return step
    profile = catalogue.profile(step.call.action_id)
    if profile is None:  # the page's own question was answered
        return step
    values = step.call.parameters
    heard = [*(before or ()), *words]
    if profile.action.confirm:  # that is asked about anyway
        return step
    if not must_be_named(profile):
        sure = is_easy(profile) or not is_value_guessed(catalogue, profile, values, heard)
        counted = [param for param in profile.params if param.kind is Kind.NUMBER and param.name in values]
        sure = sure and not any(may_be_thousands(param, values[param.name], words) for param in counted)
    elif (
        not DOUBTS.isdisjoint(word.text for word in before or ())
        or not is_named(profile, values, heard)
        or is_said_otherwise(profile, values, heard)
        or is_reversed(profile, heard)
        or (any(param.kind is Kind.NUMBER and param.name in values for param in profile.params) and may_be_two(words))
    ):
        sure = False
    elif before is None:
        sure = is_order(profile, values, words, said.text, catalogue.today) and not begins_in_doubt(said.spoken)
    else:
        sure = not_in_answer(profile, values, words, said.text, catalogue.today) == []
    if sure:
        return step
    return asked_first(profile, step)


def in_time(catalogue: Catalogue, step: Step, answer: ConversationItem) -> Step:
    """A step, asked about where it does what is hard to take back for an answer to a question of long ago.

    Who says `yes` after a minute may have forgotten to what, or may talk to somebody else.
    """
    late = isinstance(answer, UserSaid) and (answer.after_s or 0.0) > _LONGEST_WAIT_S
    called = step.call.action_id if step.call else None
    profile = catalogue.profile(called)
    return asked_first(profile, step, still=True) if late and profile and must_be_named(profile) else step


def in_place_of_text(catalogue: Catalogue, step: Step) -> Step:
    """A step, asked about where it would do what is hard to take back for words that may be a text that was wanted."""
    called = step.call.action_id if step.call else None
    profile = catalogue.profile(called)
    return asked_first(profile, step) if profile and must_be_named(profile) else step


def correction(catalogue: Catalogue, instead: Utterance, before: Sequence[ConversationItem]) -> Step | None:
    """The last order once more with another value: `no, I meant seven`; None where there is none that it fits."""
    done = next((item.call for item in reversed(before) if isinstance(item, ActionTaken)), None)
    profile = catalogue.profile(done.action_id) if done else None
    if done is None or profile is None:
        return None
    params = [param for param in profile.params if param.name in done.parameters and param.kind is not Kind.TEXT]
    counted = [param for param in params if param.kind is Kind.NUMBER]
    for param in counted if counted and _is_number(instead) else params:
        found = read_answer(profile, param, instead, catalogue)
        if found.values or found.refused:
            step = finish(profile, {**done.parameters, **found.values}, (), found.refused)
            return asked_first(profile, step) if found.doubtful else step
    return None


def _is_number(said: Utterance) -> bool:
    """`three`, and not `the third one`."""
    plain = len(said.numbers) == 1 and all(word.text not in ORDINALS for word in said.words)
    return plain and said.numbers[0].end - said.numbers[0].start == len(said.words)


def literally(said: Utterance, whole: Utterance, *, first: bool = True, last: bool = True) -> Sequence[Word]:
    """The words of a request as they were said in the whole utterance, whatever they were taken for.

    What leads up to it and what follows are of it too: `maybe`, `should I`, `tomorrow`; of the `first` request all
    that comes before it, of the `last` all that comes behind: `Tom, delete French`, `delete French. Stop!`
    """
    if not said.words or said.text != whole.text:
        return whole.spoken
    start = min(word.start for word in said.words)
    pieces = [part.spoken for part in parts_of(whole)]
    own = next((piece for piece in pieces if piece[0].start <= start <= piece[-1].start), whole.spoken)
    begin, end = own[0].start, own[-1].start
    return [word for word in whole.spoken if (first or word.start >= begin) and (last or word.start <= end)]
