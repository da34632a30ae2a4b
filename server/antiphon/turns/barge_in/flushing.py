"""The flush of an answer that is stopped; what was heard of it is told when its playout says which packet was the last.

An answer may be stopped without a barge-in before it, by `response.cancel` or a lost client; it ends the same way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from antiphon.domain.events import Interrupted
from antiphon.domain.signals import PlayoutFlushed
from antiphon.domain.states import Source
from antiphon.turns.records import BargeIn, Claim
from antiphon.turns.reply import hold_completion, stop_output

if TYPE_CHECKING:
    from antiphon.turns.core import Core


def is_audible(core: Core) -> bool:
    """Tell whether anything of the answer has been heard; its first packets may still be on their way."""
    reply = core.reply
    return reply is not None and reply.being_said and (reply.playback.measured or reply.announcement is not None)


def stop_answer(core: Core, machine: BargeIn, claim: Claim) -> None:
    """Stop what is being thought or said. Without an answer nothing is flushed, and it is told at once."""
    reply = core.reply
    core.barge_in = BargeIn()  # this one ends with the flush, the next may begin before
    hold_completion(core)
    core.confirmation.interrupted(core)
    by_voice = claim.source in (Source.VAD, Source.CLIENT_HINT)
    count = core.interruptions.counts(core.now, another=by_voice and is_audible(core))
    machine.stops(reply.response_id if reply is not None and reply.generation.ordered else None, claim, count)
    if reply is not None:
        core.interruptions.awaits_flush(reply.turn_id, machine)
        stop_output(core, reply, core.now - claim.onset)
    elif core.user is not None:
        _tell(core, machine, claim, core.user.turn_id, core.now, 0, "")


def tell_heard(core: Core, machine: BargeIn, signal: PlayoutFlushed) -> None:
    """The playout is silent. Where it had been paused, silence had come then."""
    claim = machine.claim
    if claim is None:
        return
    if machine.response_id is not None:
        core.interruptions.remember(signal.turn_id, machine.response_id)
    silent_at = signal.silent_at if machine.silent_at is None else machine.silent_at
    core.confirmation.heard(core, signal.turn_id, signal.heard_text, claim.onset)
    end = core.now if silent_at is None else silent_at
    latency_ms = _tell(core, machine, claim, signal.turn_id, end, signal.played_ms, signal.heard_text)
    if core.user is not None and core.user.overlap.barge_in:
        core.user.overlap.has_interrupted(latency_ms)


def _tell(core: Core, machine: BargeIn, claim: Claim, turn_id: str, end: float, played_ms: int, heard_text: str) -> int:
    """Tell of the interruption, and return its latency: from the onset of the claim to silence at `end`, in ms."""
    latency_ms = max(0, round(1000 * (end - claim.onset)))
    core.emit(
        Interrupted(
            turn_id,
            machine.response_id,
            claim.kind,
            claim.source,
            latency_ms,
            played_ms,
            heard_text,
            machine.count,
            claim.reason,
        )
    )
    return latency_ms
