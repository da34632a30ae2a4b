"""Speech recognition."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from antiphon.domain.audio import Pcm
from antiphon.domain.conversation import Transcript


class SttStream(Protocol):
    """One utterance on its way through a recogniser."""

    def feed(self, pcm: Pcm) -> None:
        """Take audio of any length (int16 mono 16 kHz). Never blocks."""
        ...

    async def partial(self) -> str:
        """Return the text of the audio so far, for a look in between. Raises `AntiphonError` `stt.*`."""
        ...

    async def finish(self) -> Transcript:
        """Return the final transcript; an empty text means that no words were heard. Raises `AntiphonError` `stt.*`."""
        ...

    def cancel(self) -> None:
        """Forget the utterance. Never blocks; may be called at any time, also twice."""
        ...


@runtime_checkable
class AcceptsPhrases(Protocol):
    """An `SttStream` that favours what people are likely to say (contextual biasing)."""

    def expect(self, phrases: Sequence[str]) -> None:
        """Write one of these phrases where what is said sounds as well like it: whole utterances, in words, without a
        full stop; after `\u2026` at the end anything follows, and with one at the front, too, it is a name that may
        stand anywhere. Never blocks; comes at any time before `finish`."""
        ...


@runtime_checkable
class TellsLanguage(Protocol):
    """An `SttStream` that tells in which language it has heard what `partial` has returned last.

    One that knows it only at the end tells it in the transcript.
    """

    @property
    def language(self) -> str | None: ...


@runtime_checkable
class MayLag(Protocol):
    """An `SttStream` that says whether its text in between may be behind what was said."""

    @property
    def lags(self) -> bool:
        """True where `partial` returns what has come by then, however much was fed: that is never taken for the final
        transcript, as the text of one who has heard it all is."""
        ...


class SpeechToText(Protocol):
    """A recogniser."""

    async def start(self) -> None:
        """Load what is needed, so that the first call finds it warm. Raises `AntiphonError` where it cannot."""
        ...

    def for_session(self) -> "SpeechToText":
        """Return the recogniser of one session: itself, unless something must be kept apart between sessions."""
        ...

    def open(self, language: str) -> SttStream:
        """Begin an utterance in a language (BCP 47), with the user's region where that is known. Never blocks."""
        ...

    async def close(self) -> None: ...


@runtime_checkable
class KnowsStops(Protocol):
    """A `SpeechToText` that says how far its full stops can be trusted; those of one that does not are."""

    @property
    def stops_tell(self) -> bool:
        """False where a full stop stands behind everything, also in mid-sentence: then it is not taken for the end of
        what is said."""
        ...
