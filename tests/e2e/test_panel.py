"""`<antiphon-panel>` in Chromium: how it looks and sounds, and what people can do with it."""

import re
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import ViewportSize, expect

from antiphon.domain.states import State
from e2e.accessibility import faults
from e2e.browser import Visit, visit
from e2e.pictures import SIZES
from e2e.scenes import SCENES, VIEWS, play, see
from e2e.spoken import silence
from e2e.test_own_page import SERVER, web_server
from guides.blocks import blocks
from support.server import ROOT, RunningServer, of_tones, serve

GUIDE = (ROOT / "docs" / "how-to" / "the-panel-on-your-page.md").read_text()

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


WATCH_STATES = """
() => {
  window.states = { told: [], shown: [] };
  const create = RTCPeerConnection.prototype.createDataChannel;
  RTCPeerConnection.prototype.createDataChannel = function (...given) {
    const channel = create.apply(this, given);
    channel.addEventListener('message', ({ data }) => {
      const { type, payload } = JSON.parse(data);
      if (type === 'session.state') states.told.push(payload.state);
    });
    return channel;
  };
  const panel = document.querySelector('antiphon-panel');
  new MutationObserver((changes) => states.shown.push(...changes.map(({ oldValue }) => oldValue))).observe(panel, {
    attributeFilter: ['data-vip-state'],
    attributeOldValue: true,
  });
}
"""


@pytest.mark.requirement("ITE-CON-003")
async def test_the_panel_shows_each_state_that_the_server_holds_and_no_other(
    server: RunningServer, tmp_path: Path
) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav")) as seen:
        await seen.page.evaluate(WATCH_STATES)
        await seen.start()
        await seen.type("Go to the catalogue")
        await seen.said("Go to the catalogue")
        await seen.page.wait_for_function("() => states.told.includes('invoke_action')")
        await seen.state("idle")
        await seen.type("What can I do here?")
        await seen.state("ai_speaking")
        await seen.page.keyboard.press("Escape")
        await seen.state("idle")
        states = await seen.page.evaluate("states")
        shows = await seen.page.locator("antiphon-panel").get_attribute("data-vip-state")
    # What each change put an end to, and what is there now; what comes before the first is the page's own.
    shown = [state for state, _ in groupby([*states["shown"], shows])]
    assert shown[: shown.index("idle")] == ["not_connected", "connecting"]
    assert [state for state in states["told"] if state != "connecting"] == shown[2:]
    assert {"ai_thinking", "ai_speaking", "invoke_action"} < set(shown)


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


async def test_a_finger_leaves_no_button_marked_and_a_letter_moves_nothing(
    server: RunningServer, tmp_path: Path
) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav"), **SIZES["phone"]) as seen:
        await seen.page.get_by_role("button", name="Start").tap()
        mute = seen.page.get_by_role("button", name="Mute")
        await expect(mute).to_be_enabled()
        face = "(button) => getComputedStyle(button).backgroundColor"
        talk = await seen.page.get_by_role("button", name="Hold to talk").evaluate(face)
        await mute.hover()
        assert await mute.evaluate(face) == talk

        # Nor does the first letter scroll the page: the field is in sight.
        await seen.page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
        field = await seen.page.get_by_placeholder("Or type it").bounding_box()
        assert field
        await seen.page.touchscreen.tap(field["x"] + 40, field["y"] + 20)
        await seen.page.keyboard.type("Add")
        drawn = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        await seen.page.evaluate(drawn)
        assert await seen.page.evaluate("scrollY") == 0


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


async def press_to(seen: Visit, name: str) -> None:
    """Presses Tab until the button or field of that name has the focus."""
    focused = """() => {
      let node = document.activeElement;
      while (node.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
      return `${node.getAttribute('aria-label') ?? ''} ${node.labels?.[0]?.textContent ?? ''} ${node.textContent}`;
    }"""
    for _ in range(40):
        await seen.page.keyboard.press("Tab")
        if name in await seen.page.evaluate(focused):
            return
    raise AssertionError(f"{name!r} cannot be reached by Tab")


@pytest.mark.requirement("ITE-COM-002")
async def test_a_whole_call_needs_nothing_but_the_keyboard(server: RunningServer, tmp_path: Path) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav")) as seen:
        keyboard = seen.page.keyboard
        await press_to(seen, "Skip to the assistant")
        await keyboard.press("Enter")
        await press_to(seen, "Start")
        await keyboard.press("Enter")
        await seen.state("idle")

        await press_to(seen, "Type instead of talking")
        await keyboard.type("Go to the catalogue")  # its spaces are letters here
        await keyboard.press("Enter")
        await expect(seen.page.locator("#section-catalogue")).to_be_visible(timeout=20_000)
        await seen.state("ai_speaking")
        await keyboard.press("Escape")
        await seen.state("user_speaking")
        await expect(seen.page.locator(".entry-line.interrupted")).to_contain_text("Interrupted")

        await keyboard.type("Add a teapot to the cart")
        await keyboard.press("Enter")
        await expect(seen.page.locator("[data-cart-count]")).to_have_text("1", timeout=20_000)
        await seen.state("idle")

        await press_to(seen, "Hold to talk")
        await keyboard.down("Space")
        await seen.state("user_speaking")
        await expect(seen.page.get_by_role("button", name="Hold to talk")).to_have_attribute("aria-pressed", "true")
        await keyboard.up("Space")
        await expect(seen.page.get_by_role("button", name="Hold to talk")).to_have_attribute("aria-pressed", "false")

        await press_to(seen, "Stop")
        await keyboard.press("Enter")
        await seen.state("not_connected")


async def test_space_and_escape_stay_with_what_has_a_use_for_them(server: RunningServer, tmp_path: Path) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav")) as seen:
        await seen.start()
        await seen.page.evaluate("location.hash = 'catalogue'")
        await seen.page.get_by_role("button", name="Add Teapot to the cart").focus()
        await seen.page.keyboard.press("Space")
        await expect(seen.page.locator("[data-cart-count]")).to_have_text("1")
        await seen.page.evaluate("location.hash = 'checkout'")
        await seen.page.get_by_label("Name").focus()
        await seen.page.keyboard.type("Anna Berg")
        await expect(seen.page.get_by_label("Name")).to_have_value("Anna Berg")
        assert "user_speaking" not in await seen.states()

        await seen.page.keyboard.press("Enter")
        await expect(seen.page.get_by_role("dialog")).to_be_visible()
        await seen.type("What can I do here?")
        await seen.heard()
        # By hand, or the panel's field takes the focus back for whoever writes in it.
        await seen.page.get_by_role("heading", name="Place this order?").click()
        await seen.page.get_by_role("button", name="Not yet").focus()
        await seen.page.keyboard.press("Escape")
        await expect(seen.page.get_by_role("dialog")).to_be_hidden()
        assert "user_speaking" not in await seen.states()


async def test_captions_come_in_step_with_the_voice(server: RunningServer, tmp_path: Path) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav")) as seen:
        await seen.start()
        await seen.page.locator("[data-caption]").evaluate(
            """(caption) => {
              watched.captions = [];
              const root = caption.getRootNode();
              new MutationObserver(() => {
                if (!caption.textContent) return;
                const line = root.querySelector('.entry-line.assistant:last-child .text');
                const ahead = line?.querySelector('.ahead')?.textContent ?? '';
                watched.captions.push([caption.textContent, ahead.length, watched.level]);
              }).observe(caption, { childList: true, characterData: true, subtree: true });
            }"""
        )
        await seen.page.get_by_role("button", name="What can I do here?").click()
        await seen.heard()
        await seen.state("idle")
        captions = await seen.page.evaluate("watched.captions")
        text = await seen.page.locator(".entry-line.assistant .text").inner_text()
        assert len(captions) > 3
        assert " ".join(words for words, _, _ in captions).split() == text.split()
        ahead = [left for _, left, _ in captions]
        assert ahead == sorted(ahead, reverse=True)
        assert ahead[-1] == 0
        assert await seen.page.locator(".ahead").count() == 0
        await expect(seen.page.locator("[data-caption]")).to_be_hidden()
        await expect(seen.page.locator("summary")).to_have_text(re.compile(r"^Answered in \d+\.\d\d s$"))
        await seen.page.locator("summary").click()
        await expect(seen.page.locator(".turns .parts")).to_contain_text("assistant")


@pytest.mark.requirement("ITE-COM-002")
async def test_announcements_wait_until_nobody_speaks(server: RunningServer, tmp_path: Path) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav")) as seen:
        status = seen.page.locator("antiphon-panel [role=status]")
        await see(seen.page, server.url, "connecting")
        await expect(status).to_have_text("Connecting")
        await see(seen.page, server.url, "invoke_action")
        await expect(status).to_have_text("Acting")
        await status.evaluate(
            """(status) => new MutationObserver((records) => {
              for (const { addedNodes } of records) (watched.said ??= []).push(addedNodes[0].textContent);
            }).observe(status, { childList: true })"""
        )
        state = "tell('state', { state: '%s', previous: '', trigger: '' });"
        await play(seen.page, state % "ai_speaking" + "tell('error', { code: 'stt.no_match', message: 'No words.' });")
        await expect(seen.page.get_by_role("alert")).to_have_text("No words.")
        await expect(seen.page.get_by_role("alert")).to_have_attribute("aria-live", "off")
        await expect(status).to_have_text("Speaking")  # in a word, before there is much of a voice
        await play(seen.page, state % "idle")
        await expect(status).to_have_text("No words. Ready")
        cut = "tell('interrupted', { turnId: '2', heardText: '' });"
        await play(seen.page, state % "ai_speaking" + state % "user_speaking" + cut + state % "ai_thinking")
        await expect(status).to_have_text("Thinking")
        said = ["Speaking", "No words. Ready", "Speaking", "Listening", "Interrupted", "Thinking"]
        assert await seen.page.evaluate("watched.said") == said
        await expect(seen.page.locator("[role=log]")).to_have_attribute("aria-live", "off")


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


async def test_the_keys_can_be_left_to_the_panel_or_to_the_page(server: RunningServer, tmp_path: Path) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav")) as seen:
        await seen.start()
        panel = seen.page.locator("#panel")
        for keys in ("panel", "off"):
            await panel.evaluate(
                f"panel => {{ panel.setAttribute('keys', '{keys}'); panel.parentNode.append(panel); }}"
            )
            await seen.page.keyboard.press("Space")
            if keys == "panel":
                assert "user_speaking" not in await seen.states()
                await panel.evaluate("panel => panel.focus()")
                await seen.page.keyboard.down("Space")
                await seen.state("user_speaking")
                await seen.page.keyboard.up("Space")
                await seen.state("idle")
                before = len(await seen.states())
        await panel.evaluate("panel => panel.focus()")
        await seen.page.keyboard.press("Space")
        await seen.type("Go to the catalogue")
        await seen.state("ai_speaking")
        assert "user_speaking" not in (await seen.states())[before:]


async def test_a_microphone_that_is_pulled_out_is_told_and_the_way_on_gets_it_back(
    server: RunningServer, tmp_path: Path
) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav")) as seen:
        await seen.start()
        await seen.page.evaluate(
            """async () => {
              const { antiphon } = await import('/client/demo/demo.js');
              navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('', 'NotFoundError'); };
              antiphon.microphoneStream.getTracks()[0].dispatchEvent(new Event('ended'));
            }"""
        )
        await expect(seen.page.get_by_role("alert")).to_contain_text("The microphone was disconnected.")
        await expect(seen.page.locator("antiphon-panel")).to_have_attribute("data-microphone", "none")
        await seen.page.evaluate("() => delete navigator.mediaDevices.getUserMedia")  # it is there again
        await seen.page.get_by_role("button", name="Try again").click()
        await expect(seen.page.locator("antiphon-panel")).to_have_attribute("data-microphone", "open")
        await seen.state("idle")
        await expect(seen.page.get_by_role("alert")).to_have_count(0)


async def test_a_browser_that_plays_nothing_is_asked_by_a_click(server: RunningServer, tmp_path: Path) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav")) as seen:
        await seen.page.evaluate(
            """() => {
              voice.play = async () => { throw new DOMException('no click yet', 'NotAllowedError'); };
            }"""
        )
        status = seen.page.locator("antiphon-panel [role=status]")
        await status.evaluate(
            "(status) => new MutationObserver(() => (watched.announced ??= []).push(status.textContent))"
            ".observe(status, { childList: true })"
        )
        await seen.page.get_by_role("button", name="Start", exact=True).click()
        await expect(seen.page.get_by_role("alert")).to_contain_text("keeps the assistant silent")
        await seen.type("Go to the catalogue")
        answer = seen.page.locator(".entry-line.assistant .text")
        await expect(answer).not_to_be_empty(timeout=20_000)
        await seen.state("idle")
        # What is not heard is announced.
        text = await answer.inner_text()
        assert any(text in one for one in await seen.page.evaluate("watched.announced"))
        await seen.page.evaluate("() => delete voice.play")
        await seen.page.get_by_role("button", name="Hear the assistant").click()
        await expect(seen.page.get_by_role("alert")).to_have_count(0)


async def test_a_server_that_answers_nonsense_is_told_in_words_of_everyday(
    server: RunningServer, tmp_path: Path
) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav")) as seen:
        await seen.page.route("**/v1/sessions", lambda route: route.fulfill(body="<h1>It works!</h1>"))
        await seen.page.get_by_role("button", name="Start", exact=True).click()
        await expect(seen.page.get_by_role("alert")).to_contain_text("cannot be reached from this page")
        await seen.state("not_connected")
        await seen.page.unroute("**/v1/sessions")
        await seen.page.get_by_role("button", name="Start again").click()
        await seen.state("idle")


@pytest.mark.requirement("V5-INVOKE")
async def test_the_shop_is_operated_whole_without_a_hand(server: RunningServer, tmp_path: Path) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav")) as seen:
        page = seen.page
        await seen.start()

        async def order(text: str) -> None:
            await seen.type(text)
            await seen.said(text)

        await order("Show me the teapot")
        await expect(page.get_by_role("heading", name="Teapot")).to_be_visible(timeout=20_000)
        await order("Add two green teas to the cart")
        await expect(page.locator("[data-cart-count]")).to_have_text("2", timeout=20_000)
        await order("Go to checkout")
        await expect(page.locator("#order")).to_be_visible(timeout=20_000)
        await order("Set the name to Anna")
        await expect(page.get_by_label("Name")).to_have_value("Anna", timeout=20_000)
        await order("Choose pickup")
        await expect(page.get_by_label("Pickup")).to_be_checked(timeout=20_000)
        await order("Switch to the dark theme")
        await expect(page.locator("html")).to_have_attribute("data-theme", "dark", timeout=20_000)
        await order("Place the order")
        await expect(page.get_by_role("dialog")).to_contain_text("for Anna, picked up at the shop", timeout=20_000)
        await seen.type("Yes")
        await expect(page.locator("[data-thanks]")).to_contain_text("Thank you, Anna.", timeout=20_000)
        await expect(page.get_by_role("dialog")).to_be_hidden()


async def test_a_panel_speaks_other_words_and_joins_a_call_in_its_middle(server: RunningServer, tmp_path: Path) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav")) as seen:
        await seen.start()
        await seen.page.evaluate(
            """async () => {
              const { antiphon } = await import('/client/demo/demo.js');
              const another = document.createElement('antiphon-panel');
              Object.assign(another, { id: 'another', words: { stop: 'Auflegen', idle: 'Bereit' }, antiphon });
              another.setAttribute('theme', 'dark');
              document.querySelector('main').prepend(another);
            }"""
        )
        another = seen.page.locator("#another")
        await expect(another.get_by_text("Bereit", exact=True).first).to_be_visible()
        await expect(another).to_have_attribute("data-microphone", "open")
        await another.get_by_label("Type instead of talking").fill("Go to the catalogue")
        await seen.page.keyboard.press("Enter")
        await expect(another.locator(".entry-line.user")).to_contain_text("Go to the catalogue")
        await another.get_by_role("button", name="Auflegen").click()
        await seen.state("not_connected")
        dark = await another.locator(".panel").evaluate("panel => getComputedStyle(panel).backgroundColor")
        light = await seen.page.locator("#panel .panel").evaluate("panel => getComputedStyle(panel).backgroundColor")
        assert dark != light


async def test_a_question_of_the_assistant_is_answered_in_the_dialog_too(server: RunningServer, tmp_path: Path) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav")) as seen:
        await seen.start()
        await seen.type("Add a teapot to the cart")
        await expect(seen.page.locator("[data-cart-count]")).to_have_text("1", timeout=20_000)
        await seen.type("Empty the cart")
        await seen.page.get_by_role("dialog").get_by_role("button", name="No").click(timeout=20_000)
        await expect(seen.page.get_by_role("dialog")).to_be_hidden()
        await seen.type("Empty the cart")
        await seen.page.get_by_role("dialog").get_by_role("button", name="Yes").click(timeout=20_000)
        await expect(seen.page.locator("[data-cart-count]")).to_be_hidden(timeout=20_000)


async def test_the_example_of_the_guide_is_a_panel_on_a_page_of_another_origin(tmp_path: Path) -> None:
    (example,) = (block.text for block in blocks(GUIDE) if block.title == "site/page.html")
    assert SERVER in example
    site = tmp_path / "site"
    site.mkdir()
    (site / "favicon.ico").touch()
    with web_server(site) as origin:
        (tmp_path / "antiphon.toml").write_text(f'[server]\nallowed_origins = ["{origin}"]\n')
        with serve("--assistants", str(of_tones(tmp_path / "assistants")), cwd=tmp_path) as server:
            policy = f"default-src 'none'; script-src 'unsafe-inline' {server.url}; connect-src {server.url}"
            head = f'<meta charset="utf-8" /><meta http-equiv="Content-Security-Policy" content="{policy}" />'
            page = example.replace(SERVER, server.url).replace('<meta charset="utf-8" />', head)
            (site / "page.html").write_text(page)
            microphone = silence(tmp_path / "silence.wav")
            async with visit(f"{origin}/page.html", microphone, server=server.url) as seen:
                assert await faults(seen.page) == []
                await seen.page.get_by_role("button", name="Switch the lamp on").click()
                await expect(seen.page.locator("#lamp")).to_have_text("on", timeout=30_000)
                await expect(seen.page.locator(".entry-line.assistant .text")).not_to_be_empty(timeout=20_000)
                track = await seen.page.evaluate_handle(
                    "document.querySelector('antiphon-panel').antiphon.microphoneStream.getTracks()[0]"
                )
                await seen.page.evaluate("document.body.prepend(document.querySelector('antiphon-panel'))")  # moved
                await expect(seen.page.get_by_role("button", name="Stop")).to_be_visible()
                assert await track.evaluate("track => track.readyState") == "live"
                await seen.page.evaluate("document.querySelector('antiphon-panel').remove()")
                assert await track.evaluate("track => track.readyState") == "ended"  # not left open unseen
