"""The manners of English, by the rules."""

from collections.abc import Collection

from antiphon.domain.actions import Action, ActionCall, ActionOutcome
from antiphon.providers.brain._page.language import Language
from antiphon.providers.brain._rules import phrases
from antiphon.providers.brain._rules.catalogue import Catalogue
from antiphon.providers.brain._rules.giving_up import says_stop
from antiphon.providers.brain._rules.grave import is_named, must_be_named
from antiphon.providers.brain._rules.smalltalk import OFFER, Intent, intent_of, is_question
from antiphon.providers.brain._rules.utterance import understand
from antiphon.providers.brain._rules.words import hear

_OPEN = frozenset(
    {
        Intent.HELP,
        Intent.WHERE,
        Intent.WHO,
        Intent.GREETING,
        Intent.HOW,
        Intent.THANKS,
        Intent.SORRY,
        Intent.WAIT,
        Intent.REPEAT,
    }
)
"""Small talk that leaves a question open."""


class RulesManners:
    """Asks the rules."""

    def __init__(self, language: Language) -> None:
        self._language = language

    def is_aside(self, raw: str) -> bool:
        words = hear(raw)
        first = words[0].text if words else ""
        interrogatives = self._language.words["interrogatives"]
        asks = raw.rstrip().endswith("?") or is_question(words) or first in interrogatives
        return asks or intent_of(raw) in _OPEN

    def refuses(self, raw: str) -> bool:
        return intent_of(raw) in {Intent.NO, Intent.CANCEL} or says_stop(understand(raw))

    def holds(self, raw: str) -> bool:
        return intent_of(raw) is Intent.WAIT

    def wants_it_again(self, raw: str) -> bool:
        return intent_of(raw) is Intent.REPEAT

    def answers_yes_or_no(self, raw: str) -> bool:
        return intent_of(raw) in {Intent.YES, Intent.NO}

    def told(self, action: Action | None, call: ActionCall, outcome: ActionOutcome, here: bool) -> str:
        return phrases.told(action, call, outcome, here)

    def sure(self, catalogue: Catalogue, call: ActionCall) -> str:
        profile = catalogue.profile(call.action_id)
        return phrases.sure(profile, call.parameters) if profile else ""

    def is_unknown(self, text: str) -> bool:
        return text.startswith(phrases.NOT_UNDERSTOOD)

    def beside(self, text: str) -> str:
        return phrases.NOT_TOLD if self.is_unknown(text) else text.removesuffix(OFFER)

    def is_grave(self, catalogue: Catalogue, call: ActionCall) -> bool:
        profile = catalogue.profile(call.action_id)
        return profile is not None and must_be_named(profile)

    def is_named(self, catalogue: Catalogue, call: ActionCall, raw: str, known: Collection[str] = ()) -> bool:
        profile = catalogue.profile(call.action_id)
        return profile is not None and is_named(profile, call.parameters, hear(raw), known)
