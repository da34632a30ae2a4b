"""`<antiphon-panel>` in Chromium: what it tells of the call, in writing and to screen readers."""

import re
from itertools import groupby
from pathlib import Path

import pytest
from playwright.async_api import expect

from e2e.browser import visit
from e2e.scenes import play, see
from e2e.spoken import silence
from support.server import RunningServer

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
