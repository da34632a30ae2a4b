"""Host and Origin: who is let through, and what the others are told."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from antiphon.http.guards import LOGGED_EVERY_S, LOGGED_ORIGINS
from antiphon.observe.logs import ALLOWED
from antiphon.session.clock import LoopClock
from support.services import EchoServices
from unit.http.conftest import Serve, Site


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


async def test_the_names_that_a_machine_has_at_present_are_answered_at_its_own_port(serve: Serve) -> None:
    names = ["box.local"]
    site = await serve(own_names=lambda: names)
    for host, status in ((f"box.local:{site.port}", 200), (f"BOX.local:{site.port}", 200), ("box.local", 403)):
        assert (await site.ask("GET", "/healthz", headers={"Host": host})).status == status
    names[:] = ["box-2.local"]
    assert (await site.ask("GET", "/healthz", headers={"Host": f"box.local:{site.port}"})).status == 403
    assert (await site.ask("GET", "/healthz", headers={"Host": f"box-2.local:{site.port}"})).status == 200
