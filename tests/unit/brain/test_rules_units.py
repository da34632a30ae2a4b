"""What a number counts: a price is no quantity and no invoice, and what can be read in two ways is asked about."""

import pytest

from antiphon.domain.actions import ActionCall

from .conftest import Talk, action, registry


def one_of(*names: str) -> dict[str, object]:
    return {"enum": list(names)}


def number(kind: str = "integer", low: int = 1, high: int = 10_000, **more: object) -> dict[str, object]:
    return {"type": kind, "minimum": low, "maximum": high, **more}


PAGES: dict[str, dict[str, object]] = {
    "shop": {
        "buy_item": action("Buy an item", {"item": one_of("Toaster", "Red kettle"), "quantity": number()}, ["item"])
    },
    "gifts": {"donate": action("Donate an amount", {"amount": number()}, ["amount"])},
    "exact": {"donate": action("Donate an amount", {"amount": number("number", 0)}, ["amount"])},
    "cents": {"donate_cents": action("Donate some cents", {"cents": number()}, ["cents"])},
    "tips": {"send_tip": action("Send a tip", {"dollars": number("number", 0)}, ["dollars"])},
    "bills": {
        "refund_invoice": action("Refund an invoice", {"number": number()}, ["number"]),
        "pay_invoice": action("Pay an invoice", {"number": number()}, ["number"]),
    },
    "timer": {"set_timer": action("Set the timer", {"seconds": number(high=3600)}, ["seconds"])},
    "oven": {"set_oven_time": action("Set the oven time", {"minutes": number(high=600)}, ["minutes"])},
    "ward": {"administer_dose": action("Administer a dose", {"milligrams": number("number")}, ["milligrams"])},
    "budget": {"set_budget": action("Set the budget", {"budget": number()}, ["budget"])},
    "table": {"book_table": action("Book a table", {"guests": number(high=20)}, ["guests"])},
    "volume": {"set_volume": action("Set the volume", {"level": number(low=0, high=200)}, ["level"])},
}


async def said_to(page: str, lines: str) -> tuple[str, ActionCall | None]:
    talk, answer = Talk(registry(PAGES[page])), ""
    for line in lines.split(" | "):
        answer = await talk.say(line, typed=True)
    return answer, talk.call


@pytest.mark.parametrize(
    ("page", "lines", "answer"),
    [
        ("shop", "buy the toaster for 20 euros", "Do you mean buy item: toaster?"),
        ("shop", "buy the red kettle for 12", "Do you mean buy item: red kettle?"),
        ("shop", "buy the toaster for twelve dollars, please", "Do you mean buy item: toaster?"),
        ("shop", "buy a toaster at 20 pounds", "Do you mean buy item: toaster?"),
        ("shop", "buy 3 red kettles for 20 euros", "Do you mean buy item: red kettle and 3?"),
        ("gifts", "donate 50 cents", "The amount must be a whole number."),
        ("gifts", "donate | 50 cents", "The amount must be a whole number."),
        ("exact", "donate 50 cents", "Do you mean donate: 0.5?"),
        ("gifts", "donate one twenty", "Do you mean donate: 120?"),
        ("gifts", "donate five fifty", "Do you mean donate: 550?"),
        ("gifts", "donate | nine ninety", "Do you mean donate: 990?"),
        ("exact", "donate 1.500", "Do you mean donate: 1.5?"),
        ("tips", "send a tip of 5 euros", "Do you mean send tip: 5?"),
        ("tips", "send a tip of 50 cents", "Do you mean send tip: 0.5?"),
        ("bills", "refund invoice 12 dollars", "Which number? It can be from 1 to 10000."),
        ("bills", "pay invoice 12 cents", "Which number? It can be from 1 to 10000."),
        ("bills", "pay 12 euros", "Which number? It can be from 1 to 10000."),
        ("timer", "set the timer to 5 euros", "How many seconds? It can be from 1 to 3600."),
        ("timer", "set the timer to 2 hours", "The seconds can be from 1 to 3600."),
        ("oven", "set the oven time to 90 seconds", "The minutes must be a whole number."),
        ("ward", "administer a dose of 5 grams", "Do you mean administer dose: 5000?"),
        ("ward", "administer 50 euros", "How many milligrams? It can be from 1 to 10000."),
    ],
)
async def test_a_number_of_something_else_is_asked_about(page: str, lines: str, answer: str) -> None:
    assert await said_to(page, lines) == (answer, None)


@pytest.mark.parametrize(
    ("page", "lines", "called"),
    [
        ("shop", "buy the toaster", ActionCall("buy_item", {"item": "Toaster"})),
        ("shop", "buy 12 toasters | yes", ActionCall("buy_item", {"item": "Toaster", "quantity": 12})),
        ("gifts", "donate 50", ActionCall("donate", {"amount": 50})),
        ("gifts", "donate 50 euros", ActionCall("donate", {"amount": 50})),
        ("gifts", "donate twenty five dollars", ActionCall("donate", {"amount": 25})),
        ("gifts", "donate one hundred and twenty", ActionCall("donate", {"amount": 120})),
        ("gifts", "donate 1,500", ActionCall("donate", {"amount": 1500})),
        ("gifts", "donate one twenty | yes", ActionCall("donate", {"amount": 120})),
        ("exact", "donate 1.50", ActionCall("donate", {"amount": 1.5})),
        ("cents", "donate 50 cents", ActionCall("donate_cents", {"cents": 50})),
        ("tips", "send a tip of 5 dollars", ActionCall("send_tip", {"dollars": 5})),
        ("bills", "pay invoice 12", ActionCall("pay_invoice", {"number": 12})),
        ("bills", "refund invoice number 12", ActionCall("refund_invoice", {"number": 12})),
        ("timer", "set the timer to 5 minutes", ActionCall("set_timer", {"seconds": 300})),
        ("timer", "set the timer | one minute", ActionCall("set_timer", {"seconds": 60})),
        ("timer", "set the timer to 90 seconds", ActionCall("set_timer", {"seconds": 90})),
        ("oven", "set the oven time to 2 hours", ActionCall("set_oven_time", {"minutes": 120})),
        ("ward", "administer 5 milligrams", ActionCall("administer_dose", {"milligrams": 5})),
        ("budget", "set the budget to 20 euros", ActionCall("set_budget", {"budget": 20})),
        ("table", "book a table for 4 guests", ActionCall("book_table", {"guests": 4})),
        ("volume", "set the volume to one twenty", ActionCall("set_volume", {"level": 120})),
    ],
)
async def test_a_number_in_its_unit_is_taken(page: str, lines: str, called: ActionCall) -> None:
    assert (await said_to(page, lines))[1] == called
