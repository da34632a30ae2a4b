"""The audio that the headless caller says and hears: 48 kHz mono int16, the RTP clock of Opus (RFC 7587, 4.1)."""

import wave
from bisect import bisect_left
from pathlib import Path

import av
import numpy as np
from av.audio.frame import AudioFrame
from numpy.typing import NDArray

from antiphon.domain.audio import FRAME_S, SPEAKING_RATE, SPEAKING_SAMPLES, Pcm

AUDIBLE = 150
"""The least sample value (of 32767, about -47 dBFS) that is heard: above what Opus makes of silence."""

SILENCE_DBFS = -96.0
VOICED_WINDOW = SPEAKING_RATE // 100
VOICED_SHARE = 0.03
"""A 10 ms window is voiced from this share of the loudest window's level on (-30 dB)."""

LATE_S = 0.25
"""How far a frame may arrive from where its time stamp puts it before the time line follows the arrival."""


class AudioUnreadable(ValueError):
    """A file or an array is no audio that can be spoken; the message says which and why."""


def read_wav(path: Path) -> Pcm:
    """The sound of a WAV file of any rate, width and channels, mixed to mono. Raises `AudioUnreadable`."""
    if not path.is_file():
        raise AudioUnreadable(f"There is no file {str(path)!r}.")
    resampler = av.AudioResampler(format="s16", layout="mono", rate=SPEAKING_RATE)
    parts: list[NDArray[np.int16]] = []
    try:
        with av.open(str(path), format="wav") as container:
            if not container.streams.audio:
                raise AudioUnreadable(f"{str(path)!r} holds no audio stream.")
            for frame in container.decode(audio=0):
                parts += _resampled(resampler, frame)
        parts += _resampled(resampler, None)
    except av.error.InvalidDataError as error:
        raise AudioUnreadable(f"{str(path)!r} is no WAV file that can be read; give one with sound in it.") from error
    except (av.FFmpegError, OSError) as error:
        raise AudioUnreadable(f"{str(path)!r} cannot be read: {error.strerror}.") from error
    if not sum(map(len, parts)):
        raise AudioUnreadable(f"{str(path)!r} holds no audio samples.")
    return np.concatenate(parts)


def to_speaking_rate(samples: NDArray[np.generic], rate: int) -> Pcm:
    """An array as 48 kHz mono int16. Takes int16 or floats from -1 to 1, shape (n,) or (n, channels)."""
    mono = samples if samples.ndim == 1 else samples.mean(axis=1).astype(samples.dtype)
    if not mono.size or mono.ndim != 1:
        raise AudioUnreadable(f"Audio of shape {samples.shape} cannot be spoken; give (n,) or (n, channels).")
    if np.issubdtype(mono.dtype, np.floating):
        mono = np.clip(np.round(mono.astype(np.float64) * 32767), -32768, 32767).astype(np.int16)
    if mono.dtype != np.int16:
        raise AudioUnreadable(f"Audio of type {mono.dtype} is not int16 or floats from -1 to 1.")
    if rate == SPEAKING_RATE:
        return np.ascontiguousarray(mono)
    resampler = av.AudioResampler(format="s16", layout="mono", rate=SPEAKING_RATE)
    frame = AudioFrame.from_ndarray(np.ascontiguousarray(mono).reshape(1, -1), format="s16", layout="mono")
    frame.sample_rate = rate
    return np.concatenate([*_resampled(resampler, frame), *_resampled(resampler, None)])


def _resampled(resampler: av.AudioResampler, frame: AudioFrame | None) -> list[NDArray[np.int16]]:
    return [part.to_ndarray().reshape(-1).astype(np.int16) for part in resampler.resample(frame)]


def write_wav(path: Path, pcm: Pcm) -> None:
    """Write 48 kHz mono int16. Raises `OSError`."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(SPEAKING_RATE)
        file.writeframes(pcm.astype("<i2").tobytes())


def voiced_end(pcm: Pcm) -> int:
    """The count of samples up to the end of the last voiced 10 ms; all of them where nothing stands out."""
    windows = _levels(pcm, VOICED_WINDOW)
    voiced = np.flatnonzero(windows > max(float(windows.max()) * VOICED_SHARE, 1.0))
    return min(len(pcm), (int(voiced[-1]) + 1) * VOICED_WINDOW) if voiced.size else len(pcm)


def levels_dbfs(pcm: Pcm) -> NDArray[np.float64]:
    """The level of every 20 ms in dBFS (root mean square; a full-scale square wave is 0), -96 at least."""
    if not len(pcm):
        return np.zeros(0)
    with np.errstate(divide="ignore"):
        dbfs = 20 * np.log10(_levels(pcm, SPEAKING_SAMPLES) / 32768)
    return dbfs.clip(min=SILENCE_DBFS)


def _levels(pcm: Pcm, window: int) -> NDArray[np.float64]:
    """Root mean square of each whole window; the rest at the end is filled up with silence."""
    padded = np.pad(pcm.astype(np.float64), (0, -len(pcm) % window)).reshape(-1, window)
    level: NDArray[np.float64] = np.sqrt((padded**2).mean(axis=1))
    return level


class ReceivedAudio:
    """Everything that was heard, on a time line whose zero is the start of the call.

    A frame lies where its RTP time stamp puts it, so that a lost packet is a hole of its own length; where
    arrival and time stamp drift apart by more than 250 ms, the time line follows the arrival.
    """

    def __init__(self) -> None:
        self._samples = np.zeros(SPEAKING_RATE * 30, np.int16)
        self._length = 0
        self._origin: int | None = None
        self._starts: list[int] = []
        self._arrivals: list[float] = []

    @property
    def pcm(self) -> Pcm:
        """Return a copy of the time line: int16, shape (n,), 48 kHz mono; sample 0 is the start of the call."""
        return self._samples[: self._length].copy()

    def add(self, pcm: Pcm, pts: int, at: float) -> None:
        """Take a frame: int16, shape (n,), 48 kHz mono. `pts` is its RTP time stamp, at 48 kHz.

        `at` is when it arrived, in seconds of the call.
        """
        arrived = max(0, round(at * SPEAKING_RATE))
        if self._origin is None or abs(self._origin + pts - arrived) > LATE_S * SPEAKING_RATE:
            self._origin = arrived - pts
        start = max(self._origin + pts, self._length)
        end = start + len(pcm)
        while end > len(self._samples):
            self._samples = np.concatenate([self._samples, np.zeros_like(self._samples)])
        self._samples[start:end] = pcm
        self._length = end
        self._starts.append(start)
        self._arrivals.append(at)

    def first_audible(self, since: float) -> float | None:
        """Return when the first audible sample at or after `since` came, in seconds of the call, or None."""
        for index in range(bisect_left(self._arrivals, since - FRAME_S), len(self._arrivals)):
            end = self._starts[index + 1] if index + 1 < len(self._starts) else self._length
            frame = self._samples[self._starts[index] : end].astype(np.int32)
            loud = np.flatnonzero(np.abs(frame) >= AUDIBLE)
            times = self._arrivals[index] + loud / SPEAKING_RATE
            times = times[times >= since]
            if times.size:
                return float(times[0])
        return None
