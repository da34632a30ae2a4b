"""Receive audio: RTP goes from aiortc's transport past aiortc's receiver, straight to ours.

The stock receiver would start a thread for each call, hold 80 ms back, and lose speech for good after one lost packet.
Once the call is connected its RTP does not even pass through aiortc's queue and task, which cost more than the decoder:
each datagram is decrypted and heard where it is read. Private names that are touched: `_handle_rtp_data`,
`_handle_rtcp_data`, `_send_rtp` and `_rx_srtp` of the DTLS transport, `_connection` of its gatherer, `_ssrc` of the
sender (tests/contract/test_aiortc_names.py).
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

import structlog
from aiortc import RTCRtpReceiver, RTCRtpTransceiver
from aiortc.rtcdtlstransport import RTCDtlsTransport
from aiortc.rtcrtpparameters import RTCRtpCodecParameters, RTCRtpReceiveParameters

from antiphon.ports import Call, Clock
from antiphon.transports.webrtc import opus
from antiphon.transports.webrtc.decoding import Decoder
from antiphon.transports.webrtc.g711 import A_LAW, MU_LAW, G711Decoder
from antiphon.transports.webrtc.inbound import Inbound
from antiphon.transports.webrtc.srtp import BoundedSession, Sources, Srtp

_MAKERS: dict[str, Callable[[], Decoder]] = {
    "audio/opus": opus.decoder,
    "audio/pcmu": partial(G711Decoder, MU_LAW),
    "audio/pcma": partial(G711Decoder, A_LAW),
}

_RTP_OR_RTCP = range(128, 192)
"""The first byte of both, among all that comes to one port (RFC 7983, 7)."""
_RTCP = range(192, 209)
"""The second byte of RTCP (RFC 5761, 4), as far as aiortc knows it."""

_log = structlog.get_logger()


class RtpReceiver:
    """One caller's audio, handed to the call frame by frame on the loop, without a thread or a task of its own."""

    def __init__(self, call: Call, clock: Clock) -> None:
        self._call = call
        self._clock = clock
        self._inbound: Inbound | None = None
        self._transport: RTCDtlsTransport | None = None
        self._own_ssrc = 0
        self._timer: asyncio.TimerHandle | None = None
        self._reporting: set[asyncio.Task[None]] = set()
        self._closed = False
        self.noticed: Callable[[float], None] = _nothing
        """Called with the time of each packet that the peer has sent and nobody else can have."""

    def attach(self, transceiver: RTCRtpTransceiver) -> None:
        """Receive in place of the transceiver's receiver. Its transport must be the last that it is given."""
        receiver: RTCRtpReceiver = transceiver.receiver
        transport: RTCDtlsTransport = receiver.transport
        self._transport = transport
        self._own_ssrc = transceiver.sender._ssrc
        # What is never told to receive starts no thread and has nothing to stop.
        receiver.receive = self._receive  # type: ignore[method-assign]
        transport._handle_rtp_data = self._on_rtp  # type: ignore[method-assign]
        transport._handle_rtcp_data = partial(self._on_rtcp, transport._handle_rtcp_data)  # type: ignore[method-assign]

    def close(self) -> None:
        """Stop receiving."""
        if self._inbound is not None and not self._closed:
            counts, jitter = self._inbound.counts, self._inbound.jitter
            _log.info("audio received", **asdict(counts), lost=jitter.lost, late=jitter.late, repeated=jitter.repeated)
        self._closed = True
        self._set_timer(None)

    async def _receive(self, parameters: RTCRtpReceiveParameters) -> None:
        decoders = agreed(parameters.codecs)
        if decoders and self._inbound is None and self._transport is not None:
            self._inbound = Inbound(decoders, self._call.on_audio)
            ice = self._transport.transport.iceGatherer._connection
            session, sources = self._transport._rx_srtp, Sources()
            # RTCP, and RTP that aiortc has queued already, are still decrypted by it.
            self._transport._rx_srtp = BoundedSession(session, sources)  # type: ignore[assignment]
            past = self._reader(Srtp(session, sources).unprotect, ice.data_received)
            ice.data_received = past  # type: ignore[method-assign,assignment]

    def _reader(
        self, unprotect: Callable[[bytes], bytes | None], handle: Callable[[bytes, int], None]
    ) -> Callable[[bytes, int], None]:
        """Return a reader that handles the RTP among the datagrams, and hands the rest on."""
        on_packet = self._on_packet

        def read(data: bytes, component: int) -> None:
            if len(data) < 2 or data[0] not in _RTP_OR_RTCP or data[1] in _RTCP:
                handle(data, component)
                return
            packet = unprotect(data)
            if packet is not None:
                on_packet(packet)

        return read

    async def _on_rtp(self, data: bytes, arrival_time_ms: int) -> None:
        del arrival_time_ms  # Of a wall clock, which may be set.
        self._on_packet(data)

    def _on_packet(self, data: bytes) -> None:
        inbound = self._inbound
        if inbound is None or self._closed:
            return
        now = self._clock.now()
        self.noticed(now)
        inbound.receive(data, now)
        if self._timer is not None or inbound.jitter.holds:
            self._set_timer(inbound.deadline())
        reception = inbound.reception
        if reception is not None and reception.due(now):
            report = asyncio.create_task(self._send(reception.report(self._own_ssrc, inbound.jitter.jitter, now)))
            self._reporting.add(report)
            report.add_done_callback(self._reporting.discard)

    async def _on_rtcp(self, handle: Callable[[bytes], Awaitable[Any]], data: bytes) -> None:
        if self._inbound is not None and self._inbound.reception is not None:
            self._inbound.reception.sender_reported(data, self._clock.now())
        await handle(data)

    async def _send(self, report: bytes) -> None:
        if self._transport is not None:
            try:
                await self._transport._send_rtp(report)
            except ConnectionError:
                pass  # The call is ending.

    def _set_timer(self, deadline: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if deadline is not None and not self._closed:
            delay = max(0.0, deadline - self._clock.now())
            self._timer = asyncio.get_running_loop().call_later(delay, self._release)

    def _release(self) -> None:
        self._timer = None
        if self._inbound is not None:
            self._inbound.release(self._clock.now())
            self._set_timer(self._inbound.deadline())


def _nothing(now: float) -> None:
    """Ignore the packet."""


def agreed(codecs: Sequence[RTCRtpCodecParameters]) -> dict[int, Decoder]:
    """Make a decoder for each payload type of the answer that can be heard, of the first one's RTP clock."""
    made: dict[int, Decoder] = {}
    for codec in codecs:
        maker = _MAKERS.get(codec.mimeType.lower())
        if maker is not None and codec.payloadType is not None:
            made[codec.payloadType] = maker()
    rate = next((decoder.rate for decoder in made.values()), 0)
    return {payload_type: decoder for payload_type, decoder in made.items() if decoder.rate == rate}
