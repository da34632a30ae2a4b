"""Decode received Opus (RFC 6716, RFC 7587): any channel count and packet time, to 16 kHz mono.

`OpusDecoder` asks libopus itself, which decodes to 16 kHz mono at once and repairs lost packets from the next one.
`AvOpusDecoder` is for machines where libopus cannot be loaded by itself: PyAV's codec, 48 kHz, no repair.
"""

import ctypes
import weakref
from typing import Any

import av
import numpy as np

from antiphon.audio.resample import Resampler
from antiphon.domain.audio import HEARING_RATE, Pcm
from antiphon.domain.errors import AntiphonError
from antiphon.transports.webrtc.decoding import Concealment, Decoder, Piece
from antiphon.transports.webrtc.libopus import RESET_STATE, checked, libopus

RATE = 48_000
"""The RTP clock of Opus, whatever the audio was sampled at (RFC 7587, 4.1)."""

_MOST = 120 * HEARING_RATE // 1000
"""120 ms: the longest packet (RFC 6716, 3.2.5)."""
_PIECE = 20 * HEARING_RATE // 1000
_PIECES_MADE_UP = 5
_STEP = HEARING_RATE // 400
"""libopus makes up multiples of 2.5 ms."""
_CELT = 16
"""From this configuration on a packet is CELT alone, which has no FEC (RFC 6716, 3.1)."""
_TICKS = (*[480, 960, 1920, 2880] * 3, *[480, 960] * 2, *[120, 240, 480, 960] * 4)
"""The length of a frame by configuration (RFC 6716, table 2), in ticks."""


def decoder() -> Decoder:
    """Make a decoder for one stream: libopus's, or PyAV's where there is no libopus."""
    library = libopus()
    return AvOpusDecoder() if library is None else OpusDecoder(library)


def ticks(payload: bytes) -> int:
    """Count the ticks of an Opus packet by its first bytes (RFC 6716, 3.1 and 3.2); 0 where they are malformed."""
    if not payload:
        return 0
    code = payload[0] & 3
    if code == 3 and len(payload) < 2:
        return 0
    frames = 1 if code == 0 else 2 if code < 3 else payload[1] & 0x3F
    held = frames * _TICKS[payload[0] >> 3]
    return held if held <= _MOST * RATE // HEARING_RATE else 0


class OpusDecoder:
    """The decoder of one stream, through libopus."""

    rate = RATE

    def __init__(self, library: ctypes.PyDLL) -> None:
        self._library = library
        error = ctypes.c_int()
        state = library.opus_decoder_create(HEARING_RATE, 1, ctypes.byref(error))
        checked(library, error.value, "An Opus decoder cannot be made")
        self._state = ctypes.c_void_p(state)
        weakref.finalize(self, library.opus_decoder_destroy, self._state).atexit = False
        self._pcm: Pcm = np.empty(_MOST, np.int16)
        self._into = self._pcm.ctypes.data
        self._sizes = (ctypes.c_short * 48)()
        self._offset = ctypes.c_int()

    def ticks(self, payload: bytes) -> int:
        return ticks(payload)

    def decode(self, payload: bytes) -> Pcm | None:
        return self._decode(payload, _MOST, fec=0)

    def recover(self, samples: int, following: bytes | None) -> list[Piece]:
        repaired = self.repairable(following) if following else 0
        repaired = repaired if repaired <= samples else 0
        missing = (samples - repaired) // _STEP * _STEP
        pieces = [
            Piece(self._made_up(min(missing - at, _PIECE), at // _PIECE), lost=True) for at in range(0, missing, _PIECE)
        ]
        if repaired:
            pcm = self._decode(following, repaired, fec=1)
            if pcm is not None:
                pieces.append(Piece(pcm, lost=False))
        return pieces

    def repairable(self, payload: bytes) -> int:
        """Count the samples before it that the packet repeats (RFC 6716, 4.2.4: flags of LBRR frames); 0 for none."""
        configuration = payload[0] >> 3
        if configuration >= _CELT:
            return 0
        frames = self._library.opus_packet_parse(
            payload, len(payload), None, None, self._sizes, ctypes.byref(self._offset)
        )
        if frames <= 0 or not self._sizes[0]:
            return 0
        flags = payload[self._offset.value]
        of_a_channel = 1 + max(1, _TICKS[configuration] // 960)  # a VAD flag for each 20 ms, then the LBRR flag
        said_again = flags >> (8 - of_a_channel) & 1
        if payload[0] & 4:  # stereo: the same flags of the other channel follow
            said_again |= flags >> (8 - 2 * of_a_channel) & 1
        return _TICKS[configuration] * HEARING_RATE // RATE if said_again else 0

    def reset(self) -> None:
        self._library.opus_decoder_ctl(self._state, RESET_STATE)

    def _made_up(self, samples: int, number: int) -> Pcm:
        # In the long run libopus goes on with a background noise that it has learned from whatever was heard last.
        made = self._decode(None, samples, fec=0) if number < _PIECES_MADE_UP else None
        if made is None:
            return np.zeros(samples, np.int16)
        if number == _PIECES_MADE_UP - 1:
            made = (made * np.linspace(1.0, 0.0, samples)).astype(np.int16)
        return made

    def _decode(self, payload: bytes | None, samples: int, *, fec: int) -> Pcm | None:
        size = len(payload) if payload else 0
        made = self._library.opus_decode(self._state, payload, size, self._into, samples, fec)
        return self._pcm[:made].copy() if made > 0 else None


class AvOpusDecoder:
    """The decoder of one stream, through PyAV. What is lost is made up from the audio before it."""

    rate = RATE

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        codec = av.CodecContext.create("opus", "r")
        assert isinstance(codec, av.AudioCodecContext)
        codec.sample_rate, codec.layout, codec.thread_count = RATE, "stereo", 1
        self._codec = codec
        self._resampler = Resampler(HEARING_RATE)
        self._concealment = Concealment()
        self._fresh = True

    def ticks(self, payload: bytes) -> int:
        return ticks(payload)

    def decode(self, payload: bytes) -> Pcm | None:
        try:
            frames: list[Any] = self._codec.decode(av.Packet(payload))
            heard = [self._resampler.feed_frame(frame) for frame in frames]
        except (av.error.FFmpegError, AntiphonError):
            return None
        pcm = np.concatenate([np.empty(0, np.int16), *heard])
        if self._fresh:
            # The resampler keeps its filter's length back: without it the first frame would wait for a second packet.
            owed = max(0, ticks(payload) * HEARING_RATE // RATE - len(pcm))
            pcm = np.concatenate((np.zeros(owed, np.int16), pcm))
            self._fresh = False
        self._concealment.on_decoded(pcm)
        return pcm

    def recover(self, samples: int, following: bytes | None) -> list[Piece]:
        del following
        return [Piece(self._concealment.made_up(samples), lost=True)]
