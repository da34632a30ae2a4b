"""The tables of an assistant's providers: `[stt]`, `[brain]`, `[tts]`, `[vad]`, and what stands behind each."""

from typing import Annotated, Any

from pydantic import BeforeValidator, ConfigDict, Field

from antiphon.settings.table import Table

SPARES = 4


class Spare(Table):
    """A provider that is asked where the one before it fails: a name, and whatever that provider takes."""

    model_config = ConfigDict(frozen=True, extra="allow")

    provider: str

    @property
    def options(self) -> dict[str, Any]:
        """The table without the name: the provider checks it."""
        return dict(self.model_extra or {})


def _spares(given: Any) -> Any:
    """A name alone is a table with nothing else in it."""
    return [{"provider": one} if isinstance(one, str) else one for one in given] if isinstance(given, list) else given


SERVICES = frozenset({"openai", "wyoming"})
"""Voices that others make, over a network."""


class Provider(Table):
    """`[stt]`, `[brain]`, `[tts]`, `[vad]`: a name, and whatever that provider takes."""

    model_config = ConfigDict(frozen=True, extra="allow")

    provider: str
    fallback: Annotated[tuple[Spare, ...], Field(max_length=SPARES), BeforeValidator(_spares)] = ()

    @property
    def options(self) -> dict[str, Any]:
        """The table without the name: the provider checks it."""
        return dict(self.model_extra or {})
