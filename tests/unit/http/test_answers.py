"""What can be asked without a call: information, files, problems, headers."""

import asyncio

import pytest

from antiphon.http import static
from antiphon.http.headers import CONTENT_SECURITY_POLICY
from support.services import DEMO
from unit.http.conftest import Answer, Serve, Site
from unit.webrtc.offers import plain


async def test_assistants_are_listed_and_found(site: Site) -> None:
    assert (await site.ask("GET", "/v1/assistants")).json == [DEMO]
    assert (await site.ask("GET", "/v1/assistants/demo")).json == DEMO
    unknown = await site.ask("GET", "/v1/assistants/nobody")
    assert (unknown.status, unknown.code) == (404, "protocol.assistant_unknown")


async def test_health_and_readiness_are_apart(site: Site) -> None:
    assert (await site.ask("GET", "/readyz")).status == 200
    site.services.draining = True
    assert (await site.ask("GET", "/healthz")).status == 200
    draining = await site.ask("GET", "/readyz")
    assert (draining.status, draining.code) == (503, "capacity.full")
    assert int(draining.headers["Retry-After"]) > 0


async def test_a_server_that_stops_connects_nobody_for_the_first_time_and_whoever_comes_back(site: Site) -> None:
    async def offered(session: dict[str, str], credential: str) -> Answer:
        given = {"Authorization": f"Bearer {credential}"}
        body = {"type": "offer", "sdp": plain()}
        return await site.ask("POST", f"/v1/sessions/{session['session_id']}/offer", json=body, headers=given)

    talking, waiting = (await site.create()).json, (await site.create()).json
    token = (await offered(talking, talking["ephemeral_key"])).json["session_token"]
    site.services.draining = True
    refused = await offered(waiting, waiting["ephemeral_key"])
    assert (refused.status, refused.code) == (503, "capacity.full")
    assert int(refused.headers["Retry-After"]) > 0
    assert [one.session_id for one in site.services.living()] == [talking["session_id"]]
    assert (await offered(talking, token)).status == 200


async def test_readiness_tells_which_assistants_files_are_not_in_force(site: Site) -> None:
    assert (await site.ask("GET", "/readyz")).json == {"status": "ready", "refused_assistants": []}
    site.services.refused = [{"file": "shop.toml", "line": 3, "key": "policy.endOfTurnMs"}]
    assert (await site.ask("GET", "/readyz")).json == {"status": "ready", "refused_assistants": site.services.refused}


async def test_a_full_server_is_not_ready_and_takes_no_session(site: Site) -> None:
    site.services.max_sessions = 1
    assert (await site.create()).status == 201
    assert (await site.ask("GET", "/readyz")).status == 503
    full = await site.create()
    assert (full.status, full.code) == (503, "capacity.full")
    assert "Retry-After" in full.headers


async def test_metrics_count_the_sessions(site: Site) -> None:
    assert b"\nantiphon_sessions 0.0\n" in (await site.ask("GET", "/metrics")).body
    await site.create()
    answer = await site.ask("GET", "/metrics")
    assert b"\nantiphon_sessions 1.0\n" in answer.body
    assert answer.headers["Content-Type"].startswith("text/plain; version=")


@pytest.mark.parametrize(
    ("path", "content_type", "body"),
    [
        ("/", "text/html; charset=utf-8", b"<!doctype html><title>demo</title>"),
        ("/client/antiphon.js", "text/javascript; charset=utf-8", b"export const x = 1;"),
        ("/client/demo/page.css", "text/css; charset=utf-8", b"p {}"),
        ("/client/demo/icon.svg", "image/svg+xml", b"<svg/>"),
        ("/client/demo/ping.wav", "audio/wav", b"RIFF"),
    ],
)
async def test_files_are_served_with_their_type(site: Site, path: str, content_type: str, body: bytes) -> None:
    answer = await site.ask("GET", path)
    assert (answer.status, answer.headers["Content-Type"], answer.body) == (200, content_type, body)
    assert answer.headers["Cache-Control"] == "no-cache"
    again = await site.ask("GET", path, headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status == 304


@pytest.mark.parametrize(
    "path",
    [
        "/client/",
        "/client/demo",
        "/client/demo/",
        "/client/demo/notes.py",
        "/client/demo/.hidden.js",
        "/client/link.js",
        "/client/../outside.js",
        "/client/%2e%2e/outside.js",
        "/client/..%2foutside.js",
        "/client/demo/..%2f..%2foutside.js",
        "/client//etc/hostname.js",
        "/client/%2fetc%2fhostname.js",
        "/client/antiphon.js%00",
        "/client/" + "x" * 5000 + ".js",
        "/client/nothing.js",
        "/nowhere",
        "/v1",
    ],
)
async def test_nothing_else_is_served(site: Site, path: str) -> None:
    answer = await site.ask("GET", path)
    assert (answer.status, answer.code) == (404, "protocol.not_found")


async def test_a_method_that_is_not_possible_is_refused_with_those_that_are(site: Site) -> None:
    answer = await site.ask("PUT", "/v1/sessions")
    assert (answer.status, answer.code) == (405, "protocol.method_not_allowed")
    assert answer.headers["Allow"] == "POST"
    answer = await site.ask("POST", "/healthz")
    assert set(answer.headers["Allow"].split(",")) == {"GET", "HEAD"}


async def test_a_bug_of_ours_shows_nothing_of_its_inside(site: Site) -> None:
    answer = await site.create({"user_id": "boom"})
    assert (answer.status, answer.code) == (500, "internal")
    assert b"swordfish" not in answer.body
    assert b"RuntimeError" not in answer.body


@pytest.mark.parametrize("path", ["/", "/client/antiphon.js", "/v1/assistants", "/nowhere", "/metrics"])
async def test_every_answer_tells_the_browser_to_be_strict(site: Site, path: str) -> None:
    headers = (await site.ask("GET", path)).headers
    assert headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY
    assert headers["Permissions-Policy"] == "microphone=(self)"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "aiohttp" not in headers["Server"]
    assert "Set-Cookie" not in headers


def test_the_policy_lets_nothing_in_that_is_not_ours() -> None:
    rules = dict(rule.split(" ", 1) for rule in CONTENT_SECURITY_POLICY.split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["connect-src"] == rules["style-src"] == "'self'"
    assert rules["media-src"] == "'self' blob:"
    assert rules["img-src"] == "'self' data:"
    assert rules["frame-ancestors"] == rules["base-uri"] == "'none'"
    assert "unsafe" not in CONTENT_SECURITY_POLICY
    assert "*" not in CONTENT_SECURITY_POLICY


@pytest.mark.parametrize("path", ["/v1/assistants", "/healthz", "/metrics", "/nowhere"])
async def test_answers_of_the_api_are_not_kept(site: Site, path: str) -> None:
    assert (await site.ask("GET", path)).headers["Cache-Control"] == "no-store"


async def test_an_answer_to_a_refused_offer_is_a_problem_too(serve: Serve) -> None:
    site = await serve()
    answer = await site.create({"offer": {"type": "offer", "sdp": "v=0\r\ns=-\r\n"}})
    assert (answer.status, answer.code) == (400, "sdp.no_audio")


@pytest.mark.parametrize(
    "key", ["apiKey", "API-KEY", "user.access_token", "pass word", "\N{FULLWIDTH LATIN SMALL LETTER T}oken"]
)
@pytest.mark.parametrize("with_offer", [False, True])
async def test_a_secret_in_the_metadata_is_refused_at_any_depth_and_not_repeated(
    site: Site, key: str, with_offer: bool
) -> None:
    for metadata in (
        {key: "hunter2-canary"},
        {"a": [{"b": {key: "hunter2-canary"}}]},
        {"a": {key: {"x": "hunter2-canary"}}},
    ):
        wish = {"metadata": metadata} | ({"offer": {"type": "offer", "sdp": "v=0"}} if with_offer else {})
        refused = await site.create(wish, headers={"Idempotency-Key": "once"})
        assert (refused.status, refused.code) == (400, "protocol.secret_in_metadata")
        assert b"hunter2" not in refused.body
    assert site.services.opened == []
    assert (await site.create({"metadata": {"secretary": "Ada", "usage": {"tokens": 7}}})).status == 201


@pytest.mark.parametrize(
    ("line", "headers", "status"),
    [
        ("GET /healthz", "", "HTTP/1.0 400"),
        ("GET /healthz HTTP/0.9", "", "HTTP/1.0 400"),
        ("GET /healthz HTTP/2.0", "", "HTTP/1.0 400"),
        ("GET /healthz HTTP/1.0", "", "HTTP/1.0 200"),
        ("GET /healthz HTTP/1.1", "", "HTTP/1.1 200"),
        ("GET /healthz HTTP/1.1", "Expect: hunter2hunter2\r\n", "HTTP/1.1 417"),
        ("GET /nowhere HTTP/1.1", "Expect: hunter2hunter2\r\n", "HTTP/1.1 417"),
        ("POST /v1/sessions HTTP/1.1", "Expect: 200-ok, 100-continue\r\n", "HTTP/1.1 417"),
        ("POST /v1/sessions HTTP/1.1", "Expect: 100-continue\r\n", "HTTP/1.1 100"),
    ],
)
async def test_what_is_asked_in_another_way_is_answered_in_ours(
    site: Site, line: str, headers: str, status: str
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
    json = "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}" if line.startswith("POST") else "\r\n"
    writer.write(f"{line}\r\nHost: {site.host}\r\nConnection: close\r\n{headers}{json}".encode())
    answer = (await asyncio.wait_for(reader.read(), 5)).decode()
    writer.close()
    assert answer.startswith(status)
    assert "hunter2" not in answer
    if status[-3] == "4":
        assert "application/problem+json" in answer
        assert "nosniff" in answer
    else:
        assert " 20" in answer


JS = "/client/antiphon.js"
LONG_AGO = "Thu, 01 Jan 1970 00:00:00 GMT"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Range": "bytes=abc-"}, 416),
        ({"Range": "bytes=9999-"}, 416),
        ({"Range": "bytes=5-2"}, 416),
        ({"Range": "bytes=-0"}, 416),
        ({"Range": "bytes=0-1,3-4"}, 416),
        ({"Range": "lines=1-2"}, 416),
        ({"If-Match": '"another"'}, 412),
        ({"If-Unmodified-Since": LONG_AGO}, 412),
    ],
)
async def test_what_is_refused_of_a_file_is_a_problem_too(site: Site, headers: dict[str, str], status: int) -> None:
    answer = await site.ask("GET", JS, headers=headers)
    code = {412: "protocol.precondition_failed", 416: "protocol.invalid_message"}[status]
    assert (answer.status, answer.code) == (status, code)
    assert answer.headers["Content-Length"] == str(len(answer.body))
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert ("Content-Range" in answer.headers) == (status == 416)
    assert "ETag" not in answer.headers
    head = await site.ask("HEAD", JS, headers=headers)
    assert (head.status, head.body) == (status, b"")
    assert head.headers["Content-Type"] == answer.headers["Content-Type"]
    assert head.headers["Content-Length"] == str(len(answer.body))
    # The connection is in order.
    assert (await site.ask("GET", JS)).body == b"export const x = 1;"


async def test_a_file_that_cannot_be_read_any_more_is_none(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(static.File, "_make_response", refuse)
    answer = await site.ask("GET", JS)
    assert (answer.status, answer.code) == (404, "protocol.not_found")


@pytest.mark.parametrize(
    "headers",
    [
        {"If-Range": '"another"', "Range": "bytes=0-5"},
        {"If-Range": "nonsense", "Range": "bytes=0-5"},
        {"If-Range": LONG_AGO, "Range": "bytes=0-5"},
        {"If-Range": '"another"', "Range": "bytes=abc-"},
        {"If-Modified-Since": "nonsense"},
        {"If-Unmodified-Since": "nonsense"},
        {"If-Match": "*"},
    ],
)
async def test_what_means_another_file_or_nothing_gets_the_whole_one(site: Site, headers: dict[str, str]) -> None:
    answer = await site.ask("GET", JS, headers=headers)
    assert (answer.status, answer.body) == (200, b"export const x = 1;")
    assert (await site.ask("HEAD", JS, headers=headers)).status == 200


async def test_a_range_that_there_is_is_given(site: Site) -> None:
    answer = await site.ask("GET", JS, headers={"Range": "bytes=0-5"})
    assert (answer.status, answer.body) == (206, b"export")


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
@pytest.mark.parametrize("path", ["/", JS, "/client/nothing.js"])
async def test_a_file_can_only_be_read(site: Site, method: str, path: str) -> None:
    answer = await site.ask(method, path)
    assert (answer.status, answer.code) == (405, "protocol.method_not_allowed")


@pytest.mark.parametrize(
    "path", ["%", "%zz", "%ff%fe.js", "%c0%ae%c0%ae/x.js", "%00", "%0d%0ax.js", "%f0%9f", "a%", "%2"]
)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
async def test_a_path_of_nonsense_is_answered_with_a_problem(site: Site, path: str, method: str) -> None:
    answer = await site.ask(method, f"/client/{path}")
    assert answer.status in (400, 404)
    assert answer.headers["Content-Type"].startswith("application/problem+json")
