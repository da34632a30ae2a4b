"""Sound as services send it: a tone in files of all kinds, made by FFmpeg, and heads of WAV that tell untruths."""

import io
import struct
from collections.abc import AsyncIterator

import av
import numpy as np
from av.audio.stream import AudioStream
from numpy.typing import NDArray

PITCH = 440.0
LEVEL = 12_000
CODECS = {"mp3": "libmp3lame", "ogg": "libopus", "flac": "flac", "adts": "aac", "webm": "libopus", "wav": "pcm_s16le"}


def tone(rate: int, seconds: float = 1.0, channels: int = 1) -> NDArray[np.int16]:
    """A tone, int16 of shape (n, channels)."""
    at = np.arange(round(rate * seconds)) / rate
    one = (LEVEL * np.sin(2 * np.pi * PITCH * at)).astype(np.int16)
    return np.repeat(one[:, np.newaxis], channels, axis=1)


def file_of(kind: str, rate: int = 24_000, seconds: float = 1.0, channels: int = 1) -> bytes:
    """The tone in a file of the kind: one of `CODECS`."""
    written = io.BytesIO()
    with av.open(written, "w", format=kind) as opened:
        stream = opened.add_stream(CODECS[kind], rate=rate)
        assert isinstance(stream, AudioStream)
        stream.layout = "mono" if channels == 1 else "stereo"
        frame = av.AudioFrame.from_ndarray(
            tone(rate, seconds, channels).reshape(1, -1), format="s16", layout="mono" if channels == 1 else "stereo"
        )
        frame.sample_rate = rate
        for packet in [*stream.encode(frame), *stream.encode(None)]:
            opened.mux(packet)
    return written.getvalue()


def chunk(name: bytes, data: bytes, length: int | None = None) -> bytes:
    """A chunk of a WAV file, with a length that need not be true."""
    return name + struct.pack("<I", len(data) if length is None else length) + data


def form(rate: int, bits: int, channels: int, kind: int = 1, more: bytes = b"") -> bytes:
    block = channels * bits // 8
    return chunk(b"fmt ", struct.pack("<HHIIHH", kind, channels, rate, rate * block, block, bits) + more)


def wav(*chunks: bytes, length: int = 0xFFFFFFFF) -> bytes:
    return b"RIFF" + struct.pack("<I", length) + b"WAVE" + b"".join(chunks)


async def cut(data: bytes, size: int) -> AsyncIterator[bytes]:
    """The bytes in pieces of `size`."""
    for start in range(0, len(data), size):
        yield data[start : start + size]


def pitch(pcm: NDArray[np.int16], rate: int) -> float:
    """The loudest pitch of the sound, in Hz."""
    spectrum = np.abs(np.fft.rfft(pcm.astype(np.float64) * np.hanning(len(pcm))))
    return float(np.argmax(spectrum) * rate / len(pcm))
