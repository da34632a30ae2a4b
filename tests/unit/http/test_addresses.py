"""How many sessions one client address may have at a time (S11)."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest
from aiohttp import web
from multidict import CIMultiDict

from antiphon.http.addresses import Addresses
from antiphon.http.forwarded import client, networks
from unit.http.conftest import Serve


async def test_an_address_has_its_share_and_gets_it_back(serve: Serve) -> None:
    site = await serve(sessions_per_address=2)
    assert [(await site.create()).status for _ in range(2)] == [201, 201]
    full = await site.create()
    assert (full.status, full.code) == (429, "capacity.full")
    assert int(full.headers["Retry-After"]) > 0
    assert "2 sessions" in full.json["detail"]
    assert len(site.services.opened) == 2
    site.services.opened[0].call.lost("gone")
    assert (await site.create()).status == 201
    assert (await site.create()).status == 429


async def test_a_session_that_was_not_opened_does_not_count(serve: Serve) -> None:
    site = await serve(sessions_per_address=1)
    assert (await site.create({"offer": {"type": "offer", "sdp": "v=0\r\ns=-\r\n"}})).status == 400
    assert (await site.create()).status == 201


async def test_this_machine_may_have_any_number_unless_a_bound_was_set(serve: Serve) -> None:
    site = await serve(sessions_per_address=1, bound_loopback=False)
    assert [(await site.create()).status for _ in range(3)] == [201, 201, 201]


async def test_who_has_its_share_is_refused_at_once_and_takes_no_turn_of_others(serve: Serve) -> None:
    site = await serve(sessions_per_address=1, trusted_proxies=("127.0.0.1",))
    at_bound, other = ({"X-Forwarded-For": address} for address in ("203.0.113.5", "203.0.113.6"))
    assert (await site.create(headers=at_bound)).status == 201
    flood = [asyncio.create_task(site.create(headers=at_bound)) for _ in range(150)]
    statuses = [(await one).status for one in flood]
    assert statuses == [429] * 150
    assert (await site.create(headers=other)).status == 201


async def test_a_wrong_key_takes_no_turn_of_others(serve: Serve) -> None:
    site = await serve()
    session_id = (await site.create()).json["session_id"]
    guess = {"headers": {"Authorization": "Bearer guessed"}, "json": {"type": "offer", "sdp": "v=0"}}
    flood = [asyncio.create_task(site.ask("POST", f"/v1/sessions/{session_id}/offer", **guess)) for _ in range(150)]
    assert {(await one).status for one in flood} == {401}
    # Each turn taken would have been 10 ms; a new caller is told to come again when that makes a second.
    assert (await site.create()).status == 201


def taken(addresses: Addresses, *remotes: str | None) -> list[bool]:
    """For each address in turn: whether it may have one more session, which it then has."""
    answers = []
    for number, remote in enumerate(remotes):
        request: Any = SimpleNamespace(remote=remote)
        try:
            addresses.check(request)
        except web.HTTPTooManyRequests:
            answers.append(False)
        else:
            addresses.opened(request, f"sess_{number}")
            answers.append(True)
    return answers


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("192.0.2.1", "::ffff:192.0.2.1", True),
        ("2001:db8::1", "2001:db8::ffff:0:0:1", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("fe80::1%eth0", "fe80::2%eth0", True),
        ("127.0.0.1", "::1", False),
        ("", None, True),
    ],
)
def test_what_counts_as_one_address(one: str | None, other: str | None, same: bool) -> None:
    assert taken(Addresses(1, True, lambda _: True), one, other) == [True, not same]


def test_only_this_machine_is_without_a_bound() -> None:
    addresses = Addresses(1, False, lambda _: True)
    assert taken(addresses, "127.0.0.1", "127.0.0.1", "::1", "::1", "") == [True] * 5
    assert taken(addresses, "192.0.2.1", "192.0.2.1") == [True, False]


@pytest.mark.parametrize(
    ("forwarded", "remote", "counted"),
    [
        ((), "10.0.0.1", "10.0.0.1"),
        (("203.0.113.5",), "10.0.0.1", "203.0.113.5"),
        (("203.0.113.5",), "::ffff:10.0.0.1", "203.0.113.5"),
        (("203.0.113.5",), "192.0.2.9", "192.0.2.9"),  # who is no proxy of ours may say what they like
        (("198.51.100.1, 203.0.113.5",), "10.0.0.1", "203.0.113.5"),  # and so may who comes by one
        (("203.0.113.5, 10.0.0.2",), "10.0.0.1", "203.0.113.5"),  # two of ours
        (("198.51.100.1", " 203.0.113.5 "), "10.0.0.1", "203.0.113.5"),  # the header twice is one list
        (("2001:db8::7",), "10.0.0.1", "2001:db8::7"),
        (("unknown",), "10.0.0.1", "10.0.0.1"),
        (("203.0.113.5, nonsense",), "10.0.0.1", "10.0.0.1"),
        (("203.0.113.5:4711",), "10.0.0.1", "10.0.0.1"),
        (("",), "10.0.0.1", "10.0.0.1"),
        (("10.0.0.7, 10.0.0.8",), "10.0.0.1", "10.0.0.7"),
        (("203.0.113.5",), None, None),
    ],
)
def test_what_a_trusted_proxy_says_of_a_client_counts(
    forwarded: tuple[str, ...], remote: str | None, counted: str | None
) -> None:
    headers = CIMultiDict([("X-Forwarded-For", value) for value in forwarded])
    request: Any = SimpleNamespace(remote=remote, headers=headers)
    assert client(request, networks(["10.0.0.0/8"])) == counted
    assert client(request, ()) == remote


async def test_behind_a_trusted_proxy_each_client_has_a_share_of_its_own(serve: Serve) -> None:
    site = await serve(sessions_per_address=1, trusted_proxies=("127.0.0.1",))
    for client_address, status in (("203.0.113.5", 201), ("203.0.113.6", 201), ("203.0.113.5", 429)):
        assert (await site.create(headers={"X-Forwarded-For": client_address})).status == status


async def test_without_a_trusted_proxy_nobody_can_say_to_be_another(serve: Serve) -> None:
    site = await serve(sessions_per_address=1)
    assert (await site.create(headers={"X-Forwarded-For": "203.0.113.5"})).status == 201
    assert (await site.create(headers={"X-Forwarded-For": "203.0.113.6"})).status == 429
