"""Refusals, numbers in names, and questions about deeds, on a shop with links and a table of invoices."""

import pytest

from support.brain_talk import registry
from support.guest_house import decoded, use
from support.house_talk import House

from .conftest import action

PRODUCTS = ("Trowel", "Garden hose", "Rake", "Seven-hole planter")
INVOICES = (("1041", "Baker & Sons", "120 euros"), ("1043", "Moreno Ltd", "310 euros"))


def shop() -> House:
    which = {"which": {"type": "string", "enum": [*PRODUCTS]}}
    held = {"which": {"type": "string", "enum": ["Garden hose \u00d7 1", "Rake \u00d7 2"]}}
    number = {"which": {"type": "string", "enum": [one for one, *_ in INVOICES]}}
    entries = {
        "add_to_cart": action("Add to cart", which, ["which"]),
        "remove": action("Remove", held, ["which"]),
        "archive": action("Archive", number, ["which"]),
        "set_email": action("Set Email", {"text": {"type": "string"}}, ["text"]),
        "place_order": action("Place order"),
        "open_my_orders": action("Open “My orders”"),
        "open_sign_out": action("Open “Sign out”"),
        "open_home": action("Open “Home”"),
    }
    products = [{"name": one, "uses": [use("Add to cart", "add_to_cart", which=one)]} for one in PRODUCTS]
    cart = [{"name": one, "uses": [use("Remove", "remove", which=one)]} for one in held["which"]["enum"]]
    rows = [{"cells": list(one), "uses": [use("Archive", "archive", which=one[0])]} for one in INVOICES]
    columns = [{"name": name} for name in ("Number", "Customer", "Amount")]
    blocks = [
        {"kind": "list", "name": "Products", "items": products},
        {"kind": "list", "name": "Your cart", "items": cart},
        {"kind": "table", "name": "Open invoices", "columns": columns, "rows": rows},
        {
            "kind": "form",
            "name": "Contact",
            "fields": [{"name": "Email", "kind": "email", "use": use("Email", "set_email")}],
        },
    ]
    return House(registry(entries), decoded(blocks))


@pytest.mark.parametrize(
    "said",
    [
        "I don't want to sign out",
        "I don't need to sign out yet",
        "I do not want to go to my orders",
        "never sign out",
        "please do not sign out",
        "set the email to eva at home",
        "I'd like to order",
        "I want to order",
    ],
)
async def test_no_link_is_followed_that_was_refused_or_not_named(said: str) -> None:
    page = shop()
    await page.says(said)
    assert not [one for one in page.done if one.startswith("open_")]


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("sign out", "open_sign_out"),
        ("I want to sign out", "open_sign_out"),
        ("take me to my orders", "open_my_orders"),
        ("my orders, please", "open_my_orders"),
        ("go home", "open_home"),
    ],
)
async def test_a_link_that_is_named_is_followed(said: str, done: str) -> None:
    page = shop()
    await page.says(said)
    assert page.done == [done]


@pytest.mark.parametrize("said", ["Add the seven-hole planter to the cart", "add a seven hole planter to the cart"])
async def test_a_number_in_a_name_says_nothing_of_how_many(said: str) -> None:
    page = shop()
    await page.says(said)
    assert page.done == ["add_to_cart Seven-hole planter"]


async def test_each_of_two_orders_is_done_as_often_as_it_says() -> None:
    page = shop()
    assert "2 \u00d7 Trowel" in await page.says("Add two trowels and remove the hose")
    await page.says("yes")
    assert page.done == ["add_to_cart Trowel", "add_to_cart Trowel", "remove Garden hose \u00d7 1"]


@pytest.mark.parametrize(
    "said", ["Did I pay Moreno already?", "did Moreno pay?", "have I archived the invoice of Moreno?"]
)
async def test_that_a_thing_is_there_is_no_yes_to_whether_something_was_done_to_it(said: str) -> None:
    page = shop()
    assert not (await page.says(said)).startswith(("Yes", "No"))
    assert page.done == []


@pytest.mark.parametrize("said", ["do I have a rake in my cart?", "have I got a rake in my cart?"])
async def test_whether_a_thing_is_there_is_answered_by_yes(said: str) -> None:
    assert (await shop().says(said)).startswith("Yes")
