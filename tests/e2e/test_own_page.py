"""The example of docs/how-to/voice-on-your-own-page.md with a secret. As it stands it is tried in tests/guides."""

import json
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import aiohttp
import jwt
import pytest
from playwright.async_api import expect

from e2e.browser import visit
from e2e.spoken import silence
from guides.blocks import blocks
from support.server import ROOT, of_tones, serve

GUIDE = (ROOT / "docs" / "how-to" / "voice-on-your-own-page.md").read_text()
SERVER = "http://127.0.0.1:8080"
SECRET = "s" * 32


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def web_server(folder: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as web:
        threading.Thread(target=web.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{web.server_port}"
        web.shutdown()


def example(server: str) -> str:
    (page,) = (block.text for block in blocks(GUIDE) if block.title == "site/page.html")
    assert SERVER in page
    return page.replace(SERVER, server)


@dataclass(frozen=True)
class Own:
    """A site of somebody, and a server with a secret that lets its pages call."""

    folder: Path
    origin: str
    server: str

    @property
    def token(self) -> str:
        return jwt.encode({"aud": "antiphon", "exp": int(time.time()) + 600}, SECRET, algorithm="HS256")


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Own]:
    root = tmp_path_factory.mktemp("own")
    site = root / "site"
    site.mkdir()
    (site / "favicon.ico").touch()
    with web_server(site) as origin:
        settings = f'[server]\nsecret = "{SECRET}"\nallowed_origins = ["{origin}"]\n'
        (root / "antiphon.toml").write_text(settings)
        with serve("--assistants", str(of_tones(root / "assistants")), cwd=root) as server:
            yield Own(site, origin, server.url)


async def test_a_server_with_a_secret_is_called_with_the_token_of_the_page(own: Own, tmp_path: Path) -> None:
    (own.folder / "antiphon-token").write_text(own.token)
    snippet = re.search(r"^  token: async.*?^  },$", GUIDE, re.DOTALL | re.MULTILINE)
    assert snippet
    page = example(own.server).replace("url: ", f"{snippet[0]}\n      url: ", 1)
    (own.folder / "page.html").write_text(page)
    async with visit(f"{own.origin}/page.html", silence(tmp_path / "silence.wav"), server=own.server) as seen:
        await seen.page.get_by_role("button", name="Call").click()
        await expect(seen.page.locator("#state")).to_have_text("idle", timeout=20_000)


async def test_an_application_opens_the_session_the_page_joins_it_and_the_application_announces(
    own: Own, tmp_path: Path
) -> None:
    application = {"Authorization": f"Bearer {own.token}"}
    async with aiohttp.ClientSession(own.server, headers=application) as http:
        opened = await (await http.post("/v1/sessions", json={"user_id": "u-1"})).json()
        session = json.dumps({"id": opened["session_id"], "key": opened["ephemeral_key"]})
        page = example(own.server).replace("url: ", f"session: {session},\n      url: ", 1)
        (own.folder / "joined.html").write_text(page)
        async with visit(f"{own.origin}/joined.html", silence(tmp_path / "silence.wav"), server=own.server) as seen:
            await seen.page.get_by_role("button", name="Call").click()
            await expect(seen.page.locator("#state")).to_have_text("idle", timeout=20_000)
            announce = f"/v1/sessions/{opened['session_id']}/announce"
            assert (await http.post(announce, json={"text": "Your parcel is here."})).status == 202
            await expect(seen.page.locator("#log")).to_contain_text("Your parcel is here.", timeout=20_000)
            assert await seen.page.evaluate("localStorage.length") == 0
