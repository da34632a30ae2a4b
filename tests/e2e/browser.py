"""Chromium on the demo page, with a WAV file as its microphone, and a watch on everything that must not happen."""

import os
import shutil
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import ConsoleMessage, Error, Page, Request, async_playwright

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
  await context.audioWorklet.addModule('/client/src/pcm-worklet.js');
  const listen = (stream) => {
    const node = new AudioWorkletNode(context, 'pcm', { numberOfOutputs: 0 });
    let [level, at, sum, count] = [0, 0, 0, 0];
    node.port.onmessage = ({ data }) => {
      for (const sample of data) sum += sample * sample;
      count += data.length;
      if (count < 1024) return;
      [level, at, sum, count] = [Math.sqrt(sum / count), performance.now(), 0, 0];
    };
    context.createMediaStreamSource(stream).connect(node);
    return () => (performance.now() - at < 200 ? level : 0);
  };
  const assistant = listen(document.querySelector('#voice').srcObject);
  const user = antiphon.microphoneStream ? listen(antiphon.microphoneStream) : () => 0;
  await context.resume(); // which takes Firefox a second
  watched.loudest = 0;
  watched.heard = 0;
  setInterval(() => {
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

    async def said(self, text: str, timeout: float = 20_000) -> None:
        """Waits until the conversation shows that the user said something with `text` in it."""
        await self.page.locator(".entry-line.user", has_text=text).wait_for(timeout=timeout)

    async def loudest(self) -> float:
        level: float = await self.page.evaluate("watched.loudest")
        return level

    async def heard(self, timeout: float = 20_000) -> None:
        """Waits until the assistant is audible in the page."""
        audible = f"() => watched.level > {AUDIBLE} && !voice.muted && !voice.paused && voice.volume > 0"
        await self.page.wait_for_function(audible, timeout=timeout)

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
    """Opens `url` in a Chromium of its own, which hears `microphone` (a WAV file) once and then silence.

    Fails where there is no Chromium, and where the page gave cause for complaint: an error or a warning on the
    console, a Content-Security-Policy report, a request to another host than that of `url` and `server`.
    """
    launch = launch or Launch()
    executable = launch.command or shutil.which("chromium")
    assert executable, "These tests need Chromium (Debian and Ubuntu: apt-get install chromium)."
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=executable,
            headless=True,
            env=dict(os.environ, HOME=str(launch.home)) if launch.home else None,
            args=[*FLAGS, *launch.flags, f"--use-file-for-fake-audio-capture={microphone}%noloop"],
        )
        try:
            page = await browser.new_page(permissions=list(permissions), **context)
            await page.add_init_script(WATCH)
            seen = Visit(page, url, server or url)
            await page.goto(url)
            try:
                yield seen
            except Exception as error:
                with suppress(Error):  # a page that is gone shows nothing
                    shown = await page.locator("body").inner_text(timeout=2_000)
                    error.add_note(f"The page showed:\n{shown}\n{seen.faults}")
                raise
            assert await seen.reports() == []
        finally:
            await browser.close()
