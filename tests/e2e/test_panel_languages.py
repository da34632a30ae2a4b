"""`<antiphon-panel>` in the language of the browser, of its tag, and in words of the page: in Chromium."""

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from e2e.browser import visit
from e2e.dialogs import PLACES, SCREENS
from e2e.scenes import SCENES, play, renew
from e2e.spoken import silence
from support.server import ROOT, RunningServer

CODES = ["en", *sorted(file.stem for file in (ROOT / "client_web/languages").glob("*.js"))]

FILES = """
() => performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('/languages/'))
"""

# Text that is not to be seen whole: out of the panel or of the button that it stands on, or behind what cuts it off.
CUT = """
(panel) => {
  const lost = new Set();
  const texts = document.createTreeWalker(panel.shadowRoot, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const { currentNode: text, currentNode: { parentElement: parent } } = texts;
    // Of these all can be scrolled to.
    const isElsewhere = parent.closest('.visually-hidden, .caption, .conversation, .suggestions');
    if (!text.data.trim() || isElsewhere || !parent.checkVisibility()) continue;
    range.selectNodeContents(text);
    const seen = range.getBoundingClientRect();
    if (!seen.width) continue;
    for (let around = parent; around; around = around.parentElement) {
      const clips = getComputedStyle(around).overflowX !== 'visible';
      const isBox = around.matches('.panel, .controls, button, kbd, .notice');
      if (!clips && !isBox) continue;
      const box = around.getBoundingClientRect();
      const isOver = seen.top < box.top - 1 || seen.bottom > box.bottom + 1;
      const isBeside = seen.left < box.left - 1 || seen.right > box.right + 1;
      if (isBeside || (isOver && around.matches('button, kbd'))) lost.add(text.data);
    }
  }
  const [name, call] = ['.state-name', '.call'].map((part) => panel.shadowRoot.querySelector(part));
  range.selectNodeContents(name);
  const [said, pressed] = [range, call].map((one) => one.getBoundingClientRect());
  const isApart = said.right <= pressed.left || pressed.right <= said.left || said.bottom <= pressed.top + 1;
  if (said.width && pressed.width && !isApart) lost.add(`${name.textContent} / ${call.textContent}`);
  const input = panel.shadowRoot.querySelector('input');
  const pen = document.createElement('canvas').getContext('2d');
  const { font, paddingLeft, paddingRight } = getComputedStyle(input);
  pen.font = font;
  const room = input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  if (input.checkVisibility() && pen.measureText(input.placeholder).width > room + 1) lost.add(input.placeholder);
  if (document.documentElement.scrollWidth > innerWidth) lost.add('The page scrolls sideways.');
  return [...lost];
}
"""


async def speaks(page: Page, code: str) -> None:
    """Has the panel speak a language, and waits until it does."""
    await page.locator("#panel").evaluate("(panel, code) => panel.setAttribute('lang', code)", code)
    await expect(page.locator("#panel section.panel")).to_have_attribute("lang", "zh-Hans" if code == "zh" else code)


@pytest.mark.parametrize(
    ("locale", "start", "language", "files"),
    [
        ("de-DE", "Starten", "de", 1),
        ("fr-CA", "Démarrer", "fr", 1),
        ("zh-CN", "开始", "zh-Hans", 1),
        ("sv-SE", "Start", "en", 0),
        ("en-GB", "Start", "en", 0),
    ],
)
async def test_the_panel_speaks_the_language_of_the_browser_and_loads_no_other(
    server: RunningServer, tmp_path: Path, locale: str, start: str, language: str, files: int
) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav"), locale=locale) as seen:
        await expect(seen.page.locator("#panel [data-call-label]")).to_have_text(start)
        await expect(seen.page.locator("#panel section.panel")).to_have_attribute("lang", language)
        assert len(await seen.page.evaluate(FILES)) == files


async def test_the_tag_decides_and_the_words_of_the_page_come_first(server: RunningServer, tmp_path: Path) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav"), locale="de-DE") as seen:
        page, label = seen.page, seen.page.locator("#panel [data-call-label]")
        await speaks(page, "es")
        await expect(label).to_have_text("Empezar")
        panel = page.locator("#panel")
        await panel.evaluate("(panel) => panel.setAttribute('word-start', 'Llamar')")
        await expect(label).to_have_text("Llamar")
        await panel.evaluate("(panel) => (panel.words = { start: 'Hablar' })")
        await expect(label).to_have_text("Hablar")
        await expect(page.locator("#panel [data-state-hint]")).to_contain_text("Pulse Hablar y diga lo que desea.")
        await panel.evaluate("(panel) => panel.removeAttribute('lang')")
        await expect(page.locator("#panel [data-state-hint]")).to_contain_text("Drücken Sie Hablar und sagen Sie")


async def test_a_panel_that_comes_later_speaks_the_language_of_its_tag(server: RunningServer, tmp_path: Path) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav"), locale="de-DE") as seen:
        await seen.page.evaluate("""() => {
          const place = document.createElement('div');
          document.body.append(place);
          place.innerHTML = '<antiphon-panel id="later" lang="it" tabs="many"></antiphon-panel>';
        }""")
        await expect(seen.page.locator("#later section.panel")).to_have_attribute("lang", "it")


async def test_a_file_that_does_not_come_leaves_an_english_panel(server: RunningServer, tmp_path: Path) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav"), locale="en-GB") as seen:
        page, broken = seen.page, "throw new Error('It is broken.');"
        await page.route("**/languages/it.js", lambda route: route.fulfill(body=broken, content_type="text/javascript"))
        async with page.expect_console_message(lambda message: "the language it could not be loaded" in message.text):
            await page.locator("#panel").evaluate("(panel) => panel.setAttribute('lang', 'it-IT')")
        await expect(page.locator("#panel [data-call-label]")).to_have_text("Start")


async def test_a_refused_microphone_is_told_in_german(server: RunningServer, tmp_path: Path) -> None:
    microphone = silence(tmp_path / "silence.wav")
    async with visit(server.url, microphone, permissions=(), locale="de-AT") as seen:
        await seen.page.get_by_role("button", name="Starten", exact=True).click()
        told = seen.page.get_by_role("alert").filter(has_text="Das Mikrofon ist für diese Seite gesperrt.")
        await expect(told).to_contain_text("Sie können so lange schreiben.", timeout=20_000)
        await expect(seen.page.get_by_role("button", name="Erneut versuchen")).to_be_visible()


@pytest.mark.timeout(300)
@pytest.mark.parametrize("size", [(320, 640), (640, 400), (1280, 800)], ids=["narrow", "200 %", "wide"])
async def test_no_word_is_cut_in_any_language(server: RunningServer, tmp_path: Path, size: tuple[int, int]) -> None:
    cut: dict[str, Any] = {}
    viewport = {"width": size[0], "height": size[1]}
    async with visit(server.url, silence(tmp_path / "silence.wav"), viewport=viewport) as seen:
        for code in CODES:
            await speaks(seen.page, code)
            for name, scene in SCENES.items():
                await renew(seen.page, "#catalogue", scene.script)
                if lost := await seen.page.locator("antiphon-panel").first.evaluate(CUT):
                    cut[f"{code} {name}"] = lost
    assert cut == {}


@pytest.mark.timeout(300)
async def test_nothing_moves_when_a_call_begins_in_any_language(server: RunningServer, tmp_path: Path) -> None:
    moved: dict[str, Any] = {}
    state = "tell('state', { state: '%s', previous: '', trigger: '' });"
    async with visit(server.url, silence(tmp_path / "silence.wav")) as seen:
        panel = seen.page.locator("antiphon-panel")
        for code in CODES:
            await speaks(seen.page, code)
            for name, size in SCREENS.items():
                await seen.page.set_viewport_size(size)
                await renew(seen.page, "", "")
                before = await panel.evaluate(PLACES)
                for script in (state % "connecting", "tell('microphone', { available: true });" + state % "idle"):
                    await play(seen.page, script)
                    if (now := await panel.evaluate(PLACES)) != before:
                        moved[f"{code} {name}"] = [before, now]
    assert moved == {}
