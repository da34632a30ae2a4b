"""Host, Origin, content type, size: who is let through, and what the others are told."""

import asyncio
import gzip
import json
import re
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from structlog.testing import capture_logs

from antiphon.http.guards import BODY_BYTES, LOGGED_EVERY_S, LOGGED_ORIGINS
from antiphon.http.runner import LINGER_S
from antiphon.http.server import SHUTDOWN_S
from antiphon.observe.logs import ALLOWED
from antiphon.session.clock import LoopClock
from support.services import EchoServices, serving
from support.wait import sooner_than
from unit.http.conftest import Serve, Site

JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "LOCALHOST"])
async def test_our_own_names_with_our_port_are_answered_to(site: Site, name: str) -> None:
    assert (await site.ask("GET", "/healthz", headers={"Host": f"{name}:{site.port}"})).status == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:{port}",
        "localhost.evil.example:{port}",
        "127.0.0.1.evil.example:{port}",
        "localhost:1",
        "localhost",
        "192.0.2.1:{port}",
        "[::1",
        "localhost:{port}:1",
        "user@localhost:{port}",
        "",
    ],
)
@pytest.mark.parametrize("path", ["/", "/healthz", "/v1/assistants", "/nowhere"])
async def test_another_host_is_refused_on_every_address(site: Site, host: str, path: str) -> None:
    answer = await site.ask("GET", path, headers={"Host": host.format(port=site.port)})
    assert (answer.status, answer.code) == (403, "auth.host")


async def test_a_request_without_a_host_is_refused(site: Site) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
    writer.write(b"GET /healthz HTTP/1.0\r\n\r\n")
    answer = await reader.read()
    writer.close()
    assert answer.split(b" ")[1] == b"403"


async def test_allowed_hosts_are_answered_to_with_any_port_or_with_the_one_that_is_named(serve: Serve) -> None:
    site = await serve(allowed_hosts=["voice.example", "Other.example:443"])
    for host, status in {
        "voice.example": 200,
        "Voice.Example:8443": 200,
        "other.example:443": 200,
        "other.example": 403,
        "x.voice.example": 403,
        "voice.example.evil": 403,
    }.items():
        assert (await site.ask("GET", "/healthz", headers={"Host": host})).status == status, host


async def test_a_page_of_ours_may_call(site: Site) -> None:
    for name in (f"localhost:{site.port}", site.host):
        headers = {"Host": name, "Origin": f"http://{name}"}
        assert (await site.create(headers=headers)).status == 201


@pytest.mark.parametrize(
    "origin",
    [
        "null",
        "http://evil.example",
        "http://127.0.0.1:1",
        "http://127.0.0.1",
        "http://127.0.0.1:{port}.evil.example",
        "http://evil.example#127.0.0.1:{port}",
        "http://user@127.0.0.1:{port}",
        "http://127.0.0.1:{port}/",
        "file://127.0.0.1:{port}",
        "http://localhost:{port}",
        "",
    ],
)
@pytest.mark.parametrize("method", ["POST", "DELETE", "PATCH", "OPTIONS"])
async def test_pages_of_other_origins_are_refused(site: Site, method: str, origin: str) -> None:
    answer = await site.ask(method, "/v1/sessions", headers={"Origin": origin.format(port=site.port)})
    assert (answer.status, answer.code) == (403, "auth.origin")
    assert "Access-Control-Allow-Origin" not in answer.headers
    assert site.services.opened == []


async def test_an_origin_that_is_none_is_refused_like_any_other(site: Site) -> None:
    for origin in ("http://[", "http://[::1", "//"):
        answer = await site.ask("POST", "/v1/sessions", headers={"Origin": origin})
        assert (answer.status, answer.code) == (403, "auth.origin")


class HandClock(LoopClock):
    """Stands still until a test moves it."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def now(self) -> float:
        return self.seconds


async def pages(site: Site, *origins: str, method: str = "POST", path: str = "/v1/sessions") -> list[Any]:
    """What is logged while pages of these origins ask."""
    with capture_logs() as logs:
        for origin in origins:
            await site.ask(method, path, headers={"Origin": origin})
    return logs


async def test_a_page_whose_origin_is_missing_from_the_settings_is_logged_once_a_minute(
    serve: Serve, web_root: Path
) -> None:
    clock = HandClock()
    services = EchoServices(web_root, clock=clock)
    site = await serve(services, allowed_origins=["http://127.0.0.1:9000"])
    # The browser keeps the module from such a page, though it was answered.
    first, other = await pages(
        site, *["http://localhost:9000"] * 3, "https://shop.example", method="GET", path="/client/antiphon.js"
    )
    assert (first["log_level"], first["origin"]) == ("warning", "http://localhost:9000")
    assert "allowed_origins" in first["problem"]
    assert set(first) - {"log_level"} <= ALLOWED
    assert other["origin"] == "https://shop.example"
    clock.seconds = LOGGED_EVERY_S - 1
    assert await pages(site, "http://localhost:9000") == []
    clock.seconds = LOGGED_EVERY_S
    assert len(await pages(site, "http://localhost:9000", "http://localhost:9000")) == 1


async def test_pages_that_may_call_are_not_logged(serve: Serve) -> None:
    site = await serve(allowed_origins=["https://shop.example"])
    for method, path in (("POST", "/v1/sessions"), ("GET", "/client/antiphon.js")):
        assert await pages(site, "https://shop.example", site.url, method=method, path=path) == []


async def test_origins_that_a_peer_makes_up_fill_neither_the_log_nor_its_lines(site: Site) -> None:
    (line,) = await pages(site, "http://\u202eevil\u2028.example/" + "x" * 5000)
    assert line["origin"].startswith("http://evil")
    assert "\u202e" not in line["origin"]
    assert len(line["origin"]) <= 60
    many = await pages(site, *(f"http://{number}.example" for number in range(3 * LOGGED_ORIGINS)))
    assert len(many) == LOGGED_ORIGINS - 1


async def test_of_an_origin_scheme_and_host_are_logged_and_nothing_else(site: Site) -> None:
    for origin, logged in {
        "https://user:hunter2@shop.example:8443/hunter2?hunter2#hunter2": "https://shop.example:8443",
        "https://shop.example\\hunter2": "https://shop.example",
        "javascript:hunter2": "null",
        "hunter2": "null",
        "https://" + "a" * 500: "https://" + "a" * 52,
    }.items():
        lines = await pages(site, origin)
        assert [line["origin"] for line in lines] in ([logged], [])
        site_of = await site.ask("POST", "/v1/sessions", headers={"Origin": origin})
        assert site_of.code == "auth.origin"


async def raw(site: Site, line: str, *headers: str, body: str = "{}") -> tuple[int, bytes]:
    """The status and the whole answer of a request that is sent as it stands."""
    reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
    more = [*headers, "Connection: close", "Content-Type: application/json", f"Content-Length: {len(body)}"]
    writer.write("\r\n".join([f"{line} HTTP/1.1", *more, "", body]).encode())
    answer = await asyncio.wait_for(reader.read(), 5)
    writer.close()
    return int(answer.split(b" ")[1]), answer


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("http://{host}", 201),
        ("HTTP://{host}", 201),
        ("http://evil.example", 403),
        ("http://evil.example:{port}", 403),
        ("http://localhost:{port}", 403),
        ("http://user@{host}", 403),
        ("ftp://{host}", 403),
    ],
)
async def test_a_whole_address_in_the_request_line_must_be_ours_and_the_hosts(
    site: Site, address: str, status: int
) -> None:
    whole = address.format(host=site.host, port=site.port)
    told, answer = await raw(site, f"POST {whole}/v1/sessions", f"Host: {site.host}")
    assert told == status
    if status == 403:
        assert b"auth.host" in answer
        assert site.services.opened == []
        assert (await raw(site, f"GET {whole}/healthz", f"Host: {site.host}"))[0] == 403


@pytest.mark.parametrize("second", ["https://evil.example", "https://shop.example", "null", ""])
async def test_two_origins_are_none_of_ours(serve: Serve, second: str) -> None:
    site = await serve(allowed_origins=["https://shop.example"])
    for first in ("https://shop.example", f"http://{site.host}"):
        status, answer = await raw(
            site, "POST /v1/sessions", f"Host: {site.host}", f"Origin: {first}", f"Origin: {second}"
        )
        assert status == 403
        assert b"auth.origin" in answer
        assert b"Access-Control-Allow-Origin" not in answer
    assert site.services.opened == []


@pytest.mark.parametrize(
    ("where", "status"), [("cross-site", 403), ("same-site", 403), ("same-origin", 201), ("none", 201), ("", 201)]
)
async def test_a_page_whose_origin_was_taken_away_is_refused_by_what_its_browser_says(
    site: Site, where: str, status: int
) -> None:
    answer = await site.create(headers={"Sec-Fetch-Site": where})
    assert answer.status == status
    upgrade = {"Sec-Fetch-Site": where, "Upgrade": "websocket", "Connection": "Upgrade"}
    assert ((await site.ask("GET", "/ws", headers=upgrade)).status == 403) is (status == 403)
    # What is only read may be linked to, and loaded by a page of anybody's.
    assert (await site.ask("GET", "/", headers={"Sec-Fetch-Site": where})).status == 200
    assert (await site.ask("GET", "/client/antiphon.js", headers={"Sec-Fetch-Site": where})).status == 200


async def test_a_web_socket_of_another_origin_is_refused(site: Site) -> None:
    headers = {"Origin": "http://evil.example", "Upgrade": "websocket", "Connection": "Upgrade"}
    assert (await site.ask("GET", "/ws", headers=headers)).code == "auth.origin"


@pytest.mark.parametrize(
    "content_type",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
     "application/sdp; charset=latin-1", "application/json; charset=latin-1", "application/jsonp", ""],
)  # fmt: skip
async def test_another_content_type_is_refused(site: Site, content_type: str) -> None:
    answer = await site.ask("POST", "/v1/sessions", data=b"{}", headers={"Content-Type": content_type})
    assert (answer.status, answer.code) == (415, "protocol.unsupported_media_type")


@pytest.mark.parametrize("content_type", ["application/json", "Application/JSON; charset=UTF-8"])
async def test_json_by_any_spelling_of_its_type_is_read(site: Site, content_type: str) -> None:
    answer = await site.ask("POST", "/v1/sessions", data=b"{}", headers={"Content-Type": content_type})
    assert answer.status == 201


def body_of(size: int) -> bytes:
    start, end = b'{"offer": {"type": "offer", "sdp": "', b'"}}'
    return start + b"x" * (size - len(start) - len(end)) + end


async def test_a_body_is_read_up_to_256_kib(site: Site) -> None:
    fits = await site.ask("POST", "/v1/sessions", data=body_of(BODY_BYTES), headers=JSON)
    assert (fits.status, fits.code) == (413, "protocol.too_large")
    assert "The offer has" in fits.json["detail"]
    over = await site.ask("POST", "/v1/sessions", data=body_of(BODY_BYTES + 1), headers=JSON)
    assert (over.status, over.code) == (413, "protocol.too_large")
    assert str(BODY_BYTES) in over.json["detail"]


async def test_a_body_of_unknown_length_is_not_read_past_the_bound(site: Site) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
    head = f"POST /v1/sessions HTTP/1.1\r\nHost: {site.host}\r\nContent-Type: application/json\r\n"
    writer.write((head + "Transfer-Encoding: chunked\r\n\r\n").encode())
    sent = 0
    while sent <= BODY_BYTES:
        writer.write(b"8000\r\n" + b" " * 0x8000 + b"\r\n")
        sent += 0x8000
    await writer.drain()
    status = await asyncio.wait_for(reader.readline(), 5)
    writer.close()
    assert status.split()[1] == b"413"
    assert site.services.opened == []


async def test_a_large_body_is_refused_before_it_has_arrived(site: Site) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
    head = f"POST /v1/sessions HTTP/1.1\r\nHost: {site.host}\r\nContent-Type: application/json\r\n"
    writer.write((head + f"Content-Length: {BODY_BYTES * 1000}\r\n\r\n").encode())
    status = await asyncio.wait_for(reader.readline(), 5)
    writer.close()
    assert status.split()[1] == b"413"


@pytest.mark.parametrize("content_type", ["application/json", "application/sdp"])
@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd", "nope", "GZIP", "identity, gzip"])
async def test_a_body_that_is_said_to_be_packed_is_refused_whatever_it_is(
    site: Site, coding: str, content_type: str
) -> None:
    for body in (b"{}", gzip.compress(b"{}")):
        headers = {"Content-Type": content_type, "Content-Encoding": coding}
        answer = await site.ask("POST", "/v1/sessions", data=body, headers=headers)
        assert (answer.status, answer.code) == (415, "protocol.unsupported_media_type")
        assert answer.headers["Accept-Encoding"] == "identity"
    assert site.services.opened == []


async def test_a_body_that_is_said_to_be_as_it_is_is_read(site: Site) -> None:
    headers = JSON | {"Content-Encoding": "identity"}
    assert (await site.ask("POST", "/v1/sessions", data=b"{}", headers=headers)).status == 201


HALF = "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: {type}\r\nContent-Length: 100\r\n\r\nhalf"


@pytest.mark.parametrize("content_type", ["application/json", "application/sdp"])
async def test_a_body_that_does_not_come_is_given_up_and_so_is_its_connection(
    site: Site, content_type: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("antiphon.http.body.BODY_S", 0.3)
    reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
    writer.write(HALF.format(path="/v1/sessions", host=site.host, type=content_type).encode())
    async with asyncio.timeout(20):
        answer = await reader.read()  # to the end of the connection
    writer.close()
    head, _, told = answer.partition(b"\r\n\r\n")
    assert head.split()[1] == b"408"
    assert b"application/problem+json" in head
    assert json.loads(told)["status"] == 408
    assert site.services.opened == []


async def test_a_body_that_nobody_asked_for_does_not_keep_a_connection(site: Site) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
    writer.write(f"GET /healthz HTTP/1.1\r\nHost: {site.host}\r\nContent-Length: 1000\r\n\r\n".encode())
    async with asyncio.timeout(3 * LINGER_S):
        assert b" 200 " in await reader.read()  # to the end of the connection
    writer.close()


async def test_a_client_that_goes_in_the_middle_of_a_body_is_no_failure_of_the_server(site: Site) -> None:
    with capture_logs() as logs:
        _, writer = await asyncio.open_connection("127.0.0.1", site.port)
        writer.write(HALF.format(path="/v1/sessions", host=site.host, type="application/json").encode())
        await writer.drain()
        assert (await site.ask("GET", "/healthz")).status == 200
        writer.transport.abort()
        for _ in range(5):
            assert (await site.ask("GET", "/healthz")).status == 200
    assert logs == []


async def test_a_body_that_does_not_come_keeps_the_server_from_its_end_for_a_few_seconds_only(web_root: Path) -> None:
    async with AsyncExitStack() as ending, serving(EchoServices(web_root)) as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HALF.format(path="/v1/sessions", host=f"127.0.0.1:{port}", type="application/json").encode())
        await writer.drain()
        async with aiohttp.ClientSession() as http, http.get(f"http://127.0.0.1:{port}/healthz") as answer:
            assert answer.status == 200
        await ending.enter_async_context(sooner_than(2 * SHUTDOWN_S + 2))
    assert await reader.read() == b""
    writer.close()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"not json",
        b"\xff\xfe{}",
        b"\xef\xbb\xbf{}",
        b'{"metadata": {"x": NaN}}',
        b'{"metadata": {"x": -Infinity}}',
        b'{"metadata": {"x": "\\ud800"}}',
        b'{"metadata": {"x": ' + b"9" * 5000 + b"}}",
        b'{"metadata": ' + b'{"a":' * 40 + b"1" + b"}" * 41,
        b"[" * 200_000,
        b'{"metadata": {"x": 1e999}}',
        b'{"user_id": "u", "user_id": "v"}',
    ],
)
async def test_what_is_no_json_is_refused(site: Site, body: bytes) -> None:
    answer = await site.ask("POST", "/v1/sessions", data=body, headers=JSON)
    assert (answer.status, answer.code) == (400, "protocol.invalid_json")
    assert not re.search(r"Expecting|Extra data|codec|Exceeds|char \d|sys\.", answer.json["detail"])
    assert site.services.opened == []


async def test_32_levels_are_read(site: Site) -> None:
    deep = "{" + '"metadata":{' + '"a":{' * 29 + '"a":[]' + "}" * 31
    assert (await site.ask("POST", "/v1/sessions", data=deep.encode(), headers=JSON)).status == 201
    deeper = "{" + '"metadata":{' + '"a":{' * 30 + '"a":[]' + "}" * 32
    answer = await site.ask("POST", "/v1/sessions", data=deeper.encode(), headers=JSON)
    assert answer.code == "protocol.invalid_json"
    assert "32" in answer.json["detail"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ([], "object"),
        ("text", "object"),
        ({"assistent_id": "demo"}, "'assistent_id'"),
        ({"assistant_id": 1}, "'assistant_id'"),
        ({"assistant_id": ""}, "'assistant_id'"),
        ({"user_id": "x" * 129}, "'user_id'"),
        ({"locale": "not a locale"}, "'locale'"),
        ({"metadata": []}, "'metadata'"),
        ({"offer": {"type": "answer", "sdp": "v=0"}}, "'offer.type'"),
        ({"offer": {"type": "offer"}}, "'offer.sdp'"),
        ({"offer": {"type": "offer", "sdp": 1}}, "'offer.sdp'"),
        ({"offer": {"type": "offer", "sdp": "", "x": 1}}, "'offer.x'"),
        ({"offer": "v=0"}, "'offer'"),
    ],
)
async def test_a_field_that_is_wrong_is_named_and_its_value_is_not(site: Site, body: object, field: str) -> None:
    answer = await site.create(body)
    assert (answer.status, answer.code) == (400, "protocol.invalid_message")
    assert field in answer.json["detail"]
    assert "x" * 100 not in json.dumps(answer.json)
    assert site.services.opened == []


async def test_the_names_that_a_machine_has_at_present_are_answered_at_its_own_port(serve: Serve) -> None:
    names = ["box.local"]
    site = await serve(own_names=lambda: names)
    for host, status in ((f"box.local:{site.port}", 200), (f"BOX.local:{site.port}", 200), ("box.local", 403)):
        assert (await site.ask("GET", "/healthz", headers={"Host": host})).status == status
    names[:] = ["box-2.local"]
    assert (await site.ask("GET", "/healthz", headers={"Host": f"box.local:{site.port}"})).status == 403
    assert (await site.ask("GET", "/healthz", headers={"Host": f"box-2.local:{site.port}"})).status == 200


@pytest.mark.parametrize(
    "metadata",
    [
        {"apiKey": "v"},
        {"user": {"ACCESS-token": "v"}},
        {"list": [{"x": {"client secret": "v"}}]},
        {"pass\u200bword": "v"},
    ],
)
async def test_metadata_that_holds_a_secret_opens_no_session_and_is_not_repeated(site: Site, metadata: Any) -> None:
    value = "hunter2hunter2"
    body = json.loads(json.dumps(metadata).replace('"v"', json.dumps(value)))
    answer = await site.create({"metadata": body})
    assert (answer.status, answer.code) == (400, "protocol.secret_in_metadata")
    assert value not in answer.body.decode()
    assert site.services.opened == []


async def test_metadata_without_secrets_opens_a_session(site: Site) -> None:
    assert (await site.create({"metadata": {"visitor_id": "v1", "tokens": 3, "secretary": "Ann"}})).status == 201
