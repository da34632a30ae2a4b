"""axe-core, as the package axe-playwright-python carries it."""

from pathlib import Path

import axe_playwright_python
from playwright.async_api import Page

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8")


async def faults(page: Page, *, without: str = "") -> list[str]:
    """Every violation of every rule that axe-core has, shadow trees included, each with its place.

    `without` selects what has been looked at already.
    """
    if not await page.evaluate("'axe' in window"):
        await page.evaluate(AXE)
    around = "{ include: [document], exclude: without ? [without] : [] }"
    found = await page.evaluate(f"(without) => axe.run({around}, {{ resultTypes: ['violations'] }})", without)
    assert any(rule["id"] == "color-contrast" for rule in found["passes"]), "axe-core has looked at nothing"
    return [f"{rule['id']}: {node['target']}" for rule in found["violations"] for node in rule["nodes"]]
