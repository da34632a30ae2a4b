"""The answer is stopped by people and not by noises, over real calls: all of it measured in one run.

A sample of the sounds, since a call lasts as long as what is heard in it. All 28 are played in virtual time
(`tests/scenario/test_sounds_over_an_answer.py`), and over real calls by `scripts/barge_in_figures.py`.

Playback pauses at every tentative barge-in; what counts is whether the answer goes on. Times run on the wire, from the
packet out that holds the first sample of somebody's speech to the last packet in that can be heard, with both of
aiortc's stock ends between them.
"""

import asyncio
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest

from support.barge_in import READER, SAMPLE, WHISTLER, Kind, Outcome, everything
from support.server import RunningServer

SILENT_WITHIN_MS = 300
BUDGET_MS = 250
"""By the server's own count, from the first sample to the last audible packet: the default policy's budget."""
LOST_AT_MOST = 1
"""Of seven, since every run hears anew."""


@pytest.fixture(scope="module")
def outcomes(server: RunningServer) -> Sequence[Outcome]:
    return asyncio.run(everything(server.url, only=SAMPLE))


def of(outcomes: Sequence[Outcome], *kinds: Kind) -> list[Outcome]:
    return [outcome for outcome in outcomes if outcome.kind in kinds]


@pytest.mark.requirement("BARGE-CONFIRM")
def test_noises_and_back_channels_do_not_cost_the_answer(outcomes: Sequence[Outcome]) -> None:
    harmless = of(outcomes, "noise", "back-channel")
    assert Counter(outcome.kind for outcome in harmless) == {"noise": 4, "back-channel": 3}
    lost = [outcome.name for outcome in harmless if outcome.interrupted]
    assert len(lost) <= LOST_AT_MOST, lost


@pytest.mark.requirement("BARGE-CONFIRM")
def test_an_answer_that_was_paused_for_nothing_goes_on(outcomes: Sequence[Outcome]) -> None:
    paused = [outcome for outcome in of(outcomes, "back-channel") if outcome.pauses and not outcome.interrupted]
    assert paused
    assert all(outcome.goes_on for outcome in paused)


@pytest.mark.requirement("ITE-REQ-003")
@pytest.mark.requirement("ITE-AC-001")
def test_nobody_who_means_to_interrupt_is_missed(outcomes: Sequence[Outcome]) -> None:
    meant = of(outcomes, "interruption")
    assert {"Stop.", "Wait.", "No."} < {outcome.name for outcome in meant}
    assert len({outcome.name for outcome in meant}) == 6
    missed = [outcome for outcome in meant if not outcome.interrupted]
    assert not missed, "\n".join(map(str, missed))


@pytest.mark.requirement("ITE-REQ-003")
@pytest.mark.requirement("ITE-AC-001")
@pytest.mark.requirement("ITE-VAL")
def test_silence_comes_within_the_budget_by_the_server_and_within_400_ms_on_the_wire(
    outcomes: Sequence[Outcome],
) -> None:
    """The wire's figure has two stock receivers in it: three of four are within 400 ms, most within less. The server's
    own is told with each of them, and three of four keep the budget. What the machine adds is what it adds to any
    message there and back at the same time.
    """
    meant = of(outcomes, "interruption")
    took = [outcome.silence_ms for outcome in meant if outcome.silence_ms is not None]
    assert len(took) == len(meant)
    way = np.median([outcome.way_ms for outcome in meant])
    assert np.median(took) - way <= SILENT_WITHIN_MS, sorted(took)
    assert np.quantile(took, 0.75) - way <= 400, sorted(took)
    counted = [outcome.latency_ms for outcome in meant if outcome.latency_ms is not None]
    assert len(counted) == len(meant)
    assert np.quantile(counted, 0.75) - way <= BUDGET_MS, sorted(counted)
    print(
        f"silent after {sorted(took)} ms on the wire, {sorted(counted)} ms by the server; there and back {way:.0f} ms"
    )


@pytest.mark.requirement("BARGE-CONFIRM")
@pytest.mark.parametrize("voice", [WHISTLER, READER])
def test_the_answer_that_comes_back_does_not_interrupt_itself(outcomes: Sequence[Outcome], voice: str) -> None:
    [alone] = [outcome for outcome in of(outcomes, "echo") if outcome.assistant == voice]
    assert not alone.interrupted


@pytest.mark.requirement("BARGE-CONFIRM")
def test_people_who_speak_over_the_echo_interrupt(outcomes: Sequence[Outcome]) -> None:
    """Of a voice over its own echo each run hears something else: one of the four may have to say it again."""
    over = of(outcomes, "over echo")
    assert Counter(outcome.assistant for outcome in over) == {WHISTLER: 2, READER: 2}
    missed = [outcome.name for outcome in over if not outcome.interrupted]
    assert len(missed) <= 1, missed
