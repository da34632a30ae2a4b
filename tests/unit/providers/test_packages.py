"""How many processes of a model a machine bears."""

from pathlib import Path

import pytest

from antiphon.providers.packages import workers_that_fit

GIB = 1024**3


@pytest.mark.parametrize(
    ("told", "workers"),
    [
        ("MemTotal: 1 kB\nMemAvailable:    4194304 kB\n", 2),
        ("MemAvailable:    4194303 kB\nSwapTotal: 9 kB\n", 1),
        ("MemAvailable:    0 kB\n", 1),
        ("nothing that is known", 2),
    ],
)
def test_two_where_four_have_room_and_else_one(tmp_path: Path, told: str, workers: int) -> None:
    memory = tmp_path / "meminfo"
    memory.write_text(told)
    assert workers_that_fit(GIB, memory) == workers


def test_a_system_that_does_not_tell_has_enough(tmp_path: Path) -> None:
    assert workers_that_fit(GIB, tmp_path / "nothing") == 2
