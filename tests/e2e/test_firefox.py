"""The page at `/`, in Firefox ESR, against the real server with the embedded speech: nothing in the path is a mock."""

import asyncio
import re
from pathlib import Path

import pytest

from e2e.browser import SILENT
from e2e.firefox import BLOCKED, PANEL, visit
from e2e.spoken import say
from e2e.test_page import in_order
from e2e.test_resume import NOTE
from support.server import RunningServer

LEAD_S = 1.0  # here the microphone is open before anything is said into it
SECOND_CLAUSE = 75  # looks of 20 ms at an answer that is audible; after the first a busy machine makes a long pause
SILENCED = 75  # such looks at most; some twenty on a machine that has nothing else to do

# How many looks found the answer still audible after the user was, who begins to speak after this has begun. Where the
# machine has no time for the page, it looks as late as it falls silent.
STILL_HEARD = """
(async () => {
  const until = async (done) => { while (!done()) await new Promise((go) => setTimeout(go, 5)); };
  const asked = performance.now();
  await until(() => watched.spoke > asked);
  const before = watched.heard;
  await until(() => panel.dataset.vipState === 'user_speaking' && performance.now() - watched.sounded > 500);
  return watched.heard - before;
})()
"""


@pytest.mark.requirement("VIP7-VISUAL")
@pytest.mark.requirement("V5-INVOKE")
@pytest.mark.requirement("V7-BARGE")
async def test_a_spoken_order_changes_the_page_and_speech_over_the_answer_silences_it(
    server: RunningServer, tmp_path: Path
) -> None:
    order = say("Please go to the settings.", tmp_path / "order.wav", LEAD_S)
    interruption = say("Please go to the catalogue.", tmp_path / "interruption.wav", LEAD_S)
    async with visit(server.url) as seen:
        await seen.section("home")
        await seen.start()
        assert await seen.page.evaluate("watched.loudest") < SILENT  # before anything is said

        await seen.say(order)
        await seen.said("user", "ettings")
        await seen.section("settings")
        await seen.heard()
        await seen.state("idle")
        await seen.quiet()
        shown = ["not_connected", "connecting", "idle", "user_speaking", "ai_thinking", "invoke_action", "ai_speaking"]
        assert in_order([*shown, "idle"], await seen.states()), await seen.states()

        await seen.page.evaluate("watched.heard = 0")
        await seen.type("What can I do here?")
        await seen.page.until(f"watched.heard > {SECOND_CLAUSE}")
        still_heard, _ = await asyncio.gather(seen.page.evaluate(STILL_HEARD), seen.say(interruption))
        print(f"silent after {still_heard} looks since the user was heard")
        assert still_heard < SILENCED
        await seen.section("catalogue")
        await seen.said("assistant", "Interrupted")
        await seen.heard()
        assert in_order([*shown, "ai_speaking", "user_speaking", "ai_thinking"], await seen.states())


async def test_a_page_without_a_microphone_tells_no_address_and_its_call_outlives_a_reload(
    server: RunningServer,
) -> None:
    async with visit(server.url, BLOCKED) as seen:
        await seen.start()
        alerts = f"[...{PANEL}.querySelectorAll('[role=alert]')].map((one) => one.textContent)"
        told = await seen.page.evaluate(alerts)
        assert any(one.startswith("The microphone is blocked for this page.") for one in told), told
        offer = await seen.page.evaluate("watched.connections[0].localDescription.sdp")
        addresses = re.findall(r"a=candidate:\S+ \d UDP \d+ (\S+)", offer)
        assert addresses
        assert all(address.endswith(".local") for address in addresses), addresses

        await seen.type("Set the volume to forty")
        await seen.said("user", "Set the volume to forty")
        await seen.page.until("document.querySelector('#volume').value === '40'")
        await seen.heard()
        await seen.state("idle")

        await seen.page.reload()
        await seen.page.evaluate(f"({NOTE})()")
        await seen.start()
        assert (await seen.page.evaluate("watched.told"))[0] == "resumed"
        await seen.type("Go to the catalogue")
        await seen.section("catalogue")
        await seen.heard()
        await seen.click("Stop")
        await seen.state("not_connected")
