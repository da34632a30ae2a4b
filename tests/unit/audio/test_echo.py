"""Whose sound is it: the caller's, or the answer's echo."""

import wave

import numpy as np
import pytest

from antiphon.audio.echo import EchoJudge
from antiphon.domain.audio import HEARING_RATE, HEARING_SAMPLES, Pcm
from support.calls import clips
from support.processor import cpu_s
from support.reflections import Walls
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
        judge.received(frame)
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
        judge.received(pcm[start : start + HEARING_SAMPLES])
    assert cpu_s(judge.is_echo, 2e-3) < 2e-3


def reverberant_echo(answer: Pcm) -> Pcm:
    """Back from the walls of a room too, which go on for 200 ms, and over its hiss."""
    rng = np.random.default_rng(2)
    at = np.arange(HEARING_RATE // 5)
    walls = rng.normal(0, 0.06, len(at)) * np.exp(-at / (0.03 * HEARING_RATE))
    walls[0] = 1.0
    back = np.convolve(echo_of(answer, -20.0, noise=0.0).astype(float), walls)[: len(answer)]
    return (back + rng.normal(0, 14.0, len(answer))).astype(np.int16)


def test_once_an_echo_is_known_its_soft_parts_are_too() -> None:
    answer = recorded("jfk")
    echo, frames = echoes(answer, reverberant_echo(answer))
    assert echo / frames > 0.97


def test_who_speaks_over_an_echo_that_was_known_before_is_no_echo() -> None:
    answer, other = recorded("jfk"), recorded("cards_005")
    judge, alone, over = EchoJudge(), [], []
    back = echo_of(answer, -20.0)
    spoken_from = 2 * HEARING_RATE
    said = np.zeros(len(answer), int)
    said[spoken_from : spoken_from + len(other)] = other[: len(answer) - spoken_from]
    for start in range(0, min(len(answer), spoken_from + len(other)) - HEARING_SAMPLES, HEARING_SAMPLES):
        span = slice(start, start + HEARING_SAMPLES)
        judge.sent(to_speaking(answer[span]))
        judge.received((back[span] + said[span]).clip(-32768, 32767).astype(np.int16))
        if start > HEARING_RATE // 2:
            echo = judge.is_echo()
            if start < spoken_from:
                alone.append(echo)
            elif np.abs(said[start - 4 * HEARING_SAMPLES : start + HEARING_SAMPLES]).max() > 2000:
                over.append(echo)
    assert np.mean(alone) > 0.95
    assert len(over) > 50
    assert np.mean(over) < 0.1


WALLS = [Walls(0.1, -10, -6, 0.4), Walls(0.25, -10, -2.5, 0.6, 2), Walls(0.17, -20, 0.0, 0.5, 3), Walls(0.2, -30, -6)]


@pytest.mark.parametrize("walls", WALLS, ids=str)
def test_the_walls_of_a_room_make_no_caller_of_the_answer(walls: Walls) -> None:
    answer = np.concatenate((recorded("sb_spk1_snt1"), np.zeros(HEARING_RATE // 2, np.int16)))
    back = walls.back(answer)
    echo, frames = echoes(answer, back.clip(-32768, 32767).astype(np.int16))
    assert echo / frames > 0.97


def judged(judge: EchoJudge, sent: Pcm, heard: Pcm) -> list[bool]:
    verdicts = []
    for start in range(0, min(len(sent), len(heard)) - HEARING_SAMPLES + 1, HEARING_SAMPLES):
        judge.sent(to_speaking(sent[start : start + HEARING_SAMPLES]))
        judge.received(heard[start : start + HEARING_SAMPLES])
        verdicts.append(judge.is_echo())
    return verdicts


def test_a_microphone_that_was_muted_has_told_nothing_of_the_room() -> None:
    judge, answer = EchoJudge(), recorded("jfk")[: 5 * HEARING_RATE]
    judged(judge, answer, np.zeros_like(answer))
    back = WALLS[0].back(answer).clip(-32768, 32767).astype(np.int16)
    assert np.mean(judged(judge, answer, back)[25:]) > 0.97


def test_where_nothing_comes_back_a_soft_caller_is_no_echo() -> None:
    """Soft: 24 dB under the answer, which is no louder than an echo may be in a room."""
    judge, answer = EchoJudge(), recorded("jfk")
    quiet = np.random.default_rng(1).normal(0, 5, 3 * HEARING_RATE).astype(np.int16)
    judged(judge, answer, quiet)
    other = recorded("cards_005")
    soft = (other * 10 ** (-24 / 20)).astype(np.int16)
    verdicts = judged(judge, answer[3 * HEARING_RATE :], soft)
    loud = [bool(np.abs(other[320 * at : 320 * at + 320].astype(int)).max() > 2000) for at in range(len(verdicts))]
    assert np.mean([echo for echo, is_loud in zip(verdicts, loud, strict=True) if is_loud]) < 0.1
