"""What the brain is told of what was heard."""

import ast
from pathlib import Path

import antiphon.session
from antiphon.domain.actions import Action, ActionCall, ActionOutcome
from antiphon.domain.commands import UpdateContext, UseContext
from antiphon.domain.context import PageContext
from antiphon.domain.conversation import ActionEnded, ActionTaken, AnswerRead, AssistantSaid, CallEnded, UserSaid
from antiphon.domain.events import ActionRequested, ActionSettled, HeardCorrected
from antiphon.domain.signals import ActionWithdrawn, ContextUpdated
from antiphon.session.memory import Memory, Page


def conversation() -> Memory:
    memory = Memory(Page(), language="en", prompt="")
    memory.observe(UserSaid("turn_1", "how are you"))
    memory.observe(AssistantSaid("turn_1", "Very well, and", complete=False))
    memory.observe(UserSaid("turn_2", "what time is it"))
    return memory


def said(memory: Memory) -> list[object]:
    return list(memory.request("turn_2").items)


def test_what_was_really_heard_of_an_interrupted_reply_takes_the_place_of_what_was_sent() -> None:
    memory = conversation()
    memory.observe(HeardCorrected("turn_1", "resp_1", 0, "Very"))
    assert said(memory) == [
        UserSaid("turn_1", "how are you"),
        AssistantSaid("turn_1", "Very", complete=False),
        UserSaid("turn_2", "what time is it"),
    ]


def test_of_a_reply_that_was_not_heard_at_all_the_brain_is_told_nothing_until_that_is_corrected_too() -> None:
    memory = conversation()
    memory.observe(HeardCorrected("turn_1", "resp_1", 0, ""))
    assert said(memory) == [UserSaid("turn_1", "how are you"), UserSaid("turn_2", "what time is it")]
    memory.observe(HeardCorrected("turn_1", "resp_1", 0, "Very well,"))
    assert said(memory)[1] == AssistantSaid("turn_1", "Very well,", complete=False)


def test_a_reply_that_was_heard_to_its_end_is_not_corrected() -> None:
    memory = conversation()
    memory.observe(AssistantSaid("turn_2", "It is noon.", complete=True))
    memory.observe(HeardCorrected("turn_2", "resp_1", 0, "It"))
    memory.observe(HeardCorrected("turn_9", "resp_1", 0, "It"))
    assert said(memory)[-1] == AssistantSaid("turn_2", "It is noon.")


def test_the_newest_interrupted_reply_of_a_turn_is_meant() -> None:
    memory = conversation()
    memory.observe(AssistantSaid("turn_1", "As I was saying,", complete=False))
    memory.observe(HeardCorrected("turn_1", "resp_1", 0, "As"))
    assert [item.text for item in said(memory) if isinstance(item, AssistantSaid)] == ["Very well, and", "As"]


def test_the_brain_is_told_how_long_nothing_had_been_said_when_words_began() -> None:
    memory = conversation()
    memory.observe(UserSaid("turn_3", "yes", after_s=75.0))
    assert said(memory)[-1] == UserSaid("turn_3", "yes", after_s=75.0)
    assert memory.preemptive_request("turn_4", "no", 2.0).items[-1] == UserSaid("turn_4", "no", after_s=2.0)


def test_an_outcome_belongs_to_the_turn_that_wanted_the_action_and_a_late_one_takes_its_place() -> None:
    memory = conversation()
    memory.observe(ActionRequested("turn_2", "inv_1", "remove", {"id": 7}, 1000, confirm=True))
    memory.observe(UserSaid("turn_3", "yes"))
    memory.observe(ActionRequested("turn_3", "inv_1", "remove", {"id": 7}, 1000))
    memory.observe(ActionEnded("inv_1", ActionOutcome("error", None, "action.timeout", "It is late.")))
    call = ActionCall("remove", {"id": 7})
    assert said(memory)[-1] == ActionTaken(
        "turn_2", "inv_1", call, ActionOutcome("error", None, "action.timeout", "It is late.")
    )
    before = memory.revision
    memory.observe(ActionEnded("inv_1", ActionOutcome("success", None)))
    assert said(memory)[-1] == ActionTaken("turn_2", "inv_1", call, ActionOutcome("success", None))
    assert memory.revision == before + 1
    # What the turn that said yes does further is still what the other one wanted.
    memory.observe(CallEnded("turn_3", ActionCall("weather", {}), ActionOutcome("success", "rain")))
    assert said(memory)[-1] == ActionTaken(
        "turn_2", "tool_1", ActionCall("weather", {}), ActionOutcome("success", "rain")
    )


def test_a_call_that_was_refused_is_no_tool_of_the_servers() -> None:
    memory = conversation()
    refused = ActionOutcome("error", None, "action.not_found", "There is none.")
    memory.observe(CallEnded("turn_2", ActionCall("fly", {}), refused, refused=True))
    memory.observe(CallEnded("turn_2", ActionCall("weather", {}), ActionOutcome("success", "rain")))
    assert [item.invocation_id for item in said(memory) if isinstance(item, ActionTaken)] == ["", "tool_1"]


def test_the_user_went_on_over_an_answer_that_they_had_read_in_part() -> None:
    memory = conversation()
    memory.observe(AssistantSaid("turn_2", "It is noon. Shall I remind you?"))
    memory.observe(AnswerRead("turn_2", "It is noon."))
    assert said(memory)[-1] == AssistantSaid("turn_2", "It is noon.", complete=False)


def test_an_action_that_the_user_is_asked_about_is_withdrawn_with_the_page_that_had_it() -> None:
    page = Page()
    update, use = page.handlers[UpdateContext], page.handlers[UseContext]
    use(UseContext(PageContext(actions={"remove": Action("remove", "Remove it")})))
    page.observe(ActionRequested("turn_1", "inv_1", "remove", {}, 1000, confirm=True))
    assert update(UpdateContext(ContextUpdated(route="/cart"))) is None
    assert update(UpdateContext(ContextUpdated(actions={}))) == ActionWithdrawn("inv_1")
    page.observe(ActionSettled("turn_1", "inv_1", ActionOutcome("error", None)))
    assert update(UpdateContext(ContextUpdated(actions={}))) is None
    assert page.revision == 3


def test_it_is_told_by_the_loop_by_output_and_by_a_reply() -> None:
    """And by nobody else, as its docstring and the architecture say."""
    tell = {
        path.stem
        for path in Path(antiphon.session.__file__).parent.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and ast.unparse(node) == "self._memory.observe"
    }
    assert tell == {"session", "output", "reply"}
