"""A pytest plug-in: the fixture `virtual_caller`, with which an assistant is tested as somebody who calls it.

pytest loads it where Antiphon is installed; nothing else of Antiphon is imported before a test asks for the fixture.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from antiphon.testing.virtual_caller import VirtualCaller


@pytest.fixture
def virtual_caller() -> Iterator[Callable[..., "VirtualCaller"]]:
    """Open calls in virtual time: `call = virtual_caller("assistants/shop.toml", actions={...})`. All are hung up at
    the end of the test."""
    from antiphon.testing.virtual_caller import VirtualCaller

    with ExitStack() as calls:
        yield lambda *args, **named: calls.enter_context(VirtualCaller(*args, **named))
