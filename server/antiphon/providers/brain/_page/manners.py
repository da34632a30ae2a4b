"""The manners of a language: asides, refusals, sentences about deeds, and the names that grave ones need.

English has the rules' ways; every other language those of its file (`manners_of_file.py`).
"""

from collections.abc import Collection
from typing import Protocol

from antiphon.domain.actions import Action, ActionCall, ActionOutcome
from antiphon.providers.brain._rules.catalogue import Catalogue


class Manners(Protocol):
    """One language's. Pure."""

    def is_aside(self, raw: str) -> bool:
        """Tell whether an utterance asks something, or is a courtesy, so that a question of ours stays open over it."""

    def refuses(self, raw: str) -> bool:
        """Tell whether an utterance is a no in any words, with nothing behind it."""

    def holds(self, raw: str) -> bool:
        """Tell whether an utterance asks for a moment: nobody wants to hear the question again then."""

    def wants_it_again(self, raw: str) -> bool:
        """Tell whether an utterance asks for what was said last: `pardon?`"""

    def answers_yes_or_no(self, raw: str) -> bool:
        """Tell whether an utterance is a yes or a no in any words."""

    def told(self, action: Action | None, call: ActionCall, outcome: ActionOutcome, here: bool) -> str:
        """Say how an action ended; `here` where the server has carried it out, and not the page."""

    def sure(self, catalogue: Catalogue, call: ActionCall) -> str:
        """Return the question before what is hard to take back; empty where the page has it no more."""

    def is_unknown(self, text: str) -> bool:
        """Tell whether an answer says that nothing was understood."""

    def beside(self, text: str) -> str:
        """Return an answer as it is said in front of a question that is still open."""

    def is_grave(self, catalogue: Catalogue, call: ActionCall) -> bool:
        """Tell whether a press is hard to take back, so that it must be named."""

    def is_named(self, catalogue: Catalogue, call: ActionCall, raw: str, known: Collection[str] = ()) -> bool:
        """Tell whether an utterance names a grave press, by its verb and what it is done to. `known`: parameters whose
        values were named word for word, as the caller has found."""
