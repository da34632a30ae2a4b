"""`antiphon wyoming` in a test's own process, with a recogniser and a voice that follow a script."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from antiphon.cli._wyoming.server import WyomingServer
from antiphon.cli._wyoming.speech import Speech

ASSISTANT = """\
[stt]
provider = "scripted"
texts = ["so be it", "and so on"]
{stt}
[tts]
provider = "scripted"
rate = 22050
{tts}
"""


def assistants(folder: Path, stt: str = "", tts: str = "") -> Path:
    (folder / "home.toml").write_text(ASSISTANT.format(stt=stt, tts=tts), "utf-8")
    return folder


@asynccontextmanager
async def serving(speech: Speech) -> AsyncIterator[int]:
    """A server of this process, and its port."""
    door, stop = socket.create_server(("127.0.0.1", 0)), asyncio.Event()
    running = asyncio.create_task(WyomingServer(speech).serve(door, stop))
    try:
        yield door.getsockname()[1]
    finally:
        stop.set()
        await running
        door.close()
