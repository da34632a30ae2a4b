"""A server per test, with the settings that the test asks for, and a client that speaks to it."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import pytest_asyncio
from yarl import URL

from antiphon.http.services import HttpSettings
from support.services import EchoServices, serving
from support.values import with_values


@dataclass(frozen=True)
class Answer:
    """A response that was read whole."""

    status: int
    headers: Any
    body: bytes
    json: Any

    @property
    def code(self) -> Any:
        """The code of a problem; fails where it is none."""
        assert self.headers["Content-Type"].split(";")[0] == "application/problem+json", self.body
        assert set(self.json) == {"type", "title", "status", "detail", "code"}
        assert self.json["status"] == self.status
        assert self.json["type"] == f"urn:antiphon:error:{self.json['code']}"
        return self.json["code"]


class Site:
    """A running server and a client of it."""

    def __init__(self, services: EchoServices, port: int, http: aiohttp.ClientSession) -> None:
        self.services = services
        self.port = port
        self.host = f"127.0.0.1:{port}"
        self.url = f"http://{self.host}"
        self._http = http

    async def ask(self, method: str, path: str, **options: Any) -> Answer:
        url = URL(f"{self.url}{path}", encoded=True)  # as it stands, dots and all
        async with self._http.request(method, url, allow_redirects=False, **options) as response:
            body = await response.read()
            is_json = "json" in response.headers.get("Content-Type", "")
            return Answer(response.status, response.headers, body, json.loads(body) if is_json and body else None)

    async def create(self, body: Any = None, **options: Any) -> Answer:
        return await self.ask("POST", "/v1/sessions", json={} if body is None else body, **options)


Serve = Callable[..., Any]


@pytest.fixture
def web_root(tmp_path: Path) -> Path:
    root = tmp_path / "client_web"
    (root / "demo").mkdir(parents=True)
    (root / "demo" / "index.html").write_text("<!doctype html><title>demo</title>", "utf-8")
    (root / "antiphon.js").write_text("export const x = 1;", "utf-8")
    (root / "demo" / "page.css").write_text("p {}", "utf-8")
    (root / "demo" / "icon.svg").write_text("<svg/>", "utf-8")
    (root / "demo" / "ping.wav").write_bytes(b"RIFF")
    (root / "demo" / "notes.py").write_text("secret", "utf-8")
    (root / "demo" / ".hidden.js").write_text("secret", "utf-8")
    (tmp_path / "outside.js").write_text("secret", "utf-8")
    (root / "link.js").symlink_to(tmp_path / "outside.js")
    return root


@pytest_asyncio.fixture
async def serve(web_root: Path) -> AsyncIterator[Serve]:
    async with AsyncExitStack() as stack:

        async def start(services: EchoServices | None = None, **settings: Any) -> Site:
            services = services or EchoServices(web_root)
            services.settings = with_values(services.settings, settings)
            port = await stack.enter_async_context(serving(services))
            return Site(services, port, await stack.enter_async_context(aiohttp.ClientSession()))

        yield start


@pytest_asyncio.fixture
async def site(serve: Serve) -> Site:
    running: Site = await serve()
    assert running.services.settings == HttpSettings()
    return running
