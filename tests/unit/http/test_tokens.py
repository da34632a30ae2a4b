"""Application tokens, ephemeral keys, session tokens."""

import base64
import json
import time
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa

from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.states import CloseReason
from antiphon.http.tokens import LEEWAY_S, LONGEST_S, check_application
from support.wait import until
from unit.http.conftest import Answer, Serve, Site
from unit.webrtc.offers import plain

SECRET = "a secret of at least thirty-two bytes"
OFFER = {"type": "offer", "sdp": plain()}


def claims(**changes: Any) -> dict[str, Any]:
    return {
        name: value
        for name, value in ({"aud": "antiphon", "exp": time.time() + 60} | changes).items()
        if value is not None
    }


def token(secret: str = SECRET, algorithm: str = "HS256", headers: dict[str, Any] | None = None, **changes: Any) -> str:
    return jwt.encode(claims(**changes), secret, algorithm=algorithm, headers=headers)


def unsigned(header: dict[str, Any]) -> str:
    parts = [base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode() for part in (header, claims())]
    return ".".join([*parts, ""])


def signed(text: str) -> str:
    """A token whose claims are this text."""
    return jwt.api_jws.encode(text.encode("utf-8", "surrogatepass"), SECRET, algorithm="HS256")


SOON = int(time.time()) + 6 * 3600  # a whole run of the tests lies between here and there


def with_bearer(text: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {text}"}


@pytest.mark.requirement("V5-AUTH")
async def test_with_a_secret_a_session_needs_a_token_that_it_signed(serve: Serve) -> None:
    site = await serve(secret=SECRET)
    missing = await site.create()
    assert (missing.status, missing.code) == (401, "auth.required")
    assert missing.headers["WWW-Authenticate"] == "Bearer"
    assert (await site.create(headers=with_bearer(token()))).status == 201
    assert (await site.create(headers={"Authorization": f"bearer {token(aud='antiphon')}"})).status == 201


@pytest.mark.parametrize(
    "bad",
    [
        pytest.param(lambda: token(secret="another secret of thirty-two bytes"), id="another secret"),
        pytest.param(lambda: token(exp=time.time() - 1), id="expired"),
        pytest.param(lambda: token(exp=None), id="without exp"),
        pytest.param(lambda: token(exp=time.time() + LONGEST_S + 120), id="for more than a day"),
        pytest.param(lambda: token(exp=4_102_444_800), id="for decades"),
        pytest.param(lambda: token(exp=float("inf")), id="for ever"),
        pytest.param(lambda: token(exp=float("nan")), id="exp is not a number"),
        pytest.param(lambda: token(exp=str(int(time.time()) + 60)), id="exp as text"),
        pytest.param(lambda: token(exp=True), id="exp is true"),
        pytest.param(lambda: token(aud=None), id="without aud"),
        pytest.param(lambda: token(aud="other"), id="another audience"),
        pytest.param(lambda: token(aud=["antiphon", "other"]), id="several audiences"),
        pytest.param(lambda: token(nbf=time.time() + 60), id="not yet"),
        pytest.param(lambda: token(algorithm="HS512"), id="HS512"),
        pytest.param(lambda: unsigned({"alg": "none", "typ": "JWT"}), id="none"),
        pytest.param(lambda: unsigned({"alg": "NoNe"}), id="NoNe"),
        pytest.param(
            lambda: jwt.encode(claims(), rsa.generate_private_key(65537, 2048), algorithm="RS256"), id="RS256"
        ),
        pytest.param(lambda: token(headers={"crit": ["x"], "x": 1}), id="unknown crit"),
        pytest.param(lambda: token() + "x", id="changed"),
        pytest.param(lambda: "nonsense", id="nonsense"),
        pytest.param(lambda: "a.b.c", id="three parts"),
        pytest.param(lambda: token(sub="\ud800"), id="half of a surrogate pair"),
        pytest.param(lambda: token(name={"\udfff": 1}), id="half of one in another claim"),
        pytest.param(lambda: signed(f'{{"aud":"antiphon","exp":1,"exp":{SOON}}}'), id="exp twice"),
        pytest.param(lambda: signed(f'{{"aud":"antiphon","exp":{SOON},"sub":"a","sub":"b"}}'), id="sub twice"),
        pytest.param(lambda: signed(f'{{"aud":"antiphon","exp":{SOON},"sub":"\ud800"}}'), id="no UTF-8"),
        pytest.param(lambda: signed(f'["antiphon", {SOON}]'), id="no object"),
        pytest.param(lambda: signed("[" * 5_000), id="deep"),
        pytest.param(lambda: signed('{"aud":"antiphon","exp":1e999}'), id="an infinite exp"),
        pytest.param(lambda: token(sub=7), id="sub as a number"),
        pytest.param(lambda: token(sub=""), id="sub without a character"),
        pytest.param(lambda: token(iat="now"), id="iat as text"),
    ],
)
@pytest.mark.filterwarnings("ignore::jwt.warnings.InsecureKeyLengthWarning")
async def test_any_other_token_is_refused(serve: Serve, bad: Any) -> None:
    site = await serve(secret=SECRET)
    answer = await site.create(headers=with_bearer(bad()))
    assert (answer.status, answer.code) == (401, "auth.invalid")
    assert SECRET not in answer.json["detail"]
    assert site.services.opened == []


@pytest.mark.parametrize("value", ["Basic dTpw", "Bearer", "Bearer ", "token"])
async def test_another_scheme_is_refused(serve: Serve, value: str) -> None:
    site = await serve(secret=SECRET)
    assert (await site.create(headers={"Authorization": value})).code == "auth.invalid"


async def test_a_token_is_not_taken_from_the_address(serve: Serve) -> None:
    site = await serve(secret=SECRET)
    answer = await site.ask("POST", f"/v1/sessions?token={token()}", json={})
    assert answer.code == "auth.required"


async def connected(site: Site, session_id: str, credential: str, sdp: str | None = None) -> Answer:
    body = OFFER if sdp is None else {"type": "offer", "sdp": sdp}
    return await site.ask("POST", f"/v1/sessions/{session_id}/offer", json=body, headers=with_bearer(credential))


@pytest.mark.requirement("V5-AUTH")
async def test_a_key_connects_once_and_gives_the_sessions_token(site: Site) -> None:
    before = time.time()
    opened = await site.create({"assistant_id": "demo", "user_id": "u", "locale": "en-GB", "metadata": {"a": 1}})
    assert opened.status == 201
    session_id, key = opened.json["session_id"], opened.json["ephemeral_key"]
    assert opened.headers["Location"] == f"/v1/sessions/{session_id}"
    assert site.services.opened[0].wishes == ("demo", "u", "en-GB", {"a": 1})
    assert set(opened.json) == {"session_id", "ephemeral_key", "expires_at", "ice_servers"}
    assert before + 60 - 0.001 <= opened.json["expires_at"] / 1000 <= time.time() + 60 + 0.001

    first = await connected(site, session_id, key)
    assert first.status == 200
    assert first.json["type"] == "answer"
    assert "a=rtpmap:111 opus" in first.json["sdp"]
    again = await connected(site, session_id, key)
    assert (again.status, again.code) == (401, "auth.invalid")
    # With the token it connects anew: a page that was loaded again goes on with its call.
    second = await connected(site, session_id, first.json["session_token"])
    assert second.status == 200
    assert second.json["session_token"] == first.json["session_token"]
    assert len(site.services.living()) == 1


async def test_an_offer_that_is_refused_costs_nothing_where_the_session_has_its_token(site: Site) -> None:
    opened = (await site.create()).json
    first = (await connected(site, opened["session_id"], opened["ephemeral_key"])).json
    bad = await connected(site, opened["session_id"], first["session_token"], "v=0")
    assert (bad.status, bad.code) == (400, "sdp.no_audio")
    assert (await connected(site, opened["session_id"], first["session_token"])).status == 200


async def test_a_key_of_another_session_is_for_something_else(site: Site) -> None:
    one, other = (await site.create()).json, (await site.create()).json
    foreign = await connected(site, one["session_id"], other["ephemeral_key"])
    assert (foreign.status, foreign.code) == (403, "auth.forbidden")
    assert (await connected(site, one["session_id"], "guessed")).code == "auth.invalid"
    missing = await site.ask("POST", f"/v1/sessions/{one['session_id']}/offer", json=OFFER)
    assert (missing.status, missing.code) == (401, "auth.required")
    assert (await connected(site, one["session_id"], one["ephemeral_key"])).status == 200


async def test_an_unused_key_expires_and_its_session_ends(serve: Serve) -> None:
    site = await serve(key_s=0.2)
    opened = (await site.create()).json
    session = site.services.opened[0]
    await until(lambda: session.closed_for == [CloseReason.IDLE])
    late = await connected(site, opened["session_id"], opened["ephemeral_key"])
    assert (late.status, late.code) == (404, "protocol.not_found")


async def test_a_used_key_does_not_end_its_session(serve: Serve) -> None:
    site = await serve(key_s=0.2)
    opened = (await site.create()).json
    await connected(site, opened["session_id"], opened["ephemeral_key"])
    waiting = (await site.create()).json
    session = site.services.find_session(waiting["session_id"])
    assert session is not None
    await until(lambda: session.ended)
    assert site.services.find_session(opened["session_id"]) is not None


async def test_what_belonged_to_a_session_that_ended_by_itself_is_forgotten(site: Site) -> None:
    ended = (await site.create()).json
    site.services.end(site.services.opened[0])
    living = (await site.create()).json
    assert (await connected(site, ended["session_id"], ended["ephemeral_key"])).code == "protocol.not_found"
    # Not even as the key of another session is it known.
    assert (await connected(site, living["session_id"], ended["ephemeral_key"])).code == "auth.invalid"


async def test_an_offer_in_the_first_request_uses_the_key_up(site: Site) -> None:
    opened = (await site.create({"offer": OFFER})).json
    assert opened["answer"]["type"] == "answer"
    assert (await connected(site, opened["session_id"], opened["ephemeral_key"])).code == "auth.invalid"


async def test_hanging_up_takes_the_sessions_token_and_works_once(site: Site) -> None:
    opened = (await site.create({"offer": OFFER})).json
    path = f"/v1/sessions/{opened['session_id']}"
    assert (await site.ask("DELETE", path)).code == "auth.required"
    assert (await site.ask("DELETE", path, headers=with_bearer("guessed"))).code == "auth.invalid"
    assert (await site.ask("DELETE", path, headers=with_bearer(opened["ephemeral_key"]))).code == "auth.forbidden"
    other = (await site.create({"offer": OFFER})).json
    assert (await site.ask("DELETE", path, headers=with_bearer(other["session_token"]))).code == "auth.forbidden"

    assert (await site.ask("DELETE", path, headers=with_bearer(opened["session_token"]))).status == 200
    assert site.services.opened[0].closed_for == [CloseReason.CLIENT]
    assert site.services.peers.half_open == 1  # the other one's
    again = await site.ask("DELETE", path, headers=with_bearer(opened["session_token"]))
    assert (again.status, again.code) == (404, "protocol.not_found")


async def test_ice_servers_are_told_as_they_are_configured(serve: Serve) -> None:
    servers = [{"urls": "turn:turn.example:3478", "username": "u", "credential": "c"}]
    site = await serve(ice_servers=servers)
    assert (await site.create()).json["ice_servers"] == servers


@pytest.mark.requirement("V5-AUTH")
@pytest.mark.requirement("V5-ROLES")
@pytest.mark.parametrize(
    ("sub", "told", "user"),
    [
        ("ann", None, "ann"),
        ("ann", "ann", "ann"),
        (None, "ann", "ann"),
        (None, None, None),
    ],
)
async def test_whom_the_token_is_for_opens_the_session(
    serve: Serve, sub: str | None, told: str | None, user: str | None
) -> None:
    site = await serve(secret=SECRET)
    opened = await site.create({"user_id": told} if told else {}, headers=with_bearer(token(sub=sub)))
    assert opened.status == 201
    assert site.services.opened[-1].wishes[1] == user


@pytest.mark.requirement("V5-AUTH")
async def test_a_token_for_one_user_opens_no_session_as_another(serve: Serve) -> None:
    site = await serve(secret=SECRET)
    refused = await site.create({"user_id": "ben"}, headers=with_bearer(token(sub="ann")))
    assert (refused.status, refused.code) == (403, "auth.forbidden")
    told = "user_id is 'ben', and the token is for 'ann' (its sub). Leave user_id out, or send that."
    assert refused.json["detail"] == told
    assert site.services.opened == []


@pytest.mark.requirement("V5-AUTH")
async def test_by_whip_too_the_session_is_of_whom_the_token_is_for(serve: Serve) -> None:
    site = await serve(secret=SECRET)
    headers = {**with_bearer(token(sub="ann")), "Content-Type": "application/sdp"}
    assert (await site.ask("POST", "/v1/sessions", data=plain(), headers=headers)).status == 201
    assert site.services.opened[-1].wishes[1] == "ann"


@pytest.mark.requirement("V5-AUTH")
async def test_a_sub_of_any_length_is_not_kept(serve: Serve) -> None:
    site = await serve(secret=SECRET)
    refused = await site.create(headers=with_bearer(token(sub="a" * 257)))
    assert (refused.status, refused.code) == (401, "auth.invalid")
    assert "its sub has 257 characters, more than 256" in refused.json["detail"]


@pytest.mark.parametrize(
    ("bad", "told"),
    [
        (lambda: token(exp=str(SOON)), f'its exp is "{SOON}", and must be a number: seconds since 1970.'),
        (lambda: token(exp=True), "its exp is true, and must be a number: seconds since 1970."),
        (lambda: token(exp=[SOON]), f"its exp is [{SOON}], and must be a number: seconds since 1970."),
        (lambda: token(exp=None), "it has no claim 'exp'."),
        (lambda: token(exp=1), "it has expired (its exp)."),
        (lambda: token(exp=SOON + 90_000), "it does not end within 86400 s, which is the longest that one may be good"),
        (lambda: token(nbf="x"), 'its nbf is "x", and must be a number: seconds since 1970.'),
        (lambda: token(nbf=SOON), "it is not good yet (its nbf)."),
        (lambda: token(iat="x"), 'its iat is "x", and must be a number: seconds since 1970.'),
        (lambda: token(iat=SOON), "it was made in the future (its iat): one of the two clocks is wrong."),
        (lambda: token(aud="other"), "its audience is not 'antiphon' (its aud)."),
        (lambda: token(aud=None), "it has no claim 'aud'."),
        (lambda: token(sub=5), "its sub is 5, and must be a text: whom it is for."),
        (lambda: token(sub={"a": 1}), 'its sub is {"a": 1}, and must be a text: whom it is for.'),
        (lambda: signed(f'{{"aud":"antiphon","exp":{SOON},"sub":null}}'), "its sub is null, and must be a text"),
        (lambda: token(sub=""), "its sub is empty: leave it out where it is for nobody in particular."),
        (lambda: signed(f'{{"aud":"antiphon","exp":1,"exp":{SOON}}}'), "its claims are no JSON, or one of them stands"),
        (lambda: signed("[1]"), "its claims are no JSON object."),
        (
            lambda: token(secret="another secret of thirty-two bytes", exp="x"),
            "it is not one that was signed with this",
        ),
        (lambda: unsigned({"alg": "none"}), "it is not one that was signed with this server's secret (a JWT, HS256)."),
    ],
)
def test_which_claim_is_wrong_is_told_of_what_the_secret_has_signed_and_of_nothing_else(bad: Any, told: str) -> None:
    with pytest.raises(AntiphonError) as refused:
        check_application(f"Bearer {bad()}", SECRET)
    assert refused.value.code is ErrorCode.AUTH_INVALID
    assert refused.value.message.startswith(f"The application token is not valid: {told}")


def test_a_clock_that_is_a_little_ahead_and_a_token_without_iat_are_taken() -> None:
    now = int(time.time())
    claims: list[dict[str, Any]] = [{}, {"iat": now}, {"iat": now + LEEWAY_S - 5}, {"iat": now - 100_000}]
    for made in (*claims, {"nbf": now - 1}):
        assert check_application(f"Bearer {token(sub='ann', **made)}", SECRET) == "ann"
    assert check_application(f"Bearer {token()}", SECRET) is None


async def test_claims_that_are_spelled_right_are_taken(serve: Serve) -> None:
    site = await serve(secret=SECRET)
    for text in (f'{{"aud":"antiphon","exp":{SOON},"sub":"\\ud83d\\ude00"}}', f'{{"exp":{SOON}.5,"aud":"antiphon"}}'):
        assert (await site.create(headers=with_bearer(signed(text)))).status == 201
    assert [session.wishes[1] for session in site.services.opened] == ["\U0001f600", None]
