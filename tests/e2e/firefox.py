"""Firefox ESR on the demo page, with a microphone into which recordings are played, and the watch of `e2e.browser`."""

import asyncio
import json
import re
import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from e2e.bidi import Tab, tab
from e2e.browser import HEARD, METER, WATCH
from e2e.sound import Sound, sound

LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
START_S = 60.0

# Where it is driven Firefox calls home for little, and for nothing with these; what is left finds a closed door: there
# is no proxy, and only this machine is reached without it. ICE, autoplay and the rest are as they are shipped.
PREFERENCES = {
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
    "services.settings.server": "data:,",
    "media.gmp-manager.updateEnabled": False,
    # What moves takes the processor from the speech, where nothing but the processor draws.
    "ui.prefersReducedMotion": 1,
}

# Where the answer to the question for the microphone would be kept: without a question, which nobody could answer.
ALLOWED = {"permissions.default.microphone": 1}
BLOCKED = {"permissions.default.microphone": 2}

# No echo goes from this loudspeaker to this microphone, and the canceller takes the user for one until it has learnt.
PREPARE = """
if (!isSecureContext) return; // the empty page of a new tab
watched.connections = [];
window.RTCPeerConnection = class extends RTCPeerConnection {
  constructor(configuration) {
    super(configuration);
    watched.connections.push(this);
  }
};
const { getUserMedia } = MediaDevices.prototype;
MediaDevices.prototype.getUserMedia = function ({ audio }) {
  return getUserMedia.call(this, { audio: { ...audio, echoCancellation: false } });
};
"""

PANEL = "document.querySelector('antiphon-panel').shadowRoot"


class Visit:
    """The page at `/`, and what must not happen on it."""

    def __init__(self, page: Tab, voice: Sound, *urls: str) -> None:
        self.page = page
        self.faults: list[str] = []
        self._voice = voice
        self._hosts = {urlsplit(url).netloc for url in urls}
        page.listen = self._event

    async def start(self) -> None:
        """Clicks Start, waits until the session is ready, and begins to listen to the assistant."""
        await self.click("Start")
        await self.state("idle")
        await self.page.evaluate(f"({METER})()")

    async def click(self, name: str) -> None:
        """Clicks the button of the panel that has this name."""
        named = f"(button.ariaLabel ?? button.textContent).trim() === {json.dumps(name)}"
        await self.page.click(f"[...{PANEL}.querySelectorAll('button')].find((button) => {named})")

    async def say(self, recording: Path) -> None:
        await self._voice.say(recording)

    async def type(self, text: str) -> None:
        await self.page.evaluate(f"{PANEL}.querySelector('#text').focus()")
        await self.page.type(text)

    async def state(self, state: str) -> None:
        await self.page.until(f"document.querySelector('#panel').dataset.vipState === '{state}'")

    async def states(self) -> list[str]:
        """Every state that the page has shown, in order."""
        shown: list[str] = await self.page.evaluate("watched.states")
        return shown

    async def section(self, name: str) -> None:
        """Waits until the page shows that section, and no other."""
        shown = "[...document.querySelectorAll('[data-section]:not([hidden])')].map((one) => one.dataset.section)"
        await self.page.until(f"String({shown}) === '{name}'")

    async def said(self, who: str, text: str) -> None:
        """Waits until the conversation shows that `who`, "user" or "assistant", has said `text`, among other words."""
        lines = f"[...{PANEL}.querySelectorAll('.entry-line.{who}')]"
        await self.page.until(f"{lines}.some((line) => line.textContent.includes({json.dumps(text)}))")

    async def heard(self) -> None:
        """Waits until the assistant is audible in the page, and is said to be."""
        await self.page.until(HEARD)

    async def quiet(self) -> None:
        """Waits until the assistant has not been heard for a moment: longer than its words are apart."""
        await self.page.until("performance.now() - watched.sounded > 500")

    async def reports(self) -> list[str]:
        violations: list[str] = await self.page.evaluate("watched.reports")
        return self.faults + violations

    def _event(self, method: str, event: dict[str, Any]) -> None:
        if method == "log.entryAdded" and event["level"] in ("error", "warn"):
            self.faults.append(f"console {event['level']}: {event['text']}")
        if method == "network.beforeRequestSent":
            url = urlsplit(event["request"]["url"])
            if url.scheme in ("http", "https", "ws", "wss") and url.netloc not in self._hosts:
                self.faults.append(f"request to another host: {url.geturl()}")


@asynccontextmanager
async def _firefox(folder: Path, environment: dict[str, str], preferences: dict[str, Any]) -> AsyncIterator[str]:
    """A Firefox ESR that knows nothing and nobody, and its address for WebDriver BiDi."""
    executable = shutil.which("firefox-esr")
    assert executable, "These tests need Firefox ESR (Debian: apt-get install firefox-esr)."
    profile = folder / "profile"
    profile.mkdir()
    lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in preferences.items())
    (profile / "user.js").write_text("".join(lines))
    browser = await asyncio.create_subprocess_exec(
        *(
            executable,
            "--headless",
            "--no-remote",
            "--profile",
            str(profile),
            "--remote-debugging-port",
            "0",
            "about:blank",
        ),
        env=environment | {"MOZ_REMOTE_SETTINGS_DEVTOOLS": "1"},  # else the settings' server cannot be set
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    assert browser.stderr
    said: list[str] = []
    try:
        async with asyncio.timeout(START_S):
            while not (listening := LISTENING.search(said[-1] if said else "")):
                said.append((await browser.stderr.readline()).decode())
                assert said[-1], f"Firefox has ended: {''.join(said)}"
        rest = asyncio.create_task(browser.stderr.read())  # a pipe that is full would stop it
        yield listening[1]
        browser.kill()  # it would tidy up what is thrown away
        await rest
    finally:
        if browser.returncode is None:
            browser.kill()
        await browser.wait()


@asynccontextmanager
async def visit(url: str, microphone: dict[str, Any] = ALLOWED, *, server: str = "") -> AsyncIterator[Visit]:
    """Opens `url` in a Firefox of its own, whose microphone hears nothing until something is said.

    Fails where there is no Firefox ESR, and where the page gave cause for complaint: an error or a warning on the
    console, a Content-Security-Policy report, a request to another host than that of `url` and `server`.
    """
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        async with (
            sound(folder) as voice,
            _firefox(folder, voice.environment, PREFERENCES | microphone) as address,
            tab(address) as page,
        ):
            seen = Visit(page, voice, url, server or url)
            await page.open("log.entryAdded", "network.beforeRequestSent")
            await page.send("script.addPreloadScript", functionDeclaration=f"() => {{{WATCH}{PREPARE}}}")
            await page.goto(url)
            try:
                yield seen
            except AssertionError as failure:
                failure.add_note(f"The page showed:\n{await page.evaluate('document.body.innerText')}")
                raise
            reports = await seen.reports()
            assert not reports, "\n".join(reports)
