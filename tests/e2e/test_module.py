"""The browser module in Chromium, against the real server, where only a browser shows whether it works."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import Route

from e2e.bare import INJECTED, Site, bare, scripted_site
from e2e.browser import whole
from e2e.spoken import say, silence
from e2e.test_own_page import web_server

LONG = "I have a lot to tell, and I go on until somebody stops me. " * 4
LOOKS_A_MS = 1 / 5
DUCKING_MS = 600  # of 60 for the worklet and 100 for the fade

# What the module says on the data channel.
LISTEN = """
() => {
  const { send } = RTCDataChannel.prototype;
  window.sent = [];
  RTCDataChannel.prototype.send = function (text) {
    sent.push(JSON.parse(text));
    send.call(this, text);
  };
}
"""


@pytest.fixture(scope="module")
def patient() -> Iterator[Site]:
    """An assistant that nothing interrupts."""
    with scripted_site(LONG, 'profile = "hands-free"', "Yes please.") as site:
        yield site


@pytest.fixture
def quiet(tmp_path: Path) -> Path:
    return silence(tmp_path / "silence.wav")


async def test_the_voice_is_lowered_when_the_user_starts_to_speak_and_comes_back_where_nobody_is_heard(
    patient: Site, quiet: Path
) -> None:
    async with bare(patient, quiet) as page:
        await page.page.evaluate(INJECTED)
        await page.page.evaluate(LISTEN)
        await page.connect()
        await page.told("level", "detail.level < -60 && !detail.speech")
        await page.speaks()
        assert await page.page.evaluate("voice.volume") == 1
        # Counted in timers of the page: where the machine has no time for the page, they come as late as the voice.
        looks, after_ms = await page.page.evaluate(
            """async () => {
              const since = performance.now();
              let looks = 0;
              loudness.gain.value = 0.3;
              while (voice.volume > 0.3 && performance.now() - since < 5000) {
                await new Promise((go) => setTimeout(go, 5));
                looks++;
              }
              loudness.gain.value = 0.0005;
              return [looks, performance.now() - since];
            }"""
        )
        print(f"lowered after {after_ms:.0f} ms, in which the page looked {looks} times")
        assert looks < DUCKING_MS * LOOKS_A_MS
        assert await page.page.evaluate("sent.filter(({ type }) => type === 'input.detected').length") >= 1
        await page.told("level", "detail.level > -30 && detail.speech")
        await page.page.wait_for_function("() => voice.volume === 1", timeout=5000)
        assert await page.page.evaluate("antiphon.state") == "ai_speaking"


@pytest.mark.requirement("V7-BARGE")
async def test_an_interrupted_voice_is_muted_until_the_next_answer(patient: Site, quiet: Path) -> None:
    async with bare(patient, quiet) as page:
        await page.connect()
        await page.speaks()
        assert await page.page.evaluate("() => { antiphon.interrupt(); return voice.muted; }")
        await page.told("interrupted")
        await page.told("state", "detail.state === 'user_speaking'")
        assert await page.page.evaluate("voice.muted")
        await page.page.evaluate("antiphon.stopTalking({ cancel: true })")
        await page.told("state", "detail.state === 'idle' && detail.previous === 'user_speaking'")
        assert await page.page.evaluate("voice.muted")
        await page.page.evaluate("events.length = 0")
        await page.speaks()


async def test_a_refused_microphone_is_told_and_taken_once_it_is_allowed_in_the_same_call(
    patient: Site, tmp_path: Path
) -> None:
    async with bare(patient, say("Yes please.", tmp_path / "yes.wav"), permissions=(), launch=whole()) as page:
        await page.connect()
        refused = await page.told("microphone")
        assert (refused["available"], refused["code"]) == (False, "microphone.refused")
        assert refused["message"].startswith("The microphone is blocked for this page. Allow it")
        await page.speaks()
        await page.page.evaluate("antiphon.cancelReply()")
        await page.told("state", "detail.state === 'idle' && detail.previous === 'ai_speaking'")

        await page.page.context.grant_permissions(["microphone"])
        await page.page.evaluate("antiphon.useMicrophone()")
        await page.told("microphone", "detail.available")
        heard = await page.told("transcript", "detail.text === 'Yes please.'")
        assert heard["turnId"]
        connections = "events.filter(({ type }) => type === 'connection').length"
        assert await page.page.evaluate(connections) == 1


async def test_a_voice_that_the_browser_does_not_play_waits_for_a_click_anywhere(patient: Site, quiet: Path) -> None:
    async with bare(patient, quiet, permissions=()) as page:
        # Nothing may be asked of the page before the click: to the browser that would be a gesture.
        async with page.page.expect_console_message(
            lambda message: message.text.startswith("playback"), timeout=20_000
        ) as blocked:
            await page.page.goto(f"{patient.url}?auto")
        assert '"blocked":true,"message":"The browser plays no sound before a click.' in (await blocked.value).text
        async with page.page.expect_console_message(lambda message: message.text == 'playback {"blocked":false}'):
            await page.page.mouse.click(5, 5)
        await page.speaks()


async def test_the_microphones_are_listed_changed_and_replaced_in_the_call(patient: Site, tmp_path: Path) -> None:
    async with bare(patient, say("Yes please.", tmp_path / "yes.wav")) as page:
        await page.connect()
        devices = await page.page.evaluate("antiphon.devices()")
        microphones = [one for one in devices if one["kind"] == "microphone"]
        assert len(microphones) >= 2
        assert [one["id"] for one in microphones if one["chosen"]] == ["default"]
        assert all(one["label"] for one in microphones)

        other = microphones[-1]
        await page.page.evaluate("id => antiphon.useMicrophone(id)", other["id"])
        assert (await page.told("microphone"))["label"] == other["label"]
        chosen = [one["id"] for one in await page.page.evaluate("antiphon.devices()") if one["chosen"]]
        assert chosen == [other["id"], "default"]  # the microphone, and the speaker

        # A browser's devices cannot be unplugged from here; the track's own event is what a page gets of it.
        await page.page.evaluate(
            "() => { const [track] = antiphon.microphoneStream.getTracks();"
            " track.stop(); track.dispatchEvent(new Event('ended')); }"
        )
        replaced = await page.told("microphone", "detail.code === 'microphone.replaced'")
        assert replaced["available"]
        assert replaced["message"].startswith("The microphone was disconnected. The call goes on with ")
        await page.told("transcript", "detail.text === 'Yes please.'")


async def test_a_tab_that_the_browser_freezes_goes_on_when_it_wakes(patient: Site, quiet: Path) -> None:
    async with bare(patient, quiet) as page:
        await page.connect()
        # Headless Chromium freezes no tab that is seen; the events are what a page gets of it (Page Lifecycle, 4.4).
        await page.page.evaluate("document.dispatchEvent(new Event('freeze'))")
        asleep = await page.told("connection")
        assert (asleep["status"], asleep["message"][:34]) == ("asleep", "The browser has put this tab to sl")
        await page.page.evaluate("document.dispatchEvent(new Event('resume'))")
        assert (await page.told("connection"))["status"] == "connected"
        await page.speaks()


async def test_a_page_that_embeds_this_one_hears_the_turns_interrupts_and_stops(patient: Site, tmp_path: Path) -> None:
    silence(tmp_path / "silence.wav")
    (tmp_path / "favicon.ico").touch()
    inner = patient.url.removesuffix("/page.html")
    with web_server(tmp_path) as outer:
        (tmp_path / "outer.html").write_text(
            "<script>addEventListener('message', (event) => (window.heard ??= []).push([event.origin, event.data]))"
            f'</script><iframe src="{patient.url}?in={outer}" allow="microphone; autoplay"></iframe>'
        )
        site = Site(f"{outer}/outer.html", patient.server)
        async with bare(site, tmp_path / "silence.wav") as page:
            page.forgive(f"request to another host: {inner}/")  # the embedded page's own files
            embedded = page.page.frames[1]
            await embedded.wait_for_function("() => window.antiphon")
            await embedded.evaluate("antiphon.connect()")
            await embedded.evaluate("antiphon.sendText('Tell me something.')")
            await embedded.wait_for_function("() => antiphon.state === 'ai_speaking' && !voice.muted")
            speaks = "heard.some(([origin, { payload }]) => origin === inner && payload.state === 'speaking')"
            await page.page.wait_for_function(f"(inner) => {speaks}", arg=inner)
            assert await page.page.evaluate("heard.every(([, { type }]) => type === 'voicepilot.turn.event')")

            post = "([inner, type]) => frames[0].postMessage({ type }, inner)"
            await page.page.evaluate(post, [inner, "interruptAssistant"])
            await embedded.wait_for_function("() => voice.muted && antiphon.state === 'user_speaking'")
            await page.page.evaluate(post, [inner, "voicepilot.stopSession"])
            await embedded.wait_for_function("() => antiphon.state === 'not_connected'")
            page.forgive(f"request to another host: {inner}/")


@pytest.mark.requirement("V5-INVOKE")
async def test_an_action_that_loads_the_page_again_has_failed_and_the_call_goes_on(patient: Site, quiet: Path) -> None:
    async with bare(patient, quiet) as page:
        await page.page.goto(f"{patient.url}?auto")
        await page.told("connection", "detail.status === 'connected' && !detail.resumed")
        await page.page.evaluate("antiphon.sendText('Leave, please.')")
        await page.told("connection", "detail.resumed")
        await page.told("state", "detail.trigger === 'action.result'")
        await page.told("state", "detail.state === 'ai_speaking'")


# What is sent, as the sender has it, beside what the microphone gives: how long each was loud, and whether what is sent
# was ever anything but silence. Both are counted in samples of one context: where the machine has no time for the
# browser's sound, both are short of it, and a clock would be of neither.
SENT = """
() => {
  const { addTransceiver } = RTCPeerConnection.prototype;
  RTCPeerConnection.prototype.addTransceiver = function (...given) {
    window.sender = addTransceiver.apply(this, given).sender;
    return { sender };
  };
}
"""
WATCH_SENT = """
async () => {
  const context = new AudioContext();
  await context.audioWorklet.addModule('/client/src/pcm-worklet.js');
  const watch = (stream) => {
    const seen = { blocks: 0, loudMs: 0, audible: 0, level: 0 };
    const node = new AudioWorkletNode(context, 'pcm', { numberOfOutputs: 0 });
    node.port.onmessage = ({ data }) => {
      seen.level = Math.hypot(...data) / Math.sqrt(data.length);
      seen.blocks++;
      if (seen.level > 0) seen.audible++;
      if (seen.level > 0.05) seen.loudMs += 1000 * data.length / context.sampleRate;
    };
    context.createMediaStreamSource(stream).connect(node);
    return seen;
  };
  window.sentAudio = watch(new MediaStream([sender.track]));
  window.givenAudio = watch(antiphon.microphoneStream);
}
"""
SPOKEN_MS = 600
BEFORE_THE_KEY_MS = 200


@pytest.fixture(scope="module")
def by_key() -> Iterator[Site]:
    """An assistant that is talked to while a key is held."""
    with scripted_site("Well.", "", "Yes please.", top='triggers = ["ptt"]') as site:
        yield site


async def test_where_only_a_key_listens_silence_is_sent_and_the_first_syllable_is_kept(
    by_key: Site, quiet: Path
) -> None:
    async with bare(by_key, quiet) as page:
        await page.page.evaluate(INJECTED)
        await page.page.evaluate(SENT)
        await page.page.mouse.click(5, 5)
        await page.connect()
        await page.page.wait_for_function("() => sender.track.label.startsWith('MediaStreamAudioDestinationNode')")
        await page.page.evaluate(WATCH_SENT)
        await page.page.evaluate("loudness.gain.value = 0.3")
        await page.page.wait_for_function("() => sentAudio.blocks > 200")
        assert await page.page.evaluate("sentAudio.audible") == 0
        await page.page.evaluate("(events.length = 0, loudness.gain.value = 0.0005)")
        await page.told("level", "detail.level < -60 && !detail.speech")
        lost_ms = await page.page.evaluate(
            f"""async () => {{
              const after = (ms) => new Promise((go) => setTimeout(go, ms));
              givenAudio.loudMs = sentAudio.loudMs = 0;
              loudness.gain.value = 0.3;
              await after({BEFORE_THE_KEY_MS});
              antiphon.startTalking();
              await after({SPOKEN_MS - BEFORE_THE_KEY_MS});
              loudness.gain.value = 0.0005;
              antiphon.stopTalking();
              await after(600);
              return givenAudio.loudMs - sentAudio.loudMs;
            }}"""
        )
        print(f"{lost_ms:.0f} ms of what was said were not sent")
        assert lost_ms < BEFORE_THE_KEY_MS / 2
        assert (await page.told("transcript"))["text"] == "Yes please."
        await page.page.wait_for_function("() => sentAudio.level === 0")
        before = await page.page.evaluate("(sentAudio.audible = 0, sentAudio.blocks)")
        await page.page.wait_for_function(f"() => sentAudio.blocks > {before + 100}")
        assert await page.page.evaluate("sentAudio.audible") == 0


async def test_a_frame_and_a_page_that_are_not_let_say_what_is_missing(patient: Site, tmp_path: Path) -> None:
    (tmp_path / "favicon.ico").touch()
    frame = f'<iframe src="{patient.url}?auto" %s></iframe>'
    for name, attributes in (("without", ""), ("with", 'allow="microphone"')):
        (tmp_path / f"{name}.html").write_text(f"<!doctype html><title>Around</title>{frame % attributes}")
    with web_server(tmp_path) as around:
        async with bare(patient, silence(tmp_path / "silence.wav")) as page:

            async def told(url: str) -> str:
                """What the page says of its microphone, and logs for its author."""
                async with page.page.expect_console_message(lambda one: one.text.startswith("microphone ")) as message:
                    await page.page.goto(url)
                return (await message.value).text

            page.forgive("request to another host")
            assert '"code":"microphone.policy"' in await told(f"{around}/without.html")
            assert '"available":true' in await told(f"{around}/with.html")

            async def forbid(route: Route) -> None:
                answer = await route.fetch()
                await route.fulfill(response=answer, headers={**answer.headers, "Permissions-Policy": "microphone=()"})

            await page.page.route(f"{patient.url}?auto", forbid)
            assert "This page does not let its assistant use the microphone." in await told(f"{patient.url}?auto")
            advice = [fault for fault in page.faults if "Antiphon:" in fault]
            assert 'needs the attribute allow="microphone"' in advice[0]
            assert "It needs microphone=(self)." in advice[1]
            page.forgive("Antiphon:")
            page.forgive("request to another host")
