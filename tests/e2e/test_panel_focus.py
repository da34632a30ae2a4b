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
        await seen.page.evaluate(
            "async () => (await import('/client/demo/demo.js')).antiphon.sendText('Empty the cart')"
        )
        dialog = seen.page.get_by_role("dialog")
        await expect(dialog.get_by_role("button", name="No")).to_be_focused(timeout=20_000)
        # A key that was held before, as to talk, is no answer.
        repeated = "(button) => button.dispatchEvent(new KeyboardEvent('keydown', %s))"
        held = repeated % "{ key: ' ', repeat: true, bubbles: true, cancelable: true }"
        assert not await dialog.get_by_role("button", name="No").evaluate(held)
        await seen.page.keyboard.press("Enter")
        await expect(dialog).to_be_hidden()

        # Who writes goes on writing, and no letter answers.
        field = seen.page.get_by_label("Type instead of talking")
        await seen.type("Empty the cart")
        await expect(dialog).to_be_visible(timeout=20_000)
        await expect(field).to_be_focused()
        told = seen.page.get_by_role("status").filter(has_text="Empty the cart? Your cart is empty.")
        await expect(told).to_have_count(1)
        await seen.page.keyboard.type("Add two green teas")
        await expect(field).to_have_value("Add two green teas")
        await expect(dialog).to_be_visible()
        await seen.page.keyboard.press("Tab")
        await expect(dialog.get_by_role("button", name="No")).to_be_focused()
        await seen.page.keyboard.press("Enter")
        await expect(dialog).to_be_hidden()
        await expect(field).to_be_focused()


TERMS = """<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <title>Club</title>
  <h1>Book club</h1>
  <button onclick="terms.showModal()">Open the long terms</button>
  <output id="told">nothing</output>
  <dialog id="terms" aria-labelledby="asked">
    <h2 id="asked">Accept the terms?</h2>
    <button onclick="told.value = 'accepted'; terms.close()">Accept terms</button>
    <button onclick="told.value = 'cancelled'; terms.close()">Cancel</button>
  </dialog>
  <script type="module" src="/client/embed.js" data-open></script>
</html>
"""

MADE_BY_HAND = """
() => {
  const dialog = Object.assign(document.createElement('div'), { id: 'made', role: 'dialog', ariaModal: 'true' });
  dialog.append('Leave?', Object.assign(document.createElement('button'), { textContent: 'Leave' }));
  document.body.append(dialog);
  const button = dialog.querySelector('button');
  button.addEventListener('focus', () => { window.taken = true; });
  setTimeout(() => button.focus(), 50);
}
"""


async def test_who_types_an_order_answers_the_dialog_that_it_opens_by_typing_on(
    server: RunningServer, tmp_path: Path
) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav")) as seen:
        page = seen.page
        await page.route("**/club", lambda route: route.fulfill(body=TERMS, content_type="text/html"))
        await page.goto(f"{server.url}/club")
        await page.get_by_role("button", name="Start", exact=True).click()
        await page.locator('antiphon-panel[data-vip-state="idle"]').wait_for(timeout=20_000)
        field = page.get_by_label("Type instead of talking")
        await field.click()
        await page.keyboard.type("open the long terms")
        await page.keyboard.press("Enter")
        # Not a key is between: whoever types on at once does it in the field.
        opened = "() => terms.open && document.activeElement.localName"
        assert await (await page.wait_for_function(opened, timeout=20_000)).json_value() == "antiphon-panel"
        await page.keyboard.type("no")
        await expect(field).to_have_value("no")
        await page.keyboard.press("Enter")
        await expect(page.locator("#told")).to_have_text("cancelled", timeout=20_000)
        await expect(field).to_be_focused()
        await page.keyboard.type("what")
        await expect(field).to_have_value("what")

        # Some pages make a dialog by hand, and give it the focus a little later.
        await page.evaluate(MADE_BY_HAND)
        await page.wait_for_function("() => window.taken")
        await expect(field).to_be_focused()
        await page.evaluate("made.remove()")
        await expect(field).to_be_focused()

        # Whoever goes into the dialog himself stays there.
        await page.evaluate("terms.showModal()")
        await expect(field).to_be_focused()
        await page.get_by_role("heading", name="Accept the terms?").click()
        await page.keyboard.press("Tab")
        await expect(page.get_by_role("button", name="Accept terms")).to_be_focused()
        await page.keyboard.press("Enter")
        await expect(page.locator("#told")).to_have_text("accepted")


BOOKING = """<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <title>Booking</title>
  <form onsubmit="event.preventDefault(); sure.showModal()">
    <label>Guest name <input name="guest" required></label>
    <label>E-mail <input type="email" onchange="forms[0].nights.focus()"></label>
    <label>Nights <input type="number" name="nights" min="1" max="14"></label>
    <label>Arrival <input type="date"></label>
    <label>Room <select name="room"><option>Garden<option>Sea view</select></label>
    <button>Book the room</button>
  </form>
  <dialog id="sure" aria-labelledby="asked">
    <h2 id="asked">Book it?</h2>
    <button onclick="sure.close('booked')">Confirm</button>
    <button onclick="sure.close('cancelled')">Cancel</button>
  </dialog>
  <script>
    var { forms } = document;
    window.stolen = [];
    addEventListener('focus', ({ target, isTrusted }) => {
      if (isTrusted && target.matches?.('input, select')) stolen.push(target.localName);
    }, true);
  </script>
  <script type="module" src="/client/embed.js" data-mode="text" data-open></script>
</html>
"""


async def test_who_types_one_order_after_the_other_never_leaves_the_field(
    server: RunningServer, tmp_path: Path
) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav")) as seen:
        page = seen.page
        await page.route("**/book", lambda route: route.fulfill(body=BOOKING, content_type="text/html"))
        await page.goto(f"{server.url}/book")
        field = page.locator("antiphon-panel").get_by_role("textbox")
        await field.click()

        async def order(text: str, then: str) -> None:
            # Nothing goes back to the field between two orders.
            await page.keyboard.type(text)
            await expect(field).to_have_value(text)
            await page.keyboard.press("Enter")
            await page.wait_for_function(f"() => {then}", timeout=20_000)

        await order("book the room", "stolen.length")
        await order("set guest name to Anna", "forms[0].guest.value === 'Anna'")
        await order("set nights to 3", "forms[0].nights.value === '3'")
        assert await page.evaluate("stolen") == ["input"], "the browser shows what it does not take"
        await order("set e-mail to a@b.example", "stolen.length > 1")
        await order("choose sea view", "forms[0].room.value === 'Sea view'")
        await order("book the room", "sure.open")
        asked = page.locator("antiphon-panel").locator(".entry-line.assistant").last
        await expect(asked).to_contain_text("Book it?", timeout=20_000)  # before that nobody knows what to answer
        await order("no", "sure.returnValue === 'cancelled'")
        await expect(field).to_be_focused()

        # Nor does somebody who writes in the page have it taken away by an order that is spoken meanwhile.
        guest = page.get_by_label("Guest name")
        await guest.click()
        await page.keyboard.type("a")
        await page.locator("antiphon-panel").evaluate("(panel) => panel.antiphon.sendText('set nights to 5')")
        await page.wait_for_function("() => forms[0].nights.value === '5'", timeout=20_000)
        await page.keyboard.type("b")
        await expect(guest).to_have_value("Annaab")
