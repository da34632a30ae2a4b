"""Cut sound into pieces that are short enough to be dropped at once when somebody interrupts."""

from collections.abc import Iterator

from antiphon.domain.audio import AudioChunk

CHUNK_S = 0.2


def short(chunk: AudioChunk) -> Iterator[AudioChunk]:
    """Yield the chunk in pieces of 200 ms at most."""
    step = round(CHUNK_S * chunk.rate)
    for start in range(0, len(chunk.pcm), step):
        yield AudioChunk(chunk.pcm[start : start + step], chunk.rate)
