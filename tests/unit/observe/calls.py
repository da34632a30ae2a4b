"""Calls that an engine was told, and what of them is looked at."""

from collections.abc import Iterable

from antiphon.domain.context import PageContext
from antiphon.domain.signals import (
    ClientConnected,
    ClientReady,
    PlayoutAudible,
    PlayoutFlushed,
    PlayoutPaused,
    PlayoutStarted,
    ReplyDelta,
    ReplyFinished,
    Signal,
    SpeechClear,
    SpeechStarted,
    SpeechStopped,
    TranscriptFinal,
)
from antiphon.observe.lanes import Call
from antiphon.observe.replay import Input, Recording, Replay, run
from antiphon.turns.core import EngineConfig

READY: list[tuple[float, Signal]] = [(0.0, ClientConnected()), (0.1, ClientReady(PageContext("Here.")))]


def played(told: Iterable[tuple[float, Signal | None]], with_text: bool = True, note: str = "") -> Replay:
    """A call of these signals at these times, run again."""
    inputs = [Input(line, at, signal, None) for line, (at, signal) in enumerate([*READY, *told], start=2)]
    return run(Recording(EngineConfig(), with_text, inputs, note))


def spoken(at: float, number: int = 1, text: str = "what time is it") -> list[tuple[float, Signal | None]]:
    """A spoken turn of a second, understood 0.9 s after its last word."""
    return [
        (at + 0.2, SpeechStarted(at)),
        (at + 0.4, SpeechClear(at)),
        (at + 1.2, SpeechStopped(at + 1.0)),
        (at + 1.7, None),
        (at + 1.9, TranscriptFinal(f"turn_{number}", f"utt_{number}", text)),
    ]


def answered(at: float, number: int = 1, text: str = "It is noon.") -> list[tuple[float, Signal | None]]:
    turn = f"turn_{number}"
    return [
        (at, ReplyDelta(turn, text)),
        (at, ReplyFinished(turn, text)),
        (at + 0.1, PlayoutStarted(turn)),
        (at + 0.1, PlayoutAudible(turn, at + 0.12)),
    ]


INTERRUPTED: list[tuple[float, Signal | None]] = [
    *spoken(1.0),
    *answered(3.0),
    (5.2, SpeechStarted(5.0)),
    (5.3, SpeechClear(5.0)),
    (5.3, PlayoutPaused("turn_1", 2100, 5.23)),
    (5.6, TranscriptFinal("turn_1", "utt_2", "no, tomorrow")),
    (5.6, PlayoutFlushed("turn_1", 2100, "It is", None)),
]


def spans(call: Call, lane: str) -> list[tuple[str, float, float]]:
    found = sorted(call.lanes[lane].spans, key=lambda span: span.start)
    return [(span.kind, round(span.start, 3), round(span.end, 3)) for span in found]
