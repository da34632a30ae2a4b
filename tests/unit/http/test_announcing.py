"""`POST /v1/sessions/{id}/announce`: who may, what may be said, and what is answered."""

import time
from typing import Any

import jwt
import pytest

from antiphon.domain.errors import AntiphonError, ErrorCode
from unit.http.conftest import Answer, Serve, Site

SECRET = "a secret of at least thirty-two bytes"


async def announce(site: Site, session_id: str, body: Any, **options: Any) -> Answer:
    return await site.ask("POST", f"/v1/sessions/{session_id}/announce", json=body, **options)


async def opened(site: Site, **options: Any) -> str:
    return str((await site.create(**options)).json["session_id"])


@pytest.mark.parametrize("text", ["x", "Your parcel is here. " * 95, "\u00e9" * 2000])
async def test_a_text_of_the_application_is_taken(site: Site, text: str) -> None:
    session_id = await opened(site)
    answer = await announce(site, session_id, {"text": text})
    assert (answer.status, answer.json) == (202, {"session_id": session_id})
    assert site.services.opened[0].announced == [text]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({}, "text"),
        ({"text": ""}, "text"),
        ({"text": " \n\t\u200b"}, "said"),
        ({"text": "x" * 2001}, "2000"),
        ({"text": 7}, "text"),
        ({"text": "x", "voice": "y"}, "voice"),
        ([], "object"),
    ],
)
async def test_anything_else_is_refused_by_its_field(site: Site, body: Any, told: str) -> None:
    answer = await announce(site, await opened(site), body)
    assert (answer.status, answer.code) == (400, "protocol.invalid_message")
    assert told in answer.json["detail"] or told == "object"
    assert site.services.opened[0].announced == []


async def test_a_session_that_is_unknown_or_has_ended_is_not_found(site: Site) -> None:
    assert (await announce(site, "sess_nobody", {"text": "x"})).code == "protocol.not_found"
    session_id = await opened(site)
    site.services.opened[0].call.lost("gone")
    ended = await announce(site, session_id, {"text": "x"})
    assert (ended.status, ended.code) == (404, "protocol.not_found")


@pytest.mark.parametrize(
    ("code", "status"), [(ErrorCode.ORDER, 409), (ErrorCode.RATE_LIMITED, 429), (ErrorCode.NOT_FOUND, 404)]
)
async def test_what_the_session_answers_is_the_answer(site: Site, code: ErrorCode, status: int) -> None:
    session_id = await opened(site)
    site.services.opened[0].refusal = AntiphonError(code, "Not now, for a reason.")
    answer = await announce(site, session_id, {"text": "x"})
    assert (answer.status, answer.code) == (status, code.code)
    assert answer.json["detail"] == "Not now, for a reason."


@pytest.mark.requirement("V5-AUTH")
async def test_the_application_announces_and_a_client_with_its_own_token_does_not(serve: Serve) -> None:
    site = await serve(secret=SECRET)
    token = jwt.encode({"aud": "antiphon", "exp": time.time() + 60}, SECRET, algorithm="HS256")
    headers = {"Authorization": f"Bearer {token}"}
    created = (await site.create(headers=headers)).json
    session_id = created["session_id"]
    assert (await announce(site, session_id, {"text": "x"})).code == "auth.required"
    clients = {"Authorization": f"Bearer {created['ephemeral_key']}"}
    assert (await announce(site, session_id, {"text": "x"}, headers=clients)).code == "auth.invalid"
    assert (await announce(site, session_id, {"text": "x"}, headers=headers)).status == 202
