"""The page at `/`, in Chromium, against the real server with the embedded speech: nothing in the path is a mock."""

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect

from e2e.browser import AUDIBLE, SILENT, visit
from e2e.spoken import say, silence
from support.server import RunningServer


def in_order(wanted: list[str], shown: list[str]) -> bool:
    """Whether `shown` holds all of `wanted`, in that order, whatever else it holds."""
    rest = iter(shown)
    return all(state in rest for state in wanted)


@pytest.mark.requirement("VIP7-VISUAL")
@pytest.mark.requirement("V5-INVOKE")
async def test_a_spoken_order_changes_the_page_and_is_answered_aloud(server: RunningServer, tmp_path: Path) -> None:
    microphone = say("Please go to the settings.", tmp_path / "order.wav")
    async with visit(server.url, microphone) as seen:
        await expect(seen.page.locator("#section-home")).to_be_visible()
        await seen.start()
        assert await seen.loudest() < SILENT  # before anything is said

        await seen.said("ettings")
        await expect(seen.page.locator("#section-settings")).to_be_visible(timeout=20_000)
        await expect(seen.page.locator("#section-home")).to_be_hidden()
        await seen.heard()
        await expect(seen.page.locator(".entry-line.assistant .text")).not_to_be_empty()
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
    async with visit(server.url, say("Please go to the settings.", tmp_path / "order.wav")) as seen:
        await seen.start()
        await seen.page.get_by_role("button", name="Mute").click()
        await seen.page.evaluate("document.activeElement.blur()")
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
