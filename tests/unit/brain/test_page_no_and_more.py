"""A no to what the page asks, with more behind it: the no refuses, and the rest is read on the page as it is then."""

from dataclasses import replace
from typing import Any

import pytest

from antiphon.domain.actions import ActionOutcome
from antiphon.domain.context import PageContext
from support.guest_house import decoded, use
from support.house_talk import House

from .conftest import action, registry

ITEMS = ("Spruce 40", "Birch 12")
YARD: dict[str, Any] = {
    "empty_cart": action("Press Empty cart"),
    "open_invoices": action("Open Invoices"),
    "return_timber": action("Return timber", {"reason": {"type": "string"}}, ["reason"]),
    "reserve": action("Reserve", {"which": {"type": "string", "enum": [*ITEMS]}}, ["which"]),
}
OUTLINE = decoded(
    [
        {
            "kind": "list",
            "name": "Timber",
            "items": [{"name": name, "uses": [use("Reserve", "reserve", which=name)]} for name in ITEMS],
        }
    ]
)
ASKED = "The page asks: Empty the whole cart? You can say yes for Empty, or no for Go on shopping."
DIALOG: dict[str, Any] = {
    "yes": action("Yes. Presses “Empty”"),
    "no": action("No. Presses “Go on shopping”"),
    "press_empty": action("Press Empty"),
    "press_go_on_shopping": action("Press Go on shopping"),
}
THREE = "The page asks: Save the cart first? You can say Save, Don't save, or Cancel."
BUTTONS: dict[str, Any] = {
    f"press_{at}": action(f"Press {name}") for at, name in enumerate(("Save", "Don't save", "Cancel"))
}


class Yard(House):
    """A page on which an order has opened a dialog, and which is as it was once that is answered."""

    def __init__(self, *, told: bool) -> None:
        super().__init__(registry(YARD), OUTLINE)
        self.page = replace(self.page, narration="The page is “Timber yard”.", outline=OUTLINE if told else None)
        self.whole = self.page

    async def asks(self, question: str = ASKED, buttons: dict[str, Any] | None = None) -> None:
        """The page asks something by itself."""
        self.page = PageContext(f"The page is “Timber yard”. {question}", None, registry(buttons or DIALOG), 2)
        self.was_told(question)

    async def ends(self, outcome: ActionOutcome) -> str:
        assert self.call is not None
        if self.page is not self.whole:
            self.page = self.whole
            return await super().ends(ActionOutcome("success", "The cart is as it was."))
        return await super().ends(outcome)


@pytest.mark.parametrize("told", [False, True], ids=["actions", "outline"])
@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("no, open the invoices", ["no", "open_invoices"]),
        ("No. Open the invoices, please.", ["no", "open_invoices"]),
        ("no thanks, reserve the birch 12", ["no", "reserve Birch 12"]),
        ("nope, I meant open the invoices", ["no", "open_invoices"]),
        ("never mind, open the invoices", ["no", "open_invoices"]),
        ("don't, open the invoices instead", ["no", "open_invoices"]),
    ],
)
async def test_the_no_is_carried_out_and_then_the_order(said: str, done: list[str], told: bool) -> None:
    yard = Yard(told=told)
    await yard.asks()
    await yard.says(said)
    assert yard.done == done


@pytest.mark.parametrize("told", [False, True], ids=["actions", "outline"])
async def test_what_the_order_lacks_is_asked_for_and_then_answered(told: bool) -> None:
    yard = Yard(told=told)
    await yard.asks()
    assert await yard.says("no, return the timber") == "The cart is as it was. What is the reason?"
    assert yard.done == ["no"]
    assert await yard.says("wet through") == "Do you mean return timber: “wet through”?"
    await yard.says("yes")
    assert yard.done == ["return_timber wet through"]


async def test_what_is_not_understood_is_said_behind_what_came_of_the_no() -> None:
    yard = Yard(told=False)
    await yard.asks()
    answer = await yard.says("no, hum a little tune")
    assert yard.done == ["no"]
    assert answer == "The cart is as it was. I did not understand “hum a little tune”."


@pytest.mark.parametrize(("refusal", "pressed"), [("no", "press_1"), ("never mind", "press_2")])
async def test_a_no_presses_the_button_that_says_not_to(refusal: str, pressed: str) -> None:
    yard = Yard(told=False)
    await yard.asks(THREE, BUTTONS)
    await yard.says(f"{refusal}, open the invoices")
    assert yard.done == [pressed, "open_invoices"]


async def test_another_question_of_the_pages_comes_before_the_rest() -> None:
    yard = Yard(told=False)
    await yard.asks()
    await yard.say("no, open the invoices")
    yard.whole = PageContext(THREE, None, registry(BUTTONS), 3)
    answer = await yard.ends(ActionOutcome("success"))
    assert yard.call is None
    assert answer == "The cart is as it was. Then please say “open the invoices” again."


@pytest.mark.parametrize(
    "said",
    [
        "no, empty the first half",
        "no, I meant empty the cart",
        "no, empty it?",
        "no, what is empty?",
    ],
)
async def test_what_names_a_button_of_the_dialog_is_no_such_no(said: str) -> None:
    yard = Yard(told=False)
    await yard.asks()
    assert "Empty the whole cart?" in await yard.says(said)
    assert yard.done == []


@pytest.mark.parametrize("said", ["open the invoices", "set the length to 5", "please delete the birch"])
async def test_an_order_over_a_dialog_is_told_that_this_comes_first(said: str) -> None:
    yard = Yard(told=False)
    await yard.asks()
    assert await yard.says(said) == f"The dialog comes first. {ASKED}"
    assert yard.done == []
