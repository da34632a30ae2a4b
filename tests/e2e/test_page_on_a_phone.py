"""The demonstration on a phone: the count of the cart stays in sight, and hides nothing that is scrolled to."""

from pathlib import Path
from typing import Any

import pytest

from e2e.browser import visit
from e2e.spoken import silence
from support.server import RunningServer

PHONES: list[tuple[dict[str, Any], str]] = [
    ({"viewport": {"width": 320, "height": 640}, "is_mobile": True}, "ltr"),
    ({"viewport": {"width": 390, "height": 664}, "is_mobile": True}, "ltr"),
    ({"viewport": {"width": 390, "height": 664}, "is_mobile": True}, "rtl"),
    ({"viewport": {"width": 640, "height": 400}, "device_scale_factor": 2}, "ltr"),
]

# What is wrong when the page is scrolled down and something is added to the cart, and then back to an item.
FAULTS = """
(direction) => {
  document.documentElement.dir = direction;
  const at = (selector) => document.querySelector(selector).getBoundingClientRect();
  const faults = [];
  scrollTo(0, 400);
  document.querySelector('.item:nth-child(2) button').click();
  const { left, right, top, bottom } = at('[data-cart-count]');
  const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  if (scrollY < 300) faults.push(`It scrolls to ${scrollY}.`);
  if (!seen?.matches('[data-cart-count]') || seen.textContent !== '1') faults.push('The count is not in sight.');
  for (const one of ['.item:nth-child(2)', '#title-catalogue']) {
    document.querySelector(one).scrollIntoView();
    const space = at(one).top - at('.top').bottom;
    if (space < 0) faults.push(`${-space} px of ${one} are covered.`);
  }
  if (document.documentElement.scrollWidth > innerWidth) faults.push('It is wider than the window.');
  return faults;
}
"""


@pytest.mark.parametrize(("phone", "direction"), PHONES)
async def test_the_count_of_the_cart_stays_in_sight_and_covers_nothing_that_is_scrolled_to(
    server: RunningServer, tmp_path: Path, phone: dict[str, Any], direction: str
) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav"), **phone) as seen:
        await seen.page.evaluate("location.hash = 'catalogue'")
        await seen.page.locator("antiphon-panel[data-vip-state]").wait_for()
        assert await seen.page.evaluate(FAULTS, direction) == []
