from pathlib import Path

import pytest

from antiphon import resources
from antiphon.domain.errors import AntiphonError, ErrorCode

ROOT = Path(__file__).parents[3]


def test_a_checkout_serves_its_own_files() -> None:
    assert resources.client_web() == ROOT / "client_web"
    assert resources.assistants() == ROOT / "assistants"


def test_an_incomplete_installation_is_told_with_the_places_searched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources, "PACKAGED", tmp_path / "package")
    monkeypatch.setattr(resources, "CHECKOUT", tmp_path / "checkout")
    with pytest.raises(AntiphonError, match="client_web") as caught:
        resources.client_web()
    assert caught.value.code is ErrorCode.CONFIG_INVALID
    assert str(tmp_path / "package") in caught.value.message
    assert str(tmp_path / "checkout") in caught.value.message
