"""`antiphon serve --lan` as a phone meets it: Chromium in a network of its own, on the machine's private address."""

import io
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import av
import pytest
import zxingcpp
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from playwright.async_api import Error, Page, expect

from antiphon.lan import authority as made
from antiphon.lan.folder import Folder
from antiphon.lan.host import Identity
from e2e.accessibility import faults
from e2e.browser import LEAN, Launch, Visit, lean, visit
from e2e.spoken import say, silence
from support.network import Network, network
from support.server import RunningServer, serve
from support.wait import until

ADDRESS, NEXT_ADDRESS = "192.168.213.7", "10.213.0.7"

pytestmark = pytest.mark.requirement("MEDIA-LAN")

# Serves one page by HTTPS with the certificate of the first argument, on the address of the second.
SITE = """
import http.server, socketserver, ssl, sys
class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"ok")
server = socketserver.ThreadingTCPServer((sys.argv[2], 0), Page)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1])
server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
print(server.server_address[1], flush=True)
server.serve_forever()
"""


@dataclass
class Lan:
    """A server in its network, and how Chromium is started there: with the home folder of somebody who trusts it."""

    network: Network
    server: RunningServer
    certs: Path
    folder: Path
    trusting: Launch
    distrusting: Launch

    @property
    def code(self) -> str:
        return str(re.findall(r"#pair=(\d{6})", "".join(self.server.output))[-1])

    @property
    def trust_url(self) -> str:
        return str(re.findall(r"http://[^/\s]+/", "".join(self.server.output))[-1])


@pytest.fixture(scope="module")
def lan(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lan]:
    folder = tmp_path_factory.mktemp("lan")
    certs = folder / "certs"
    with network(ADDRESS) as own:
        program = LEAN if lean() else "chromium"
        chromium = own.wrapper(program, folder / program)
        trusting, distrusting = (Launch(chromium, folder / name) for name in ("trusting", "distrusting"))
        with serve("--lan", "--certs", str(certs), within=own.enter) as server:
            database = folder / "trusting/.pki/nssdb"
            database.mkdir(parents=True)
            (folder / "distrusting").mkdir()
            certutil = ("certutil", "-d", f"sql:{database}")
            subprocess.run([*certutil, "-N", "--empty-password"], check=True, timeout=30)
            authority = ("-A", "-t", "C,,", "-n", "antiphon", "-i", str(certs / "antiphon-ca.crt"))
            subprocess.run([*certutil, *authority], check=True, timeout=30)
            yield Lan(own, server, certs, folder, trusting, distrusting)


async def test_without_trust_the_page_is_refused(lan: Lan, tmp_path: Path) -> None:
    with pytest.raises(Error, match="ERR_CERT_AUTHORITY_INVALID"):
        async with visit(lan.server.url, silence(tmp_path / "silence.wav"), launch=lan.distrusting):
            pass


async def test_with_trust_a_scanned_code_pairs_and_a_spoken_order_is_carried_out(lan: Lan, tmp_path: Path) -> None:
    assert lan.server.url.startswith(f"https://{ADDRESS}:")
    microphone = say("Please go to the settings.", tmp_path / "order.wav", again=True)
    async with visit(f"{lan.server.url}/#pair={lan.code}", microphone, launch=lan.trusting) as seen:
        assert seen.page.url == f"{lan.server.url}/"
        assert await seen.page.evaluate("isSecureContext && Boolean(navigator.mediaDevices)")
        await seen.page.wait_for_function("() => sessionStorage.getItem('antiphon paired')")
        await expect(seen.page.locator("#pairing")).to_be_hidden()
        await seen.start()
        await seen.said("ettings")
        await expect(seen.page.locator("#section-settings")).to_be_visible(timeout=20_000)
        await seen.heard()
        await seen.state("idle")
        await seen.stop()


def without_refusals(seen: Visit) -> None:
    """Forget what the browser's console has of a request that was to be refused."""
    seen.faults[:] = [fault for fault in seen.faults if "status of 401" not in fault]


async def test_the_page_asks_for_the_code_and_again_when_the_pairing_has_ended(lan: Lan, tmp_path: Path) -> None:
    async with visit(lan.server.url, silence(tmp_path / "silence.wav"), launch=lan.trusting) as seen:
        page = seen.page
        dialog, code = page.get_by_role("dialog", name="Pair this device"), page.get_by_label("Pairing code")
        await expect(dialog).to_be_visible()
        await expect(code).to_be_focused()
        assert await faults(page) == []
        await code.fill("000 000" if lan.code != "000000" else "000 001")
        await page.keyboard.press("Enter")
        await expect(dialog.get_by_role("alert")).to_contain_text("tries are left")
        await code.fill(f"{lan.code[:3]} {lan.code[3:]}")
        await dialog.get_by_role("button", name="Pair").click()
        await expect(dialog).to_be_hidden()
        await page.reload()
        await expect(dialog).to_be_hidden()
        await seen.start()
        await seen.stop()

        await age(page, "Date.now() + 5_000")
        await page.reload()
        await expect(dialog).to_be_visible()
        await page.keyboard.press("Escape")
        await page.get_by_role("button", name="Start", exact=True).click()
        await expect(dialog).to_be_visible()
        await code.fill(lan.code)
        await page.keyboard.press("Enter")
        await expect(dialog).to_be_hidden()

        await age(page, "Date.now() + 3_600_000", "'a.b.c'")  # of a server that was started anew
        await page.reload()
        await page.get_by_role("button", name="Start", exact=True).click()
        await expect(dialog.get_by_role("alert")).to_contain_text("The pairing has ended")
        without_refusals(seen)


async def age(page: Page, ends_at: str, token: str = "paired.token") -> None:
    """Have the page keep a pairing of another time."""
    await page.evaluate(
        "() => { const paired = JSON.parse(sessionStorage.getItem('antiphon paired'));"
        f"sessionStorage.setItem('antiphon paired', JSON.stringify({{ token: {token}, expiresAt: {ends_at} }})); }}"
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_the_page_on_how_to_trust_leads_to_the_server(lan: Lan, tmp_path: Path, scheme: str) -> None:
    phone: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "color_scheme": scheme}
    microphone = silence(tmp_path / "silence.wav")
    async with visit(lan.trust_url, microphone, server=lan.server.url, launch=lan.trusting, **phone) as seen:
        page = seen.page
        assert await faults(page) == []
        widths: list[int] = await page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert widths[0] <= widths[1]
        shown = re.sub(r"\s", "", await page.locator(".fingerprint").inner_text()).replace(":", "")
        assert shown == made.fingerprint(lan_authority(lan).certificate).replace(":", "")
        picture = await page.locator("svg.qr").screenshot()
        with av.open(io.BytesIO(picture), "r") as file:
            grey = next(file.decode(video=0)).to_ndarray(format="gray8")
        (code,) = zxingcpp.read_barcodes(grey)
        assert code.text == f"{lan.server.url}/"
        await page.get_by_role("link", name="Open the page").click()
        await page.wait_for_url(f"{lan.server.url}/")
        assert await page.evaluate("isSecureContext")


def lan_authority(lan: Lan) -> made.Pair:
    pair = Folder(lan.certs).authority()
    assert pair is not None
    return pair


@contextmanager
def site(lan: Lan, leaf: made.Pair, name: str, folder: Path) -> Iterator[tuple[str, Launch]]:
    """A page with that certificate, and a trusting Chromium for which its name leads to it."""
    key = leaf.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (folder / "site.pem").write_bytes(leaf.certificate.public_bytes(Encoding.PEM) + key)
    command = [*lan.network.enter, sys.executable, "-c", SITE, str(folder / "site.pem"), ADDRESS]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as running:
        assert running.stdout is not None
        flags = (f"--host-resolver-rules=MAP {name} {ADDRESS}",)
        try:
            url = f"https://{name}:{running.stdout.readline().strip()}/"
            yield url, Launch(lan.trusting.command, lan.trusting.home, flags)
        finally:
            running.kill()


async def test_a_public_name_that_the_authority_has_signed_is_refused_although_it_is_trusted(
    lan: Lan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(made, "covered", lambda _, wanted: wanted)  # as somebody who has stolen the key
    stolen = made.make_leaf(lan_authority(lan), Identity(("example.com",), ()), datetime.now(UTC))
    microphone = silence(tmp_path / "silence.wav")
    with site(lan, stolen, "example.com", tmp_path) as (url, launch), pytest.raises(Error, match="ERR_CERT_INVALID"):
        async with visit(url, microphone, launch=launch):
            pass
    local = made.make_leaf(lan_authority(lan), Identity(("other.local",), ()), datetime.now(UTC))
    with site(lan, local, "other.local", tmp_path) as (url, launch):
        async with visit(url, microphone, launch=launch) as seen:
            assert await seen.page.locator("body").inner_text() == "ok"


async def test_after_a_change_of_address_the_next_device_is_told_and_shown_the_new_one(
    lan: Lan, tmp_path: Path
) -> None:
    port = lan.server.url.rsplit(":", 1)[1]
    wanted = f"https://{NEXT_ADDRESS}:{port}"
    lan.network.move(ADDRESS, NEXT_ADDRESS)
    began = time.monotonic()
    try:
        await until(lambda: f"Antiphon accepts calls at {wanted}/\n" in lan.server.output, 15.0)
        print(f"told after {time.monotonic() - began:.1f} s")
        async with visit(f"{wanted}/#pair={lan.code}", silence(tmp_path / "silence.wav"), launch=lan.trusting) as seen:
            await seen.page.wait_for_function("() => sessionStorage.getItem('antiphon paired')")
            await seen.start()
            await seen.stop()
    finally:
        lan.network.move(NEXT_ADDRESS, ADDRESS)
        await until(lambda: lan.server.output.count(f"Antiphon accepts calls at {lan.server.url}/\n") == 2, 15.0)
