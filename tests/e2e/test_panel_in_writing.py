"""The panel in writing alone."""

from pathlib import Path

from playwright.async_api import expect

from e2e.browser import visit
from e2e.dialogs import write
from e2e.spoken import silence
from support.server import RunningServer


async def test_in_writing_alone_no_microphone_is_asked_for_and_the_answer_is_read_out(
    server: RunningServer, tmp_path: Path
) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav"), permissions=()) as seen:
        page = seen.page
        await page.evaluate("location.hash = 'catalogue'")
        await page.get_by_label("Add Teapot to the cart").click()
        await page.evaluate(
            """() => {
              document.querySelector('#panel').remove();
              watched.asked = 0;
              navigator.mediaDevices.getUserMedia = async () => { watched.asked += 1; throw new Error('Asked.'); };
              const panel = document.createElement('antiphon-panel');
              panel.setAttribute('mode', 'text');
              panel.setAttribute('word-start', 'Write');
              panel.setAttribute('prompts', 'What can you do?');
              document.body.append(panel);
            }"""
        )
        await expect(page.get_by_role("button", name="Write", exact=True)).to_be_visible()
        await expect(page.get_by_text("Try typing", exact=True)).to_be_visible()
        field = page.get_by_placeholder("Type what you want")  # not "Or": there is no other way
        await expect(field).to_have_accessible_name("Type what you want")
        await write(page, "What can you do?", "Type what you want")
        answer = page.locator(".entry-line.assistant .text")
        await expect(answer).not_to_be_empty(timeout=20_000)
        await expect(page.locator("antiphon-panel [role=status]")).to_contain_text(await answer.inner_text())
        alone = await page.get_by_role("button", name="Interrupt").bounding_box()
        assert alone
        assert alone["width"] < 240  # not as wide as the panel
        await expect(page.get_by_role("button", name="Hold to talk")).to_be_hidden()
        await expect(page.get_by_role("button", name="Mute")).to_be_hidden()
        assert await page.evaluate("watched.asked") == 0
        # Over a dialog that fills the window too there is a way to answer it.
        await page.evaluate(
            """() => {
              const dialog = document.createElement('div');
              dialog.role = 'dialog';
              dialog.ariaModal = 'true';
              dialog.style = 'position: fixed; inset: 0; background: ivory';
              dialog.innerHTML = '<p>Discard the draft?</p><button>Keep it</button><button>Discard</button>';
              document.body.append(dialog);
              dialog.querySelector('button').focus();
            }"""
        )
        await expect(page.locator("antiphon-panel:popover-open")).to_be_attached()
        await expect(field).to_be_in_viewport()
        await expect(answer).to_be_in_viewport()
        await page.get_by_text("Discard the draft?").evaluate("(text) => text.parentElement.remove()")
        await expect(page.locator("antiphon-panel")).to_have_count(1)
        # What only covers the page, and says nothing of it, covers no panel.
        await page.evaluate(
            """() => {
              const look = 'position: fixed; inset: 0; z-index: 9999; background: ivory';
              const cover = Object.assign(document.createElement('div'), { id: 'cover', style: look });
              cover.innerHTML = '<div role="dialog"><p>Discard the draft?</p><button>Nope</button></div>';
              document.body.append(cover);
            }"""
        )
        await field.click(timeout=5_000)
        await page.evaluate("cover.style.display = 'none'")
        await expect(page.locator("antiphon-panel")).to_have_count(1)
        await field.click(timeout=5_000)
        await page.reload()  # what is in the cart stays
        await expect(page.locator("[data-cart-count]")).to_have_text("1")


TEXT_ONLY = """() => {
  document.querySelector('#panel').remove();
  const panel = document.createElement('antiphon-panel');
  panel.setAttribute('mode', 'text');
  document.body.append(panel);
}"""

IN_THE_FIELD = "() => document.querySelector('antiphon-panel').shadowRoot.activeElement?.localName === 'input'"


async def test_in_writing_alone_who_presses_start_types_at_once_by_whatever_it_was_pressed(
    server: RunningServer, tmp_path: Path
) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav"), permissions=()) as seen:
        page = seen.page
        await page.evaluate(TEXT_ONLY)
        start = page.get_by_role("button", name="Start", exact=True)
        await start.click()
        await page.wait_for_function(IN_THE_FIELD)
        await page.keyboard.type("What can you do?")
        await page.keyboard.press("Enter")
        await expect(page.locator(".entry-line.assistant .text")).not_to_be_empty(timeout=20_000)
        await page.get_by_role("button", name="Stop").click()
        await expect(start).to_be_visible()
        await start.press("Enter")
        await page.wait_for_function(IN_THE_FIELD)
        await page.get_by_role("button", name="Stop").click()
        # Who goes elsewhere meanwhile stays there.
        await start.click()
        await page.evaluate("document.body.append(Object.assign(document.createElement('input'), { id: 'own' }))")
        await page.evaluate("own.focus()")
        await expect(page.locator("antiphon-panel")).to_have_attribute("data-vip-state", "idle", timeout=20_000)
        assert await page.evaluate("document.activeElement.id") == "own"


async def test_without_a_microphone_who_presses_start_by_mouse_types_at_once_and_with_one_nothing_has_the_focus(
    server: RunningServer, tmp_path: Path
) -> None:
    microphone = silence(tmp_path / "silence.wav")
    async with visit(server.url, microphone, permissions=()) as seen:
        await seen.start()
        await seen.page.wait_for_function(IN_THE_FIELD)
    async with visit(server.url, microphone) as seen:
        await seen.start()
        assert await seen.page.evaluate("document.activeElement === document.body")
