"""A line that costs little: a real call whose audio is packets encoded before, sent and received on the bare socket.

aiortc makes the connection and carries the data channel. Then its sockets are taken from the event loop, so that one
loop over all callers (`bench_pacer`) sends and reads, and the kernel says when each packet came. All of them: on a
loaded machine several pairs of addresses are nominated, and the server may send on another one than the caller does.

Touches private names: `RTCIceTransport._connection`, `RTCDtlsTransport._tx_srtp` and `_rx_srtp`, `RTCRtpSender._ssrc`
of aiortc, `Connection._nominated` and `_protocols` of aioice, `_remove_reader` of asyncio's selector loop.
"""

import asyncio
import random
import re
import socket
import struct
import time
from collections.abc import Sequence
from typing import Any, cast

from aiortc.mediastreams import MediaStreamError
from av.audio.frame import AudioFrame

from antiphon.domain.audio import SPEAKING_SAMPLES
from antiphon.testing.bench_stats import Arrival, arrival
from antiphon.testing.caller_events import CallError
from antiphon.testing.caller_line import CallOptions, Line
from antiphon.testing.caller_peer import Microphone

SO_TIMESTAMPNS = 35
"""Linux, asm-generic/socket.h: each datagram comes with the time at which the kernel received it."""
_TIMESPEC = struct.Struct("@ll")
_HEADER = struct.Struct("!BBHLL")
_VERSION_2 = 0x80
_DATAGRAM = 2048
_OPUS = re.compile(r"^a=rtpmap:(\d+) opus/48000", re.MULTILINE | re.IGNORECASE)
_RECEIVE_BUFFER = 1 << 20


class _Idle(Microphone):
    """Never has a frame: what is sent does not go through aiortc."""

    async def recv(self) -> AudioFrame:
        await asyncio.Event().wait()
        raise MediaStreamError


class LightLine(Line):
    """The line of one call. After `open`, `send_audio` and `receive` are to be called once every 20 ms.

    `arrivals` are the packets received. With `keep_payloads` what was in them is kept too, decrypted, in
    `payloads`, one for each. `kernel_time` says whether their times are the kernel's or those of reading.
    """

    def __init__(self, url: str, options: CallOptions, *, keep_payloads: bool = False) -> None:
        super().__init__(url, options, _Idle)
        self._keep_payloads = keep_payloads
        self._socket: socket.socket | None = None
        """The one that is sent on."""
        self._ears: list[tuple[socket.socket, Any]] = []
        self._sequence = random.getrandbits(14)
        self._timestamp = random.getrandbits(31)
        self.arrivals: list[Arrival] = []
        self.payloads: list[bytes] = []
        self.kernel_time = False
        self.unsent = 0

    async def open(self) -> None:
        """Connect, and take the audio over. Raises `CallError`, also where the answer has no Opus."""
        await super().open()
        try:
            self._attach()
        except CallError:
            await self.close()
            raise

    def _attach(self) -> None:
        peer = self._peer
        if peer is None or self.ended is not None:
            raise self.ended or CallError("call.closed", "There is no call.")
        codec = _OPUS.search(peer.answer)
        dtls = cast(Any, peer.sender.transport)
        pair = dtls.transport._connection._nominated.get(1)
        if codec is None or pair is None or dtls._tx_srtp is None:
            raise CallError("call.invalid_answer", "The server's answer has no Opus audio that can be sent and heard.")
        self._payload_type = int(codec[1])
        self._source: int = cast(Any, peer.sender)._ssrc
        self._protect, self._unprotect = dtls._tx_srtp.protect, dtls._rx_srtp.unprotect
        self._address = pair.remote_addr
        for protocol in dtls.transport._connection._protocols:
            opened = _taken(protocol.transport)
            self._ears.append((opened, protocol))
            if protocol is pair.protocol:
                self._socket = opened

    def send_audio(self, payload: bytes) -> float:
        """Send one packet of 20 ms; the time (seconds since the epoch) just before."""
        header = _HEADER.pack(_VERSION_2, self._payload_type, self._sequence, self._timestamp, self._source)
        self._sequence = (self._sequence + 1) & 0xFFFF
        self._timestamp = (self._timestamp + SPEAKING_SAMPLES) & 0xFFFFFFFF
        at = time.time()
        if self._socket is not None:
            try:
                self._socket.sendto(self._protect(header + payload), self._address)
            except OSError:
                self.unsent += 1  # The server's socket is closed, or the buffer is full: the call's end tells which.
        return at

    def receive(self) -> None:
        """Read all that has come. What is no RTP goes its usual way."""
        for ear, protocol in self._ears:
            self._hear(ear, protocol)

    def _hear(self, ear: socket.socket, protocol: Any) -> None:
        while ear.fileno() >= 0:
            try:
                data, extra, _, address = ear.recvmsg(_DATAGRAM, 64)
            except OSError:
                return  # Nothing more, or an ICMP error of a peer that has gone.
            # RFC 5761, 4: RTP from 128 on, and RTCP's packet types where RTP has the marker and payload type 64 to 95.
            if len(data) >= 12 and 128 <= data[0] < 192 and not 192 <= data[1] < 224:
                self._on_packet(data, extra)
            else:
                protocol.datagram_received(data, address)

    def _on_packet(self, data: bytes, extra: Sequence[tuple[int, int, bytes]]) -> None:
        at = next((_seconds(value) for _, kind, value in extra if kind == SO_TIMESTAMPNS), None)
        self.kernel_time = at is not None
        self.arrivals.append(arrival(data, time.time() if at is None else at))
        if self._keep_payloads:
            self.payloads.append(_payload(self._unprotect(data)))

    async def close(self) -> None:
        """Hang up. What the server answers is still read."""
        reading = asyncio.ensure_future(self._read_on())
        try:
            await super().close()
        finally:
            reading.cancel()
            taken, self._ears, self._socket = self._ears, [], None
            for ear, _ in taken:
                ear.close()

    async def _read_on(self) -> None:
        while True:
            self.receive()
            await asyncio.sleep(0.01)


def _taken(transport: Any) -> socket.socket:
    """The socket of a transport, which nobody else reads any more."""
    theirs = transport.get_extra_info("socket")
    cast(Any, asyncio.get_running_loop())._remove_reader(theirs.fileno())
    # A copy, because asyncio gives its own socket out without the methods that receive.
    opened = socket.fromfd(theirs.fileno(), theirs.family, socket.SOCK_DGRAM)
    opened.setblocking(False)
    try:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _RECEIVE_BUFFER)
        opened.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
    except OSError:
        pass  # Not on this system: the time of reading has to do.
    return opened


def _seconds(value: bytes) -> float:
    seconds, nanoseconds = _TIMESPEC.unpack_from(value)
    return float(seconds + nanoseconds * 1e-9)


def _payload(packet: bytes) -> bytes:
    """Return what an RTP packet carries (RFC 3550, 5.1 and 5.3.1)."""
    start = 12 + 4 * (packet[0] & 0x0F)
    if packet[0] & 0x10:
        start += 4 + 4 * int.from_bytes(packet[start + 2 : start + 4], "big")
    padding = packet[-1] if packet[0] & 0x20 else 0
    return packet[start : len(packet) - padding]
