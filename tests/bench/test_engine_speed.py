"""How long the engine takes: CPU time, so that busy neighbours do not count."""

import gc
import time

import pytest

from antiphon.domain.commands import OpenUtterance, StartReply
from antiphon.domain.signals import (
    PlayoutAudible,
    PlayoutFinished,
    Signal,
    SpeechClear,
    SpeechStarted,
    SpeechStopped,
    TranscriptFinal,
    TranscriptPartial,
    VadHeartbeat,
)
from antiphon.turns.policies import Policy
from support.driver import Driver
from support.processor import slowness

TURNS = 200
LIMIT_S = 100e-6


@pytest.mark.requirement("ITE-CON-001")
def test_the_engine_handles_a_signal_in_less_than_100_microseconds() -> None:
    """So do 99 of 100. Each counts as in the quickest of seven rounds: what else the machine does is not what is asked.

    What the tests before it have left is set aside, as a server does with what it has loaded: else p99 is a search for
    garbage among it.
    """
    gc.collect()
    gc.freeze()
    try:
        taken = sorted(min(rounds) for rounds in zip(*(_signals_s() for _ in range(7)), strict=True))
    finally:
        gc.unfreeze()
    assert len(taken) >= TURNS * 9
    assert taken[len(taken) * 99 // 100] < LIMIT_S


def _signals_s() -> list[float]:
    """Processor time of each signal, as on the machine that the bound was set on."""
    slower = slowness()
    call = Driver(policy=Policy()).connect()
    taken: list[float] = []
    handle = call.engine.handle

    def timed(signal: Signal, now: float) -> object:
        began = time.thread_time()
        outcome = handle(signal, now)
        taken.append(time.thread_time() - began)
        return outcome

    call.engine.handle = timed  # type: ignore[method-assign,assignment]
    for _ in range(TURNS):
        call.tell(VadHeartbeat(), 0.2)
        call.tell(SpeechStarted(call.at), 0.1)
        call.tell(SpeechClear(call.at - 0.1), 0.1)
        utterance = call.last(OpenUtterance)
        call.tell(TranscriptPartial(utterance.turn_id, utterance.utterance_id, "what time"), 0.1)
        call.tell(SpeechStopped(call.at), 0.2)
        call.wait(2.0)
        call.tell(TranscriptFinal(utterance.turn_id, utterance.utterance_id, "what time is it"), 0.1)
        call.answer()
        call.tell(PlayoutAudible(call.last(StartReply).turn_id, call.at), 0.1)
        call.tell(PlayoutFinished(call.last(StartReply).turn_id, 900), 0.9)
        call.wait(0.3)
        call.commands.clear()
        call.events.clear()
    return [one / slower for one in taken]
