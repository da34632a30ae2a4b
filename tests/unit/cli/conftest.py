"""Commands that run in the tests' own process."""

from collections.abc import Iterator

import pytest
import structlog


@pytest.fixture(autouse=True)
def _logs() -> Iterator[None]:
    """A command configures the logs, into the capture of its test, which is gone with it."""
    yield
    structlog.reset_defaults()
