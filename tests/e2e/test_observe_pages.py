"""`observe` in Chromium on pages that are not ours: they are operated, and what they hide or ignore never is."""

from collections.abc import AsyncIterator
from contextlib import ExitStack
from dataclasses import dataclass

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from e2e.browser import chromium, lean
from e2e.observed import Source, Visited, answering, results_of, site, sources
from e2e.observed_voice import BY_ITSELF, Spoken, Voice

SHARE_OPERATED = 0.8
MOST_CONTROLS = 10
"""Of a page, of all kinds: one that is missed weighs much. `scripts/observe_pages.py` asks for all of them."""

SPOKEN = {
    "jquery-ui": ("Press a button element.", "pressed('A button element')"),
    "98.css": ("Set occupation to teacher.", "/^teacher/i.test(text())"),
}
"""An order, and what then holds."""

HELPERS = """
() => {
  window.pressed = (name) => touched.some((at) => controls[at].textContent.trim() === name);
  window.text = () => [...document.querySelectorAll('input')].find(({ value }) => /teacher/i.test(value))?.value;
}
"""
FEW = [one for one in sources() if one.name in SPOKEN]
"""Those with the most kinds of controls; all of them are gone through by `python scripts/observe_pages.py`."""


@dataclass
class Listening:
    """The pages, each on an origin of its own, a server that lets them call, a browser and a voice to do it with."""

    origins: dict[str, str]
    server: str
    browser: Browser
    voice: Voice


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def listening() -> AsyncIterator[Listening]:
    with ExitStack() as stack:
        origins = {one.name: stack.enter_context(site(one)) for one in FEW}
        server = stack.enter_context(answering(*origins.values(), spoken=True))
        async with chromium(BY_ITSELF, command=lean()) as browser, Voice() as voice:
            yield Listening(origins, server, browser, voice)


@pytest.mark.parametrize("source", FEW, ids=lambda one: one.name)
async def test_a_spoken_order_operates_a_page_that_is_not_ours(source: Source, listening: Listening) -> None:
    order, holds = SPOKEN[source.name]
    page = await listening.browser.new_page(permissions=["microphone"])
    visited = Spoken(page, f"{listening.origins[source.name]}/{source.page}", listening.server, voice=listening.voice)
    await visited.load()
    await visited.controls()
    await page.evaluate(HELPERS)
    for _ in range(2):  # on a busy machine a browser sends it in pieces: who is not understood says it again
        await visited.ask(order)
        if await page.evaluate(holds):
            break
    assert await page.evaluate(f"{holds} && told.some(({{ status }}) => status === 'success')"), visited.heard
    await page.close()


@pytest_asyncio.fixture(scope="module", loop_scope="session", params=FEW, ids=lambda one: one.name)
async def written(request: pytest.FixtureRequest) -> AsyncIterator[tuple[Source, Visited]]:
    """One of the pages, and what is asked there in writing."""
    source: Source = request.param
    with site(source) as origin, answering(origin) as server:
        async with chromium() as browser:
            yield source, Visited(await browser.new_page(), f"{origin}/{source.page}", server)


async def test_the_controls_of_a_page_that_is_not_ours_do_what_they_are_asked(
    written: tuple[Source, Visited],
) -> None:
    source, visited = written
    results = await results_of(visited, source, MOST_CONTROLS)
    for one in results.missed:
        print(f"{one.role} {one.name!r}: {one.order!r} got {one.answer!r}")
    assert len(results.operated) >= SHARE_OPERATED * len(results.controls)


LEFT_ALONE = """
(places) => {
  const ways = [
    (one) => one.setAttribute('data-voice-ignore', ''),
    (one) => one.style.setProperty('display', 'none', 'important'),
    (one) => one.setAttribute('aria-hidden', 'true'),
    (one) => one.setAttribute('aria-disabled', 'true'),
    (one) => one.style.setProperty('visibility', 'hidden', 'important'),
  ];
  places.forEach((place, at) => ways[at % ways.length](controls[place]));
}
"""


async def test_what_a_page_that_is_not_ours_hides_or_ignores_is_never_invoked(
    written: tuple[Source, Visited],
) -> None:
    _, visited = written
    await visited.load()
    named = [one for one in await visited.controls() if one.name]
    asked = named[:: -(-len(named) // 5)]
    await visited.operate(asked[0])
    assert asked[0].operated
    places = [one.place for one in asked]
    await visited.page.evaluate(LEFT_ALONE, places)
    # At once, before the observer has seen any of it, and again when it has.
    for _ in range(2):
        for one in asked:
            await visited.operate(one)
            touched: list[int] = await visited.page.evaluate("touched")
            assert not set(touched) & set(places), f"{one.order} touched {touched}"
