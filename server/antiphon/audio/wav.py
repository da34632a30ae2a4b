"""WAV as services stream it: heads with wrong lengths, chunks before the sound, several files one after the other.

(Multimedia Programming Interface and Data Specifications 1.0, IBM and Microsoft, 1991, "RIFF"; `WAVE_FORMAT_EXTENSIBLE`
as in Microsoft's "Multiple Channel Audio Data and WAVE Files", 2007.)
"""

import struct

from antiphon.audio.pcm_bytes import PcmBytes, PcmFormat
from antiphon.domain.audio import AudioChunk
from antiphon.domain.errors import AntiphonError, ErrorCode

LONGEST_HEAD = 1_048_576
"""Bytes before the sound: pictures and texts that programs leave there, which are passed over."""
UNKNOWN = 0xFFFF_FFF0
"""A length from here on, as well as none, means that nobody knew how long the sound would be."""
BEHIND = frozenset({b"LIST", b"fact", b"cue ", b"smpl", b"bext", b"id3 ", b"ID3 ", b"iXML", b"_PMX", b"JUNK", b"PAD "})
"""Chunks that may stand behind the sound; anything else there is sound, and the length was wrong."""

_PCM, _FLOAT, _EXTENSIBLE = 1, 3, 0xFFFE
_ID = 8  # bytes: a chunk's name and its length
_RIFF = 12


class Wav:
    """A stream of WAV, cut anywhere. Raises `AntiphonError` `audio.unsupported_format` for what cannot be played."""

    def __init__(self) -> None:
        self._head = b""
        self._form: PcmFormat | None = None
        self._sound: PcmBytes | None = None
        self._left: int | None = None
        """Bytes of sound that are still to come by the head; None where it did not know."""
        self._over = False

    def feed(self, data: bytes) -> list[AudioChunk]:
        """Return the sound that is whole now."""
        chunks: list[AudioChunk] = []
        while data and not self._over:
            if self._sound is None:
                data = self._read_head(data)
            elif self._left is None:
                chunks += self._sound.feed(data)
                data = b""
            elif self._left:
                now, data = data[: self._left], data[self._left :]
                self._left -= len(now)
                chunks += self._sound.feed(now)
            else:
                data = self._read_behind(data)
        return chunks

    def end(self) -> list[AudioChunk]:
        """Return the rest. Raises `AntiphonError` where the head never came to an end."""
        if self._sound is None:
            raise _unsupported(f"a WAV file that ends in its head, after {len(self._head)} bytes")
        # What stood behind the sound and was too short to be a chunk is sound of a wrong length, too.
        return self._sound.feed(self._head) if self._left == 0 and not self._over else []

    def _read_head(self, data: bytes) -> bytes:
        """Take what belongs to the head, and return the rest once the sound begins."""
        self._head += data
        if len(self._head) >= _RIFF and (self._head[:4], self._head[8:12]) != (b"RIFF", b"WAVE"):
            raise _unsupported("what is called a WAV file and has no head of one")
        at = _RIFF
        while len(self._head) >= at + _ID:
            name, length = self._head[at : at + 4], struct.unpack_from("<I", self._head, at + 4)[0]
            at += _ID
            if name == b"data":
                if self._form is None:
                    raise _unsupported("a WAV file that does not say of what kind its samples are")
                rest, self._head = self._head[at:], b""
                self._sound = PcmBytes(self._form)
                self._left = None if not length or length >= UNKNOWN else length
                return rest
            if name == b"fmt " and len(self._head) >= at + length:
                self._form = _form(self._head[at : at + length])
            at += length + length % 2
            if at > LONGEST_HEAD:
                break
        if at > LONGEST_HEAD or len(self._head) > LONGEST_HEAD:
            raise _unsupported(f"a WAV file with more than {LONGEST_HEAD} bytes before its sound")
        return b""

    def _read_behind(self, data: bytes) -> bytes:
        """Tell what stands where the sound should have ended: another file, a chunk, or more sound."""
        self._head += data
        if len(self._head) < 4:
            return b""
        data, self._head = self._head, b""
        if data.startswith(b"RIFF"):
            self._sound, self._form = None, None
            return data
        if data[:4] in BEHIND:
            self._over = True
            return b""
        self._left = None
        return data


def _form(head: bytes) -> PcmFormat:
    if len(head) < 16:
        raise _unsupported("a WAV file whose head is too short to say of what kind its samples are")
    kind, channels, rate, _, _, bits = struct.unpack_from("<HHIIHH", head)
    if kind == _EXTENSIBLE and len(head) >= 26:
        kind = struct.unpack_from("<H", head, 24)[0]
    if kind not in (_PCM, _FLOAT) or bits % 8:
        raise _unsupported(f"a WAV file of the kind {kind} with {bits} bits a sample; plain samples can be played")
    return PcmFormat(rate, bits // 8, channels, kind == _FLOAT)


def _unsupported(found: str) -> AntiphonError:
    return AntiphonError(ErrorCode.AUDIO_UNSUPPORTED, f"The voice sent {found}.")
