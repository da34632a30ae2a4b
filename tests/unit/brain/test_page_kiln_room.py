"""Words that a plain order or question has beside what the page says: figures in names, measures, and what points."""

import pytest

from support.kiln_room import KilnRoom


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("watch kiln one", ["watch Kiln 1"]),
        ("stop kiln three", ["stop third"]),
        ("three jars of the celadon", ["add_to_cart Celadon Green"] * 3),
        ("a pot of shino", ["add_to_cart Shino White"]),
        ("press the plus next to the shelves", ["set_shelves 3"]),
        ("dim the screen a little", ["set_brightness 50"]),
        ("I want to see all the kilns on one page", ["choose_rows All"]),
        ("everything on a single page, please", ["choose_rows All"]),
    ],
)
async def test_a_plain_order_is_carried_out(said: str, done: list[str]) -> None:
    kilns = KilnRoom()
    await kilns.says(said)
    assert kilns.done == done


@pytest.mark.parametrize("said", ["stop it", "stop that one", "stop this one"])
async def test_what_points_at_nothing_chooses_no_option_and_presses_nothing_for_all(said: str) -> None:
    kilns = KilnRoom()
    await kilns.says(said)
    assert kilns.done == []


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("which kiln is the hottest?", "Kiln 3: Temp. °C 1180."),
        ("how warm is kiln 2?", "Kiln 2: Temp. °C 35."),
        ("how hot is kiln one right now?", "Kiln 1: Temp. °C 940."),
        ("who has the biggest group?", "Omar Said: People 11."),
        ("which is the smallest party?", "Ines Falk: People 4."),
        ("how many people are coming altogether?", "People in all: 21."),
    ],
)
async def test_a_column_is_known_by_another_word(said: str, told: str) -> None:
    assert await KilnRoom().says(said) == told


@pytest.mark.parametrize(("said", "lead"), [("did Omar Said pay yet?", "No."), ("did Ines Falk pay?", "Yes.")])
async def test_who_paid_is_told_by_the_box_and_not_by_the_price(said: str, lead: str) -> None:
    assert (await KilnRoom().says(said)).startswith(lead)
