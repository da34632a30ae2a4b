"""What the user hears of an answer, while it is said and after it was interrupted (V7-BARGE, ITE REQ-011)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antiphon.domain.audio import FRAME_MS
from antiphon.domain.commands import MeasureHeard
from antiphon.domain.events import Caption, HeardCorrected
from antiphon.domain.signals import AudioPlayed, CaptionBegun, HeardMeasured
from antiphon.domain.states import State
from antiphon.turns.reply import complete, current

if TYPE_CHECKING:
    from antiphon.turns.core import Core

CORRECTABLE = 8
"""Interrupted answers of which the client may still say how much it had played."""


def remember(core: Core, turn_id: str, response_id: str) -> None:
    """This response was interrupted; an older one of the same turn is no longer spoken of."""
    core.interrupted.pop(turn_id, None)
    core.interrupted[turn_id] = response_id
    if len(core.interrupted) > CORRECTABLE:
        del core.interrupted[next(iter(core.interrupted))]


def caption_begun(core: Core, signal: CaptionBegun) -> None:
    reply = current(core, signal.turn_id, State.AI_SPEAKING)
    if reply is not None:
        core.tell(Caption(reply.response_id, signal.text, signal.start_ms, signal.end_ms))


def audio_played(core: Core, signal: AudioPlayed) -> None:
    """The client's word on what was heard. It completes a reply that was sent whole, and corrects an interrupted one.

    For any other response it is a race, and changes nothing. What was not sent cannot have been heard.
    """
    reply = core.reply
    if reply is not None and reply.response_id == signal.response_id:
        enough = signal.drained or signal.played_ms >= reply.duration_ms - FRAME_MS
        whole = reply.played_out and enough
        if whole and core.state is State.AI_SPEAKING and not reply.paused:
            complete(core, reply, min(signal.played_ms, reply.duration_ms))
        return
    for turn_id, response_id in core.interrupted.items():
        if response_id == signal.response_id:
            core.command(MeasureHeard(turn_id, signal.played_ms))


def heard_measured(core: Core, signal: HeardMeasured) -> None:
    response_id = core.interrupted.get(signal.turn_id)
    if response_id is not None:
        core.tell(HeardCorrected(signal.turn_id, response_id, signal.played_ms, signal.heard_text))
