"""The turn history as docs/reference/http.md has it."""

from typing import Any

from antiphon.turns.timeline import TurnDescriptor


def to_wire(turn: TurnDescriptor, epoch_offset: float) -> dict[str, Any]:
    """One turn. `epoch_offset` makes the engine's seconds seconds since the epoch; times go out in milliseconds.

    A turn that goes on has no `ended_at` and is `incomplete`.
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
