"""The turns of a session, as told outside of its conversation: its history over HTTP, and turn events as they happen.

Whoever follows a session's turn events (its own client, where it has subscribed, and whoever has its token) is told in
order, right after the messages of the same step (ITE PAT-001); nobody is told of what came before.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from antiphon.domain.events import Event, TurnFeed
from antiphon.turns.timeline import TurnDescriptor
from antiphon.turns.turn_events import TurnEvents
from antiphon.wire import turn_event_payloads

Follower = Callable[[Mapping[str, Any] | None], None]
"""Told of each turn event, as its payload; and at the end of the session, once, None."""


class Followers:
    """One session's followers. `wall` makes seconds since the epoch of the session's time."""

    def __init__(self, profile: str, wall: turn_event_payloads.Wall, publish: Callable[[Event], None]) -> None:
        self._events = TurnEvents(profile)
        self._wall = wall
        self._publish = publish
        self._followers: dict[object, Follower] = {}
        self.subscribed = False
        """The session's own client is told."""

    def add(self, follower: Follower) -> Callable[[], None]:
        """Returns what ends it; that may be called twice."""
        key = object()
        self._followers[key] = follower

        def end() -> None:
            self._followers.pop(key, None)

        return end

    def payloads(self, events: Sequence[Event], now: float) -> list[Mapping[str, Any]]:
        """The payloads that tell of these events, to be told once the events themselves are."""
        found = self._events.translate(events, now)
        wanted = self.subscribed or self._followers
        return [turn_event_payloads.payload(event, self._wall) for event in found] if wanted else []

    def notify(self, payloads: Sequence[Mapping[str, Any]]) -> None:
        """Hand these to whoever follows the session."""
        for payload in payloads:
            if self.subscribed:
                self._publish(TurnFeed(payload))
            for follower in list(self._followers.values()):
                follower(payload)

    def end(self) -> None:
        """The session is over."""
        for follower in list(self._followers.values()):
            follower(None)


def to_wire(turn: TurnDescriptor, epoch_offset: float) -> dict[str, Any]:
    """One turn as docs/reference/http.md has it. `epoch_offset` makes the engine's seconds seconds since the epoch.

    Times go out in milliseconds. A turn that goes on has no `ended_at` and is `incomplete`.
    """

    def ms(seconds: float) -> int:
        return round(1000 * (seconds + epoch_offset))

    told: dict[str, Any] = {
        "turn_id": turn.turn_id,
        "role": turn.role,
        "started_at": ms(turn.started_at),
        "ended_at": None if turn.ended_at is None else ms(turn.ended_at),
        "status": "incomplete" if turn.status == "open" else turn.status,
        "text": turn.text,
        "policy_profile": turn.policy_profile,
    }
    if turn.heard_text is not None:
        told["heard_text"] = turn.heard_text
    if turn.interruption is not None:
        cut = turn.interruption
        told["interruption"] = {
            "type": cut.type.value,
            "source": cut.source.value,
            "detected_at": ms(cut.detected_at),
            "latency_ms": cut.latency_ms,
            "played_ms": cut.played_ms,
        } | ({"reason": cut.reason} if cut.reason else {})
    return told
