"""What is hard to take back is read back where a value of it was put right before the last one was given."""

from typing import Any

import pytest

from antiphon.domain.actions import ActionCall

from .conftest import Talk, action, registry

MEMBER = {"enum": ["Hanna Vogel", "Hanna Brandt", "Luis Ortega", "Tilda"]}
AMOUNT = {"type": "number", "minimum": 1, "maximum": 200}
DAY = {"type": "string", "enum": ["Monday", "Friday"]}
PAGES: dict[str, dict[str, Any]] = {
    "tools": {
        "pay_out_deposit": action(
            "Pay out the deposit of a member", {"member": MEMBER, "amount": AMOUNT}, ["member", "amount"]
        ),
        "delete_member": action("Delete a member", {"member": MEMBER}, ["member"]),
    },
    "booking": {
        "cancel_visit": action("Cancel a visit", {"member": MEMBER, "day": DAY}, ["member", "day"]),
        "set_loan_days": action(
            "Set the loan days of a member",
            {"member": MEMBER, "days": {"type": "integer", "minimum": 1, "maximum": 30}},
            ["member", "days"],
        ),
    },
}


async def after(page: str, lines: str, *, typed: bool) -> str | ActionCall:
    talk, answer = Talk(registry(PAGES[page]), "The deposit box has 240 euros."), ""
    for line in lines.split(" | "):
        assert talk.call is None, line
        answer = await talk.say(line, typed=typed)
    return talk.call or answer


@pytest.mark.parametrize("typed", [False, True], ids=["spoken", "typed"])
@pytest.mark.parametrize(
    ("page", "lines", "question"),
    [
        (
            "tools",
            "Pay out a deposit | Hanna Vogel | sorry, I meant Hanna Brandt | 30",
            "Do you mean pay out deposit: hanna brandt and 30?",
        ),
        (
            "tools",
            "Pay out a deposit | Tilda | no, I meant Luis Ortega | thirty euros please",
            "Do you mean pay out deposit: luis ortega and 30?",
        ),
        (
            "tools",
            "Pay out the deposit of Tilda | I meant Luis Ortega | 500 | 20",
            "Do you mean pay out deposit: luis ortega and 20?",
        ),
        (
            "tools",
            "Pay out the deposit of Tilda | I meant Luis Ortega | what is in the deposit box? | 20",
            "Do you mean pay out deposit: luis ortega and 20?",
        ),
        (
            "booking",
            "Cancel a visit | Hanna Vogel | sorry, I meant Hanna Brandt | Friday",
            "Do you mean cancel visit: hanna brandt and friday?",
        ),
    ],
)
async def test_all_is_read_back_after_a_value_was_put_right(page: str, lines: str, question: str, typed: bool) -> None:
    assert await after(page, lines, typed=typed) == question


async def test_a_yes_to_that_pays() -> None:
    lines = "Pay out a deposit | Hanna Vogel | sorry, I meant Hanna Brandt | 30 | yes"
    paid = ActionCall("pay_out_deposit", {"member": "Hanna Brandt", "amount": 30})
    assert await after("tools", lines, typed=True) == paid


@pytest.mark.parametrize("typed", [False, True], ids=["spoken", "typed"])
@pytest.mark.parametrize(
    ("page", "lines", "called"),
    [
        (
            "tools",
            "Pay out a deposit | Tilda | twenty",
            ActionCall("pay_out_deposit", {"member": "Tilda", "amount": 20}),
        ),
        (
            "tools",
            "Pay out a deposit | Tilda | what is in the deposit box? | 10",
            ActionCall("pay_out_deposit", {"member": "Tilda", "amount": 10}),
        ),
        (
            "tools",
            "Pay out the deposit of Tilda | I meant Tilda | 10",
            ActionCall("pay_out_deposit", {"member": "Tilda", "amount": 10}),
        ),
        (
            "tools",
            "Pay out the deposit of Tilda | 500 | 20",
            ActionCall("pay_out_deposit", {"member": "Tilda", "amount": 20}),
        ),
        (
            "booking",
            "Set the loan days of Tilda | I meant Luis Ortega | 4",
            ActionCall("set_loan_days", {"member": "Luis Ortega", "days": 4}),
        ),
    ],
)
async def test_plain_answers_and_what_takes_nothing_need_no_yes(
    page: str, lines: str, called: ActionCall, typed: bool
) -> None:
    assert await after(page, lines, typed=typed) == called
