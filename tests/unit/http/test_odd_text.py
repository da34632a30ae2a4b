"""What is no text, in every place of a request that is looked at."""

import asyncio

import pytest
from structlog.testing import capture_logs

from unit.http.conftest import Serve

HALVES = [b"\xff", b"\xed\xa0\x80", b"\xc3\xa9"]
"""In a header: no UTF-8 at all, half of a surrogate pair, and a letter."""
UPGRADE = [
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13",
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
]
JSON_BODY = b"Content-Type: application/json"


def odd_requests(half: bytes) -> list[tuple[bytes, list[bytes], bytes]]:
    """Requests with what is no text in each place that is looked at: request line, headers, body."""
    named = [
        *(b"Origin", b"Authorization: Bearer", b"Idempotency-Key", b"Content-Encoding", b"Expect", b"If-Match"),
        *(b"X-Forwarded-For", b"X-Forwarded-Prefix", b"Access-Control-Request-Method", b"If-None-Match", b"Range"),
        *(b"Sec-WebSocket-Protocol", b"If-Modified-Since", b"Accept-Encoding", b"Cookie"),
    ]
    headers = [name + (b" " if b":" in name else b": ") + half for name in named]
    found: list[tuple[bytes, list[bytes], bytes]] = []
    for header in headers:
        found += [(b"POST /v1/sessions", [header, JSON_BODY], b"{}"), (b"GET /client/antiphon.js", [header], b"")]
        found += [(b"GET /ws", [header, *UPGRADE], b""), (b"DELETE /v1/sessions/x", [header], b"")]
    for place in (half, b"%ed%a0%80", b"%ff"):
        found += [
            (b"GET /" + place, [], b""),
            (b"GET /client/" + place, [], b""),
            (b"GET /v1/assistants/" + place, [], b""),
            (b"POST /v1/sessions/" + place + b"/announce", [JSON_BODY], b'{"text": "x"}'),
            (b"POST /v1/sessions?assistant_id=" + place, [b"Content-Type: application/sdp"], b"v=0"),
        ]
    for name in (b"assistant_id", b"user_id", b"locale", b"x"):
        for inner in (half, b"\\ud800", b"\\udfff\\ud800"):
            found.append((b"POST /v1/sessions", [JSON_BODY], b'{"' + name + b'": "' + inner + b'"}'))
            found.append((b"POST /v1/sessions", [JSON_BODY], b'{"metadata": {"' + inner + b'": "' + name + b'"}}'))
    found.append((b"POST /v1/sessions", [b"Content-Type: application/json; charset=" + half], b"{}"))
    found.append((b"POST /v1/sessions", [b"Content-Type: application/sdp"], half))
    return found


@pytest.mark.parametrize("half", HALVES)
@pytest.mark.parametrize("secret", [None, "s" * 40])
async def test_what_is_no_text_is_refused_wherever_it_stands_and_is_no_fault_of_ours(
    serve: Serve, half: bytes, secret: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    site = await serve(secret=secret, allowed_origins=["https://shop.example"])
    site.services.max_sessions = 1_000
    with capture_logs() as logs:
        for line, headers, body in odd_requests(half):
            reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
            length = b"Content-Length: %d" % len(body)
            head = [line + b" HTTP/1.1", b"Host: " + site.host.encode(), b"Connection: close", *headers, length]
            if any(one.startswith(b"Upgrade") for one in headers):
                head.remove(b"Connection: close")
            writer.write(b"\r\n".join(head) + b"\r\n\r\n" + body)
            answer = await asyncio.wait_for(reader.read(65_536), 5)
            assert 100 <= int(answer.split(b" ")[1]) < 500, (line, headers, answer)
            writer.close()
    assert [log for log in logs if log["log_level"] == "error"] == []
    assert "Traceback" not in caplog.text
