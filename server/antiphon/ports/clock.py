"""Time as an input."""

from typing import Protocol


class Clock(Protocol):
    """The time. `now` is monotonic seconds; `wall` is seconds since the epoch, for the wire only."""

    def now(self) -> float: ...

    def wall(self) -> float: ...
