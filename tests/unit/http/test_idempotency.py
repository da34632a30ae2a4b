"""A request that is sent again opens no second session."""

import asyncio

from antiphon.domain.states import CloseReason
from unit.http.conftest import Serve, Site
from unit.http.test_tokens import SECRET, token, with_bearer


async def test_the_same_request_gets_the_same_answer(site: Site) -> None:
    key = {"Idempotency-Key": "k1"}
    first, again = await site.create({"user_id": "u"}, headers=key), await site.create({"user_id": "u"}, headers=key)
    assert (first.status, again.status) == (201, 201)
    assert again.json == first.json
    assert again.headers["Location"] == first.headers["Location"]
    assert len(site.services.opened) == 1
    assert (await site.create({"user_id": "u"})).json != first.json


async def test_two_at_once_open_one_session(site: Site) -> None:
    key = {"Idempotency-Key": "k1"}
    answers = await asyncio.gather(*(site.create(headers=key) for _ in range(5)))
    assert len({answer.json["session_id"] for answer in answers}) == 1
    assert len(site.services.opened) == 1


async def test_a_key_is_for_one_request(site: Site) -> None:
    key = {"Idempotency-Key": "k1"}
    await site.create({"user_id": "u"}, headers=key)
    other = await site.create({"user_id": "v"}, headers=key)
    assert (other.status, other.code) == (400, "protocol.invalid_message")
    assert "Idempotency-Key" in other.json["detail"]
    assert (await site.create(headers={"Idempotency-Key": "k" * 256})).code == "protocol.invalid_message"


async def test_a_refusal_is_not_kept(site: Site) -> None:
    key = {"Idempotency-Key": "k1"}
    site.services.draining = True
    assert (await site.create(headers=key)).code == "capacity.full"
    site.services.draining = False
    assert (await site.create(headers=key)).status == 201


async def test_the_answer_that_opened_a_session_is_forgotten_when_that_has_ended(site: Site) -> None:
    key = {"Idempotency-Key": "k1"}
    first = await site.create({"user_id": "u"}, headers=key)
    await site.services.opened[0].close(CloseReason.CLIENT)
    second = await site.create({"user_id": "u"}, headers=key)
    assert second.status == 201
    assert second.json["session_id"] != first.json["session_id"]
    assert (await site.create({"user_id": "u"}, headers=key)).json == second.json
    assert len(site.services.opened) == 2
    await site.services.opened[1].close(CloseReason.CLIENT)
    assert (await site.create({"user_id": "v"}, headers=key)).status == 201


async def test_a_key_of_one_application_is_not_that_of_another(serve: Serve) -> None:
    site = await serve(secret=SECRET)
    one, other = with_bearer(token(sub="one")), with_bearer(token(sub="other"))
    first = await site.create(headers={"Idempotency-Key": "k1", **one})
    second = await site.create(headers={"Idempotency-Key": "k1", **other})
    assert first.json["session_id"] != second.json["session_id"]
