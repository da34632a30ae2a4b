"""What a page pins over a part of its window, as a banner about cookies, keeps nobody from what a call is led by."""

from pathlib import Path

import pytest
from playwright.async_api import Page, ViewportSize, expect

from e2e.browser import visit
from e2e.spoken import silence
from e2e.test_panel_over_dialogs import CORNER
from support.server import RunningServer

SIZES: list[ViewportSize] = [
    {"width": 1000, "height": 700},
    {"width": 640, "height": 400},
    {"width": 320, "height": 560},
]

BANNER = """
([height, role]) => {
  const banner = document.createElement('div');
  banner.id = 'banner';
  banner.style = `position: fixed; inset: auto 0 0 0; height: ${height}; z-index: 99999; background: wheat`;
  if (role) banner.role = role;
  banner.innerHTML = '<p>We use cookies.</p><button id="accept">Accept</button>';
  banner.querySelector('button').onclick = () => banner.remove();
  document.body.append(banner);
}
"""

# What of it gets no pointer at its middle.
OUT_OF_REACH = """
() => {
  const corner = document.querySelector('antiphon-embed')?.shadowRoot.querySelectorAll('antiphon-panel') ?? [];
  const panels = [...document.querySelectorAll('antiphon-panel'), ...corner];
  const panel = panels.find((one) => one.shadowRoot?.querySelector('.call'));
  const parts = { Stop: '.call', Mute: '.controls button', field: '.entry input' };
  return Object.entries(parts).flatMap(([name, selector]) => {
    const boxes = [...panel.shadowRoot.querySelectorAll(selector)].map((one) => [one, one.getBoundingClientRect()]);
    const [part, box] = boxes.filter(([, { width }]) => width).at(-1) ?? [];
    if (!part) return [`${name} is not shown`];
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return [`${name} is out of the window`];
    const hit = panel.shadowRoot.elementFromPoint(x, y);
    return part === hit || part.contains(hit) ? [] : [name];
  });
}
"""


OVER = "antiphon-panel:popover-open"


async def is_in_reach(page: Page) -> None:
    await page.wait_for_function(f"() => ({OUT_OF_REACH})().length === 0", timeout=5_000)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
async def test_under_a_banner_a_call_can_be_led_and_without_it_all_is_as_it_was(
    server: RunningServer, tmp_path: Path, size: ViewportSize
) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav"), reduced_motion="reduce") as seen:
        page = seen.page
        await page.set_viewport_size(size)
        await seen.start()
        for direction, height, role in [
            ("ltr", "25vh", ""),
            ("ltr", "45vh", "dialog"),
            ("rtl", "25vh", "dialog"),
            ("rtl", "45vh", ""),
        ]:
            await page.evaluate("(dir) => { document.documentElement.dir = dir; }", direction)
            await is_in_reach(page)
            before = await page.locator("#panel").bounding_box()
            await page.evaluate(BANNER, [height, role])
            await expect(page.locator(OVER)).to_be_attached()
            await is_in_reach(page)
            accept = (
                "({ left, top, width, height }) => document.elementFromPoint(left + width / 2, top + height / 2).id"
            )
            box = await page.locator("#banner button").evaluate("(button) => button.getBoundingClientRect().toJSON()")
            assert await page.evaluate(accept, box) == "accept"
            await page.get_by_role("button", name="Accept").click()
            await expect(page.locator("antiphon-panel")).to_have_count(1)
            await is_in_reach(page)
            assert await page.locator("#panel").bounding_box() == before
        await page.evaluate(BANNER, ["45vh", ""])
        await expect(page.locator(OVER)).to_be_attached()
        await page.get_by_role("button", name="Mute").click()
        await expect(page.locator("#panel")).to_have_attribute("data-microphone", "muted")
        await page.get_by_role("button", name="Stop").click()
        await seen.state("not_connected")


SLIDES_IN = """
() => {
  banner.style.transform = 'translateY(100%)';
  banner.style.transition = 'transform 0.4s';
  banner.getBoundingClientRect();
  banner.style.transform = '';
}
"""


async def test_a_banner_that_slides_in_or_is_shown_by_a_style_sheet_is_noticed(
    server: RunningServer, tmp_path: Path
) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav")) as seen:
        page = seen.page
        await page.set_viewport_size({"width": 640, "height": 400})
        await seen.start()
        await page.evaluate(BANNER, ["45vh", ""])
        await page.evaluate(SLIDES_IN)
        await expect(page.locator(OVER)).to_be_attached()
        await is_in_reach(page)
        await page.evaluate("document.adoptedStyleSheets = [new CSSStyleSheet()]")
        await page.evaluate("document.adoptedStyleSheets[0].insertRule('#banner { display: none }')")
        await expect(page.locator("antiphon-panel")).to_have_count(1)
        await page.evaluate("document.adoptedStyleSheets[0].deleteRule(0)")
        await expect(page.locator(OVER)).to_be_attached()
        await is_in_reach(page)


async def test_in_the_corner_too_whatever_the_banner_lies_over(server: RunningServer, tmp_path: Path) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav"), reduced_motion="reduce") as seen:
        page = seen.page
        await page.evaluate(CORNER)
        await page.get_by_role("button", name="Talk to this page").click()
        await page.get_by_role("button", name="Start", exact=True).click()
        at_home = page.locator("antiphon-embed antiphon-panel")
        await expect(at_home).to_have_attribute("data-vip-state", "idle", timeout=20_000)
        for size in SIZES:
            await page.set_viewport_size(size)
            await is_in_reach(page)
            await page.evaluate(BANNER, ["45vh", ""])
            await page.evaluate("banner.style.zIndex = 2147483647")
            await expect(page.locator(OVER)).to_be_attached()
            await is_in_reach(page)
            await page.evaluate("banner.remove()")
            await expect(page.locator(OVER)).to_have_count(0)
            await is_in_reach(page)
        # What lies over the button alone takes nothing of the panel away.
        await page.evaluate(BANNER, ["70px", ""])
        await page.evaluate("banner.style.zIndex = 2147483647")
        await page.evaluate("banner.style.inset = 'auto 0 0 auto'")
        await page.wait_for_function("() => document.querySelector('#banner').getBoundingClientRect().width > 0")
        await expect(at_home).to_be_visible()
        await is_in_reach(page)
