"""How much louder a soft caller is heard by a detector."""

import pytest

from antiphon.audio.leveller import HISS_DBFS, MOST_DB, SPEECH_DBFS, Leveller


def test_a_soft_caller_in_a_quiet_room_is_heard_louder() -> None:
    leveller = Leveller()
    gains = [leveller.gain_db(-75.0) for _ in range(60)] + [leveller.gain_db(-45.0)]
    assert gains[-1] == MOST_DB


@pytest.mark.parametrize("level", [SPEECH_DBFS, -10.0])
def test_who_is_loud_enough_is_heard_as_he_is(level: float) -> None:
    leveller = Leveller()
    for _ in range(60):
        leveller.gain_db(-75.0)
    assert leveller.gain_db(level) == 0.0


def test_a_hiss_is_not_made_louder_than_a_bound() -> None:
    leveller = Leveller()
    gains = [leveller.gain_db(-60.0) for _ in range(60)]
    assert gains[-1] == pytest.approx(HISS_DBFS + 60.0)
    assert [leveller.gain_db(-40.0) for _ in range(130)][-1] == 0.0


def test_one_lost_window_does_not_make_the_background_look_silent() -> None:
    leveller = Leveller()
    for _ in range(60):
        leveller.gain_db(-50.0)
    leveller.gain_db(-120.0)
    assert leveller.gain_db(-50.0) == 0.0
