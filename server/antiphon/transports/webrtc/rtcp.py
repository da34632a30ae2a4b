"""Receiver reports: they tell a sender which packets came, so that it repairs what is lost (RFC 3550, 6.4).

Chromium and others switch in-band FEC on by the loss that they are told of. Pure.
"""

from struct import Struct

from antiphon.transports.webrtc.rtp import signed

REPORT_S = 5.0
"""The interval of RFC 3550, 6.2."""
REPORT_OF_LOSS_S = 1.0
"""The next report comes sooner where packets were lost since the last one."""
_LOOK_S = 0.1
"""The interval at which that is asked: not with each packet."""

_COMMON = Struct("!BBH")
_SENDER = Struct("!IQ")
_RECEIVER_REPORT = Struct("!BBHII I IIII")
_SR, _RR = 200, 201
_FURTHEST = 3_000
"""A sequence number further on than this begins a count anew (MAX_DROPOUT of RFC 3550, A.1)."""


class Reception:
    """The statistics of one source. Times are seconds of one clock; sequence numbers those on the wire."""

    def __init__(self, ssrc: int) -> None:
        self.ssrc = ssrc
        self._first: int | None = None
        self._highest = 0
        self._received = 0
        self._told_expected = 0
        self._told_received = 0
        self._told_at: float | None = None
        self._look_at = 0.0
        self._sender_report = 0
        self._sender_report_at = 0.0

    def count(self, sequence: int, now: float) -> None:
        if self._first is not None:
            ahead = signed(sequence - self._highest, 16)
            if abs(ahead) <= _FURTHEST:
                self._highest += max(0, ahead)
                self._received += 1
                return
        self._first = self._highest = sequence
        self._received, self._told_expected, self._told_received = 1, 0, 0
        self._told_at, self._look_at = now, now + REPORT_OF_LOSS_S

    def sender_reported(self, data: bytes, now: float) -> None:
        """Take RTCP of the sender, of any kind and in any state: its time stamp is returned with the next report."""
        for ssrc, stamp in sender_reports(data):
            if ssrc == self.ssrc:
                self._sender_report, self._sender_report_at = (stamp >> 16) & 0xFFFFFFFF, now

    def due(self, now: float) -> bool:
        """Tell whether it is time for `report`."""
        if self._told_at is None or now < self._look_at:
            return False
        self._look_at = min(now + _LOOK_S, self._told_at + REPORT_S)
        since = now - self._told_at
        return since >= REPORT_S or (since >= REPORT_OF_LOSS_S and self._lost_lately() > 0)

    def report(self, own_ssrc: int, jitter: int, now: float) -> bytes:
        """Return the receiver report for this source. `jitter` is the RFC's, in ticks of the RTP clock."""
        expected = self._expected() - self._told_expected
        fraction = min(255, (max(0, self._lost_lately()) << 8) // expected) if expected > 0 else 0
        lost = max(-(1 << 23), min(self._expected() - self._received, (1 << 23) - 1)) & 0xFFFFFF
        delay = int((now - self._sender_report_at) * 65_536) & 0xFFFFFFFF if self._sender_report else 0
        self._told_at, self._told_expected, self._told_received = now, self._expected(), self._received
        self._look_at = now + REPORT_OF_LOSS_S
        return _RECEIVER_REPORT.pack(
            0x81, _RR, 7, own_ssrc, self.ssrc, fraction << 24 | lost,
            self._highest & 0xFFFFFFFF, jitter & 0xFFFFFFFF, self._sender_report, delay,
        )  # fmt: skip

    def _expected(self) -> int:
        return 0 if self._first is None else self._highest - self._first + 1

    def _lost_lately(self) -> int:
        return (self._expected() - self._told_expected) - (self._received - self._told_received)


def sender_reports(data: bytes) -> list[tuple[int, int]]:
    """List the SSRC and NTP time stamp of each sender report in a compound packet, up to where it is broken."""
    found, at = [], 0
    while at + _COMMON.size <= len(data):
        first, kind, words = _COMMON.unpack_from(data, at)
        if first >> 6 != 2:
            break
        body = at + _COMMON.size
        at = body + 4 * words
        if kind == _SR and body + _SENDER.size <= min(at, len(data)):
            found.append(_SENDER.unpack_from(data, body))
    return found
