"""What a connection that asks nothing, or nothing that can be read, gets."""

import asyncio

import pytest
from structlog.testing import capture_logs

from antiphon.http import doors
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
    for name in ("Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy"):
        assert name in head
    told = repr((answer, logged, caplog.text, capfd.readouterr()))
    assert SECRET not in told
    assert "Traceback" not in told
    assert [line["event"] for line in logged].count("malformed request") == 1


async def test_who_does_not_ask_in_time_is_let_go(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "REQUEST_S", 0.2)
    site = await serve()
    for beginning in (b"", b"GET /healthz HTTP/1.1\r\nHost: x"):
        reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
        writer.write(beginning)
        try:
            assert await asyncio.wait_for(reader.read(), 5) == b""
        except ConnectionResetError:
            pass  # it was let go with a reset
        writer.close()
    assert (await site.ask("GET", "/healthz")).status == 200


async def test_the_one_that_has_waited_longest_gives_way(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors, "WAITING_OF_ADDRESS", 2)
    site = await serve()
    first, _ = await asyncio.open_connection("127.0.0.1", site.port)
    others = [await asyncio.open_connection("127.0.0.1", site.port) for _ in range(2)]
    try:
        assert await asyncio.wait_for(first.read(), 5) == b""
    except ConnectionResetError:
        pass
    reader, writer = others[-1]
    writer.write(f"GET /healthz HTTP/1.1\r\nHost: {site.host}\r\nConnection: close\r\n\r\n".encode())
    assert b" 200 " in await asyncio.wait_for(reader.read(), 5)
