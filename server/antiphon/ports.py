"""Every place where the product can be extended, as one file of Protocols. Nothing here does anything.

A provider, a VAD or a dialect is a plain class that has these methods: there is nothing to inherit from.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from antiphon.domain.actions import Action
from antiphon.domain.audio import AudioChunk, AudioFrame, Pcm
from antiphon.domain.conversation import BrainEvent, BrainRequest, Passage, Transcript
from antiphon.domain.events import Event, Failed
from antiphon.domain.messages import Decoded, WireMessage


class Clock(Protocol):
    """Time as an input. `now` is monotonic seconds; `wall` is seconds since the epoch, for the wire only."""

    def now(self) -> float: ...

    def wall(self) -> float: ...


class VoiceActivity(Protocol):
    """A voice activity detector. Pure and synchronous; one instance hears one caller."""

    def probability(self, pcm: Pcm) -> float:
        """How likely speech is in the 20 ms frame `pcm` (int16, shape (320,), 16 kHz mono), from 0 to 1."""
        ...

    def reset(self) -> None:
        """Forget the caller: what comes next is a new stream."""
        ...


class SttStream(Protocol):
    """One utterance on its way through a recogniser."""

    def feed(self, pcm: Pcm) -> None:
        """Take audio of any length (int16 mono 16 kHz). Never blocks."""
        ...

    async def partial(self) -> str:
        """What is understood of the audio so far, for a look in between. Raises `AntiphonError` `stt.*`."""
        ...

    async def finish(self) -> Transcript:
        """The final transcript; an empty text means that no words were heard. Raises `AntiphonError` `stt.*`."""
        ...

    def cancel(self) -> None:
        """Forget the utterance. Never blocks; may be called at any time, also twice."""
        ...


@runtime_checkable
class TakesPhrases(Protocol):
    """What an `SttStream` may do besides: favour what people are likely to say (contextual biasing)."""

    def expect(self, phrases: Sequence[str]) -> None:
        """Write one of these phrases where what is said sounds as well like it: whole utterances, in words, without a
        full stop; after `\u2026` at the end anything follows. Never blocks; comes at any time before `finish`."""
        ...


class SpeechToText(Protocol):
    """A recogniser. One with `stops_tell = False` writes a full stop behind everything, also in mid-sentence: then it
    is not taken for the end of what is said."""

    async def start(self) -> None:
        """Load what is needed, so that the first call finds it warm. Raises `AntiphonError` where it cannot."""
        ...

    def for_session(self) -> "SpeechToText":
        """What one session uses: itself, unless something must be kept apart between sessions."""
        ...

    def open(self, language: str) -> SttStream:
        """A new utterance in a language (BCP 47), with the user's region where that is known. Never blocks."""
        ...

    async def close(self) -> None: ...


class Brain(Protocol):
    async def start(self) -> None: ...

    def for_session(self) -> "Brain": ...

    def reply(self, request: BrainRequest) -> AsyncIterator[BrainEvent]:
        """Text as it is thought of, and at most one call. Cancelling the iteration stops the work behind it."""
        ...

    async def close(self) -> None: ...


@runtime_checkable
class KnowsPhrases(Protocol):
    """What a `Brain` may do besides: tell what people are likely to say, for recognisers that can make use of it."""

    async def phrases(self, actions: Mapping[str, Action]) -> Sequence[str]:
        """Orders and answers as `TakesPhrases` takes them, the likeliest first. Called for every utterance: keeps what
        it has worked out."""
        ...


@runtime_checkable
class NamesModel(Protocol):
    """What a `Brain` may do besides: say which model it answers with (V5-ROLES, `model_id`)."""

    @property
    def model_id(self) -> str:
        """The model and its version, as its maker names it: what tells one answer's origin from another's."""
        ...


class TextToSpeech(Protocol):
    async def start(self) -> None: ...

    def for_session(self) -> "TextToSpeech": ...

    def speak(self, text: str, language: str) -> AsyncIterator[AudioChunk]:
        """The audio of one clause, in pieces. Yields nothing for text that cannot be spoken: then it is said that the
        text can be read. No piece takes longer to make than a session waits, however long the clause is.

        `language` (BCP 47) has the user's region where that is known: a voice that cannot follow it speaks its own.
        """
        ...

    async def close(self) -> None: ...


@runtime_checkable
class KnowsOutage(Protocol):
    """What a `SpeechToText` or a `TextToSpeech` may do besides: tell when it has nobody to do what it is asked.

    What waits may still be done, but its user is told with a sound, and does not wait in silence.
    """

    async def outage(self) -> None:
        """Return when there is one, at once where there is already. Whoever awaits it cancels it."""
        ...


class Tool(Protocol):
    """Carries out a tool of the assistant's, here and not at the client. Shared by all sessions."""

    async def start(self) -> None: ...

    async def run(self, name: str, arguments: Mapping[str, Any], session_id: str) -> Any:
        """The output, as JSON has it. `arguments` fit the tool's schema. Raises `AntiphonError` `action.failed`.

        Whoever calls sets the deadline: a cancellation stops the work, or at least the wait for it.
        """
        ...

    async def close(self) -> None: ...


class Knowledge(Protocol):
    """What an assistant can look up. Shared by all sessions."""

    def search(self, text: str) -> Sequence[Passage]:
        """The passages that are nearest to what was asked, the best first; none where nothing fits. Never raises."""
        ...


class Link(Protocol):
    """A way to the client: text messages out. Made by a transport, given to the session."""

    def send(self, message: str) -> None:
        """Queue one message. Never blocks and never raises; what comes after `close` is dropped."""
        ...

    @property
    def free(self) -> bool:
        """Whether there is room for much more: half of what may wait to leave, or less, is waiting."""
        ...

    def close(self, *, refused: bool = False) -> None:
        """Close the transport once what was sent has had its chance to leave. May be called twice.

        `refused`: because of what its client has sent.
        """
        ...


class Call(Protocol):
    """What one transport needs of its session. All of it is synchronous and never raises."""

    def opened(self, link: Link, *, silent: bool = False) -> None:
        """The transport is there. `silent`: it has no message channel, and nothing is to be waited for."""
        ...

    def heard(self, frame: AudioFrame) -> None:
        """20 ms of the caller."""
        ...

    def message(self, text: str | bytes) -> None:
        """One message of the client, as it came."""
        ...

    def frame(self) -> Pcm:
        """The next 20 ms for the caller: int16, shape (960,), 48 kHz mono; silence where there is nothing."""
        ...

    def sound(self) -> Pcm | None:
        """As `frame`, for a transport that is silent by sending nothing: None where nothing is being said.

        What is said has been announced before its first frame, and nothing comes of an answer that was interrupted.
        """
        ...

    def muted(self, on: bool = True) -> None:
        """The transport brings no audio: its client only listens. Or it does bring some now."""
        ...

    def refused(self, failure: Failed) -> None:
        """The transport has not taken something that its client sent."""
        ...

    def quiet(self, on: bool) -> None:
        """Nothing of the client comes for the moment: what is said now would not be heard. Or something comes again."""
        ...

    def away(self, gone: bool) -> None:
        """Nothing of the client has been received for 6 s, or something has again."""
        ...

    def lost(self, reason: str) -> None:
        """The transport is gone for good."""
        ...


class Dialect(Protocol):
    """A contract on the wire: pure, one instance a connection."""

    def decode(self, message: str | bytes) -> Decoded:
        """What a client's message means. Never raises: what is wrong with it is in `failure`."""
        ...

    def message_id(self, message: str | bytes) -> str | None:
        """The id that the client gave a message, where it can be found at all. Never raises."""
        ...

    def encode(self, event: Event) -> Sequence[WireMessage]:
        """The messages that tell a client of this event; none where the contract has no word for it."""
        ...

    def envelope(
        self, message: WireMessage, *, seq: int | None, timestamp_ms: int, session_id: str, reply_to: str | None = None
    ) -> str:
        """The message as it leaves: `timestamp_ms` is ms since the epoch, `reply_to` the id of what is answered."""
        ...
