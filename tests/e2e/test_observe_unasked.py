"""Dialogs that a page opens by itself: the assistant tells what they ask, and a yes or a no presses their button."""

import asyncio
import base64
from pathlib import Path

from playwright.async_api import Page, Route, expect

from e2e.browser import Launch, Visit, visit
from e2e.observed_voice import BY_ITSELF, MICROPHONE, Voice
from e2e.spoken import silence
from support.server import RunningServer

PAGE = """<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <title>Practice</title>
  <button onclick="told.textContent = `Ring ${(rings += 1)}`">Ring the bell</button>
  <p role="status" id="told"></p>
  <dialog id="native"></dialog>
  <div id="made" role="dialog" aria-modal="true" hidden style="position: fixed; inset: 8rem; background: ivory"></div>
  <script>
    window.answers = [];
    window.rings = 0;
    // As a message of the page's server would open it.
    window.openSoon = (id, question, yes, no) => {
      const dialog = document.getElementById(id);
      dialog.innerHTML = `<h2 id="${id}-asked">${question}</h2><p>It is about the file of Nero.</p>`;
      dialog.setAttribute('aria-labelledby', `${id}-asked`);
      for (const name of [yes, no]) {
        const button = Object.assign(document.createElement('button'), { textContent: name });
        button.onclick = () => {
          answers.push(name);
          id === 'native' ? dialog.close() : (dialog.hidden = true);
        };
        dialog.append(button);
      }
      setTimeout(() => (id === 'native' ? dialog.showModal() : (dialog.hidden = false)), 500);
    };
  </script>
  <script type="module" src="/client/embed.js" %s data-open></script>
</html>
"""
LAST = ".entry-line.assistant .text"


async def practice(seen: Visit, server: RunningServer, attributes: str = "") -> Page:
    """The page in a call."""
    page = seen.page
    body = PAGE % attributes
    await page.route("**/practice", lambda route: route.fulfill(body=body, content_type="text/html"))
    await page.goto(f"{server.url}/practice")
    await page.get_by_role("button", name="Start").click()
    await idle(page)
    return page


async def idle(page: Page) -> None:
    await page.locator('antiphon-panel[data-vip-state="idle"]').first.wait_for(timeout=20_000)


async def answered(page: Page, text: str) -> None:
    await expect(page.locator(LAST).last).to_have_text(text, timeout=20_000)


async def write(page: Page, text: str) -> None:
    field = page.locator("antiphon-panel").first.get_by_role("textbox")  # over a dialog it is in that
    await field.fill(text)
    await field.press("Enter")


async def opens(page: Page, id_: str, question: str, yes: str, no: str) -> None:
    """The page opens a dialog after an answer to something else, and the assistant tells it."""
    rings = await page.evaluate("rings")
    await write(page, "ring the bell")
    await answered(page, f"Ring {rings + 1}.")
    await page.evaluate("(given) => openSoon(...given)", [id_, question, yes, no])
    await answered(
        page, f"The page asks: {question} It is about the file of Nero. You can say yes for {yes}, or no for {no}."
    )


async def test_a_dialog_that_the_page_opens_by_itself_is_told_and_answered_in_writing(
    server: RunningServer, tmp_path: Path
) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav")) as seen:
        page = await practice(seen, server, 'data-mode="text"')
        await opens(page, "native", "Call Doctor Haas back?", "Call back", "Later")
        await idle(page)
        await write(page, "yes")
        await answered(page, "I pressed Call back.")
        await opens(page, "made", "Delete the old file?", "Delete", "Keep it")
        await write(page, "no")
        await answered(page, "I pressed Keep it.")
        assert await page.evaluate("answers") == ["Call back", "Keep it"]
        assert await page.locator(LAST, has_text="The page asks").count() == 2


async def test_what_is_typed_before_the_page_was_looked_at_is_read_with_what_is_on_it(
    server: RunningServer, tmp_path: Path
) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav")) as seen:
        page = seen.page
        looked = asyncio.Event()

        async def late(route: Route) -> None:
            await looked.wait()
            await route.continue_()

        await page.route("**/src/observe/observe.js", late)
        await practice(seen, server, 'data-mode="text"')
        await write(page, "ring the bell")
        looked.set()
        await answered(page, "Ring 1.")


async def test_a_dialog_that_the_page_opens_by_itself_is_spoken_and_answered_by_voice(
    server: RunningServer, tmp_path: Path
) -> None:
    launch = Launch(flags=(BY_ITSELF,))
    async with visit(server.url, silence(tmp_path / "silence.wav"), launch=launch) as seen, Voice() as voice:
        await seen.page.add_init_script(f"({MICROPHONE})()")
        page = await practice(seen, server)
        for id_, question, yes, no, said in SPOKEN:
            await opens(page, id_, question, yes, no)
            await page.locator('antiphon-panel[data-vip-state="ai_speaking"]').first.wait_for()
            await idle(page)
            await page.evaluate("say", base64.b64encode((await voice.say(said)).tobytes()).decode())
            await answered(page, f"I pressed {yes if said == 'Yes.' else no}.")
        assert await page.evaluate("answers") == ["Delete", "Later"]


SPOKEN = [
    ("made", "Delete the old file?", "Delete", "Keep it", "Yes."),
    ("native", "Call Doctor Haas back?", "Call back", "Later", "No."),
]
