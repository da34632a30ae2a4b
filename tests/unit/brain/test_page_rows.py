"""What is done to items and rows: booked, counted, selected but for some, switched, put right, agreed to."""

import pytest

from support.pottery import GLAZES, pottery

NAMES = [name for name, *_ in GLAZES]


def selected(*names: str, to: str = "on") -> list[str]:
    return [f"switch_select {name}, {to}" for name in names]


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("Book me into the wheel class on Monday, please.", ["book Wheel Basics"]),
        ("Could you get me a place in hand building?", ["book Hand Building"]),
        ("Put me down for hand building on Tuesday morning", ["book Hand Building"]),
        ("The hand building looks nice, book it", ["book Hand Building"]),
        ("wheel basics and hand building, book both", ["book Wheel Basics", "book Hand Building"]),
        ("Put me on the waiting list for mould making", ["join_waiting_list Mould Making"]),
        ("I know the mould class is full but could you put me on its waiting list", ["join_waiting_list Mould Making"]),
        (
            "Cancel Glaze and Decorate and book me the wheel instead",
            ["cancel_booking Glaze & Decorate", "book Wheel Basics"],
        ),
        ("Raku isn't a favourite of mine any more.", ["press_favourite Raku Firing"]),
        ("unfavourite the raku", ["press_favourite Raku Firing"]),
    ],
)
async def test_what_a_button_does_is_said_in_other_words(said: str, done: list[str]) -> None:
    studio = pottery()
    await studio.says(said)
    assert studio.done == done


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("Cancel my raku booking.", "Do you mean cancel booking: “Raku Firing”?"),
        ("I'm afraid I can't make it on Friday evening.", "Do you mean cancel booking: “Glaze & Decorate”?"),
        ("delete two cobalt blue", "Do you mean delete: “Cobalt blue”?"),
    ],
)
async def test_what_was_not_named_whole_is_asked_about(said: str, asked: str) -> None:
    studio = pottery()
    assert await studio.says(said) == asked
    assert studio.done == []


async def test_on_tuesday_there_is_no_such_course() -> None:
    studio = pottery()
    await studio.says("Book me into the wheel class on Tuesday")
    assert studio.done == []


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("ten more on the celadon", ["set_quantity Celadon green, 22"]),
        ("just used up two tubs of tenmoku", ["set_quantity Tenmoku brown, 2"]),
        ("raise the tenmoku by three", ["set_quantity Tenmoku brown, 7"]),
        ("Could you halve the number of celadon greens for me?", ["set_quantity Celadon green, 6"]),
        ("twenty new tubs of cobalt blue arrived this morning", ["set_quantity Cobalt blue, 20"]),
        (
            "I've counted: six tenmoku and thirty celadon.",
            ["set_quantity Tenmoku brown, 6", "set_quantity Celadon green, 30"],
        ),
        (
            "add five to the cobalt and ten to the tenmoku",
            ["set_quantity Cobalt blue, 5", "set_quantity Tenmoku brown, 14"],
        ),
        ("the tin white is what we have most of, make it two", ["set_quantity Tin white, tub of 5, 2"]),
    ],
)
async def test_how_many_there_are_is_told_as_a_change(said: str, done: list[str]) -> None:
    studio = pottery()
    await studio.says(said)
    assert studio.done == done


@pytest.mark.parametrize("said", ["five fewer cobalt blue", "halve the tin white"])
async def test_there_are_never_less_than_none_nor_half_a_tub(said: str) -> None:
    studio = pottery()
    await studio.says(said)
    assert studio.done == []


async def test_a_quantity_is_taken_back() -> None:
    studio = pottery()
    await studio.says("tenmoku to zero")
    await studio.says("undo")
    assert studio.done == ["set_quantity Tenmoku brown, 4"]


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("select the whole lot", ["switch_select_all on"]),
        ("clear the selection", ["switch_select_all off"]),
        ("Tick both things in the stoneware kind.", selected("Celadon green", "Tenmoku brown")),
        ("select everything except the cobalt and the tenmoku", selected("Celadon green", "Tin white, tub of 5")),
        ("Delete the selected ones.", ["delete_selected"]),
        ("Select all and press delete selected.", ["switch_select_all on", "delete_selected"]),
    ],
)
async def test_boxes_that_only_select_are_ticked_without_a_question(said: str, done: list[str]) -> None:
    studio = pottery()
    await studio.says(said)
    assert studio.done == done


async def test_what_is_excepted_is_taken_out_of_what_was_asked_about() -> None:
    studio = pottery()
    assert (
        await studio.says("reorder everything")
        == "Reorder: " + ", ".join(f"“{one}”" for one in NAMES) + ", 4 in all. Shall I?"
    )
    await studio.says("except the celadon")
    assert studio.done == [f"press_reorder {one}" for one in NAMES[1:]]


async def test_what_is_excepted_is_taken_back() -> None:
    studio = pottery()
    await studio.says("tick all the glazes")
    await studio.says("except the cobalt")
    assert studio.done == selected("Cobalt blue", to="off")


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("Cleo rang, she'd like to get our newsletter again.", "Cleo Hart, on"),
        ("unsubscribe Bo", "Bo Reyes, off"),
        ("Bo doesn't want our newsletter any more", "Bo Reyes, off"),
        ("no more newsletters for Ada", "Ada Lund, off"),
        ("The second member doesn't want it any more, unsubscribe that one", "Bo Reyes, off"),
    ],
)
async def test_what_is_said_of_somebody_means_the_switch_beside_the_name(said: str, done: str) -> None:
    studio = pottery()
    await studio.says(said)
    assert studio.done == [f"switch_receives_newsletter {done}"]


async def test_a_state_is_given_by_the_menu_of_its_row() -> None:
    studio = pottery()
    await studio.says("The slab roller is fixed.")
    assert studio.done == ["press_state_waiting Slab roller"]


async def test_a_booking_is_put_right() -> None:
    studio = pottery()
    await studio.says("Book the wheel basics.")
    await studio.says("Oh sorry, I meant the hand building.")
    assert studio.done == ["book Hand Building"]


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("Yes, delete the celadon", ["delete Celadon green"]),
        ("Yes, throw it out.", ["delete Celadon green"]),
        ("No, not yet.", []),
        ("No, keep the celadon", []),
        ("Yes, but not now", []),
        ("Yes, later", []),
    ],
)
async def test_an_answer_may_repeat_the_order(said: str, done: list[str]) -> None:
    studio = pottery()
    assert await studio.says("Delete the celadon.") == "Remove “Celadon green”: shall I?"
    await studio.says(said)
    assert studio.done == done


@pytest.mark.parametrize(
    "said", ["Give the raku three hearts.", "take the wheel basics off my favourites", "the first glaze is done"]
)
async def test_what_only_sounds_like_a_button_presses_none(said: str) -> None:
    studio = pottery()
    await studio.says(said)
    assert studio.done == []


async def test_an_item_that_is_not_needed_is_asked_about() -> None:
    studio = pottery()
    assert await studio.says("I don't think we need the cobalt any more.") == "Remove “Cobalt blue”: shall I?"


@pytest.mark.parametrize("said", ["and the hand building too", "the hand building as well, please"])
async def test_the_same_is_done_to_one_more(said: str) -> None:
    studio = pottery()
    await studio.says("book the wheel basics")
    await studio.says(said)
    assert studio.done == ["book Hand Building"]
