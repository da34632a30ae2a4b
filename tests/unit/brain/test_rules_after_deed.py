"""`No, X` right after something was done is of that deed alone: its value is put right, and no other action offered."""

from typing import Any

import pytest

from antiphon.domain.actions import ActionCall, ActionOutcome

from .conftest import Talk, action, registry


def one_of(*names: str) -> dict[str, Any]:
    return {"type": "string", "enum": list(names)}


def number(low: int, high: int) -> dict[str, Any]:
    return {"type": "integer", "minimum": low, "maximum": high}


PALLET, ARTICLE = one_of("A1", "A2", "B7", "C3"), one_of("gloves", "boxes", "tape")
BAY = one_of("Bay 1", "Bay 2", "Cold store")
VISIT, DAY = one_of("Dental cleaning", "Blood test", "Physio"), one_of("Monday", "Tuesday", "Friday")
ZONE, ROOM, TIMER = one_of("lawn", "roses"), one_of("kitchen", "hall"), one_of("Pasta", "Eggs")
ACCOUNT, CARD = one_of("Checking", "Savings", "Holiday fund"), one_of("Visa", "Debit card")
PAGES: dict[str, dict[str, Any]] = {
    "depot": {
        "move_pallet": action("Move a pallet to a bay", {"pallet": PALLET, "bay": BAY}, ["pallet", "bay"]),
        "scrap_pallet": action("Scrap a pallet", {"pallet": PALLET}, ["pallet"]),
        "order_stock": action(
            "Order stock from the supplier", {"article": ARTICLE, "quantity": number(1, 500)}, ["article", "quantity"]
        ),
        "show_stock": action("Show how much of an article is in stock", {"article": ARTICLE}, ["article"]),
    },
    "clinic": {
        "reschedule_visit": action("Move a visit to another day", {"visit": VISIT, "day": DAY}, ["visit", "day"]),
        "cancel_visit": action("Cancel a visit", {"visit": VISIT}, ["visit"]),
        "share_record": action("Share your record", {"with": one_of("Insurance", "Hospital")}, ["with"]),
    },
    "home": {
        "water_zone": action("Water a zone", {"zone": ZONE, "minutes": number(1, 60)}, ["zone", "minutes"]),
        "delete_schedule": action("Delete the schedule of a zone", {"zone": ZONE}, ["zone"]),
        "set_light": action("Switch the light of a room", {"room": ROOM, "to": one_of("on", "off")}, ["room", "to"]),
        "dim_light": action("Dim the light of a room", {"room": ROOM, "percent": number(0, 100)}, ["room", "percent"]),
        "pause_timer": action("Pause a timer", {"timer": TIMER}, ["timer"]),
        "delete_timer": action("Delete a timer", {"timer": TIMER}, ["timer"]),
        "add_task": action("Add a task to the list", {"task": {"type": "string"}}, ["task"]),
    },
    "bank": {
        "transfer_money": action(
            "Transfer money to an account", {"amount": number(1, 900), "to_account": ACCOUNT}, ["amount", "to_account"]
        ),
        "get_balance": action("Get the balance of an account", {"account": ACCOUNT}, ["account"]),
        "close_account": action("Close an account for good", {"account": ACCOUNT}, ["account"]),
        "freeze_card": action("Freeze a card", {"card": CARD}, ["card"]),
        "unfreeze_card": action("Unfreeze a card", {"card": CARD}, ["card"]),
    },
}
MOVE, STORE = "Move pallet A1 to the cold store", "Cold store"
WHOLE = "All right. Please say the whole of what you want instead."


async def after(page: str, lines: str, *, typed: bool = True) -> str | ActionCall:
    """What the last of some lines leads to; each call before it succeeds."""
    talk, answer = Talk(registry(PAGES[page])), ""
    for line in lines.split(" | "):
        if talk.call:
            await talk.ends(ActionOutcome("success"))
        answer = await talk.say(line, typed=typed)
    return talk.call or answer


def moved(pallet: str, bay: str = STORE) -> ActionCall:
    return ActionCall("move_pallet", {"pallet": pallet, "bay": bay})


@pytest.mark.parametrize(
    ("page", "lines", "outcome"),
    [
        *(
            ("depot", f"{MOVE} | {line}", moved("A2"))
            for line in (
                "no, A2",
                "oops, A2",
                "I meant A2",
                "A2, I mean",
                "A2 instead",
                "A2, not A1",
                "no, not A1, A2",
                "wrong one, A2",
                "no, pallet A2",
                "no, move A2",
                "thanks | no, A2",
                "no, the other thing | no, A2",
            )
        ),
        ("depot", f"{MOVE} | no, A2 | no, B7", moved("B7")),
        ("depot", f"{MOVE} | no, to bay 2", moved("A1", "Bay 2")),
        ("depot", f"{MOVE} | no, bay 2", moved("A1", "Bay 2")),
        ("depot", f"{MOVE} | no, B7 to bay 2", moved("B7", "Bay 2")),
        ("depot", f"{MOVE} | A2", "Do you mean move pallet: a 2 and cold store?"),
        ("depot", f"{MOVE} | no, the other one | A2", "Do you mean move pallet: a 2 and cold store?"),
        ("depot", f"{MOVE} | no, scrap A2", "Do you mean scrap pallet: a 2?"),
        ("depot", f"{MOVE} | no, 2", WHOLE),
        ("depot", "Order 20 boxes. | no, tape", "Do you mean order stock: tape and 20?"),
        ("depot", "Order 20 boxes. | no, 30", "Do you mean order stock: boxes and 30?"),
        ("depot", "Order 20 boxes. | no, 30 gloves", "Do you mean order stock: gloves and 30?"),
        (
            "clinic",
            "Move the physio to Monday. | no, the blood test",
            ActionCall("reschedule_visit", {"visit": "Blood test", "day": "Monday"}),
        ),
        (
            "clinic",
            "Move the physio to Monday. | no, the blood test to Tuesday",
            ActionCall("reschedule_visit", {"visit": "Blood test", "day": "Tuesday"}),
        ),
        ("clinic", "Move the physio to Monday. | no, the insurance", WHOLE),
        ("home", "Water the lawn for 5 minutes. | no, the roses", "Do you mean water zone: roses and 5?"),
        ("home", "Water the lawn for 5 minutes. | no, 10 minutes", "Do you mean water zone: lawn and 10?"),
        ("home", "Water the lawn for 5 minutes. | the roses", "Do you mean water zone: roses and 5?"),
        (
            "home",
            "Turn on the hall light. | no, the kitchen one",
            ActionCall("set_light", {"room": "kitchen", "to": "on"}),
        ),
        ("home", "Pause the pasta timer | no, the eggs one", ActionCall("pause_timer", {"timer": "Eggs"})),
        ("home", "Pause the pasta timer | no, eggs", ActionCall("pause_timer", {"timer": "Eggs"})),
        ("home", "Delete the pasta timer | no, eggs", "Do you mean delete timer: eggs?"),
        ("home", "Add task buy milk | no, buy bread", "Do you mean add task: “buy bread”?"),
        ("bank", "Get the balance of checking | no, savings", ActionCall("get_balance", {"account": "Savings"})),
        ("bank", "Freeze the Visa | no, the debit card", "Do you mean freeze card: debit card?"),
        (
            "bank",
            "Transfer 20 to savings | yes | no, holiday fund",
            "Do you mean transfer money: 20 and holiday fund?",
        ),
        (
            "bank",
            "Freeze the Visa | no, get the balance of savings",
            ActionCall("get_balance", {"account": "Savings"}),
        ),
    ],
)
async def test_another_value_is_of_what_was_done(page: str, lines: str, outcome: str | ActionCall) -> None:
    assert await after(page, lines) == outcome


@pytest.mark.parametrize("line", ["no, the blood test", "sorry, the blood test", "I meant the blood test"])
async def test_so_it_is_where_it_was_spoken(line: str) -> None:
    called = ActionCall("reschedule_visit", {"visit": "Blood test", "day": "Monday"})
    assert await after("clinic", f"Move the physio to Monday. | {line}", typed=False) == called


async def test_with_something_else_in_between_it_is_of_nothing() -> None:
    """It is asked about as any order of one word is: which action of that timer is meant."""
    asked = await after("home", "Pause the pasta timer | what can I do here? | no, eggs")
    assert asked == "Do you mean pause timer or delete timer?"
