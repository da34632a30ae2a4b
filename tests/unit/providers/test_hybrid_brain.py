"""The brain `hybrid`: who answers what, and who goes on."""

from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from antiphon.domain.actions import Action, ActionCall, ActionOutcome
from antiphon.domain.context import PageContext
from antiphon.domain.conversation import (
    ActionTaken,
    AssistantSaid,
    BrainCall,
    BrainEvent,
    BrainRequest,
    BrainText,
    ConversationItem,
    UserSaid,
)
from antiphon.domain.errors import AntiphonError, ErrorCode
from antiphon.domain.load import Tally
from antiphon.providers.brain.hybrid import WHO, HybridBrain, create
from antiphon.providers.brain.rules import RulesBrain

LAMP = {"type": "object", "properties": {"to": {"enum": ["on", "off"]}}, "required": ["to"]}
ROOM = {"type": "object", "properties": {"which": {"enum": ["kitchen", "hall"]}}, "required": ["which"]}
PAGE = PageContext(
    actions={
        "switch_lamp": Action("switch_lamp", "Switch the lamp", LAMP),
        "delete_room": Action("delete_room", "Delete a room", ROOM),
    }
)
SWITCH = BrainCall(ActionCall("switch_lamp", {"to": "on"}))
FAILED = AntiphonError(ErrorCode.BRAIN_FAILED, "It is gone.")


class Model:
    """A `Brain` that yields what it is told to, or raises it."""

    def __init__(self, *events: BrainEvent | AntiphonError) -> None:
        self.events: Sequence[BrainEvent | AntiphonError] = events or (BrainText("I thought of it."),)
        self.asked: list[BrainRequest] = []

    async def start(self) -> None: ...

    async def close(self) -> None: ...

    def for_session(self) -> "Model":
        return self

    async def reply(self, request: BrainRequest) -> AsyncIterator[BrainEvent]:
        self.asked.append(request)
        for event in self.events:
            if isinstance(event, AntiphonError):
                raise event
            yield event


def hybrid(model: Model) -> HybridBrain:
    return HybridBrain(RulesBrain(), model, {who: Tally() for who in WHO})


async def heard(brain: HybridBrain, *items: ConversationItem, turn: str = "t1") -> list[BrainEvent]:
    return [event async for event in brain.reply(BrainRequest(turn, items, PAGE))]


async def test_an_order_that_fits_exactly_is_the_rules_and_the_rest_is_the_models() -> None:
    model = Model()
    brain = hybrid(model)
    assert await heard(brain, UserSaid("t1", "Switch the lamp on.")) == [SWITCH]
    assert model.asked == []
    for text in ("It is rather dark in here.", "Delete the room.", "Thank you.", "How many rooms are there?"):
        assert await heard(brain, UserSaid("t2", text), turn="t2") == [BrainText("I thought of it.")]
    assert len(model.asked) == 4


async def test_who_has_begun_a_turn_goes_on_with_it() -> None:
    model = Model(SWITCH)
    brain = hybrid(model)
    said = UserSaid("t1", "It is rather dark in here.")
    assert await heard(brain, said) == [SWITCH]
    model.events = (BrainText("There is light."),)
    taken = ActionTaken("t1", "inv_1", SWITCH.call, ActionOutcome("success"))
    assert await heard(brain, said, taken) == [BrainText("There is light.")]

    order = UserSaid("t2", "Switch the lamp on.")
    assert await heard(brain, order, turn="t2") == [SWITCH]
    done = ActionTaken("t2", "inv_2", SWITCH.call, ActionOutcome("success"))
    assert model.asked[-1].turn_id == "t1"
    await heard(brain, order, done, turn="t2")
    assert len(model.asked) == 2


async def test_a_yes_to_the_models_question_is_not_the_rules() -> None:
    model = Model(BrainText("Shall I switch the lamp on?"))
    brain = hybrid(model)
    first = UserSaid("t1", "Delete the room.")
    await heard(brain, first)
    asked = AssistantSaid("t1", "Shall I switch the lamp on?")
    model.events = (SWITCH,)
    assert await heard(brain, first, asked, UserSaid("t2", "Yes, the kitchen."), turn="t2") == [SWITCH]


async def test_where_the_model_fails_at_once_the_rules_answer() -> None:
    brain = hybrid(Model(FAILED))
    [*_, last] = await heard(brain, UserSaid("t1", "It is rather dark in here."))
    assert isinstance(last, BrainText)


async def test_it_tells_who_has_answered_how_many_turns_of_all_sessions() -> None:
    model = Model()
    brain = hybrid(model)
    order = UserSaid("t1", "Switch the lamp on.")
    await heard(brain, order)
    await heard(brain, order, ActionTaken("t1", "inv_1", SWITCH.call, ActionOutcome("success")))
    other = brain.for_session()
    await heard(other, UserSaid("t2", "It is rather dark in here."), turn="t2")
    model.events = (FAILED,)
    await heard(other, UserSaid("t3", "It is dark."), turn="t3")
    await heard(other, UserSaid("t4", "I am cold."), turn="t4")
    assert {who: times.count for who, times in brain.answers.items()} == {"rules": 1, "model": 1, "rules_for_model": 2}


async def test_where_the_model_fails_after_a_word_the_turn_fails() -> None:
    with pytest.raises(AntiphonError, match="It is gone"):
        await heard(hybrid(Model(BrainText("Well, "), FAILED)), UserSaid("t1", "It is rather dark in here."))


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, "must be a table with a `provider`"),
        ({"model": "openai"}, "must be a table with a `provider`"),
        ({"model": {"name": "x"}}, "must be a table with a `provider`"),
        ({"model": {"provider": "hybrid"}}, "another hybrid brain"),
        ({"model": {"provider": "nobody"}}, "There is no brain named 'nobody'"),
        ({"model": {"provider": "echo"}, "rules": 1}, "'rules' is not an option"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], told: str) -> None:
    with pytest.raises(AntiphonError, match=told):
        create(options, Path())


async def test_it_is_made_from_an_assistants_table() -> None:
    brain = create({"model": {"provider": "echo"}}, Path()).for_session()
    await brain.start()
    assert brain.model_id.startswith("antiphon-rules-")
    assert await brain.check() is None
    await brain.close()
