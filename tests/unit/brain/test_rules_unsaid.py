"""What was not said is not done: neither with another action, nor with a value that nobody named."""

import pytest

from antiphon.domain.actions import ActionCall

from .conftest import Talk, action, registry

TEXT = {"type": "string"}
TIMER = {"enum": ["Pasta", "Eggs", "Bread"]}
ACCOUNT = {"enum": ["Checking", "Savings", "Holiday fund"]}


def number(low: float, high: float, kind: str = "integer") -> dict[str, object]:
    return {"type": kind, "minimum": low, "maximum": high}


PAGES: dict[str, dict[str, object]] = {
    "kitchen": {
        "start_timer": action("Start a timer", {"minutes": number(1, 600), "label": TEXT}, ["minutes"]),
        "add_minutes": action(
            "Add minutes to a running timer", {"timer": TIMER, "minutes": number(1, 120)}, ["timer", "minutes"]
        ),
        "add_shopping_item": action(
            "Add an item to the shopping list", {"item": TEXT, "quantity": number(1, 99)}, ["item"]
        ),
    },
    "bank": {"get_balance": action("Get the balance of an account", {"account": ACCOUNT}, ["account"])},
    "trip": {
        "set_budget": action("Set the budget of the trip", {"budget": number(0, 20000, "number")}, ["budget"]),
        "set_temperature": action("Set the temperature", {"degrees": number(5, 30, "number")}, ["degrees"]),
    },
}


async def last_of(page: str, lines: str) -> tuple[str, ActionCall | None]:
    talk, answer = Talk(registry(PAGES[page])), ""
    for line in lines.split(" | "):
        assert talk.call is None, line
        answer = await talk.say(line, typed=True)
    return answer, talk.call


@pytest.mark.parametrize(
    ("page", "lines", "name", "values"),
    [
        ("kitchen", "Add two eggs to my list", "add_shopping_item", {"item": "eggs", "quantity": 2}),
        ("kitchen", "Add two bread to the list", "add_shopping_item", {"item": "bread", "quantity": 2}),
        ("kitchen", "Add two minutes to the eggs", "add_minutes", {"timer": "Eggs", "minutes": 2}),
        ("kitchen", "Add minutes. | eggs | seven", "add_minutes", {"timer": "Eggs", "minutes": 7}),
        ("kitchen", "Add more minutes | pasta | 2", "add_minutes", {"timer": "Pasta", "minutes": 2}),
        ("kitchen", "Add salt and pepper to the shopping list", "add_shopping_item", {"item": "salt and pepper"}),
        ("bank", "Get the balance of checking", "get_balance", {"account": "Checking"}),
        ("trip", "Set the budget to 1500.50 euros", "set_budget", {"budget": 1500.5}),
        ("trip", "Set the budget to 1.500 euros | yes", "set_budget", {"budget": 1.5}),
        ("trip", "Set the temperature to 21.500", "set_temperature", {"degrees": 21.5}),
    ],
)
async def test_what_was_said_is_done(page: str, lines: str, name: str, values: dict[str, object]) -> None:
    assert (await last_of(page, lines))[1] == ActionCall(name, values)


@pytest.mark.parametrize(
    ("page", "lines", "asked"),
    [
        ("bank", "Get the balance.", "Which account? You can say checking, savings or holiday fund."),
        ("bank", "Check my balance", "Which account? You can say checking, savings or holiday fund."),
        ("kitchen", "Add minutes.", "Which timer? You can say pasta, eggs or bread."),
        ("trip", "Set the budget to 1.500 euros", "Do you mean set budget: 1.5?"),
        ("trip", "Set the budget | 1.500", "Do you mean set budget: 1.5?"),
        (
            "kitchen",
            "Add a dozen eggs and flour to the shopping list",
            "Do you mean add shopping item: \u201ceggs and flour\u201d and 12?",
        ),
        (
            "kitchen",
            "Add no more sugar to the shopping list",
            "Do you mean add shopping item: \u201cno more sugar\u201d?",
        ),
    ],
)
async def test_what_was_not_is_asked_about(page: str, lines: str, asked: str) -> None:
    assert await last_of(page, lines) == (asked, None)
