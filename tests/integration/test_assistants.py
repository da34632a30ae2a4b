"""Assistants that are edited while the server runs, their tools, and whom they introduce themselves to."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from antiphon.app import Server
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.states import CloseReason
from antiphon.settings import Limits, Settings
from antiphon.testing.caller import Caller
from antiphon.transports.memory import MemoryTransport
from support.opening import open_session
from support.server import ENVIRONMENT, RunningServer, serve
from support.wait import steps, until

SPEECH = '[vad]\nprovider = "energy"\n[stt]\nprovider = "scripted"\n[tts]\nprovider = "scripted"\n'


def write(folder: Path, name: str, text: str = "", answer: str = "Yes.", do: list[Any] | None = None) -> None:
    script = f"{name}-{answer}.jsonl"
    (folder / script).write_text(json.dumps({"match": None, "do": do or [{"say": answer}]}), "utf-8")
    brain = f'[brain]\nprovider = "scripted"\nscript = "{script}"\n'
    (folder / f"{name}.tmp").write_text(text + SPEECH + brain, "utf-8")
    (folder / f"{name}.tmp").rename(folder / f"{name}.toml")


async def tells(found: Callable[[Any], bool], url: str) -> None:
    """Ask until the answer is the one looked for; `TimeoutError` where it never is."""
    async with asyncio.timeout(20), aiohttp.ClientSession() as http:
        async for _ in steps(0.05):
            async with http.get(url) as answer:
                if found(await answer.json(content_type=None)):
                    return


def ids(told: Any) -> list[str]:
    return sorted(one["id"] for one in told)


async def answered(server: RunningServer, assistant: str) -> str:
    async with Caller(server.url, assistant=assistant) as call:
        return (await call.reply(await call.type("hello"))).text


async def test_an_edited_assistant_holds_for_calls_from_then_on_and_not_for_those_that_are_on(tmp_path: Path) -> None:
    write(tmp_path, "demo", answer="The old answer.")
    with serve("--assistants", str(tmp_path), cwd=tmp_path) as server:
        async with Caller(server.url, assistant="demo") as call:
            assert (await call.reply(await call.type("hello"))).text == "The old answer."
            write(tmp_path, "demo", 'language = "de"\n', answer="The new answer.")
            write(tmp_path, "shop", answer="The shop's answer.")
            await tells(lambda answer: ids(answer) == ["demo", "shop"], f"{server.url}/v1/assistants")
            await tells(lambda answer: answer["language"] == "de", f"{server.url}/v1/assistants/demo")
            assert await answered(server, "demo") == "The new answer."
            assert await answered(server, "shop") == "The shop's answer."
            (tmp_path / "demo.toml").unlink()
            await tells(
                lambda answer: answer.get("code") == "protocol.assistant_unknown", f"{server.url}/v1/assistants/demo"
            )
            assert (await call.reply(await call.type("hello"))).text == "The old answer."


async def test_a_wrong_edit_is_told_in_the_log_and_in_readyz_and_changes_nothing(tmp_path: Path) -> None:
    write(tmp_path, "demo", answer="The old answer.")
    with serve("--assistants", str(tmp_path), cwd=tmp_path) as server:
        write(tmp_path, "demo", 'greeting = "Hello."\n\npromt = "swordfish"\n', answer="The new answer.")
        told = [{"file": "demo.toml", "line": 3, "key": "promt"}]
        await tells(lambda answer: answer["refused_assistants"] == told, f"{server.url}/readyz")
        assert await answered(server, "demo") == "The old answer."
    output = "".join(server.output)
    assert output.count("assistant refused") == 1
    assert "promt" in output
    assert "swordfish" not in output


async def test_a_tool_that_is_a_service_is_asked_during_a_call(tmp_path: Path) -> None:
    asked: list[Any] = []

    async def weather(request: web.Request) -> web.Response:
        asked.append(await request.json())
        return web.json_response({"degrees": 21})

    app = web.Application()
    app.router.add_post("/weather", weather)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    tool = f"""
[[tools]]
name = "weather"
description = "Tell the weather of a city"
executor = "server"
url = "http://127.0.0.1:{runner.addresses[0][1]}/weather"
parameters = '{{"type": "object", "properties": {{"city": {{"type": "string"}}}}}}'
"""
    do = [{"call": {"name": "weather", "arguments": {"city": "Graz"}}}, {"say": "It is warm."}]
    write(tmp_path, "demo", do=do)
    with (tmp_path / "demo.toml").open("a", encoding="utf-8") as file:
        file.write(tool)
    with serve("--assistants", str(tmp_path), cwd=tmp_path) as server:
        async with Caller(server.url, assistant="demo") as call:
            reply = await call.reply(await call.type("weather"))
            session_id = call.session_id
    await runner.cleanup()
    assert asked == [{"name": "weather", "arguments": {"city": "Graz"}, "session_id": session_id}]
    assert reply.text == "It is warm."
    assert [event.type for event in reply.events if event.type.startswith("action")] == []
    states = [event.payload["state"] for event in reply.events if event.type == "session.state"]
    assert "invoke_action" not in states


@asynccontextmanager
async def started(folder: Path, **limits: Any) -> AsyncIterator[Server]:
    server = Server(Settings(assistants=folder, limits=Limits(**limits)))
    await server.start()
    try:
        yield server
    finally:
        await server.close()


async def visit(server: Server, user_id: str | None = None, **metadata: Any) -> bool:
    """Whether the assistant introduces itself in a session of this visitor."""
    opened = await open_session(server, None, user_id, None, metadata)
    line = MemoryTransport(opened.new_call())
    carrying = asyncio.create_task(line.run())

    def said() -> list[str]:
        return [message["payload"]["text"] for _, message in line.received if message["type"] == "response.done"]

    line.connect()
    payload = {"protocol": "vip/1", "narration": "", "actions": {}}
    line.send_message(json.dumps({"type": "session.initialize", "payload": payload}))
    async with asyncio.timeout(10):
        while opened.state != "idle":
            await line.changed()
        await opened.announce("Bye.")  # which waits until whatever is said at the beginning has been said
        while "Bye." not in said():
            await line.changed()
    await opened.close(CloseReason.CLIENT)
    line.close()
    await carrying
    assert said() in (["Bye."], ["Hi.", "Bye."])
    return len(said()) > 1


@pytest.mark.requirement("V7-INTRO")
async def test_an_assistant_introduces_itself_at_the_first_visit(tmp_path: Path) -> None:
    write(tmp_path, "demo", 'greeting = "Hi."\nactivate_on = "first_visit"\n')
    async with started(tmp_path) as server:
        assert await visit(server, "ann")
        assert not await visit(server, "ann")
        assert not await visit(server, "ann", visitor_id="v1")
        assert await visit(server, visitor_id="v1")
        assert not await visit(server, visitor_id="v1")
        assert await visit(server, "v1")
        assert await visit(server)
        assert await visit(server)


@pytest.mark.requirement("V7-INTRO")
async def test_who_could_not_come_in_is_still_introduced_to(tmp_path: Path) -> None:
    write(tmp_path, "demo", 'greeting = "Hi."\nactivate_on = "first_visit"\n')
    async with started(tmp_path, max_sessions=1) as server:
        nobody_comes = await open_session(server, None, "ann", None, {})
        await nobody_comes.close(CloseReason.CLIENT)
        taking = await open_session(server, None, None, None, {})
        with pytest.raises(AntiphonError) as full:
            await open_session(server, None, "ann", None, {})
        assert full.value.code is ErrorCode.CAPACITY_FULL
        await taking.close(CloseReason.CLIENT)
        assert await visit(server, "ann")
        assert not await visit(server, "ann")


@pytest.mark.requirement("V7-INTRO")
@pytest.mark.parametrize(("activate_on", "said"), [("always", [True, True]), ("never", [False, False])])
async def test_an_assistant_introduces_itself_always_or_never(
    tmp_path: Path, activate_on: str, said: list[bool]
) -> None:
    write(tmp_path, "demo", f'greeting = "Hi."\nactivate_on = "{activate_on}"\n')
    async with started(tmp_path) as server:
        assert [await visit(server, "ann") for _ in range(2)] == said


async def test_who_names_no_assistant_where_there_are_several_is_told_which_there_are(tmp_path: Path) -> None:
    write(tmp_path, "shop")
    write(tmp_path, "desk")
    async with started(tmp_path) as server:
        with pytest.raises(AntiphonError) as unnamed:
            await open_session(server, None, None, None, {})
        with pytest.raises(AntiphonError) as unknown:
            await open_session(server, "demo", None, None, {})
    hint = "Known assistants: desk, shop. Name one of them."
    none = "No assistant was named, and none is called 'demo', which would be the default."
    assert unnamed.value.message == f"{none} {hint}"
    assert unknown.value.message == f"There is no assistant 'demo'. {hint}"
    assert unnamed.value.code is unknown.value.code is ErrorCode.ASSISTANT_UNKNOWN


HANGING_TOOL = '[[tools]]\nname = "t"\ndescription = "t"\nexecutor = "server"\nentry_point = "hanging_at_import:f"\n'


@pytest.fixture
def hanging(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], bool]:
    """A tool's module that never comes to the end of its import; whether that has begun."""
    modules = tmp_path / "modules"
    modules.mkdir()
    begun = modules / "begun"
    text = f"import pathlib, threading\npathlib.Path({str(begun)!r}).touch()\nthreading.Event().wait()\n"
    (modules / "hanging_at_import.py").write_text(text, "utf-8")
    monkeypatch.setitem(ENVIRONMENT, "PYTHONPATH", f"{ENVIRONMENT['PYTHONPATH']}{os.pathsep}{modules}")
    return begun.exists


async def begun(hanging: Callable[[], bool]) -> None:
    await until(hanging, 30)


async def test_what_hangs_in_the_folder_keeps_neither_the_others_nor_the_server_from_their_end(
    tmp_path: Path, hanging: Callable[[], bool]
) -> None:
    folder = tmp_path / "assistants"
    folder.mkdir()
    write(folder, "demo")
    with serve("--assistants", str(folder), cwd=tmp_path) as server:
        os.mkfifo(folder / "pipe.toml")
        write(folder, "shop")
        (folder / "shop.toml").write_text((folder / "shop.toml").read_text() + HANGING_TOOL)
        await begun(hanging)
        write(folder, "other")
        await tells(lambda answer: ids(answer) == ["demo", "other"], f"{server.url}/v1/assistants")
        await tells(lambda answer: answer["refused_assistants"] == [], f"{server.url}/readyz")
        server.process.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(server.process.wait, 10) == 0


async def test_a_tool_that_hangs_at_the_start_does_not_keep_the_server_from_its_end(
    tmp_path: Path, hanging: Callable[[], bool]
) -> None:
    folder = tmp_path / "assistants"
    folder.mkdir()
    write(folder, "demo")
    (folder / "demo.toml").write_text((folder / "demo.toml").read_text() + HANGING_TOOL)
    command = [sys.executable, "-m", "antiphon", "serve", "--port", "0", "--assistants", str(folder)]
    process = await asyncio.create_subprocess_exec(*command, env=ENVIRONMENT, cwd=tmp_path)
    try:
        await begun(hanging)
        process.send_signal(signal.SIGINT)
        assert await asyncio.wait_for(process.wait(), 10) == 0
    finally:
        if process.returncode is None:
            process.kill()
