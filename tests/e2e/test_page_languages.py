"""The demonstration in the language of the browser, with an assistant that understands English: in Chromium."""

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect

from e2e.accessibility import faults
from e2e.browser import visit
from e2e.spoken import silence
from support.server import RunningServer

LOCALES = {"de": "de-DE", "es": "es-MX", "fr": "fr-FR", "it": "it-CH", "nl": "nl-BE", "pt": "pt-BR", "zh-Hans": "zh-CN"}

# Each text of the page beside what the list of texts has for it, where they differ.
UNLIKE = """
async () => {
  const { WORDS } = await import('/client/demo/words.js');
  const plain = (text) => text.replace(/\\s+/g, ' ').trim();
  const listed = (name) => plain(WORDS[name].replace('{start}', 'Start').replace('{docs}', 'docs/how-to')
    .replace(/\\[/g, '“').replace(/\\]/g, '”'));
  const unlike = document.title === listed('title') ? [] : [document.title];
  for (const one of document.querySelectorAll('*')) {
    for (const { name, value } of one.attributes) {
      if (!/^data-text(-|$)/.test(name)) continue;
      const lines = one.cloneNode(true);
      for (const br of lines.querySelectorAll('br')) br.replaceWith(' ');
      const text = plain(name === 'data-text' ? lines.textContent : one.getAttribute(name.slice('data-text-'.length)));
      if (text !== listed(value)) unlike.push(`${value}: ${text}`);
    }
  }
  return unlike;
}
"""

# What is to be read in English on a page in another language, and does not say so.
UNMARKED = """
() => {
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode;
    const isEnglish = /Green tea|cut grass|Steamed|minutes|Place this order|green teas/.test(data);
    if (isEnglish && parentElement.closest('[lang]').lang !== 'en') found.push(data);
  }
  return found;
}
"""


async def test_the_page_has_in_english_what_the_list_of_its_texts_has(server: RunningServer, tmp_path: Path) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav"), locale="en-GB") as seen:
        assert await seen.page.evaluate(UNLIKE) == []
        await expect(seen.page.locator("html")).to_have_attribute("lang", "en")
        await expect(seen.page.locator("[data-english]")).to_be_hidden()


@pytest.mark.timeout(180)
@pytest.mark.parametrize("language", LOCALES)
async def test_nothing_of_the_page_is_out_of_a_narrow_window(
    server: RunningServer, tmp_path: Path, language: str
) -> None:
    wide: list[str] = []
    narrow: dict[str, Any] = {"viewport": {"width": 320, "height": 640}, "locale": LOCALES[language]}
    async with visit(server.url, silence(tmp_path / "silence.wav"), **narrow) as seen:
        page = seen.page
        await expect(page.locator("html")).to_have_attribute("lang", language)
        await expect(page.locator("[data-english]")).to_be_visible()
        await page.locator("[data-items] button").first.evaluate("(button) => button.click()")
        for place in ("home", "catalogue", "item/green-tea", "cart", "checkout", "settings", "thanks"):
            await page.evaluate("(place) => { location.hash = place; }", place)
            await expect(page.locator(f"#section-{place.split('/')[0]}")).to_be_visible()
            if await page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                wide.append(place)
    assert wide == []


async def test_an_order_in_english_is_understood_on_a_german_page(server: RunningServer, tmp_path: Path) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav"), locale="de-DE") as seen:
        page = seen.page
        await expect(page.get_by_role("heading", name="Guter Tee.")).to_be_visible()
        await page.get_by_role("button", name="Starten", exact=True).click()
        await seen.state("idle")
        await page.get_by_label("Schreiben statt sprechen").fill("Add two green teas to the cart")
        await page.keyboard.press("Enter")
        await expect(page.locator("[data-cart-count]")).to_have_text("2", timeout=20_000)
        said = page.locator(".entry-line.assistant .text").first
        await expect(said).to_contain_text("2 green teas", timeout=20_000)
        await expect(said).to_have_attribute("lang", "en")
        await expect(page.locator("#panel .suggestions ul")).to_have_attribute("lang", "en")


async def test_the_german_order_form_is_whole_and_says_what_is_english(server: RunningServer, tmp_path: Path) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav"), locale="de-DE", reduced_motion="reduce") as seen:
        page = seen.page
        await page.goto(f"{server.url}/#item/green-tea")
        await page.get_by_role("button", name="In den Warenkorb").click()
        assert await page.evaluate(UNMARKED) == []
        await page.get_by_role("link", name="Warenkorb").first.click()
        await page.get_by_role("button", name="Green tea: eins mehr").click()
        await page.get_by_role("link", name="Zur Kasse").click()
        await page.get_by_role("button", name="Bestellen", exact=True).click()
        await expect(page.get_by_role("alert")).to_have_text("Bitte geben Sie einen Namen ein.")
        assert await faults(page) == []
        await page.get_by_label("Name").fill("Anna")
        await page.get_by_text("Abholung").click()
        await page.get_by_role("button", name="Bestellen", exact=True).click()
        dialog = page.get_by_role("dialog")
        await expect(dialog).to_contain_text("2 green teas")
        assert await page.evaluate(UNMARKED) == []
        await dialog.get_by_role("button", name="Bestellen").click()
        await expect(page.locator("[data-thanks]")).to_have_text(
            "Vielen Dank, Anna. In einer Stunde können Sie es im Laden abholen."
        )
