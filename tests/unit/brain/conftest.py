"""Pages and conversations for the rules brain."""

from collections.abc import Callable
from typing import Any

import pytest

from antiphon.domain.actions import Action, ActionCall
from support.brain_talk import DATA, Talk, registry, shop_actions

__all__ = ["DATA", "Talk", "action", "call_on", "registry"]


@pytest.fixture(scope="session")
def shop() -> dict[str, Action]:
    return shop_actions()


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
