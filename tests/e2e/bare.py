"""A page with nothing but the browser module on it, on an origin of its own, and assistants with a script."""

import json
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from e2e.browser import Visit, visit
from e2e.test_own_page import web_server
from support.server import ROOT, serve

TYPES = "state connection microphone playback level transcript reply interrupted error closed unknown turn"
PAGE = """<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <title>Bare</title>
  <audio id="voice"></audio>
  <script type="module">
    import { Antiphon } from '/client/antiphon.js';

    window.events = [];
    const run = () => {
      location.reload();
      return new Promise(() => {});
    };
    window.antiphon = new Antiphon({
      url: %s || undefined,
      audio: document.querySelector('#voice'),
      turnEvents: true,
      actions: { leave: { description: 'Leave the page', run } },
    });
    for (const type of '%s'.split(' ')) {
      antiphon.on(type, (detail) => {
        events.push(type === 'unknown' ? detail : { ...detail, type });
        if (type !== 'level') console.log(`${type} ${JSON.stringify(detail)}`);
      });
    }
    const embedding = new URLSearchParams(location.search).get('in');
    if (embedding) (await import('/client/feed.js')).feed(antiphon, { origin: embedding });
    if (location.search === '?auto') antiphon.connect().catch(() => {});
  </script>
</html>
"""

# A microphone whose loudness the test sets: `loudness.gain.value`, of full scale.
INJECTED = """
() => {
  const context = new AudioContext();
  const inject = () => {
    const noise = new AudioBuffer({ length: context.sampleRate, sampleRate: context.sampleRate });
    noise.getChannelData(0).forEach((_, index, samples) => (samples[index] = Math.random() * 2 - 1));
    const source = new AudioBufferSourceNode(context, { buffer: noise, loop: true });
    const destination = context.createMediaStreamDestination();
    window.loudness = new GainNode(context, { gain: 0.0005 });
    source.connect(loudness).connect(destination);
    source.start();
    return destination.stream;
  };
  navigator.mediaDevices.getUserMedia = async () => inject();
}
"""


@dataclass
class Site:
    """Where the page is, and the server that it calls."""

    url: str
    server: str


def bare_page(folder: Path, server: str = "") -> None:
    """Writes the page into `folder`, which is to be served; `server` is its own origin unless given."""
    (folder / "favicon.ico").touch()
    (folder / "client").symlink_to(ROOT / "client_web")
    (folder / "page.html").write_text(PAGE % (json.dumps(server), TYPES))


@contextmanager
def scripted_site(say: str, policy: str = "", *texts: str, top: str = "") -> Iterator[Site]:
    """The page, and a real server whose assistant hears `texts` and says `say`, but for "leave", which is an action.

    `top` are settings of the assistant that stand before its tables.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        assistants = folder / "assistants"
        for one in (folder / "site", assistants):
            one.mkdir()
        script = folder / "demo.jsonl"
        leave = {"match": "[Ll]eave", "do": [{"call": {"name": "leave", "arguments": {}}}]}
        script.write_text(f"{json.dumps(leave)}\n{json.dumps({'match': None, 'do': [{'say': say}]})}\n")
        (assistants / "demo.toml").write_text(
            f'{top}\n[policy]\n{policy}\n[stt]\nprovider = "scripted"\ntexts = {json.dumps(texts or ["Hello."])}\n'
            f'[brain]\nprovider = "scripted"\nscript = "{script}"\n[tts]\nprovider = "scripted"\n'
        )
        with web_server(folder / "site") as origin:
            (folder / "antiphon.toml").write_text(f'[server]\nallowed_origins = ["{origin}"]\n')
            with serve("--assistants", str(assistants), cwd=folder) as server:
                bare_page(folder / "site", server.url)
                yield Site(f"{origin}/page.html", server.url)


class Bare:
    """The page, as far as a test looks at it."""

    def __init__(self, seen: Visit) -> None:
        self.page = seen.page
        self._seen = seen

    def forgive(self, part: str) -> None:
        """Faults with `part` in them are what the test has done to the page."""
        self._seen.faults = [fault for fault in self._seen.faults if part not in fault]

    @property
    def faults(self) -> list[str]:
        return self._seen.faults

    async def connect(self) -> None:
        await self.page.wait_for_function("() => window.antiphon")
        await self.page.evaluate("antiphon.connect()")

    async def told(self, type_: str, condition: str = "true", timeout: float = 20_000) -> dict[str, Any]:
        """Waits for an event of this type that fulfils `condition`, over its `detail`, and returns the newest."""
        # A page that is being loaded again has no events yet.
        find = f"() => window.events?.findLast((detail) => detail.type === '{type_}' && ({condition}))"
        handle = await self.page.wait_for_function(find, timeout=timeout)
        found: dict[str, Any] = await handle.json_value()
        return found

    async def speaks(self) -> None:
        """Asks in writing, and waits until the answer is being heard."""
        await self.page.evaluate("antiphon.sendText('Tell me something.')")
        await self.told("state", "detail.state === 'ai_speaking'")
        await self.page.wait_for_function("() => !voice.muted && !voice.paused && voice.currentTime > 0")


@asynccontextmanager
async def bare(site: Site, microphone: Path, **options: Any) -> AsyncIterator[Bare]:
    async with visit(site.url, microphone, server=site.server, **options) as seen:
        yield Bare(seen)
