"""The earcon: a short sound that says that there is no answer, where silence would say nothing. It is no transition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from antiphon.domain.commands import PlayEarcon, StopEarcon
from antiphon.domain.events import EarconBoundary
from antiphon.domain.signals import EarconFinished, EarconStarted
from antiphon.turns.records import Earcon

if TYPE_CHECKING:
    from antiphon.turns.core import Core

LONGEST_S = 0.5
"""It is over then, however long it is."""


def sound(core: Core, turn_id: str, response_id: str | None = None) -> None:
    """Let it be heard, where nobody speaks. `response_id`: of the answer that there is not, if there was to be one."""
    gives_way(core)
    core.command(PlayEarcon())
    core.earcon = Earcon(turn_id, response_id, core.state, core.now)


def started(core: Core, signal: EarconStarted) -> None:
    """It sounds. Within what is being said of an answer it is part of that, and nobody is told of it."""
    earcon = core.earcon
    if earcon is None or earcon.told or core.answer_sounds:
        return
    earcon.told = True
    earcon.response_id = earcon.response_id or core.new_id("earcon")
    core.emit(EarconBoundary("start", earcon.turn_id, earcon.response_id))


def finished(core: Core, signal: EarconFinished) -> None:
    _tell_end(core, signal.duration_ms)
    core.earcon = None


def gives_way(core: Core) -> None:
    """Tell its end: the sound that is sent from now on belongs to something else."""
    if core.earcon is not None:
        _tell_end(core, round(1000 * min(core.now - core.earcon.began, LONGEST_S)))


def watch(core: Core) -> None:
    """Silence the earcon as soon as somebody takes the floor."""
    earcon = core.earcon
    if earcon is None or earcon.stopped or core.floor.free or core.state is earcon.state:
        return
    earcon.stopped = True
    if core.now < earcon.began + LONGEST_S:
        core.command(StopEarcon())


def _tell_end(core: Core, ms: int) -> None:
    earcon = core.earcon
    if earcon is not None and earcon.told and earcon.response_id is not None:
        earcon.told = False
        core.emit(EarconBoundary("end", earcon.turn_id, earcon.response_id, ms))
