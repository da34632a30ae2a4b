"""Tools that the server carries out: web services and Python functions."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from antiphon import plugins
from antiphon.domain.errors import AntiphonError, ErrorCode

Handler = Callable[[web.Request], Any]


@asynccontextmanager
async def service(handler: Handler) -> AsyncIterator[str]:
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", handler)
    runner = web.AppRunner(app, handler_cancellation=True)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/weather"
    finally:
        await runner.cleanup()


@asynccontextmanager
async def started(name: str, **options: Any) -> AsyncIterator[Any]:
    tool = plugins.load("tools", name).create(options, Path())
    await tool.start()
    try:
        yield tool
    finally:
        await tool.close()


async def failure(work: Any) -> str:
    with pytest.raises(AntiphonError) as failed:
        await work
    assert failed.value.code is ErrorCode.ACTION_FAILED
    return failed.value.message


@pytest.mark.parametrize("name", plugins.names("tools"))
def test_an_unknown_option_is_refused_by_its_name(name: str) -> None:
    with pytest.raises(AntiphonError, match="volcano"):
        plugins.load("tools", name).create({"volcano": 1}, Path())


async def test_a_service_is_asked_with_name_arguments_and_session(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []

    async def weather(request: web.Request) -> web.Response:
        seen.append((request.method, request.path, await request.json(), dict(request.headers)))
        return web.json_response({"degrees": 21})

    monkeypatch.setenv("WEATHER_TOKEN", "Bearer swordfish")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    headers = {"Authorization": "env:WEATHER_TOKEN", "Accept-Language": "en"}
    async with service(weather) as url, started("url", url=url, headers=headers) as tool:
        assert await tool.run("weather", {"city": "Graz"}, "sess_1") == {"degrees": 21}
    [(method, path, body, got)] = seen
    assert (method, path) == ("POST", "/weather")
    assert body == {"name": "weather", "arguments": {"city": "Graz"}, "session_id": "sess_1"}
    assert (got["Authorization"], got["Accept-Language"]) == ("Bearer swordfish", "en")
    assert got["Content-Type"] == "application/json"


async def test_a_variable_that_is_not_set_stops_the_start_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WEATHER_TOKEN", raising=False)
    options = {"url": "http://127.0.0.1/", "headers": {"Authorization": "env:WEATHER_TOKEN"}}
    tool = plugins.load("tools", "url").create(options, Path())
    with pytest.raises(AntiphonError, match="WEATHER_TOKEN"):
        await tool.start()
    await tool.close()


@pytest.mark.parametrize(
    ("response", "told"),
    [
        (lambda: web.Response(status=500, text="a secret of the inside"), "status 500"),
        (lambda: web.Response(status=302, headers={"Location": "/elsewhere"}), "status 302"),
        (lambda: web.Response(text="not json"), "no JSON"),
        (lambda: web.Response(text='{"a": NaN}'), "no JSON"),
        (lambda: web.Response(text="[" * 40 + "]" * 40), "no JSON"),
        (lambda: web.Response(body=b"\xff"), "no JSON"),
        (lambda: web.Response(text=json.dumps("x" * 70_000)), "too long"),
        (lambda: web.Response(body=b"x", headers={"Content-Encoding": "gzip"}), "compressed"),
    ],
)
async def test_what_a_service_cannot_answer_is_a_failure(response: Callable[[], web.Response], told: str) -> None:
    asked: list[str] = []

    async def answer(request: web.Request) -> web.Response:
        asked.append(request.path)
        return response()

    async with service(answer) as url, started("url", url=url) as tool:
        message = await failure(tool.run("weather", {}, "sess_1"))
    assert told in message
    assert "inside" not in message
    assert asked == ["/weather"]


async def test_an_empty_answer_is_an_output_too_and_64_kib_are_read() -> None:
    bodies = [b"", json.dumps("x" * (64 * 1024 - 2)).encode()]

    async def answer(request: web.Request) -> web.Response:
        return web.Response(body=bodies.pop(0))

    async with service(answer) as url, started("url", url=url) as tool:
        assert await tool.run("weather", {}, "sess_1") is None
        assert len(await tool.run("weather", {}, "sess_1")) == 64 * 1024 - 2


async def test_a_service_that_is_not_there_is_a_failure_without_its_address() -> None:
    async with started("url", url="http://127.0.0.1:9/") as tool:
        assert await failure(tool.run("weather", {}, "sess_1")) == "The service cannot be reached."
    assert "not ready" in await failure(tool.run("weather", {}, "sess_1"))


async def test_who_no_longer_waits_for_a_service_ends_the_request() -> None:
    asked, gone = asyncio.Event(), asyncio.Event()

    async def answer(request: web.Request) -> web.Response:
        asked.set()
        try:
            await asyncio.Event().wait()
        finally:
            gone.set()
        raise AssertionError

    async with service(answer) as url, started("url", url=url) as tool:
        asking = asyncio.create_task(tool.run("weather", {}, "sess_1"))
        await asked.wait()
        asking.cancel()
        await asyncio.wait_for(gone.wait(), 5)


MODULE = """
import asyncio, threading
from antiphon.domain.errors import AntiphonError, ErrorCode

hold = threading.Event()

def plain(arguments, session_id):
    return {"heard": arguments, "of": session_id, "here": threading.current_thread() is threading.main_thread()}

async def awaited(arguments, session_id):
    await asyncio.sleep(0)
    return {"heard": arguments, "of": session_id, "here": threading.current_thread() is threading.main_thread()}

def known(arguments, session_id):
    raise AntiphonError(ErrorCode.ACTION_FAILED, "There is no such city.")

def broken(arguments, session_id):
    raise ValueError("a secret of the inside")

async def broken_later(arguments, session_id):
    raise KeyError("a secret of the inside")

def leaving(arguments, session_id):
    raise SystemExit(3)

async def leaving_later(arguments, session_id):
    raise SystemExit(3)

async def cancelled(arguments, session_id):
    raise asyncio.CancelledError

def out_of_step(arguments, session_id):
    raise AntiphonError(ErrorCode.SESSION_EXPIRED, "a secret of the inside")

def exhausted(arguments, session_id):
    return next(iter([]))

def wrapped(arguments, session_id):
    return awaited(arguments, session_id)

def no_json(arguments, session_id):
    return object()

def waiting(arguments, session_id):
    hold.wait(60)

number = 7
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    name = f"tools_of_{tmp_path.name.replace('-', '_')}"
    (tmp_path / f"{name}.py").write_text(MODULE)
    (tmp_path / f"{name}_broken.py").write_text("1 / 0\n")
    monkeypatch.syspath_prepend(tmp_path)
    return name


async def test_a_plain_function_runs_in_a_thread_and_an_async_one_in_the_loop(module: str) -> None:
    told = {"heard": {"x": 1}, "of": "sess_1"}
    async with started("entry_point", entry_point=f"{module}:plain") as tool:
        assert await tool.run("look", {"x": 1}, "sess_1") == told | {"here": False}
    async with started("entry_point", entry_point=f"{module}:awaited") as tool:
        assert await tool.run("look", {"x": 1}, "sess_1") == told | {"here": True}
    async with started("entry_point", entry_point=f"{module}:wrapped") as tool:
        assert await tool.run("look", {"x": 1}, "sess_1") == told | {"here": True}
    assert "not ready" in await failure(tool.run("look", {}, "sess_1"))


@pytest.mark.parametrize(
    ("function", "told"),
    [
        ("known", "There is no such city."),
        ("broken", "Something went wrong in it."),
        ("broken_later", "Something went wrong in it."),
        ("leaving", "Something went wrong in it."),
        ("leaving_later", "Something went wrong in it."),
        ("cancelled", "Something went wrong in it."),
        ("out_of_step", "Something went wrong in it."),
        ("exhausted", "Something went wrong in it."),
        ("no_json", "The answer was no JSON that can be used."),
    ],
)
async def test_a_function_that_fails_is_a_failure_with_nothing_of_its_inside(
    module: str, function: str, told: str
) -> None:
    async with started("entry_point", entry_point=f"{module}:{function}") as tool:
        assert await failure(tool.run("look", {}, "sess_1")) == told


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ("{0}_broken:x", "ZeroDivisionError"),
        ("{0}_missing:x", "No module"),
        ("{0}:number", "no function"),
        ("{0}:missing", "no function"),
    ],
)
async def test_a_function_that_is_not_there_stops_the_start(module: str, place: str, told: str) -> None:
    tool = plugins.load("tools", "entry_point").create({"entry_point": place.format(module)}, Path())
    with pytest.raises(AntiphonError, match=told):
        await tool.start()


def declare(folder: Path, package: str, *lines: str) -> None:
    """As an installed package of this name has it."""
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("\n".join(["[antiphon.functions]", *lines]))


async def test_a_function_may_be_named_as_its_package_declares_it(module: str, tmp_path: Path) -> None:
    declare(tmp_path, "one", f"look-up = {module}:plain", f"both = {module}:plain", f"lost = {module}:missing")
    declare(tmp_path, "two", f"both = {module}:awaited")
    async with started("entry_point", entry_point="look-up") as tool:
        assert (await tool.run("look", {"x": 1}, "sess_1"))["heard"] == {"x": 1}
    for name, told in {
        "both": f"both is declared more than once in the group antiphon.functions: {module}:awaited and {module}:plain",
        "other": "other is not declared in the group antiphon.functions by an installed package; known: both, lo",
        "lost": "lost cannot be imported: AttributeError",
    }.items():
        with pytest.raises(AntiphonError, match=told):
            await plugins.load("tools", "entry_point").create({"entry_point": name}, Path()).start()


@pytest.mark.parametrize("place", [":f", "module:", ":"])
def test_an_entry_point_names_module_and_function(place: str) -> None:
    with pytest.raises(AntiphonError, match=r"package\.module:function"):
        plugins.load("tools", "entry_point").create({"entry_point": place}, Path())


async def test_functions_that_hang_are_bounded_and_hold_nobody_up(module: str) -> None:
    def hanging() -> list[threading.Thread]:
        return [thread for thread in threading.enumerate() if thread.name == "daemon:waiting"]

    async with started("entry_point", entry_point=f"{module}:waiting") as tool:
        calls = [asyncio.create_task(tool.run("look", {}, "sess_1")) for _ in range(8)]
        async with asyncio.timeout(10):
            while len(hanging()) < 8:  # noqa: ASYNC110 - a thread sets no event of ours
                await asyncio.sleep(0)
        assert all(thread.daemon for thread in hanging())
        for call in calls:
            call.cancel()
        await asyncio.gather(*calls, return_exceptions=True)
        assert await failure(tool.run("look", {}, "sess_1")) == "It is busy."
        threads = hanging()
        __import__(module).hold.set()
        await asyncio.gather(*(asyncio.to_thread(thread.join, 10) for thread in threads))
        assert await asyncio.wait_for(tool.run("look", {}, "sess_1"), 10) is None
