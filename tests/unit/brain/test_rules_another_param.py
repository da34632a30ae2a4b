"""An answer that is of another parameter than the one asked for is taken for that, and never for another action's."""

from typing import Any

import pytest

from antiphon.domain.actions import ActionCall

from .conftest import Talk, action, registry


def number(low: int, high: int) -> dict[str, Any]:
    return {"type": "integer", "minimum": low, "maximum": high}


ACCOUNT, PALLET, BAY = {"enum": ["Checking", "Savings"]}, {"enum": ["A1", "B7"]}, {"enum": ["Bay 1", "Bay 2"]}
ZONE, STUDENT, TEXT = {"enum": ["lawn", "roses"]}, {"enum": ["Lena Hofer", "Max Gruber"]}, {"type": "string"}
PAGES: dict[str, dict[str, Any]] = {
    "bank": {
        "pay_payee": action("Pay a payee", {"amount": number(1, 900), "payee": TEXT}, ["amount", "payee"]),
        "delete_payee": action("Delete a payee", {"payee": {"enum": ["Tom Baker", "City Water"]}}, ["payee"]),
        "close_account": action("Close an account", {"account": ACCOUNT}, ["account"]),
    },
    "transfers": {
        "transfer_money": action("Transfer money", {"amount": number(1, 900), "to": ACCOUNT}, ["amount", "to"]),
        "delete_payee": action("Delete a payee", {"payee": {"enum": ["Tom Baker", "City Water"]}}, ["payee"]),
        "close_account": action("Close an account", {"account": ACCOUNT}, ["account"]),
    },
    "people": {
        "invite_guest": action("Invite a guest", {"guest": TEXT, "nights": number(1, 9)}, ["guest", "nights"]),
    },
    "depot": {
        "move_pallet": action("Move a pallet to a bay", {"pallet": PALLET, "bay": BAY}, ["pallet", "bay"]),
        "scrap_pallet": action("Scrap a pallet", {"pallet": PALLET}, ["pallet"]),
    },
    "garden": {
        "water_zone": action("Water a zone", {"zone": ZONE, "minutes": number(1, 60)}, ["zone", "minutes"]),
        "delete_schedule": action("Delete the schedule of a zone", {"zone": ZONE}, ["zone"]),
        "cancel_trip": action("Cancel a trip", {"trip": {"enum": ["Zoo", "Museum"]}}, ["trip"]),
    },
    "school": {
        "set_grade": action("Set the grade of a student", {"student": STUDENT, "grade": number(1, 5)}),
        "remove_user": action("Remove a user", {"user": {"enum": ["Anna", "Ben"]}}, ["user"]),
        "set_temperature": action("Set the temperature", {"degrees": number(5, 30)}, ["degrees"]),
        "cancel_trip": action("Cancel a trip", {"trip": {"enum": ["Zoo", "Museum"]}}, ["trip"]),
    },
}
PAID = ActionCall("pay_payee", {"amount": 30, "payee": "Tom Baker"})
DEGREES = "How many degrees? It can be from 5 to 30."
AMOUNT = "Which amount? It can be from 1 to 900."


async def after(page: str, lines: str, *, typed: bool = True) -> str | ActionCall:
    talk, answer = Talk(registry(PAGES[page])), ""
    for line in lines.split(" | "):
        assert talk.call is None, line
        answer = await talk.say(line, typed=typed)
    return talk.call or answer


@pytest.mark.parametrize("typed", [False, True], ids=["spoken", "typed"])
@pytest.mark.parametrize(
    ("page", "lines", "outcome"),
    [
        ("bank", "Pay. | Tom Baker", f"“Tom Baker”. {AMOUNT}"),
        ("bank", "Pay. | Tom Baker | 30", "Do you mean pay payee: 30 and “Tom Baker”?"),
        ("bank", "Pay. | Tom Baker | 30 | yes", PAID),
        ("transfers", "Transfer money. | savings", f"Savings. {AMOUNT}"),
        ("transfers", "Transfer money. | to savings", f"Savings. {AMOUNT}"),
        ("transfers", "Transfer money. | Tom Baker", f"I did not get that. {AMOUNT}"),
        ("people", "Invite a guest. | 3 nights", "3 nights. What is the guest?"),
        ("people", "Invite a guest. | 3 nights | Ella", "Do you mean invite guest: “Ella” and 3?"),
        ("depot", "Move a pallet. | B7 to bay 2", ActionCall("move_pallet", {"pallet": "B7", "bay": "Bay 2"})),
        ("garden", "Water a zone. | ten minutes", "10 minutes. Which zone? You can say lawn or roses."),
        ("garden", "Water a zone. | the roses for ten minutes", "Do you mean water zone: roses and 10?"),
        ("garden", "Water a zone. | Zoo", "I did not get that. Which zone? You can say lawn or roses."),
        ("school", "Set the temperature. | Anna", f"I did not get that. {DEGREES}"),
        ("school", "Set the temperature. | Zoo", f"I did not get that. {DEGREES}"),
        ("school", "Set the temperature. | Anna | 20", ActionCall("set_temperature", {"degrees": 20})),
    ],
)
async def test_an_answer_is_of_the_action_that_is_asked_about(
    page: str, lines: str, outcome: str | ActionCall, typed: bool
) -> None:
    assert await after(page, lines, typed=typed) == outcome


@pytest.mark.parametrize("line", ["remove Anna", "remove user Anna", "cancel the zoo trip"])
async def test_an_order_by_its_verb_is_one(line: str) -> None:
    answer = await after("school", f"Set the temperature. | {line}")
    assert isinstance(answer, ActionCall) or answer.startswith("Do you mean ")


@pytest.mark.parametrize("line", ["the dog is barking", "it is Tom Baker", "nobody", "what is his name?", "him"])
async def test_no_sentence_and_no_pronoun_is_taken_for_a_name(line: str) -> None:
    answer = await after("bank", f"Pay. | {line} | 30")
    assert answer == "What is the payee?"
