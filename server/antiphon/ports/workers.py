"""Providers that have worker processes of their own."""

from typing import Protocol, runtime_checkable

from antiphon.domain.load import InferenceLoad


@runtime_checkable
class KnowsOutage(Protocol):
    """A `SpeechToText` or a `TextToSpeech` that tells when it has nobody to do what it is asked.

    What waits may still be done, but its user is told with a sound, and does not wait in silence.
    """

    async def outage(self) -> None:
        """Return when there is one, at once where there is already. Whoever awaits it cancels it."""
        ...


@runtime_checkable
class ReportsInference(Protocol):
    """A provider that tells what its processes do, for admission and metrics."""

    @property
    def inference(self) -> InferenceLoad: ...
