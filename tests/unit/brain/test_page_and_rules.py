"""The reading of the page's structure and the rules behind it, in one conversation: what one has asked or told counts
for the other."""

from dataclasses import replace

import pytest

from antiphon.domain.actions import Action, ActionCall, ActionOutcome
from support.guest_house import decoded, use
from support.house_talk import House

ASKED = "The page asks: Leave the team? You can say yes for Leave, or no for Stay."
ANSWERS = {
    "yes": Action("yes", "Yes. Presses “Leave”"),
    "no": Action("no", "No. Presses “Stay”"),
    "press_leave": Action("press_leave", "Press Leave"),
    "press_stay": Action("press_stay", "Press Stay"),
}


def opens_a_dialog(house: House) -> None:
    """The page asks by itself; its modal dialog is all that can be operated."""
    house.page = replace(house.page, narration=ASKED, actions=ANSWERS, outline=None)


@pytest.mark.parametrize(
    "between",
    [
        "tick the milk",
        "sort by city",
        "add bread to my list",
        "set the guest name to Anna Keller",
        "sort by city | how many tasks are there?",
    ],
)
@pytest.mark.parametrize("order", ["delete", "refund"])
async def test_an_order_ends_an_open_question(order: str, between: str) -> None:
    """A name that comes later is no answer to it, and nothing grave is done."""
    house = House()
    assert "Which one?" in await house.says(order)
    for sentence in between.split(" | "):
        await house.says(sentence)
    await house.says("Anna Keller")
    assert house.done == []


@pytest.mark.parametrize(
    ("asides", "told"),
    [
        ("how many guests are there?", "3."),
        ("who is the cheapest? | what does the second row say?", "Ben Okafor, City Lyon, Nights 7, Price €810."),
    ],
)
async def test_a_question_is_answered_and_leaves_the_open_one_open(asides: str, told: str) -> None:
    """It is asked again behind the answer, so that a name that comes then is one to it."""
    house = House()
    question = await house.says("refund")
    for sentence in asides.split(" | "):
        answer = await house.says(sentence)
        assert answer.endswith(question)
    assert answer == f"{told} {question}"
    await house.says("Anna Keller")
    assert house.done == ["refund Anna Keller"]


async def test_an_answer_to_an_open_question_is_one_at_once() -> None:
    house = House()
    await house.says("refund")
    await house.says("Anna Keller")
    assert house.done == ["refund Anna Keller"]


@pytest.mark.parametrize("order", ["delete the milk", "refund Ben", "delete all the completed tasks"])
@pytest.mark.parametrize("said", ["yes", "ok", "sure"])
async def test_a_yes_to_what_was_asked_here_is_none_to_a_dialog_that_opened_meanwhile(order: str, said: str) -> None:
    house = House()
    assert (await house.says(order)).endswith("?")
    before = house.page
    opens_a_dialog(house)
    assert await house.says(said) == ASKED
    assert house.done == []
    await house.says("no")
    assert house.done == ["no"]
    house.page = before
    await house.says("yes")
    assert house.done == []


async def test_a_yes_to_a_dialog_that_an_order_has_opened_is_taken_at_once() -> None:
    house = House()
    await house.say("refund Ben Okafor", typed=True)
    assert house.call == ActionCall("refund", {"which": "Ben Okafor"})
    opens_a_dialog(house)
    assert await house.ends(ActionOutcome("success", ASKED)) == ASKED
    await house.says("yes")
    assert house.done == ["yes"]


@pytest.mark.parametrize("sentence", ["add task", "add the task", "please add task", "Add task."])
async def test_the_whole_name_of_a_button_is_that_button(sentence: str) -> None:
    """What is to be added stands in the field already: it is not written over."""
    house = House()
    assert house.page.outline is not None
    blocks = [
        replace(one, submit=replace(one.submit, label="Add task")) if one.kind == "form" and one.submit else one
        for one in house.page.outline.blocks
    ]
    actions = {**house.page.actions, "add": replace(house.page.actions["add"], description="Add task")}
    house.page = replace(house.page, outline=replace(house.page.outline, blocks=tuple(blocks)), actions=actions)
    await house.says("set new task to mend the sail")
    assert house.done == ["set_new_task mend the sail"]
    await house.says(sentence)
    assert house.done == ["add"]


async def test_what_else_was_ordered_is_read_on_the_page_that_the_first_order_leads_to() -> None:
    house = House()
    whole = house.page
    assert whole.outline is not None
    options = [{"name": name, "use": use(name, f"open_{name.lower()}")} for name in ("Guests", "Tasks")]
    blocks = decoded([{"kind": "choice", "name": "Parts", "options": options}])
    actions = {f"open_{name.lower()}": Action(f"open_{name.lower()}", f"Open {name}") for name in ("Guests", "Tasks")}
    house.page = replace(whole, outline=blocks, actions=actions)
    await house.say("go to the tasks and tick the milk", typed=True)
    assert house.call == ActionCall("open_tasks", {})
    house.page = whole
    await house.ends(ActionOutcome("success"))
    assert house.call == ActionCall("switch_buy_milk", {"to": "on"})
    await house.ends(ActionOutcome("success"))
    house.page = replace(whole, outline=blocks, actions=actions)
    await house.say("go to the tasks and water the roses", typed=True)
    house.page = whole
    assert (await house.ends(ActionOutcome("success"))).endswith("I did not understand “water the roses”.")
