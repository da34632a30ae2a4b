"""What pages of other origins may ask and read (Fetch, 3.2), as tables."""

import re
from typing import Any

import pytest

from antiphon.http.guards import EXPOSED_HEADERS
from support.server import ROOT
from unit.http.conftest import Answer, Serve, Site

SHOP = "https://shop.example"
LISTED = [SHOP, "http://localhost:5173/"]

# What can be done where. HEAD comes with GET.
METHODS = {
    "/": "GET, HEAD, OPTIONS",
    "/vela": "GET, HEAD, OPTIONS",
    "/client/antiphon.js": "GET, HEAD, OPTIONS",
    "/ws": "GET, HEAD, OPTIONS",
    "/v1/sessions": "OPTIONS, POST",
    "/v1/sessions/x": "DELETE, OPTIONS, PATCH",
    "/v1/sessions/x/offer": "OPTIONS, POST",
    "/v1/sessions/x/turns": "GET, HEAD, OPTIONS",
    "/v1/sessions/x/announce": "OPTIONS, POST",
    "/v1/assistants": "GET, HEAD, OPTIONS",
    "/v1/assistants/demo": "GET, HEAD, OPTIONS",
    "/v1/origin": "GET, HEAD, OPTIONS",
    "/healthz": "GET, HEAD, OPTIONS",
    "/readyz": "GET, HEAD, OPTIONS",
    "/metrics": "GET, HEAD, OPTIONS",
}

# Origins that are not the listed ones, though some look like it.
OTHERS = [
    "http://shop.example",
    "https://shop.example:8443",
    "https://shop.example.evil",
    "https://evil.example#https://shop.example",
    "https://user@shop.example",
    "https://sub.shop.example",
    "http://localhost",
    "http://localhost:51730",
    "https://localhost:5173",
    "null",
]


async def preflight(site: Site, path: str, origin: str, method: str = "POST") -> Answer:
    headers = {
        "Origin": origin,
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": "authorization,content-type,idempotency-key,if-match",
    }
    return await site.ask("OPTIONS", path, headers=headers)


def cors(answer: Answer) -> dict[str, str]:
    return {name: value for name, value in answer.headers.items() if name.startswith("Access-Control-")}


@pytest.mark.parametrize("path", METHODS)
async def test_a_preflight_tells_a_listed_page_what_it_may_do_at_that_address(serve: Serve, path: str) -> None:
    site = await serve(allowed_origins=LISTED)
    for origin in ("https://shop.example", "http://localhost:5173"):
        answer = await preflight(site, path, origin)
        assert (answer.status, answer.body, answer.headers["Allow"]) == (204, b"", METHODS[path])
        assert cors(answer) == {
            "Access-Control-Allow-Origin": origin,
            "Access-Control-Allow-Methods": METHODS[path],
            "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, If-Match",
            "Access-Control-Max-Age": "600",
            "Access-Control-Expose-Headers": EXPOSED_HEADERS,
        }
        assert answer.headers["Vary"] == "Origin"


async def test_the_table_of_methods_has_every_address_of_the_server(serve: Serve) -> None:
    site = await serve(allowed_origins=LISTED)
    for path, methods in METHODS.items():
        for method in {"GET", "POST", "PUT", "PATCH", "DELETE"} - set(methods.split(", ")):
            answer = await site.ask(method, path, headers={"Origin": SHOP})
            assert (answer.status, answer.code) == (405, "protocol.method_not_allowed"), f"{method} {path}"
            assert answer.headers["Access-Control-Allow-Origin"] == SHOP


async def test_a_preflight_for_an_address_that_is_not_there_is_404(serve: Serve) -> None:
    site = await serve(allowed_origins=LISTED)
    assert (await preflight(site, "/v1/nothing", SHOP)).code == "protocol.not_found"


async def test_options_without_a_page_tell_the_methods_and_nothing_else(site: Site) -> None:
    for path, methods in METHODS.items():
        answer = await site.ask("OPTIONS", path)
        assert (answer.status, answer.headers["Allow"], cors(answer)) == (204, methods, {}), path


async def test_a_page_that_is_listed_may_come_from_the_internet_to_this_network(serve: Serve) -> None:
    site = await serve(allowed_origins=LISTED)
    headers = {"Origin": SHOP, "Access-Control-Request-Private-Network": "true"}
    answer = await site.ask("OPTIONS", "/v1/sessions", headers=headers)
    assert answer.headers["Access-Control-Allow-Private-Network"] == "true"


@pytest.mark.parametrize("origin", OTHERS)
async def test_a_preflight_of_a_page_that_is_not_listed_is_refused(serve: Serve, origin: str) -> None:
    site = await serve(allowed_origins=LISTED)
    for path in METHODS:
        answer = await preflight(site, path, origin)
        assert (answer.status, answer.code, cors(answer)) == (403, "auth.origin", {}), path


@pytest.mark.parametrize("origin", OTHERS)
async def test_a_web_socket_of_a_page_that_is_not_listed_is_refused(serve: Serve, origin: str) -> None:
    site = await serve(allowed_origins=LISTED)
    upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"}
    key = {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}
    assert (await site.ask("GET", "/ws", headers=upgrade | key | {"Origin": origin})).code == "auth.origin"


@pytest.mark.parametrize("origin", [*OTHERS, ""])
async def test_what_a_page_that_is_not_listed_may_read(serve: Serve, origin: str) -> None:
    """The browser's files, and why it may not call; nothing of the server and of its sessions."""
    site = await serve(allowed_origins=LISTED)
    headers = {"Origin": origin}
    for path in ("/client/antiphon.js", "/client/demo/page.css", "/client/demo/icon.svg", "/v1/origin", "/healthz"):
        answer = await site.ask("GET", path, headers=headers)
        assert (answer.status, cors(answer)) == (200, {"Access-Control-Allow-Origin": "*"}), path
        assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    for path in ("/", "/v1/assistants", "/v1/assistants/demo", "/readyz", "/metrics", "/v1/nothing"):
        answer = await site.ask("GET", path, headers=headers)
        assert cors(answer) == {}, path
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert (await site.create(headers=headers)).code == "auth.origin"
    assert site.services.opened == []


ASKED_BY_THE_MODULE = {
    "/healthz": "any page, also without CORS",
    "/v1/origin": "any page",
    "/v1/sessions": "a listed page",
    "/v1/pair": "the server's own page",
    "/ws": "a page of a WebSocket's, by its handshake",
}
"""Every address of the server that stands in the browser module and its pages, and who must get an answer."""


async def test_each_address_that_the_browser_module_asks_has_an_answer_for_pages_of_other_origins(serve: Serve) -> None:
    scripts = [path for path in (ROOT / "client_web").rglob("*.js") if "test" not in path.parts]
    code = "\n".join(path.read_text() for path in scripts)
    found = re.findall(r"""['"`]\.?/?(healthz|readyz|(?<=/)metrics|(?<=/)ws(?=[?'"`])|v1/[a-z]+)""", code)
    assert {"/healthz", "/v1/sessions"} <= {f"/{path}" for path in found} <= set(ASKED_BY_THE_MODULE)
    site = await serve(allowed_origins=LISTED)
    for path, who in ASKED_BY_THE_MODULE.items():
        for origin in [SHOP, "http://other.example"] if "any page" in who else [SHOP] if "listed" in who else []:
            answer = await site.ask("POST" if path == "/v1/sessions" else "GET", path, headers={"Origin": origin})
            # A listed page may read it, and so may any page what is for everybody.
            assert cors(answer)["Access-Control-Allow-Origin"] == (SHOP if origin == SHOP else "*"), path
            if "without CORS" in who:  # what a page may fetch in the mode no-cors is for this header to say
                assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"


async def test_a_module_that_the_browser_has_kept_may_still_be_read(site: Site) -> None:
    first = await site.ask("GET", "/client/antiphon.js", headers={"Origin": "http://other.example"})
    headers = {"Origin": "http://other.example", "If-None-Match": first.headers["ETag"]}
    again = await site.ask("GET", "/client/antiphon.js", headers=headers)
    assert (again.status, again.headers["Access-Control-Allow-Origin"]) == (304, "*")


async def test_what_is_not_served_is_not_for_everybody(site: Site) -> None:
    for path in ("/client/demo/notes.py", "/client/../v1/assistants", "/client/%2e%2e/v1/assistants"):
        answer = await site.ask("GET", path, headers={"Origin": "http://other.example"})
        assert (answer.status, cors(answer)) == (404, {}), path


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("POST", "/v1/sessions", {"json": {}}, 201),
        ("POST", "/v1/sessions", {"json": []}, 400),
        ("POST", "/v1/sessions", {"data": b"x", "headers": {"Content-Type": "text/plain"}}, 415),
        ("POST", "/v1/sessions", {"data": b" " * 300_000, "headers": {"Content-Type": "application/json"}}, 413),
        ("POST", "/v1/sessions/sess_x/offer", {"json": {"type": "offer", "sdp": "v=0"}}, 404),
        ("DELETE", "/v1/sessions/sess_x", {}, 404),
        ("PATCH", "/v1/sessions/sess_x", {}, 404),
        ("GET", "/v1/sessions/sess_x/turns", {}, 404),
        ("GET", "/v1/assistants", {}, 200),
        ("GET", "/v1/assistants/none", {}, 404),
        ("GET", "/client/antiphon.js", {}, 200),
        ("GET", "/client/none.js", {}, 404),
        ("GET", "/nowhere", {}, 404),
        ("PUT", "/v1/sessions", {}, 405),
        ("GET", "/ws", {}, 400),
    ],
)
async def test_a_listed_page_reads_answers_and_refusals_alike(
    serve: Serve, method: str, path: str, body: dict[str, Any], status: int
) -> None:
    site = await serve(allowed_origins=LISTED)
    given = body | {"headers": body.get("headers", {}) | {"Origin": SHOP}}
    answer = await site.ask(method, path, **given)
    assert answer.status == status
    assert cors(answer) == {
        "Access-Control-Allow-Origin": SHOP,
        "Access-Control-Expose-Headers": "Location, ETag, Link, Antiphon-Session-Token",
    }
    assert "Origin" in answer.headers["Vary"]
    # A cookie would be sent along with such a request if this were there.
    assert "Access-Control-Allow-Credentials" not in answer.headers


async def test_a_refused_token_can_be_read_by_a_listed_page(serve: Serve) -> None:
    site = await serve(allowed_origins=LISTED, secret="s" * 32)
    answer = await site.create(headers={"Origin": SHOP})
    assert (answer.status, answer.code) == (401, "auth.required")
    assert answer.headers["Access-Control-Allow-Origin"] == SHOP


async def test_a_page_that_may_call_is_told_so(serve: Serve) -> None:
    site = await serve(allowed_origins=LISTED)
    for headers in ({"Origin": SHOP}, {"Origin": site.url}, {}):
        assert (await site.ask("GET", "/v1/origin", headers=headers)).json == {"allowed": True}


async def test_a_page_that_may_not_call_is_told_what_to_set(serve: Serve) -> None:
    site = await serve(allowed_origins=LISTED)
    answer = (await site.ask("GET", "/v1/origin", headers={"Origin": "http://shop.example"})).json
    assert answer == {
        "allowed": False,
        "detail": f"{site.host} refuses pages of http://shop.example. "
        'Set server.allowed_origins = ["http://shop.example"] there, beside what it has.',
    }
    refused = await site.create(headers={"Origin": "http://shop.example"})
    assert refused.json["detail"] == answer["detail"]
    # What it has is not told.
    assert "5173" not in answer["detail"]


async def test_a_page_without_an_origin_is_not_told_to_list_null(site: Site) -> None:
    answer = (await site.ask("GET", "/v1/origin", headers={"Origin": "null"})).json
    assert "no origin" in answer["detail"]
    assert "allowed_origins" not in answer["detail"]


async def test_a_made_up_origin_cannot_say_what_it_likes(site: Site) -> None:
    answer = await site.ask("GET", "/v1/origin", headers={"Origin": 'http://x"] \u202e' + "y" * 5000})
    detail = answer.json["detail"]
    assert len(detail) < 400
    assert '"http://x\\"] ' in detail
    assert "\u202e" not in detail
