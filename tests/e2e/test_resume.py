"""A call outlives a lost network and a reload of the page, in Chromium, against the real server."""

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import expect

from e2e.browser import AUDIBLE, METER, Visit, visit
from e2e.relay import relay
from e2e.spoken import silence
from support.server import RunningServer

NOTE = """
async () => {
  const { antiphon } = await import('/client/demo/demo.js');
  watched.told = [];
  antiphon.on('connection', ({ status, resumed }) => watched.told.push(resumed ? 'resumed' : status));
  antiphon.on('transcript', ({ text }) => watched.told.push(text));
  antiphon.on('closed', ({ reason }) => watched.told.push(reason));
}
"""


async def told(seen: Visit, what: str, timeout: float = 20_000) -> None:
    await seen.page.wait_for_function("(what) => watched.told.includes(what)", arg=what, timeout=timeout)


async def test_three_seconds_without_a_network_cost_nothing(server: RunningServer, tmp_path: Path) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav")) as seen, relay(seen.page) as network:
        await seen.page.evaluate(NOTE)
        await seen.start()
        await seen.type("Go to the catalogue")
        await seen.said("Go to the catalogue")
        assert network.carried > 0
        network.cut = True
        await seen.type("Set the volume to forty")
        await asyncio.sleep(3)  # the length of the cut is what is tested
        network.cut = False
        await expect(seen.page.locator("#volume")).to_have_value("40", timeout=20_000)
        await seen.page.evaluate("watched.loudest = 0")
        await seen.type("Go to the settings")
        await expect(seen.page.locator("#section-settings")).to_be_visible(timeout=20_000)
        await seen.heard()
        orders = [one for one in await seen.page.evaluate("watched.told") if " " in one]
        assert orders == ["Go to the catalogue", "Set the volume to forty", "Go to the settings"]


async def test_a_network_that_stays_away_is_left_for_another_connection(server: RunningServer, tmp_path: Path) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav")) as seen, relay(seen.page) as network:
        await seen.page.evaluate(NOTE)
        await seen.start()
        network.cut = True
        await told(seen, "reconnecting")
        await expect(seen.page.get_by_role("alert")).to_contain_text("The connection is gone.")
        await expect(seen.page.locator("[data-state-name]")).to_have_text("Reconnecting")
        await seen.state("connecting")
        await expect(seen.page.locator(".orb [data-for=connecting]")).to_be_visible()
        await seen.type("Set the volume to forty")
        await expect(seen.page.locator(".entry-line.pending")).to_contain_text("Not sent yet")
        await expect(seen.page.get_by_label("Type instead of talking")).to_have_value("")
        await told(seen, "resumed")
        await expect(seen.page.get_by_role("alert")).to_have_count(0)
        await expect(seen.page.locator("#volume")).to_have_value("40", timeout=20_000)
        assert (await seen.page.evaluate("watched.told"))[-1] == "Set the volume to forty"
        await seen.state("idle")
        await seen.page.evaluate(METER)  # of the new connection's voice
        await seen.type("What can I do here?")
        await seen.heard()
        assert await seen.loudest() > AUDIBLE


async def test_a_page_that_is_loaded_again_goes_on_with_its_call(server: RunningServer, tmp_path: Path) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav")) as seen:
        await seen.start()
        await seen.type("Go to the catalogue")
        await expect(seen.page.locator("#section-catalogue")).to_be_visible(timeout=20_000)
        await seen.state("idle")
        opened: list[str] = []
        seen.page.on("request", lambda request: opened.append(request.url) if request.method == "POST" else None)
        await seen.page.reload()
        hint = seen.page.locator("[data-state-hint]")
        await expect(hint).to_have_text("Press Start to go on with your call.")
        lines = seen.page.locator(".entry-line .text")
        await expect(lines.first).to_have_text("Go to the catalogue")
        before = await lines.all_inner_texts()
        assert len(before) > 1
        await seen.page.evaluate(NOTE)
        await seen.start()
        assert await lines.all_inner_texts() == before
        assert (await seen.page.evaluate("watched.told"))[0] == "resumed"
        assert [url.rsplit("/", 1)[1] for url in opened] == ["offer"]
        await seen.type("Set the volume to forty")
        await expect(seen.page.locator("#volume")).to_have_value("40", timeout=20_000)
        await seen.heard()

        await seen.stop()  # and a call that was hung up is over, also for a page that is loaded again
        await expect(hint).to_have_text("Press Start and say what you want.")
        assert await seen.page.evaluate("Object.keys(sessionStorage)") == ["antiphon tea room"]  # the shop's own


@pytest.mark.requirement("V5-INVOKE")
async def test_a_page_refuses_parameters_that_do_not_fit_itself(server: RunningServer, tmp_path: Path) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav")) as seen:
        message = await seen.page.evaluate(
            """async () => {
              const { connect } = await import('/client/antiphon.js');
              const level = { type: 'integer', minimum: 0, maximum: 100, description: 'The level' };
              const set_volume = {
                description: 'Set the volume',
                parameters: { type: 'object', properties: { level }, required: ['level'] },
                run: () => { throw new Error('It ran.'); },
              };
              const antiphon = await connect({ narration: 'A page.', actions: { set_volume } });
              level.maximum = 30; // The server does not know yet.
              const failed = new Promise((done) =>
                antiphon.on('action', ({ status, message }) => status === 'error' && done(message)));
              antiphon.sendText('Set the volume to forty');
              const message = await failed;
              antiphon.hangUp();
              return message;
            }"""
        )
        assert message == "parameters.level must be at most 30, not 40."
