"""The speech of a measuring caller: speech and silence in turn, encoded once for all callers."""

from collections.abc import Iterator

import av
import numpy as np
from av.audio.frame import AudioFrame

from antiphon.domain.audio import SPEAKING_RATE, SPEAKING_SAMPLES, Pcm
from antiphon.testing.caller_audio import levels_dbfs

PERIOD_S = 10.0
"""One stretch of speech and the silence after it. Twice the share of speech in it is the time for an answer."""
PAUSE_DB = 35.0
"""A 20 ms frame so far under the loudest one is a pause."""
LONGEST_PAUSE = 10
"""Frames. A longer pause is cut: a stretch of speech is to be one turn, not several."""
BIT_RATE = 32_000
"""With in-band FEC for 10 % of loss: about what Chromium sends."""
RAMP = SPEAKING_SAMPLES // 2


def without_pauses(pcm: Pcm) -> Pcm:
    """Speech (48 kHz) whose pauses are at most 200 ms long; whole frames of 20 ms."""
    levels = levels_dbfs(pcm)
    padded = np.pad(pcm, (0, -len(pcm) % SPEAKING_SAMPLES)).reshape(-1, SPEAKING_SAMPLES)
    kept, quiet = [], LONGEST_PAUSE
    for level, frame in zip(levels, padded, strict=True):
        quiet = quiet + 1 if level < levels.max() - PAUSE_DB else 0
        if quiet <= LONGEST_PAUSE:
            kept.append(frame)
    return np.concatenate(kept).astype(np.int16)


def period(speech: Pcm, share: float) -> Pcm:
    """`PERIOD_S` of 48 kHz: speech, begun anew as often as it takes, for `share` of the time, and silence."""
    spoken = without_pauses(speech)
    samples = round(PERIOD_S * SPEAKING_RATE * share) // SPEAKING_SAMPLES * SPEAKING_SAMPLES
    stretch = np.resize(spoken, samples).astype(np.float64)
    edge = min(RAMP, samples // 2)
    if edge:
        stretch[-edge:] *= np.linspace(1.0, 0.0, edge)
    whole = np.zeros(round(PERIOD_S * SPEAKING_RATE), np.int16)
    whole[:samples] = stretch.astype(np.int16)
    return whole


def opus_packets(pcm: Pcm) -> list[bytes]:
    """48 kHz as Opus packets of 20 ms, mono, in voip mode with in-band FEC (RFC 6716, 2.1)."""
    encoder = av.CodecContext.create("libopus", "w")
    encoder.bit_rate = BIT_RATE
    encoder.format, encoder.layout, encoder.sample_rate = "s16", "mono", SPEAKING_RATE
    encoder.options = {"application": "voip", "frame_duration": "20", "fec": "1", "packet_loss": "10"}
    packets = [bytes(packet) for frame in _frames(pcm) for packet in encoder.encode(frame)]
    return packets + [bytes(packet) for packet in encoder.encode(None)]


def _frames(pcm: Pcm) -> Iterator[AudioFrame]:
    for start in range(0, len(pcm) - SPEAKING_SAMPLES + 1, SPEAKING_SAMPLES):
        samples = pcm[start : start + SPEAKING_SAMPLES].reshape(1, -1)
        frame = AudioFrame.from_ndarray(np.ascontiguousarray(samples), format="s16", layout="mono")
        frame.sample_rate, frame.pts = SPEAKING_RATE, start
        yield frame
