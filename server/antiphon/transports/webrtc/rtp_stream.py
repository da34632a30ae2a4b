"""Write the RTP and RTCP of one stream (RFC 3550; RFC 8285 for the mid). Pure: bytes out."""

import struct

_VERSION = 0x80
_HAS_EXTENSION = 0x10
_ONE_BYTE_HEADERS = 0xBEDE
_SENDER_REPORT, _SOURCE_DESCRIPTION, _BYE = 200, 202, 203
_CNAME = 1
_NTP_EPOCH = 2_208_988_800
"""Seconds from 1900, where NTP counts from, to 1970 (RFC 5905, 6)."""

_HEADER = struct.Struct("!BBHII")


class RtpStream:
    """Makes the packets of one SSRC. Sequence and time stamp always go on: there is no gap and no pause.

    `step` is the samples of the RTP clock in a packet: 960 for 20 ms of Opus (RFC 7587, 4.1), 160 for 20 ms of G.711
    (RFC 3551, 4.5.14). The marker is never set, since silence is sent too (RFC 3551, 4.1).
    """

    def __init__(
        self, ssrc: int, payload_type: int, step: int, sequence: int, timestamp: int, cname: str, extension: bytes = b""
    ) -> None:
        self._source = ssrc
        self._payload_type = payload_type
        self._step = step
        self._sequence = sequence
        self._timestamp = timestamp
        self._cname = cname.encode()[:255]
        self._first = _VERSION | (_HAS_EXTENSION if extension else 0)
        self._extension = extension
        self._octets = 0
        self.packets = 0
        """The number of packets that were made."""

    def packet(self, payload: bytes) -> bytes:
        """Return the next RTP packet."""
        header = _HEADER.pack(self._first, self._payload_type, self._sequence, self._timestamp, self._source)
        self._sequence = (self._sequence + 1) & 0xFFFF
        self._timestamp = (self._timestamp + self._step) & 0xFFFFFFFF
        self._octets += len(payload)
        self.packets += 1
        return header + self._extension + payload

    def report(self, wall: float) -> bytes:
        """Return a sender report and the CNAME (RFC 3550, 6.4.1, 6.5.1). `wall`: the last packet left, epoch s."""
        ntp = int((wall + _NTP_EPOCH) * 2**32) & 0xFFFFFFFFFFFFFFFF
        last = (self._timestamp - self._step) & 0xFFFFFFFF
        counts = self.packets & 0xFFFFFFFF, self._octets & 0xFFFFFFFF
        sender = struct.pack("!IQIII", self._source, ntp, last, *counts)
        item = struct.pack("!IBB", self._source, _CNAME, len(self._cname)) + self._cname
        # The list of items ends with at least one zero byte, on a boundary of four.
        source = item + bytes(4 - len(item) % 4)
        return _rtcp(_SENDER_REPORT, 0, sender) + _rtcp(_SOURCE_DESCRIPTION, 1, source)

    def goodbye(self, wall: float) -> bytes:
        """Return the last report, with BYE (RFC 3550, 6.6)."""
        return self.report(wall) + _rtcp(_BYE, 1, struct.pack("!I", self._source))


def mid_extension(identifier: int, mid: str) -> bytes:
    """Return the header extension that says to which section of the SDP a packet belongs (RFC 9143, 15.2).

    `identifier` is 1 to 14 and `mid` has 1 to 16 bytes: what fits a one-byte header (RFC 8285, 4.2).
    """
    element = bytes([identifier << 4 | len(mid.encode()) - 1]) + mid.encode()
    padded = element + bytes(-len(element) % 4)
    return struct.pack("!HH", _ONE_BYTE_HEADERS, len(padded) // 4) + padded


def _rtcp(kind: int, count: int, body: bytes) -> bytes:
    return struct.pack("!BBH", _VERSION | count, kind, len(body) // 4) + body
