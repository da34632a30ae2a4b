"""`POST /v1/pair`, as a device of the local network uses it."""

import time
from pathlib import Path
from typing import Any

import pytest

from antiphon.http.pairing import TOKEN_S
from antiphon.lan.pairing import PAUSE_S, Pairing
from antiphon.session.clock import LoopClock
from support.services import EchoServices
from unit.http.conftest import Answer, Serve, Site

SECRET = "a secret of at least thirty-two bytes"
CODE = "042137"


class Shifted(LoopClock):
    """The clock, so many seconds late or early."""

    shift_s = 0.0

    def now(self) -> float:
        return super().now() + self.shift_s

    def wall(self) -> float:
        return super().wall() + self.shift_s


class Network(Site):
    """A site in a local network."""

    shown: list[str]
    clock: Shifted

    async def pair(self, code: Any, **options: Any) -> Answer:
        return await self.ask("POST", "/v1/pair", json={"code": code}, **options)


@pytest.fixture
async def network(serve: Serve, web_root: Path) -> Network:
    clock, shown = Shifted(), [CODE]
    codes = iter([CODE, "777777"])
    services = EchoServices(web_root, clock=clock, pairing=Pairing(clock, shown.append, lambda: next(codes)))
    site = await serve(services, secret=SECRET)
    site.__class__ = Network
    site.shown, site.clock = shown, clock
    network: Network = site
    return network


def bearer(answer: Answer) -> dict[str, str]:
    return {"Authorization": f"Bearer {answer.json['token']}"}


@pytest.mark.requirement("MEDIA-LAN")
async def test_the_code_gets_a_token_that_opens_a_session_and_soon_ends(network: Network) -> None:
    assert (await network.create()).status == 401
    paired = await network.pair(CODE)
    assert paired.status == 200
    assert set(paired.json) == {"token", "expires_at"}
    assert 0 < paired.json["expires_at"] / 1000 - time.time() <= TOKEN_S
    assert paired.headers["Cache-Control"] == "no-store"
    assert (await network.create(headers=bearer(paired))).status == 201


@pytest.mark.requirement("MEDIA-LAN")
async def test_the_token_of_an_hour_ago_opens_nothing(network: Network) -> None:
    network.clock.shift_s = -TOKEN_S - 1
    paired = await network.pair(CODE)
    refused = await network.create(headers=bearer(paired))
    assert (refused.status, refused.code) == (401, "auth.invalid")
    assert "expired" in refused.json["detail"]


@pytest.mark.parametrize("typed", ["042 137", "042-137", " 042137 "])
async def test_people_type_in_groups(network: Network, typed: str) -> None:
    assert (await network.pair(typed)).status == 200


@pytest.mark.requirement("MEDIA-LAN")
async def test_five_wrong_codes_shut_everybody_out_until_a_new_one_is_shown(network: Network) -> None:
    for _ in range(5):
        wrong = await network.pair("000000")
        assert (wrong.status, wrong.code) == (401, "auth.invalid")
    for code in ("000000", CODE):
        late = await network.pair(code)
        assert (late.status, late.code) == (429, "rate.limited")
        assert 0 < int(late.headers["Retry-After"]) <= PAUSE_S
    network.clock.shift_s = PAUSE_S
    assert (await network.pair(CODE)).status == 401
    assert network.shown == [CODE, "777777"]
    assert (await network.pair("777777")).status == 200


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "protocol.invalid_message"),
        ({"code": 42137}, "protocol.invalid_message"),
        ({"code": "1" * 33}, "protocol.invalid_message"),
        ({"code": CODE, "more": 1}, "protocol.invalid_message"),
        ([CODE], "protocol.invalid_message"),
    ],
)
async def test_what_is_no_code_at_all_costs_no_try(network: Network, body: Any, code: str) -> None:
    for _ in range(6):
        refused = await network.ask("POST", "/v1/pair", json=body)
        assert (refused.status, refused.code) == (400, code)
    assert (await network.pair(CODE)).status == 200


async def test_a_page_of_another_origin_gets_nothing_and_costs_no_try(network: Network) -> None:
    for _ in range(6):
        refused = await network.pair("000000", headers={"Origin": "https://evil.example"})
        assert (refused.status, refused.code) == (403, "auth.origin")
    assert (await network.pair(CODE)).status == 200


async def test_the_page_is_told_that_it_has_to_pair(network: Network, web_root: Path) -> None:
    (web_root / "demo" / "index.html").write_text("<!doctype html><head><title>é</title></head>", "utf-8")
    page = await network.ask("GET", "/")
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    head = '<head><meta name="antiphon-pairing" content="needed" /><title>é'
    assert head in page.body.decode()


@pytest.mark.requirement("MEDIA-LAN")
async def test_without_a_local_network_there_is_no_pairing(site: Site) -> None:
    absent = await site.ask("POST", "/v1/pair", json={"code": CODE})
    assert (absent.status, absent.code) == (404, "protocol.not_found")
    assert b"antiphon-pairing" not in (await site.ask("GET", "/")).body


@pytest.mark.parametrize(("way", "file"), [("/", "demo/index.html"), ("/vela", "vela.html")])
async def test_a_page_at_the_top_finds_its_parts_beside_it_wherever_that_is(
    site: Site, web_root: Path, way: str, file: str
) -> None:
    up = "../" * len(file.split("/"))
    (web_root / file).write_text(f'<link href="{up}client/demo/page.css" /><a href="#é">é</a>', "utf-8")
    page = await site.ask("GET", way)
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    assert page.body.decode() == '<link href="client/demo/page.css" /><a href="#é">é</a>'
