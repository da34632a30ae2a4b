"""The panel in two tabs: one of them has the call."""

from pathlib import Path

from playwright.async_api import expect

from e2e.browser import visit
from e2e.pictures import SIZES
from e2e.spoken import silence
from support.server import RunningServer


async def test_a_second_tab_says_that_there_is_a_call_as_long_as_it_is_so_and_takes_it_over(
    server: RunningServer, tmp_path: Path
) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav"), **SIZES["phone"]) as seen:
        await seen.start()
        async with seen.page.expect_popup() as opened:
            await seen.page.evaluate("void window.open('/')")
        other = await opened.value
        # A copy of what this tab keeps came with it.
        await expect(other.locator("[data-state-hint]")).to_have_text("Press Start and say what you want.")
        assert await other.evaluate("Object.keys(sessionStorage).filter((key) => key.includes('://'))") == []
        await other.get_by_role("button", name="Start", exact=True).click()
        await expect(other.get_by_role("alert")).to_contain_text("already in a call", timeout=20_000)
        await expect(other.locator("#panel")).to_have_attribute("data-vip-state", "not_connected")
        await other.get_by_role("button", name="Call here instead").click()
        await other.locator('#panel[data-vip-state="idle"]').wait_for(timeout=20_000)
        await seen.state("not_connected")
        await expect(seen.page.get_by_role("alert")).to_contain_text("goes on in another tab", timeout=20_000)
        await seen.page.get_by_role("button", name="Start", exact=True).click()
        await expect(seen.page.get_by_role("alert")).to_contain_text("already in a call", timeout=20_000)
        await other.close()  # with it goes its call, and what is said of that
        await expect(seen.page.get_by_role("alert")).to_have_count(0)
        await seen.start()
