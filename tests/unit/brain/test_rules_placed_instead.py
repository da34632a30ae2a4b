"""Second thoughts by a place, refusals of dialogs without a plain no, and orders over `What is the title?`"""

import pytest

from antiphon.domain.actions import ActionCall

from .conftest import Talk, action, registry

ORDERS = {"enum": ["Lehmann", "Novak", "Berg"]}
OFFICE: dict[str, object] = {
    "refund_order": action("Refund an order", {"order": ORDERS}, ["order"]),
    "rename_show": action(
        "Rename a show", {"show": {"enum": ["Carmen", "Aida"]}, "title": {"type": "string"}}, ["show", "title"]
    ),
}
SAVING = {
    "press_save": action("Press Save"),
    "press_don_t_save": action("Press Don't save"),
    "press_cancel": action("Press Cancel"),
}
ASKED = "The page asks: Save the changes? You can say Save, Don't save, or Cancel."


@pytest.mark.parametrize("typed", [True, False], ids=["typed", "spoken"])
@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("no, the third", "Do you mean refund order: berg?"),
        ("no, number three", "Do you mean refund order: berg?"),
        ("no, the first one", "Do you mean refund order: lehmann?"),
        ("sorry, the last one", "Do you mean refund order: berg?"),
    ],
)
async def test_a_no_with_another_place_asks_about_that(said: str, asked: str, typed: bool) -> None:
    talk = Talk(registry(OFFICE))
    await talk.say("refund an order", typed=typed)
    assert await talk.say("the second one", typed=typed) == "Do you mean refund order: novak?"
    assert await talk.say(said, typed=typed) == asked
    assert talk.call is None
    await talk.say("yes", typed=typed)
    assert talk.call is not None


@pytest.mark.parametrize("said", ["delete Carmen", "remove Aida", "erase Carmen"])
async def test_what_may_be_an_order_about_a_thing_of_the_page_is_read_back_as_a_title(said: str) -> None:
    talk = Talk(registry(OFFICE))
    await talk.say("rename Carmen")
    assert await talk.say(said) == f"Do you mean rename show: carmen and “{said}”?"
    assert talk.call is None


async def test_a_title_that_is_none_is_taken() -> None:
    talk = Talk(registry(OFFICE))
    await talk.say("rename Carmen")
    await talk.say("Hamlet")
    assert talk.call == ActionCall("rename_show", {"show": "Carmen", "title": "Hamlet"})


@pytest.mark.parametrize(
    ("said", "pressed"), [("never mind", "press_cancel"), ("forget it", "press_cancel"), ("no", "press_don_t_save")]
)
async def test_a_never_mind_presses_the_cancel_of_a_dialog_and_a_no_what_says_so(said: str, pressed: str) -> None:
    talk = Talk(registry(SAVING), ASKED)
    talk.was_told(ASKED)
    await talk.say(said)
    assert (talk.call and talk.call.action_id) == pressed
