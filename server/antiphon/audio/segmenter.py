"""Turn a probability a frame into the edges of speech.

A frame is voiced from the moment its probability reaches `on` until it falls under `off`. Voiced time fills a
counter and unvoiced time drains it at half the speed, so that a click drains away and the closure of a "p" or
a "t" does not undo the syllable before it.
"""

from dataclasses import dataclass
from math import inf

from antiphon.domain.audio import FRAME_S
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.signals import SpeechClear, SpeechStarted, SpeechStopped

Edge = SpeechStarted | SpeechClear | SpeechStopped

_DRAIN = 0.5
_ROUNDING_S = 1e-6


@dataclass(frozen=True, slots=True)
class SegmenterSettings:
    """The thresholds for speech to start, to interrupt and to stop. Times in milliseconds.

    `start_ms` is the speech that begins a turn in idle. `barge_in_ms` of it at `barge_in_on` can interrupt; in a
    session its value comes from the policy (`turns.policies.TENTATIVE_BARGE_IN_MS` and those beside it).
    `stop_ms` of silence end it (the policy's speechStopDebounceMs). `lag_ms` is how far a detector's probability
    may trail the sound that it judges: the onset is dated back by it. Raises `AntiphonError`
    `config.invalid`.
    """

    on: float = 0.5
    off: float = 0.35
    start_ms: float = 96
    barge_in_on: float = 0.6
    barge_in_ms: float = 160
    stop_ms: float = 200
    lag_ms: float = 32

    def __post_init__(self) -> None:
        if not 0 < self.off <= self.on <= self.barge_in_on <= 1:
            raise AntiphonError(
                ErrorCode.CONFIG_INVALID,
                f"Speech thresholds must rise from 0 to 1: off {self.off}, on {self.on}, "
                f"barge_in_on {self.barge_in_on}. Use for example 0.35, 0.5 and 0.6.",
            )
        for name in ("start_ms", "barge_in_ms", "stop_ms", "lag_ms"):
            value = getattr(self, name)
            if not 0 <= value < inf:
                raise AntiphonError(ErrorCode.CONFIG_INVALID, f"{name} must be 0 or more milliseconds, not {value}.")


@dataclass(slots=True)
class _Stretch:
    """The audio since it was last quiet. `earliest` is where its onset may lie at the earliest."""

    earliest: float
    onset: float = -inf
    last_voiced: float = -inf
    heard: float = 0.0
    heard_clearly: float = 0.0
    voiced: bool = False
    started: bool = False
    suspected: bool = False


class Segmenter:
    """Tells when speech starts, can interrupt, and stops.

    Every `SpeechStarted` is followed by at most one `SpeechClear` and then by exactly one
    `SpeechStopped`, whatever comes in. `settings` may be replaced at any time and counts from the next frame.
    """

    def __init__(self, settings: SegmenterSettings | None = None) -> None:
        self.settings = settings or SegmenterSettings()
        self._stretch = _Stretch(earliest=-inf)
        self._now = -inf
        self._frame_end = inf

    @property
    def speaking(self) -> bool:
        """True while speech has started and not yet stopped."""
        return self._stretch.started

    def push(self, probability: float, at: float) -> list[Edge]:
        """Return the edges, in order, that the 20 ms frame brings about which begins at `at` (seconds).

        Frames that never came count as silence. A time before the last frame's counts as the last frame's.
        """
        at = max(at, self._now)
        edges = self._miss(at - self._frame_end, at) if at > self._frame_end else []
        self._now, self._frame_end = at, at + FRAME_S
        stretch = self._stretch
        stretch.voiced = probability >= (self.settings.off if stretch.voiced else self.settings.on)
        if stretch.voiced:
            return edges + self._hear(probability, at)
        return edges + self._miss(FRAME_S, at + FRAME_S, probability)

    def reset(self, at: float) -> list[SpeechStopped]:
        """Begin anew at `at`: speech that is on stops, and no onset will lie before."""
        self._now = max(at, self._now)
        self._frame_end = inf
        ended = self._stretch
        self._stretch = _Stretch(earliest=max(self._now, ended.earliest, ended.last_voiced))
        return [SpeechStopped(ended.last_voiced)] if ended.started else []

    def _hear(self, probability: float, at: float) -> list[Edge]:
        settings, stretch = self.settings, self._stretch
        if stretch.onset == -inf:
            stretch.onset = max(at - settings.lag_ms / 1000, stretch.earliest)
        stretch.last_voiced = at + FRAME_S
        stretch.heard += FRAME_S
        if probability >= settings.barge_in_on:
            stretch.heard_clearly += FRAME_S
        edges: list[Edge] = []
        if not stretch.started and stretch.heard >= settings.start_ms / 1000 - _ROUNDING_S:
            stretch.started = True
            edges.append(SpeechStarted(stretch.onset, probability=probability))
        clear_enough = stretch.heard_clearly >= settings.barge_in_ms / 1000 - _ROUNDING_S
        if stretch.started and clear_enough and not stretch.suspected:
            stretch.suspected = True
            edges.append(SpeechClear(stretch.onset))
        return edges

    def _miss(self, seconds: float, until: float, probability: float = 0.0) -> list[Edge]:
        stretch = self._stretch
        stretch.heard = max(0.0, stretch.heard - seconds * _DRAIN)
        stretch.heard_clearly = max(0.0, stretch.heard_clearly - seconds * _DRAIN)
        if not stretch.started:
            if stretch.heard < _ROUNDING_S:
                self._stretch = _Stretch(stretch.earliest)
            return []
        if until - stretch.last_voiced < self.settings.stop_ms / 1000 - _ROUNDING_S:
            return []
        self._stretch = _Stretch(earliest=stretch.last_voiced)
        return [SpeechStopped(stretch.last_voiced, probability=probability)]
