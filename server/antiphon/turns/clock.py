"""The clock of an engine: the time of the present step, and the timers that run."""

from dataclasses import dataclass, field

from antiphon.turns.timers import Timer


@dataclass(slots=True)
class Clock:
    """The time of the present step, in seconds, and when each timer is due.

    A timer is set and cleared by the module that it belongs to; the others ask that module.
    """

    now: float = 0.0
    timers: dict[Timer, float] = field(default_factory=dict)

    def goes_on(self, now: float) -> None:
        """It is `now`; a clock never goes back."""
        self.now = now

    def set(self, timer: Timer, seconds: float) -> None:
        """Let a timer be due in so many seconds."""
        self.timers[timer] = self.now + seconds

    def set_at(self, timer: Timer, at: float) -> None:
        """Let a timer be due at a time."""
        self.timers[timer] = at

    def clear(self, timer: Timer) -> None:
        self.timers.pop(timer, None)

    def clear_all(self) -> None:
        self.timers.clear()

    def deadline(self) -> float | None:
        """Return when the next timer is due; None where none runs."""
        return min(self.timers.values(), default=None)

    def next_due(self, now: float) -> Timer | None:
        """Return the timer that is due first, and by `now`. Of those that are due at once, the first by name, so that
        they fire in the same order every time.
        """
        at = self.deadline()
        if at is None or at > now:
            return None
        return min(timer for timer, due in self.timers.items() if due == at)
