"""Decode MP3, Ogg Opus, FLAC, AAC and the like, while they are still coming."""

from collections.abc import Iterator
from typing import Protocol

import av
from av.container import InputContainer

from antiphon.audio.resample import mono_int16
from antiphon.domain.audio import AudioChunk
from antiphon.domain.errors import AntiphonError, ErrorCode

PROBED_BYTES = 4_096
"""The decoder looks at so much before it begins: the first sound is not to wait for more."""
BROKEN_PACKETS = 50
"""One after the other; fewer are passed over, as a player does."""


class Readable(Protocol):
    def read(self, size: int) -> bytes:
        """Return up to `size` bytes as soon as there are any; none at the end. May block."""
        ...


def decoded(file: Readable, container: str) -> Iterator[AudioChunk]:
    """Yield the sound of a file in a container by FFmpeg's name (`mp3`, `ogg`, `flac`, `aac`, `matroska`, `mov`).

    Each chunk is what one packet holds, int16 mono at the file's own rate. Raises `AntiphonError`
    `audio.unsupported_format` where there is no sound in it, or none that can be decoded.
    """
    options = {"probesize": str(PROBED_BYTES)}
    try:
        with av.open(
            file, format=container, options=options, buffer_size=PROBED_BYTES, metadata_errors="replace"
        ) as opened:
            assert isinstance(opened, InputContainer)  # as it is read
            if not opened.streams.audio:
                raise _unsupported(container)
            yield from _chunks(opened, container)
    except (av.error.FFmpegError, ValueError, OSError) as error:
        raise _unsupported(container) from error


def _chunks(opened: InputContainer, container: str) -> Iterator[AudioChunk]:
    broken, some = 0, False
    for packet in opened.demux(opened.streams.audio[0]):
        try:
            frames = packet.decode()
        except av.error.InvalidDataError:
            broken += 1
            if broken >= BROKEN_PACKETS:
                raise
            continue
        for frame in frames:
            broken, some = 0, True
            samples = frame.to_ndarray()
            if not frame.format.is_planar:
                samples = samples.reshape(-1, frame.layout.nb_channels)
            yield AudioChunk(mono_int16(samples, planar=frame.format.is_planar), frame.sample_rate)
    if not some:
        raise _unsupported(container)


def _unsupported(container: str) -> AntiphonError:
    return AntiphonError(
        ErrorCode.AUDIO_UNSUPPORTED, f"The voice sent {container!r} that holds no sound to be decoded."
    )
