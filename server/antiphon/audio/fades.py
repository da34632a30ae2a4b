"""Fade what is being said in and out, frame by frame, and mix a short sound with it: int16, 48 kHz mono."""

import math
from collections.abc import Sequence

import numpy as np

from antiphon.domain.audio import FRAME_MS, SPEAKING_RATE, SPEAKING_SAMPLES, Pcm

LOOKAHEAD = 312
"""Samples: Opus holds back the last 6.5 ms of a frame for its next packet (RFC 6716, 2; libopus, `voip`)."""

_FADE_IN = np.linspace(0.0, 1.0, SPEAKING_SAMPLES, dtype=np.float32)


def fade_out(frames: Sequence[Pcm], fade_ms: int) -> list[Pcm]:
    """Return the first of `frames`, faded to silence over `fade_ms`, or within a packet where that is longer.

    A fade that would end with its last packet ends a little sooner, so that nothing is left for the one after it.
    """
    packets = max(1, math.ceil(fade_ms / FRAME_MS))
    silent = packets * SPEAKING_SAMPLES - LOOKAHEAD
    samples = silent if packets == 1 else min(fade_ms * SPEAKING_RATE // 1000, silent)
    return fade_over([frame for frame, _ in zip(frames, range(packets), strict=False)], samples)


def fade_over(frames: list[Pcm], samples: int) -> list[Pcm]:
    """Return a linear fade to silence over so many samples, or over all of `frames` where these are fewer."""
    if not frames:
        return []
    audio = np.concatenate(frames).astype(np.float32)
    samples = min(samples, len(audio))
    audio[:samples] *= np.linspace(1.0, 0.0, samples, dtype=np.float32)
    audio[samples:] = 0.0
    return list(audio.astype(np.int16).reshape(-1, SPEAKING_SAMPLES))


def fade_in(frame: Pcm) -> Pcm:
    """Return a frame that begins in silence."""
    faded: Pcm = (frame * _FADE_IN).astype(np.int16)
    return faded


def mixed(frame: Pcm, other: Pcm | None) -> Pcm:
    """Return the sum of two frames, or the first alone."""
    if other is None:
        return frame
    both: Pcm = np.clip(frame.astype(np.int32) + other, -32768, 32767).astype(np.int16)
    return both
