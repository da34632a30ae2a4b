"""German dialogues on three German pages, in Chromium: the wished change has happened on the page, and nothing else."""

import json
import re
from typing import Any

import pytest
from playwright.async_api import Page

from antiphon.contracts.vip import decode
from antiphon.domain.actions import ActionCall, ActionOutcome
from antiphon.domain.context import PageContext
from antiphon.domain.conversation import (
    ActionTaken,
    AssistantSaid,
    BrainCall,
    BrainRequest,
    BrainText,
    ConversationItem,
    UserSaid,
)
from antiphon.providers.brain.rules import RulesBrain
from e2e.stand import OBSERVE, Stand
from support.german_pages import FOLDER, PAGES, TODAY, dialogues

MOST_CALLS = 12
_REFUSED = re.compile(r"^((?:action|protocol|limits)\.\w+): (.*)$", re.DOTALL)


async def context(page: Page) -> PageContext:
    told = json.loads(await page.evaluate("JSON.stringify(told())"))
    payload = {"protocol": "vip/1", **{name: value for name, value in told.items() if value is not None}}
    opened: Any = decode.meaning(decode.validated({"type": "session.initialize", "payload": payload}))
    found: PageContext = opened.page
    return found


async def operate(page: Page, call: ActionCall) -> ActionOutcome:
    told = await page.evaluate(
        "([id, given]) => run(id, given).then((output) => output ?? null)", [call.action_id, dict(call.parameters)]
    )
    refused = _REFUSED.match(told) if isinstance(told, str) else None
    return ActionOutcome("error", None, refused[1], refused[2]) if refused else ActionOutcome("success", told)


async def talked(page: Page, sentences: list[str]) -> str:
    """The last answer of a dialogue, whose calls the page has carried out."""
    brain = RulesBrain(lambda: TODAY)
    items: list[ConversationItem] = []
    answer = ""
    for number, sentence in enumerate(sentences):
        turn = f"turn_{number}"
        items.append(UserSaid(turn, sentence, typed=True))
        for _ in range(MOST_CALLS):
            request = BrainRequest(turn, list(items), await context(page), language="de")
            events = [event async for event in brain.reply(request)]
            call = next((event.call for event in events if isinstance(event, BrainCall)), None)
            if call is None:
                answer = "".join(event.text for event in events if isinstance(event, BrainText))
                break
            items.append(ActionTaken(turn, "inv", call, await operate(page, call)))
        items.append(AssistantSaid(turn, answer))
    return answer


@pytest.mark.parametrize("name", PAGES)
async def test_what_people_say_in_german_happens_on_the_page(stand: Stand, name: str) -> None:
    (stand.folder / f"{name}.html").write_text((FOLDER / f"{name}.html").read_text("utf-8"))
    page = await stand.context.new_page()
    for dialogue in dialogues(name):
        await page.goto(f"{stand.origin}/{name}.html")
        await page.evaluate(OBSERVE)
        answer = await talked(page, dialogue["say"])
        assert await page.evaluate(f"() => Boolean({dialogue['check']})"), (dialogue["say"], answer)
        assert re.search(dialogue.get("answer", ""), answer, re.IGNORECASE), (dialogue["say"], answer)
    await page.close()
