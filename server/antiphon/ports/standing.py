"""Providers that tell how they and those behind them do."""

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from antiphon.domain.load import Distribution, ProviderStanding


@runtime_checkable
class ReportsStandings(Protocol):
    """A provider with others behind it."""

    def standings(self) -> Sequence[ProviderStanding]:
        """Return how each of them does at present, in the order in which they are asked. Within the loop only."""
        ...


@runtime_checkable
class ReportsAnswers(Protocol):
    """A brain that is made of several."""

    @property
    def answers(self) -> Mapping[str, Distribution]:
        """The turns of all its sessions by who has answered them, and the time until the first word or call."""
        ...
