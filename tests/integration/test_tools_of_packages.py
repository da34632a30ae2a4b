"""Tools of installed packages and of a web service, as the how-to has them, over WS v1 and over a call."""

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from guides.blocks import blocks
from support.server import ENVIRONMENT, ROOT, RunningServer, antiphon, serve

PAGE = ROOT / "docs" / "how-to" / "give-an-assistant-tools.md"
SCRIPTED = (
    '[brain]\nprovider = "scripted"\nscript = "{}.jsonl"\n[stt]\nprovider = "scripted"\n[tts]\nprovider = "scripted"\n'
)

PROJECT = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
[project]
name = "tricky"
version = "1.0"
[project.entry-points."antiphon.functions"]
"""
TRICKY = """
import asyncio, sys, time

def plain(arguments, session_id):
    return {"told": "plain"}

async def awaited(arguments, session_id):
    await asyncio.sleep(0)
    return {"told": "awaited"}

def blocks(arguments, session_id):
    time.sleep(1)
    return {"told": "blocks"}

def hangs(arguments, session_id):
    time.sleep(3600)

async def waits(arguments, session_id):
    await asyncio.sleep(3600)

def raises(arguments, session_id):
    raise ValueError("swordfish")

def no_json(arguments, session_id):
    return {object()}

def leaves(arguments, session_id):
    sys.exit(3)

async def leaves_later(arguments, session_id):
    sys.exit(3)

async def cancels(arguments, session_id):
    raise asyncio.CancelledError
"""
FUNCTIONS = re.findall(r"^(?:async )?def (\w+)", TRICKY, re.MULTILINE)
ENDLESS = ("hangs", "waits")


def examples() -> dict[str, str]:
    """What stands on the page, by the name of the file that it is."""
    return {block.title: block.text for block in blocks(PAGE.read_text("utf-8")) if block.title}


def install(source: Path, target: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(text, "utf-8")
    command = ["-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--target"]
    subprocess.run([sys.executable, *command, str(target), str(source)], check=True, timeout=60)


def scripted(folder: Path, name: str, tools: str, lines: list[tuple[str, str, dict[str, Any]]]) -> None:
    """An assistant that calls a tool where it hears a word, and then says so."""
    script = [
        {"match": word, "do": [{"call": {"name": tool, "arguments": given}}, {"say": f"That was {word}."}]}
        for word, tool, given in lines
    ]
    (folder / f"{name}.jsonl").write_text("\n".join(map(json.dumps, script)), "utf-8")
    (folder / f"{name}.toml").write_text(SCRIPTED.format(name) + tools, "utf-8")


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with both packages installed, which servers have on their path."""
    target = tmp_path_factory.mktemp("packages")
    page = examples()
    install(
        tmp_path_factory.mktemp("shop"),
        target,
        {"shop/__init__.py": "", "shop/stock.py": page["shop/stock.py"], "pyproject.toml": page["pyproject.toml"]},
    )
    declared = "".join(f'{name} = "tricky:{name}"\n' for name in FUNCTIONS)
    install(
        tmp_path_factory.mktemp("tricky"), target, {"tricky/__init__.py": TRICKY, "pyproject.toml": PROJECT + declared}
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(ENVIRONMENT, "PYTHONPATH", f"{ENVIRONMENT['PYTHONPATH']}{os.pathsep}{target}")
        patch.setitem(ENVIRONMENT, "WEATHER_AUTHORIZATION", "Bearer swordfish")
        yield target


@pytest.fixture(scope="module")
def tricky(packages: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("assistants")
    head = '[[tools]]\nname = "{0}"\ndescription = "{0}"\nexecutor = "server"\ntimeout_ms = {1}\nentry_point = "{0}"\n'
    tools = "".join(head.format(name, 1_000 if name in ENDLESS else 30_000) for name in FUNCTIONS)
    scripted(folder, "tricky", tools, [(f"^{name}$", name, {}) for name in FUNCTIONS])
    with serve("--assistants", str(folder)) as running:
        yield running


class Client:
    """A text-only client of WS v1."""

    def __init__(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        self._ws = ws

    async def ask(self, text: str) -> list[dict[str, Any]]:
        """The events of the turn."""
        await self.send(text)
        return await self.until("assistant.response.final")

    async def send(self, text: str) -> None:
        await self._ws.send_json({"type": "input.text", "text": text})

    async def until(self, type_: str) -> list[dict[str, Any]]:
        events: list[dict[str, Any]] = []
        while not events or events[-1]["type"] != type_:
            events.append(await self._ws.receive_json(timeout=20))
        return events


@asynccontextmanager
async def connected(server: RunningServer, assistant: str) -> AsyncIterator[Client]:
    address = f"{server.url}/ws?assistant_id={assistant}"
    async with aiohttp.ClientSession() as http, http.ws_connect(address) as ws:
        client = Client(ws)
        await ws.send_json({"type": "session.start", "metadata": {"overrides": {"output": {"mode": "text"}}}})
        await client.until("session.started")
        yield client


def result(events: list[dict[str, Any]]) -> dict[str, Any]:
    [told] = [event for event in events if event["type"] == "assistant.tool_result"]
    return told


async def weather(request: web.Request) -> web.Response:
    asked = await request.json()
    if request.headers["Authorization"] != "Bearer swordfish":
        return web.Response(status=401)
    return web.json_response({"message": f"It is warm in {asked['arguments']['city']}."})


@pytest.mark.requirement("WS1-TOOLS")
async def test_the_tools_of_the_page_answer_over_ws_v1_and_over_vip(packages: Path, tmp_path: Path) -> None:
    app = web.Application()
    app.router.add_post("/ask", weather)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    here = f"http://127.0.0.1:{runner.addresses[0][1]}"
    tools = examples()["assistants/shop.toml"].replace("http://127.0.0.1:9001", here)
    lines = [
        ("weather", "weather", {"city": "Graz"}),
        ("tea", "look_up_stock", {"article": "tea"}),
        ("coffee", "look_up_stock", {"article": "coffee"}),
        ("milk", "look_up_stock", {"article": "milk"}),
    ]
    scripted(tmp_path, "shop", tools, lines)
    try:
        with serve("--assistants", str(tmp_path)) as server:
            async with connected(server, "shop") as client:
                told = {word: result(await client.ask(word)) for word in ("weather", "tea", "coffee")}
                refused = await client.ask("milk")
            command = (
                "call",
                "--url",
                server.url,
                "--assistant",
                "shop",
                "--json",
                "--text",
                "weather",
                "--text",
                "tea",
            )
            called = await asyncio.to_thread(antiphon, *command)
    finally:
        await runner.cleanup()
    assert told["weather"]["result"] == {"message": "It is warm in Graz."}
    assert told["tea"]["result"] == {"message": "There are 12 pieces in stock."}
    assert (told["coffee"]["ok"], told["coffee"]["error"]["message"]) == (False, "We do not sell that.")
    assert not [event for event in refused if event["type"] == "assistant.tool_call"], "the schema forbids milk"
    assert called.returncode == 0, called.stdout + called.stderr
    events = [json.loads(line) for line in called.stdout.splitlines()]
    said = [event["payload"]["text"] for event in events if event["type"] == "response.done"]
    assert said == ["That was weather.", "That was tea."]


@pytest.mark.requirement("WS1-TOOLS")
@pytest.mark.parametrize(
    ("function", "told"),
    [
        ("plain", {"told": "plain"}),
        ("awaited", {"told": "awaited"}),
        ("blocks", {"told": "blocks"}),
        ("hangs", "tool.timeout"),
        ("waits", "tool.timeout"),
        ("raises", "tool.failed"),
        ("no_json", "tool.failed"),
        ("leaves", "tool.failed"),
        ("leaves_later", "tool.failed"),
        ("cancels", "tool.failed"),
    ],
)
async def test_whatever_a_function_does_the_turn_has_its_end(function: str, told: Any, tricky: RunningServer) -> None:
    async with connected(tricky, "tricky") as client:
        events = await client.ask(function)
        ended = result(events)
        assert (ended["source"], ended["tool_name"]) == ("server", function)
        if isinstance(told, str):
            assert (ended["ok"], ended["error"]["code"]) == (False, told)
            assert "swordfish" not in json.dumps(events)
        else:
            assert (ended["ok"], ended["result"]) == (True, told)
        assert result(await client.ask("plain"))["result"] == {"told": "plain"}


async def test_a_plain_function_that_blocks_holds_up_nobody_else(tricky: RunningServer) -> None:
    async with connected(tricky, "tricky") as slow, connected(tricky, "tricky") as other:
        await slow.send("blocks")
        await slow.until("assistant.tool_call")
        others = [result(await other.ask("plain")) for _ in range(3)]
        blocked = result(await slow.until("assistant.response.final"))
    assert all(one["ok"] for one in (*others, blocked))
    assert others[-1]["timestamp"] < blocked["timestamp"], "the others waited for it"


def test_a_name_that_no_package_declares_stops_the_start_and_is_named(packages: Path, tmp_path: Path) -> None:
    tool = '[[tools]]\nname = "a"\ndescription = "b"\nexecutor = "server"\nentry_point = "look-up-stok"\n'
    (tmp_path / "shop.toml").write_text(tool, "utf-8")
    ended = antiphon("serve", "--port", "0", "--assistants", str(tmp_path))
    assert ended.returncode == 2
    assert "look-up-stok is not declared in the group antiphon.functions" in ended.stdout + ended.stderr
    assert "look-up-stock" in ended.stdout + ended.stderr
