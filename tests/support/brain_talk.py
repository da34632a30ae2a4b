"""A conversation with the rules brain, item by item, as a session would keep it; and the tables of phrasings."""

import csv
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

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
from antiphon.providers.brain.rules import RulesBrain

DATA = Path(__file__).parents[1] / "data"
TODAY = date(2026, 3, 4)
"""A Wednesday."""
MOST_CALLS = 6
BRAIN = RulesBrain(lambda: TODAY)
"""It keeps nothing but the registry made ready, which is the same for hundreds of talks about one page."""


def registry(entries: Mapping[str, Any]) -> dict[str, Action]:
    return {
        name: Action(name, entry["description"], entry.get("parameters", {}), confirm=entry.get("confirm", False))
        for name, entry in entries.items()
    }


class Talk:
    """Says things to a brain and keeps what was said and done. `call` is the last call, `pieces` the last reply."""

    def __init__(
        self,
        actions: Mapping[str, Action],
        narration: str = "",
        route: str | None = None,
        *,
        brain: RulesBrain = BRAIN,
        language: str = "en",
    ) -> None:
        self._brain = brain
        self._language = language
        self.page = PageContext(narration, route, actions, 1)
        self.items: list[ConversationItem] = []
        self.call: ActionCall | None = None
        self.pieces: list[str] = []
        self._turn = 0

    async def say(self, text: str, *, typed: bool = False, after_s: float | None = None) -> str:
        """What is answered to an utterance, so long after the last answer; empty where an action is called."""
        self._turn += 1
        self.items.append(UserSaid(f"turn_{self._turn}", text, typed, after_s=after_s))
        return await self.reply()

    def was_told(self, text: str) -> None:
        """Something was said before, such as what the page asks."""
        self.items.append(AssistantSaid("turn_0", text))

    async def types(self, text: str, *, read: str) -> str:
        """What is answered to what was typed over the last reply, of which so much was read and nothing heard."""
        self._turn += 1
        if isinstance(self.items[-1], AssistantSaid):
            self.items.pop()
        self.items.append(UserSaid(f"turn_{self._turn}", text, typed=True, read=read))
        return await self.reply()

    async def ends(self, outcome: ActionOutcome) -> str:
        """What is said when the action that was called has ended."""
        assert self.call is not None
        self.items.append(ActionTaken(f"turn_{self._turn}", f"inv_{self._turn}", self.call, outcome))
        return await self.reply()

    async def reply(self) -> str:
        request = BrainRequest(f"turn_{self._turn}", list(self.items), self.page, self._language)
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


@dataclass(frozen=True)
class Phrasing:
    """An utterance and the calls that are meant: none, one, or several in order. Texts are compared in lower case."""

    utterance: str
    meant: list[ActionCall]


@dataclass(frozen=True)
class Heard:
    """A phrasing, and the calls that came of it."""

    phrasing: Phrasing
    calls: list[ActionCall]

    @property
    def is_right(self) -> bool:
        return [_plain(call) for call in self.calls] == [_plain(call) for call in self.phrasing.meant]

    @property
    def is_wrong(self) -> bool:
        """Whether an action was called that nobody meant; another value is only not right."""
        return not {call.action_id for call in self.calls} <= {call.action_id for call in self.phrasing.meant}


def phrasings(name: str) -> list[Phrasing]:
    """A table of `tests/data`: an utterance, an action (`-` for none, `several` for a list) and its parameters."""
    with (DATA / name).open(newline="") as file:
        lines = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [Phrasing(line["utterance"], _meant(line["action"], json.loads(line["parameters"]))) for line in lines]


def _meant(action: str, parameters: Any) -> list[ActionCall]:
    if action == "several":
        return [ActionCall(name, values) for name, values in parameters]
    return [] if action == "-" else [ActionCall(action, parameters)]


def _plain(call: ActionCall) -> tuple[str, dict[str, Any]]:
    values = {name: _lower(value) for name, value in call.parameters.items()}
    return call.action_id, values


def _lower(value: Any) -> Any:
    return value.lower() if isinstance(value, str) else value


async def all_calls(actions: Mapping[str, Action], utterance: str) -> list[ActionCall]:
    """Every call of a turn, where each action succeeds."""
    talk = Talk(actions)
    await talk.say(utterance)
    calls: list[ActionCall] = []
    while talk.call and len(calls) < MOST_CALLS:
        calls.append(talk.call)
        await talk.ends(ActionOutcome("success"))
    return calls


def greenhouse_actions() -> dict[str, Action]:
    """A page with tools of the server beside its own actions."""
    return registry(json.loads((DATA / "greenhouse.json").read_text()))


def shop_actions() -> dict[str, Action]:
    return registry(json.loads((DATA / "registry.json").read_text()))
