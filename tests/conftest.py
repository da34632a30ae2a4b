"""What holds for every test."""

import gc
import threading
from collections.abc import Iterator

import pytest
from hypothesis import settings

from support.held import pytest_addoption, pytest_configure

__all__ = ["pytest_addoption", "pytest_configure"]

# On a busy machine one slow example says nothing; what must be fast is measured in CPU time by tests of its own.
# The examples are the same in every run, so that a commit which passed once passes again; `--hypothesis-profile=search`
# looks for new ones.
settings.register_profile("antiphon", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None, max_examples=3000, print_blob=True)
settings.load_profile("antiphon")


def pytest_collection_finish() -> None:
    """The garbage collector passes over the thousands of tests that were found: none goes away before the end."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _no_thread_outlives_the_tests() -> Iterator[None]:
    """A thread that is no daemon keeps the process from ending: better a failure that names it than a CI that hangs."""
    yield
    alive = [thread for thread in threading.enumerate() if thread is not threading.main_thread() and not thread.daemon]
    for thread in alive:
        thread.join(5)
    left = [thread.name for thread in alive if thread.is_alive()]
    assert not left, f"Threads were left running: {left}"
