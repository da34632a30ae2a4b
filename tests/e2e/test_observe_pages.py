"""`observe` in Chromium on pages that are not ours: they are operated, and what they hide or ignore never is."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from e2e.browser import chromium
from e2e.observed import Source, Visited, answering, measure, site, sources
from e2e.spoken import say

SHARE_OPERATED = 0.8
MOST_CONTROLS = 12
"""Of a page, spread over it: one that is missed weighs much. `scripts/observe_pages.py` asks for all of them."""

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
FEW = [one for one in sources() if one.folder in SPOKEN]
"""Those with the most kinds of controls; all of them are gone through by `python scripts/observe_pages.py`."""


@pytest.fixture(scope="module")
def listening() -> Iterator[tuple[dict[str, str], str]]:
    """The pages, each on an origin of its own, and a server with recognition and voice that lets them call."""
    with ExitStack() as stack:
        origins = {one.folder: stack.enter_context(site(one.folder)) for one in FEW}
        yield origins, stack.enter_context(answering(*origins.values(), spoken=True))


@pytest.mark.parametrize("source", FEW, ids=lambda one: one.folder)
async def test_a_spoken_order_operates_a_page_that_is_not_ours(
    source: Source, listening: tuple[dict[str, str], str], tmp_path: Path
) -> None:
    origins, server = listening
    order, holds = SPOKEN[source.folder]
    microphone = say(order, tmp_path / "order.wav", lead_s=10.0, again=True)
    async with chromium(f"--use-file-for-fake-audio-capture={microphone}%noloop") as browser:
        page = await browser.new_page(permissions=["microphone"])
        visited = Visited(page, f"{origins[source.folder]}/{source.page}", server)
        await visited.load()
        await visited.controls()
        await page.evaluate(HELPERS)
        await page.wait_for_function("() => told.some(({ status }) => status === 'success')", timeout=60_000)
        assert await page.evaluate(holds)


@pytest.mark.parametrize("source", FEW, ids=lambda one: one.folder)
async def test_the_controls_of_a_page_that_is_not_ours_do_what_they_are_asked(source: Source) -> None:
    results = await measure(source, MOST_CONTROLS)
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


@pytest.mark.parametrize("source", FEW, ids=lambda one: one.folder)
async def test_what_a_page_that_is_not_ours_hides_or_ignores_is_never_invoked(source: Source) -> None:
    with site(source.folder) as origin, answering(origin) as server:
        async with chromium() as browser:
            visited = Visited(await browser.new_page(), f"{origin}/{source.page}", server)
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
