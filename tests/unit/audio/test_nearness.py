"""Who is near, and who is far behind the caller."""

import pytest

from antiphon.audio.nearness import FAINT_DBFS, Nearness
from antiphon.domain.audio import FRAME_S


def known(level: float, frames: int = 50) -> Nearness:
    nearness = Nearness()
    for _ in range(frames):
        nearness.learn(level)
    return nearness


@pytest.mark.parametrize(("under_db", "far"), [(40, True), (30, True), (20, False), (0, False)])
@pytest.mark.parametrize("caller", [-15.0, -25.0, -35.0])
def test_the_callers_own_level_decides(caller: float, under_db: float, far: bool) -> None:
    assert known(caller).far(caller - under_db, 10.0) is far


@pytest.mark.parametrize(("level", "far"), [(FAINT_DBFS - 4, True), (-45.0, False)])
def test_as_long_as_nothing_is_known_only_what_is_faint_is_far(level: float, far: bool) -> None:
    assert Nearness().far(level, 0.0) is far
    assert known(-20.0, frames=5).far(level, 0.0) is far


def test_the_soft_sounds_of_a_near_voice_are_near() -> None:
    nearness = known(-20.0)
    assert not nearness.far(-25.0, 1.0)
    assert not nearness.far(-50.0, 1.0 + 2 * FRAME_S)
    assert nearness.far(-60.0, 3.0)


def test_a_caller_who_has_moved_away_is_known_again_after_some_seconds_of_speech() -> None:
    nearness = known(-20.0)
    assert nearness.far(-48.0, 1.0)
    for _ in range(200):
        nearness.learn(-48.0)
    assert not nearness.far(-48.0, 9.0)
