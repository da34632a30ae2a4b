"""Sounds without words, made the same each time: float samples at 16 kHz, 2 s each."""

import numpy as np
from numpy.typing import NDArray

from antiphon.domain.audio import HEARING_RATE, Pcm

LENGTH = 2 * HEARING_RATE

Sound = NDArray[np.float64]


def to_pcm(sound: Sound) -> Pcm:
    return (np.clip(sound, -1, 1) * 32767).astype(np.int16)


def noise(slope: float, level_dbfs: float, length: int = LENGTH, seed: int = 1) -> Sound:
    """`slope` 0 is white noise, 0.5 pink, 1 brown."""
    spectrum = np.fft.rfft(np.random.default_rng(seed).normal(0, 1, length))
    shaped = np.fft.irfft(spectrum / np.maximum(np.arange(len(spectrum)), 1) ** slope, length)
    return np.asarray(shaped / np.sqrt((shaped**2).mean()) * 10 ** (level_dbfs / 20))


def bursts(count: int, length: int, decay: int, level_dbfs: float) -> Sound:
    """Short noises that die away, in a quiet room: keys, a click, a cough."""
    sound = noise(0, -65)
    for at in np.linspace(2000, LENGTH - length - 2000, count).astype(int):
        sound[at : at + length] += noise(0.4, level_dbfs, length) * np.exp(-np.arange(length) / decay) * 3
    return sound


def breath() -> Sound:
    sound = noise(0, -70)
    sound[8000:20800] += noise(0.3, -45, 12800) * np.hanning(12800)
    return sound


def hum() -> Sound:
    time = np.arange(LENGTH) / HEARING_RATE
    return 0.05 * np.sin(2 * np.pi * 50 * time) + 0.02 * np.sin(2 * np.pi * 150 * time) + noise(0, -65)


WORDLESS = {
    "digital silence": np.zeros(LENGTH),
    **{f"white noise at {level} dBFS": noise(0, level) for level in (-80, -50, -20)},
    **{f"pink noise at {level} dBFS": noise(0.5, level) for level in (-80, -50, -20)},
    **{f"rumble at {level} dBFS": noise(1, level) for level in (-50, -20)},
    "mains hum": hum(),
    "a click": bursts(1, 400, 80, -20),
    "typing": bursts(12, 400, 80, -20),
    "coughs": bursts(2, 4000, 1200, -20),
    "a breath": breath(),
}
