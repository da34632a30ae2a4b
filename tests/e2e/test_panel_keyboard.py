"""`<antiphon-panel>` in Chromium: by the keyboard, and by fingers."""

from pathlib import Path

import pytest
from playwright.async_api import expect

from e2e.browser import Visit, visit
from e2e.pictures import SIZES
from e2e.spoken import silence
from support.server import RunningServer


async def test_a_finger_leaves_no_button_marked_and_a_letter_moves_nothing(
    server: RunningServer, tmp_path: Path
) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav"), **SIZES["phone"]) as seen:
        await seen.page.get_by_role("button", name="Start").tap()
        mute = seen.page.get_by_role("button", name="Mute")
        await expect(mute).to_be_enabled()
        face = "(button) => getComputedStyle(button).backgroundColor"
        talk = await seen.page.get_by_role("button", name="Hold to talk").evaluate(face)
        await mute.hover()
        assert await mute.evaluate(face) == talk

        # Nor does the first letter scroll the page: the field is in sight.
        await seen.page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
        field = await seen.page.get_by_placeholder("Or type it").bounding_box()
        assert field
        await seen.page.touchscreen.tap(field["x"] + 40, field["y"] + 20)
        await seen.page.keyboard.type("Add")
        drawn = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        await seen.page.evaluate(drawn)
        assert await seen.page.evaluate("scrollY") == 0


async def press_to(seen: Visit, name: str) -> None:
    """Presses Tab until the button or field of that name has the focus."""
    focused = """() => {
      let node = document.activeElement;
      while (node.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
      return `${node.getAttribute('aria-label') ?? ''} ${node.labels?.[0]?.textContent ?? ''} ${node.textContent}`;
    }"""
    for _ in range(40):
        await seen.page.keyboard.press("Tab")
        if name in await seen.page.evaluate(focused):
            return
    raise AssertionError(f"{name!r} cannot be reached by Tab")


@pytest.mark.requirement("ITE-COM-002")
async def test_a_whole_call_needs_nothing_but_the_keyboard(server: RunningServer, tmp_path: Path) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav")) as seen:
        keyboard = seen.page.keyboard
        await press_to(seen, "Skip to the assistant")
        await keyboard.press("Enter")
        await press_to(seen, "Start")
        await keyboard.press("Enter")
        await seen.state("idle")

        await press_to(seen, "Type instead of talking")
        await keyboard.type("Go to the catalogue")  # its spaces are letters here
        await keyboard.press("Enter")
        await expect(seen.page.locator("#section-catalogue")).to_be_visible(timeout=20_000)
        await seen.state("ai_speaking")
        await keyboard.press("Escape")
        await seen.state("user_speaking")
        await expect(seen.page.locator(".entry-line.interrupted")).to_contain_text("Interrupted")

        await keyboard.type("Add a teapot to the cart")
        await keyboard.press("Enter")
        await expect(seen.page.locator("[data-cart-count]")).to_have_text("1", timeout=20_000)
        await seen.state("idle")

        await press_to(seen, "Hold to talk")
        await keyboard.down("Space")
        await seen.state("user_speaking")
        await expect(seen.page.get_by_role("button", name="Hold to talk")).to_have_attribute("aria-pressed", "true")
        await keyboard.up("Space")
        await expect(seen.page.get_by_role("button", name="Hold to talk")).to_have_attribute("aria-pressed", "false")

        await press_to(seen, "Stop")
        await keyboard.press("Enter")
        await seen.state("not_connected")


async def test_space_and_escape_stay_with_what_has_a_use_for_them(server: RunningServer, tmp_path: Path) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav")) as seen:
        await seen.start()
        await seen.page.evaluate("location.hash = 'catalogue'")
        await seen.page.get_by_role("button", name="Add Teapot to the cart").focus()
        await seen.page.keyboard.press("Space")
        await expect(seen.page.locator("[data-cart-count]")).to_have_text("1")
        await seen.page.evaluate("location.hash = 'checkout'")
        await seen.page.get_by_label("Name").focus()
        await seen.page.keyboard.type("Anna Berg")
        await expect(seen.page.get_by_label("Name")).to_have_value("Anna Berg")
        assert "user_speaking" not in await seen.states()

        await seen.page.keyboard.press("Enter")
        await expect(seen.page.get_by_role("dialog")).to_be_visible()
        await seen.type("What can I do here?")
        await seen.heard()
        # By hand, or the panel's field takes the focus back for whoever writes in it.
        await seen.page.get_by_role("heading", name="Place this order?").click()
        await seen.page.get_by_role("button", name="Not yet").focus()
        await seen.page.keyboard.press("Escape")
        await expect(seen.page.get_by_role("dialog")).to_be_hidden()
        assert "user_speaking" not in await seen.states()


async def test_the_keys_can_be_left_to_the_panel_or_to_the_page(server: RunningServer, tmp_path: Path) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav")) as seen:
        await seen.start()
        panel = seen.page.locator("#panel")
        for keys in ("panel", "off"):
            await panel.evaluate(
                f"panel => {{ panel.setAttribute('keys', '{keys}'); panel.parentNode.append(panel); }}"
            )
            await seen.page.keyboard.press("Space")
            if keys == "panel":
                assert "user_speaking" not in await seen.states()
                await panel.evaluate("panel => panel.focus()")
                await seen.page.keyboard.down("Space")
                await seen.state("user_speaking")
                await seen.page.keyboard.up("Space")
                await seen.state("idle")
                before = len(await seen.states())
        await panel.evaluate("panel => panel.focus()")
        await seen.page.keyboard.press("Space")
        await seen.type("Go to the catalogue")
        await seen.state("ai_speaking")
        assert "user_speaking" not in (await seen.states())[before:]
