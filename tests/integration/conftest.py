"""One real server for all calls of this folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.calls import write_assistants
from support.server import RunningServer, serve


@pytest.fixture(scope="session")
def assistants(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_assistants(tmp_path_factory.mktemp("assistants"))


@pytest.fixture(scope="session")
def server(assistants: Path) -> Iterator[RunningServer]:
    with serve("--assistants", str(assistants)) as running:
        yield running
