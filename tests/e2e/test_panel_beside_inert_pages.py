"""The panel in a dialog of a page that makes all beside the dialog inert, or hides it from readers of the screen."""

from pathlib import Path

from e2e.browser import chromium
from e2e.scenes import SCENES, play
from e2e.test_own_page import web_server
from support.server import ROOT

PAGE = """<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <title>Lamps</title>
  <script type="module" src="/client/panel/antiphon-panel.js"></script>
  <main><h1>Lamps</h1></main>
  <antiphon-panel style="position: fixed; inset: 1rem 1rem auto auto; width: 22rem"></antiphon-panel>
</html>
"""
READY = "() => document.querySelector('antiphon-panel')?.shadowRoot?.querySelector('.panel')"
# As most libraries of dialogs do it.
OPEN = """
(mark) => {
  for (const child of document.body.children) child.setAttribute(mark, mark === 'inert' ? '' : 'true');
  const dialog = document.createElement('div');
  dialog.setAttribute('role', 'dialog');
  dialog.setAttribute('aria-modal', 'true');
  dialog.style = 'position: fixed; inset: 0; z-index: 99; background: #0009';
  dialog.innerHTML = '<div style="background: #fff; margin: 20vh auto"><h2>Sure?</h2><button>OK</button></div>';
  document.body.append(dialog);
}
"""
# The guest in the dialog, once its button for the end of the call can be pressed.
REACHED = """
() => {
  const guest = document.querySelector('[role=dialog] antiphon-panel');
  const stop = guest?.shadowRoot.querySelector('.call');
  if (!stop || guest.inert || guest.getAttribute('aria-hidden') === 'true') return false;
  const { left, top, right, bottom } = stop.getBoundingClientRect();
  return stop.contains(guest.shadowRoot.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}
"""


async def test_the_panel_in_a_dialog_is_not_inert_with_the_page_behind_it(tmp_path: Path) -> None:
    (tmp_path / "client").symlink_to(ROOT / "client_web")
    (tmp_path / "favicon.ico").touch()
    (tmp_path / "page.html").write_text(PAGE, "utf-8")
    with web_server(tmp_path) as origin:
        async with chromium() as browser:
            page = await (await browser.new_context(base_url=origin)).new_page()
            for mark in ("inert", "aria-hidden"):
                await page.goto("/page.html")
                await page.wait_for_function(READY)
                await play(page, SCENES["idle"].script)
                await page.evaluate(OPEN, mark)
                await page.wait_for_function(REACHED, timeout=5_000)
