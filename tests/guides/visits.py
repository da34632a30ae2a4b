"""What the pages tell to do in a browser, and what is to be seen of it."""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.async_api import Page, expect

from e2e import browser, firefox
from e2e.spoken import say, silence

SERVER = "http://127.0.0.1:8080"
SITE = "http://127.0.0.1:9000"
ANSWER_MS = 30_000
CALL, STATE, LOG = (f"document.querySelector('#{name}')" for name in ("call", "state", "log"))


@dataclass(frozen=True)
class Guide:
    """A page, and the folder in which somebody follows it. `kept` is where nobody looks."""

    text: str
    folder: Path
    kept: Path

    def says(self, words: str) -> str:
        """The words, if the page says them: nobody follows what it does not say."""
        assert words in " ".join(self.text.split()), f"the page does not say: {words}"
        return words

    def site(self) -> str:
        """Where the page has its web server, which is not asked for the icon that browsers want to show."""
        (self.folder / "site/favicon.ico").touch()
        return self.says(SITE)


async def panel_answers(page: Page, text: str, answer: str) -> None:
    """Types into the panel, and waits for the answer in the conversation."""
    await page.get_by_label("Type instead of talking").fill(text)
    await page.keyboard.press("Enter")
    await expect(page.locator(".entry-line.assistant", has_text=answer).last).to_be_visible(timeout=ANSWER_MS)


async def tutorial(guide: Guide) -> None:
    order = say(guide.says("Go to settings."), guide.kept / "order.wav", again=True)
    async with browser.visit(guide.says(SERVER), order) as seen:
        await seen.start()
        await seen.said("ettings")
        await expect(seen.page.locator("#section-settings")).to_be_visible(timeout=ANSWER_MS)
        await seen.heard()
    async with firefox.visit(SERVER) as other:
        await other.start()
        await other.type(guide.says("Go to settings."))
        await other.section("settings")
        await other.heard()
        await other.type(guide.says("What can I do here?"))
        await other.said("assistant", "Here you can")


async def voice_on_a_page(guide: Guide) -> None:
    address = f"{guide.site()}/page.html"
    guide.says(f"Open `{address}`, click **Call** and say “please turn the lamp on”.")
    words = "please turn the lamp on"
    twice = say(words, guide.kept / "twice.wav", lead_s=4.0, again=True)
    async with browser.visit(address, twice, server=SERVER) as seen:
        await seen.page.get_by_role("button", name="Call").click()
        await expect(seen.page.locator("#lamp")).to_have_text("on", timeout=ANSWER_MS)
        await expect(seen.page.locator("#log")).to_contain_text("Assistant: The lamp is on.", timeout=ANSWER_MS)
        await seen.page.get_by_role("button", name="Hang up").click()
        await expect(seen.page.locator("#state")).to_have_text("not_connected")
        assert await seen.page.evaluate("localStorage.getItem('antiphon visitor')")
    order = say(words, guide.kept / "order.wav", lead_s=4.0)
    async with firefox.visit(address, server=SERVER) as other:
        await other.page.click(CALL)
        await other.page.until(f"{STATE}.textContent === 'idle'")
        for asked in range(3):  # on a busy machine Firefox sends it in pieces: who is not understood says it again
            await other.say(order)
            await other.page.until(f"{LOG}.textContent.split('Assistant: ').length > {asked + 1}")
            if await other.page.evaluate(f"{LOG}.textContent.includes('Assistant: The lamp is on.')"):
                break
        await other.page.until(f"{LOG}.textContent.includes('Assistant: The lamp is on.')")


async def panel_on_a_page(guide: Guide) -> None:
    address = f"{guide.site()}/page.html"
    guide.says(f"open `{address}`, press **Start** and say “switch the lamp on”")
    async with browser.visit(address, silence(guide.kept / "silence.wav"), server=SERVER) as seen:
        await seen.page.get_by_role("button", name="Start", exact=True).click()
        await panel_answers(seen.page, "switch the lamp on", "The lamp is on.")
        await expect(seen.page.locator("#lamp")).to_have_text("on")


async def one_tag(guide: Guide) -> None:
    address = f"{guide.site()}/page.html"
    async with browser.visit(address, silence(guide.kept / "silence.wav"), server=SERVER) as seen:
        await seen.page.get_by_role("button", name=guide.says("Talk to this page")).click()
        await seen.page.get_by_role("button", name="Start", exact=True).click()
        await panel_answers(seen.page, guide.says("turn the lamp on"), "amp")
        await expect(seen.page.get_by_role("checkbox")).to_be_checked(timeout=ANSWER_MS)


VISITS: dict[str, Callable[[Guide], Coroutine[Any, Any, None]]] = {
    "docs/tutorial/first-call.md": tutorial,
    "docs/how-to/voice-on-your-own-page.md": voice_on_a_page,
    "docs/how-to/the-panel-on-your-page.md": panel_on_a_page,
    "docs/how-to/embed-from-another-origin.md": one_tag,
}
