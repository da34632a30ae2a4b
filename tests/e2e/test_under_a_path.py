"""The server behind a proxy that has it under a path: pages find what belongs to them, and nothing asks the root."""

import socket
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import aiohttp
import pytest
from playwright.async_api import expect

from e2e.browser import visit
from e2e.proxies import PATH, under_a_path
from e2e.spoken import silence
from support.server import serve

ASSISTANT = """
[stt]
provider = "scripted"
texts = ["Well."]
[tts]
provider = "scripted"
[brain]
provider = "rules"
"""


@dataclass(frozen=True)
class Behind:
    """A server, and where its proxy listens: the server must be told that name."""

    server: str
    listener: socket.socket


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Behind]:
    folder = tmp_path_factory.mktemp("behind")
    (folder / "assistants").mkdir()
    (folder / "assistants" / "demo.toml").write_text(ASSISTANT)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        name = f"127.0.0.1:{listener.getsockname()[1]}"
        settings = f'[server]\ntrusted_proxies = ["127.0.0.1"]\nallowed_hosts = ["{name}"]\n'
        (folder / "antiphon.toml").write_text(settings)
        with serve("--assistants", str(folder / "assistants"), cwd=folder) as running:
            yield Behind(running.url, listener)


async def test_the_demonstration_does_what_is_said(behind: Behind, tmp_path: Path) -> None:
    async with under_a_path(behind.server, behind.listener) as (address, proxy):
        async with visit(f"{address}/", silence(tmp_path / "silence.wav")) as seen:
            await seen.page.get_by_role("button", name="Start", exact=True).click()
            await seen.state("idle")
            await seen.type("Switch to the dark theme.")
            await expect(seen.page.locator("html")).to_have_attribute("data-theme", "dark", timeout=20_000)
            await seen.stop()
        assert proxy.strays == []


async def test_every_page_finds_all_its_parts_and_its_websocket(behind: Behind, tmp_path: Path) -> None:
    async with under_a_path(behind.server, behind.listener) as (address, proxy):
        async with visit(f"{address}/client/ws-v1.html", silence(tmp_path / "silence.wav")) as seen:
            await seen.page.get_by_test_id("start").click()
            await expect(seen.page.get_by_test_id("status")).to_have_text("started", timeout=20_000)
            for way in ("vela", "client/vela.html", "client/demo/index.html", "client/bookmarklet.html"):
                await seen.page.goto(f"{address}/{way}", wait_until="networkidle")
            code = await seen.page.locator("[data-code]").input_value()
            assert quote(f"{address}/client/embed.js", safe="") in code
        assert proxy.strays == []


async def test_where_a_session_is_found_has_the_path_in_it(behind: Behind) -> None:
    async with (
        under_a_path(behind.server, behind.listener) as (address, _),
        aiohttp.ClientSession() as http,
        http.post(f"{address}/v1/sessions", json={}) as opened,
    ):
        assert opened.status == 201
        assert opened.headers["Location"] == f"{PATH}/v1/sessions/{(await opened.json())['session_id']}"
