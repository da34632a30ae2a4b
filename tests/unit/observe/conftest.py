"""Logging is configured for the process: each test gives it back."""

from collections.abc import Iterator

import pytest
import structlog


@pytest.fixture(autouse=True)
def _own_logging() -> Iterator[None]:
    yield
    structlog.reset_defaults()
