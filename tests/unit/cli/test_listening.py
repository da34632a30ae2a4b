"""What the server listens on: whoever asks nothing makes room for whoever comes, in the middle of a handshake too.

And what the errors of its loop become.
"""

import asyncio
import resource
import socket
import ssl
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from aioice import stun
from structlog.testing import capture_logs

from antiphon.cli.listening import AT_ONCE, LoopErrors, accept_connections, room_for_connections
from antiphon.http import body
from antiphon.http.doors import Doors
from antiphon.http.runner import GuardedRunner
from antiphon.lan.certificates import Certificates
from antiphon.session.clock import LoopClock

MOST = 16
REQUEST = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"


async def hello(request: web.Request) -> web.Response:
    return web.Response(text="hello")


async def slow(request: web.Request) -> web.Response:
    """Says at once that it has begun."""
    response = web.StreamResponse()
    await response.prepare(request)
    await asyncio.sleep(60)
    return web.Response()


async def read(request: web.Request) -> web.Response:
    return web.Response(text=await body.read_text(request, "text/plain"))


@asynccontextmanager
async def taking(context: ssl.SSLContext | None = None, request_s: float = 30.0) -> AsyncIterator[int]:
    async with behind_doors(context, request_s) as (_, port):
        yield port


@asynccontextmanager
async def behind_doors(
    context: ssl.SSLContext | None = None, request_s: float = 30.0, most: int = MOST
) -> AsyncIterator[tuple[Doors, int]]:
    app = web.Application()
    app.add_routes([web.get("/", hello), web.get("/slow", slow), web.post("/", read)])
    clock = LoopClock()
    runner = GuardedRunner(app, Doors(clock, waiting=most, request_s=request_s), shutdown_timeout=0.1)
    await runner.setup()
    try:
        listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        (listening,) = await accept_connections(runner, [listener], most, clock, context)
        yield runner.doors, listening.getsockname()[1]
    finally:
        await runner.cleanup()


async def asked(port: int, context: ssl.SSLContext | None, request: bytes = REQUEST) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=context)
    writer.write(request)
    told = await reader.read()
    writer.close()
    return told


def crowd(port: int, beginnings: Sequence[bytes], count: int = 4 * MOST) -> list[socket.socket]:
    found = []
    for number in range(count):
        found.append(socket.create_connection(("127.0.0.1", port), 5))
        found[-1].setblocking(False)
        found[-1].sendall(beginnings[number % len(beginnings)])
    return found


@pytest.mark.parametrize("with_tls", [False, True], ids=["plain", "tls"])
async def test_who_asks_is_answered_however_many_others_are_there(tmp_path: Path, with_tls: bool) -> None:
    ours = theirs = None
    if with_tls:
        ours = Certificates(tmp_path / "certs").context
        theirs = ssl.create_default_context()
        theirs.check_hostname, theirs.verify_mode = False, ssl.CERT_NONE
    async with taking(ours) as port:
        silent = crowd(port, [b"", b"GET / HT", b"\x16\x03\x01\x02"])
        for _ in range(3):
            async with asyncio.timeout(5):
                assert b"hello" in await asked(port, theirs)
        for one in silent:
            one.close()


async def test_who_asks_is_answered_however_many_others_have_asked_half_of_something() -> None:
    head = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n"
    whole = head + b"Connection: close\r\nContent-Length: 5\r\n\r\nhello"
    async with taking() as port:
        halves = [head + b"Content-Length: 9\r\n\r\nhe", head + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhe"]
        halves.append(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")  # answered, and kept
        silent = crowd(port, halves)
        for _ in range(5):
            async with asyncio.timeout(5):
                assert b"hello" in await asked(port, None)
                assert b"hello" in await asked(port, None, whole)
        for one in silent:
            one.close()


async def test_where_everybody_asks_something_the_next_one_is_closed_and_the_line_is_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    async with taking() as port:
        busy = []
        async with asyncio.timeout(5):
            for _ in range(MOST):
                busy += crowd(port, [b"GET /slow HTTP/1.1\r\nHost: x\r\n\r\n"], 1)
                assert await asyncio.get_running_loop().sock_recv(busy[-1], 8) == b"HTTP/1.1"
            for _ in range(3):
                assert await refused(port) == b""
        for one in busy:
            one.close()
        async with asyncio.timeout(5):
            while b"hello" not in await refused(port):
                pass
    told = [line for line in capsys.readouterr().out.splitlines() if "connections refused" in line]
    assert len(told) == 2, "the first at once, and the others when the listener is closed"
    assert "count=1 " in told[0]
    assert "count=1 " not in told[1]


async def refused(port: int) -> bytes:
    try:
        return await asked(port, None)
    except ConnectionError:
        return b""


async def test_a_crowd_that_comes_at_once_is_taken_in_by_a_few_and_nobody_has_to_try_again() -> None:
    async with behind_doors(most=1000) as (doors, port):
        # Nothing is accepted meanwhile: who finds no place in the system's queue gets no answer for a second.
        crowded = [socket.create_connection(("127.0.0.1", port), 0.5) for _ in range(12 * AT_ONCE)]
        before, turns = 0, 0
        async with asyncio.timeout(5):
            while before < len(crowded):
                await asyncio.sleep(0)
                assert doors.waiting - before <= AT_ONCE
                before, turns = doors.waiting, turns + 1
        assert turns >= 12
        for one in crowded:
            one.close()


async def test_a_handshake_has_no_longer_than_a_request(tmp_path: Path) -> None:
    async with taking(Certificates(tmp_path / "certs").context, request_s=0.3) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"\x16\x03\x01\x02")
        async with asyncio.timeout(5):
            try:
                assert await reader.read() == b""
            except ConnectionResetError:
                pass
        writer.close()


def test_half_of_the_descriptors_are_left_for_the_calls() -> None:
    room = room_for_connections()
    assert 1 <= room <= resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 2


def raised(work: Callable[[], Any]) -> BaseException:
    with pytest.raises(Exception) as caught:  # noqa: PT011 - any will do
        work()
    return caught.value


async def told(error: BaseException | None, message: str = "Task exception was never retrieved") -> tuple[int, int]:
    """How many lines of two such errors were logged as failures of this server, and how many at all."""
    loop = asyncio.get_running_loop()
    handler = LoopErrors(LoopClock())
    with capture_logs() as logged:
        handler(loop, {"message": message, "exception": error})
        handler(loop, {"message": message, "exception": error})
    assert "zebra42" not in "".join(str(entry.get("problem")) for entry in logged)
    return sum(entry["event"] == "loop failed" for entry in logged), len(logged)


async def test_how_many_malformed_requests_there_were_is_told_when_the_server_ends() -> None:
    with capture_logs() as logged:
        async with taking() as port:
            for _ in range(5):
                assert (await asked(port, None, b"no request\r\n\r\n")).startswith(b"HTTP/1.0 400")
            assert [line["count"] for line in logged] == [1]
    assert [(line["event"], line["count"]) for line in logged] == [("malformed request", 1), ("malformed request", 4)]


async def test_how_many_peers_have_gone_is_told_at_the_end() -> None:
    handler = LoopErrors(LoopClock())
    with capture_logs() as logged:
        for _ in range(3):
            handler(asyncio.get_running_loop(), {"message": "x", "exception": ConnectionResetError("gone")})
        handler.close()
    assert [line["count"] for line in logged] == [1, 2]


async def test_that_a_peer_has_gone_is_one_line_a_minute_and_no_traceback() -> None:
    assert await told(ConnectionResetError("gone")) == (0, 1)


async def test_what_fails_in_the_ice_library_is_no_traceback_of_ours() -> None:
    error = raised(lambda: stun.parse_message(b"no stun at all"))
    assert error.__traceback__ is not None
    assert await told(error) == (0, 1)


def through(*modules: str) -> BaseException:
    """An error that the last of these modules raises, called by the one before it."""
    work: Callable[[], Any] = {}.popitem
    for module in reversed(modules):
        frame = {"__name__": module, "work": work}
        exec("def call(): work()", frame)
        work = frame["call"]  # type: ignore[assignment]
    return raised(work)


@pytest.mark.parametrize(
    ("modules", "theirs"),
    [
        (["aiortc.rtcsctptransport", "aiortc.rtcdtlstransport", "OpenSSL.SSL"], True),
        (["aioice.ice", "asyncio.selector_events"], True),
        (["antiphon.transports.webrtc.peer", "aiortc.rtcpeerconnection"], True),
        (["aiortc.rtcdtlstransport", "antiphon.transports.webrtc.hardening", "numpy.core"], False),
        (["antiphon.session", "OpenSSL.SSL"], False),
        (["OpenSSL.SSL"], False),
    ],
)
async def test_what_they_call_fails_on_their_behalf_and_what_they_call_of_ours_on_ours(
    modules: list[str], theirs: bool
) -> None:
    assert await told(through(*modules)) == ((0, 1) if theirs else (2, 2))


async def test_a_bug_of_ours_is_told_each_time_as_ever() -> None:
    nothing: dict[str, str] = {}
    assert await told(raised(lambda: nothing["missing"])) == (2, 2)
    assert await told(None, "something else, zebra42") == (2, 2)
    assert await told(None, "Exception in callback say('zebra42')") == (2, 2)
