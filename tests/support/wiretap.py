"""What arrives at a client, packet by packet and before any jitter buffer; and libopus to hear it with."""

import asyncio
import ctypes
from dataclasses import dataclass

import numpy as np
from aiortc import RTCPeerConnection
from aiortc.rtp import AnyRtcpPacket, HeaderExtensionsMap, RtcpPacket, RtpPacket

from antiphon.domain.audio import Pcm
from antiphon.transports.webrtc import hardening
from antiphon.transports.webrtc.libopus import checked, libopus


@dataclass(frozen=True)
class Arrival:
    """One RTP packet and when it came, by the loop's clock."""

    at: float
    packet: RtpPacket


class Wiretap:
    """Notes everything that the connection gets, and hands it on. To be made before it is connected."""

    def __init__(self, connection: RTCPeerConnection) -> None:
        self.rtp: list[Arrival] = []
        self.rtcp: list[AnyRtcpPacket] = []
        self.raw: list[bytes] = []
        (self._dtls,) = hardening.dtls_transports(connection)
        self._hand_on_rtp = self._dtls._handle_rtp_data
        self._hand_on_rtcp = self._dtls._handle_rtcp_data
        self._dtls._handle_rtp_data = self._rtp  # type: ignore[method-assign]
        self._dtls._handle_rtcp_data = self._rtcp  # type: ignore[method-assign]

    async def say(self, *packets: AnyRtcpPacket) -> None:
        """Send RTCP packets of our own."""
        await self._dtls._send_rtp(b"".join(bytes(packet) for packet in packets))

    async def _rtp(self, data: bytes, arrival_time_ms: int) -> None:
        self.raw.append(data)
        parsed = RtpPacket.parse(data, self._extensions())
        self.rtp.append(Arrival(asyncio.get_running_loop().time(), parsed))
        await self._hand_on_rtp(data, arrival_time_ms=arrival_time_ms)

    async def _rtcp(self, data: bytes) -> None:
        self.rtcp += RtcpPacket.parse(data)
        await self._hand_on_rtcp(data)

    def _extensions(self) -> HeaderExtensionsMap:
        return self._dtls._rtp_header_extensions_map


class Ear:
    """Decodes a stream of Opus packets, each of 20 ms, to 48 kHz mono; `repair` hears the one before the given."""

    def __init__(self) -> None:
        library = libopus()
        assert library is not None
        self._library = library
        failed = ctypes.c_int()
        self._state = self._library.opus_decoder_create(48_000, 1, ctypes.byref(failed))
        self._pcm = np.zeros(960, np.int16)

    def __del__(self) -> None:
        self._library.opus_decoder_destroy(self._state)

    def hear(self, packet: bytes, *, repair: bool = False) -> Pcm:
        pointer = self._pcm.ctypes.data_as(ctypes.c_void_p)
        samples = self._library.opus_decode(self._state, packet, len(packet), pointer, 960, int(repair))
        assert checked(self._library, samples, "decoding") == 960
        return self._pcm.copy()


def peak(pcm: Pcm) -> int:
    return int(np.abs(pcm.astype(np.int32)).max())
