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


def tones(*frequencies: float, seconds: float, level_dbfs: float = -15.0) -> Sound:
    """Together, switched on and off without a click."""
    time = np.arange(round(seconds * HEARING_RATE)) / HEARING_RATE
    sound = sum(np.sin(2 * np.pi * frequency * time) for frequency in frequencies) / len(frequencies)
    return np.asarray(sound * 10 ** (level_dbfs / 20) * np.minimum(1.0, np.minimum(time, time[::-1]) / 0.005))


def in_a_quiet_room(*sounds: Sound, pause_s: float, level_dbfs: float = -65.0) -> Sound:
    """One after the other, a pause before each; 2 s in all."""
    room, at = noise(0, level_dbfs), 0
    for sound in sounds:
        at += round(pause_s * HEARING_RATE)
        room[at : at + len(sound)] += sound[: max(0, LENGTH - at)]
        at += len(sound)
    return room


_KEYS = {"5": (770, 1336), "8": (852, 1336), "6": (770, 1477), "7": (852, 1209), "3": (697, 1477), "0": (941, 1336),
         "9": (852, 1477), "1": (697, 1209)}  # fmt: skip


def telephone() -> dict[str, Sound]:
    """What a line or a set says, here and elsewhere (ITU-T E.180, Q.23)."""
    return {
        "ringing in America": in_a_quiet_room(tones(440, 480, seconds=1.3), pause_s=0.4),
        "ringing in America, all but silent": in_a_quiet_room(
            tones(440, 480, seconds=1.3), pause_s=0.4, level_dbfs=-90.0
        ),
        "ringing in Europe": in_a_quiet_room(tones(425, seconds=1.0), pause_s=0.5),
        "ringing in Britain": in_a_quiet_room(*[tones(400, 450, seconds=0.4)] * 2, pause_s=0.3),
        "an engaged line": in_a_quiet_room(*[tones(480, 620, seconds=0.5)] * 2, pause_s=0.4),
        "no such number": in_a_quiet_room(*(tones(hertz, seconds=0.33) for hertz in (950, 1400, 1800)), pause_s=0.2),
        "keys": in_a_quiet_room(*(tones(*_KEYS[key], seconds=0.1) for key in "558675309"), pause_s=0.1),
        "one key": in_a_quiet_room(tones(*_KEYS["1"], seconds=0.4), pause_s=0.6),
        "keys in a loud room": in_a_quiet_room(
            *(tones(*_KEYS[key], seconds=0.3) for key in "1970"), pause_s=0.15, level_dbfs=-40.0
        ),
        "a beep": in_a_quiet_room(tones(1000, seconds=0.5), pause_s=0.6),
    }


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
    **telephone(),
}
