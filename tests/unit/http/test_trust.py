"""The page over plain HTTP that explains how to trust a local authority."""

import re
from collections.abc import AsyncIterator

import aiohttp
import pytest
import pytest_asyncio
from aiohttp import web

from antiphon import resources
from antiphon.http.headers import CONTENT_SECURITY_POLICY
from antiphon.http.services import HttpSettings, ServerNames
from antiphon.http.trust import make_trust_runner
from antiphon.lan import qr
from antiphon.session.clock import LoopClock
from unit.http.conftest import Site

FINGERPRINT = ":".join(f"{number:02X}" for number in range(32))
AGENTS = {
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari": {"iPhone, iPad"},
    "Mozilla/5.0 (Linux; Android 16; Pixel) Chrome/150 Mobile": {"Android"},
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) Safari": {"Mac", "iPhone, iPad"},
    "Mozilla/5.0 (Windows NT 10.0) Chrome/150": {"Windows"},
    "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Firefox/150.0": {"Linux, Firefox everywhere"},
    "curl": set(),
}


class Box:
    """`http.trust.Authority`."""

    pem = b"-----BEGIN CERTIFICATE-----\n"
    common_name = "Antiphon on <box> & co"
    fingerprint = FINGERPRINT
    asked_on: str | None = None

    def joining_url(self, asked_on: str) -> str:
        self.asked_on = asked_on
        return "https://192.168.1.20:8080/"

    def picture(self, url: str) -> str:
        return qr.svg(url)


@pytest_asyncio.fixture
async def trust() -> AsyncIterator[Site]:
    settings = HttpSettings(ServerNames("0.0.0.0", own_names=lambda: ("box.local",)))
    box = Box()
    runner = make_trust_runner(box, settings, LoopClock(), resources.trust_page())
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    async with aiohttp.ClientSession() as http:
        yield Site(box, runner.addresses[0][1], http)  # type: ignore[arg-type]
    await runner.cleanup()


@pytest.mark.requirement("MEDIA-LAN")
async def test_the_page_shows_what_to_compare_and_where_to_join_and_no_code(trust: Site) -> None:
    page = await trust.ask("GET", "/")
    text = page.body.decode()
    assert (page.status, page.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    shown = re.sub(r"[\s<>/span]", "", text.split('aria-labelledby="print">')[1].split("</p>")[0])
    assert shown.replace(":", "") == FINGERPRINT.replace(":", "")
    assert qr.svg("https://192.168.1.20:8080/") in text
    assert 'href="https://192.168.1.20:8080/"' in text
    assert "Antiphon on &lt;box&gt; &amp; co" in text
    assert "pair=" not in text
    assert trust.services.asked_on == "127.0.0.1"  # type: ignore[attr-defined]


@pytest.mark.requirement("MEDIA-LAN")
async def test_the_certificate_is_offered_as_what_phones_install(trust: Site) -> None:
    offered = await trust.ask("GET", "/antiphon-ca.crt")
    assert offered.headers["Content-Type"] == "application/x-x509-ca-cert"
    assert offered.body == Box.pem
    assert 'href="/antiphon-ca.crt"' in (await trust.ask("GET", "/")).body.decode()


@pytest.mark.parametrize("agent", AGENTS)
async def test_the_visitors_own_system_is_open_already(trust: Site, agent: str) -> None:
    text = (await trust.ask("GET", "/", headers={"User-Agent": agent})).body.decode()
    opened = re.findall(r"<details open>\s*<summary>([^<]+)</summary>", text)
    assert set(opened) == AGENTS[agent]


async def test_every_system_is_explained(trust: Site) -> None:
    text = (await trust.ask("GET", "/")).body.decode()
    assert set(re.findall("<summary>([^<]+)</summary>", text)) == set().union(*AGENTS.values())


@pytest.mark.parametrize("path", ["/", "/page.css", "/antiphon-ca.crt", "/missing"])
async def test_the_policy_is_the_strict_one_and_nothing_breaks_it(trust: Site, path: str) -> None:
    answer = await trust.ask("GET", path)
    assert answer.headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "Strict-Transport-Security" not in answer.headers  # it would hold for this port too
    assert not re.search(rb"<script|style=|<style|\son\w+=", answer.body)


@pytest.mark.parametrize(
    "path", ["/v1/assistants", "/client/antiphon.js", "/metrics", "/page.html", "/antiphon-ca.key"]
)
async def test_nothing_else_is_there(trust: Site, path: str) -> None:
    absent = await trust.ask("GET", path)
    assert (absent.status, absent.code) == (404, "protocol.not_found")


async def test_only_hosts_that_this_machine_is_are_answered(trust: Site) -> None:
    for host in (f"box.local:{trust.port}", f"localhost:{trust.port}", f"127.0.0.1:{trust.port}"):
        assert (await trust.ask("GET", "/", headers={"Host": host})).status == 200
    for host in (f"evil.example:{trust.port}", "box.local", f"other.local:{trust.port}"):
        foreign = await trust.ask("GET", "/", headers={"Host": host})
        assert (foreign.status, foreign.code) == (403, "auth.host")


async def test_nothing_is_taken(trust: Site) -> None:
    assert (await trust.ask("POST", "/", data=b"x")).status == 405
