"""Lists are sorted, narrowed down, searched and turned over in anybody's words, and deeds are done to all that fit."""

from dataclasses import replace

import pytest

from antiphon.domain.actions import Action, ActionCall, ActionOutcome
from antiphon.domain.outline import Block, Column, Outline, TableRow, Use
from antiphon.providers.brain._page.arranging import HIGH, LOW, order_of
from antiphon.providers.brain._page.language import language
from antiphon.providers.brain._page.memory import Plan
from antiphon.providers.brain._page.sorts import pressed_again
from antiphon.providers.brain._page.stems import english as stem
from support.museum_store import Store
from support.orchard import Orchard

ENGLISH = language("en")


@pytest.mark.parametrize(
    ("text", "way", "words"),
    [
        ("Price: low to high", LOW, {stem("price")}),
        ("Newest first", HIGH, set()),
        ("Lender A\u2013Z", LOW, {stem("lender")}),
        ("names from z to a", HIGH, {stem("name")}),
        ("worst condition first", LOW, {stem("condition")}),
        ("sort by weight", None, {stem("weight")}),
    ],
)
def test_an_order_is_taken_apart_into_a_way_and_what_is_looked_at(text: str, way: str | None, words: set[str]) -> None:
    assert ENGLISH is not None
    order = order_of(text, ENGLISH)
    assert (order.way, set(order.words), order.is_cued) == (way, words, True)


@pytest.mark.parametrize(
    ("sentence", "done"),
    [
        ("Best condition first.", ["press_condition", "press_condition"]),
        ("Worst condition first, please.", ["press_condition"]),
        ("Pieces from Z to A.", ["press_piece", "press_piece"]),
        ("The most valuable condition first", []),
        ("put the store in alphabetical order", ["press_piece"]),
        ("cheapest at the top", ["press_worth"]),
        ("in order of the halls", ["press_hall"]),
        ("I walk along the halls, put the table in that order", ["press_hall"]),
        ("loans by who lends them", []),
        ("oldest loans at the top", ["choose_sort_by Oldest first"]),
        ("sort the loans by lender", ["choose_sort_by Lender A\u2013Z"]),
        ("order the cheapest", []),
        ("biggest pieces first", []),
        ("sort from cheap to expensive", ["press_worth"]),
        ("highest condition on top, please", ["press_condition", "press_condition"]),
        ("add the newest first to my diary", []),
    ],
)
async def test_a_list_is_put_in_the_order_that_was_named(sentence: str, done: list[str]) -> None:
    store = Store()
    await store.says(sentence)
    assert store.done == done


async def test_of_two_orders_that_fit_it_is_asked_which() -> None:
    store = Store()
    assert await store.says("sort the loans by date") == "Which one: “Newest first” or “Oldest first”?"
    assert store.done == []


async def test_a_head_that_is_sorted_so_already_is_not_pressed() -> None:
    store = Store(sorted_by="Worth")
    assert "already" in await store.says("lowest worth first")
    assert store.done == []


async def test_the_other_way_round_is_that_of_the_column_that_is_sorted() -> None:
    store = Store(sorted_by="Worth")
    await store.says("sort by hall")
    await store.says("the other way round")
    assert store.done == ["press_hall"]
    assert store.page.outline is not None
    assert store.page.outline.blocks[1].columns[1].sorted == "descending"


def _table(cells: list[str]) -> Outline:
    head = Column("Worth", None, Use("Worth", "press_worth"))
    return Outline((Block("table", columns=(head,), rows=tuple(TableRow((one,)) for one in cells)),))


@pytest.mark.parametrize(
    ("cells", "again"),
    [(["1", "9", "10"], True), (["10", "9", "1"], False), (["1 May", "9 April"], False), (["5", "5"], False)],
)
def test_where_a_head_does_not_tell_its_way_the_rows_do(cells: list[str], again: bool) -> None:
    call = ActionCall("press_worth", {})
    plan = Plan((call,), sorts=("Worth ▼", HIGH))
    assert pressed_again(_table(cells), plan) == (call if again else None)


@pytest.mark.parametrize(
    ("sentence", "done"),
    [
        ("Only the ones in the south hall.", ["choose_hall South"]),
        ("show me just what is cracked", ["switch_cracked_only on"]),
        ("Just hall A with the best condition on top", ["choose_hall A", "press_condition", "press_condition"]),
        ("north only, with the most expensive on top", ["choose_hall North", "press_worth", "press_worth"]),
        ("only cracked pieces in the south", ["switch_cracked_only on", "choose_hall South"]),
        ("only pieces acquired since the 3rd of May", ["set_acquired_from 2025-05-03"]),
        ("nothing that costs over a hundred euros", ["set_worth_up_to 100"]),
        ("hide the returned loans", ["press_due"]),
        ("only the returned ones", ["press_returned"]),
        ("look for kettle", ["search_pieces kettle"]),
        ("search the store for ivory", ["search_pieces ivory"]),
        ("everything with brooch in the name", []),
        ("only amber", ["search_pieces amber"]),
        ("only pieces called Amber", ["search_pieces Amber"]),
        ("find the piece called Pewter jug", ["search_pieces Pewter jug"]),
        ("nothing over a hundred euros", ["set_worth_up_to 100"]),
        ("what is broken? show only the cracked ones", ["switch_cracked_only on"]),
        ("anything from the north?", []),
        ("south pieces", ["choose_hall South"]),
        ("only purple", []),
        ("I have just returned it", []),
        ("we just had lunch in the north", []),
    ],
)
async def test_a_list_is_narrowed_down_to_what_was_named(sentence: str, done: list[str]) -> None:
    store = Store()
    await store.says(sentence)
    assert sorted(store.done) == sorted(done)


@pytest.mark.parametrize(
    ("sentence", "done"),
    [
        ("okay, show me everything again", ["choose_hall All halls", "search_pieces"]),
        ("clear the search again", ["search_pieces"]),
        ("take that filter away again", ["choose_hall All halls", "search_pieces"]),
        ("all loans again", []),
    ],
)
async def test_a_list_is_whole_again(sentence: str, done: list[str]) -> None:
    store = Store(hall="South", search="jug")
    await store.says(sentence)
    assert store.done == done


@pytest.mark.parametrize(
    ("sentence", "pages", "done"),
    [
        ("go to the last page", 3, 3),
        ("page three, please", 3, 2),
        ("go to the next page", 3, 1),
        ("the last page", 20, 12),
        ("read the last page of my diary", 3, 0),
    ],
)
async def test_pages_are_turned(sentence: str, pages: int, done: int) -> None:
    store = Store(pages=pages)
    await store.says(sentence)
    assert store.done == ["press_next"] * done


@pytest.mark.parametrize(
    ("sentence", "question", "done"),
    [
        (
            "Put a flag on everything in a condition below sixty per cent.",
            "Flag: “Amber brooch”, “Ivory comb”, 2 in all. Shall I?",
            ["press_flag_amber_brooch", "press_flag_ivory_comb"],
        ),
        ("flag all pieces of hall A", "Flag: “Ivory comb”, 1 in all. Shall I?", ["press_flag_ivory_comb"]),
        (
            "throw out everything in the south",
            "Delete: “Copper kettle”, “Pewter jug”, 2 in all. Shall I?",
            ["delete Copper kettle", "delete Pewter jug"],
        ),
        (
            "all of Tove's loans go to Greta",
            "Keeper of Greta: “Oak cradle”, “Tin lamp”, 2 in all. Shall I?",
            ["choose_keeper_of_oak_cradle Greta", "choose_keeper_of_tin_lamp Greta"],
        ),
        (
            "tick everything from the Lakeside Museum",
            "“Linen map”, “Oak cradle”: 2 in all. Shall I?",
            ["switch_linen_map on", "switch_oak_cradle on"],
        ),
        (
            "tick all the unread loans",
            "“Linen map”, “Tin lamp”: 2 in all. Shall I?",
            ["switch_linen_map on", "switch_tin_lamp on"],
        ),
        (
            "alert me about everything",
            "Alert me about: “Damp”, “Open doors”, 2 in all. Shall I?",
            ["switch_damp on", "switch_open_doors on"],
        ),
    ],
)
async def test_what_is_done_to_all_that_fit_is_asked_with_their_names(
    sentence: str, question: str, done: list[str]
) -> None:
    store = Store()
    assert await store.says(sentence) == question
    assert store.done == []
    await store.says("yes")
    assert store.done == done


@pytest.mark.parametrize(
    "sentence",
    [
        "flag everyone in the attic",
        "do not flag everything",
        "should I flag everything?",
        "flag everything that is broken",
    ],
)
async def test_a_condition_that_says_nothing_of_the_list_does_nothing(sentence: str) -> None:
    store = Store()
    await store.says(sentence)
    assert store.done == []
    await store.says("yes")
    assert store.done == []


async def test_a_refusal_in_front_is_no_name_of_a_column() -> None:
    store = Store()
    await store.says("sort by worth")
    await store.says("No, the other way round.")
    assert store.done == ["press_worth"]


async def test_a_way_alone_is_that_of_the_column_that_is_sorted() -> None:
    store = Store(sorted_by="Worth")
    await store.says("sort descending")
    assert store.done == ["press_worth"]


async def test_what_is_wanted_on_every_tab_is_set_on_each() -> None:
    house = Orchard()
    assert await house.says("twenty degrees in every room") == "Warmth: “Hall”, “Cellar”, 2 in all. Shall I?"
    assert house.done == []
    await house.says("yes")
    assert house.done == ["open_hall", "set_warmth 20", "open_cellar", "set_warmth 20", "open_hall"]


@pytest.mark.parametrize("sentence", ["twenty degrees in every shed", "twenty in every room", "open every room"])
async def test_what_is_not_clear_is_set_on_no_tab(sentence: str) -> None:
    house = Orchard()
    await house.says(sentence)
    assert house.done == []


async def test_of_several_calls_the_last_names_no_other_of_its_kind_where_there_is_none_left() -> None:
    store = Store()
    await store.says("throw out everything in the south")
    alone = dict(store.page.actions)
    alone["delete"] = Action("delete", "Delete", {"type": "object", "properties": {}, "required": []})
    await store.say("yes", typed=True)
    assert store.call is not None
    assert store.call.parameters == {"which": "Copper kettle"}
    store.page = replace(store.page, actions=alone)
    await store.ends(ActionOutcome("success"))
    assert store.call is not None
    assert store.call.parameters == {}


async def test_the_one_box_of_a_group_that_is_not_so_yet_is_set_without_a_question() -> None:
    store = Store()
    await store.says("no alerts at all any more")
    assert store.done == ["switch_fire off"]
