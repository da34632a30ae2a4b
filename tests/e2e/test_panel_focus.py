"""Where the focus is in the panel."""

from pathlib import Path

from playwright.async_api import expect

from e2e.browser import visit
from e2e.spoken import silence
from support.server import RunningServer

FOCUSED = "(panel) => Object.keys(panel.shadowRoot.activeElement?.dataset ?? {})"


async def test_who_starts_by_key_can_talk_by_the_next_one_and_not_end_the_call(
    server: RunningServer, tmp_path: Path
) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav")) as seen:
        panel = seen.page.locator("antiphon-panel")
        await seen.page.get_by_role("button", name="Start", exact=True).focus()
        await seen.page.keyboard.press("Enter")
        await seen.state("idle")
        await expect(seen.page.get_by_role("button", name="Hold to talk")).to_be_focused()
        await seen.page.keyboard.down(" ")
        await seen.state("user_speaking")
        await seen.page.keyboard.up(" ")
        await seen.state("idle")
        assert await panel.evaluate(FOCUSED) == ["talk"]
        assert "not_connected" not in (await seen.states())[1:]


async def test_the_answer_at_hand_to_what_is_hard_to_take_back_is_no(server: RunningServer, tmp_path: Path) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav")) as seen:
        await seen.start()
        await seen.type("Empty the cart")
        dialog = seen.page.get_by_role("dialog")
        await expect(dialog.get_by_role("button", name="No")).to_be_focused(timeout=20_000)
        await seen.page.keyboard.press("Enter")
        await expect(dialog).to_be_hidden()
