"""WHIP (RFC 9725): one request to be in a call, `If-Match` for what comes after, and who may end it."""

from typing import Any

import pytest

from support.rtc import StockClient
from support.wait import until
from unit.http.conftest import Answer, Serve, Site
from unit.http.test_tokens import SECRET, token, with_bearer
from unit.webrtc.offers import plain

SDP = {"Content-Type": "application/sdp"}
FRAGMENT = {"Content-Type": "application/trickle-ice-sdpfrag"}
CANDIDATE = "a=candidate:1 1 udp 2130706431 127.0.0.1 9 typ host"
UFRAG = next(line for line in plain().split("\r\n") if line.startswith("a=ice-ufrag:"))


async def whip(site: Site, path: str = "/v1/sessions", sdp: str | None = None, **headers: str) -> Answer:
    return await site.ask("POST", path, data=(sdp or plain()).encode(), headers={**SDP, **headers})


async def trickled(site: Site, opened: Answer, body: str = f"{UFRAG}\r\n{CANDIDATE}\r\n", **headers: str) -> Answer:
    owner = with_bearer(opened.headers["Antiphon-Session-Token"])
    given = {**FRAGMENT, **owner, **{name.replace("_", "-"): value for name, value in headers.items()}}
    return await site.ask("PATCH", opened.headers["Location"], data=body.encode(), headers=given)


async def test_an_sdp_offer_is_answered_with_sdp_and_where_to_go_on(serve: Serve) -> None:
    servers = ({"urls": ["stun:192.0.2.1:3478"]}, {"urls": "turn:192.0.2.1", "username": "u", "credential": "p"})
    site = await serve(ice_servers=servers)
    answer = await whip(site, "/v1/sessions?assistant_id=demo")
    assert answer.status == 201
    assert answer.headers["Content-Type"] == "application/sdp"
    assert b"a=rtpmap:111 opus" in answer.body
    assert answer.headers["Location"] == "/v1/sessions/sess_1"
    assert answer.headers["ETag"].strip('"') != answer.headers["ETag"]
    assert answer.headers["Antiphon-Session-Token"]
    assert answer.headers.getall("Link") == [
        '<stun:192.0.2.1:3478>; rel="ice-server"',
        '<turn:192.0.2.1>; rel="ice-server"; username="u"; credential="p"; credential-type="password"',
    ]
    assert site.services.opened[0].wishes[0] == "demo"


async def test_a_caller_gets_a_call_of_it(site: Site) -> None:
    caller = StockClient()
    caller.channel()
    answer = await whip(site, sdp=await caller.offer())
    await caller.accept(answer.body.decode())
    await until(lambda: "opened" in caller.messages)
    ended = await site.ask("DELETE", answer.headers["Location"])  # nothing was needed to open it, nor is to end it
    assert ended.status == 200
    await caller.close()


async def test_what_is_no_offer_leaves_nothing(site: Site) -> None:
    refused = await whip(site, sdp="v=0")
    assert (refused.status, refused.code) == (400, "sdp.no_audio")
    assert (await whip(site, "/v1/sessions?assistant_id=")).code == "protocol.invalid_message"
    assert (await whip(site, "/v1/sessions?assistant_id=nobody")).code == "protocol.assistant_unknown"
    assert site.services.living() == []


@pytest.mark.requirement("V5-AUTH")
async def test_what_opened_it_may_end_it_and_nobody_else(serve: Serve) -> None:
    site = await serve(secret=SECRET)
    assert (await whip(site)).code == "auth.required"
    opener = with_bearer(token())
    opened = await whip(site, **opener)
    assert opened.status == 201
    path = opened.headers["Location"]
    for stranger in ({}, with_bearer(token(sub="someone else")), with_bearer("guessed")):
        refused = await site.ask("DELETE", path, headers=stranger)
        assert (refused.status, refused.code in ("auth.required", "auth.invalid")) == (401, True)
    assert (await site.ask("GET", f"{path}/turns", headers=opener)).status == 200
    assert (await site.ask("DELETE", path, headers=opener)).status == 200
    assert (await site.ask("DELETE", path, headers=opener)).status == 404


async def test_a_session_of_json_is_not_ended_by_the_application_token(serve: Serve) -> None:
    site = await serve(secret=SECRET)
    opener = with_bearer(token())
    opened = await site.create(headers=opener)
    refused = await site.ask("DELETE", f"/v1/sessions/{opened.json['session_id']}", headers=opener)
    assert (refused.status, refused.code) == (401, "auth.invalid")


async def test_candidates_may_follow(site: Site) -> None:
    opened = await whip(site)
    done = await trickled(site, opened, If_Match=opened.headers["ETag"])
    assert (done.status, done.body) == (204, b"")


@pytest.mark.parametrize(
    ("body", "headers", "status", "code"),
    [
        (CANDIDATE, {}, 428, "protocol.precondition_required"),
        (CANDIDATE, {"If_Match": '"another"'}, 412, "protocol.precondition_failed"),
        (CANDIDATE, {"If_Match": "*"}, 422, "sdp.ice_restart"),
        ("a=ice-ufrag:Other\r\na=ice-pwd:0123456789012345678901", {"If_Match": "etag"}, 422, "sdp.ice_restart"),
        ("", {"If_Match": "etag"}, 400, "sdp.invalid"),
        ("nonsense", {"If_Match": "etag"}, 400, "sdp.invalid"),
        ("m=nonsense", {"If_Match": "etag"}, 400, "sdp.invalid"),
        ("a=x\r\n" * 5000, {"If_Match": "etag"}, 413, "protocol.too_large"),
        (CANDIDATE, {"If_Match": "etag", "Content_Type": "application/sdp"}, 415, "protocol.unsupported_media_type"),
        (CANDIDATE, {"If_Match": "etag", "Authorization": "Bearer x"}, 401, "auth.invalid"),
    ],
)
async def test_a_fragment_that_cannot_be_taken(
    site: Site, body: str, headers: dict[str, str], status: int, code: str
) -> None:
    opened = await whip(site)
    given = {name: opened.headers["ETag"] if value == "etag" else value for name, value in headers.items()}
    refused = await trickled(site, opened, body, **given)
    assert (refused.status, refused.code) == (status, code)
    assert len(site.services.living()) == 1


async def test_only_so_many_candidates_are_tried(site: Site) -> None:
    opened = await whip(site)
    etag = opened.headers["ETag"]
    many = "\r\n".join(f"a=candidate:{n} 1 udp 1 127.0.0.1 {2000 + n} typ host" for n in range(20))
    assert (await trickled(site, opened, many, If_Match=etag)).status == 204
    more = await trickled(site, opened, many.replace("127.0.0.1", "127.0.0.2"), If_Match=etag)
    assert (more.status, more.code) == (413, "protocol.too_large")


async def test_a_new_connection_has_another_etag(site: Site) -> None:
    opened = await whip(site)
    owner: dict[str, Any] = with_bearer(opened.headers["Antiphon-Session-Token"])
    again = await whip(site, opened.headers["Location"] + "/offer", plain().replace("EsAw", "Other"), **owner)
    assert (again.status, again.headers["Content-Type"]) == (200, "application/sdp")
    assert again.headers["Antiphon-Session-Token"] == opened.headers["Antiphon-Session-Token"]
    assert again.headers["ETag"] != opened.headers["ETag"]
    assert (await trickled(site, opened, CANDIDATE, If_Match=opened.headers["ETag"])).status == 412


@pytest.mark.parametrize(
    ("trusted", "told", "path"),
    [
        (("127.0.0.1",), "/voice", "/voice"),
        (("127.0.0.1",), "/a/b-c/", "/a/b-c"),
        ((), "/voice", ""),
        (("192.0.2.1",), "/voice", ""),
        (("127.0.0.1",), "//evil.example", ""),
        (("127.0.0.1",), "/a b", ""),
        (("127.0.0.1",), "https://evil.example/", ""),
        (("127.0.0.1",), "/", ""),
    ],
)
async def test_a_trusted_proxy_says_under_which_path_the_session_is_found(
    serve: Serve, trusted: tuple[str, ...], told: str, path: str
) -> None:
    site = await serve(trusted_proxies=trusted)
    headers = {"X-Forwarded-Prefix": told}
    assert (await whip(site, **headers)).headers["Location"] == f"{path}/v1/sessions/sess_1"
    again = await site.create(headers={**headers, "Idempotency-Key": "k"})
    assert again.headers["Location"] == f"{path}/v1/sessions/sess_2"
    assert (await site.create(headers={**headers, "Idempotency-Key": "k"})).headers["Location"] == again.headers[
        "Location"
    ]
