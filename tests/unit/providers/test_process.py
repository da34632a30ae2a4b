"""A process that asyncio has started, and how it is killed."""

import asyncio
import signal
import subprocess
import sys

import pytest

from antiphon.providers.process import Child


async def test_killing_it_takes_its_end_from_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python's own `kill` reaps a process that has just ended, and whoever waits for it complains on standard error."""
    child = Child(await asyncio.create_subprocess_exec(sys.executable, "-c", "input()", stdin=subprocess.PIPE))
    monkeypatch.setattr(subprocess.Popen, "poll", lambda _: pytest.fail("it was looked whether it has ended"))
    assert child.returncode is None
    child.kill()
    monkeypatch.undo()
    async with asyncio.timeout(10):
        assert await child.wait() == child.returncode == -signal.SIGKILL
