"""Date each sample by our clock: a count of samples, laid where the quickest packets put it. Pure.

A packet cannot come before its last sample was said, and one that the network did not hold up comes right then. So
the count is laid as late as the earliest packets of the last seconds allow: their jitter is not in it, the drift of
the caller's clock is.
"""

from antiphon.domain.audio import HEARING_RATE

MAX_BEHIND_S = 1.0
"""A packet that is later than this is not late: the sender has paused, and the count is laid anew."""
WINDOW_S = 1.0
"""A quick packet counts for one to two of these."""
DEADBAND_S = 0.005
"""A count that could be later by no more is left where it is: the steps between frames stay even."""


class Timeline:
    """The time line of one call. Positions are samples of 16 kHz from the call's beginning, times seconds."""

    def __init__(self) -> None:
        self._zero: float | None = None
        """The time of position 0."""
        self._lowest = self._lowest_before = 0.0
        self._window_began = 0.0
        self._last_at = 0.0

    def arrived(self, at: float, end: int) -> None:
        """Note that a packet whose last sample is at position `end` came at `at`."""
        zero = at - end / HEARING_RATE
        if self._zero is None or zero - self._zero > MAX_BEHIND_S:
            self._zero = self._lowest = self._lowest_before = zero
            self._window_began = at
        elif at - self._window_began >= WINDOW_S:
            self._lowest_before, self._lowest, self._window_began = self._lowest, zero, at
        else:
            self._lowest = min(self._lowest, zero)
        wanted = min(self._lowest, self._lowest_before, zero)
        if wanted < self._zero or wanted - self._zero > DEADBAND_S:
            self._zero = wanted

    def begin_anew(self) -> None:
        """Start over: the next sample has no fixed distance from the last one."""
        self._zero = None

    def at(self, position: int) -> float:
        """Return when the sample was said, never before the last answer. `arrived` must have been called."""
        assert self._zero is not None
        self._last_at = max(self._last_at, self._zero + position / HEARING_RATE)
        return self._last_at
