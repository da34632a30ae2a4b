"""`<antiphon-panel>` in Chromium: on the shop's page, twice on it, and on a page of another origin."""

from pathlib import Path

import pytest
from playwright.async_api import expect

from e2e.accessibility import faults
from e2e.browser import visit
from e2e.spoken import silence
from e2e.test_own_page import SERVER, web_server
from guides.blocks import blocks
from support.server import ROOT, RunningServer, of_tones, serve

GUIDE = (ROOT / "docs" / "how-to" / "the-panel-on-your-page.md").read_text()


@pytest.mark.requirement("V5-INVOKE")
async def test_the_shop_is_operated_whole_without_a_hand(server: RunningServer, tmp_path: Path) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav")) as seen:
        page = seen.page
        await seen.start()

        async def order(text: str) -> None:
            await seen.type(text)
            await seen.said(text)

        await order("Show me the teapot")
        await expect(page.get_by_role("heading", name="Teapot")).to_be_visible(timeout=20_000)
        await order("Add two green teas to the cart")
        await expect(page.locator("[data-cart-count]")).to_have_text("2", timeout=20_000)
        await order("Go to checkout")
        await expect(page.locator("#order")).to_be_visible(timeout=20_000)
        await order("Set the name to Anna")
        await expect(page.get_by_label("Name")).to_have_value("Anna", timeout=20_000)
        await order("Choose pickup")
        await expect(page.get_by_label("Pickup")).to_be_checked(timeout=20_000)
        await order("Switch to the dark theme")
        await expect(page.locator("html")).to_have_attribute("data-theme", "dark", timeout=20_000)
        await order("Place the order")
        await expect(page.get_by_role("dialog")).to_contain_text("for Anna, picked up at the shop", timeout=20_000)
        await seen.type("Yes")
        await expect(page.locator("[data-thanks]")).to_contain_text("Thank you, Anna.", timeout=20_000)
        await expect(page.get_by_role("dialog")).to_be_hidden()


async def test_a_panel_speaks_other_words_and_joins_a_call_in_its_middle(server: RunningServer, tmp_path: Path) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav")) as seen:
        await seen.start()
        await seen.page.evaluate(
            """async () => {
              const { antiphon } = await import('/client/demo/demo.js');
              const another = document.createElement('antiphon-panel');
              Object.assign(another, { id: 'another', words: { stop: 'Auflegen', idle: 'Bereit' }, antiphon });
              another.setAttribute('theme', 'dark');
              document.querySelector('main').prepend(another);
            }"""
        )
        another = seen.page.locator("#another")
        await expect(another.get_by_text("Bereit", exact=True).first).to_be_visible()
        await expect(another).to_have_attribute("data-microphone", "open")
        await another.get_by_label("Type instead of talking").fill("Go to the catalogue")
        await seen.page.keyboard.press("Enter")
        await expect(another.locator(".entry-line.user")).to_contain_text("Go to the catalogue")
        await another.get_by_role("button", name="Auflegen").click()
        await seen.state("not_connected")
        dark = await another.locator(".panel").evaluate("panel => getComputedStyle(panel).backgroundColor")
        light = await seen.page.locator("#panel .panel").evaluate("panel => getComputedStyle(panel).backgroundColor")
        assert dark != light


async def test_a_question_of_the_assistant_is_answered_in_the_dialog_too(server: RunningServer, tmp_path: Path) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav")) as seen:
        await seen.start()
        await seen.type("Add a teapot to the cart")
        await expect(seen.page.locator("[data-cart-count]")).to_have_text("1", timeout=20_000)
        await seen.type("Empty the cart")
        await seen.page.get_by_role("dialog").get_by_role("button", name="No").click(timeout=20_000)
        await expect(seen.page.get_by_role("dialog")).to_be_hidden()
        await seen.type("Empty the cart")
        await seen.page.get_by_role("dialog").get_by_role("button", name="Yes").click(timeout=20_000)
        await expect(seen.page.locator("[data-cart-count]")).to_be_hidden(timeout=20_000)


async def test_the_example_of_the_guide_is_a_panel_on_a_page_of_another_origin(tmp_path: Path) -> None:
    (example,) = (block.text for block in blocks(GUIDE) if block.title == "site/page.html")
    assert SERVER in example
    site = tmp_path / "site"
    site.mkdir()
    (site / "favicon.ico").touch()
    with web_server(site) as origin:
        (tmp_path / "antiphon.toml").write_text(f'[server]\nallowed_origins = ["{origin}"]\n')
        with serve("--assistants", str(of_tones(tmp_path / "assistants")), cwd=tmp_path) as server:
            policy = f"default-src 'none'; script-src 'unsafe-inline' {server.url}; connect-src {server.url}"
            head = f'<meta charset="utf-8" /><meta http-equiv="Content-Security-Policy" content="{policy}" />'
            page = example.replace(SERVER, server.url).replace('<meta charset="utf-8" />', head)
            (site / "page.html").write_text(page)
            microphone = silence(tmp_path / "silence.wav")
            async with visit(f"{origin}/page.html", microphone, server=server.url) as seen:
                assert await faults(seen.page) == []
                await seen.page.get_by_role("button", name="Switch the lamp on").click()
                await expect(seen.page.locator("#lamp")).to_have_text("on", timeout=30_000)
                await expect(seen.page.locator(".entry-line.assistant .text")).not_to_be_empty(timeout=20_000)
                track = await seen.page.evaluate_handle(
                    "document.querySelector('antiphon-panel').antiphon.microphoneStream.getTracks()[0]"
                )
                await seen.page.evaluate("document.body.prepend(document.querySelector('antiphon-panel'))")  # moved
                await expect(seen.page.get_by_role("button", name="Stop")).to_be_visible()
                assert await track.evaluate("track => track.readyState") == "live"
                await seen.page.evaluate("document.querySelector('antiphon-panel').remove()")
                assert await track.evaluate("track => track.readyState") == "ended"  # not left open unseen
