"""A brain that takes no cancellation, against its protocol: its server ends all the same."""

import asyncio
import os
from pathlib import Path

import pytest

from antiphon.testing.caller import Caller
from support.calls import write_typed
from support.server import ENVIRONMENT, serve

STUBBORN = """
import asyncio

class Stubborn:
    async def start(self): ...
    async def close(self): ...
    def for_session(self): return self
    async def reply(self, request):
        while True:
            try:
                await asyncio.sleep(3600)
            except asyncio.CancelledError:
                pass
        yield

def create(options, base):
    return Stubborn()
"""


def install(folder: Path) -> None:
    """A package from outside, as `pip` leaves it, whose brain is called `stubborn`."""
    (folder / "stubborn.py").write_text(STUBBORN, "utf-8")
    about = folder / "stubborn-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: stubborn\nVersion: 1\n", "utf-8")
    (about / "entry_points.txt").write_text("[antiphon.brain]\nstubborn = stubborn\n", "utf-8")


async def test_a_server_ends_whose_brain_takes_no_cancellation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path)
    monkeypatch.setitem(ENVIRONMENT, "PYTHONPATH", os.pathsep.join([ENVIRONMENT["PYTHONPATH"], str(tmp_path)]))
    write_typed(tmp_path, "demo", "An answer.")
    assistant = tmp_path / "demo.toml"
    told = assistant.read_text("utf-8")
    brain = told[told.index("[brain]") : told.index("[", told.index("[brain]") + 1)]
    assistant.write_text(told.replace(brain, '[brain]\nprovider = "stubborn"\n'), "utf-8")
    with serve("--assistants", str(tmp_path), cwd=tmp_path) as server:
        async with Caller(server.url) as call:
            await call.type("hello")
            await call.wait_until(lambda: call.state == "ai_thinking", 20)
            server.process.terminate()
            assert await asyncio.to_thread(server.process.wait, 15) == 0
            await call.wait_until(lambda: any(event.type == "session.closed" for event in call.events), 5)
    assert any("ended beside work" in line for line in server.output)
    assert not any("Traceback" in line for line in server.output)
