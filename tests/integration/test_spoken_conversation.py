"""Spoken to the real server over real WebRTC: a follow-up for what is missing, and a question about the page."""

import json
from collections.abc import Mapping

import pytest

from antiphon.domain.audio import Pcm
from antiphon.testing.caller import Caller
from support.brain_talk import DATA
from support.guest import A_PAGE, SHIPPING, THAT_PAGE
from support.server import RunningServer

SHOP = json.loads((DATA / "registry.json").read_text("utf-8"))
NARRATION = "This is the start page of the shop. Shipping is free today."


async def test_a_missing_parameter_is_asked_for_and_answered_aloud(
    server: RunningServer, voice: Mapping[str, Pcm]
) -> None:
    async with Caller(server.url, actions=SHOP, narration=NARRATION) as call:
        question = await call.reply(await call.say(voice[A_PAGE]))
        assert question.text.startswith("Which page? ")
        assert question.heard_after_ms is not None
        assert not [event for event in question.events if event.type == "action.invoke"]
        answered = await call.reply(await call.say(voice[THAT_PAGE]))
        [order] = [event.payload for event in answered.events if event.type == "action.invoke"]
        assert (order["action_id"], order["parameters"]) == ("navigate", {"page": "settings"})


@pytest.mark.requirement("V5-NARRATE")
async def test_a_spoken_question_is_answered_from_the_narrated_state(
    server: RunningServer, voice: Mapping[str, Pcm]
) -> None:
    async with Caller(server.url, actions=SHOP, narration=NARRATION) as call:
        reply = await call.reply(await call.say(voice[SHIPPING]))
        assert reply.text == "Shipping is free today."
        assert not [event for event in reply.events if event.type == "action.invoke"]
