"""What each callback of the loop takes, in processor time."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

_run: Callable[[asyncio.Handle], None] = asyncio.Handle._run  # noqa: SLF001 - every callback goes through it

Taken = list[tuple[float, str]]
"""Seconds of processor time of each callback, and its name."""


@contextmanager
def watched(name: Callable[[asyncio.Handle], str | None]) -> Iterator[Taken]:
    """The callbacks that run meanwhile, by their names; what has none is left out."""
    taken: Taken = []

    def run(handle: asyncio.Handle) -> None:
        what = name(handle)
        began = time.thread_time()
        _run(handle)
        if what is not None:
            taken.append((time.thread_time() - began, what))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asyncio.Handle, "_run", run)
        yield taken


def callback_of(handle: asyncio.Handle) -> object:
    """What a handle calls."""
    return handle._callback  # type: ignore[attr-defined]
