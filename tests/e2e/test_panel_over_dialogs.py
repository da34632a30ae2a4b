"""The panel over what lies over the page: everything in it can be used."""

import re
from pathlib import Path

from playwright.async_api import expect

from e2e.browser import visit
from e2e.dialogs import ASKING, DIALOG, LITTLE_ROOM, REACHED, write
from e2e.pictures import SIZES
from e2e.spoken import silence
from support.server import RunningServer


async def test_over_a_modal_dialog_of_the_page_everything_in_the_panel_can_be_used(
    server: RunningServer, tmp_path: Path
) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav")) as seen:
        page, panel = seen.page, seen.page.locator("#panel")
        await seen.start()
        await page.evaluate(DIALOG, "first")
        mute = page.get_by_role("button", name="Mute")
        await mute.click()
        # Its corners are round: what shows it is nothing of its own.
        face = "(panel) => getComputedStyle(panel).backgroundColor"
        assert await page.locator("antiphon-panel:popover-open").evaluate(face) == "rgba(0, 0, 0, 0)"
        await expect(panel).to_have_attribute("data-microphone", "muted")
        await expect(page.get_by_text("Muted", exact=True)).to_be_visible()
        await page.evaluate(DIALOG, "second")  # over the first one
        await mute.click()
        await expect(panel).to_have_attribute("data-microphone", "open")
        await write(page, "What can I do here?")
        await seen.state("ai_speaking")
        await page.keyboard.press("Escape")  # interrupts; the dialog stays
        await seen.state("user_speaking")
        await page.keyboard.press("Escape")  # nothing was said: gives the floor back; the dialog stays
        await seen.state("idle", timeout=5_000)
        await expect(page.locator("#second")).to_be_visible()
        await page.evaluate("second.close(); first.close(); second.showModal(); second.close()")
        await expect(page.locator("antiphon-panel")).to_have_count(1)
        await expect(panel.get_by_role("button", name="Stop")).to_be_visible()
        await page.evaluate("first.showModal()")
        await page.get_by_role("button", name="Stop").click()
        await seen.state("not_connected")


CORNER = """
() => {
  document.querySelector('antiphon-panel').remove();
  const script = Object.assign(document.createElement('script'), { type: 'module', src: '/client/embed.js' });
  script.dataset.prompts = 'What can I do here? | Add two green teas to the cart | Switch to the dark theme';
  document.head.append(script);
}
"""


async def test_the_corner_goes_over_a_modal_dialog_too_and_a_call_outlives_what_it_was_in(
    server: RunningServer, tmp_path: Path
) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav")) as seen:
        page, panel = seen.page, seen.page.locator("antiphon-embed antiphon-panel")
        await page.evaluate(CORNER)
        await page.get_by_role("button", name="Talk to this page").click()
        await page.get_by_role("button", name="Start", exact=True).click()
        await expect(panel).to_have_attribute("data-vip-state", "idle", timeout=20_000)
        room = """({ shadowRoot }) => {
          const bottom = (part) => shadowRoot.querySelector(part).getBoundingClientRect().bottom;
          return bottom('.panel') - bottom('input');
        }"""
        assert await panel.evaluate(room) > 5  # for the ring of the focus
        await page.evaluate(DIALOG, "first")
        await page.get_by_role("button", name="Mute").click()
        await expect(panel).to_have_attribute("data-microphone", "muted")
        await page.evaluate("first.remove()")  # as a framework does
        await expect(page.locator("html > antiphon-embed")).to_have_count(1)
        await page.get_by_role("button", name="Mute").click()
        await expect(panel).to_have_attribute("data-microphone", "open")
        await expect(panel).to_have_attribute("data-vip-state", "idle")
        await page.set_viewport_size(SIZES["phone"]["viewport"])
        await page.get_by_role("button", name="Mute").click()
        await expect(panel.get_by_text("Hold the button to talk.")).to_be_visible()
        await page.get_by_role("button", name="Mute").click()
        # On a small screen it gives way as a panel on the page does, and so does its button.
        await write(page, "What can I do here?")
        await expect(page.locator(".entry-line.assistant .text")).not_to_be_empty(timeout=20_000)
        for size, is_tall in LITTLE_ROOM:
            await page.set_viewport_size(size)
            await page.evaluate(ASKING, is_tall)
            await page.wait_for_function(f"() => ({REACHED})().length === 0", timeout=5_000)
            await page.evaluate("asking.remove()")
            await page.wait_for_function("() => !document.querySelector('body antiphon-panel')")
        await page.get_by_role("button", name="Close").click()
        await page.evaluate(FILLING)
        await page.wait_for_function(f"() => ({BUTTON_COVERS})().length === 0", timeout=5_000)
        await page.get_by_role("button", name=re.compile("Ready|Speaking")).click()
        await page.wait_for_function(f"() => ({REACHED})().length === 0", timeout=5_000)


# One that fills the window, with a button where the corner has its own.
FILLING = """
() => {
  const dialog = Object.assign(document.createElement('dialog'), { id: 'asking' });
  dialog.style = 'inset: 0; width: 100vw; height: 100vh; max-width: none; max-height: none; box-sizing: border-box';
  const button = Object.assign(document.createElement('button'), { textContent: 'Cancel' });
  button.style = 'position: absolute; right: 12px; bottom: 12px; padding: 12px';
  dialog.append(Object.assign(document.createElement('h2'), { textContent: 'Leave?' }), button);
  document.body.append(dialog);
  dialog.showModal();
}
"""

BUTTON_COVERS = """
() => {
  const corner = document.querySelector('#asking > antiphon-embed');
  if (!corner) return ['The corner is not in it.'];
  const box = corner.shadowRoot.querySelector('.toggle').getBoundingClientRect();
  const words = document.createRange();
  words.selectNodeContents(document.querySelector('#asking > h2'));
  return [words, document.querySelector('#asking > button')].filter((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return left < box.right && box.left < right && top < box.bottom && box.top < bottom;
  });
}
"""
