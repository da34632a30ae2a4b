"""The page as it has told us about itself: data for the brain, never instructions (S17)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from antiphon.domain.actions import Action
from antiphon.domain.outline import Outline


@dataclass(frozen=True, slots=True)
class PageContext:
    """The newest narrated state and Action Registry (V5-NARRATE, V5-REGISTRY). `version` grows with each change."""

    narration: str = ""
    route: str | None = None
    actions: Mapping[str, Action] = field(default_factory=dict)
    version: int = 0
    outline: Outline | None = None
    """Its structure, where the client tells it."""
