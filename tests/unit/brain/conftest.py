"""A conversation with the brain, item by item, as a session would keep it."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from antiphon.domain.actions import Action, ActionCall, ActionOutcome
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
from antiphon.providers.brain.rules import create

DATA = Path(__file__).parents[2] / "data"


def registry(entries: Mapping[str, Any]) -> dict[str, Action]:
    return {
        name: Action(name, entry["description"], entry.get("parameters", {}), confirm=entry.get("confirm", False))
        for name, entry in entries.items()
    }


class Talk:
    """Says things to a brain and keeps what was said and done. `call` is the last call, `pieces` the last reply."""

    def __init__(self, actions: Mapping[str, Action], narration: str = "", route: str | None = None) -> None:
        self.page = PageContext(narration, route, actions, 1)
        self.items: list[ConversationItem] = []
        self.call: ActionCall | None = None
        self.pieces: list[str] = []
        self._brain = create({}, Path()).for_session()
        self._turn = 0

    async def say(self, text: str) -> str:
        """What is answered to an utterance; empty where an action is called."""
        self._turn += 1
        self.items.append(UserSaid(f"turn_{self._turn}", text))
        return await self.reply()

    async def ends(self, outcome: ActionOutcome) -> str:
        """What is said when the action that was called has ended."""
        assert self.call is not None
        self.items.append(ActionTaken(f"turn_{self._turn}", f"inv_{self._turn}", self.call, outcome))
        return await self.reply()

    async def reply(self) -> str:
        request = BrainRequest(f"turn_{self._turn}", list(self.items), self.page)
        events = [event async for event in self._brain.reply(request)]
        calls = [event.call for event in events if isinstance(event, BrainCall)]
        assert len(calls) <= 1
        self.call = calls[0] if calls else None
        self.pieces = [event.text for event in events if isinstance(event, BrainText)]
        said = "".join(self.pieces)
        if said:
            self.items.append(AssistantSaid(f"turn_{self._turn}", said))
        return said

    def was_cut_to(self, heard: str) -> None:
        """The last reply was interrupted: only these words of it were heard."""
        last = self.items.pop()
        assert isinstance(last, AssistantSaid)
        self.items.append(AssistantSaid(last.turn_id, heard, complete=False))


@pytest.fixture(scope="session")
def shop() -> dict[str, Action]:
    return registry(json.loads((DATA / "registry.json").read_text()))


@pytest.fixture
def talk(shop: dict[str, Action]) -> Talk:
    narration = "This is the start page of the shop. The cart holds two red shoes. Shipping is free today."
    return Talk(shop, narration, "/home")


@pytest.fixture
def talk_to() -> Callable[..., Talk]:
    """A conversation on a page with other actions: id to description and parameters."""
    return lambda entries, **page: Talk(registry(entries), **page)


def action(description: str, properties: Any = None, required: Any = (), confirm: bool = False) -> dict[str, Any]:
    schema = {"type": "object", "properties": properties or {}, "required": list(required)}
    return {"description": description, "parameters": schema, "confirm": confirm}


async def call_on(page: dict[str, Any], utterance: str) -> ActionCall | None:
    talk = Talk(registry(page))
    await talk.say(utterance)
    return talk.call
