"""Tell which of a model's calls want the user's yes: what is hard to take back, and was not said word for word.

A model may take anything for an order. What deletes, pays, sends or leaves is done only where the user's own words name
it, as for the brain `rules`; else the session asks.
"""

from antiphon.domain.actions import ActionCall
from antiphon.domain.conversation import BrainRequest, UserSaid
from antiphon.providers.brain._page.language import language
from antiphon.providers.brain._page.manners_chosen import manners_of
from antiphon.providers.brain._rules.catalogue import Catalogue


def wants_yes(request: BrainRequest, call: ActionCall) -> bool:
    """Tell whether the user is to be asked before a call, whatever its action says. The operator has said of a tool of
    the server's whether it needs a yes."""
    action = request.page.actions.get(call.action_id) if call.action_id not in request.tools else None
    said = next((one for one in reversed(request.items) if isinstance(one, UserSaid)), None)
    if action is None:
        return False
    catalogue = Catalogue()
    for _ in catalogue.add(action):
        pass
    manners = manners_of(language(request.language))
    if not manners.is_grave(catalogue, call):
        return False
    return said is None or not manners.is_named(catalogue, call, said.text)
