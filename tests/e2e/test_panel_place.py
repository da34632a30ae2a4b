"""Where the panel is: over what lies over the page, beside a question, in the right tab, and whole on every screen."""

import re
from pathlib import Path

from playwright.async_api import Page, ViewportSize, expect

from e2e.browser import visit
from e2e.pictures import SIZES
from e2e.scenes import ANNA, FILLED, SCENES, look, play, renew
from e2e.spoken import silence
from support.server import RunningServer

# A page's own modal dialog, and one that it opens over that.
DIALOG = """
(id) => {
  const dialog = Object.assign(document.createElement('dialog'), { id });
  dialog.append(`Delete the guest ${id}?`, Object.assign(document.createElement('button'), { textContent: 'Keep' }));
  dialog.style.marginTop = id === 'second' ? '70vh' : '';
  document.body.append(dialog);
  dialog.showModal();
}
"""


async def write(page: Page, text: str, field: str = "Type instead of talking") -> None:
    """Types as people do: by a click on the field, which what is inert does not get."""
    await page.get_by_label(field).click()
    await page.keyboard.type(text)
    await page.keyboard.press("Enter")


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


# Two things cover each other, or one is not whole on the screen.
CUT = """
(selectors) => {
  const boxes = selectors.map((selector) => {
    const [host, inside] = selector.split(' >>> ');
    const seen = [...document.querySelectorAll(host)];
    const found = seen.map((one) => (inside ? one.shadowRoot.querySelector(inside) : one));
    return found.find((one) => one)?.getBoundingClientRect();
  });
  const lost = selectors.filter((_, at) => {
    const box = boxes[at];
    return !box?.height || box.top < 0 || box.left < 0 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1;
  });
  const [dialog, ...parts] = boxes;
  const covered = selectors.slice(1).filter((_, at) => {
    const box = parts[at];
    return dialog.left < box.right && box.left < dialog.right && dialog.top < box.bottom && box.top < dialog.bottom;
  });
  return [...lost.map((one) => `cut: ${one}`), ...covered.map((one) => `covered: ${one}`)];
}
"""

SCREENS: dict[str, ViewportSize] = {
    "desktop": {"width": 1280, "height": 800},
    "200 %": {"width": 640, "height": 400},
    "phone": {"width": 390, "height": 844},
    "small phone": {"width": 320, "height": 640},
    "low phone": {"width": 320, "height": 568},
}

WRONG = "tell('error', { code: 'stt.no_match', message: 'I heard no words. Say it again.' });"
TROUBLE = f"{SCENES['unplugged'].script}; {WRONG}"
QUESTION = (
    "id: 'empty_cart', description: 'Empty the cart', parameters: {}, approve() {}, decline() {},"
    " signal: new AbortController().signal"
)
CONTROLS = ["antiphon-panel >>> .call", "antiphon-panel >>> .controls"]


async def test_dialog_notice_and_controls_are_whole_beside_each_other_on_every_screen(
    server: RunningServer, tmp_path: Path
) -> None:
    apart = f"(parts) => ({CUT})(parts).length === 0"
    whole = "({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight"
    async with visit(server.url, silence(tmp_path / "silence.wav"), reduced_motion="reduce") as seen:
        page = seen.page
        for name, size in SCREENS.items():
            await page.set_viewport_size(size)
            turned = f"document.documentElement.dir = '{'ltr' if 'phone' in name else 'rtl'}';"
            await look(page, server.url, "", turned + FILLED + TROUBLE + ANNA)
            parts = ["#dialog", *CONTROLS, "antiphon-panel >>> .notice:not([hidden])"]
            if name not in ("200 %", "low phone"):
                parts.append("antiphon-panel >>> .conversation")
            await page.wait_for_function(apart, arg=parts, timeout=5_000)
            assert await page.locator("#dialog").evaluate(whole), name
            await expect(page.get_by_role("alert")).to_have_count(1)  # of two notices
            await renew(page, "", turned + SCENES["idle"].script)
            await page.evaluate(DIALOG, "own")
            await page.wait_for_function(apart, arg=["#own", *CONTROLS], timeout=5_000)
        # Who magnifies the page while it asks finds the question whole, and in the large window again the whole panel.
        await page.set_viewport_size({"width": 1280, "height": 800})
        await look(page, server.url, "", FILLED + f"tell('confirm', {{ {QUESTION} }});")
        await page.wait_for_function(apart, arg=["#dialog", *CONTROLS], timeout=5_000)
        panel = page.locator("antiphon-panel").first
        for width, height in ((640, 400), (320, 568)):
            await page.set_viewport_size({"width": width, "height": height})
            await expect(panel).to_have_attribute("folded", "")
            await page.wait_for_function(apart, arg=["#dialog", *CONTROLS], timeout=5_000)
        await page.set_viewport_size({"width": 1280, "height": 800})
        await expect(panel).not_to_have_attribute("folded", "")


# One that a page opens over itself, with what is said and asked in it; `tall`: longer than the window, or made by hand.
ASKING = """
(tall) => {
  const byHand = tall === 'by hand';
  const dialog = Object.assign(document.createElement(byHand ? 'div' : 'dialog'), { id: 'asking' });
  const look = 'margin: auto; padding: 1rem; height: fit-content; max-height: 85vh; overflow: auto; background: ivory';
  if (byHand) Object.assign(dialog, { role: 'dialog', ariaModal: 'true', style: `position: fixed; inset: 0; ${look}` });
  dialog.style.maxWidth = 'min(30rem, 100vw - 3rem)';
  const line = (text) => Object.assign(document.createElement('p'), { textContent: text });
  const title = Object.assign(document.createElement('h2'), { textContent: 'A table for two?' });
  const button = (text) => Object.assign(document.createElement('button'), { textContent: text });
  const lines = Array.from({ length: tall === true ? 40 : 3 }, () => line('It is kept for a quarter of an hour.'));
  dialog.append(title, ...lines, button('Keep'), button('Cancel'));
  document.body.append(dialog);
  if (byHand) dialog.querySelector('button').focus();
  else dialog.showModal();
}
"""

# What is to be seen and is not, and what of the dialog the panel lies over.
REACHED = """
() => {
  const panel = document.querySelector('#asking antiphon-panel');
  if (!panel) return ['The panel is not in it.'];
  const seen = (one) => {
    const box = one?.getBoundingClientRect();
    return box?.height > 0 && box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
  };
  const last = (kind) => [...panel.shadowRoot.querySelectorAll(`.entry-line.${kind} .text`)].at(-1);
  const parts = { field: panel.shadowRoot.querySelector('input'), asked: last('assistant'), said: last('user') };
  const lost = Object.keys(parts).filter((name) => !seen(parts[name]));
  const box = panel.getBoundingClientRect();
  const covered = [...document.querySelectorAll('#asking > :is(h2, button)')].filter((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return left < box.right && box.left < right && top < box.bottom && box.top < bottom;
  });
  return [...lost.map((name) => `lost: ${name}`), ...covered.map((one) => `covered: ${one.textContent}`)];
}
"""

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

# What of it the panel lies over, to the letter: it can be a row, or a picture of the state, which unfolds all.
COVERED = """
() => {
  const panel = document.querySelector('#asking antiphon-panel');
  if (!panel) return ['The panel is not in it.'];
  const box = panel.getBoundingClientRect();
  const range = document.createRange();
  const parts = [...document.querySelectorAll('#asking > :is(h2, p, button)')].filter((one) => {
    range.selectNodeContents(one);
    const boxes = one.localName === 'button' ? [one.getBoundingClientRect()] : [...range.getClientRects()];
    return boxes.some((it) => it.left < box.right && box.left < it.right && it.top < box.bottom && box.top < it.bottom);
  });
  const isWhole = box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
  return [...parts.map((one) => one.textContent), ...(isWhole ? [] : ['The panel is cut.'])];
}
"""

# What of the unfolded panel is not whole in the window.
UNFOLDED = """
() => {
  const { shadowRoot } = document.querySelector('#asking antiphon-panel');
  const parts = ['.fold', '.call', '.state-name', '.controls', 'input', '[type=submit]', '.assistant:last-child .text'];
  return parts.filter((part) => {
    const { height, left, top, right, bottom } = shadowRoot.querySelector(part).getBoundingClientRect();
    return !height || left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
  });
}
"""

# The windows of a screen that is magnified three and four times, and which dialog is in them.
MAGNIFIED: list[tuple[ViewportSize, bool | str]] = [
    ({"width": 320, "height": 256}, False),
    ({"width": 320, "height": 256}, "by hand"),
    ({"width": 400, "height": 300}, "by hand"),
    ({"width": 427, "height": 240}, False),
    ({"width": 512, "height": 300}, False),
]

# What of the panel can be pressed and is out of the window, even where it is scrolled to; and whether the page is.
OUT_OF_REACH = """
(panel) => {
  const lost = [...panel.shadowRoot.querySelectorAll('button, input')].filter((one) => {
    const isAside = one.closest('.panel > .entry')?.offsetWidth === 1; // it comes by Tab
    if (isAside || !one.checkVisibility({ visibilityProperty: true })) return false;
    one.scrollIntoView({ block: 'nearest' });
    const { left, top, right, bottom } = one.getBoundingClientRect();
    // A place that is scrolled to is one of whole pixels.
    const isWhole = left > -1 && top > -1 && right < innerWidth + 1 && bottom < innerHeight + 1;
    return !isWhole || !one.contains(panel.shadowRoot.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  });
  const { scrollWidth } = document.documentElement;
  return [...lost.map((one) => one.ariaLabel || one.textContent), ...(scrollWidth > innerWidth ? ['The page.'] : [])];
}
"""

# The name of the state, and the button beside it.
APART = """
(panel) => {
  const range = document.createRange();
  range.selectNodeContents(panel.shadowRoot.querySelector('.state-name'));
  const [name, call] = [range, panel.shadowRoot.querySelector('.call')].map((one) => one.getBoundingClientRect());
  return name.width > 0 && (name.right <= call.left || call.right <= name.left || name.bottom <= call.top);
}
"""

# The window, and whether the dialog is longer than that.
LITTLE_ROOM: list[tuple[ViewportSize, bool]] = [
    ({"width": 1280, "height": 720}, True),
    ({"width": 640, "height": 360}, False),
    ({"width": 390, "height": 844}, True),
    ({"width": 320, "height": 568}, False),
    ({"width": 320, "height": 568}, True),
]


async def test_over_a_dialog_the_last_words_and_the_field_are_in_reach_and_it_keeps_its_question(
    server: RunningServer, tmp_path: Path
) -> None:
    talked = SCENES["ai_speaking"].script + "tell('state', { state: 'idle', previous: '', trigger: '' });"
    links = "() => [...document.querySelectorAll('nav a')].map((link) => link.getBoundingClientRect().left)"
    async with visit(server.url, silence(tmp_path / "silence.wav"), reduced_motion="reduce") as seen:
        page = seen.page
        for size, is_tall in LITTLE_ROOM:
            await page.set_viewport_size(size)
            await page.evaluate("document.querySelector('#asking')?.remove()")
            await renew(page, "", talked)
            await page.evaluate(ASKING, is_tall)
            await page.wait_for_function(f"() => ({REACHED})().length === 0", timeout=5_000)
        await page.locator("#asking").evaluate("(dialog) => dialog.scrollTo(0, 0)")  # the question comes into sight
        await page.wait_for_function(f"() => ({REACHED})().length === 0", timeout=5_000)
        for size, kind in MAGNIFIED:
            await page.set_viewport_size(size)
            await page.evaluate("document.querySelector('#asking')?.remove()")
            await renew(page, "", talked)
            await page.evaluate(ASKING, kind)
            await page.wait_for_function(f"() => ({COVERED})().length === 0", timeout=5_000)
            await page.get_by_role("button", name="Conversation").click()  # all of it, over the dialog, and back
            await page.wait_for_function(f"() => ({UNFOLDED})().length === 0", timeout=5_000)
            await page.get_by_role("button", name="Conversation").click()
            await page.wait_for_function(f"() => ({COVERED})().length === 0", timeout=5_000)
        await page.evaluate("asking.remove()")
        for width, height in ((600, 400), (568, 320), (400, 300)):
            await page.set_viewport_size({"width": width, "height": height})
            await renew(page, "", SCENES["ai_speaking"].script)
            assert await page.locator("antiphon-panel").evaluate(APART), (width, height)
        await look(page, server.url, "", "")
        before = await page.evaluate(links)
        await play(page, FILLED)
        await expect(page.locator("[data-cart-count]")).to_have_text("3")
        assert await page.evaluate(links) == before  # a badge moves nothing
        # The shop's own question is whole on a low screen, with what one may say instead.
        await page.set_viewport_size({"width": 640, "height": 360})
        await look(page, server.url, "", talked + FILLED + f"tell('confirm', {{ {QUESTION} }});")
        await expect(page.get_by_text("Or just say, or write")).to_be_in_viewport(ratio=1)
        await page.wait_for_function(f"(parts) => ({CUT})(parts).length === 0", arg=["#dialog", *CONTROLS])
        whole = "() => { const { scrollHeight, clientHeight } = dialog; return scrollHeight <= clientHeight; }"
        await page.wait_for_function(whole, timeout=5_000)
        await page.set_viewport_size({"width": 320, "height": 256})
        row = ["#dialog", "antiphon-panel >>> .call", "antiphon-panel >>> .fold"]
        await page.wait_for_function(f"(parts) => ({CUT})(parts).length === 0", arg=row, timeout=5_000)
        await page.wait_for_function(whole, timeout=5_000)
        # Magnified five times, and from right to left, what the panel itself asks can be answered, folded or not.
        await page.set_viewport_size({"width": 256, "height": 192})
        panel = page.locator("antiphon-panel")
        turned = "document.documentElement.dir = 'rtl'; document.querySelector('#panel').removeAttribute('confirm');"
        closed = "document.querySelector('#dialog').close();"  # the shop asks too
        await renew(page, "", turned + talked + f"tell('confirm', {{ {QUESTION} }});" + closed)
        for _ in range(2):
            assert await panel.evaluate(OUT_OF_REACH) == []
            await panel.locator(".fold").click()


# The button's words change, and where it stands at the end of a row it grows from there.
PLACES = """
(panel) => ['.panel', '.call', '[data-talk]', 'input'].map((part) => {
  const { top } = panel.shadowRoot.querySelector(part).getBoundingClientRect();
  return `${part} ${Math.round(top)}`;
})
"""


async def test_nothing_moves_when_a_call_begins_and_what_was_done_is_told_once(
    server: RunningServer, tmp_path: Path
) -> None:
    state = "tell('state', { state: '%s', previous: '', trigger: '' });"
    async with visit(server.url, silence(tmp_path / "silence.wav"), reduced_motion="reduce") as seen:
        panel = seen.page.locator("antiphon-panel")
        for name, size in SCREENS.items():
            await seen.page.set_viewport_size(size)
            await renew(seen.page, "", "")
            before = await panel.evaluate(PLACES)
            for script in (state % "connecting", "tell('microphone', { available: true });" + state % "idle"):
                await play(seen.page, script)
                assert await panel.evaluate(PLACES) == before, name
        line = seen.page.locator(".entry-line.action")
        await renew(seen.page, "", SCENES["ai_speaking"].script)  # an action, and an answer
        await play(seen.page, "tell('state', { state: 'idle', previous: '', trigger: '' });")
        await expect(line).to_have_count(0)
        done = "{ id: 'go', description: 'Go', parameters: {}, status: 'success', message: 'This is the catalogue.' }"
        await play(seen.page, f"tell('action', {done}); tell('state', {{ state: 'idle', previous: '', trigger: '' }});")
        await expect(line.locator(".text")).to_have_text("This is the catalogue.")


async def test_a_second_tab_says_that_there_is_a_call_as_long_as_it_is_so_and_takes_it_over(
    server: RunningServer, tmp_path: Path
) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav"), **SIZES["phone"]) as seen:
        await seen.start()
        async with seen.page.expect_popup() as opened:
            await seen.page.evaluate("void window.open('/')")
        other = await opened.value
        # A copy of what this tab keeps came with it.
        await expect(other.locator("[data-state-hint]")).to_have_text("Press Start and say what you want.")
        assert await other.evaluate("Object.keys(sessionStorage).filter((key) => key.includes('://'))") == []
        await other.get_by_role("button", name="Start", exact=True).click()
        await expect(other.get_by_role("alert")).to_contain_text("already in a call", timeout=20_000)
        await expect(other.locator("#panel")).to_have_attribute("data-vip-state", "not_connected")
        await other.get_by_role("button", name="Call here instead").click()
        await other.locator('#panel[data-vip-state="idle"]').wait_for(timeout=20_000)
        await seen.state("not_connected")
        await expect(seen.page.get_by_role("alert")).to_contain_text("goes on in another tab", timeout=20_000)
        await seen.page.get_by_role("button", name="Start", exact=True).click()
        await expect(seen.page.get_by_role("alert")).to_contain_text("already in a call", timeout=20_000)
        await other.close()  # with it goes its call, and what is said of that
        await expect(seen.page.get_by_role("alert")).to_have_count(0)
        await seen.start()


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
