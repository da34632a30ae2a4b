"""The sound that says that nothing was understood."""

import numpy as np
import pytest

from antiphon import plugins
from antiphon.audio.earcon import not_understood
from antiphon.audio.echo import EchoJudge
from antiphon.audio.segmenter import Segmenter
from antiphon.domain.audio import HEARING_SAMPLES, SPEAKING_RATE, SPEAKING_SAMPLES, Pcm
from unit.audio.hearing import detector, frames, over_a_line

VOICE_DBFS = -18.0
"""The loudest 100 ms of both voices that ship, about: the embedded one -17, the scripted one -15."""


def sound() -> np.ndarray:
    return np.concatenate(not_understood()).astype(float)


def loudest_dbfs(pcm: np.ndarray) -> float:
    window = SPEAKING_RATE // 10
    levels = [np.sqrt((pcm[start : start + window] ** 2).mean()) for start in range(0, len(pcm) - window, 480)]
    return float(20 * np.log10(max(levels) / 32768))


@pytest.mark.requirement("V7-RECOGNITION")
def test_it_is_whole_frames_and_no_longer_than_half_a_second() -> None:
    assert {(frame.dtype.str, frame.shape) for frame in not_understood()} == {("<i2", (SPEAKING_SAMPLES,))}
    assert 0.2 <= len(sound()) / SPEAKING_RATE <= 0.5


def test_it_is_about_half_as_loud_as_a_voice() -> None:
    assert loudest_dbfs(sound()) == pytest.approx(VOICE_DBFS - 6, abs=1.5)


def test_it_has_no_constant_part_and_clicks_at_neither_end() -> None:
    pcm = sound()
    assert abs(pcm.mean()) < 1
    peak = np.abs(pcm).max()
    for end in (pcm[: SPEAKING_RATE // 1000], pcm[-SPEAKING_RATE // 1000 :]):
        assert np.abs(end).max() < peak / 50
    # No step from one sample to the next that a sine of its pitch and level does not have.
    assert np.abs(np.diff(pcm)).max() < 1.2 * peak * 2 * np.pi * 600 / SPEAKING_RATE


def test_it_is_two_notes_the_second_below_the_first() -> None:
    pcm = sound()

    def pitch(start: float, end: float) -> float:
        part = pcm[round(start * SPEAKING_RATE) : round(end * SPEAKING_RATE)]
        spectrum = np.abs(np.fft.rfft(part * np.hanning(len(part)), SPEAKING_RATE))
        return float(spectrum.argmax())

    assert pitch(0.0, 0.1) == pytest.approx(587, abs=15)
    assert pitch(0.22, 0.32) == pytest.approx(440, abs=15)


def test_it_cannot_be_changed_by_who_plays_it() -> None:
    with pytest.raises(ValueError, match="read-only"):
        not_understood()[0][0] = 1


def back_through_a_microphone(db: float) -> tuple[Pcm, Pcm]:
    """What is sent and what comes in, 16 kHz: the earcon after a second, heard 80 ms later and softer."""
    at_hearing_rate = sound().reshape(-1, 3).mean(axis=1)
    sent = np.pad(at_hearing_rate, (16_000, 16_000))
    heard = over_a_line((np.roll(sent, 1280) * 10 ** (db / 20)).astype(np.int16), 0.0, 0.0)
    return sent.astype(np.int16), heard


@pytest.mark.requirement("V7-RECOGNITION")
@pytest.mark.parametrize("db", [-12.0, -20.0, -40.0])
@pytest.mark.parametrize("name", plugins.names("vad"))
def test_it_is_nobodys_speech_when_the_microphone_hears_it(name: str, db: float) -> None:
    """As `session.audio_input` judges it: what is an echo of what was sent counts as silence."""
    sent, heard = back_through_a_microphone(db)
    vad, judge, segmenter = detector(name), EchoJudge(), Segmenter()
    edges = []
    for index, frame in enumerate(frames(heard)):
        out = sent[index * HEARING_SAMPLES : (index + 1) * HEARING_SAMPLES]
        judge.sent(np.repeat(out, 3))
        judge.received(frame.pcm)
        probability = vad.probability(frame.pcm)
        if probability >= segmenter.settings.off and judge.is_echo():
            probability = 0.0
        edges += segmenter.push(probability, frame.at)
    assert edges == []
