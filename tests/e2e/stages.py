"""Pages that `observe` does something on, one after the other in one tab: each case has it to itself."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Page

from e2e.stand import Stand, observed, run

STAGE = """
([html, script]) => {
  for (const one of document.querySelectorAll('dialog[open]')) one.close();
  document.body.innerHTML = html;
  document.body.append(Object.assign(document.createElement('script'), { textContent: `{${script}}` }));
  return observer.look();
}
"""
SAVE = "<button>Save the booking</button></form>"
TAKEN = "document.forms[0].onsubmit = (event) => { event.preventDefault(); "


@dataclass(frozen=True)
class Case:
    """A page, what is done on it, and what is said then; `after` is true on it."""

    page: str
    action: str
    told: str
    script: str = ""
    after: str = "true"
    given: tuple[tuple[str, Any], ...] = ()


@asynccontextmanager
async def stages(stand: Stand) -> AsyncIterator[Page]:
    async with observed(stand, "") as page:
        yield page


async def play(page: Page, case: Case) -> None:
    await page.evaluate(STAGE, [case.page, case.script])
    told = await run(page, case.action, **dict(case.given))
    assert told == case.told, f"{told!r} on {case}"
    assert await page.evaluate(case.after), case


ON_CLICK = "document.querySelector('button').onclick = () => "
