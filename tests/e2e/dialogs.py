"""Dialogs over the panel, the windows that they are looked at in, and what is cut, covered or out of reach there."""

from playwright.async_api import Page, ViewportSize

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

QUESTION = (
    "id: 'empty_cart', description: 'Empty the cart', parameters: {}, approve() {}, decline() {},"
    " signal: new AbortController().signal"
)
CONTROLS = ["antiphon-panel >>> .call", "antiphon-panel >>> .controls"]

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

# The window, and whether the dialog is longer than that.
LITTLE_ROOM: list[tuple[ViewportSize, bool]] = [
    ({"width": 1280, "height": 720}, True),
    ({"width": 640, "height": 360}, False),
    ({"width": 390, "height": 844}, True),
    ({"width": 320, "height": 568}, False),
    ({"width": 320, "height": 568}, True),
]

# The button's words change, and where it stands at the end of a row it grows from there.
PLACES = """
(panel) => ['.panel', '.call', '[data-talk]', 'input'].map((part) => {
  const { top } = panel.shadowRoot.querySelector(part).getBoundingClientRect();
  return `${part} ${Math.round(top)}`;
})
"""
