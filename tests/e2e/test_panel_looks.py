"""`<antiphon-panel>` in Chromium: how it looks in each state, to everybody, on every screen."""

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import ViewportSize

from antiphon.domain.states import State
from e2e.accessibility import faults
from e2e.browser import visit
from e2e.pictures import SIZES
from e2e.scenes import SCENES, VIEWS, play, see
from e2e.spoken import silence
from support.server import RunningServer

IN_CALL = {State.IDLE, State.USER_SPEAKING, State.AI_THINKING, State.AI_SPEAKING, State.INVOKE_ACTION}

LOOK = """
(panel) => {
  const animations = panel.shadowRoot.getAnimations();
  const moves = animations.filter((one) => one.effect.getTiming().iterations === Infinity).length;
  for (const one of animations) one.cancel(); // the shape is that from which a movement begins
  const shown = [...panel.shadowRoot.querySelectorAll('.orb svg')].filter((one) => one.checkVisibility());
  const orb = panel.shadowRoot.querySelector('.orb');
  const { borderStyle, borderRadius, backgroundColor, color } = getComputedStyle(orb);
  const ring = getComputedStyle(orb.querySelector('.ring'));
  return {
    icons: shown.map((one) => one.dataset.for),
    name: panel.shadowRoot.querySelector('[data-state-name]').textContent,
    colour: getComputedStyle(panel.shadowRoot.querySelector('[data-state-name]')).color,
    shape: [borderStyle, borderRadius, backgroundColor !== 'rgba(0, 0, 0, 0)', ring.borderStyle, ring.inset].join(' '),
    moves,
  };
}
"""


@pytest.mark.timeout(300)
@pytest.mark.requirement("ITE-COM-002")
@pytest.mark.parametrize(("size", "scheme"), [("desktop", "light"), ("phone", "dark")])
async def test_axe_finds_nothing_on_any_page_in_any_state(
    server: RunningServer, tmp_path: Path, size: str, scheme: str
) -> None:
    microphone = silence(tmp_path / "silence.wav")
    found: dict[str, list[str]] = {}
    async with visit(server.url, microphone, color_scheme=scheme, reduced_motion="reduce", **SIZES[size]) as seen:
        for name in VIEWS:
            await see(seen.page, server.url, name)
            # The catalogue beside the panel is the same in all its states.
            found[name] = await faults(seen.page, without="" if name not in SCENES or not found else ".items")
    assert {name: faults for name, faults in found.items() if faults} == {}


@pytest.mark.requirement("VIP7-VISUAL")
async def test_each_state_has_a_name_an_icon_a_shape_and_a_colour_of_its_own(
    server: RunningServer, tmp_path: Path
) -> None:
    looks: list[dict[str, Any]] = []
    async with visit(server.url, silence(tmp_path / "silence.wav"), reduced_motion="no-preference") as seen:
        for state in State:
            await see(seen.page, server.url, state.value)
            looks.append(await seen.page.locator("antiphon-panel").evaluate(LOOK))
        # What is muted does not look as if it listened; it does while the key is held.
        await see(seen.page, server.url, "muted")
        floor = "tell('state', { state: 'user_speaking', previous: '', trigger: '' });"
        await play(seen.page, floor)
        muted = await seen.page.locator("antiphon-panel").evaluate(LOOK)
        assert (muted["icons"], muted["name"]) == (["muted"], "Muted")
        assert muted["colour"] != looks[list(State).index(State.USER_SPEAKING)]["colour"]
    assert [len(one["icons"]) for one in looks] == [1] * 7
    for what in ("name", "colour", "shape"):
        assert len({one[what] for one in looks}) == 7, [one[what] for one in looks]
    assert len({one["icons"][0] for one in looks}) == 7
    assert [one["name"] for one in looks if not one["moves"]] == ["Not connected"]


async def test_the_buttons_stay_where_they_are_when_an_answer_begins_and_ends(
    server: RunningServer, tmp_path: Path
) -> None:
    top = "(button) => button.getBoundingClientRect().top"
    async with visit(server.url, silence(tmp_path / "silence.wav"), **SIZES["phone"]) as seen:
        for size in ("desktop", "phone"):
            await seen.page.set_viewport_size(SIZES[size]["viewport"])
            tops: dict[State, float] = {}
            for state in (State.USER_SPEAKING, State.AI_THINKING, State.AI_SPEAKING):
                await see(seen.page, server.url, state.value)
                tops[state] = await seen.page.get_by_role("button", name="Interrupt").evaluate(top)
            assert len(set(tops.values())) == 1, (size, tops)


SMALL: list[ViewportSize] = [
    {"width": 844, "height": 390},
    {"width": 667, "height": 375},
    {"width": 320, "height": 640},
]


async def test_on_a_small_screen_nothing_that_must_be_in_reach_is_cut_off(
    server: RunningServer, tmp_path: Path
) -> None:
    cut_off = """(panel, parts) => parts.filter((part) => {
      const found = panel.shadowRoot.querySelector(part);
      const { top, bottom } = found.getBoundingClientRect();
      const box = panel.shadowRoot.querySelector('.panel').getBoundingClientRect();
      const ring = 5; // of the focus
      return top - ring < box.top || bottom + ring > Math.min(box.bottom, innerHeight);
    })"""
    async with visit(server.url, silence(tmp_path / "silence.wav"), **SIZES["phone"]) as seen:
        for size in SMALL:
            await seen.page.set_viewport_size(size)
            for state in State:
                await see(seen.page, server.url, state.value)
                await seen.page.get_by_placeholder("Or type it").focus()
                parts = [".orb", "[part=call]", "input"] + (["[part=interrupt]"] if state in IN_CALL else [])
                if state is State.AI_SPEAKING:  # folded by now: the last words are there
                    parts.append(".entry-line:last-child .text")
                assert await seen.page.locator("antiphon-panel").evaluate(cut_off, parts) == [], (size, state)


async def test_where_less_motion_is_wanted_nothing_moves(server: RunningServer, tmp_path: Path) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav"), reduced_motion="reduce") as seen:
        for state in State:
            await see(seen.page, server.url, state.value)
            assert (await seen.page.locator("antiphon-panel").evaluate(LOOK))["moves"] == 0, state
        await seen.page.reload()
        await seen.start()
        await seen.page.get_by_role("button", name="What can I do here?").click()
        await seen.heard()
        bars = "panel => [...panel.shadowRoot.querySelectorAll('.wave i')].map(({ style }) => style.cssText).join()"
        before = await seen.page.locator("antiphon-panel").evaluate(bars)
        await seen.page.evaluate(
            "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )
        assert await seen.page.locator("antiphon-panel").evaluate(bars) == before


async def test_the_wave_moves_with_the_voice_that_is_heard(server: RunningServer, tmp_path: Path) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav"), reduced_motion="no-preference") as seen:
        await seen.start()
        level = "panel => Number(getComputedStyle(panel).getPropertyValue('--antiphon-level'))"
        assert await seen.page.locator("antiphon-panel").evaluate(level) < 0.1
        await seen.page.get_by_role("button", name="What can I do here?").click()
        await seen.page.wait_for_function(f"() => ({level})(document.querySelector('antiphon-panel')) > 0.2")


async def test_a_page_that_runs_from_right_to_left_has_its_panel_so(server: RunningServer, tmp_path: Path) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav"), **SIZES["phone"]) as seen:
        await play(seen.page, "document.documentElement.dir = 'rtl';" + SCENES["ai_speaking"].script)

        async def left(selector: str) -> float:
            box = await seen.page.locator(selector).last.bounding_box()
            assert box
            return box["x"]

        assert await left(".orb") > await left(".state") > await left(".call")
        assert await left("[data-talk]") > await left("[data-mute]")
        assert await left(".entry-line.user") < await left(".entry-line.assistant")
        assert await left("[name=text]") > await left("[type=submit]")
        assert await seen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# What is wider than the window, or not whole in it, and what cuts its own words off.
OUTSIDE = """
() => {
  const { scrollWidth } = document.documentElement;
  const buttons = document.querySelector('antiphon-panel').shadowRoot.querySelectorAll(
    ':is(.stage, .controls, .entry) button',
  );
  const lost = [...buttons].filter((button) => {
    const { left, top, right, bottom, width } = button.getBoundingClientRect();
    if (!width || !button.checkVisibility({ visibilityProperty: true })) return false;
    const isWhole = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    return !isWhole || button.scrollWidth > button.clientWidth;
  });
  return [...(scrollWidth > innerWidth ? ['the page'] : []), ...lost.map((button) => button.textContent.trim())];
}
"""


@pytest.mark.requirement("ITE-COM-002")
async def test_at_320_pixels_everything_is_there_without_scrolling_sideways(
    server: RunningServer, tmp_path: Path
) -> None:
    """WCAG 2.1, 1.4.10."""
    small = {"width": 320, "height": 800}
    async with visit(server.url, silence(tmp_path / "silence.wav"), viewport=small) as seen:
        for name in VIEWS:
            await see(seen.page, server.url, name)
            await seen.page.wait_for_function(f"() => ({OUTSIDE})().length === 0", timeout=5_000)
            outside = await seen.page.evaluate(OUTSIDE)
            assert outside == [], name
