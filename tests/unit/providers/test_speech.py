"""Telling speech from what is none, and where it is."""

import numpy as np
import pytest

from antiphon.domain.audio import HEARING_RATE
from antiphon.providers.speech import find_speech, frame_levels
from support.calls import Clip, clips
from support.wav import read
from support.wordless import WORDLESS, Sound, noise

LEAST_VOICED_MS = 150
"""The shortest clip of the set has 300 ms of voice."""


def parts(clip: Clip) -> Sound:
    return read(clip.path).astype(float) / 32768


@pytest.mark.parametrize("clip", clips(), ids=lambda clip: clip.path.stem)
@pytest.mark.parametrize("gain_db", [0, -15, -30])
def test_recorded_speech_has_voice_however_quiet_it_is(clip: Clip, gain_db: float) -> None:
    speech = find_speech(parts(clip) * 10 ** (gain_db / 20))
    assert speech is not None
    assert speech.voiced_ms >= LEAST_VOICED_MS


@pytest.mark.parametrize("name", WORDLESS)
def test_sounds_without_words_have_no_voice(name: str) -> None:
    speech = find_speech(WORDLESS[name])
    assert speech is None or speech.voiced_ms <= 40


@pytest.mark.parametrize("name", ["digital silence", "white noise at -20 dBFS", "mains hum"])
def test_what_is_steady_does_not_stand_out_of_itself(name: str) -> None:
    assert find_speech(WORDLESS[name]) is None


def test_speech_is_found_where_it_is() -> None:
    clip = parts(next(clip for clip in clips() if clip.path.stem == "ps_cards_001"))
    around = noise(0, -65, len(clip) + 3 * HEARING_RATE)
    around[HEARING_RATE : HEARING_RATE + len(clip)] += clip
    speech = find_speech(around)
    assert speech is not None
    assert HEARING_RATE <= speech.start < HEARING_RATE * 1.3
    assert HEARING_RATE + len(clip) * 0.7 < speech.end <= HEARING_RATE + len(clip) + 320


@pytest.mark.parametrize("gain_db", [0.0, -20.0])
def test_the_level_is_that_of_the_speech_and_not_of_the_silence_around_it(gain_db: float) -> None:
    tone = np.sin(2 * np.pi * 200 * np.arange(HEARING_RATE) / HEARING_RATE) * 10 ** (gain_db / 20)
    speech = find_speech(np.concatenate([np.zeros(4 * HEARING_RATE), tone]))
    assert speech is not None
    assert speech.level == pytest.approx(gain_db - 3.0, abs=0.1)


@pytest.mark.parametrize("length", [0, 1, 319])
def test_less_than_a_frame_holds_nothing(length: int) -> None:
    assert find_speech(np.ones(length)) is None
    assert len(frame_levels(np.ones(length))) == 0
