"""Pages that `observe` looks at: the observer on them alone, with what a call would be told."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from playwright.async_api import BrowserContext, Page

from e2e.browser import chromium
from e2e.test_own_page import web_server
from support.server import ROOT

# The observer on the page alone, with what a call would be told.
OBSERVE = """
async () => {
  const { observe } = await import('/client/src/observe/observe.js');
  const { Page } = await import('/client/src/page.js');
  window.page = new Page();
  page.change(window.explicit ?? {});
  window.updates = 0;
  const tell = (news) => {
    page.change(news);
    updates += [...page.updates()].length;
  };
  window.observer = await observe(page, tell, window.part, { measure: true });
  window.told = () => page.introduction();
  window.run = (id, parameters = {}) =>
    page.actions[id]
      .run(parameters, { signal: new AbortController().signal })
      .catch(({ code, message }) => `${code}: ${message}`);
}
"""


HEAD = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Tea</title><body>'


@dataclass
class Stand:
    """An origin, and the tabs of one browser window: what they all load is in its cache."""

    origin: str
    folder: Path
    context: BrowserContext
    pages: Iterator[int] = field(default_factory=count)


@asynccontextmanager
async def stand_in(folder: Path) -> AsyncIterator[Stand]:
    (folder / "client").symlink_to(ROOT / "client_web")
    (folder / "favicon.ico").touch()
    (folder / "other.html").write_text(f"{HEAD}<h1>Other</h1>")
    with web_server(folder) as origin:
        async with chromium() as browser:
            yield Stand(origin, folder, await browser.new_context())


@asynccontextmanager
async def observed(stand: Stand, body: str, setup: str = "") -> AsyncIterator[Page]:
    """A page of its own."""
    name = f"page-{next(stand.pages)}.html"
    (stand.folder / name).write_text(f"{HEAD}{body}<script>{setup}</script>")
    page = await stand.context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    await page.goto(f"{stand.origin}/{name}")
    await page.evaluate(OBSERVE)
    yield page
    await page.close()
    assert faults == []


async def actions(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = await page.evaluate("told().actions")
    return found


async def narration(page: Page) -> list[str]:
    text: str = await page.evaluate("told().narration")
    return text.split("\n")


async def run(page: Page, action: str, **parameters: Any) -> str:
    output: str = await page.evaluate("([id, parameters]) => run(id, parameters)", [action, parameters])
    return output


def values(action: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = action["parameters"]["properties"]
    return found
