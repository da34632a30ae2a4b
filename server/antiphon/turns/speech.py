"""The speech that the deciding detector hears now, and whether it belongs to a turn."""

from dataclasses import dataclass


@dataclass(slots=True)
class Speech:
    """The speech that is on. It is claimed by the turn that it is part of; else it waits for who deals with it."""

    on: bool = False
    onset: float = 0.0
    unclaimed_since: float | None = None
    """Onset of speech that goes on and belongs to no turn yet."""
    clear: bool = False
    """Whether that speech is long and clear enough to interrupt."""
    confirmed: bool = False
    """The present speech needs no confirming: its detector did that."""
    probability: float | None = None
    """How sure the detector was when it told of speech last."""

    def begins(self, onset: float, confirmed: bool, probability: float | None) -> None:
        self.on, self.onset, self.confirmed, self.probability = True, onset, confirmed, probability

    def belongs_to_nobody(self, since: float, *, clear: bool = False) -> None:
        self.unclaimed_since, self.clear = since, clear

    def becomes_clear(self) -> None:
        self.clear = True

    def still_on(self) -> None:
        """It has gone on for long enough to be meant, if it is still on."""
        self.clear = self.on and self.unclaimed_since is not None

    def claim(self) -> None:
        """It belongs to a turn, or nobody wants it."""
        self.unclaimed_since, self.clear = None, False

    def drop(self) -> None:
        """Nobody is there to be heard."""
        self.unclaimed_since = None

    def ends(self) -> None:
        self.on = False
        self.claim()

    def is_forgotten(self) -> None:
        """Its end may have been missed."""
        self.on = False

    def stops(self, probability: float | None) -> None:
        self.probability = probability
