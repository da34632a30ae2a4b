"""What the caller says: pre-roll, voice activity, and the recogniser's utterances. Frames end here."""

import asyncio
from collections.abc import Callable
from dataclasses import replace

from antiphon.audio.ring import PreRoll
from antiphon.audio.segmenter import Segmenter, SegmenterSettings
from antiphon.domain.audio import AudioFrame
from antiphon.domain.commands import CloseUtterance, DiscardUtterance, OpenUtterance
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.signals import RecognitionFailed, Signal, TranscriptFinal
from antiphon.ports import SpeechToText, SttStream, VoiceActivity
from antiphon.session.reply import in_time

LEAD_IN_S = 0.3
"""How much of what came before the onset the recogniser hears: soft first sounds are not yet voiced."""


class Ingest:
    """One caller's ears. `heard` is called for each 20 ms frame and costs the VAD and little else."""

    def __init__(
        self,
        *,
        vad: VoiceActivity,
        recogniser: SpeechToText,
        language: str,
        deadline_s: float,
        post: Callable[[Signal], None],
        spawn: Callable[..., asyncio.Task[None]],
    ) -> None:
        self._vad = vad
        self._recogniser = recogniser
        self._language = language
        self._deadline_s = deadline_s
        self._post = post
        self._spawn = spawn
        self._segmenter = Segmenter()
        self._ring = PreRoll()
        self._open: dict[str, SttStream] = {}
        self._finishing: dict[str, tuple[SttStream, asyncio.Task[None]]] = {}

    def use(self, speech_stop_debounce_ms: int) -> None:
        """Take the policy's debounce, at once and for the speech that is on."""
        settings: SegmenterSettings = replace(self._segmenter.settings, stop_ms=speech_stop_debounce_ms)
        self._segmenter.settings = settings

    def heard(self, frame: AudioFrame) -> None:
        self._ring.push(frame)
        for edge in self._segmenter.push(self._vad.probability(frame.pcm), frame.at):
            self._post(edge)
        for stream in self._open.values():
            stream.feed(frame.pcm)

    def open(self, command: OpenUtterance) -> None:
        """Begin with what the pre-roll holds; live frames follow without a gap."""
        stream = self._recogniser.open(self._language)
        since = None if command.since is None else command.since - LEAD_IN_S
        for frame in self._ring.since(since):
            stream.feed(frame.pcm)
        self._open[command.utterance_id] = stream

    def close(self, command: CloseUtterance) -> None:
        stream = self._open.pop(command.utterance_id, None)
        if stream is None:
            return
        task = self._spawn(
            self._finish(command.turn_id, command.utterance_id, stream), name=f"stt:{command.utterance_id}"
        )
        self._finishing[command.utterance_id] = (stream, task)

    async def _finish(self, turn_id: str, utterance_id: str, stream: SttStream) -> None:
        try:
            work = stream.finish()
            transcript = await in_time(self._deadline_s, work, ErrorCode.STT_TIMEOUT, "The recogniser")
            self._post(TranscriptFinal(turn_id, utterance_id, transcript.text, transcript.confidence))
        except AntiphonError as error:
            stream.cancel()
            self._post(RecognitionFailed(turn_id, utterance_id, error.code, error.message))
        finally:
            self._finishing.pop(utterance_id, None)

    def discard(self, command: DiscardUtterance) -> None:
        stream = self._open.pop(command.utterance_id, None)
        if stream is None and command.utterance_id in self._finishing:
            stream, task = self._finishing.pop(command.utterance_id)
            task.cancel()
        if stream is not None:
            stream.cancel()

    def stop(self) -> None:
        """Forget every utterance: the session is over."""
        for stream in [*self._open.values(), *(stream for stream, _ in self._finishing.values())]:
            stream.cancel()
        self._open.clear()
        self._finishing.clear()
