"""Who writes in a window that is magnified four times reads the last words, and what they write."""

from pathlib import Path

from playwright.async_api import expect

from e2e.browser import visit
from e2e.scenes import SCENES, look, play
from e2e.spoken import silence
from support.server import RunningServer

TALKED = SCENES["ai_speaking"].script + "tell('state', { state: 'idle', previous: '', trigger: '' });"
FIFTEEN = "Add two green t"
LAST = "Is there anything else?"
ANSWER = f"Your cart holds two green teas now. They are from the first harvest of this year, and are kept cool. {LAST}"
REPLY = f"tell('reply', {{ turnId: '3', utteranceId: '3', responseId: '3', text: {ANSWER!r}, done: true }});"

# How many pixels of the lines of the last answer are in sight, from its end, and whether what is above them is reached
# by scrolling.
SEEN = """
(panel) => {
  const { shadowRoot } = panel;
  const log = shadowRoot.querySelector('.conversation');
  const text = [...shadowRoot.querySelectorAll('.entry-line.assistant .text')].at(-1);
  const [box, words] = [log, text].map((one) => one.getBoundingClientRect());
  const end = words.bottom <= box.bottom + 1 && box.bottom <= innerHeight && words.right <= innerWidth;
  const top = Math.max(box.top, words.top);
  return { end, seen: words.bottom - top, scrolls: log.scrollHeight > log.clientHeight, text: text.innerText };
}
"""
IS_WHOLE = "({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth"
IN_SIGHT = """
(panel) => ['.fold', 'input', '[type=submit]', '.call'].filter((part) => {
  const { left, top, right, bottom, width } = panel.shadowRoot.querySelector(part).getBoundingClientRect();
  return !width || left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
})
"""


async def test_in_a_low_and_narrow_window_the_last_words_stay_in_sight_while_somebody_writes(
    server: RunningServer, tmp_path: Path
) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav"), reduced_motion="reduce") as seen:
        page = seen.page
        panel = page.locator("antiphon-panel")
        for width, height in ((320, 256), (400, 256), (427, 240)):
            await page.set_viewport_size({"width": width, "height": height})
            await look(page, server.url, "", TALKED)
            await panel.evaluate("(panel) => panel.toggleAttribute('folded', true)")
            field = panel.locator("input")
            await field.focus()
            await page.keyboard.type(FIFTEEN)
            await expect(field).to_be_focused()
            assert await field.evaluate(IS_WHOLE), (width, height)
            assert await panel.evaluate(IN_SIGHT) == []
            told = await panel.evaluate(SEEN)
            assert told["text"] == "Your cart holds 2 green teas. Shall I open it?"
            assert (told["end"], told["seen"] >= 18) == (True, True), (width, height)
            # What is answered meanwhile comes into sight with its end, and all of it can be scrolled to.
            await play(page, REPLY)
            await page.wait_for_function(
                f"() => {{ const it = ({SEEN})(document.querySelector('antiphon-panel'));"
                f" return it.end && it.scrolls && it.seen >= 30 && it.text === {ANSWER!r}; }}",
                timeout=5_000,
            )
            await expect(field).to_be_focused()


async def test_where_there_is_no_microphone_the_field_is_in_reach_in_a_low_window(
    server: RunningServer, tmp_path: Path
) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav"), reduced_motion="reduce") as seen:
        page = seen.page
        panel = page.locator("antiphon-panel")
        await page.set_viewport_size({"width": 320, "height": 256})
        await look(page, server.url, "", SCENES["missing"].script)
        await panel.evaluate("(panel) => panel.toggleAttribute('folded', true)")
        await expect(panel).to_have_attribute("data-noticed", "")
        await panel.locator("input").focus()
        await expect(panel.locator("input")).to_be_focused()
        assert await panel.evaluate(IN_SIGHT) == []
