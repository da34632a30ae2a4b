"""A provider with others behind it: where one fails before anything of its answer was there, the next one answers (R7).

Each has the time that it would have alone. One that has failed three times in a row is passed over for a while, at no
cost in time (`breaker`), but for the last one, which is always asked. What has begun is never begun again by another:
nobody hears a sentence twice.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import structlog

from antiphon.domain.audio import AudioChunk, Pcm
from antiphon.domain.context import PageContext
from antiphon.domain.conversation import ActionTaken, BrainEvent, BrainRequest, Transcript
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.load import ProviderStanding
from antiphon.ports import (
    AcceptsPhrases,
    Brain,
    KnowsPhrases,
    KnowsStops,
    MayLag,
    NamesModel,
    ReportsIdle,
    SpeechToText,
    StartsReplies,
    SttStream,
    TellsLanguage,
    TextToSpeech,
)
from antiphon.providers.standing import Standing

KEPT = 120 * 16_000
"""Samples of an utterance that are kept for the next recogniser; of a longer one the beginning is lost to it."""

P = TypeVar("P")
T = TypeVar("T")

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Link(Generic[P]):
    """One of a chain. How it does is one thing for all sessions."""

    standing: Standing
    provider: P


class Chain(Generic[P]):
    """Providers in the order in which they are asked. `first_s`: how long each but the last may be silent."""

    late: ErrorCode

    def __init__(self, links: Sequence[Link[P]], first_s: float) -> None:
        self._links = links
        self._first_s = first_s

    async def start(self) -> None:
        """Nothing: each has been started by itself."""

    async def close(self) -> None:
        """Nothing: each is closed by itself."""

    def standings(self) -> Sequence[ProviderStanding]:
        now = asyncio.get_running_loop().time()
        return [link.standing.read(now) for link in self._links]

    def _usable(self) -> Iterator[tuple[Link[P], bool]]:
        """Yield those to be asked, and whether each is the last."""
        now = asyncio.get_running_loop().time()
        for link in self._links[:-1]:
            if link.standing.is_asked(now):
                yield link, False
        yield self._links[-1], True

    async def _in_time(self, work: Awaitable[T]) -> T:
        try:
            async with asyncio.timeout(self._first_s):
                return await work
        except TimeoutError:
            raise AntiphonError(self.late, "It did not answer in time. Try again in a moment.") from None

    def _failed(self, link: Link[P], error: AntiphonError) -> None:
        standing, code = link.standing, error.code
        standing.failed(asyncio.get_running_loop().time(), code)
        log.warning(
            "provider passed over",
            provider=standing.provider,
            stage=standing.stage,
            code=code.code,
            again=code.retryable,
        )

    async def _begun(
        self, asked: Callable[[P], AsyncIterator[T]], links: Iterator[tuple[Link[P], bool]]
    ) -> AsyncIterator[tuple[Link[P], T]]:
        """Yield what the first one yields that yields anything, each piece with whose it is."""
        for link, is_last in links:
            begun = False
            try:
                async with aclosing(asked(link.provider)) as pieces:  # type: ignore[type-var]
                    first = anext(pieces, None)
                    piece = await (first if is_last else self._in_time(first))
                    while piece is not None:
                        begun = True
                        yield link, piece
                        piece = await anext(pieces, None)
                link.standing.worked()
                return
            except AntiphonError as error:
                self._failed(link, error)
                if begun or is_last:
                    raise


class FallbackBrain(Chain[Brain]):
    """`ports.Brain`. Whoever has begun a turn goes on with it."""

    late = ErrorCode.BRAIN_TIMEOUT

    def __init__(self, links: Sequence[Link[Brain]], first_s: float) -> None:
        super().__init__(links, first_s)
        self._began: tuple[str, Link[Brain]] | None = None

    @property
    def model_id(self) -> str:
        """The model of the first one."""
        first = self._links[0]
        return first.provider.model_id if isinstance(first.provider, NamesModel) else first.standing.provider

    def for_session(self) -> "FallbackBrain":
        return FallbackBrain([Link(one.standing, one.provider.for_session()) for one in self._links], self._first_s)

    async def phrases(self, page: PageContext) -> Sequence[str]:
        """Return those of the first one that tells any."""
        knows = next((one.provider for one in self._links if isinstance(one.provider, KnowsPhrases)), None)
        return await knows.phrases(page) if knows is not None else ()

    async def reply(self, request: BrainRequest) -> AsyncIterator[BrainEvent]:
        goes_on = bool(request.items) and isinstance(request.items[-1], ActionTaken)
        links = self._usable()
        if goes_on and self._began and self._began[0] == request.turn_id:
            links = iter([(self._began[1], True)])
        async for link, event in self._begun(lambda brain: brain.reply(request), links):
            self._began = (request.turn_id, link)
            yield event


class FallbackVoice(Chain[TextToSpeech]):
    """`ports.TextToSpeech`."""

    late = ErrorCode.TTS_TIMEOUT

    def for_session(self) -> "FallbackVoice":
        return FallbackVoice([Link(one.standing, one.provider.for_session()) for one in self._links], self._first_s)

    @property
    def idle(self) -> bool:
        """True where the first one would speak at once."""
        first = self._links[0].provider
        return first.idle if isinstance(first, ReportsIdle) else True

    def new_reply(self) -> None:
        for one in self._links:
            if isinstance(one.provider, StartsReplies):
                one.provider.new_reply()

    async def speak(self, text: str, language: str) -> AsyncIterator[AudioChunk]:
        async for _, chunk in self._begun(lambda voice: voice.speak(text, language), self._usable()):
            yield chunk


class FallbackRecogniser(Chain[SpeechToText]):
    """`ports.SpeechToText`."""

    late = ErrorCode.STT_TIMEOUT

    @property
    def stops_tell(self) -> bool:
        """As the first one says it of its full stops."""
        first = self._links[0].provider
        return first.stops_tell if isinstance(first, KnowsStops) else True

    def for_session(self) -> "FallbackRecogniser":
        return FallbackRecogniser(
            [Link(one.standing, one.provider.for_session()) for one in self._links], self._first_s
        )

    def open(self, language: str) -> "FallbackStream":
        return FallbackStream(self, language)

    async def finished(self, opened: Callable[[Link[SpeechToText]], SttStream]) -> Transcript:
        """Return what the first one has understood that does not fail. `opened` is the utterance at a recogniser."""
        failure: AntiphonError | None = None
        for link, is_last in self._usable():
            try:
                stream = opened(link)
                heard = await (stream.finish() if is_last else self._in_time(stream.finish()))
            except AntiphonError as error:
                self._failed(link, error)
                failure = error
            else:
                link.standing.worked()
                return heard
        raise failure or AntiphonError(ErrorCode.STT_FAILED, "The recogniser failed. Try again in a moment.")

    def first(self) -> Link[SpeechToText]:
        """Return the one that is asked now."""
        return next(self._usable())[0]


class FallbackStream:
    """One utterance (`ports.SttStream`): at one recogniser, and kept for the next."""

    def __init__(self, chain: FallbackRecogniser, language: str) -> None:
        self._chain = chain
        self._language = language
        self._kept: list[Pcm] = []
        self._samples = 0
        self._phrases: Sequence[str] = ()
        self._link = chain.first()
        self._stream = self._link.provider.open(language)

    @property
    def lags(self) -> bool:
        """As the one that hears it now says of itself."""
        return isinstance(self._stream, MayLag) and self._stream.lags

    def feed(self, pcm: Pcm) -> None:
        self._kept.append(pcm)
        self._samples += len(pcm)
        while self._samples > KEPT:
            self._samples -= len(self._kept.pop(0))
        self._stream.feed(pcm)

    def expect(self, phrases: Sequence[str]) -> None:
        self._phrases = phrases
        if isinstance(self._stream, AcceptsPhrases):
            self._stream.expect(phrases)

    async def partial(self) -> str:
        return await self._stream.partial()

    @property
    def language(self) -> str | None:
        return self._stream.language if isinstance(self._stream, TellsLanguage) else None

    async def finish(self) -> Transcript:
        return await self._chain.finished(self._at)

    def cancel(self) -> None:
        self._kept.clear()
        self._stream.cancel()

    def _at(self, link: Link[SpeechToText]) -> SttStream:
        """Return the utterance at a recogniser, which hears all of it now where it has not heard it yet."""
        if link is self._link:
            return self._stream
        self._stream.cancel()
        self._link, self._stream = link, link.provider.open(self._language)
        if isinstance(self._stream, AcceptsPhrases):
            self._stream.expect(self._phrases)
        for pcm in self._kept:
            self._stream.feed(pcm)
        return self._stream


_CHAINS: dict[str, Callable[[Sequence[Link[Any]], float], Any]] = {
    "stt": FallbackRecogniser,
    "brain": FallbackBrain,
    "tts": FallbackVoice,
}


def chained(kind: str, named: Sequence[tuple[str, Any]], first_s: float) -> Any:
    """Return one provider made of several, in the order in which they are asked; of one that one."""
    [(_, first), *others] = named
    if not others:
        return first
    return _CHAINS[kind]([Link(Standing(kind, name), provider) for name, provider in named], first_s)
