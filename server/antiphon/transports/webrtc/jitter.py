"""A jitter buffer: packets of a network in, audio in order out. A packet in order passes at once, and a gap is waited
for a little while.

Pure: packets come in with the time of their arrival, and `deadline` tells when `release` is to be called. Each packet
leaves at most `LONGEST_WAIT_S` after it came; what never came is told as `Missing`, for the decoder to make up.
"""

from typing import NamedTuple

from antiphon.transports.webrtc.rtp import RtpPacket, signed

LONGEST_WAIT_S = 0.06
SHORTEST_WAIT_S = 0.02
MAX_HELD = 64
"""60 ms of the shortest packets (2.5 ms) are 24; more than these are let go before their time."""
MAX_INVENTED_S = 1.0
"""A step of the RTP clock over this is a jump: nothing is made up for it."""

_FURTHEST_AHEAD = 3_000
_FURTHEST_BEHIND = 100
"""MAX_DROPOUT and MAX_MISORDER of RFC 3550, A.1: beyond them a sender has begun anew."""
_FURTHEST_BEHIND_S = 6.0
"""So many packets of 60 ms."""
_TAKES_OVER = 3
"""After so many packets of another source, with none of the present one between them, that one is heard."""
_SILENT_S = 0.25
"""A source of which nothing came for so long gives way at once."""
_WAIT_OF_JITTER = 3.0
"""RFC 3550's jitter is a mean: so many times it, few packets are later."""
_FIRST_JITTER_S = 0.015
_SHORTEST_GAP_S = 0.0025
"""The shortest packet that Opus has; a smaller step of the time stamp is nobody's lost packet."""
_HALF = 1 << 31
_FORGETTING = 0.998
"""The lesson of a late packet is half forgotten after 350 more: seven seconds."""


class Arrived(NamedTuple):
    """A packet whose turn it is, and the ticks that it holds. `at` is when it came."""

    packet: RtpPacket
    ticks: int
    at: float


class Missing(NamedTuple):
    """A gap: `ticks` of the RTP clock of which nothing came. `following` is the packet after it: it may repair it."""

    ticks: int
    following: RtpPacket | None


class Anew(NamedTuple):
    """A break in the stream: another source, or a jump of its clock. What follows is new."""


Item = Arrived | Missing | Anew


class _Held(NamedTuple):
    packet: RtpPacket
    duration: int
    at: float


class JitterBuffer:
    """The jitter buffer of one caller. `rate` is the RTP clock's, in ticks a second."""

    def __init__(self, rate: int) -> None:
        self.rate = rate
        self._source: int | None = None
        self._next = 0
        self._expected = 0
        """The time stamp of what has to come next."""
        self._placeholder = False
        """True where the last packet brought no audio: the gap that it leaves is a loss."""
        self._held: dict[int, _Held] = {}
        self._stray: _Held | None = None
        self._others: list[_Held] = []
        """Of another source than the one that is heard: the packets since its last."""
        self._gap_since = 0.0
        self._last: tuple[float, int] | None = None
        self._jitter = 0.0
        self._lateness = 0.0
        self.lost = 0
        self.late = 0
        self.repeated = 0

    @property
    def ssrc(self) -> int | None:
        """The source that is heard; None before the first packet."""
        return self._source

    @property
    def holds(self) -> bool:
        """True while packets wait for one before them."""
        return bool(self._held)

    @property
    def held(self) -> int:
        """The number of packets that wait for one before them, at most `MAX_HELD`."""
        return len(self._held)

    @property
    def jitter(self) -> int:
        """The interarrival jitter of RFC 3550, 6.4.1, in ticks."""
        return int(self._jitter)

    @property
    def wait_s(self) -> float:
        """The time that a gap is waited for now."""
        wanted = max(_WAIT_OF_JITTER * self._jitter / self.rate, self._lateness, SHORTEST_WAIT_S)
        return min(wanted, LONGEST_WAIT_S)

    def deadline(self) -> float | None:
        """Return when `release` has something to let go; None while nothing is held."""
        if not self._held:
            return None
        return min(held.at for held in self._held.values()) + self.wait_s

    def push(self, packet: RtpPacket, duration: int, now: float) -> list[Item]:
        """Take a packet that holds `duration` ticks of audio (0: none to be played). Return what can be played now."""
        if packet.ssrc != self._source:
            held = _Held(packet, duration, now)
            return self._begin(held) if self._source is None else self._begin_if_it_is_alone(held)
        if self._others:
            self._others.clear()
        self._measure(packet, now)
        in_order = packet.sequence == self._next and packet.timestamp == self._expected
        if in_order and duration and not (self._held or self._placeholder):
            # Nearly all of them: what comes in order passes by everything else.
            self._next = (packet.sequence + 1) & 0xFFFF
            self._expected = (packet.timestamp + duration) & 0xFFFFFFFF
            return [Arrived(packet, duration, now)]
        held = _Held(packet, duration, now)
        ahead = signed(packet.sequence - self._next, 16)
        if self._is_far(packet, ahead):
            return self._begin_if_it_goes_on(held)
        items: list[Item] = []
        if ahead < 0:
            self._missed(now)
        elif ahead == 0:
            self._play(held, items, after_loss=False)
            self._play_on(items)
        elif packet.sequence in self._held:
            self.repeated += 1
        else:
            self._held[packet.sequence] = held
            if len(self._held) > MAX_HELD:
                self._give_up(items)
        return [*items, *self.release(now)] if self._held else items

    def release(self, now: float) -> list[Item]:
        """Return what has been waited for long enough, however few packets come."""
        items: list[Item] = []
        while (due := self.deadline()) is not None and due <= now:
            self._give_up(items)
        return items

    def _is_far(self, packet: RtpPacket, ahead: int) -> bool:
        if not -_FURTHEST_BEHIND <= ahead <= _FURTHEST_AHEAD:
            return True
        # A packet that comes late has a time stamp that was just played; else its sender counts anew.
        step = signed(packet.timestamp - self._expected, 32)
        return ahead < 0 and not -_FURTHEST_BEHIND_S * self.rate <= step <= 0

    def _begin_if_it_goes_on(self, held: _Held) -> list[Item]:
        """Begin anew with a packet from far away once the next one follows it; a single one may be a stray."""
        stray, self._stray = self._stray, held
        if stray is None or held.packet.sequence != (stray.packet.sequence + 1) & 0xFFFF:
            return []
        if held.at - stray.at > MAX_INVENTED_S:
            return []
        return [*self._flush(), *self._begin(stray), *self.push(held.packet, held.duration, held.at)]

    def _begin_if_it_is_alone(self, held: _Held) -> list[Item]:
        """Let another source take over once the present one is silent; of two that send at once one is heard."""
        others = self._others
        if others and (others[-1].packet.ssrc != held.packet.ssrc or held.at - others[0].at > MAX_INVENTED_S):
            others.clear()
        others.append(held)
        silent = self._last is None or held.at - self._last[0] > _SILENT_S
        if len(others) < _TAKES_OVER and not silent:
            return []
        items = [*self._flush(), *self._begin(others[0])]
        waiting, self._others = others[1:], []
        for other in waiting:
            items += self.push(other.packet, other.duration, other.at)
        return items

    def _begin(self, held: _Held) -> list[Item]:
        self._source = held.packet.ssrc
        self._stray = None
        self._last = (held.at, held.packet.timestamp)
        self._jitter = _FIRST_JITTER_S * self.rate
        self._lateness = 0.0
        self._expected = held.packet.timestamp
        self._placeholder = False
        items: list[Item] = [Anew()]
        self._play(held, items, after_loss=False)
        return items

    def _flush(self) -> list[Item]:
        items: list[Item] = []
        while self._held:
            self._give_up(items)
        return items

    def _measure(self, packet: RtpPacket, now: float) -> None:
        at, timestamp = self._last or (now, packet.timestamp)
        self._last = (now, packet.timestamp)
        step = packet.timestamp - timestamp
        difference = abs((now - at) * self.rate - (step if 0 <= step < _HALF else signed(step, 32)))
        if difference < self.rate * MAX_INVENTED_S:
            self._jitter += (difference - self._jitter) / 16
        self._lateness *= _FORGETTING

    def _missed(self, now: float) -> None:
        """Note a packet that came after it was given up, or twice. The next gap is waited for as long."""
        self.late += 1
        lateness = now - self._gap_since
        if lateness <= 2 * LONGEST_WAIT_S:
            self._lateness = max(self._lateness, lateness)

    def _give_up(self, items: list[Item]) -> None:
        """Go on with the first packet that is there."""
        first = min(self._held, key=lambda sequence: signed(sequence - self._next, 16))
        self.lost += signed(first - self._next, 16)
        self._gap_since = min(held.at for held in self._held.values())
        self._play(self._held.pop(first), items, after_loss=True)
        self._play_on(items)

    def _play_on(self, items: list[Item]) -> None:
        while (held := self._held.pop(self._next, None)) is not None:
            self._play(held, items, after_loss=False)

    def _play(self, held: _Held, items: list[Item], *, after_loss: bool) -> None:
        packet = held.packet
        self._next = (packet.sequence + 1) & 0xFFFF
        if not held.duration:
            self._placeholder = True
            return
        gap = signed(packet.timestamp - self._expected, 32)
        if abs(gap) > MAX_INVENTED_S * self.rate:
            items.append(Anew())
        elif gap >= _SHORTEST_GAP_S * self.rate:
            items.append(Missing(gap, packet if after_loss or self._placeholder else None))
        items.append(Arrived(packet, held.duration, held.at))
        self._expected = (packet.timestamp + held.duration) & 0xFFFFFFFF
        self._placeholder = False
