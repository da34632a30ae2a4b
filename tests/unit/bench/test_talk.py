"""What `tests/bench/talk.py` and `questions.py` find in sounds that are known."""

import numpy as np
import pytest

from antiphon.domain.audio import SPEAKING_RATE, SPEAKING_SAMPLES, Pcm
from antiphon.testing.bench_speech import opus_packets
from antiphon.testing.bench_stats import Arrival
from bench.questions import LEAD_S, PAUSE_S, RECORDED, question, recorded
from bench.talk import Asked, Asker
from bench.wire import levels, peak


def tone(seconds: float) -> Pcm:
    t = np.arange(round(seconds * SPEAKING_RATE)) / SPEAKING_RATE
    return (8000 * np.sin(2 * np.pi * 440 * t)).astype(np.int16)


def quiet(seconds: float) -> Pcm:
    return np.zeros(round(seconds * SPEAKING_RATE), np.int16)


def test_the_last_packet_of_a_voice_is_known() -> None:
    asked = question("la", np.concatenate([quiet(0.5), tone(1.0), quiet(0.5)]))
    # Opus looks ahead by a few milliseconds: the last of the voice may come a packet later.
    assert asked.last * 0.02 == pytest.approx(LEAD_S + 1.0, abs=0.021)
    assert len(asked.packets) > asked.last + 5


def test_the_pause_of_a_recording_is_as_long_as_it_is_meant_to_be() -> None:
    questions = recorded()
    assert len(questions) == len(RECORDED)
    for one in questions:
        loud = np.flatnonzero(np.array(levels(one.packets, peak)) > 500)
        assert np.diff(loud).max() * 0.02 == pytest.approx(PAUSE_S, abs=0.1)


def heard(sounds: Pcm) -> Asker:
    """Somebody who has received these, a packet each 20 ms from 1000 s on."""
    caller = Asker("http://127.0.0.1:1", None)
    caller.line.payloads = opus_packets(sounds)
    numbers = range(len(caller.line.payloads))
    caller.line.arrivals = [Arrival(1000 + n * 0.02, n, SPEAKING_SAMPLES * n, 0) for n in numbers]
    return caller


def test_an_answer_begins_with_the_first_packet_that_can_be_heard_after_the_question() -> None:
    caller = heard(np.concatenate([tone(1.0), quiet(1.0), tone(1.0)]))
    asked = question("la", tone(1.0))
    caller.asked = [
        Asked(asked, turns=1, ended_at=1001.2, until=1004.0),
        Asked(asked, turns=2, ended_at=1001.2, until=1001.8),
    ]
    caller.listen_again()
    answered, unanswered = caller.asked
    assert answered.waited_ms == pytest.approx(800, abs=21)
    assert not answered.cut
    assert unanswered.waited_ms is None
    assert unanswered.cut
