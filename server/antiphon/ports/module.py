"""The modules behind configured names (`plugins.py`)."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from antiphon.ports.vad import VoiceActivity


class ProviderModule(Protocol):
    """A module of a recogniser, a brain, a voice or tools."""

    def create(self, options: Mapping[str, Any], base: Path) -> Any:
        """Make a provider, not started yet: `options` is the table of the configuration that names it, `base` the
        folder that its relative paths are counted from. Raises `AntiphonError` where the options are wrong.
        """
        ...


class MakesDetectors(Protocol):
    """Makes a voice activity detector for each session."""

    def create(self, model: bytes | None) -> VoiceActivity:
        """Make a detector for one caller, with its model's file where it needs one."""
        ...


class VadModule(MakesDetectors, Protocol):
    """A module of a voice activity detector. `MODEL` is the package and the file of the model that it needs, if any."""

    @property
    def MODEL(self) -> tuple[str, str] | None: ...


@runtime_checkable
class ListsLanguages(Protocol):
    """A `ProviderModule` whose providers know these languages and no others, as in `en`."""

    @property
    def LANGUAGES(self) -> Collection[str]: ...


@runtime_checkable
class ChecksItself(Protocol):
    """A provider that can tell whether what it depends on is there, such as a service on the network."""

    async def check(self) -> str | None:
        """Return what keeps it from working, in a sentence with the mend; None where nothing does. Takes seconds at
        the most, and changes nothing."""
        ...
