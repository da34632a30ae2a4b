"""Chromium on the demo page, with a WAV file as its microphone, and a watch on everything that must not happen."""

import os
import shutil
import wave
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import numpy as np
from playwright.async_api import Browser, ConsoleMessage, Error, Page, Playwright, Request, async_playwright

from e2e.spoken import silence

# Chromium's sandbox does not run as root; the rest keeps it from calling home.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--use-fake-device-for-media-stream",
)

LEAN = "chromium-headless-shell"
"""It takes half of the processor that the whole Chromium does. It has no questions to ask, and nothing to refuse."""
GRANTED = "--use-fake-ui-for-media-stream"

# Runs before the page's own scripts: every state that is shown, and every report of the Content-Security-Policy.
WATCH = """
window.watched = { states: [], reports: [] };
addEventListener('securitypolicyviolation', (event) => {
  watched.reports.push(`${event.violatedDirective}: ${event.blockedURI || event.sample}`);
});
addEventListener('DOMContentLoaded', () => {
  const panel = document.querySelector('[data-vip-state]');
  if (!panel) return; // a page that is not the demonstration
  const note = () => watched.states.push(panel.dataset.vipState);
  new MutationObserver(note).observe(panel, { attributeFilter: ['data-vip-state'], attributeOldValue: true });
  note();
});
"""

# WebAudio hears a remote stream only where an <audio> element plays it too, so this hears what the user can hear.
# The microphone's own level tells when the user has said what was to be said.
METER = """
async () => {
  const { antiphon } = await import('/client/demo/demo.js');
  const context = new AudioContext();
  const samples = new Float32Array(1024);
  const listen = (stream) => {
    const analyser = new AnalyserNode(context, { fftSize: samples.length });
    context.createMediaStreamSource(stream).connect(analyser);
    return () => {
      analyser.getFloatTimeDomainData(samples);
      return Math.hypot(...samples) / Math.sqrt(samples.length);
    };
  };
  const assistant = listen(document.querySelector('#voice').srcObject);
  const user = antiphon.microphoneStream ? listen(antiphon.microphoneStream) : () => 0;
  await context.resume(); // which takes Firefox a second
  watched.loudest = 0;
  watched.heard = 0;
  clearInterval(watched.meter); // a meter of a connection before hears silence
  watched.meter = setInterval(() => {
    watched.level = assistant();
    watched.loudest = Math.max(watched.loudest, watched.level);
    if (!voice.muted && watched.level * voice.volume > 0.001) {
      watched.heard += 1;
      watched.sounded = performance.now();
    }
    if (user() > 0.01) watched.spoke = performance.now();
  }, 20);
}
"""

AUDIBLE = 0.01  # root mean square of full scale; a voice at its usual level has 0.05 to 0.15
SILENT = 0.001
HEARD = (
    "watched.states.includes('ai_speaking')"  # which may come a little after the voice
    f" && watched.level > {AUDIBLE} && !voice.muted && !voice.paused && voice.volume > 0"
)


class Visit:
    """One page in one browser. Times are milliseconds, as Playwright has them."""

    def __init__(self, page: Page, *urls: str) -> None:
        self.page = page
        self.faults: list[str] = []
        self._hosts = {urlsplit(url).netloc for url in urls}
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.faults.append(f"page error: {error}"))
        page.on("request", self._request)

    async def start(self) -> None:
        """Clicks Start, waits until the session is ready, and begins to listen to the assistant."""
        await self.page.get_by_role("button", name="Start", exact=True).click()
        await self.state("idle")
        await self.page.evaluate(METER)

    async def state(self, state: str, timeout: float = 20_000) -> None:
        await self.page.locator(f'#panel[data-vip-state="{state}"]').wait_for(timeout=timeout)

    async def states(self) -> list[str]:
        """Every state that the page has shown, in order."""
        shown: list[str] = await self.page.evaluate("watched.states")
        return shown

    async def said(self, text: str, timeout: float = 30_000) -> None:
        """Waits until the conversation shows that the user said something with `text` in it."""
        await self.page.locator(".entry-line.user", has_text=text).first.wait_for(timeout=timeout)

    async def loudest(self) -> float:
        level: float = await self.page.evaluate("watched.loudest")
        return level

    async def heard(self, timeout: float = 20_000) -> None:
        """Waits until the assistant is audible in the page, and is said to be."""
        await self.page.wait_for_function(f"() => {HEARD}", timeout=timeout)

    async def finished_speaking(self, timeout: float = 20_000) -> None:
        """Waits until the user has said something, and then nothing for half a second."""
        await self.page.wait_for_function("() => performance.now() - watched.spoke > 500", timeout=timeout)

    async def type(self, text: str) -> None:
        await self.page.get_by_label("Type instead of talking").fill(text)
        await self.page.keyboard.press("Enter")

    async def stop(self) -> None:
        await self.page.get_by_role("button", name="Stop", exact=True).click()
        await self.state("not_connected")

    async def reports(self) -> list[str]:
        violations: list[str] = await self.page.evaluate("watched.reports")
        return self.faults + violations

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"console {message.type}: {message.text}")

    def _request(self, request: Request) -> None:
        if (
            urlsplit(request.url).scheme in ("http", "https", "ws", "wss")
            and urlsplit(request.url).netloc not in self._hosts
        ):
            self.faults.append(f"request to another host: {request.url}")


@dataclass(frozen=True)
class Launch:
    """How Chromium is started, where that matters: by which command, with which home folder, and what else."""

    command: Path | None = None
    home: Path | None = None
    flags: Sequence[str] = ()


def whole() -> Launch:
    """Chromium as people have it."""
    command = shutil.which("chromium")
    return Launch(Path(command) if command else None)


class Keeper:
    """Playwright's driver for all tests, and the one Chromium of those that need none of their own.

    A Chromium and its driver take two seconds of a processor to start, another context in it half a second.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._driver: Playwright | None = None
        self._quiet: Browser | None = None
        self._elsewhere: dict[tuple[Path, Path | None], Browser] = {}

    async def driver(self) -> Playwright:
        if self._driver is None:
            self._driver = await async_playwright().start()
        return self._driver

    async def quiet(self) -> Browser:
        """The browser whose microphone hears a room. Its contexts have the microphone, or are without one."""
        if self._quiet is None or not self._quiet.is_connected():
            room = hearing(silence(self._folder / "silence.wav"))
            self._quiet = await launched(await self.driver(), room, *granted(lean()), command=lean())
        return self._quiet

    async def elsewhere(self, command: Path, home: Path | None) -> Browser:
        """The browser that is started by this command, and hears a room."""
        browser = self._elsewhere.get((command, home))
        if browser is None or not browser.is_connected():
            room = hearing(silence(self._folder / "silence.wav"))
            browser = await launched(await self.driver(), room, *granted(command), command=command, home=home)
            self._elsewhere[command, home] = browser
        return browser

    async def close(self) -> None:
        for browser in filter(None, (self._quiet, *self._elsewhere.values())):
            await browser.close()
        if self._driver is not None:
            await self._driver.stop()


keeper: Keeper | None = None
"""That of the tests that run (conftest.py); None: whoever visits, starts all that it needs."""


def lean() -> Path | None:
    """The command of Chromium without its own windows, where that is installed."""
    command = shutil.which(LEAN)
    return Path(command) if command else None


def granted(command: Path | None) -> list[str]:
    """What this one needs so that a page gets its microphone."""
    return [GRANTED] if command and command.name == LEAN else []


def hearing(microphone: Path) -> str:
    return f"--use-file-for-fake-audio-capture={microphone}%noloop"


def is_quiet(microphone: Path) -> bool:
    """Whether nothing but a room is to be heard."""
    with wave.open(str(microphone)) as source:
        samples = np.frombuffer(source.readframes(source.getnframes()), np.int16)
    return bool(np.abs(samples.astype(np.int32)).max(initial=0) < 100)


async def launched(driver: Playwright, *flags: str, command: Path | None = None, home: Path | None = None) -> Browser:
    executable = command or shutil.which("chromium")
    assert executable, "These tests need Chromium (Debian and Ubuntu: apt-get install chromium)."
    return await driver.chromium.launch(
        executable_path=executable,
        headless=True,
        env=dict(os.environ, HOME=str(home)) if home else None,
        args=[*FLAGS, *flags],
    )


@asynccontextmanager
async def chromium(*flags: str, command: Path | None = None, home: Path | None = None) -> AsyncIterator[Browser]:
    """A Chromium, of its own where it is to be started with flags of its own. Its pages are closed at the end."""
    if keeper is None:
        async with async_playwright() as playwright:
            browser = await launched(playwright, *flags, command=command, home=home)
            try:
                yield browser
            finally:
                await browser.close()
        return
    if flags:
        browser = await launched(await keeper.driver(), *flags, command=command, home=home)
    else:
        browser = await (keeper.elsewhere(command, home) if command else keeper.quiet())
    try:
        yield browser
    finally:
        if flags:
            await browser.close()
        else:
            for context in browser.contexts:
                await context.close()


@asynccontextmanager
async def visit(
    url: str,
    microphone: Path,
    *,
    server: str = "",
    permissions: Sequence[str] = ("microphone",),
    launch: Launch | None = None,
    **context: Any,
) -> AsyncIterator[Visit]:
    """Opens `url` in a Chromium, which hears `microphone` (a WAV file) once and then silence.

    Fails where there is no Chromium, and where the page gave cause for complaint: an error or a warning on the
    console, a Content-Security-Policy report, a request to another host than that of `url` and `server`.
    """
    launch = launch or Launch()
    flags = list(launch.flags)
    if keeper is None or flags or "microphone" not in permissions or not is_quiet(microphone):
        flags.append(hearing(microphone))
    command = launch.command or (lean() if flags and "microphone" in permissions else None)
    if flags:
        flags += granted(command)
    async with chromium(*flags, command=command, home=launch.home) as browser:
        # What moves takes the processor from the speech, where nothing but the processor draws.
        page = await browser.new_page(permissions=list(permissions), **{"reduced_motion": "reduce", **context})
        await page.add_init_script(WATCH)
        seen = Visit(page, url, server or url)
        await page.goto(url)
        try:
            yield seen
        except Exception as error:
            with suppress(Error):  # a page that is gone shows nothing
                shown = await page.locator("body").inner_text(timeout=2_000)
                lines = await page.locator(".entry-line").all_inner_texts()
                error.add_note(f"The page showed:\n{shown}\nThe conversation: {lines}\n{seen.faults}")
            raise
        assert await seen.reports() == []
