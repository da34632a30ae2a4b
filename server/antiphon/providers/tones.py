"""Tell tones from a voice: a telephone's ringing and keys, whistles and beeps repeat as well.

Vocal cords give a whole series of tones, each a multiple of the first. What consists of a few tones that are no such
series, or whose first is higher than anybody speaks, is no voice.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from antiphon.domain.audio import HEARING_RATE

Power = NDArray[np.floating[Any]]

PEAKS, ALL = 4, 0.95
"""A frame of which so many peaks hold so much has no noise of a mouth in it, and is looked at more closely."""
LEAST = 0.02
"""A tone that is weaker is no peak of its own."""
WIDTH_HZ = 60
"""To either side, a tone has its power within so much: frames last 40 ms."""
VOICE_HZ = (70, 380)
SERIES, OUT_OF_TUNE = 5.5, 0.12
"""The first multiples of a voice's first tone are where they belong, to so much of it."""
_BAND_HZ = (100, 3400)


def of_no_voice(spectra: Power, size: int) -> NDArray[np.bool_]:
    """Tell of each frame's power spectrum (`rfft` of `size` samples at 16 kHz) whether its tones are no voice's."""
    hertz = HEARING_RATE / size
    frequency = np.arange(spectra.shape[1]) * hertz
    # A mouth is softer the higher it sounds.
    power = spectra * np.where((frequency >= _BAND_HZ[0]) & (frequency <= _BAND_HZ[1]), frequency, 0.0)
    places, shares = _peaks(power, round(WIDTH_HZ / hertz))
    found = np.zeros(len(power), bool)
    for frame in np.flatnonzero(shares.sum(1) > ALL):
        found[frame] = not _is_series(np.sort(places[frame, shares[frame] > LEAST]) * hertz)
    return found


def _peaks(power: Power, width: int) -> tuple[Power, Power]:
    """Return the highest peaks of each frame: their places between the bins, and each one's share of the power."""
    rest, rows, bins = power.copy(), np.arange(len(power)), np.arange(power.shape[1])
    whole = power.sum(1) + 1e-12
    places, shares = [], []
    for _ in range(PEAKS):
        top = rest.argmax(1).clip(1, power.shape[1] - 2)
        around = np.abs(bins - top[:, None]) <= width
        shares.append((rest * around).sum(1) / whole)
        below, at, above = (np.log(power[rows, top + step] + 1e-20) for step in (-1, 0, 1))
        curve = below - 2 * at + above
        places.append(
            top + np.where(curve < -1e-9, 0.5 * (below - above) / np.minimum(curve, -1e-9), 0.0).clip(-0.5, 0.5)
        )
        rest[around] = 0.0
    return np.stack(places, 1), np.stack(shares, 1)


def _is_series(tones: Power) -> bool:
    """Tell whether these tones, in Hz and rising, can be a voice's: it has its first one, or two neighbours."""
    low, high = VOICE_HZ
    first = [tone for tone in (*tones[:1], *np.diff(tones)) if low <= tone <= high]
    return any(_fits(tones / one) for one in first)


def _fits(multiples: Power) -> bool:
    lower = multiples[multiples < SERIES]
    return len(lower) > 0 and bool((np.abs(lower - np.round(lower)) <= OUT_OF_TUNE).all())
