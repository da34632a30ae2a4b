"""Sounds of a room that are no words: coughs, clicks, doors, music, breathing. The same samples each time.

All are int16 mono at 48 kHz, as loud as somebody who speaks at the same microphone: their loudest 100 ms have the level
that `noises` gives them, in dB relative to full scale.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from antiphon.domain.audio import SPEAKING_RATE, Pcm

Samples = NDArray[np.float64]
Formants = Sequence[tuple[float, float, float]]
"""Resonances of a mouth or a box: Hz, bandwidth in Hz, gain."""

OPEN_MOUTH: Formants = ((650, 120, 1.0), (1250, 160, 0.6), (2600, 250, 0.35), (3600, 400, 0.2))
NARROW_THROAT: Formants = ((420, 90, 1.0), (1100, 150, 0.4), (2400, 250, 0.15))
CLOSED_MOUTH: Formants = ((260, 60, 1.0), (1050, 120, 2.0), (2100, 200, 2.0), (2900, 250, 1.6))


def room_tone(seconds: float, dbfs: float = -66.0) -> Pcm:
    """The noise of a quiet room; it can be played in a circle."""
    return _at_level(_noise(seconds, 80, 6_000, np.random.default_rng(99)), dbfs)


@cache
def hums() -> dict[str, Pcm]:
    """What somebody who listens says with a closed mouth; no synthesiser of speech can."""
    return {
        "mm-hm": _at_level(_joined(_hum(0.16, 120, 112), _rest(0.05), _hum(0.26, 135, 150)), -22),
        "hmm": _at_level(_hum(0.38, 125, 100), -22),
    }


@cache
def noises() -> dict[str, Pcm]:
    """Twelve of them, by name."""
    return {
        "cough": _at_level(_cough(1), -18),
        "coughing fit": _at_level(_joined(_cough(2), _rest(0.12), _cough(3), _rest(0.3), _cough(4)), -16),
        "throat clearing": _at_level(_joined(_clearing(5), _rest(0.08), _clearing(6)), -20),
        "sneeze": _at_level(_sneeze(7), -15),
        "mouse clicks": _at_level(_clicks([0.0, 0.16, 0.55, 0.7], 8), -25),
        "typing": _at_level(_typing(9), -24),
        "door slam": _at_level(_slam(10), -15),
        "knocking": _at_level(_knocking(11), -18),
        "piano": _at_level(_piano(), -20),
        "band": _at_level(_band(12), -20),
        "breathing": _at_level(_breathing(13), -25),
        "chair": _at_level(_chair(14), -20),
    }


def _cough(seed: int) -> Samples:
    """A burst of air, its noisy tail, and the voice that closes it."""
    random = np.random.default_rng(seed)
    burst = _noise(0.07, 200, 7_000, random) * _curve(0.07, (0, 0), (0.004, 1), (0.07, 0.35))
    tail = _formed(_noise(0.20, 150, 5_000, random), OPEN_MOUTH)
    tail = tail / _peak(tail) * 2 * _curve(0.20, (0, 0.4), (0.05, 0.6), (0.20, 0.05))
    pitch = _curve(0.13, (0, random.uniform(150, 190)), (0.13, 95))
    voiced = _formed(_buzz(pitch), OPEN_MOUTH)
    voiced = voiced / _peak(voiced) * _curve(0.13, (0, 0), (0.03, 0.7), (0.13, 0))
    return _joined(burst, tail, voiced)


def _clearing(seed: int) -> Samples:
    """Creaking voice behind a narrow throat, with air in it."""
    random = np.random.default_rng(seed)
    seconds = 0.38
    pitch = _curve(seconds, (0, 95), (0.15, 80), (seconds, 62)) * (1 + 0.12 * _wander(seconds, 60, random))
    voiced = _formed(_buzz(pitch), NARROW_THROAT)
    air = _noise(seconds, 300, 4_000, random)
    shape = _curve(seconds, (0, 0), (0.05, 1), (0.25, 0.8), (seconds, 0))
    return (voiced / _peak(voiced) + 0.12 * air) * shape


def _hum(seconds: float, first: float, last: float) -> Samples:
    """A voice through the nose alone: one strong resonance, and little above it."""
    sway = 1 + 0.01 * _wander(seconds, 30, np.random.default_rng(15))
    voiced = _formed(_buzz(_curve(seconds, (0, first), (seconds, last)) * sway), CLOSED_MOUTH)
    shape = _curve(seconds, (0, 0), (0.04, 1), (seconds - 0.06, 0.8), (seconds, 0))
    return voiced / _peak(voiced) * shape


def _sneeze(seed: int) -> Samples:
    random = np.random.default_rng(seed)
    inward = 0.05 * _noise(0.35, 800, 5_000, random) * _curve(0.35, (0, 0.2), (0.3, 1), (0.35, 0))
    pitch = _curve(0.09, (0, 230), (0.09, 330))
    vowel = _formed(_buzz(pitch), OPEN_MOUTH)
    vowel = 0.8 * vowel / _peak(vowel) * _curve(0.09, (0, 0), (0.03, 1), (0.09, 0.5))
    outward = _noise(0.32, 1_200, 9_000, random) * _curve(0.32, (0, 0.3), (0.03, 1), (0.12, 0.5), (0.32, 0))
    return _joined(inward, vowel, outward)


def _clicks(times: Sequence[float], seed: int) -> Samples:
    random = np.random.default_rng(seed)
    sound = _rest(times[-1] + 0.1)
    for at in times:
        pitch = random.uniform(1_800, 2_600)
        _put(sound, at, _struck(0.03, ((pitch, 0.004, 1.0), (2.3 * pitch, 0.002, 0.7), (480, 0.006, 0.3))))
    return sound


def _typing(seed: int) -> Samples:
    """Nine keys a second for two seconds: each goes down, hits the plate and comes up again."""
    random = np.random.default_rng(seed)
    sound = _rest(2.2)
    for at in np.cumsum(random.uniform(0.06, 0.17, 17)):
        pitch = random.uniform(900, 1_700)
        down = _struck(0.06, ((pitch, 0.008, 1.0), (2.7 * pitch, 0.003, 0.8), (220, 0.018, 0.6)))
        loud = random.uniform(0.4, 1.0)
        _put(sound, at, loud * down)
        _put(sound, at + 0.07, 0.3 * loud * down)
    return sound


def _slam(seed: int) -> Samples:
    random = np.random.default_rng(seed)
    sound = _rest(1.0)
    panel = ((58, 0.16, 1.0), (97, 0.12, 0.8), (183, 0.08, 0.6), (312, 0.05, 0.4), (540, 0.03, 0.25))
    _put(sound, 0.0, _struck(0.8, panel))
    _put(sound, 0.0, 0.5 * _noise(0.08, 150, 6_000, random) * _curve(0.08, (0, 1), (0.02, 0.4), (0.08, 0)))
    for number, at in enumerate((0.11, 0.17, 0.22, 0.26)):
        _put(sound, at, 0.3 / (number + 1) * _struck(0.1, ((870, 0.02, 1.0), (2_300, 0.01, 0.6))))
    return sound


def _knocking(seed: int) -> Samples:
    random = np.random.default_rng(seed)
    sound = _rest(1.1)
    for at in (0.0, 0.21, 0.41, 0.62):
        wood = ((random.uniform(170, 190), 0.035, 1.0), (410, 0.025, 0.7), (1_050, 0.012, 0.4))
        _put(sound, at, random.uniform(0.8, 1.0) * _struck(0.25, wood))
    return sound


def _piano() -> Samples:
    """A tune over two chords."""
    sound = _rest(3.0)
    tune = ((0.0, 64), (0.3, 67), (0.6, 72), (0.9, 71), (1.2, 67), (1.5, 69), (1.8, 65), (2.1, 62))
    chords = tuple((at, note) for at, notes in ((0.0, (48, 55, 60)), (1.5, (45, 53, 57))) for note in notes)
    for at, note in (*tune, *chords):
        hertz = 440 * 2 ** ((note - 69) / 12)
        _put(sound, at, _struck(0.9, [(k * hertz, 0.5 / k, 1 / k**1.3) for k in range(1, 9)]))
    return sound


def _band(seed: int) -> Samples:
    """Bass, a held chord that sways like voices, a drum and a cymbal."""
    random = np.random.default_rng(seed)
    seconds = 3.0
    sway = 1 + 0.006 * np.sin(2 * np.pi * 5.5 * _time(seconds))
    voices = [_buzz(_curve(seconds, (0, hertz)) * sway) for hertz in (220.0, 277.2, 329.6)]
    choir = _formed(np.sum(voices, axis=0), ((600, 100, 1.0), (1_050, 130, 0.6), (2_700, 250, 0.2)))
    sound: Samples = choir / _peak(choir)
    for beat in np.arange(0, seconds, 0.5):
        _put(sound, beat, _struck(0.25, ((62, 0.08, 1.2), (110, 0.04, 0.6))))
        _put(sound, beat + 0.25, 0.35 * _noise(0.06, 6_000, 14_000, random) * _curve(0.06, (0, 1), (0.06, 0)))
        _put(sound, beat, _struck(0.45, [(k * 82.4, 0.3 / k, 0.7 / k) for k in range(1, 6)]))
    return sound


def _breathing(seed: int) -> Samples:
    """In and out, close to the microphone."""
    random = np.random.default_rng(seed)
    inward = _formed(_noise(0.9, 300, 7_000, random), ((900, 400, 0.6), (1_900, 600, 1.0), (4_000, 900, 0.6)))
    outward = _formed(_noise(1.1, 100, 5_000, random), ((500, 300, 1.0), (1_400, 400, 0.6), (2_900, 700, 0.4)))
    inward *= _curve(0.9, (0, 0), (0.5, 0.7), (0.9, 0)) / _peak(inward)
    outward *= _curve(1.1, (0, 0), (0.2, 1), (1.1, 0)) / _peak(outward)
    return _joined(inward, _rest(0.15), outward)


def _chair(seed: int) -> Samples:
    """A leg that sticks and slips over the floor: a pitch, and the resonances of the seat."""
    random = np.random.default_rng(seed)
    seconds = 0.8
    pitch = _curve(seconds, (0, 140), (0.3, 210), (0.6, 180), (seconds, 240))
    pitch *= 1 + 0.05 * _wander(seconds, 40, random)
    seat = _formed(_buzz(pitch), ((340, 60, 0.8), (780, 90, 1.0), (1_650, 150, 0.7), (3_100, 300, 0.4)))
    rough = 0.7 + 0.3 * _wander(seconds, 25, random)
    return seat * rough * _curve(seconds, (0, 0), (0.05, 1), (0.6, 0.9), (seconds, 0))


# What they are made of


def _time(seconds: float) -> Samples:
    return np.arange(round(seconds * SPEAKING_RATE)) / SPEAKING_RATE


def _rest(seconds: float) -> Samples:
    return np.zeros(round(seconds * SPEAKING_RATE))


def _curve(seconds: float, *points: tuple[float, float]) -> Samples:
    """Straight lines through points of (seconds, value)."""
    at, values = zip(*points, strict=True)
    curve: Samples = np.interp(_time(seconds), at, values)
    return curve


def _noise(seconds: float, low: float, high: float, random: np.random.Generator) -> Samples:
    """Noise between two frequencies, its highest peak at 1."""
    spectrum = np.fft.rfft(random.normal(size=round(seconds * SPEAKING_RATE)))
    hertz = np.fft.rfftfreq(round(seconds * SPEAKING_RATE), 1 / SPEAKING_RATE)
    # Softer towards the top, as moved air is.
    spectrum *= (hertz >= low) * (hertz <= high) / np.sqrt(np.maximum(hertz, low))
    sound: Samples = np.fft.irfft(spectrum, round(seconds * SPEAKING_RATE))
    return sound / _peak(sound)


def _wander(seconds: float, hertz: float, random: np.random.Generator) -> Samples:
    """A value that changes so many times a second, between -1 and 1."""
    steps = random.uniform(-1, 1, round(seconds * hertz) + 2)
    return np.interp(_time(seconds), np.arange(len(steps)) / hertz, steps)


def _buzz(pitch: Samples) -> Samples:
    """A glottis or a string: all harmonics of a pitch in Hz, 12 dB an octave softer."""
    phase: Samples = 2 * np.pi * np.cumsum(pitch) / SPEAKING_RATE
    count = int(8_000 / pitch.max())
    harmonics: Samples = np.sum([np.sin(k * phase) / k**1.5 for k in range(1, count + 1)], axis=0)
    return harmonics


def _formed(sound: Samples, formants: Formants) -> Samples:
    """The sound through two-pole resonances side by side."""
    z = np.exp(-2j * np.pi * np.fft.rfftfreq(2 * len(sound)))
    response = np.zeros(len(z), complex)
    for hertz, width, gain in formants:
        radius = np.exp(-np.pi * width / SPEAKING_RATE)
        angle = 2 * np.pi * hertz / SPEAKING_RATE
        response += gain * (1 - radius) / (1 - 2 * radius * np.cos(angle) * z + radius**2 * z**2)
    formed: Samples = np.fft.irfft(np.fft.rfft(sound, 2 * len(sound)) * response)
    return formed[: len(sound)]


def _struck(seconds: float, modes: Sequence[tuple[float, float, float]]) -> Samples:
    """What was hit and rings: modes of Hz, seconds to fall to a third, gain."""
    t = _time(seconds)
    rings = [gain * np.exp(-t / decay) * np.sin(2 * np.pi * hertz * t) for hertz, decay, gain in modes]
    sound: Samples = np.sum(rings, axis=0)
    return sound


def _put(sound: Samples, at: float, part: Samples) -> None:
    start = round(at * SPEAKING_RATE)
    part = part[: len(sound) - start]
    sound[start : start + len(part)] += part


def _peak(sound: Samples) -> float:
    return float(np.abs(sound).max())


def _joined(*parts: Samples) -> Samples:
    return np.concatenate(parts)


def _at_level(sound: Samples, dbfs: float) -> Pcm:
    """int16, its loudest 100 ms at `dbfs`; a peak that would be cut off lowers all of it."""
    window = min(len(sound), SPEAKING_RATE // 10)
    energy = np.concatenate([[0.0], np.cumsum(sound**2)])
    power = float((energy[window:] - energy[:-window]).max()) / window
    scaled = sound * 10 ** (dbfs / 20) / np.sqrt(power)
    scaled *= min(1.0, 0.95 / _peak(scaled))
    pcm: Pcm = np.round(scaled * 32767).astype(np.int16)
    return pcm
