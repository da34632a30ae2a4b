"""How many of a product are ordered, where a press of its button adds one of it."""

import pytest

from support.brain_talk import registry
from support.guest_house import decoded, use
from support.help_desk import HelpDesk
from support.house_talk import House

from .conftest import action

TEAPOT = "add_to_cart Teapot"


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("add two teapots to the cart", [TEAPOT] * 2),
        ("add 2 teapots to the cart", [TEAPOT] * 2),
        ("buy two teapots", [TEAPOT] * 2),
        ("I want two teapots", [TEAPOT] * 2),
        ("put two of the teapots in the cart", [TEAPOT] * 2),
        ("add a pair of teapots to the cart", [TEAPOT] * 2),
        ("add the teapot to the cart twice", [TEAPOT] * 2),
        ("add a teapot to the cart", [TEAPOT]),
        ("add the first teapot to the cart", [TEAPOT]),
        ("add three salad bowls to the cart", ["add_to_cart Salad bowl"] * 3),
        ("three salad bowls, please", ["add_to_cart Salad bowl"] * 3),
    ],
)
async def test_the_button_is_pressed_as_often_as_was_said(said: str, done: list[str]) -> None:
    shop = HelpDesk()
    answer = await shop.says(said)
    assert shop.done == done
    often = f", {len(done)} times" if len(done) > 1 else ""
    assert answer == f"Done: add to cart, {done[0].removeprefix('add_to_cart ')}{often}."


@pytest.mark.parametrize("said", ["three nice salad bowls", "three big salad bowls, please"])
async def test_a_question_says_how_often_and_a_yes_does_it_so_often(said: str) -> None:
    shop = HelpDesk()
    assert await shop.says(said) == "Do you mean add to cart: salad bowl, 3 times?"
    assert await shop.says("yes") == "Done: add to cart, Salad bowl, 3 times."
    assert shop.done == ["add_to_cart Salad bowl"] * 3


async def test_what_is_not_done_so_often_is_said_to_be_done_once() -> None:
    shop = HelpDesk()
    answer = await shop.says("add twelve mugs to the cart")
    assert answer == "Done: add to cart, Mug. That was done once, and not 12 times."
    assert shop.done == ["add_to_cart Mug"]


LAMPS = ("Desk lamp", "Bedside lamp")


def lamps(label: str, names: tuple[str, ...] = LAMPS) -> House:
    """A list of lamps, each with a button of this label, and perhaps a field for the number."""
    which = {"which": {"type": "string", "enum": [*names]}}
    count = {**which, "value": {"type": "integer", "minimum": 1, "maximum": 20}}
    entries = {
        "add_to_cart": action(label, which, ["which"]),
        "set_quantity": action("Set the quantity", count, ["which", "value"]),
    }
    fields = [] if label == "Buy now" else ["Quantity"]
    labels = {label: "add_to_cart", **dict.fromkeys(fields, "set_quantity")}
    items = [
        {"name": f"{one} € 30.00", "uses": [use(each, by, which=one) for each, by in labels.items()]} for one in names
    ]
    return House(registry(entries), decoded([{"kind": "list", "name": "Lamps", "items": items}]))


async def test_a_field_beside_takes_the_number() -> None:
    shop = lamps("Add to cart")
    await shop.says("add two desk lamps to the cart")
    assert shop.done == ["set_quantity Desk lamp, 2", "add_to_cart Desk lamp"]


async def test_a_number_in_a_name_counts_nothing() -> None:
    shop = lamps("Add to cart", ("Mirror", "Two tier lamp"))
    await shop.says("add the two tier lamp to the cart")
    assert shop.done == ["add_to_cart Two tier lamp"]


async def test_what_orders_at_once_is_not_ordered_twice() -> None:
    shop = lamps("Buy now")
    await shop.says("buy two desk lamps")
    await shop.says("yes")
    assert len(shop.done) <= 1
