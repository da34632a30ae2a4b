"""Pictures of the page in each state and situation, light and dark, desktop, laptop and phone: for people to look at.

`scripts/screenshots` calls this.
"""

import asyncio
import base64
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.async_api import Page

from antiphon.domain.states import State
from e2e.browser import visit
from e2e.scenes import SCENES, TEAS, VIEWS, look
from e2e.spoken import silence
from support.server import ROOT, serve

SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 800}},
    "laptop": {"viewport": {"width": 1280, "height": 720}},
    "phone": {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True},
}

STATES = [state.value for state in State]
TROUBLE = [name for name in SCENES if name not in STATES and name != "question"]
PAGES = [name for name in VIEWS if name.startswith("page-")]

# What is kept in the documentation, several pictures on one: views, size, scheme, what of it, how wide one is.
SHEETS: dict[str, tuple[Sequence[str], str, str, str, int]] = {
    "states-light": (STATES, "desktop", "light", "antiphon-panel", 300),
    "states-dark": (STATES, "desktop", "dark", "antiphon-panel", 300),
    "states-phone-light": (STATES, "phone", "light", "html", 300),
    "states-phone-dark": (STATES, "phone", "dark", "html", 300),
    "trouble": (TROUBLE, "desktop", "light", "antiphon-panel", 300),
    "pages": (PAGES, "desktop", "light", "html", 610),
}
KEPT = ROOT / "docs" / "pictures"


async def take(url: str, folder: Path, microphone: Path) -> None:
    """Writes `SIZE-SCHEME-NAME.png` into `folder`, for each of `VIEWS`."""
    for size, options in SIZES.items():
        for scheme in ("light", "dark"):
            async with visit(url, microphone, color_scheme=scheme, reduced_motion="reduce", **options) as seen:
                for name in VIEWS:
                    picture = await shoot(seen.page, url, name, "html")
                    (folder / f"{size}-{scheme}-{name}.png").write_bytes(picture)


async def keep(url: str, microphone: Path) -> None:
    """Writes the pictures of the documentation."""
    for name, (views, size, scheme, selector, width) in SHEETS.items():
        options = SIZES[size]
        async with visit(url, microphone, color_scheme=scheme, reduced_motion="reduce", **options) as seen:
            pictures = [await shoot(seen.page, url, view, selector) for view in views]
        async with visit(url, microphone, viewport={"width": 1240, "height": 400}) as seen:
            await seen.page.goto("about:blank")
            await seen.page.set_content(sheet(pictures, width))
            await seen.page.screenshot(path=KEPT / f"{name}.png", full_page=True)
    async with visit(url, microphone, color_scheme="light", reduced_motion="reduce", **SIZES["desktop"]) as seen:
        place, script = VIEWS["ai_speaking"]
        await look(seen.page, url, place, script + TEAS)
        await seen.page.screenshot(path=KEPT / "page.png")


async def shoot(page: Page, url: str, view: str, selector: str) -> bytes:
    await look(page, url, *VIEWS[view])
    await page.evaluate("document.activeElement.blur()")
    if selector == "html":
        return await page.screenshot()
    return await page.locator(selector).screenshot()


def sheet(pictures: Sequence[bytes], width: int) -> str:
    encoded = [base64.b64encode(picture).decode() for picture in pictures]
    images = "".join(f'<img width="{width}" src="data:image/png;base64,{one}">' for one in encoded)
    return f'<body style="margin: 5px; display: flex; flex-wrap: wrap; gap: 10px; background: #9a9a94">{images}'


def main() -> None:
    with serve() as server, TemporaryDirectory() as temporary:
        microphone = silence(Path(temporary) / "silence.wav")
        if len(sys.argv) < 2:
            asyncio.run(keep(server.url, microphone))
            return
        folder = Path(sys.argv[1])
        folder.mkdir(parents=True, exist_ok=True)
        asyncio.run(take(server.url, folder, microphone))
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


if __name__ == "__main__":
    main()
