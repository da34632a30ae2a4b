"""Measure the parts of a barge-in, read off the inputs of the engine and its commands.

A tentative barge-in begins with the order to pause, and the order to flush confirms it. The answer to either tells when
the last frame that can be heard leaves.
"""

from collections.abc import Callable
from dataclasses import dataclass

from antiphon.domain.commands import FlushPlayout, OpenUtterance, PausePlayout, ResumePlayout
from antiphon.domain.events import Interrupted
from antiphon.domain.signals import PlayoutFlushed, PlayoutPaused, Signal
from antiphon.domain.states import Source
from antiphon.turns.core import Outcome

BARGE_IN_PARTS = ("suspected", "confirmed", "silent")


@dataclass(slots=True)
class _Tentative:
    """A tentative barge-in: one answer that may be being interrupted; times are the session's."""

    turn_id: str
    onset: float | None = None
    suspected_at: float | None = None
    paused_silent_at: float | None = None
    flushed_at: float | None = None


class BargeIns:
    """The barge-in of each session, as far as it goes.

    `suspected`: the first sample of the speech to the pause (or to the flush, where the policy is not to pause first);
    `confirmed`: the first sample to the verdict, and with it the flush; `silent`: that first order to stop to the last
    frame that can be heard. Of an interruption by hand only `silent` is told.
    """

    def __init__(self, observe: Callable[[str, float], None]) -> None:
        self._observe = observe
        self._tentative: dict[str, _Tentative] = {}

    def step(self, session_id: str, now: float, signal: Signal | None, outcome: Outcome) -> None:
        """Take one input of a session's engine, with its commands and events."""
        tentative = self._tentative.get(session_id)
        if isinstance(signal, PlayoutPaused) and tentative is not None and tentative.turn_id == signal.turn_id:
            tentative.paused_silent_at = signal.silent_at
        if isinstance(signal, PlayoutFlushed) and tentative is not None and tentative.turn_id == signal.turn_id:
            del self._tentative[session_id]
            for event in outcome.events:
                if isinstance(event, Interrupted):
                    self._measure(tentative, signal, event, now)
        for command in outcome.commands:
            if isinstance(command, PausePlayout):
                opened = (one.since for one in outcome.commands if isinstance(one, OpenUtterance))
                self._tentative[session_id] = _Tentative(command.turn_id, next(opened, None), suspected_at=now)
            elif isinstance(command, ResumePlayout) and tentative is not None:
                tentative.paused_silent_at = None  # it was heard again
            elif isinstance(command, FlushPlayout):
                known = self._tentative.get(session_id)
                if known is None or known.turn_id != command.turn_id:
                    known = self._tentative[session_id] = _Tentative(command.turn_id)
                known.flushed_at = now

    def ended(self, session_id: str) -> None:
        """Forget a session that is over."""
        self._tentative.pop(session_id, None)

    def _measure(self, tentative: _Tentative, flushed: PlayoutFlushed, event: Interrupted, now: float) -> None:
        ordered_at = now if tentative.flushed_at is None else tentative.flushed_at
        suspected_at = ordered_at if tentative.suspected_at is None else tentative.suspected_at
        paused = tentative.paused_silent_at is not None
        silent_at = tentative.paused_silent_at if paused else flushed.silent_at
        if silent_at is not None:
            self._observe("silent", max(0.0, silent_at - (suspected_at if paused else ordered_at)))
        if event.source is not Source.VAD:
            return
        onset = tentative.onset
        if onset is None:
            onset = (now if silent_at is None else silent_at) - event.latency_ms / 1000
        self._observe("suspected", max(0.0, suspected_at - onset))
        self._observe("confirmed", max(0.0, ordered_at - onset))
