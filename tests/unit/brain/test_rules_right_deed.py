"""The wrong deed of two that are alike: a verb alone, a verb of another degree, a name that is called out."""

import pytest

from antiphon.domain.actions import ActionCall, ActionOutcome

from .conftest import Talk, action, registry


def one_of(*names: str) -> dict[str, object]:
    return {"enum": list(names)}


ITEM = one_of("Toaster", "Red kettle", "Blue kettle")
PAGES: dict[str, dict[str, object]] = {
    "shop": {
        "buy_item": action("Buy an item", {"item": ITEM, "quantity": {"type": "integer", "default": 1}}, ["item"]),
        "checkout": action("Check out and pay"),
        "add_to_cart": action("Add an item to the cart", {"item": ITEM}, ["item"]),
    },
    "till": {"checkout": action("Check out and pay")},
    "plan": {
        "cancel_subscription": action("Cancel the subscription"),
        "pause_subscription": action("Pause the subscription"),
    },
    "pausing": {
        "pause_subscription": action("Pause the subscription"),
        "freeze_account": action("Freeze the account"),
        "pause_campaign": action("Pause a campaign", {"campaign": one_of("Spring", "Autumn")}, ["campaign"]),
    },
    "calls": {
        "call_neighbour": action("Call a neighbour", {"neighbour": one_of("Otto", "Greta", "Ida")}, ["neighbour"])
    },
    "session": {"log_out": action("Log out"), "restart": action("Restart"), "submit": action("Submit")},
    "player": {"pause_music": action("Pause the music"), "stop_infusion": action("Stop an infusion")},
}


async def said_to(page: str, line: str) -> tuple[str, ActionCall | None]:
    talk = Talk(registry(PAGES[page]))
    return await talk.say(line, typed=True), talk.call


@pytest.mark.parametrize(
    ("page", "line", "answer"),
    [
        ("shop", "buy", "Which item? You can say toaster, red kettle or blue kettle."),
        ("shop", "buy it", "Which item? You can say toaster, red kettle or blue kettle."),
        ("shop", "please buy it now", "Which item? You can say toaster, red kettle or blue kettle."),
        ("shop", "pay", "Do you mean checkout?"),
        ("shop", "pay now", "Do you mean checkout?"),
        ("till", "buy", "Do you mean checkout?"),
        ("till", "buy it", "Do you mean checkout?"),
        ("till", "pay", "Do you mean checkout?"),
        ("session", "confirm", "Do you mean submit?"),
        ("session", "reboot", "Do you mean restart?"),
        ("plan", "stop the subscription", "Do you mean cancel subscription or pause subscription?"),
        ("pausing", "stop the subscription", "Do you mean pause subscription?"),
        ("pausing", "hold the account", "Do you mean freeze account?"),
        ("pausing", "stop the campaign Spring", "Do you mean pause campaign: spring?"),
        ("calls", "call it Otto", "Do you mean call neighbour: otto?"),
        ("calls", "Otto, call Greta", "Do you mean call neighbour: greta?"),
        ("calls", "Ida, please call Otto", "Do you mean call neighbour: otto?"),
    ],
)
async def test_a_verb_that_is_not_its_own_is_asked_about(page: str, line: str, answer: str) -> None:
    assert await said_to(page, line) == (answer, None)


@pytest.mark.parametrize(
    ("page", "line"),
    [
        ("shop", "check out the red kettle"),
        ("shop", "checkout the toaster"),
        ("pausing", "end the subscription"),
        ("pausing", "terminate the account"),
        ("pausing", "end the campaign Spring"),
        ("calls", "name it Otto"),
    ],
)
async def test_another_deed_is_not_done(page: str, line: str) -> None:
    assert (await said_to(page, line))[1] is None


async def test_what_was_put_into_the_cart_is_not_paid_by_and_buy_it_now() -> None:
    talk = Talk(registry(PAGES["shop"]))
    await talk.say("add the toaster to the cart and buy it now", typed=True)
    assert talk.call == ActionCall("add_to_cart", {"item": "Toaster"})
    await talk.ends(ActionOutcome("success"))
    assert talk.call is None


@pytest.mark.parametrize(
    ("page", "line", "called"),
    [
        ("shop", "check out", ActionCall("checkout", {})),
        ("shop", "checkout now, please", ActionCall("checkout", {})),
        ("shop", "check out and pay", ActionCall("checkout", {})),
        ("shop", "buy the red kettle", ActionCall("buy_item", {"item": "Red kettle"})),
        ("plan", "cancel the subscription", ActionCall("cancel_subscription", {})),
        ("plan", "end the subscription", ActionCall("cancel_subscription", {})),
        ("plan", "pause the subscription", ActionCall("pause_subscription", {})),
        ("pausing", "freeze the account", ActionCall("freeze_account", {})),
        ("calls", "call Greta", ActionCall("call_neighbour", {"neighbour": "Greta"})),
        ("calls", "please call the neighbour Ida", ActionCall("call_neighbour", {"neighbour": "Ida"})),
        ("session", "log me out", ActionCall("log_out", {})),
        ("session", "sign out", ActionCall("log_out", {})),
        ("session", "restart", ActionCall("restart", {})),
        ("session", "submit", ActionCall("submit", {})),
        ("player", "stop the music", ActionCall("pause_music", {})),
        ("player", "stop the infusion", ActionCall("stop_infusion", {})),
    ],
)
async def test_its_own_verb_is_an_order(page: str, line: str, called: ActionCall) -> None:
    assert (await said_to(page, line))[1] == called
