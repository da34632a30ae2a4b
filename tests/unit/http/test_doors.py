"""What a connection that asks nothing, or nothing that can be read, gets."""

import asyncio
import socket
from contextlib import suppress
from typing import Any

import pytest
from structlog.testing import capture_logs

from antiphon.http.doors import Doors
from antiphon.http.headers import RESOURCE_POLICY
from support.wait import steps
from unit.http.conftest import Serve

SECRET = "hunter2hunter2"
UNREADABLE = [
    f"GET /?token={SECRET} nonsense\r\n\r\n".encode(),
    f"GE\x00T /?token={SECRET} HTTP/1.1\r\nHost: x\r\n\r\n".encode(),
    f"GET / HTTP/1.1\r\nHo st: {SECRET}\r\n\r\n".encode(),
    f"GET /?token={SECRET}{'x' * 9000} HTTP/1.1\r\nHost: x\r\n\r\n".encode(),
]


@pytest.mark.parametrize("request_", UNREADABLE, ids=["version", "method", "header", "long"])
async def test_what_is_no_http_is_refused_with_every_header_and_nothing_of_it_is_repeated(
    serve: Serve, request_: bytes, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    site = await serve()
    reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
    with capture_logs() as logged:
        writer.write(request_)
        answer = await asyncio.wait_for(reader.read(), 5)
    writer.close()
    head = answer.split(b"\r\n\r\n")[0].decode()
    assert head.split()[1] == "400"
    assert "application/problem+json" in head
    for name in (
        "Content-Security-Policy",
        "X-Content-Type-Options",
        "Referrer-Policy",
        RESOURCE_POLICY,
        "Cache-Control",
    ):
        assert name in head
    told = repr((answer, logged, caplog.text, capfd.readouterr()))
    assert SECRET not in told
    assert "Traceback" not in told
    assert [line["event"] for line in logged].count("malformed request") == 1


async def test_who_does_not_ask_in_time_is_let_go_also_on_a_connection_that_was_kept(serve: Serve) -> None:
    site = await serve(request_s=0.2)
    whole = f"GET /healthz HTTP/1.1\r\nHost: {site.host}\r\n\r\n".encode()
    for beginning in (b"", whole[:20]):
        reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
        writer.write(beginning)
        assert await to_the_end(reader) == b""
        writer.close()
    reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
    writer.write(whole)
    await asyncio.wait_for(reader.readuntil(b"}"), 5)
    writer.write(whole[:20])
    assert await to_the_end(reader) == b""
    writer.close()
    assert (await site.ask("GET", "/healthz")).status == 200


async def test_drops_of_a_header_do_not_buy_time(serve: Serve) -> None:
    """Who drips is let go before somebody who has come after him and is silent."""
    site = await serve(request_s=0.3)
    reader, writer = await asyncio.open_connection("127.0.0.1", site.port)

    async def drip() -> None:
        async for _ in steps(0.05):
            writer.write(b"x")

    writer.write(b"GET / HTTP/1.1\r\nX-Slow: ")
    async for _ in steps(0.05, 3):
        writer.write(b"x")
    silent, silent_writer = await asyncio.open_connection("127.0.0.1", site.port)
    dripping = asyncio.create_task(drip())
    dripped, was_silent = (asyncio.create_task(to_the_end(one)) for one in (reader, silent))
    await asyncio.wait({dripped, was_silent}, return_when=asyncio.FIRST_COMPLETED)
    assert dripped.done()
    dripping.cancel()
    await was_silent
    writer.close()
    silent_writer.close()


async def test_what_is_kept_for_another_request_is_not_late(serve: Serve) -> None:
    site = await serve(request_s=0.2)
    reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
    request_ = f"GET /healthz HTTP/1.1\r\nHost: {site.host}\r\n\r\n".encode()
    for _ in range(2):
        writer.write(request_)
        assert b" 200 " in await asyncio.wait_for(reader.readuntil(b"}"), 5)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(reader.read(1), 0.4)
    writer.close()


async def to_the_end(reader: asyncio.StreamReader) -> bytes:
    """What comes until the server closes; it may do so with a reset."""
    told = b""
    try:
        while piece := await asyncio.wait_for(reader.read(1000), 5):
            told += piece
    except ConnectionResetError:
        pass
    return told


class Visitor:
    """A connection, and the handler that speaks over it."""

    def __init__(self, doors: Doors, address: str) -> None:
        self.connection, self._other = socket.socketpair()
        self.ended = False
        self.address = address
        self.doors = doors
        doors.accepted(self.connection, address)

    @property
    def handler(self) -> Any:
        return self

    @property
    def transport(self) -> "Visitor":
        return self

    def get_extra_info(self, name: str) -> Any:
        return {"socket": self.connection, "peername": (self.address, 1)}[name]

    def opened(self) -> "Visitor":
        self.doors.opened(self.handler, self)  # type: ignore[arg-type]
        return self

    def abort(self) -> None:
        self.ended = True
        self.doors.closed(self.handler)

    def gone(self) -> bool:
        """Whether it was shown out, by its transport or, in the middle of a handshake, by its socket."""
        self.connection.setblocking(False)
        try:
            return self.ended or self.connection.recv(1) == b""
        except BlockingIOError:
            return False


class Wall:
    seconds = 1000.0

    def now(self) -> float:
        return self.seconds

    wall = now


@pytest.fixture
def clock() -> Wall:
    return Wall()


def remote(number: int) -> str:
    return f"198.51.100.{number}"


async def test_of_too_many_the_one_that_has_waited_longest_gives_way(clock: Wall) -> None:
    doors = Doors(clock, waiting=16, request_s=15.0)
    visitors = [Visitor(doors, remote(number)).opened() for number in range(16)]
    doors.began(visitors[0].handler)  # has a request under way, and does not count
    visitors.append(Visitor(doors, remote(99)).opened())
    clock.seconds += 2
    visitors.append(Visitor(doors, remote(100)))
    assert [number for number, visitor in enumerate(visitors) if visitor.gone()] == [1]
    assert doors.waiting == 16
    doors.ended(visitors[0].handler)
    assert [number for number, visitor in enumerate(visitors) if visitor.gone()] == [1, 2]


async def test_those_who_come_at_once_have_time_to_ask(clock: Wall) -> None:
    doors = Doors(clock, waiting=16, request_s=15.0)
    visitors = [Visitor(doors, remote(number)).opened() for number in range(40)]
    assert sum(visitor.gone() for visitor in visitors) == 40 - 32, "twice as many as are kept, for a second"
    clock.seconds += 1
    late = Visitor(doors, remote(200)).opened()
    assert not late.gone()


@pytest.mark.parametrize("opened", [True, False], ids=["open", "in a handshake"])
@pytest.mark.parametrize(
    ("address", "kept"), [(remote(1), 4), ("2001:db8::1", 4), ("192.0.2.7", 12), ("127.0.0.1", 12), ("::1", 12)]
)
async def test_one_address_has_a_quarter_and_a_proxy_and_this_machine_have_what_there_is(
    clock: Wall, address: str, kept: int, opened: bool
) -> None:
    doors = Doors(clock, ["192.0.2.0/24"], waiting=16, request_s=15.0)
    visitors = []
    for _ in range(12):
        visitors.append(Visitor(doors, address))
        clock.seconds += 2
        if opened:
            visitors[-1].opened()
    assert [visitor.gone() for visitor in visitors] == [True] * (12 - kept) + [False] * kept


async def test_a_full_house_asks_whoever_does_not_ask_anything_to_leave(clock: Wall) -> None:
    doors = Doors(clock, waiting=16, request_s=15.0)
    young, busy = Visitor(doors, remote(1)).opened(), Visitor(doors, remote(2)).opened()
    doors.began(busy.handler)
    assert doors.make_room()
    assert (young.gone(), busy.gone()) == (True, False)
    assert not doors.make_room()


async def test_whoever_has_not_said_all_of_it_gives_way_as_who_says_nothing(clock: Wall) -> None:
    doors = Doors(clock, waiting=16, request_s=15.0)
    half, whole = Visitor(doors, remote(1)).opened(), Visitor(doors, remote(2)).opened()
    for visitor in (half, whole):
        doors.began(visitor.handler)
        doors.waits(visitor.handler)
    doors.began(whole.handler)  # its body has come
    assert doors.waiting == 1
    assert doors.make_room()
    assert (half.gone(), whole.gone()) == (True, False)
    assert not doors.make_room()
    doors.waits(half.handler)  # it has gone meanwhile
    assert doors.waiting == 0


HALVES = {
    "bodies": "POST /v1/sessions HTTP/1.1\r\nHost: {0}\r\nContent-Type: application/json\r\n"
    "Content-Length: 9\r\n\r\n{{",
    "chunks": "POST /v1/sessions HTTP/1.1\r\nHost: {0}\r\nContent-Type: application/json\r\n"
    "Transfer-Encoding: chunked\r\n\r\n5\r\n{{",
    "websockets": "GET /ws HTTP/1.1\r\nHost: {0}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
}


@pytest.mark.parametrize("kind", HALVES)
async def test_half_bodies_and_websockets_without_a_session_are_bounded_as_idle_connections_are(
    serve: Serve, kind: str
) -> None:
    site = await serve(waiting_connections=16)
    readers = []
    for _ in range(3 * 16):
        reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
        writer.write(HALVES[kind].format(site.host).encode())
        readers.append((reader, writer))
    ends = [asyncio.create_task(reader.read()) for reader, _ in readers]
    async with asyncio.timeout(10):
        for ended in asyncio.as_completed(ends):
            with suppress(ConnectionError):
                await ended
            if sum(end.done() for end in ends) == 16:  # twice the bound may be so for their first second
                break
    assert (await site.create()).status == 201
    for _, writer in readers:
        writer.close()
    for end in ends:
        end.cancel()


@pytest.mark.parametrize("end", ["0\r\nX: {long}\r\n\r\n", "zz\r\n", "0\r\nno trailer\r\n\r\n"])
async def test_a_body_whose_end_cannot_be_read_is_refused_at_once(
    serve: Serve, end: str, caplog: pytest.LogCaptureFixture
) -> None:
    site = await serve()
    reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
    head = f"POST /v1/sessions HTTP/1.1\r\nHost: {site.host}\r\nContent-Type: application/json\r\n"
    body = "2\r\n{}\r\n" + end.replace("{long}", SECRET * 1_500)
    writer.write(f"{head}Transfer-Encoding: chunked\r\n\r\n{body}".encode())
    answer = await to_the_end(reader)
    writer.close()
    assert answer.split(b" ")[1] == b"400"
    assert SECRET.encode() not in answer
    assert site.services.opened == []
    assert "Traceback" not in caplog.text
