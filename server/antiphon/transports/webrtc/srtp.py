"""Protect single packets with SRTP (RFC 3711), by libsrtp, without the objects that pylibsrtp makes anew for each.

Private names that are touched: pylibsrtp's `_binding`, its session's `_srtp` (tests/contract/test_aiortc_names.py).
"""

from collections.abc import Callable

import pylibsrtp
from pylibsrtp._binding import ffi, lib

LONGEST = 1500
"""An Ethernet carries no longer datagram."""
_TRAILER = 144
"""SRTP_MAX_TRAILER_LEN of libsrtp: so much may be added to a packet."""
MAX_SOURCES = 8
"""So many SSRCs of one peer are heard. libsrtp keeps each until the connection ends, and searches them one by one."""
_RTP_SSRC = slice(8, 12)
_RTCP_SSRC = slice(4, 8)
_protect, _unprotect = lib.srtp_protect, lib.srtp_unprotect


class Sources:
    """The SSRCs that one peer has sent authentic packets with, RTP or RTCP: `MAX_SOURCES` at most."""

    def __init__(self) -> None:
        self._known: set[bytes] = set()

    def admits(self, ssrc: bytes) -> bool:
        return ssrc in self._known or len(self._known) < MAX_SOURCES

    def note(self, ssrc: bytes) -> None:
        """Note an authentic packet of a source. What is forged takes nobody's place."""
        self._known.add(ssrc)


class BoundedSession:
    """A decrypting `pylibsrtp.Session` with a bound of sources: packets of one too many fail as forged ones do."""

    def __init__(self, session: pylibsrtp.Session, sources: Sources) -> None:
        self.session = session
        """The session that decrypts."""
        self._sources = sources

    def unprotect(self, packet: bytes) -> bytes:
        return self._checked(packet, packet[_RTP_SSRC], self.session.unprotect)

    def unprotect_rtcp(self, packet: bytes) -> bytes:
        return self._checked(packet, packet[_RTCP_SSRC], self.session.unprotect_rtcp)

    def _checked(self, packet: bytes, ssrc: bytes, unprotect: Callable[[bytes], bytes]) -> bytes:
        if not self._sources.admits(ssrc):
            raise pylibsrtp.Error(f"The peer sends with more than {MAX_SOURCES} SSRCs.")
        plain = unprotect(packet)
        self._sources.note(ssrc)
        return plain


class Srtp:
    """The RTP packets of one direction of a connection. `sources` bounds the SSRCs of those that are received."""

    def __init__(self, session: pylibsrtp.Session, sources: Sources | None = None) -> None:
        self._session = session
        self._sources = sources or Sources()
        self._last = b""
        self._context = session._srtp[0]
        self._memory = ffi.new("char[]", LONGEST + _TRAILER)
        self._view = ffi.buffer(self._memory)
        self._length = ffi.new("int *")

    def unprotect(self, packet: bytes) -> bytes | None:
        """Decrypt a packet; None where it is not the peer's, came twice, is too old or long, or one source too many."""
        length = len(packet)
        ssrc = packet[_RTP_SSRC]
        if length > LONGEST or (ssrc != self._last and not self._sources.admits(ssrc)):
            return None
        self._length[0] = length
        self._view[0:length] = packet
        if _unprotect(self._context, self._memory, self._length):
            return None
        if ssrc != self._last:
            self._sources.note(ssrc)
            self._last = ssrc
        unprotected: bytes = self._view[0 : self._length[0]]
        return unprotected

    def protect(self, packet: bytes) -> bytes:
        """Encrypt a packet. Raises `ValueError` where it is too long or has been sent already."""
        length = len(packet)
        if length > LONGEST:
            raise ValueError(f"A packet of {length} bytes is longer than {LONGEST}, which is what a network carries.")
        self._length[0] = length
        self._view[0:length] = packet
        if failed := _protect(self._context, self._memory, self._length):
            raise ValueError(f"libsrtp does not encrypt this packet: {pylibsrtp.ERRORS[failed]}.")
        protected: bytes = self._view[0 : self._length[0]]
        return protected
