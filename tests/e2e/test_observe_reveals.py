"""What an order has changed on the page comes into sight, where nothing of it was."""

from typing import Any

import pytest

from e2e.stages import STAGE, stages
from e2e.stand import Stand, run

FAR = '<div style="height: 3000px"></div>'
PAGE = f"""
<button id="press">Add honey</button> <label>Honey <input id="jars"></label> <output id="near"></output>
{FAR}<p id="small">Nothing.</p>{FAR}<ul id="list" style="height: 300px"></ul>
<p id="clock">0</p><p id="news" role="status"></p>{FAR}
"""
LIST = "list.innerHTML = '<li style=\"height: 200px\">Honey</li>';"
NOT_SCROLLED = "() => scrollY === 0"

# The page, what it does when it is asked, and what is in sight then.
SEEN = [
    (LIST, "#list li"),
    ("small.textContent = 'Honey is there.';", "#small"),
    (f"{LIST} small.textContent = 'Honey is there.';", "#list li"),
    (f"{LIST} news.textContent = 'Honey is there.';", "#news"),
    ("small.hidden = false;", "#small"),
    # Some of it is in sight already, or what has changed is for a screen reader alone.
    (f"{LIST} near.textContent = '1 thing';", ""),
    (f"{LIST} press.ariaPressed = 'true';", ""),
    ("news.style = 'position: absolute; left: -9999px'; news.textContent = 'Honey is there.';", ""),
    ("news.style = 'position: absolute; width: 1px; height: 1px; overflow: hidden'; news.textContent = 'Yes.';", ""),
]
IN_SIGHT = """
(selector) => {
  const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
  return top > -1 && bottom < innerHeight + 1;
}
"""


@pytest.mark.parametrize(("does", "seen"), SEEN)
async def test_what_an_order_changes_comes_into_sight(stand: Stand, does: str, seen: str) -> None:
    async with stages(stand) as page:
        await page.emulate_media(reduced_motion="reduce")
        hidden = "small.hidden = true;" if "hidden" in does else ""
        await page.evaluate(STAGE, [PAGE, f"{hidden} press.onclick = () => {{ {does} }};"])
        await run(page, "add_honey")
        assert await (page.evaluate(IN_SIGHT, seen) if seen else page.evaluate(NOT_SCROLLED)), does


async def test_it_does_not_come_under_the_panel(stand: Stand) -> None:
    sheet = "<div data-voice-ignore style='position: fixed; inset: 50vh 0 0'>Ready</div>"
    async with stages(stand) as page:
        await page.emulate_media(reduced_motion="reduce")
        await page.evaluate(STAGE, [PAGE + sheet, f"press.onclick = () => {{ {LIST} }};"])
        await run(page, "add_honey")
        assert await page.evaluate("list.children[0].getBoundingClientRect().bottom < innerHeight / 2")


async def test_it_moves_smoothly_unless_the_person_wants_no_motion(stand: Stand) -> None:
    script = f"""
    window.asked = [];
    Element.prototype.scrollIntoView = function (how) {{ asked.push([this.localName, how]); }};
    press.onclick = () => {{ {LIST} }};
    """
    async with stages(stand) as page:
        for motion, behavior in (("reduce", "instant"), ("no-preference", "smooth")):
            await page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
            await page.evaluate(STAGE, [PAGE, script])
            await run(page, "add_honey")
            wanted: list[Any] = ["li", {"block": "nearest", "behavior": behavior}]
            assert await page.evaluate("asked.at(-1)") == wanted


@pytest.mark.parametrize("press", ["", f"press.onclick = () => setTimeout(() => {{ {LIST} }}, 3000);"])
async def test_what_changes_by_itself_is_not_looked_for(stand: Stand, press: str) -> None:
    ticking = "window.tick = setInterval(() => (clock.textContent = Number(clock.textContent) + 1), 20);"
    async with stages(stand) as page:
        await page.evaluate(STAGE, [PAGE, ticking + press])
        await page.wait_for_function("() => clock.textContent > 3")
        await run(page, "add_honey")
        assert await page.evaluate(NOT_SCROLLED)
        if press:
            await page.wait_for_function("() => list.children.length")
        await page.evaluate("clearInterval(tick)")
        assert await page.evaluate(NOT_SCROLLED)


async def test_who_fills_a_field_in_looks_at_that(stand: Stand) -> None:
    async with stages(stand) as page:
        await page.evaluate(STAGE, [PAGE, f"jars.oninput = () => {{ {LIST} }};"])
        await run(page, "set_honey", text="three")
        assert await page.evaluate(NOT_SCROLLED)


@pytest.mark.parametrize("does", ["wheel", "type"])
async def test_who_scrolls_or_types_meanwhile_stays_where_he_is(stand: Stand, does: str) -> None:
    busy = "list.setAttribute('aria-busy', 'true'); setTimeout(() => list.removeAttribute('aria-busy'), 700);"
    async with stages(stand) as page:
        await page.emulate_media(reduced_motion="reduce")
        await page.evaluate(STAGE, [PAGE, f"press.onclick = () => {{ {LIST} {busy} }};"])
        await page.evaluate("() => { jars.focus(); window.done = run('add_honey'); }")
        await page.wait_for_function("() => list.children.length")
        if does == "wheel":
            await page.mouse.move(100, 300)
            await page.mouse.wheel(0, 300)
        else:
            await page.keyboard.type("a")
        await page.evaluate("done")
        assert await page.evaluate("scrollY") < 500
