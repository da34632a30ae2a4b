from collections.abc import Iterator

import pytest

from support.server import RunningServer, serve


@pytest.fixture(scope="package")
def server() -> Iterator[RunningServer]:
    """The real server with the embedded stack and the demo assistant."""
    with serve() as running:
        yield running
