"""The machine of a barge-in: its inputs and its table. `claims`, `verdict` and `heard` make the inputs."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from antiphon.turns.barge_in import confirmed, cooldown, flushing, tentative
from antiphon.turns.machine import Row, Table
from antiphon.turns.records import BargeInState
from antiphon.turns.timers import BargeInTimer

if TYPE_CHECKING:
    from antiphon.turns.core import Core


class BargeInInput(StrEnum):
    SPEECH = "speech that may be meant"
    HELD_BACK = "speech that may not interrupt"
    COOLING = "speech within the cooldown"
    PAUSED = "the playout has paused"
    HINTED = "the client's own detector hears it too"
    SPEECH_OVER = "the speech is over"
    VERDICT = "a verdict, for now"
    TOO_LONG = "no confirmation while it lasts"
    NOT_MEANT = "a false interruption"
    DROPPED = "the answer ends otherwise"
    MEANT = "it is meant"
    MEANT_EARLY = "it is meant, before there is an answer"
    STOPPED = "the answer is stopped"
    STOPPED_EARLY = "the turn is stopped, before there is an answer"
    FLUSHED = "the playout is flushed"


def advance(core: Core, what: BargeInInput, about: object = None) -> None:
    """Tell the present barge-in one thing."""
    TABLE.advance(core, core.barge_in, what, about)


_S, _I = BargeInState, BargeInInput
_PAUSED = (_S.TENTATIVE, _S.TENTATIVE_OVER)
_OVER = (_S.TENTATIVE_OVER, _S.RESUMED_OVER)
_ON = (_S.NONE, _S.TENTATIVE, _S.RESUMED)
_SOME = (_S.TENTATIVE, _S.TENTATIVE_OVER, _S.RESUMED, _S.RESUMED_OVER)
TABLE = Table(
    "Barge-in",
    BargeInState,
    BargeInInput,
    BargeInTimer,
    (
        # Speech that may not interrupt now, and speech that may
        Row((_S.NONE,), _I.HELD_BACK, None, tentative.hold_back),
        Row((_S.NONE,), _I.COOLING, None, cooldown.wait_for_cooldown),
        Row((_S.NONE,), _I.SPEECH, _S.TENTATIVE, tentative.pause),
        # In the others the playout has been told to go on already: the pause is over by the time it is told.
        Row(_PAUSED, _I.PAUSED, None, tentative.tell_pause),
        Row(_PAUSED, _I.HINTED, None, tentative.decide_sooner),
        Row((_S.TENTATIVE,), _I.SPEECH_OVER, _S.TENTATIVE_OVER, tentative.ask_for_last_words),
        Row((_S.RESUMED,), _I.SPEECH_OVER, _S.RESUMED_OVER, tentative.ask_for_last_words),
        Row(_SOME, _I.VERDICT, None, tentative.length_decides_no_more),
        Row((_S.TENTATIVE,), _I.TOO_LONG, _S.RESUMED, tentative.resume),
        # It was a false interruption
        Row((_S.TENTATIVE,), _I.NOT_MEANT, _S.NONE, tentative.discard_and_resume, then=tentative.leave),
        Row((_S.TENTATIVE_OVER,), _I.NOT_MEANT, _S.NONE, tentative.resume, then=tentative.leave),
        Row((_S.RESUMED,), _I.NOT_MEANT, _S.NONE, tentative.discard, then=tentative.leave),
        Row((_S.RESUMED_OVER,), _I.NOT_MEANT, _S.NONE, tentative.leave),
        Row(_SOME, _I.DROPPED, _S.NONE, tentative.leave),
        # It is meant
        Row(_ON, _I.MEANT, _S.FLUSHING, confirmed.interrupt),
        Row(_OVER, _I.MEANT, _S.FLUSHING, confirmed.interrupt_with_its_words),
        Row(_ON, _I.MEANT_EARLY, _S.OVER, confirmed.interrupt),
        Row(_OVER, _I.MEANT_EARLY, _S.OVER, confirmed.interrupt_with_its_words),
        # Nobody wants the floor, but the answer ends
        Row((_S.NONE,), _I.STOPPED, _S.FLUSHING, flushing.stop_answer),
        Row((_S.NONE,), _I.STOPPED_EARLY, _S.OVER, flushing.stop_answer),
        Row((_S.FLUSHING,), _I.FLUSHED, _S.OVER, flushing.tell_heard),
    ),
)
