"""The debug client for WS v1 in a real browser: writing, speaking, and coming back."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from e2e.browser import visit
from e2e.spoken import silence
from support.calls import SPEECH
from support.server import RunningServer

SOON = 20_000


async def start(page: Page) -> None:
    await page.get_by_test_id("assistant").fill("tone")
    await page.get_by_test_id("start").click()
    await expect(page.get_by_test_id("status")).to_have_text("started", timeout=SOON)


@pytest.mark.requirement("WS1-PLAYED")
@pytest.mark.requirement("WS1-RESUME")
async def test_a_session_is_typed_acknowledged_cut_resumed_and_stopped(live: RunningServer, tmp_path: Path) -> None:
    microphone = silence(tmp_path / "silence.wav")
    async with visit(f"{live.url}/client/ws-v1.html", microphone) as seen:
        page = seen.page
        await start(page)
        await page.get_by_test_id("text").fill("What can you do?")
        await page.get_by_test_id("send").click()
        await expect(page.get_by_test_id("answer")).to_have_text("That is all.", timeout=SOON)
        played = page.locator('[data-testid="events"] li[data-type="output.audio.played"]')
        await expect(played).to_have_count(1, timeout=SOON)
        await expect(played).to_contain_text(re.compile(r'"played_ms":[1-9]\d\d'))
        await page.get_by_test_id("cut").click()
        await expect(page.get_by_test_id("status")).to_have_text("not connected")
        await page.get_by_test_id("resume").click()
        await expect(page.get_by_test_id("status")).to_have_text("started", timeout=SOON)
        started = page.locator('[data-testid="events"] li[data-type="session.started"]').first
        await expect(started).to_contain_text('"resumed":true')
        await page.get_by_test_id("stop").click()
        await expect(page.get_by_test_id("status")).to_have_text("not connected")
        await expect(page.get_by_test_id("resume")).to_be_disabled()


@pytest.mark.requirement("WS1-FRAMES")
async def test_what_is_said_into_the_microphone_is_understood(live: RunningServer) -> None:
    async with visit(f"{live.url}/client/ws-v1.html", SPEECH / "ps_goforward.wav") as seen:
        page = seen.page
        await start(page)
        await page.get_by_test_id("microphone").click()
        final = page.locator('[data-testid="events"] li[data-type="transcript.final"]').first
        await expect(final).to_contain_text(re.compile("forward", re.IGNORECASE), timeout=SOON)
        await expect(page.get_by_test_id("answer")).to_have_text("That is all.", timeout=SOON)


async def test_what_is_no_json_is_told_and_what_the_server_refuses_too(live: RunningServer, tmp_path: Path) -> None:
    async with visit(f"{live.url}/client/ws-v1.html", silence(tmp_path / "silence.wav")) as seen:
        page = seen.page
        await page.get_by_test_id("assistant").fill("tone")
        await page.get_by_test_id("metadata").fill("{")
        await page.get_by_test_id("start").click()
        await expect(page.get_by_test_id("events").locator("li").first).to_contain_text("metadata: ")
        await page.get_by_test_id("metadata").fill('{"services": {}}')
        await page.get_by_test_id("start").click()
        error = page.locator('[data-testid="events"] li[data-type="error"]').first
        await expect(error).to_contain_text("protocol.invalid_override", timeout=SOON)
