"""What is on the page and cannot be used now: whoever asks for it hears that, and why."""

import pytest

from antiphon.domain.actions import ActionCall

from .conftest import Talk, action, registry

NARRATION = """The page is \u201cShop\u201d.
\u201cPay\u201d is disabled: The cart is empty.
\u201cAdd to cart\u201d is disabled.
\u201cDelete\u201d is disabled: Nothing is selected.
\u201cFirst name\u201d is read-only: It is from your account.
"""
SHOP: dict[str, object] = {
    "open_contact": action("Open Contact"),
    "delete_all": action("Delete all"),
    "press_pay_by_card": action("Press Pay by card"),
    "set_last_name": action("Set Last name", {"text": {"type": "string", "title": "Last name"}}, ["text"]),
}
EMPTY = "Pay is switched off at the moment: The cart is empty."
OWN = "First name cannot be changed at the moment: It is from your account."


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("Pay.", EMPTY),
        ("press Pay", EMPTY),
        ("please press the pay button", EMPTY),
        ("pay now", EMPTY),
        ("add to cart", "Add to cart is switched off at the moment."),
        ("set first name to Anna", OWN),
        ("set first name", OWN),
        ("Delete.", "Delete is switched off at the moment: Nothing is selected."),
    ],
)
async def test_what_is_asked_for_by_its_name_and_cannot_be_used_is_said_so(said: str, answer: str) -> None:
    talk = Talk(registry(SHOP), NARRATION)
    assert await talk.say(said) == answer
    assert talk.call is None


@pytest.mark.parametrize(
    ("said", "called"),
    [("delete all", "delete_all"), ("pay by card", "press_pay_by_card"), ("set last name to Anna", "set_last_name")],
)
async def test_what_can_be_used_is_done_whatever_else_cannot(said: str, called: str) -> None:
    talk = Talk(registry(SHOP), NARRATION)
    await talk.say(said)
    assert talk.call is not None
    assert talk.call.action_id == called


async def test_an_action_of_the_same_name_goes_before() -> None:
    talk = Talk(registry({**SHOP, "press_pay": action("Press Pay")}), NARRATION)
    await talk.say("pay")
    assert talk.call == ActionCall("press_pay", {})


@pytest.mark.parametrize("said", ["I don't want to pay", "I pay a lot", "the contact is nice", "hello", "yes"])
async def test_what_only_has_its_words_is_not_answered_so(said: str) -> None:
    talk = Talk(registry(SHOP), NARRATION)
    assert "at the moment" not in await talk.say(said)
    assert talk.call is None


async def test_why_is_answered_in_the_words_of_the_page() -> None:
    talk = Talk(registry(SHOP), NARRATION)
    assert await talk.say("why is pay disabled") == "\u201cPay\u201d is disabled: The cart is empty."
