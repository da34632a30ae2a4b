import pytest

from unit.audio.hearing import clips


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "clip" in metafunc.fixturenames:
        metafunc.parametrize("clip", clips(), ids=lambda clip: clip.file.removesuffix(".wav"))
