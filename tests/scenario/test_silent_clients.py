"""Clients without a microphone, and clients without a data channel (MEDIA-SILENT)."""

from pathlib import Path

import pytest

from antiphon.domain.states import State
from antiphon.transports.memory import MemoryTransport
from support.scene import scene, timeless


@timeless
@pytest.mark.requirement("MEDIA-SILENT")
async def test_without_a_channel_it_is_ready_at_once_and_can_be_spoken_with(tmp_path: Path) -> None:
    async with scene(tmp_path, texts=["hello"], opened=False) as caller:
        caller.line.connect(silent=True)
        await caller.state("idle")
        caller.say(1.0)
        await caller.state("idle", "audio.complete")
        assert caller.of("response.done")[0]["text"] == "Here is your answer, at last."


@timeless
@pytest.mark.requirement("MEDIA-SILENT")
async def test_who_only_listens_counts_as_muted_and_not_as_broken(tmp_path: Path) -> None:
    async with scene(tmp_path, opened=False) as caller:
        caller.line.deaf = True
        caller.line.connect(muted=True)
        caller.initialise()
        caller.send("input.text", {"text": "hello"})
        await caller.state("idle", "audio.complete")
        caller.send("input.text", {"text": "again"})
        await caller.state("idle", "audio.complete", 2)
        await caller.wait(20.0)
        assert caller.of("session.health") == []


@timeless
@pytest.mark.requirement("MEDIA-SILENT")
async def test_a_microphone_that_comes_with_the_next_connection_is_listened_to(tmp_path: Path) -> None:
    async with scene(tmp_path, opened=False, resume_window_s=120.0) as caller:
        caller.line.deaf = True
        caller.line.connect(muted=True, silent=True)
        await caller.state("idle")
        line = MemoryTransport(caller.session.new_call())
        line.connect(silent=True)
        await caller.wait(8.0)
        assert caller.session.state is State.IDLE
        degraded = [m for _, m in line.received if m["type"] == "session.health"]
        assert [m["payload"]["reason"] for m in degraded] == ["vad"]  # it is open, and nothing comes of it
