"""Small talk over an open question: it is answered, and the question asked again. `What can I do here?` ends none."""

from antiphon.providers.brain._rules.grave import must_be_named
from antiphon.providers.brain._rules.open_question import asked_again
from antiphon.providers.brain._rules.schema import Kind
from antiphon.providers.brain._rules.smalltalk import OFFER, Intent
from antiphon.providers.brain._rules.steps import Open, Step, Which, is_one

_TALK = frozenset({Intent.HELP, Intent.WHERE, Intent.WHO, Intent.GREETING, Intent.HOW, Intent.THANKS, Intent.SORRY})


def with_talk(question: Open | Which | None, intent: Intent, step: Step) -> Step:
    """Return the answer to small talk, and then our question again where one is open.

    Whoever asks what else there is, over `Do you mean …?` about what is hard to take back, has let go of it; where a
    text is read back they have dictated it, and would have to say it all again.
    """
    if question is None or intent not in _TALK or not step.text:
        return step
    if intent is Intent.HELP and is_one(question) and must_be_named(question.readings[0].profile):
        one = question.readings[0]
        if not any(param.kind is Kind.TEXT and param.name in one.values for param in one.profile.params):
            return step
    return asked_again(question, step.text.removesuffix(OFFER))
