"""Answer what orders nothing, and asks nothing of the page: what came of the last order, and a mere `never mind`."""

from collections.abc import Sequence

from antiphon.domain.conversation import BrainRequest, ConversationItem
from antiphon.providers.brain._rules.bare_verb import by_verb
from antiphon.providers.brain._rules.came_of import came_of
from antiphon.providers.brain._rules.catalogue import Catalogue
from antiphon.providers.brain._rules.left_open import left_open
from antiphon.providers.brain._rules.open_question import ask_which
from antiphon.providers.brain._rules.replying import with_question
from antiphon.providers.brain._rules.smalltalk import Intent
from antiphon.providers.brain._rules.steps import Open, Step, Which
from antiphon.providers.brain._rules.utterance import Utterance


def of_nothing_else(
    catalogue: Catalogue,
    request: BrainRequest,
    question: Open | Which | None,
    said: Utterance,
    intent: Intent | None,
    before: Sequence[ConversationItem],
) -> Step | None:
    """Return the answer; None where it is something else."""
    came = came_of(said.text, before, request.actions)
    if came:
        return with_question(question, said, Step(came))
    if intent is not Intent.CANCEL or question:
        return None
    alone = by_verb(catalogue, said)
    return ask_which(alone) if alone else left_open(request)  # `Cancel.`, where something can be cancelled
