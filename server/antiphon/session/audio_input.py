"""The caller's side of the sound: pre-roll, voice activity, and the utterances that hear it. Frames end here."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf, nan

from antiphon.audio.echo import EchoJudge
from antiphon.audio.features import rms_dbfs
from antiphon.audio.nearness import Nearness
from antiphon.audio.offset import OffsetRemover
from antiphon.audio.ring import PreRoll
from antiphon.audio.segmenter import Segmenter
from antiphon.domain.audio import AudioFrame, Pcm
from antiphon.domain.commands import (
    CloseUtterance,
    DiscardUtterance,
    HoldAudio,
    OpenUtterance,
    PartialsWanted,
    UsePolicy,
)
from antiphon.domain.signals import Signal, VadHeartbeat
from antiphon.ports import Clock, SpeechToText, SttStream, VoiceActivity
from antiphon.session.desk import Handlers
from antiphon.session.guards import DETECTOR, UNEXPECTED, report
from antiphon.session.playout import SILENCE
from antiphon.session.recogniser_stream import GuardedStream, HeldAudio, Recogniser, Utterance
from antiphon.turns.policies import CERTAIN_BARGE_IN_MS, TENTATIVE_BARGE_IN_MS, most_barge_in_ms

LEAD_IN_S = 0.3
"""How much of what came before the onset the recogniser hears: soft first sounds are not yet voiced."""
PRE_ROLL_S = 1.5
"""Half a second before speech is noticed, and a second in which it may be found to be meant."""
HEARTBEAT_FRAMES = 10
"""While somebody speaks: where the audio stops in mid-word, the clock ends the turn soon (MEDIA-VAD)."""
SILENCE_HEARTBEAT_FRAMES = 2
"""While a silence may end a turn: the turn ends on silence that was judged, not on audio that has not come yet."""
QUIET_HEARTBEAT_FRAMES = 50
"""While nobody does, it is five seconds without one that mean something (ITE REQ-009)."""
ECHO_REMEMBERED_S = 30.0


@dataclass(frozen=True, slots=True)
class Recognition:
    """The recogniser of a session, the language of what is said next, and the seconds that it may take."""

    recogniser: SpeechToText
    language: Callable[[], str]
    deadline_s: float


class AudioInput:
    """One caller's ears. `on_audio` is called for each 20 ms frame and costs the VAD and little else."""

    def __init__(
        self,
        *,
        vad: VoiceActivity,
        recognition: Recognition,
        clock: Clock,
        post: Callable[[Signal], None],
        spawn: Callable[..., asyncio.Task[None]],
        opened: Callable[[SttStream], None] = lambda _: None,
        session_id: str = "",
    ) -> None:
        self._vad = vad
        self._vad_failed = False
        self._session_id = session_id
        self._language = recognition.language
        self._clock = clock
        self._post = post
        self._recognition = Recogniser(
            recognition.recogniser, recognition.deadline_s, clock, lambda: self._voiced_until, post, spawn
        )
        self._opened = opened
        self._segmenter = Segmenter()
        self._echo = EchoJudge()
        self._nearness = Nearness()
        self._offset = OffsetRemover()
        self._ring = PreRoll(PRE_ROLL_S)
        self._frames = 0
        self._frame_at = -inf
        self._echoes_until = -inf
        """How long it is to be expected that the answer comes back."""
        self._pauses_first = False
        self._most_ms = CERTAIN_BARGE_IN_MS
        self._stirring = False
        self._held: dict[str, HeldAudio] = {}
        self._open: dict[str, Utterance] = {}
        self._finishing: dict[str, Utterance] = {}
        self._voiced_until = 0.0
        self._last_closed = ""
        self._closed_until = 0.0
        """Where the audio of the utterance that was closed last ends."""

    @property
    def handlers(self) -> Handlers:
        """The commands that are carried out here."""
        return {
            OpenUtterance: self._open_utterance,
            HoldAudio: self._hold,
            PartialsWanted: self._look,
            CloseUtterance: self._close_utterance,
            DiscardUtterance: self._discard,
            UsePolicy: self.use_policy,
        }

    def use_policy(self, command: UsePolicy) -> None:
        """Take what a policy says, at once and for the speech that is on."""
        self._segmenter.settings = replace(self._segmenter.settings, stop_ms=command.speech_stop_debounce_ms)
        self._pauses_first = command.pauses_first
        self._most_ms = most_barge_in_ms(command.interruption_budget_ms)
        self._be_certain(self._frame_at)

    def _be_certain(self, now: float) -> None:
        """Want as much speech over the answer as it takes at the moment."""
        tentative = self._pauses_first and now >= self._echoes_until
        barge_in_ms = min(TENTATIVE_BARGE_IN_MS if tentative else CERTAIN_BARGE_IN_MS, self._most_ms)
        if barge_in_ms != self._segmenter.settings.barge_in_ms:
            self._segmenter.settings = replace(self._segmenter.settings, barge_in_ms=barge_in_ms)

    def on_audio(self, frame: AudioFrame) -> None:
        frame = frame._replace(pcm=self._offset.feed(frame.pcm))
        self._ring.push(frame)
        found = self._probability(frame.pcm)
        judged = 0.0 <= found <= 1.0
        probability = found if judged else 0.0
        self._echo.received(frame.pcm)
        if probability >= self._segmenter.settings.off:
            probability = self._of_the_caller(probability, frame)
        self._frame_at = frame.at
        self._be_certain(frame.at)
        if probability >= self._segmenter.settings.off:
            self._voiced_until = frame.ends_at
        for edge in self._segmenter.push(probability, frame.at):
            self._post(edge)
        self._stir(probability)
        self._frames += judged  # what is no probability, such as NaN, judges no frame
        if self._frames >= self._heartbeat_frames():
            self._frames = 0
            self._post(VadHeartbeat(until=frame.ends_at))
        for held in self._held.values():
            held.push(frame)
        for utterance in self._open.values():
            utterance.feed(frame)

    def _probability(self, pcm: Pcm) -> float:
        """Return what the detector finds in a frame; NaN where it fails, which is logged once in a session."""
        try:
            return float(self._vad.probability(pcm))
        except UNEXPECTED as error:
            if not self._vad_failed:
                report(DETECTOR, error, session_id=self._session_id)
            self._vad_failed = True
            return nan

    def _heartbeat_frames(self) -> int:
        """The frames that are judged between two heartbeats."""
        if self._open and not self._segmenter.speaking:
            return SILENCE_HEARTBEAT_FRAMES
        return HEARTBEAT_FRAMES if self._stirring or self._segmenter.speaking else QUIET_HEARTBEAT_FRAMES

    def _of_the_caller(self, probability: float, frame: AudioFrame) -> float:
        """Return how likely it is the caller's speech: 0 for the answer's echo, and for who is far behind over it."""
        if self._echo.is_echo():
            self._echoes_until = frame.at + ECHO_REMEMBERED_S
            return 0.0
        level = rms_dbfs(frame.pcm)
        if not self._echo.sounding:
            if probability >= self._segmenter.settings.barge_in_on:
                self._nearness.learn(level)
            return probability
        return 0.0 if self._nearness.far(level, frame.at) else probability

    def _stir(self, probability: float) -> None:
        """Tell of the first frame of what may become speech, which takes 96 ms to be certain."""
        stirs = probability >= self._segmenter.settings.off
        if stirs and not self._stirring and not self._segmenter.speaking:
            self._post(VadHeartbeat(stirs=True, until=self._voiced_until))
        self._stirring = stirs

    def on_sent(self, pcm: Pcm | None) -> None:
        """Note a frame that the caller is being sent: it may come back. None: nothing for 20 ms."""
        if pcm is not None:
            self._echo.sent(pcm)
        elif self._echo.sounding:
            self._echo.sent(SILENCE)

    def _hold(self, command: HoldAudio) -> None:
        """Keep the audio from its onset on; no recogniser hears it."""
        self._held[command.utterance_id] = HeldAudio(self._ring.since(command.since - LEAD_IN_S))

    def _open_utterance(self, command: OpenUtterance) -> None:
        """Begin with what is held or what the pre-roll has; live frames follow without a gap."""
        held = self._held.pop(command.utterance_id, None)
        since = None if command.since is None else command.since - LEAD_IN_S
        if command.after is not None and command.after == self._last_closed:
            since = self._closed_until
        frames = held.frames if held is not None else self._ring.since(since)
        stream = GuardedStream(lambda: self._recognition.recogniser.open(self._language()))
        if stream.inner is not None:
            self._opened(stream.inner)
        began = self._clock.now() if command.since is None else command.since
        utterance = Utterance(command.turn_id, command.utterance_id, stream, began, self._recognition)
        for frame in frames:
            utterance.feed(frame)
        self._open[command.utterance_id] = utterance

    def _look(self, command: PartialsWanted) -> None:
        utterance = self._open.get(command.utterance_id)
        if utterance is not None:
            utterance.ask_partials(command.from_onset_s)

    def _close_utterance(self, command: CloseUtterance) -> None:
        utterance = self._open.pop(command.utterance_id, None)
        if utterance is not None:
            self._finishing[command.utterance_id] = utterance
            self._last_closed, self._closed_until = command.utterance_id, utterance.fed_until
            utterance.finish(lambda: self._finished(command.utterance_id))

    def _finished(self, utterance_id: str) -> None:
        self._finishing.pop(utterance_id, None)

    def _discard(self, command: DiscardUtterance) -> None:
        self._held.pop(command.utterance_id, None)
        for known in (self._open, self._finishing):
            utterance = known.pop(command.utterance_id, None)
            if utterance is not None:
                utterance.cancel()

    def stop(self) -> None:
        """Forget every utterance: the session is over."""
        for utterance in [*self._open.values(), *self._finishing.values()]:
            utterance.cancel()
        self._held.clear()
        self._open.clear()
        self._finishing.clear()
