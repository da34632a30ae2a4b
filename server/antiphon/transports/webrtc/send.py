"""Send audio: one packet every 20 ms from connected to closed, in the place of aiortc's sender and its threads.

It never pauses: a browser whose RTP pauses buffers for seconds afterwards. Every private name of aiortc and aioice
that is touched on the way out is in this file; a contract test fails where one is gone
(tests/contract/test_aiortc_names.py).
"""

import random
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from aiortc import RTCPeerConnection, RTCRtpSender
from aiortc.rtcdtlstransport import RTCDtlsTransport
from aiortc.rtcrtpparameters import RTCRtpHeaderExtensionParameters, RTCRtpSendParameters
from aiortc.rtp import AnyRtcpPacket, RtcpRrPacket, RtcpSrPacket

from antiphon.domain.audio import FRAME_S, Pcm
from antiphon.ports import Call, Clock
from antiphon.transports.webrtc.g711_encoder import G711Speech
from antiphon.transports.webrtc.opus_speech import OpusSpeech, SpeechSettings
from antiphon.transports.webrtc.prompt_cache import PromptCache
from antiphon.transports.webrtc.rtp_stream import RtpStream, mid_extension
from antiphon.transports.webrtc.srtp import Srtp
from antiphon.transports.webrtc.ticker import Ticker

REPORT_EVERY_S = 5.0
FIRST_REPORT_S = 1.0

_MID = "urn:ietf:params:rtp-hdrext:sdes:mid"


class Encoding(Protocol):
    """The port from frames to payloads; `step` is how far one payload moves the RTP clock."""

    @property
    def step(self) -> int: ...

    def encode(self, pcm: Pcm) -> bytes: ...

    def lost(self, fraction: float) -> None: ...


@dataclass(frozen=True, slots=True)
class Sending:
    """The clock and the cached packets that all peers of a process share for sending."""

    clock: Clock
    speech: SpeechSettings = field(default_factory=SpeechSettings)
    ticker: Ticker = field(default_factory=Ticker)
    prompts: PromptCache = field(default_factory=PromptCache)

    def encoding(self, codec: str) -> Encoding:
        """Make the encoder of one stream, by the name in its `rtpmap`."""
        match codec.upper():
            case "PCMU":
                return G711Speech("PCMU")
            case "PCMA":
                return G711Speech("PCMA")
            case _:
                return OpusSpeech(self.speech, self.prompts)


class Speaking:
    """The sending side of one call. Holds no task and no thread."""

    def __init__(self, call: Call, sending: Sending) -> None:
        self._call = call
        self._sending = sending
        self._line: _Line | None = None
        self._stopped = False

    def attach(self, connection: RTCPeerConnection) -> None:
        """Send on the connection's audio section, once it is connected. To be called before the answer is made."""
        for transceiver in connection.getTransceivers():
            transceiver.direction = "sendrecv"
            self._replace(transceiver.sender)

    def stop(self) -> None:
        """Say goodbye and send nothing more. May be called twice, and before anything was sent."""
        self._stopped = True
        line, self._line = self._line, None
        if line is not None:
            self._sending.ticker.remove(line.tick)
            line.close()

    def _replace(self, sender: RTCRtpSender) -> None:
        """Take the place of aiortc's sender, of which aiortc calls `send` and `stop`. Its own would start tasks."""

        async def send(parameters: RTCRtpSendParameters) -> None:
            if self._line is None and not self._stopped:
                self._line = _Line(self._call, self._sending, sender, parameters)
                self._sending.ticker.add(self._line.tick)

        async def stop() -> None:
            self.stop()

        sender.send, sender.stop = send, stop  # type: ignore[method-assign]


class _Line:
    """A connected stream. To aiortc's router it is a sender, for the reports of its receiver."""

    def __init__(self, call: Call, sending: Sending, sender: RTCRtpSender, parameters: RTCRtpSendParameters) -> None:
        codec = parameters.codecs[0]
        payload_type = codec.payloadType
        if payload_type is None:
            raise ValueError(f"{codec.mimeType} was negotiated without a payload type")
        self._call = call
        self._clock = sending.clock
        self._encoding = sending.encoding(codec.name)
        self._dtls: RTCDtlsTransport = sender.transport
        self._selected = self._dtls.transport._connection._nominated
        self._outgoing = self._dtls._tx_srtp
        self._protect = Srtp(self._outgoing).protect
        self._ssrc: int = sender._ssrc
        self._stream = RtpStream(
            self._ssrc,
            payload_type,
            self._encoding.step,
            # In the lower half, so that it does not wrap before the peer has SRTP's count of wraps right.
            sequence=secrets.randbelow(1 << 15),
            timestamp=secrets.randbits(32),
            cname=parameters.rtcp.cname or "",
            extension=_mid(parameters.headerExtensions, parameters.muxId),
        )
        self._report_at = round(FIRST_REPORT_S / FRAME_S)
        self._dtls._register_rtp_sender(self, parameters)

    def tick(self) -> None:
        """Send the next 20 ms."""
        payload = self._encoding.encode(self._call.next_frame())
        self._send(self._protect(self._stream.packet(payload)))
        if self._stream.packets >= self._report_at:
            self._send(self._outgoing.protect_rtcp(self._stream.report(self._clock.wall())))
            # Spread, so that the reports of many do not come to coincide (RFC 3550, 6.3.1).
            self._report_at += round(REPORT_EVERY_S / FRAME_S * random.uniform(0.5, 1.5))

    def close(self) -> None:
        self._dtls._unregister_rtp_sender(self)
        if self._dtls.state == "connected":
            self._send(self._outgoing.protect_rtcp(self._stream.goodbye(self._clock.wall())))

    def _send(self, packet: bytes) -> None:
        # Not through aiortc's `_send_rtp`: four coroutines that never wait cost as much as the encryption.
        pair = self._selected.get(1)
        if pair is not None:
            pair.protocol.transport.sendto(packet, pair.remote_addr)

    async def _handle_rtcp_packet(self, packet: AnyRtcpPacket) -> None:
        if isinstance(packet, RtcpRrPacket | RtcpSrPacket):
            for report in packet.reports:
                if report.ssrc == self._ssrc:
                    self._encoding.lost(report.fraction_lost / 256)


def _mid(extensions: Sequence[RTCRtpHeaderExtensionParameters], mid: str) -> bytes:
    return next((mid_extension(one.id, mid) for one in extensions if one.uri == _MID and mid), b"")
