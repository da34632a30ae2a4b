"""Voice activity detection."""

from typing import Protocol

from antiphon.domain.audio import Pcm


class VoiceActivity(Protocol):
    """A voice activity detector. Pure and synchronous; one instance hears one caller."""

    def probability(self, pcm: Pcm) -> float:
        """Return how likely speech is in the 20 ms frame `pcm` (int16, shape (320,), 16 kHz mono), from 0 to 1."""
        ...

    def reset(self) -> None:
        """Forget the caller: what comes next is a new stream."""
        ...
