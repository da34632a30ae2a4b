"""Whose sound is it: the caller's, or the answer's echo."""

import time
import wave

import numpy as np
import pytest

from antiphon.audio.echo import EchoJudge
from antiphon.domain.audio import HEARING_RATE, HEARING_SAMPLES, Pcm
from support.calls import clips
from support.scene import voice

DELAY = round(0.08 * HEARING_RATE)


def recorded(name: str) -> Pcm:
    """A recorded person, 16 kHz mono."""
    path = next(clip.path for clip in clips() if name in clip.path.name)
    with wave.open(str(path)) as file:
        return np.frombuffer(file.readframes(file.getnframes()), np.int16)


def to_speaking(pcm: Pcm) -> Pcm:
    return np.repeat(pcm, 3)


def echoes(sent: Pcm, heard: Pcm) -> tuple[int, int]:
    """How many frames were judged an echo, and of how many that can be heard."""
    judge = EchoJudge()
    frames = echo = 0
    for start in range(0, min(len(sent), len(heard)) - HEARING_SAMPLES + 1, HEARING_SAMPLES):
        judge.sent(to_speaking(sent[start : start + HEARING_SAMPLES]))
        frame = heard[start : start + HEARING_SAMPLES]
        judge.heard(frame)
        if start > HEARING_RATE // 2 and np.abs(frame.astype(int)).max() > 100:
            frames += 1
            echo += judge.is_echo()
    return echo, frames


def echo_of(sent: Pcm, db: float, noise: float = 3.0) -> Pcm:
    later = np.concatenate((np.zeros(DELAY, np.int16), sent))[: len(sent)]
    hiss = np.random.default_rng(1).normal(0, noise, len(sent))
    return (later * 10 ** (db / 20) + hiss).astype(np.int16)


@pytest.mark.parametrize("db", [-12.0, -20.0, -26.0])
def test_the_answer_that_comes_back_is_known(db: float) -> None:
    answer = recorded("jfk")
    echo, frames = echoes(answer, echo_of(answer, db))
    assert echo / frames > 0.9


def test_a_caller_who_speaks_over_the_answer_is_no_echo() -> None:
    answer, other = recorded("jfk"), recorded("cards_005")
    length = min(len(answer), len(other))
    echo, frames = echoes(answer[:length], other[:length])
    assert echo / frames < 0.05


def test_a_caller_who_speaks_over_the_echo_is_no_echo() -> None:
    answer, other = recorded("jfk"), recorded("cards_005")
    length = min(len(answer), len(other))
    both = (echo_of(answer[:length], -20.0).astype(int) + other[:length]).clip(-32768, 32767).astype(np.int16)
    loud = np.abs(other[:length].astype(int)) > 2000
    echo, frames = echoes(answer[:length], both)
    assert loud.any()
    assert echo / frames < 0.6  # in the pauses of the caller the echo is all there is


def test_nothing_is_an_echo_where_nothing_was_sent() -> None:
    heard = np.concatenate(voice(2.0))
    echo, frames = echoes(np.zeros_like(heard), heard)
    assert (echo, frames > 0) == (0, True)


def test_to_judge_takes_well_under_a_millisecond() -> None:
    judge = EchoJudge()
    pcm = np.concatenate(voice(1.0))
    for start in range(0, len(pcm), HEARING_SAMPLES):
        judge.sent(to_speaking(pcm[start : start + HEARING_SAMPLES]))
        judge.heard(pcm[start : start + HEARING_SAMPLES])
    took = []
    for _ in range(50):
        began = time.thread_time()
        judge.is_echo()
        took.append(time.thread_time() - began)
    assert sorted(took)[25] < 2e-3
