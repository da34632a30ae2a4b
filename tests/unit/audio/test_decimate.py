"""From 48 kHz to 16 kHz, frame by frame."""

import numpy as np
import pytest

from antiphon.audio.decimate import Decimator
from antiphon.domain.audio import Pcm


def tone(hertz: float, frames: int = 50) -> list[Pcm]:
    t = np.arange(960 * frames) / 48_000
    return list((10_000 * np.sin(2 * np.pi * hertz * t)).astype(np.int16).reshape(-1, 960))


def heard(frames: list[Pcm]) -> Pcm:
    decimator = Decimator()
    return np.concatenate([decimator.feed(frame) for frame in frames])


def test_every_frame_in_is_a_frame_out() -> None:
    decimator = Decimator()
    for frame in tone(440):
        out = decimator.feed(frame)
        assert (out.dtype, out.shape) == (np.dtype(np.int16), (320,))


@pytest.mark.parametrize("hertz", [100, 1000, 3000, 6000])
def test_what_speech_is_made_of_stays_as_it_is(hertz: float) -> None:
    spectrum = np.abs(np.fft.rfft(heard(tone(hertz))[:16_000] * np.hanning(16_000)))
    assert int(spectrum.argmax()) == pytest.approx(hertz, abs=1)
    assert np.abs(heard(tone(hertz))[1000:-1000]).max() == pytest.approx(10_000, rel=0.1)


@pytest.mark.parametrize("hertz", [9_000, 12_000, 20_000])
def test_what_lies_above_does_not_come_back_as_another_sound(hertz: float) -> None:
    assert np.abs(heard(tone(hertz))[200:].astype(int)).max() < 100


def test_where_frames_meet_cannot_be_heard() -> None:
    out = heard(tone(200)).astype(float)
    steps = np.abs(np.diff(out, 2))
    assert steps[100:].max() < 1.5 * np.median(np.sort(steps)[-100:])


def test_a_new_sound_begins_anew() -> None:
    decimator = Decimator()
    decimator.feed(tone(440)[0])
    decimator.reset()
    assert not decimator.feed(np.zeros(960, np.int16)).any()
    assert decimator.feed(np.full(960, 32767, np.int16)).max() == 32767
