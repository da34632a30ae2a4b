"""Content type, size and fields of a request: what is read, what is refused, and what the others are told."""

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

from antiphon.http.guards import BODY_BYTES
from antiphon.http.runner import LINGER_S
from antiphon.http.server import SHUTDOWN_S
from support.services import EchoServices, serving
from support.wait import sooner_than
from unit.http.conftest import Site

JSON = {"Content-Type": "application/json"}


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
