"""Servers that are none: what they answer is no call, they close in the middle, they say what nobody knows."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from aiohttp import web
from aiortc import RTCConfiguration, RTCDataChannel, RTCPeerConnection, RTCSessionDescription

from e2e.bare import Bare, Site, bare, bare_page
from e2e.spoken import silence
from support.server import ROOT
from support.wait import until

Answer = Callable[[web.Request], Awaitable[web.StreamResponse]]
ENDED = "events.filter(({ type }) => type === 'closed').length"


@asynccontextmanager
async def nonsense(folder: Path, answer: Answer) -> AsyncIterator[Site]:
    """The page, and in its server's place what answers each offer with `answer`."""
    site = folder / "site"
    site.mkdir()
    bare_page(site)
    app = web.Application()
    app.router.add_post("/v1/sessions", answer)
    app.router.add_get("/page.html", partial(_file, site / "page.html"))
    app.router.add_get("/favicon.ico", partial(_file, site / "favicon.ico"))
    app.router.add_static("/client", ROOT / "client_web")
    runner = web.AppRunner(app)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        origin = f"http://127.0.0.1:{runner.addresses[0][1]}"
        yield Site(f"{origin}/page.html", origin)
    finally:
        await runner.cleanup()


async def _file(path: Path, _: web.Request) -> web.FileResponse:
    return web.FileResponse(path)


async def refused(page: Bare) -> tuple[str, str]:
    """Calls, and returns the code and the sentence with which that fails."""
    await page.page.wait_for_function("() => window.antiphon")
    code, message = await page.page.evaluate(
        "() => antiphon.connect().then(() => ['none', ''], ({ code, message }) => [code, message])"
    )
    return code, message


def an_html_page() -> web.Response:
    return web.Response(text="<h1>Hello</h1>", content_type="text/html")


def a_list() -> web.Response:
    return web.json_response([1, 2, 3])


def no_answer() -> web.Response:
    return web.json_response({"session_id": 7, "session_token": None}, status=201)


def a_wrong_answer() -> web.Response:
    body = {"session_id": "sess_1", "session_token": "t", "answer": {"type": "answer", "sdp": "v=0\r\nnonsense"}}
    return web.json_response(body, status=201)


async def test_an_answer_that_is_no_call_is_told_and_the_page_calls_again(tmp_path: Path) -> None:
    answers = [an_html_page, a_list, no_answer, a_wrong_answer]

    async def give(_: web.Request) -> web.StreamResponse:
        return answers[0]()

    async with nonsense(tmp_path, give) as site, bare(site, silence(tmp_path / "silence.wav")) as page:
        while answers:
            for times in (1, 2):
                code, message = await refused(page)
                assert code == "protocol.invalid_message", answers[0]
                assert message[0].isupper()
                assert message.endswith(".")
                assert await page.page.evaluate(f"[antiphon.state, {ENDED}]") == ["not_connected", times]
            microphone = "antiphon.microphoneStream === undefined && voice.srcObject === null"
            assert await page.page.evaluate(microphone), answers[0]
            del answers[0]
            await page.page.reload()


async def test_a_server_that_hangs_up_on_the_request_is_told(tmp_path: Path) -> None:
    async def hang_up(request: web.Request) -> web.StreamResponse:
        assert request.transport is not None
        request.transport.close()
        return web.Response()

    async with nonsense(tmp_path, hang_up) as site, bare(site, silence(tmp_path / "silence.wav")) as page:
        code, message = await refused(page)
        assert (code, message) == ("network.unreachable", f"No answer from {site.server}. Is the server running?")
        page.forgive("ERR_EMPTY_RESPONSE")  # the browser's own note of what was done to it


class Peer:
    """The far end of a call, which says what it is told to say."""

    def __init__(self, greet: Callable[[RTCDataChannel, RTCPeerConnection], Awaitable[None]]) -> None:
        self.heard: list[dict[str, Any]] = []
        self._greet = greet
        self._connections: list[RTCPeerConnection] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def answer(self, request: web.Request) -> web.StreamResponse:
        offer = (await request.json())["offer"]
        connection = RTCPeerConnection(RTCConfiguration(iceServers=[]))
        self._connections.append(connection)

        @connection.on("datachannel")
        def opened(channel: RTCDataChannel) -> None:
            channel.on("message", lambda text: self.heard.append(json.loads(text)))
            task = asyncio.ensure_future(self._greet(channel, connection))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

        await connection.setRemoteDescription(RTCSessionDescription(offer["sdp"], "offer"))
        await connection.setLocalDescription(await connection.createAnswer())
        description = connection.localDescription
        answer = {"type": description.type, "sdp": description.sdp}
        return web.json_response({"session_id": "sess_1", "session_token": "t", "answer": answer}, status=201)

    async def close(self) -> None:
        for connection in self._connections:
            await connection.close()


def message(type_: str, **payload: Any) -> str:
    return json.dumps({"type": type_, "payload": payload})


JUNK: list[str | bytes] = [
    "nonsense",
    "[]",
    "null",
    '"session.state"',
    '{"type": 5, "payload": {}}',
    '{"type": "session.state"}',
    b"\x00\xff",
    message("something.new", a=1),
    message("session.state", state="dancing"),
    message("session.state", state="ai_speaking", previous="idle", trigger="server.ready"),
    message("transcript.final", text={"toString": 1, "valueOf": 1}),
    message("response.delta", turn_id=[], response_id=None, text=7),
    message("action.invoke", invocation_id="inv_1", action_id="constructor", parameters=None),
    message("audio.end", response_id=[], duration_ms="long"),
]


async def test_a_call_outlives_all_nonsense_and_says_what_it_was(tmp_path: Path) -> None:
    async def greet(channel: RTCDataChannel, _: RTCPeerConnection) -> None:
        for junk in JUNK:
            channel.send(junk)
        channel.send(message("session.connected", assistant=None, policy=7, resume_window_s="long"))
        channel.send(message("session.state", state="idle", previous="connecting", trigger="server.ready"))
        for junk in JUNK:
            channel.send(junk)

    peer = Peer(greet)
    async with nonsense(tmp_path, peer.answer) as site, bare(site, silence(tmp_path / "silence.wav")) as page:
        await page.connect()
        await page.page.evaluate("antiphon.sendText('Still here?')")
        await page.page.wait_for_function("() => events.filter(({ type }) => type === 'something.new').length === 2")
        codes = set(await page.page.evaluate("events.filter(({ type }) => type === 'error').map(({ code }) => code)"))
        assert codes == {"protocol.invalid_message", "protocol.invalid_transition"}
        assert await page.page.evaluate("antiphon.state") == "idle"
        await until(lambda: [one for one in peer.heard if one["type"] == "input.text"])
        results = [one["payload"]["error"]["code"] for one in peer.heard if one["type"] == "action.result"]
        assert results == ["action.not_found"]
        await peer.close()
        closed = await page.told("closed")
        assert (closed["reason"], closed["message"]) == ("lost", "The connection was lost. Start again.")


PANEL = """async () => {
  const { AntiphonPanel } = await import('/client/panel/antiphon-panel.js');
  const panel = new AntiphonPanel();
  panel.antiphon = antiphon;
  document.body.append(panel);
}"""
ODD: list[Any] = [None, 7, True, [], {}, {"toString": 1}, "", '<img src="x" onerror="window.ran = true">']
FIELDS = [
    "text",
    "utterance_id",
    "turn_id",
    "response_id",
    "status",
    "reason",
    "guidance",
    "code",
    "message",
    "heard_text",
    "played_ms",
]
TOLD = [
    "transcript.partial",
    "transcript.final",
    "response.delta",
    "response.done",
    "response.interrupted",
    "caption",
    "session.health",
    "policy.updated",
    "metrics.turn",
    "playback.paused",
    "playback.resumed",
    "error",
    "error.recognition",
    "action.invoke",
    "action.cancel",
]


async def test_the_panel_shows_what_it_can_of_nonsense_and_never_breaks(tmp_path: Path) -> None:
    async def greet(channel: RTCDataChannel, _: RTCPeerConnection) -> None:
        channel.send(message("session.connected", assistant={"triggers": 7}, policy=None))
        channel.send(message("session.state", state="idle", previous="connecting", trigger="server.ready"))
        for type_ in TOLD:
            channel.send(message(type_))
            for odd in ODD:
                channel.send(message("response.delta", response_id="r", text="One."))
                channel.send(message(type_, **dict.fromkeys(FIELDS, odd), parameters=odd))
                channel.send(message(type_, response_id="r", text=odd, heard_text=odd))
        channel.send(message("transcript.final", utterance_id="last", turn_id="t", text="Still here?"))

    peer = Peer(greet)
    async with nonsense(tmp_path, peer.answer) as site, bare(site, silence(tmp_path / "silence.wav")) as page:
        await page.page.wait_for_function("() => window.antiphon")
        await page.page.evaluate(PANEL)
        await page.page.evaluate("antiphon.connect()")
        last = page.page.locator("antiphon-panel .entry-line.user", has_text="Still here?")
        await last.wait_for()  # and `bare` holds that nothing was thrown meanwhile
        shown = await page.page.evaluate(
            "[...document.querySelector('antiphon-panel').shadowRoot.querySelectorAll('p')].map((p) => p.textContent)"
        )
        assert [text for text in shown if "[object" in text or "undefined" in text or "NaN" in text] == []
        assert await page.page.evaluate("[antiphon.state, window.ran ?? false]") == ["idle", False]
        await peer.close()


async def test_a_server_that_closes_in_the_middle_of_the_handshake_is_told(tmp_path: Path) -> None:
    async def leave(channel: RTCDataChannel, connection: RTCPeerConnection) -> None:
        channel.send(message("session.connected", assistant={}, policy={}))
        await connection.close()

    peer = Peer(leave)
    async with nonsense(tmp_path, peer.answer) as site, bare(site, silence(tmp_path / "silence.wav")) as page:
        code, text = await refused(page)
        assert (code, text) == ("session.lost", "The connection was lost. Start again.")
        assert await page.page.evaluate(f"[antiphon.state, {ENDED}]") == ["not_connected", 1]
