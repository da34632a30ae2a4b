"""One utterance on its way to the recogniser: fed, looked at in between, finished, or forgotten."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

import structlog

from antiphon.domain.audio import FRAME_S, AudioFrame, Pcm
from antiphon.domain.context import PageContext
from antiphon.domain.conversation import Transcript
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.signals import RecognitionFailed, RecognitionLate, Signal, TranscriptFinal, TranscriptPartial
from antiphon.ports import (
    AcceptsPhrases,
    Brain,
    Clock,
    KnowsPhrases,
    MayLag,
    SpeechToText,
    SttStream,
    TellsLanguage,
)
from antiphon.session.bounds import Words
from antiphon.session.deadlines import in_time
from antiphon.session.guards import (
    BRAIN,
    RECOGNISER,
    SESSION,
    UNEXPECTED,
    attempt,
    awaited,
    failure,
    is_language,
    texts,
)

HELD_FRAMES = 1500
"""30 s: what is said while nobody can listen is kept so long, the oldest out first."""
TAIL_S = 0.1
"""So much silence behind the last voice is heard with it: a soft end of a word is no longer voiced."""
PARTIAL_GAP_S = 0.35
PARTIAL_COST = 4.0
"""Between two looks at an utterance lies so many times what the last look took: a quarter of a core at most.

Not between the first two: whether somebody means to interrupt has to be known within 1.2 s (BARGE-CONFIRM), and the
first look, at a word or less, is often wrong.
"""

log = structlog.get_logger()


class GuardedStream:
    """An utterance at the recogniser that fails with `AntiphonError` and with nothing else (`ports.SttStream`).

    What fails while it is opened or fed is told where its text is asked for.
    """

    def __init__(self, opened: Callable[[], SttStream]) -> None:
        self.inner: SttStream | None = None
        """The recogniser's own."""
        self._failure: AntiphonError | None = None
        self._session_id = SESSION.get()
        try:
            self.inner = opened()
        except UNEXPECTED as error:
            self._failure = failure(RECOGNISER, error)

    def feed(self, pcm: Pcm) -> None:
        if self._failure is None and self.inner is not None:
            try:
                self.inner.feed(pcm)
            except UNEXPECTED as error:
                self._failure = failure(RECOGNISER, error, self._session_id)

    async def partial(self) -> str:
        return await awaited(RECOGNISER, lambda: self._unbroken().partial(), Words(self.inner).partial)

    async def finish(self) -> Transcript:
        return await awaited(RECOGNISER, lambda: self._unbroken().finish(), Words(self.inner).final)

    @property
    def language(self) -> str | None:
        """The language of the last partial, where the recogniser tells it, and tells a language tag."""
        told = attempt(RECOGNISER, self._told_language, otherwise=None)
        return told if is_language(told) else None

    def _told_language(self) -> str | None:
        return self.inner.language if isinstance(self.inner, TellsLanguage) else None

    @property
    def lags(self) -> bool:
        """As the recogniser's own says of itself."""
        inner = self.inner
        return isinstance(inner, MayLag) and bool(attempt(RECOGNISER, lambda: inner.lags, otherwise=True))

    def cancel(self) -> None:
        if self.inner is not None:
            attempt(RECOGNISER, self.inner.cancel, otherwise=None)

    def _unbroken(self) -> SttStream:
        if self._failure is not None or self.inner is None:
            raise self._failure or AntiphonError(ErrorCode.STT_FAILED, "The recogniser failed. Try again in a moment.")
        return self.inner


@dataclass(slots=True)
class HeldAudio:
    """Audio that is kept without a recogniser."""

    frames: list[AudioFrame] = field(default_factory=list)

    def push(self, frame: AudioFrame) -> None:
        self.frames.append(frame)
        del self.frames[:-HELD_FRAMES]


@dataclass(frozen=True, slots=True)
class Recogniser:
    """The recogniser of all utterances of a session. `voiced_until` is where the newest voice in it ended."""

    recogniser: SpeechToText
    deadline_s: float
    clock: Clock
    voiced_until: Callable[[], float]
    post: Callable[[Signal], None]
    spawn: Callable[..., asyncio.Task[None]]


class Utterance:
    """One utterance. Everything here is posted back by its id; what is cancelled is posted no more."""

    def __init__(
        self, turn_id: str, utterance_id: str, stream: SttStream, began: float, recognition: Recogniser
    ) -> None:
        self.turn_id = turn_id
        self.utterance_id = utterance_id
        self._stream = stream
        self._began = self.fed_until = began
        self._recognition = recognition
        self._post = recognition.post
        self._looking: asyncio.Task[None] | None = None
        self._look_now = asyncio.Event()
        self._looked: tuple[str, float] | None = None
        """The text of the last look, and up to when it had heard."""
        self._finishing: asyncio.Task[None] | None = None

    def feed(self, frame: AudioFrame) -> None:
        self.fed_until = frame.at + FRAME_S
        self._stream.feed(frame.pcm)

    def ask_partials(self, after_s: float | None) -> None:
        """Tell what is understood, again and again once there are `after_s` of speech; None: once more, at once."""
        if self._looking is None:
            self._looking = self._recognition.spawn(self._look(after_s), name=f"partials:{self.utterance_id}")
        if after_s is None:
            self._look_now.set()

    async def _look(self, after_s: float | None) -> None:
        # Counted in what was heard: the receiver holds audio back, and the clock is ahead of it.
        pause = max(0.0, self._began + (after_s or 0.0) - self.fed_until)
        cost = 0.0
        last: str | None = None
        while True:
            try:
                async with asyncio.timeout(pause):
                    await self._look_now.wait()
            except TimeoutError:
                pass
            asked = self._look_now.is_set()
            self._look_now.clear()
            if self._knows_it_all():
                # Nothing was said since: other words for the same sound would only undo what they have led to.
                pause = PARTIAL_GAP_S
                if asked and last is not None:
                    self._post(TranscriptPartial(self.turn_id, self.utterance_id, last))
                continue
            began, heard = self._recognition.clock.now(), self.fed_until
            try:
                work = self._stream.partial()
                words = await in_time(self._recognition.deadline_s, work, ErrorCode.STT_TIMEOUT, "The recogniser")
            except AntiphonError:
                return  # The final transcript tells of the failure; a look in between is not worth one.
            self._looked = (words, heard)
            pause = max(PARTIAL_GAP_S, cost * (self._recognition.clock.now() - began))
            cost = PARTIAL_COST
            if asked or words != last or not words:  # that there are no words yet is news too
                last = words
                self._post(TranscriptPartial(self.turn_id, self.utterance_id, words))

    def _knows_it_all(self) -> bool:
        """Return whether the last look found words, and has heard the last voiced frame and a little more."""
        if self._looked is None or not self._looked[0].strip():
            return False
        if isinstance(self._stream, MayLag) and self._stream.lags:
            return False
        return self._looked[1] >= self._recognition.voiced_until() + TAIL_S

    def finish(self, done: Callable[[], None]) -> None:
        """Tell the final transcript. A look that has heard the last voiced frame, and a little more, was it already."""
        self._stop_looking()
        if self._looked is not None and self._knows_it_all():
            self._stream.cancel()
            language = self._stream.language if isinstance(self._stream, TellsLanguage) else None
            self._post(TranscriptFinal(self.turn_id, self.utterance_id, self._looked[0], language=language))
            done()
            return
        self._finishing = self._recognition.spawn(self._finish(done), name=f"stt:{self.utterance_id}")

    async def _finish(self, done: Callable[[], None]) -> None:
        try:
            work, limit, recogniser = self._stream.finish(), self._recognition.deadline_s, self._recognition.recogniser
            heard = await in_time(limit, work, ErrorCode.STT_TIMEOUT, "The recogniser", recogniser, self._late)
            self._post(TranscriptFinal(self.turn_id, self.utterance_id, heard.text, heard.confidence, heard.language))
        except AntiphonError as error:
            self._stream.cancel()
            self._post(RecognitionFailed(self.turn_id, self.utterance_id, error.code, error.message))
        finally:
            done()

    def _late(self) -> None:
        self._post(RecognitionLate(self.turn_id, self.utterance_id))

    def cancel(self) -> None:
        self._stop_looking()
        if self._finishing is not None:
            self._finishing.cancel()
        self._stream.cancel()

    def _stop_looking(self) -> None:
        if self._looking is not None:
            self._looking.cancel()


class PhraseHints:
    """Tells the recogniser what the page leads people to say, before it has to decide on what it heard.

    Between one session's brain and each of its utterances; nothing where either of them cannot.
    """

    def __init__(self, brain: Brain, page: Callable[[], PageContext], spawn: Callable[..., asyncio.Task[None]]) -> None:
        self._brain = brain if isinstance(brain, KnowsPhrases) else None
        self._page = page
        self._spawn = spawn

    def give(self, stream: SttStream) -> None:
        """Tell an utterance that begins, as soon as the brain knows, which is long before it ends."""
        if self._brain is not None and isinstance(stream, AcceptsPhrases) and self._page().actions:
            self._spawn(self._send_phrases(self._brain, stream), name="phrases")

    async def _send_phrases(self, brain: KnowsPhrases, stream: AcceptsPhrases) -> None:
        # Without its help the utterance is heard as ever.
        try:
            phrases = await awaited(BRAIN, lambda: brain.phrases(self._page()), texts)
        except AntiphonError as error:
            log.warning("no phrases for the recogniser", code=error.code.code, stage=error.code.stage)
            return
        attempt(RECOGNISER, lambda: stream.expect(phrases), otherwise=None)
