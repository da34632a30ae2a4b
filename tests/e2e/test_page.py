"""The page at `/`, in Chromium, against the real server with the embedded speech: nothing in the path is a mock."""

import signal
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.async_api import ViewportSize, expect

from e2e.browser import AUDIBLE, SILENT, visit, whole
from e2e.scenes import SCENES, play, renew
from e2e.spoken import say, silence
from support.server import RunningServer, serve


def in_order(wanted: list[str], shown: list[str]) -> bool:
    """Whether `shown` holds all of `wanted`, in that order, whatever else it holds."""
    rest = iter(shown)
    return all(state in rest for state in wanted)


@pytest.mark.requirement("VIP7-VISUAL")
@pytest.mark.requirement("V5-INVOKE")
async def test_a_spoken_order_changes_the_page_and_is_answered_aloud(server: RunningServer, tmp_path: Path) -> None:
    microphone = say("Please go to the settings.", tmp_path / "order.wav", again=True)
    async with visit(server.url, microphone, launch=whole(), reduced_motion="no-preference") as seen:
        await expect(seen.page.locator("#section-home")).to_be_visible()
        await seen.start()
        assert await seen.loudest() < SILENT  # before anything is said

        await seen.said("ettings")
        await expect(seen.page.locator("#section-settings")).to_be_visible(timeout=20_000)
        await expect(seen.page.locator("#section-home")).to_be_hidden()
        await seen.heard()
        await expect(seen.page.locator(".entry-line.assistant .text").last).not_to_be_empty()
        await seen.state("idle")

        states = [
            "not_connected",
            "connecting",
            "idle",
            "user_speaking",
            "ai_thinking",
            "invoke_action",
            "ai_speaking",
            "idle",
        ]
        assert in_order(states, await seen.states()), await seen.states()


async def test_a_typed_order_changes_the_page_and_is_answered_aloud(server: RunningServer, tmp_path: Path) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav")) as seen:
        await seen.start()
        await seen.type("Set the volume to forty")
        await seen.said("Set the volume to forty")
        await expect(seen.page.locator("#volume")).to_have_value("40", timeout=20_000)
        await seen.heard()
        assert in_order(["ai_thinking", "invoke_action", "ai_speaking"], await seen.states())


@pytest.mark.requirement("V7-BARGE")
async def test_escape_silences_the_answer_at_once_and_marks_it(server: RunningServer, tmp_path: Path) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav")) as seen:
        await seen.start()
        await seen.page.get_by_role("button", name="What can I do here?").click()
        await seen.heard()
        muted = await seen.page.evaluate(
            "() => { document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })); return voice.muted; }"
        )
        assert muted, "the element is muted in the same instant, before the server has answered"
        await seen.state("user_speaking")
        await expect(seen.page.locator(".entry-line.interrupted")).to_contain_text("Interrupted")
        await seen.page.wait_for_function(f"() => watched.level < {SILENT}", timeout=5_000)


async def test_holding_the_space_bar_is_a_turn_also_where_the_microphone_is_muted(
    server: RunningServer, tmp_path: Path
) -> None:
    async with visit(server.url, say("Please go to the settings.", tmp_path / "order.wav", again=True)) as seen:
        await seen.start()
        await seen.page.get_by_role("button", name="Mute").click()
        await seen.page.keyboard.down("Space")
        await seen.state("user_speaking")
        await seen.finished_speaking()
        assert (
            await seen.page.locator("#panel").get_attribute("data-vip-state") == "user_speaking"
        )  # silence ends nothing
        await seen.page.keyboard.up("Space")
        await seen.said("ettings")
        await expect(seen.page.locator("#section-settings")).to_be_visible(timeout=20_000)


async def test_stop_ends_the_call_and_puts_the_microphone_out(server: RunningServer, tmp_path: Path) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav")) as seen:
        await seen.start()
        microphone = await seen.page.evaluate_handle(
            "async () => (await import('/client/demo/demo.js')).antiphon.microphoneStream.getTracks()[0]"
        )
        assert await microphone.evaluate("track => track.readyState") == "live"
        await seen.stop()
        assert await microphone.evaluate("track => track.readyState") == "ended"
        assert await seen.page.evaluate("voice.srcObject") is None

        await seen.start()  # and the next call is a new one
        await seen.stop()


async def test_without_a_microphone_the_page_says_why_and_typing_still_works(
    server: RunningServer, tmp_path: Path
) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav"), permissions=()) as seen:
        await seen.start()
        await expect(seen.page.get_by_role("alert")).to_contain_text("The microphone is blocked for this page.")
        await seen.type("Go to the catalogue")
        await expect(seen.page.locator("#section-catalogue")).to_be_visible(timeout=20_000)
        await seen.heard()
        assert await seen.loudest() > AUDIBLE


async def test_a_phone_shows_everything_that_is_needed_without_scrolling_sideways(
    server: RunningServer, tmp_path: Path
) -> None:
    phone: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
    async with visit(server.url, silence(tmp_path / "silence.wav"), **phone) as seen:
        await seen.start()
        for name in ("Stop", "Hold to talk", "Interrupt", "Mute", "Send"):
            await expect(seen.page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
        assert await seen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


SIZES: list[ViewportSize] = [
    {"width": 1280, "height": 800},
    {"width": 1280, "height": 720},
    {"width": 1024, "height": 640},
    {"width": 390, "height": 844},
]

# The ratio of WCAG 2.2, 1.4.3, of a button's words to its face, as the canvas of the browser has the colours.
CONTRAST = """
(button) => {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const channel = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const luminance = (...colours) => {
    for (const colour of colours) { context.fillStyle = colour; context.fillRect(0, 0, 1, 1); }
    const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data].map((value) => channel(value / 255));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const under = getComputedStyle(document.querySelector('#panel').shadowRoot.querySelector('.panel')).backgroundColor;
  const { backgroundColor, color } = getComputedStyle(button);
  const two = [luminance(under, backgroundColor), luminance(under, backgroundColor, color)].sort((a, b) => b - a);
  return (two[0] + 0.05) / (two[1] + 0.05);
}
"""
READABLE = 4.5
SCHEMES: list[Literal["light", "dark"]] = ["light", "dark"]


async def test_every_button_stays_readable_under_the_mouse_pressed_or_not(
    server: RunningServer, tmp_path: Path
) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav"), reduced_motion="reduce") as seen:
        buttons = seen.page.locator("#panel :is(.button, .chip):visible:enabled")

        async def readable() -> None:
            for button in await buttons.all():
                await button.hover()
                for scheme in SCHEMES:
                    await seen.page.emulate_media(color_scheme=scheme)
                    ratio = await button.evaluate(CONTRAST)
                    assert ratio >= READABLE, f"{await button.inner_text()!r} has {ratio:.1f} where it is {scheme}"

        await readable()
        await seen.start()
        await readable()
        await seen.page.get_by_role("button", name="Mute").click()
        await seen.page.locator("[data-talk]").evaluate("button => button.setAttribute('aria-pressed', 'true')")
        await readable()
        await seen.page.locator("[data-talk]").evaluate("button => button.setAttribute('aria-pressed', 'false')")
        await seen.stop()
        await readable()
        for scheme in SCHEMES:  # still muted, and disabled
            await seen.page.emulate_media(color_scheme=scheme)
            assert await seen.page.locator("[data-mute]").evaluate(CONTRAST) >= READABLE, scheme


async def test_no_notice_pushes_the_text_field_out_of_the_panel(server: RunningServer, tmp_path: Path) -> None:
    blocked = SCENES["refused"].script
    degraded = (
        "tell('health', { status: 'degraded', guidance: "
        "'I hear you, but the words do not come through at the moment. Please say it again, or type.' });"
    )
    inside = """(entry) => {
      const { bottom } = entry.getBoundingClientRect();
      return bottom <= document.querySelector('#panel').getBoundingClientRect().bottom && bottom <= innerHeight;
    }"""
    async with visit(server.url, silence(tmp_path / "silence.wav"), reduced_motion="reduce") as seen:
        notice, entry = seen.page.get_by_role("alert"), seen.page.locator(".entry")
        for size in SIZES:
            await seen.page.set_viewport_size(size)
            await renew(seen.page, "", blocked)
            await expect(notice).to_contain_text("blocked")
            assert await entry.evaluate(inside), size
            await play(seen.page, degraded)
            assert await entry.evaluate(inside), size
            for _ in range(2):
                await seen.page.get_by_role("button", name="Dismiss").first.click()
            await expect(notice).to_have_count(0)


async def test_what_is_pressed_keeps_its_place_before_in_and_after_a_call(
    server: RunningServer, tmp_path: Path
) -> None:
    places = """(panel) => ['.call', '[data-talk]', '[data-mute]', '[data-interrupt]', 'input'].map((part) => {
      const { left, top, bottom } = panel.querySelector(part).getBoundingClientRect();
      return bottom < innerHeight && `${part} ${Math.round(part === '.call' ? 0 : left)} ${Math.round(top)}`;
    })"""
    state = "tell('state', { state: '%s', previous: '', trigger: '' });"
    notice = "tell('error', { code: 'stt.no_match', message: 'I heard no words. Say it again, a little louder.' });"
    async with visit(server.url, silence(tmp_path / "silence.wav"), reduced_motion="reduce") as seen:
        panel = seen.page.locator(".panel")
        for height in (800, 500):
            await seen.page.set_viewport_size({"width": 1280, "height": height})
            await renew(seen.page, "", "")
            before = await panel.evaluate(places)
            assert all(before), height  # in sight
            for script in ("call('idle');", notice, "call('ai_speaking');", state % "idle", state % "not_connected"):
                await play(seen.page, script)
                assert await panel.evaluate(places) == before, (height, script)


async def test_the_hint_says_only_what_the_microphone_allows(server: RunningServer, tmp_path: Path) -> None:
    microphone = silence(tmp_path / "silence.wav")
    async with visit(server.url, microphone) as seen:
        await seen.start()
        hint = seen.page.locator("[data-state-hint]")
        await expect(hint).to_have_text("Say something, or type it.")
        await seen.page.get_by_role("button", name="Mute").click()
        await expect(seen.page.locator("[data-state-name]")).to_have_text("Muted")
        await expect(hint).to_have_text("Hold Space to talk.")
        await seen.page.keyboard.down("Space")  # the click has left no focus on the button
        await seen.state("user_speaking")
        await seen.page.keyboard.up("Space")
        mute = seen.page.get_by_role("button", name="Mute")
        await expect(mute).to_have_attribute("aria-pressed", "true")
        await seen.state("idle")
        await mute.focus()  # with the focus on it the space bar is its own
        await expect(hint).to_have_text("Hold the button to talk.")
        await mute.blur()
        await expect(hint).to_have_text("Hold Space to talk.")
    async with visit(server.url, microphone, permissions=()) as seen:
        await seen.start()
        await expect(hint := seen.page.locator("[data-state-hint]")).to_have_text("Type what you want.")
        await seen.page.get_by_role("button", name="What can I do here?").click()
        await seen.heard()
        await expect(hint).to_have_text("Type to interrupt.")


async def test_a_sentence_that_finds_no_server_is_back_in_the_field(server: RunningServer, tmp_path: Path) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav")) as seen:
        await seen.page.route("**/v1/sessions", lambda route: route.abort())
        await seen.type("Go to the catalogue")
        await expect(seen.page.get_by_role("alert")).to_contain_text("Is the server running?")
        field = seen.page.get_by_label("Type instead of talking")
        await expect(field).to_have_value("Go to the catalogue")

        await seen.page.unroute("**/v1/sessions")
        await field.press("Enter")
        await expect(seen.page.locator("#section-catalogue")).to_be_visible(timeout=20_000)
        await expect(field).to_have_value("")
        seen.faults = [fault for fault in seen.faults if "ERR_FAILED" not in fault]  # what was made to fail above


async def test_a_hang_up_in_words_is_told_on_the_page(server: RunningServer, tmp_path: Path) -> None:
    async with visit(server.url, silence(tmp_path / "silence.wav")) as seen:
        await seen.start()
        await seen.type("Goodbye")
        await seen.state("not_connected")
        await expect(seen.page.get_by_role("alert")).to_have_text("You hung up.")
        await seen.said("Goodbye")


async def test_the_address_names_the_assistant_and_a_shutdown_marks_the_answer_that_it_cuts(tmp_path: Path) -> None:
    script = '{"match": null, "do": [{"say": "This is the shop, and it has a lot to tell, more than anyone hears."}]}\n'
    (tmp_path / "shop.jsonl").write_text(script)
    (tmp_path / "shop.toml").write_text(
        f'[stt]\nprovider = "scripted"\n[brain]\nprovider = "scripted"\nscript = "{tmp_path / "shop.jsonl"}"\n'
        '[tts]\nprovider = "scripted"\n'
    )
    with serve("--assistants", str(tmp_path)) as own:
        async with visit(f"{own.url}/?assistant=shop", silence(tmp_path / "silence.wav")) as seen:
            await seen.start()
            await seen.type("Hello")
            await seen.heard()
            own.process.send_signal(signal.SIGTERM)
            await seen.state("not_connected")
            await expect(seen.page.get_by_role("alert")).to_have_text("The server is shutting down.")
            await expect(seen.page.locator(".entry-line.assistant .mark")).to_have_text(
                "Cut off by the end of the call"
            )


async def test_what_is_being_said_is_shown_and_replaced_by_what_was_understood(
    server: RunningServer, tmp_path: Path
) -> None:
    async with visit(server.url, say("Please go to the settings.", tmp_path / "order.wav", again=True)) as seen:
        await seen.page.evaluate(
            "async () => (await import('/client/demo/demo.js')).antiphon.on('partial', ({ text }) => {"
            " (watched.partials ??= []).push(text) })"
        )
        await seen.start()
        await seen.said("ettings")
        await expect(seen.page.locator("#section-settings")).to_be_visible(timeout=20_000)
        await expect(seen.page.locator(".entry-line.partial")).to_have_count(0)
        await expect(seen.page.locator(".entry-line.user", has_text="ettings")).to_have_count(1)
        assert await seen.page.evaluate("watched.partials?.length > 0")
