"""What is said of items of lists and tables by their names, and what became of them, is an order."""

from dataclasses import replace

import pytest

from antiphon.domain.actions import Action, ActionCall, ActionOutcome
from support.boards import Board, club, depot, film_night, kitchen

BOARDS = {"club": club, "kitchen": kitchen, "films": film_night, "depot": depot}

APPLIED = ["choose_state_for_selected collected", "apply"]
STORED = ["choose_state_for_selected stored", "apply"]


async def _says(board: Board, sentences: str) -> tuple[list[str], str]:
    talk, answer = board.talk(), ""
    for sentence in sentences.split(" | "):
        answer = await talk.says(sentence)
    return talk.done, answer


@pytest.mark.parametrize(
    ("page", "sentences", "done"),
    [
        ("club", "Ines has paid", ["switch_ines_falk_paid on"]),
        ("club", "Bruno hasn't paid after all", ["switch_bruno_tal_paid off"]),
        ("club", "Ines and Maja have paid", ["switch_ines_falk_paid on", "switch_maja_lind_paid on"]),
        ("club", "Maja Lind paid her fee today", ["switch_maja_lind_paid on"]),
        ("club", "the boathouse is swept", ["switch_sweep_the_boathouse on"]),
        ("club", "the oars aren't ordered after all", ["switch_order_new_oars off"]),
        ("club", "nobody ordered the oars", ["switch_order_new_oars off"]),
        ("club", "Maja sweeps the boathouse this week", ["choose_who Sweep the boathouse, Maja"]),
        ("club", "Ines is painting the Swan", ["choose_who Paint the Swan, Ines"]),
        ("club", "Per gets the Swan", ["choose_book_swan_for Per Holt"]),
        ("club", "Bruno can't repair the jetty, Maja takes it", ["choose_who Repair the jetty, Maja"]),
        (
            "club",
            "Maja and Per swap: Maja paints the Swan and Per the jetty",
            ["choose_who Paint the Swan, Maja", "choose_who Repair the jetty, Per"],
        ),
        ("club", "the first two jobs are done", ["switch_sweep_the_boathouse on", "switch_repair_the_jetty on"]),
        (
            "club",
            "somebody has to oil the locks, put Per down for it",
            ["set_new_job oil the locks", "choose_who Jobs, Per", "add"],
        ),
        ("kitchen", "the fire is lit", ["switch_light_the_fire on"]),
        ("kitchen", "the water isn't fetched yet", ["switch_fetch_water off"]),
        ("kitchen", "make it four apples", ["press_less apples 6", "press_less apples 6"]),
        ("kitchen", "make that eight apples", ["press_more apples 6", "press_more apples 6"]),
        ("kitchen", "a single oat milk is enough", ["press_less oat milk 3", "press_less oat milk 3"]),
        (
            "kitchen",
            "put tomatoes and rice on the list",
            [do for one in ("tomatoes", "rice") for do in (f"set_what_is_missing {one}", "add_to_groceries")],
        ),
        ("films", "Rosa and Luca said yes", ["choose_answer Rosa Marin, yes", "choose_answer Luca Moretti, yes"]),
        ("films", "Timo said no", ["choose_answer Timo Beck, no"]),
        ("films", "add the second guest to the car pool", ["add_to_car_pool Timo Beck"]),
        ("films", "put Parasite at the top of the list", ["move_up Parasite"] * 3),
        ("films", "Alien should be first", ["move_up Alien"]),
        ("films", "move Casablanca to the end", ["move_down Casablanca"] * 3),
        ("films", "put Parasite in front of Alien", ["move_up Parasite"] * 2),
        ("films", "move the last one up two places", ["move_up Parasite"] * 2),
        ("films", "move Amélie up | oh no, put it back", ["move_down Amélie"]),
        ("films", "is Timo coming? | he said maybe", ["choose_answer Timo Beck, maybe"]),
        ("depot", "open the one about the glove", ["press_left_glove_of_a_child"]),
        ("depot", "open number 2043", ["press_folding_chair"]),
        ("depot", "select the first two", ["switch_select_2041 on", "switch_select_2042 on"]),
        ("depot", "the keys have been picked up", ["switch_select_2041 on", *APPLIED]),
        ("depot", "mark 2041 and 2043 as stored", ["switch_select_2041 on", "switch_select_2043 on", *STORED]),
        ("depot", "send back number 2042", ["switch_select_2042 on"]),
        ("depot", "three umbrellas have come in", ["set_stock_of_umbrella 9"]),
        ("depot", "somebody took a lamp", ["set_stock_of_lamp 3"]),
        ("depot", "we counted twelve umbrellas", ["set_stock_of_umbrella 12"]),
    ],
)
async def test_what_is_said_of_items_is_done(page: str, sentences: str, done: list[str]) -> None:
    assert (await _says(BOARDS[page](), sentences))[0] == done


@pytest.mark.parametrize(
    ("page", "sentence", "done"),
    [
        ("club", "Bruno is leaving the club", ["cancel_membership_of_bruno_tal"]),
        ("club", "the boathouse sweeping can come off the list", ["delete_job Sweep the boathouse"]),
        ("club", "delete the finished jobs", ["delete_job Order new oars"]),
        ("kitchen", "throw out what we've already bought", ["remove_ticked_groceries"]),
        ("kitchen", "clear the ticked duties", ["delete_duty Clean the tent", "delete_duty Fetch water"]),
        ("kitchen", "untick all the duties, it's a new day", ["switch_fetch_water off", "switch_clean_the_tent off"]),
        ("films", "we don't want to watch Alien any more", ["press_take_off_the_list Alien"]),
        ("films", "pay all the costs that are open", ["press_pay_popcorn", "press_pay_projector"]),
    ],
)
async def test_what_takes_away_or_is_done_to_many_is_asked_first(page: str, sentence: str, done: list[str]) -> None:
    board = BOARDS[page]()
    assert (await _says(board, sentence))[0] == []
    assert (await _says(board, f"{sentence} | yes"))[0] == done
    assert (await _says(board, f"{sentence} | no"))[0] == []


@pytest.mark.parametrize(
    ("page", "sentence"),
    [
        ("club", "Per says Ines has paid"),
        ("club", "has Ines paid?"),
        ("club", "if Ines has paid, tell her"),
        ("club", "Ines wants to pay next week"),
        ("club", "the jetty is broken"),
        ("club", "Ines and Maja swap jobs"),
        ("kitchen", "the fire is hot"),
        ("kitchen", "we will light the fire tomorrow"),
        ("films", "the projector has been paid"),
        ("films", "we've seen Alien"),
        ("depot", "have the keys been picked up?"),
        ("depot", "the lamp is broken"),
        ("depot", "put everything for the party on the list"),
    ],
)
async def test_what_orders_nothing_changes_nothing(page: str, sentence: str) -> None:
    assert (await _says(BOARDS[page](), sentence))[0] == []


async def test_a_button_for_what_is_ticked_is_pressed_once_it_is_there() -> None:
    talk = depot().talk()
    await talk.say("send back number 2042", typed=True)
    assert talk.call is not None
    assert talk.call.action_id == "switch_select_2042"
    empty = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}
    button = Action("press_send_back", "Press Send back", empty)
    talk.page = replace(talk.page, actions={**talk.page.actions, button.id: button})
    await talk.ends(ActionOutcome("success"))
    assert talk.call == ActionCall(button.id, {})


async def test_a_name_that_sounds_done_tells_nothing() -> None:
    board = Board()
    board.entries("Films", ("Spirited Away", False, ["Delete film"]), ("Alien", False, ["Delete film"]))
    assert (await _says(board, "the film Spirited Away"))[0] == []
    assert (await _says(board, "Spirited Away is done"))[0] == ["switch_spirited_away on"]


async def test_what_is_counted_is_no_state_that_only_a_button_tells() -> None:
    board = Board()
    board.table(
        "Students", ["Name", "Grade"], *(([name, "B"], None, []) for name in ("Ada Roth", "Ole Berg", "Mia Falk"))
    )
    board.entries("To do", ("Order oars", False, ["Delete task"]), ("Sweep the hall", True, ["Delete task"]))
    assert (await _says(board, "how many tasks do I still have to do?"))[1] == "1: Order oars."
