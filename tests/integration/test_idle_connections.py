"""Connections that ask nothing take nobody's place, and fill no log (S11)."""

import asyncio
import socket
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from antiphon.testing.caller import Caller
from support.calls import write_typed
from support.server import serve

CONNECTIONS = 300
KEPT = 128
"""As many connections as may be open: half of the descriptors."""
ANSWER = "Hello."
FEW_DESCRIPTORS = ("bash", "-c", 'ulimit -n 256; exec "$@"', "bash")
BEGINNINGS = (
    b"",
    b"GET /healthz HT",
    b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: a hea",
    b"\x16\x03\x01\x02",
)


@pytest.fixture
def assistants(tmp_path: Path) -> Path:
    write_typed(tmp_path, "demo", ANSWER)
    return tmp_path


async def test_300_connections_that_ask_nothing_keep_nobody_out_and_end_no_call(assistants: Path) -> None:
    arguments = ("--assistants", str(assistants))
    with serve(*arguments, cwd=assistants, within=FEW_DESCRIPTORS) as server, ExitStack() as held:
        async with Caller(server.url) as call:
            silent, port = [], int(server.url.rsplit(":", 1)[1])
            for number in range(CONNECTIONS):
                connection = held.enter_context(socket.create_connection(("127.0.0.1", port), 5))
                connection.sendall(BEGINNINGS[number % len(BEGINNINGS)])
                silent.append(connection)
            async with Caller(server.url) as another:
                for one in (call, another):
                    await one.type("hello")
                    assert (await one.reply()).text == ANSWER
            assert open_descriptors(server.process.pid) < 256 - 64
        assert await asyncio.to_thread(still_open, silent) <= KEPT
    lines = [line for line in server.output if "connections" in line or "malformed" in line]
    assert len(lines) <= 4, lines
    assert not any("Traceback" in line or "X-Half" in line for line in server.output)


def open_descriptors(pid: int) -> int:
    return sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())


def still_open(connections: list[socket.socket]) -> int:
    """How many the server has neither closed nor answered, once it has had a second for that."""
    until = time.monotonic() + 1.0
    for connection in connections:
        connection.settimeout(max(0.001, until - time.monotonic()))
        try:
            connection.recv(1)
        except TimeoutError:
            continue
        except ConnectionError:
            pass
        connection.close()
    return sum(connection.fileno() >= 0 for connection in connections)
