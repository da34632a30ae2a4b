"""The panel beside a question on every screen, magnified too: both are whole, and nothing moves."""

from pathlib import Path

from playwright.async_api import ViewportSize, expect

from e2e.browser import visit
from e2e.dialogs import ASKING, CONTROLS, CUT, DIALOG, LITTLE_ROOM, PLACES, QUESTION, REACHED, SCREENS
from e2e.scenes import ANNA, FILLED, SCENES, look, play, renew
from e2e.spoken import silence
from support.server import RunningServer

WRONG = "tell('error', { code: 'stt.no_match', message: 'I heard no words. Say it again.' });"
TROUBLE = f"{SCENES['unplugged'].script}; {WRONG}"


async def test_dialog_notice_and_controls_are_whole_beside_each_other_on_every_screen(
    server: RunningServer, tmp_path: Path
) -> None:
    apart = f"(parts) => ({CUT})(parts).length === 0"
    whole = "({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight"
    async with visit(server.url, silence(tmp_path / "silence.wav"), reduced_motion="reduce") as seen:
        page = seen.page
        for name, size in SCREENS.items():
            await page.set_viewport_size(size)
            turned = f"document.documentElement.dir = '{'ltr' if 'phone' in name else 'rtl'}';"
            await look(page, server.url, "", turned + FILLED + TROUBLE + ANNA)
            parts = ["#dialog", *CONTROLS, "antiphon-panel >>> .notice:not([hidden])"]
            if name not in ("200 %", "low phone"):
                parts.append("antiphon-panel >>> .conversation")
            await page.wait_for_function(apart, arg=parts, timeout=5_000)
            assert await page.locator("#dialog").evaluate(whole), name
            await expect(page.get_by_role("alert")).to_have_count(1)  # of two notices
            await renew(page, "", turned + SCENES["idle"].script)
            await page.evaluate(DIALOG, "own")
            await page.wait_for_function(apart, arg=["#own", *CONTROLS], timeout=5_000)
        # Who magnifies the page while it asks finds the question whole, and in the large window again the whole panel.
        await page.set_viewport_size({"width": 1280, "height": 800})
        await look(page, server.url, "", FILLED + f"tell('confirm', {{ {QUESTION} }});")
        await page.wait_for_function(apart, arg=["#dialog", *CONTROLS], timeout=5_000)
        panel = page.locator("antiphon-panel").first
        for width, height in ((640, 400), (320, 568)):
            await page.set_viewport_size({"width": width, "height": height})
            await expect(panel).to_have_attribute("folded", "")
            await page.wait_for_function(apart, arg=["#dialog", *CONTROLS], timeout=5_000)
        await page.set_viewport_size({"width": 1280, "height": 800})
        await expect(panel).not_to_have_attribute("folded", "")


# What of it the panel lies over, to the letter: it can be a row, or a picture of the state, which unfolds all.
COVERED = """
() => {
  const panel = document.querySelector('#asking antiphon-panel');
  if (!panel) return ['The panel is not in it.'];
  const box = panel.getBoundingClientRect();
  const range = document.createRange();
  const parts = [...document.querySelectorAll('#asking > :is(h2, p, button)')].filter((one) => {
    range.selectNodeContents(one);
    const boxes = one.localName === 'button' ? [one.getBoundingClientRect()] : [...range.getClientRects()];
    return boxes.some((it) => it.left < box.right && box.left < it.right && it.top < box.bottom && box.top < it.bottom);
  });
  const isWhole = box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
  return [...parts.map((one) => one.textContent), ...(isWhole ? [] : ['The panel is cut.'])];
}
"""

# What of the unfolded panel is not whole in the window.
UNFOLDED = """
() => {
  const { shadowRoot } = document.querySelector('#asking antiphon-panel');
  const parts = ['.fold', '.call', '.state-name', '.controls', 'input', '[type=submit]', '.assistant:last-child .text'];
  return parts.filter((part) => {
    const { height, left, top, right, bottom } = shadowRoot.querySelector(part).getBoundingClientRect();
    return !height || left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
  });
}
"""

# The windows of a screen that is magnified three and four times, and which dialog is in them.
MAGNIFIED: list[tuple[ViewportSize, bool | str]] = [
    ({"width": 320, "height": 256}, False),
    ({"width": 320, "height": 256}, "by hand"),
    ({"width": 400, "height": 300}, "by hand"),
    ({"width": 427, "height": 240}, False),
    ({"width": 512, "height": 300}, False),
]

# What of the panel can be pressed and is out of the window, even where it is scrolled to; and whether the page is.
OUT_OF_REACH = """
(panel) => {
  const lost = [...panel.shadowRoot.querySelectorAll('button, input')].filter((one) => {
    const isAside = one.closest('.panel > .entry')?.offsetWidth === 1; // it comes by Tab
    if (isAside || !one.checkVisibility({ visibilityProperty: true })) return false;
    one.scrollIntoView({ block: 'nearest' });
    const { left, top, right, bottom } = one.getBoundingClientRect();
    // A place that is scrolled to is one of whole pixels.
    const isWhole = left > -1 && top > -1 && right < innerWidth + 1 && bottom < innerHeight + 1;
    return !isWhole || !one.contains(panel.shadowRoot.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  });
  const { scrollWidth } = document.documentElement;
  return [...lost.map((one) => one.ariaLabel || one.textContent), ...(scrollWidth > innerWidth ? ['The page.'] : [])];
}
"""

# The name of the state, and the button beside it.
APART = """
(panel) => {
  const range = document.createRange();
  range.selectNodeContents(panel.shadowRoot.querySelector('.state-name'));
  const [name, call] = [range, panel.shadowRoot.querySelector('.call')].map((one) => one.getBoundingClientRect());
  return name.width > 0 && (name.right <= call.left || call.right <= name.left || name.bottom <= call.top);
}
"""


async def test_over_a_dialog_the_last_words_and_the_field_are_in_reach_and_it_keeps_its_question(
    server: RunningServer, tmp_path: Path
) -> None:
    talked = SCENES["ai_speaking"].script + "tell('state', { state: 'idle', previous: '', trigger: '' });"
    links = "() => [...document.querySelectorAll('nav a')].map((link) => link.getBoundingClientRect().left)"
    async with visit(server.url, silence(tmp_path / "silence.wav"), reduced_motion="reduce") as seen:
        page = seen.page
        for size, is_tall in LITTLE_ROOM:
            await page.set_viewport_size(size)
            await page.evaluate("document.querySelector('#asking')?.remove()")
            await renew(page, "", talked)
            await page.evaluate(ASKING, is_tall)
            await page.wait_for_function(f"() => ({REACHED})().length === 0", timeout=5_000)
        await page.locator("#asking").evaluate("(dialog) => dialog.scrollTo(0, 0)")  # the question comes into sight
        await page.wait_for_function(f"() => ({REACHED})().length === 0", timeout=5_000)
        for size, kind in MAGNIFIED:
            await page.set_viewport_size(size)
            await page.evaluate("document.querySelector('#asking')?.remove()")
            await renew(page, "", talked)
            await page.evaluate(ASKING, kind)
            await page.wait_for_function(f"() => ({COVERED})().length === 0", timeout=5_000)
            await page.get_by_role("button", name="Conversation").click()  # all of it, over the dialog, and back
            await page.wait_for_function(f"() => ({UNFOLDED})().length === 0", timeout=5_000)
            await page.get_by_role("button", name="Conversation").click()
            await page.wait_for_function(f"() => ({COVERED})().length === 0", timeout=5_000)
        await page.evaluate("asking.remove()")
        for width, height in ((600, 400), (568, 320), (400, 300)):
            await page.set_viewport_size({"width": width, "height": height})
            await renew(page, "", SCENES["ai_speaking"].script)
            assert await page.locator("antiphon-panel").evaluate(APART), (width, height)
        await look(page, server.url, "", "")
        before = await page.evaluate(links)
        await play(page, FILLED)
        await expect(page.locator("[data-cart-count]")).to_have_text("3")
        assert await page.evaluate(links) == before  # a badge moves nothing
        # The shop's own question is whole on a low screen, with what one may say instead.
        await page.set_viewport_size({"width": 640, "height": 360})
        await look(page, server.url, "", talked + FILLED + f"tell('confirm', {{ {QUESTION} }});")
        await expect(page.get_by_text("Or just say, or write")).to_be_in_viewport(ratio=1)
        await page.wait_for_function(f"(parts) => ({CUT})(parts).length === 0", arg=["#dialog", *CONTROLS])
        whole = "() => { const { scrollHeight, clientHeight } = dialog; return scrollHeight <= clientHeight; }"
        await page.wait_for_function(whole, timeout=5_000)
        await page.set_viewport_size({"width": 320, "height": 256})
        row = ["#dialog", "antiphon-panel >>> .call", "antiphon-panel >>> .fold"]
        await page.wait_for_function(f"(parts) => ({CUT})(parts).length === 0", arg=row, timeout=5_000)
        await page.wait_for_function(whole, timeout=5_000)
        # Magnified five times, and from right to left, what the panel itself asks can be answered, folded or not.
        await page.set_viewport_size({"width": 256, "height": 192})
        panel = page.locator("antiphon-panel")
        turned = "document.documentElement.dir = 'rtl'; document.querySelector('#panel').removeAttribute('confirm');"
        closed = "document.querySelector('#dialog').close();"  # the shop asks too
        await renew(page, "", turned + talked + f"tell('confirm', {{ {QUESTION} }});" + closed)
        for _ in range(2):
            assert await panel.evaluate(OUT_OF_REACH) == []
            await panel.locator(".fold").click()


async def test_nothing_moves_when_a_call_begins_and_what_was_done_is_told_once(
    server: RunningServer, tmp_path: Path
) -> None:
    state = "tell('state', { state: '%s', previous: '', trigger: '' });"
    async with visit(server.url, silence(tmp_path / "silence.wav"), reduced_motion="reduce") as seen:
        panel = seen.page.locator("antiphon-panel")
        for name, size in SCREENS.items():
            await seen.page.set_viewport_size(size)
            await renew(seen.page, "", "")
            before = await panel.evaluate(PLACES)
            for script in (state % "connecting", "tell('microphone', { available: true });" + state % "idle"):
                await play(seen.page, script)
                assert await panel.evaluate(PLACES) == before, name
        line = seen.page.locator(".entry-line.action")
        await renew(seen.page, "", SCENES["ai_speaking"].script)  # an action, and an answer
        await play(seen.page, "tell('state', { state: 'idle', previous: '', trigger: '' });")
        await expect(line).to_have_count(0)
        done = "{ id: 'go', description: 'Go', parameters: {}, status: 'success', message: 'This is the catalogue.' }"
        await play(seen.page, f"tell('action', {done}); tell('state', {{ state: 'idle', previous: '', trigger: '' }});")
        await expect(line.locator(".text")).to_have_text("This is the catalogue.")
