"""Read RTP packets (RFC 3550, 5.1): the header's numbers and the payload, without extensions."""

from struct import Struct
from typing import NamedTuple

_HEADER = Struct("!BBHII")
_EXTENSION = Struct("!HH")
_VERSION = 2


class RtpPacket(NamedTuple):
    """An RTP packet. `sequence` is of 16 bits, `timestamp` (in ticks of the codec's clock) and `ssrc` of 32."""

    payload_type: int
    sequence: int
    timestamp: int
    ssrc: int
    payload: bytes


def parse(data: bytes) -> RtpPacket | None:
    """Parse a packet, without its padding and header extension; None for what is no RTP. The payload may be empty."""
    if len(data) < _HEADER.size:
        return None
    first, second, sequence, timestamp, ssrc = _HEADER.unpack_from(data)
    if first >> 6 != _VERSION:
        return None
    begin, end = _HEADER.size + 4 * (first & 0x0F), len(data)
    if first & 0x10:
        if begin + _EXTENSION.size > end:
            return None
        begin += _EXTENSION.size + 4 * int(_EXTENSION.unpack_from(data, begin)[1])
    if first & 0x20:
        if not data[-1]:
            return None
        end -= data[-1]
    if begin > end:
        return None
    return RtpPacket(second & 0x7F, sequence, timestamp, ssrc, data[begin:end])


def signed(difference: int, bits: int) -> int:
    """Return the difference of two counters of so many bits, by the shorter way round: half the range back or ahead."""
    half = 1 << (bits - 1)
    return (difference + half) % (half << 1) - half
