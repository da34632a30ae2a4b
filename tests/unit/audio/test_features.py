import numpy as np
import pytest

from antiphon.audio.features import SILENCE_DBFS, NoiseFloor, rms_dbfs
from antiphon.domain.audio import Pcm


def sine(amplitude: float) -> Pcm:
    samples: Pcm = np.rint(amplitude * np.sin(2 * np.pi * 1000 / 16000 * np.arange(320))).astype(np.int16)
    return samples


def test_level_is_in_db_below_full_scale() -> None:
    assert rms_dbfs(sine(32767)) == pytest.approx(-3.01, abs=0.01)
    assert rms_dbfs(sine(3276.7)) == pytest.approx(-23.01, abs=0.01)


def test_an_offset_is_no_sound() -> None:
    assert rms_dbfs(np.full(320, 12000, np.int16)) == SILENCE_DBFS
    assert rms_dbfs(sine(1000) + np.int16(9000)) == pytest.approx(rms_dbfs(sine(1000)), abs=0.01)


def test_silence_and_nothing_have_the_lowest_level() -> None:
    assert rms_dbfs(np.zeros(320, np.int16)) == SILENCE_DBFS
    assert rms_dbfs(np.empty(0, np.int16)) == SILENCE_DBFS


def test_a_steady_sound_becomes_the_background_within_two_seconds() -> None:
    floor = NoiseFloor()
    for _ in range(100):
        floor.above(-55.0)
    assert floor.above(-30.0) == 25.0
    for _ in range(101):
        over = floor.above(-30.0)
    assert over == 0.0


def test_one_lost_frame_does_not_lower_the_background() -> None:
    floor = NoiseFloor()
    for level in [-40.0] * 50 + [SILENCE_DBFS] + [-40.0] * 50:
        over = floor.above(level)
        assert over <= 0.0


def test_what_is_barely_audible_never_stands_out() -> None:
    floor = NoiseFloor()
    for _ in range(100):
        floor.above(SILENCE_DBFS)
    assert floor.above(-58.0) == 2.0


def test_reset_forgets_the_background() -> None:
    floor = NoiseFloor()
    for _ in range(100):
        floor.above(-55.0)
    floor.reset()
    assert floor.above(-20.0) == 0.0
