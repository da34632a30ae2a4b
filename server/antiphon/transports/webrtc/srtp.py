"""SRTP on one packet (RFC 3711), by libsrtp, without what pylibsrtp's own methods make anew for each.

Private names that are touched: pylibsrtp's `_binding`, its session's `_srtp` (tests/contract/test_aiortc_names.py).
"""

import pylibsrtp
from pylibsrtp._binding import ffi, lib

LONGEST = 1500
"""An Ethernet carries no longer datagram."""
_TRAILER = 144
"""SRTP_MAX_TRAILER_LEN of libsrtp: so much may be added to a packet."""
_protect, _unprotect = lib.srtp_protect, lib.srtp_unprotect


class Srtp:
    """The RTP packets of one direction of a connection."""

    def __init__(self, session: pylibsrtp.Session) -> None:
        self._session = session
        self._srtp = session._srtp[0]
        self._memory = ffi.new("char[]", LONGEST + _TRAILER)
        self._view = ffi.buffer(self._memory)
        self._length = ffi.new("int *")

    def unprotect(self, packet: bytes) -> bytes | None:
        """What was sent; None where it was not by the peer, came twice, is too old or too long."""
        length = len(packet)
        if length > LONGEST:
            return None
        self._length[0] = length
        self._view[0:length] = packet
        if _unprotect(self._srtp, self._memory, self._length):
            return None
        unprotected: bytes = self._view[0 : self._length[0]]
        return unprotected

    def protect(self, packet: bytes) -> bytes:
        """What is to be sent. Raises `ValueError` where the packet is too long or has been sent already."""
        length = len(packet)
        if length > LONGEST:
            raise ValueError(f"A packet of {length} bytes is longer than {LONGEST}, which is what a network carries.")
        self._length[0] = length
        self._view[0:length] = packet
        if failed := _protect(self._srtp, self._memory, self._length):
            raise ValueError(f"libsrtp does not encrypt this packet: {pylibsrtp.ERRORS[failed]}.")
        protected: bytes = self._view[0 : self._length[0]]
        return protected
