"""Whatever bytes a synthesiser sends, as chunks of speech: plain samples, WAV, MP3, Ogg, FLAC, AAC, WebM, MP4."""

from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator
from contextlib import aclosing
from email.message import Message

from antiphon.audio.pcm_bytes import PcmBytes, PcmFormat
from antiphon.audio.wav import Wav
from antiphon.domain.audio import AudioChunk
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.providers.sounds_thread import decoded_in_thread

LONGEST_S = 600.0
"""Of one clause: nobody listens for longer, and a small file can hold hours of silence."""
HIGHEST_RATE = 384_000
SEEN_BYTES = 12
"""So many bytes tell what a file is."""
PIECE_BYTES = 65_536

_BY_TYPE = {
    "audio/mpeg": "mp3", "audio/mp3": "mp3", "audio/mpga": "mp3",
    "audio/ogg": "ogg", "audio/opus": "ogg", "application/ogg": "ogg",
    "audio/flac": "flac", "audio/x-flac": "flac",
    "audio/aac": "aac", "audio/aacp": "aac", "audio/x-aac": "aac",
    "audio/webm": "matroska", "video/webm": "matroska",
    "audio/mp4": "mov", "audio/m4a": "mov", "audio/x-m4a": "mov",
    "audio/wav": "wav", "audio/x-wav": "wav", "audio/wave": "wav", "audio/vnd.wave": "wav",
}  # fmt: skip
_PLAIN = frozenset(
    {"", "audio/pcm", "audio/l16", "audio/raw", "audio/x-raw", "application/octet-stream", "binary/octet-stream"}
)


def pcm_decoder(rate: int, width: int = 2, channels: int = 1) -> PcmBytes:
    """Return what makes chunks of plain samples that come in pieces; see `PcmFormat` for the bounds and errors."""
    return PcmBytes(PcmFormat(rate, width, channels))


async def decode(
    pieces: AsyncIterable[bytes], content_type: str = "", plain: PcmFormat | None = None
) -> AsyncGenerator[AudioChunk, None]:
    """Yield the sound of `pieces`, which may be cut anywhere, as it comes; nothing where nothing comes.

    What it is is told by its first bytes, then by `content_type`; what neither tells is samples of the kind `plain`,
    where that is given (a `rate` in the type is stronger). Raises `AntiphonError` `tts.failed` for what is no sound,
    such as a page of HTML, and for more than 600 s. Of `pieces` nothing more is taken once the iteration is closed.
    """
    seconds = 0.0
    try:
        async with aclosing(_told(aiter(pieces), content_type, plain)) as chunks:
            async for chunk in chunks:
                if not 0 < chunk.rate <= HIGHEST_RATE:
                    raise AntiphonError(ErrorCode.AUDIO_UNSUPPORTED, f"The voice sent {chunk.rate} samples a second.")
                seconds += len(chunk.pcm) / chunk.rate
                if seconds > LONGEST_S:
                    raise AntiphonError(
                        ErrorCode.TTS_FAILED, f"The voice sent more than {LONGEST_S:.0f} s for one clause."
                    )
                if len(chunk.pcm):
                    yield chunk
    except AntiphonError as error:
        if error.code is not ErrorCode.AUDIO_UNSUPPORTED:
            raise
        raise AntiphonError(ErrorCode.TTS_FAILED, str(error)) from error


async def _told(
    source: AsyncIterator[bytes], content_type: str, plain: PcmFormat | None
) -> AsyncGenerator[AudioChunk, None]:
    seen = b""
    async for piece in source:
        seen += piece
        if len(seen) >= SEEN_BYTES:
            break
    if not seen:
        return
    container = _container(seen, content_type, plain is not None)
    rest = _again(seen, source)
    if container in ("wav", "plain"):
        taken = Wav() if container == "wav" else PcmBytes(_plain(content_type, plain))
        async for piece in rest:
            for start in range(0, len(piece), PIECE_BYTES):
                for chunk in taken.feed(piece[start : start + PIECE_BYTES]):
                    yield chunk
        for chunk in taken.end():
            yield chunk
    else:
        async with aclosing(decoded_in_thread(rest, container)) as chunks:
            async for chunk in chunks:
                yield chunk


def _container(seen: bytes, content_type: str, plain: bool) -> str:
    """Return what it is: FFmpeg's name of a container, `wav`, or `plain`."""
    kind = content_type.partition(";")[0].strip().lower()
    if (
        kind.startswith("text/")
        or kind.endswith(("json", "xml"))
        or seen.lstrip()[:2] in (b"<!", b"<h", b"<H", b"<?", b'{"')
    ):
        raise AntiphonError(
            ErrorCode.TTS_FAILED, f"The voice answered with text ({kind or 'of no type'}) where sound was expected."
        )
    found = _by_bytes(seen) or _BY_TYPE.get(kind)
    if found is None and (kind in _PLAIN and plain):
        return "plain"
    if found is None:
        raise AntiphonError(
            ErrorCode.TTS_FAILED, f"The voice sent {kind or 'bytes of no type'}, which cannot be played."
        )
    return found


def _by_bytes(seen: bytes) -> str | None:
    for start, name in (
        (b"RIFF", "wav"),
        (b"ID3", "mp3"),
        (b"OggS", "ogg"),
        (b"fLaC", "flac"),
        (b"\x1aE\xdf\xa3", "matroska"),
    ):
        if seen.startswith(start):
            return name
    return "mov" if seen[4:8] == b"ftyp" else None


def _plain(content_type: str, plain: PcmFormat | None) -> PcmFormat:
    """Return the samples' kind: as was asked for, but with the rate and channels that the type tells (RFC 2586)."""
    assert plain is not None  # or it had not been taken for plain
    message = Message()
    message["content-type"] = content_type
    rate, channels = (str(message.get_param(name) or "") for name in ("rate", "channels"))
    return PcmFormat(
        int(rate) if rate.isdecimal() else plain.rate,
        plain.width,
        int(channels) if channels.isdecimal() else plain.channels,
        plain.floating,
    )


async def _again(seen: bytes, rest: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield seen
    async for piece in rest:
        yield piece
