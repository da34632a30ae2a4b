"""The example of docs/how-to/voice-on-your-own-page.md, as it stands there, on an origin of its own."""

import json
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import aiohttp
import jwt
from playwright.async_api import expect

from e2e.browser import visit
from e2e.spoken import say
from support.server import ROOT, serve

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
    found = re.search(r"```html\n(.*?)```", GUIDE, re.DOTALL)
    assert found
    assert SERVER in found[1]
    return found[1].replace(SERVER, server)


async def test_the_example_of_the_guide_switches_its_lamp_by_voice(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "favicon.ico").touch()
    with web_server(site) as origin:
        (tmp_path / "antiphon.toml").write_text(f'[server]\nallowed_origins = ["{origin}"]\n')
        with serve(cwd=tmp_path) as server:
            (site / "page.html").write_text(example(server.url))
            microphone = say("Please turn the lamp on.", tmp_path / "order.wav", lead_s=6.0)
            async with visit(f"{origin}/page.html", microphone, server=server.url) as seen:
                await seen.page.get_by_role("button", name="Call").click()
                await expect(seen.page.locator("#lamp")).to_have_text("on", timeout=30_000)
                await expect(seen.page.locator("#log")).to_contain_text("Assistant: ", timeout=20_000)
                await seen.page.get_by_role("button", name="Hang up").click()
                await expect(seen.page.locator("#state")).to_have_text("not_connected")
                assert await seen.page.evaluate("localStorage.getItem('antiphon visitor')")


async def test_a_server_with_a_secret_is_called_with_the_token_of_the_page(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "favicon.ico").touch()
    with web_server(site) as origin:
        settings = f'[server]\nsecret = "{SECRET}"\nallowed_origins = ["{origin}"]\n'
        (tmp_path / "antiphon.toml").write_text(settings)
        token = jwt.encode({"aud": "antiphon", "exp": int(time.time()) + 600}, SECRET, algorithm="HS256")
        (site / "antiphon-token").write_text(token)
        with serve(cwd=tmp_path) as server:
            snippet = re.search(r"^  token: async.*?^  },$", GUIDE, re.DOTALL | re.MULTILINE)
            assert snippet
            page = example(server.url).replace("url: ", f"{snippet[0]}\n      url: ", 1)
            (site / "page.html").write_text(page)
            microphone = say("Please turn the lamp on.", tmp_path / "order.wav", lead_s=6.0)
            async with visit(f"{origin}/page.html", microphone, server=server.url) as seen:
                await seen.page.get_by_role("button", name="Call").click()
                await expect(seen.page.locator("#state")).to_have_text("idle", timeout=20_000)


async def test_an_application_opens_the_session_the_page_joins_it_and_the_application_announces(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "favicon.ico").touch()
    with web_server(site) as origin:
        settings = f'[server]\nsecret = "{SECRET}"\nallowed_origins = ["{origin}"]\n'
        (tmp_path / "antiphon.toml").write_text(settings)
        token = jwt.encode({"aud": "antiphon", "exp": int(time.time()) + 600}, SECRET, algorithm="HS256")
        application = {"Authorization": f"Bearer {token}"}
        with serve(cwd=tmp_path) as server:
            async with aiohttp.ClientSession(server.url, headers=application) as http:
                opened = await (await http.post("/v1/sessions", json={"user_id": "u-1"})).json()
                session = json.dumps({"id": opened["session_id"], "key": opened["ephemeral_key"]})
                page = example(server.url).replace("url: ", f"session: {session},\n      url: ", 1)
                (site / "page.html").write_text(page)
                microphone = say("Well.", tmp_path / "order.wav")
                async with visit(f"{origin}/page.html", microphone, server=server.url) as seen:
                    await seen.page.get_by_role("button", name="Call").click()
                    ready = re.compile("idle|user_speaking|ai_thinking|ai_speaking")
                    await expect(seen.page.locator("#state")).to_have_text(ready, timeout=20_000)
                    announce = f"/v1/sessions/{opened['session_id']}/announce"
                    assert (await http.post(announce, json={"text": "Your parcel is here."})).status == 202
                    await expect(seen.page.locator("#log")).to_contain_text("Your parcel is here.", timeout=20_000)
                    assert await seen.page.evaluate("localStorage.length") == 0
