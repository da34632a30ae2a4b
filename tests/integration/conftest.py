"""One real server for all calls of this folder, and one voice for those who speak to it."""

import asyncio
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from antiphon.domain.audio import Pcm
from support import barge_in
from support.calls import write_assistants
from support.guest import SAID
from support.server import RunningServer, serve
from support.spoken import synthesise


@pytest.fixture(scope="session")
def assistants(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Those of `support.calls`, and the two that tell of lighthouses."""
    return barge_in.write_assistants(write_assistants(tmp_path_factory.mktemp("assistants")))


@pytest.fixture(scope="session")
def server(assistants: Path) -> Iterator[RunningServer]:
    with serve("--assistants", str(assistants)) as running:
        yield running


@pytest.fixture(scope="session")
def voice() -> Mapping[str, Pcm]:
    return asyncio.run(synthesise(SAID))
