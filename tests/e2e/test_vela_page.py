"""The page of Vela in a real browser: its shell in mock mode, a real microphone in live mode."""

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, WebSocketRoute, expect

from antiphon.contracts.schema_export import document
from e2e.browser import visit
from e2e.spoken import silence
from support.calls import SPEECH
from support.server import RunningServer
from support.vela import ANSWER, FINAL, PARTIAL, USER

MICROPHONE = SPEECH / "ps_goforward.wav"
SOON = 20_000
CONTROLS = ("connect", "disconnect", "mocked-turn", "microphone", "cancel")


@pytest.fixture
def quiet(tmp_path: Path) -> Path:
    return silence(tmp_path / "silence.wav")


@asynccontextmanager
async def opened(server: RunningServer, microphone: Path) -> AsyncIterator[Page]:
    async with visit(f"{server.url}/vela", microphone) as seen:
        yield seen.page


async def enabled(page: Page) -> set[str]:
    return {name for name in CONTROLS if await page.get_by_test_id(name).is_enabled()}


async def shows(page: Page, name: str, text: str | re.Pattern[str]) -> None:
    await expect(page.get_by_test_id(name)).to_have_text(text, timeout=SOON)


async def connect(page: Page) -> None:
    await page.get_by_test_id("connect").click()
    await shows(page, "session-state", "idle")
    await shows(page, "connection-status", "connected")


async def press(page: Page) -> None:
    await page.get_by_test_id("microphone").hover()
    await page.mouse.down()


@pytest.mark.requirement("VELA-UI")
async def test_the_connection_shell_and_its_enabling_rules(server: RunningServer, quiet: Path) -> None:
    async with opened(server, quiet) as page:
        await shows(page, "connection-status", "not connected")
        await shows(page, "microphone-note", re.compile("control shell and not real microphone capture"))
        assert await enabled(page) == {"connect"}
        await connect(page)
        await shows(page, "session-id", re.compile(r"^sess_[\w-]{16}"))
        assert await enabled(page) == {"disconnect", "mocked-turn", "microphone"}
        await page.get_by_test_id("mocked-turn").click()
        assert await enabled(page) == {"disconnect", "cancel"}
        await shows(page, "active-turn", "active")
        await shows(page, "transcript-final", USER)
        await shows(page, "response-text", "".join(ANSWER))
        await shows(page, "active-turn", "none")
        assert await enabled(page) == {"disconnect", "mocked-turn", "microphone"}
        await page.get_by_test_id("disconnect").click()
        await shows(page, "connection-status", "disconnected")
        assert await enabled(page) == {"connect"}
        await shows(page, "response-text", "".join(ANSWER))
        await connect(page)


@pytest.mark.requirement("VELA-UI")
async def test_the_microphone_button_is_a_shell_that_presses_and_releases(server: RunningServer, quiet: Path) -> None:
    async with opened(server, quiet) as page:
        await connect(page)
        await press(page)
        await shows(page, "transcript-partial", f"{PARTIAL}.")
        await shows(page, "session-state", "listening")
        assert "mocked-turn" not in await enabled(page)
        await page.mouse.up()
        await shows(page, "transcript-final", f"{FINAL} from 1 appended chunk(s).")
        await shows(page, "transcript-partial", "")
        assert "microphone" not in await enabled(page)
        await shows(page, "response-text", "".join(ANSWER))
        await shows(page, "active-turn", "none")
        # By the keyboard alone.
        await page.get_by_test_id("microphone").focus()
        await page.keyboard.down("Space")
        await shows(page, "transcript-partial", f"{PARTIAL}.")
        await page.keyboard.up("Space")
        await shows(page, "response-text", "".join(ANSWER))


@pytest.mark.requirement("VELA-UI")
async def test_a_key_that_is_let_go_of_elsewhere_is_released(server: RunningServer, quiet: Path) -> None:
    async with opened(server, quiet) as page:
        await connect(page)
        await page.get_by_test_id("microphone").focus()
        await page.keyboard.down("Space")
        await shows(page, "transcript-partial", f"{PARTIAL}.")
        await page.get_by_test_id("disconnect").focus()
        await shows(page, "transcript-final", f"{FINAL} from 1 appended chunk(s).")
        await shows(page, "active-turn", "none")


@pytest.mark.requirement("VELA-UI")
@pytest.mark.requirement("VELA-CANCEL")
async def test_a_cancelled_turn_keeps_what_was_shown(server: RunningServer, quiet: Path) -> None:
    async with opened(server, quiet) as page:
        await connect(page)
        await page.get_by_test_id("mocked-turn").click()
        await shows(page, "transcript-final", USER)
        await page.get_by_test_id("cancel").click()
        await shows(page, "session-state", "idle")
        await shows(page, "active-turn", "none")
        await shows(page, "transcript-final", USER)
        assert await enabled(page) == {"disconnect", "mocked-turn", "microphone"}
        await page.get_by_test_id("mocked-turn").click()
        await shows(page, "response-text", "".join(ANSWER))


# What the gateway says, and what is told of it.
WRONG = [
    ("{", "no message"),
    ('{"type": "session.ready"}', "no message"),
    ('{"type": "session.state", "payload": {"value": 7}}', "no message"),
    ('{"type": "session.state", "payload": {"value": "dancing"}}', "no message"),
    ('{"type": "of.tomorrow", "payload": {}}', "no message"),
    ('{"type": "error", "payload": null}', "no message"),
    ("null", "no message"),
    (json.dumps({"type": "error", "payload": {"code": "mocked_turn_in_flight", "message": "Wait."}}), "Wait."),
]


@pytest.mark.requirement("VELA-UI")
async def test_what_the_gateway_says_wrong_is_an_error_state_and_nothing_breaks(
    server: RunningServer, quiet: Path
) -> None:
    routes: list[WebSocketRoute] = []

    def between(route: WebSocketRoute) -> None:
        route.connect_to_server()
        routes.append(route)

    async with opened(server, quiet) as page:
        await page.route_web_socket(re.compile("/ws$"), between)
        for sent, told in WRONG:
            await page.reload()
            await connect(page)
            routes[-1].send(sent)
            await shows(page, "connection-status", "error")
            await shows(page, "error", re.compile(re.escape(told)))
            await page.get_by_test_id("mocked-turn").click()
            await shows(page, "connection-status", "connected")
            await shows(page, "response-text", "".join(ANSWER))


@pytest.mark.requirement("VELA-UI")
async def test_a_connection_that_fails_is_an_error_state(server: RunningServer, quiet: Path) -> None:
    async with opened(server, quiet) as page:
        await page.add_init_script(
            "window.WebSocket = class extends EventTarget { static OPEN = 1; readyState = 0;"
            " constructor() { super(); setTimeout(() => { this.readyState = 3; this.onerror(); this.onclose(); }); } };"
        )
        await page.reload()
        await page.get_by_test_id("connect").click()
        await shows(page, "connection-status", "error")
        assert await enabled(page) == {"connect"}


@pytest.mark.requirement("VELA-SHARED")
def test_the_page_knows_the_contracts_messages_and_no_others() -> None:
    code = (Path(__file__).resolve().parents[2] / "client_web/vela.js").read_text("utf-8")
    definitions = document()["$defs"]

    def types(union: str) -> set[str]:
        members: list[Any] = [definitions[one["$ref"].rpartition("/")[2]] for one in definitions[union]["oneOf"]]
        return {member["properties"]["type"]["const"] for member in members}

    assert set(re.findall(r"case '([^']+)'", code)) == types("VelaServerMessage")
    assert set(re.findall(r"\bsend\('([^']+)'", code)) <= types("VelaClientMessage")


# Live mode


@pytest.mark.requirement("VELA-UI")
@pytest.mark.requirement("VELA-LIVE")
async def test_a_real_microphone_is_heard_and_answered_in_live_mode(live: RunningServer) -> None:
    async with opened(live, MICROPHONE) as page:
        await connect(page)
        await shows(page, "microphone-note", re.compile("microphone is real"))
        assert await enabled(page) == {"disconnect", "microphone"}
        await page.get_by_test_id("text").fill("What can you do?")
        await page.get_by_test_id("send").click()
        await shows(page, "response-text", "That is all.")
        await shows(page, "active-turn", "none")
        await press(page)
        await shows(page, "session-state", "listening")
        await expect(page.get_by_test_id("transcript-partial")).to_contain_text(
            "forward", ignore_case=True, timeout=SOON
        )
        await page.mouse.up()
        await shows(page, "transcript-final", re.compile("forward", re.IGNORECASE))
        await shows(page, "response-text", "That is all.")
        await shows(page, "active-turn", "none")


@pytest.mark.requirement("VELA-UI")
async def test_what_the_gateway_refuses_begins_no_turn(live: RunningServer, quiet: Path) -> None:
    async with opened(live, quiet) as page:
        await connect(page)
        await page.get_by_test_id("text").fill("x" * 9_000)
        await page.get_by_test_id("send").click()
        await shows(page, "error", re.compile("invalid_message"))
        await shows(page, "active-turn", "none")
        assert await enabled(page) == {"disconnect", "microphone"}
