"""The panel as a sheet at the lower edge of a phone, with the styles of `docs/how-to/the-panel-on-your-page.md`."""

import os
from itertools import product
from pathlib import Path

from e2e.browser import chromium
from e2e.scenes import SCENES, play
from e2e.test_own_page import web_server
from guides.blocks import blocks
from support.server import ROOT

GUIDE = (ROOT / "docs/how-to/the-panel-on-your-page.md").read_text("utf-8")
[STYLES] = (block.text for block in blocks(GUIDE) if "max-height: 62dvh" in block.text)
PAGE = f"""<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <meta name="viewport" content="width=device-width" />
  <title>Lamps</title>
  <style>{STYLES}</style>
  <script type="module" src="/client/panel/antiphon-panel.js"></script>
  <h1>Lamps</h1>
  <antiphon-panel compact lang="%s"></antiphon-panel>
</html>
"""
ASKED = SCENES["ai_speaking"].script + SCENES["question"].script.removeprefix("call('idle');")
READY = "() => document.querySelector('antiphon-panel')?.shadowRoot?.querySelector('.panel')"
NOTICED = "() => document.querySelector('antiphon-panel').shadowRoot.querySelector('.ways button')"
# What of the question, its answers and the field is not in sight, with the pixels that are missing.
HIDDEN = """
() => {
  const { shadowRoot } = document.querySelector('antiphon-panel');
  const frames = ['.panel', '.notices'].map((part) => shadowRoot.querySelector(part).getBoundingClientRect());
  // In the lowest windows the field comes by Tab.
  const parts = ['.notice:not([hidden]) .content', ...(innerHeight > 480 ? ['.entry input'] : [])];
  const all = parts.flatMap((part) => [...shadowRoot.querySelectorAll(part)]);
  all.push(...shadowRoot.querySelectorAll('.notice:not([hidden]) .ways button'));
  return all.flatMap((one) => {
    const box = one.getBoundingClientRect();
    const within = one.closest('.notices') ? frames : frames.slice(0, 1);
    const over = Math.max(
      box.bottom - innerHeight,
      -box.top,
      ...within.flatMap((frame) => [frame.top - box.top, box.bottom - frame.bottom]),
    );
    return over > 1 || !box.height ? [`${one.className || one.localName}: ${Math.round(over)}`] : [];
  });
}
"""


SIZES = ((320, 480), (320, 568), (320, 640), (360, 640), (375, 667), (390, 664), (640, 400))
LANGUAGES = ("en", "de", "pt")


async def test_a_question_its_answers_and_the_field_are_in_sight_on_every_phone(tmp_path: Path) -> None:
    (tmp_path / "client").symlink_to(ROOT / "client_web")
    (tmp_path / "favicon.ico").touch()
    for language in LANGUAGES:
        (tmp_path / f"{language}.html").write_text(PAGE % language, "utf-8")
    hidden: dict[str, list[str]] = {}
    with web_server(tmp_path) as origin:
        async with chromium() as browser:
            page = await (await browser.new_context(base_url=origin)).new_page()
            for language, (width, height) in product(LANGUAGES, SIZES):
                await page.set_viewport_size({"width": width, "height": height})
                await page.goto(f"/{language}.html")
                await page.wait_for_function(READY)
                await play(page, ASKED)
                await page.wait_for_function(NOTICED)
                hidden[f"{language} {width}x{height}"] = await page.evaluate(HIDDEN)
                if where := os.environ.get("SHOTS"):
                    await page.screenshot(path=f"{where}/{language}-{width}x{height}.png")
    assert {name: parts for name, parts in hidden.items() if parts} == {}
