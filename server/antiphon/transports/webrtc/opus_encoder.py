"""Encode Opus: 20 ms of 48 kHz mono in, one packet out, on the loop and without a thread.

libopus itself where it can be loaded, else FFmpeg's wrapper of it in PyAV.
"""

import ctypes
import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import av
import numpy as np
from av.audio.codeccontext import AudioCodecContext

from antiphon.domain.audio import SPEAKING_RATE, SPEAKING_SAMPLES
from antiphon.transports.webrtc.libopus import (
    APPLICATION_RESTRICTED_LOWDELAY,
    APPLICATION_VOIP,
    RESET_STATE,
    SET_BITRATE,
    SET_COMPLEXITY,
    SET_INBAND_FEC,
    SET_PACKET_LOSS_PERC,
    SET_SIGNAL,
    SIGNAL_VOICE,
    OpusError,
    checked,
    libopus,
)

SILENT_FRAME = bytes(2 * SPEAKING_SAMPLES)
SILENT_PACKET = b"\xf8\xff\xfe"
"""20 ms of digital silence: a CELT frame with its silence flag set, mono (RFC 6716, 3.1 and 4.3). Nothing of what was
heard before it is left in a decoder, and SILK begins anew after it (4.5)."""

_MOST_BYTES = 1275
"""The largest Opus frame (RFC 6716, 3.2.1)."""


@dataclass(frozen=True, slots=True)
class OpusConfig:
    """The configuration of one stream's encoder. `bitrate` is in bits a second, `complexity` 0 to 10.

    Without `fec` it is `restricted-lowdelay`, the cheaper and quicker one; in-band FEC exists in `voip` only. Of
    `expected_loss`, in per cent, depends how much of each packet repeats the one before (RFC 6716, 2.1.7).
    """

    bitrate: int = 32_000
    complexity: int = 1
    fec: bool = False
    expected_loss: int = 0


class OpusEncoder(Protocol):
    """The port of one stream's encoder. A frame is int16 mono 48 kHz, 1920 bytes."""

    def encode(self, frame: bytes) -> bytes:
        """Encode the next 20 ms to a packet."""
        ...

    def restart(self, heard: Sequence[bytes] = ()) -> None:
        """Forget what was encoded. The listener heard these frames last, from elsewhere, or else silence.

        The next packet goes on from there. To be called once before the first packet, too.
        """
        ...


def new_encoder(config: OpusConfig) -> OpusEncoder:
    """Make the best encoder that there is. Raises `OpusError` where libopus refuses the configuration."""
    library = libopus()
    return PyavEncoder(config) if library is None else LibopusEncoder(library, config)


class LibopusEncoder:
    """An encoder that calls libopus directly. Not to be used by two threads at once."""

    def __init__(self, library: ctypes.PyDLL, config: OpusConfig) -> None:
        self._library = library
        self._buffer = ctypes.create_string_buffer(_MOST_BYTES)
        failed = ctypes.c_int()
        application = APPLICATION_VOIP if config.fec else APPLICATION_RESTRICTED_LOWDELAY
        self._state = library.opus_encoder_create(SPEAKING_RATE, 1, application, ctypes.byref(failed))
        checked(library, failed.value, "no Opus encoder could be made")
        weakref.finalize(self, library.opus_encoder_destroy, self._state)
        self._set(SET_BITRATE, config.bitrate)
        self._set(SET_COMPLEXITY, config.complexity)
        self._set(SET_SIGNAL, SIGNAL_VOICE)
        self._set(SET_INBAND_FEC, int(config.fec))
        self._set(SET_PACKET_LOSS_PERC, config.expected_loss)

    def encode(self, frame: bytes) -> bytes:
        if len(frame) != len(SILENT_FRAME):
            raise OpusError(f"a frame has {len(SILENT_FRAME)} bytes (20 ms of 48 kHz mono), not {len(frame)}")
        buffer = self._buffer
        size = self._library.opus_encode(self._state, frame, SPEAKING_SAMPLES, buffer, _MOST_BYTES)
        return ctypes.string_at(buffer, checked(self._library, size, "encoding 20 ms"))

    def restart(self, heard: Sequence[bytes] = ()) -> None:
        checked(self._library, self._library.opus_encoder_ctl(self._state, RESET_STATE), "reset of an Opus encoder")
        _show(self, heard)

    def _set(self, request: int, value: int) -> None:
        code = self._library.opus_encoder_ctl(self._state, request, ctypes.c_int(value))
        checked(self._library, code, f"setting {request} of an Opus encoder to {value}")


class PyavEncoder:
    """An encoder through FFmpeg's wrapper of libopus: two to three times the cost, and no say over its state."""

    def __init__(self, config: OpusConfig) -> None:
        self._config = config
        self._codec = self._new_codec()

    def encode(self, frame: bytes) -> bytes:
        samples = av.AudioFrame.from_ndarray(np.frombuffer(frame, np.int16).reshape(1, -1), "s16", "mono")
        samples.sample_rate = SPEAKING_RATE
        packets = self._codec.encode(samples)
        if len(packets) != 1:
            raise OpusError(f"PyAV's encoder made {len(packets)} packets of 20 ms instead of one")
        return bytes(packets[0])

    def restart(self, heard: Sequence[bytes] = ()) -> None:
        self._codec = self._new_codec()
        _show(self, heard)

    def _new_codec(self) -> AudioCodecContext:
        codec = av.AudioCodecContext.create("libopus", "w")
        codec.sample_rate, codec.layout, codec.format = SPEAKING_RATE, "mono", "s16"
        codec.bit_rate = self._config.bitrate
        codec.options = {
            "application": "voip" if self._config.fec else "lowdelay",
            "compression_level": str(self._config.complexity),
            "frame_duration": "20",
            "fec": str(int(self._config.fec)),
            "packet_loss": str(self._config.expected_loss),
        }
        return codec


def _show(encoder: OpusEncoder, heard: Sequence[bytes]) -> None:
    """Bring an encoder to where a decoder is: a packet says by how much the energies differ from those before it.

    Silence too must be shown: the energies of a new encoder are not those of silence, and speech after it would begin
    a tenth as loud.
    """
    for frame in heard or (SILENT_FRAME,):
        encoder.encode(frame)
