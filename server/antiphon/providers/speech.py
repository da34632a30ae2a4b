"""Find speech in a recording, its place and its level: numpy over float32 samples at 16 kHz.

Two measures. Level: frames that stand out of the recording's own noise floor. Voice: among those, frames that repeat
at the rate of vocal cords. Clicks, breath, coughs, rumble, typing and a telephone's ringing have the first and not the
second; steady noise and hum have neither.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from antiphon.domain.audio import FRAME_MS, HEARING_RATE, HEARING_SAMPLES
from antiphon.providers import tones

Samples = NDArray[np.floating[Any]]

SILENCE_DBFS = -65.0
ABOVE_FLOOR_DB = 6.0
VOICED = 0.6
"""Normalised autocorrelation from which a frame counts as voiced: speech reaches 0.85, noises stay under 0.5."""

_PITCH_HZ = (70, 400)
_BAND_HZ = (100, 1500)
_FFT = 2048


@dataclass(frozen=True, slots=True)
class Speech:
    """The place of speech, `start` the first sample of the loud frames and `end` the one after them, and their `level`
    in dBFS.
    """

    start: int
    end: int
    loud_ms: int
    voiced_ms: int
    level: float


def frame_levels(samples: Samples) -> NDArray[np.float64]:
    """Return the dBFS of each whole 20 ms frame; -100 for digital silence."""
    count = len(samples) // HEARING_SAMPLES
    frames = samples[: count * HEARING_SAMPLES].reshape(count, HEARING_SAMPLES)
    power = np.einsum("ij,ij->i", frames, frames, dtype=np.float64) / HEARING_SAMPLES
    return np.asarray(10 * np.log10(power + 1e-10))


def find_speech(samples: Samples) -> Speech | None:
    """Find what stands out of the noise floor; None where nothing does."""
    levels = frame_levels(samples)
    if len(levels) == 0:
        return None
    floor = float(np.percentile(levels, 10))
    loud = np.flatnonzero(levels > max(floor + ABOVE_FLOOR_DB, SILENCE_DBFS))
    if len(loud) == 0:
        return None
    active = levels[loud]
    active = active[active > np.percentile(active, 95) - 25]
    return Speech(
        start=int(loud[0]) * HEARING_SAMPLES,
        end=(int(loud[-1]) + 1) * HEARING_SAMPLES,
        loud_ms=len(loud) * FRAME_MS,
        voiced_ms=int((_voicing(samples, loud) > VOICED).sum()) * FRAME_MS,
        level=float(10 * np.log10(np.mean(10 ** (active / 10)))),
    )


def _voicing(samples: Samples, frames: NDArray[np.intp]) -> NDArray[np.float64]:
    """Return the highest autocorrelation at a lag of the pitch range, for a 40 ms window at each of these 20 ms
    frames; none where it is of tones that are no voice's.

    The band is lifted by 6 dB an octave first: else rumble, which has all its power at the low end, would pass for
    a tone.
    """
    width = 2 * HEARING_SAMPLES
    padded = np.concatenate([samples, np.zeros(HEARING_SAMPLES, np.float32)])
    windows = np.lib.stride_tricks.sliding_window_view(padded, width)[frames * HEARING_SAMPLES]
    taper = np.hanning(width)
    frequency = np.fft.rfftfreq(_FFT, 1 / HEARING_RATE)
    band = np.where((frequency >= _BAND_HZ[0]) & (frequency <= _BAND_HZ[1]), frequency**2, 0.0)
    spectra = np.abs(np.fft.rfft(windows * taper, _FFT)) ** 2
    power = spectra * band
    lags = slice(HEARING_RATE // _PITCH_HZ[1], HEARING_RATE // _PITCH_HZ[0] + 1)
    # Dividing by the taper's own autocorrelation makes long lags count as much as short ones (Boersma 1993).
    own = np.fft.irfft(np.abs(np.fft.rfft(taper, _FFT)) ** 2)
    correlation = np.fft.irfft(power)
    peak = (correlation[:, lags] / (own[lags] / own[0])).max(axis=1)
    voicing = np.asarray(peak / (correlation[:, 0] + 1e-12))
    voicing[tones.of_no_voice(spectra, _FFT)] = 0.0
    return voicing
