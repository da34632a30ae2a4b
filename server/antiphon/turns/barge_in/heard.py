"""The end of a barge-in: the playout, and perhaps the client later, say how much of the answer was heard (V7-BARGE)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antiphon.domain.commands import MeasureHeard
from antiphon.domain.events import HeardCorrected, PlayoutCut
from antiphon.domain.signals import HeardMeasured, PlayoutFlushed
from antiphon.turns.barge_in.machine import TABLE, BargeInInput

if TYPE_CHECKING:
    from antiphon.turns.core import Core


def playout_flushed(core: Core, signal: PlayoutFlushed) -> None:
    """A barge-in has waited for it, or a failure has cut the sound."""
    machine = core.interruptions.ends_flush(signal.turn_id)
    if machine is not None:
        TABLE.advance(core, machine, BargeInInput.FLUSHED, signal)
    elif (response_id := core.interruptions.ends_cut(signal.turn_id)) is not None:
        core.emit(PlayoutCut(signal.turn_id, response_id, signal.played_ms))


def correct(core: Core, response_id: str, played_ms: int) -> None:
    """The client says how much of an interrupted answer it had played."""
    for turn_id, known in core.interruptions.correctable.items():
        if known == response_id:
            core.command(MeasureHeard(turn_id, played_ms))


def heard_measured(core: Core, signal: HeardMeasured) -> None:
    response_id = core.interruptions.correctable.get(signal.turn_id)
    if response_id is not None:
        core.emit(HeardCorrected(signal.turn_id, response_id, signal.played_ms, signal.heard_text))
