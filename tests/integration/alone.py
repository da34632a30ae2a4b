"""Run in a network namespace of its own: brings `lo` up, starts the server, makes a call."""

import asyncio
import fcntl
import socket
import struct
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "server"), str(ROOT / "tests")]

from antiphon.testing.caller import Caller  # noqa: E402
from support.server import serve  # noqa: E402

SIOCSIFFLAGS = 0x8914
IFF_UP = 1


def bring_up_loopback() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        fcntl.ioctl(sock, SIOCSIFFLAGS, struct.pack("16sh", b"lo", IFF_UP))


async def talk(url: str) -> None:
    async with Caller(url, assistant="mute") as call:
        reply = await call.reply(await call.type("hello"))
        assert reply.heard_after_ms is not None
        print("reply:", reply.text)


bring_up_loopback()
with serve("--assistants", sys.argv[1]) as running:
    asyncio.run(talk(running.url))
