"""Connections that ask nothing take nobody's place, and fill no log (S11)."""

import json
import socket
import time
import urllib.request
from contextlib import ExitStack
from pathlib import Path

from antiphon.cli.bench_server import write_assistants
from antiphon.http.doors import WAITING_OF_ADDRESS
from support.server import serve

CONNECTIONS = 300
FEW_DESCRIPTORS = ("bash", "-c", 'ulimit -n 256; exec "$@"', "bash")
BEGINNINGS = (
    b"",
    b"GET /healthz HT",
    b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: a hea",
    b"\x16\x03\x01\x02",
)


def asked(url: str, body: object = None) -> int:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=5) as answer:
        return int(answer.status)


def test_300_connections_that_ask_nothing_keep_nobody_out(tmp_path: Path) -> None:
    write_assistants(tmp_path, ["talk"])
    arguments = ("--assistants", str(tmp_path))
    with serve(*arguments, cwd=tmp_path, within=FEW_DESCRIPTORS) as server, ExitStack() as held:
        port = int(server.url.rsplit(":", 1)[1])
        silent = []
        for number in range(CONNECTIONS):
            connection = held.enter_context(socket.create_connection(("127.0.0.1", port), 5))
            connection.sendall(BEGINNINGS[number % len(BEGINNINGS)])
            silent.append(connection)
        for _ in range(5):
            assert asked(f"{server.url}/healthz") == 200
            assert asked(f"{server.url}/v1/sessions", {"assistant_id": "talk"}) == 201
        assert open_descriptors(server.process.pid) < 256 - 64
        assert still_open(silent) <= WAITING_OF_ADDRESS
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
