"""A page whose structure is known is operated in anybody's words: gestures, corrections, questions, dictation."""

import csv
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from antiphon.domain.actions import ActionCall, ActionOutcome
from antiphon.domain.context import PageContext
from antiphon.domain.conversation import AssistantSaid, BrainRequest, ConversationItem, UserSaid
from antiphon.providers.brain._page.stage import Stage
from antiphon.providers.brain._rules.catalogue import Catalogue
from support.brain_talk import DATA, registry
from support.guest_house import ACTIONS, TASKS, outline
from support.house_talk import House


def rows(path: Path) -> Iterator[list[str]]:
    with path.open(newline="", encoding="utf-8") as file:
        yield from csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)


@pytest.mark.parametrize(
    ("sentences", "done"),
    [
        # The items of a list
        ("tick the milk", ["switch_buy_milk on"]),
        ("Please mark call the plumber as done.", ["switch_call_the_plumber on"]),
        ("I've called the plumber", ["switch_call_the_plumber on"]),
        ("the milk is done", ["switch_buy_milk on"]),
        ("uncheck the towels", ["switch_order_fresh_towels off"]),
        ("the towels are not done after all", ["switch_order_fresh_towels off"]),
        ("tick the milk and the plumber", ["switch_buy_milk on", "switch_call_the_plumber on"]),
        ("tick buy milk and delete call the plumber", ["switch_buy_milk on", "delete Call the plumber"]),
        ("tick the second task", ["switch_call_the_plumber on"]),
        ("tick the milk | no, the plumber", ["switch_buy_milk off", "switch_call_the_plumber on"]),
        ("tick the milk | undo that", ["switch_buy_milk off"]),
        ("add bread to my list", ["set_new_task bread", "add"]),
        ("Add 'Pay the rent, twice' to the list", ["set_new_task 'Pay the rent, twice'", "add"]),
        ("delete buy milk", ["delete Buy milk"]),
        # A form
        ("set the guest name to Anna van der Berg", ["set_guest_name Anna van der Berg"]),
        ("her e-mail is anna dot keller at gmail dot com", ["set_e_mail anna.keller@gmail.com"]),
        ("phone is zero six six four, double one two", ["set_phone 0664112"]),
        ("set the arrival to the third of April", ["set_arrival 2026-04-03"]),
        ("they stay ten nights", ["set_nights 10"]),
        ("they stay ten nights | make it seven", ["set_nights 7"]),
        ("set nights to four | undo", ["set_nights 2"]),
        ("full English, please", ["choose_full_english"]),
        ("I'd like the family suite", ["choose_room Family suite"]),
        ("turn on parking", ["switch_parking_space on"]),
        ("with parking, please", ["switch_parking_space on"]),
        ("write we arrive late, about 11 pm in the comments", ["set_comments we arrive late, about 11 pm"]),
        ("a bit warmer", ["set_room_temperature 21"]),
        ("turn the room temperature down by three", ["set_room_temperature 17"]),
        ("set nights to 4 and the room to family suite", ["set_nights 4", "choose_room Family suite"]),
        # A table
        ("sort by city", ["press_city"]),
        ("show the cheapest first", ["press_price"]),
        ("only the finished ones", ["press_completed"]),
        ("show me everything", ["press_all"]),
        ("next page", ["press_next"]),
    ],
)
async def test_what_people_say_is_done(sentences: str, done: list[str]) -> None:
    house = House()
    for sentence in sentences.split(" | "):
        await house.says(sentence)
    assert house.done == done


@pytest.mark.parametrize(
    ("sentence", "answer"),
    [
        ("who stays the longest?", "On this page: Ben Okafor: Nights 7."),
        ("what's the cheapest?", "On this page: Carla Diaz: Price €190."),
        ("how many tasks are left?", "2: Buy milk, Call the plumber."),
        ("how many guests are there?", "On this page: 3."),
        ("what's on my to do list?", "To do: Buy milk, Call the plumber, Order fresh towels."),
        ("what does the third row say?", "Carla Diaz, City Madrid, Nights 2, Price €190."),
        ("how many nights does Anna stay?", "Anna Keller: Nights 3."),
        ("where is Ben from?", "Ben Okafor: City Lyon."),
        ("how much does Ben pay?", "Ben Okafor: Price €810."),
        ("is the milk done?", "No. Buy milk (not done)."),
        ("is order fresh towels done?", "Yes. Order fresh towels (done)."),
        ("what is the room temperature?", "Room temperature is 20."),
        ("is the parking space on?", "No. Parking space is off."),
        ("set the room temperature to thirty", "Room temperature goes from 16 to 26."),
        ("I've ordered the towels", "“Order fresh towels” is done already."),
    ],
)
async def test_what_the_page_tells_is_answered_and_nothing_is_done(sentence: str, answer: str) -> None:
    house = House()
    assert await house.says(sentence) == answer
    assert house.done == []


@pytest.mark.parametrize(
    ("sentence", "question", "done"),
    [
        ("delete the milk", "Remove “Buy milk”: shall I?", ["delete Buy milk"]),
        ("get rid of the plumber", "Remove “Call the plumber”: shall I?", ["delete Call the plumber"]),
        (
            "delete all the completed tasks",
            "Delete: “Order fresh towels”, 1 in all. Shall I?",
            ["delete Order fresh towels"],
        ),
        (
            "remove all tasks",
            "“Buy milk”, “Call the plumber”, “Order fresh towels”: 3 in all. Shall I?",
            [f"delete {name}" for name in TASKS],
        ),
    ],
)
async def test_what_removes_and_was_not_named_word_for_word_wants_a_yes(
    sentence: str, question: str, done: list[str]
) -> None:
    house = House()
    assert await house.says(sentence) == question
    assert house.done == []
    await house.says("yes")
    assert house.done == done

    other = House()
    await other.says(sentence)
    assert await other.says("no") == "All right, I leave it as it is."
    await other.says("yes")
    assert other.done == []


async def test_where_two_lists_have_a_second_one_it_is_asked_which() -> None:
    house = House()
    assert await house.says("delete the second one") == "Which one: “Call the plumber” or “Ben Okafor”?"
    assert await house.says("the plumber") == "Remove “Call the plumber”: shall I?"
    await house.says("yes")
    assert house.done == ["delete Call the plumber"]


async def test_a_yes_that_comes_late_or_to_what_was_not_heard_is_asked_for_again() -> None:
    house = House()
    question = await house.says("delete the milk")
    assert await house.says("yes", after_s=60.0) == question
    assert house.done == []
    house.was_cut_to("Remove")
    assert await house.says("yes") == question
    assert house.done == []


async def test_an_utterance_that_comes_again_with_more_words_is_read_as_if_it_were_new() -> None:
    """An answer may be begun before a sentence is over, and be thrown away."""
    house = House()
    await house.says("delete the milk")
    await house.say("yes", typed=True)
    assert house.call is not None
    again = house.call
    await house.reply()
    assert house.call == again


async def test_a_question_that_others_have_asked_is_not_answered_here() -> None:
    house = House()
    said = UserSaid("turn_1", "full English, please", typed=True)
    alone = BrainRequest("turn_1", [said], house.page)
    assert await Stage().answer(alone, Catalogue()) is not None
    asked: list[ConversationItem] = [UserSaid("turn_0", "book it"), AssistantSaid("turn_0", "Which room?"), said]
    assert await Stage().answer(replace(alone, items=asked), Catalogue()) is None


@pytest.mark.parametrize(("heard", "pressed"), [("", "yes"), ("The page asks:", None)])
async def test_what_the_page_asks_of_an_item_is_answered_by_who_has_heard_it(heard: str, pressed: str | None) -> None:
    house = House()
    await house.say("delete buy milk")
    assert house.call == ActionCall("delete", {"which": "Buy milk"})
    asked = "The page asks: Delete the task? It is gone then. You can say yes for Delete it, or no for Keep it."
    buttons = {"yes": "Yes. Presses “Delete it”", "no": "No. Presses “Keep it”", "delete_it": "Delete it"}
    entries = registry({name: {"description": text} for name, text in buttons.items()})
    house.page = replace(house.page, actions=entries, narration=asked)
    assert await house.ends(ActionOutcome("success", asked)) == asked
    if heard:
        house.was_cut_to(heard)
    answer = await house.say("Yes.")
    assert (house.call and house.call.action_id) == pressed
    assert pressed or answer == asked


async def test_more_than_a_turn_may_do_is_not_begun() -> None:
    house = House()
    tasks = {f"Task {word}": False for word in "abcdefghijklm"}
    house.page = replace(house.page, outline=outline(dict.fromkeys(tasks, False)))
    said = await house.says("remove all tasks")
    assert said == "That would be 13 things at once, and I do 12. Please name some of them."
    assert house.done == []


@pytest.mark.parametrize("sentence", ["refund the second guest", "refund Ben", "refund the Okafor booking"])
async def test_a_press_that_is_hard_to_take_back_wants_the_whole_name_or_a_yes(sentence: str) -> None:
    house = House()
    assert await house.says(sentence) == "Do you mean refund: “Ben Okafor”?"
    assert house.done == []
    await house.says("yes")
    assert house.done == ["refund Ben Okafor"]

    named = House()
    await named.says("refund Ben Okafor")
    assert named.done == ["refund Ben Okafor"]


async def test_sentences_for_other_pages_remove_and_refund_nothing() -> None:
    """Those of all tables of phrasings, each as the first of a conversation."""
    page = PageContext("", None, ACTIONS, outline=outline())
    catalogue = Catalogue()
    for action in ACTIONS.values():
        for _ in catalogue.add(action):
            pass
    sentences = [row[0] for path in sorted(DATA.glob("utterances*.tsv")) for row in rows(path)]
    assert len(sentences) > 700
    grave = []
    for sentence in sentences:
        answer = await Stage().answer(BrainRequest("turn_1", [UserSaid("turn_1", sentence)], page), catalogue)
        if answer and answer.call and answer.call.action_id in {"delete", "refund"}:
            grave.append(sentence)
    assert grave == []


@pytest.mark.parametrize(
    "sentence",
    [
        "", "?", "um", "the", "hello there", "what a lovely day", "the weather is nice", "I am so tired",
        "anna said she would call later", "we should talk about the guests", "my phone is dead", "x " * 300,
        "add the second one", "add to cart", "put a star on it", "add milk to the cart",
        "it is a hundred percent true",
    ],
)  # fmt: skip
async def test_what_is_for_nothing_of_the_page_does_nothing(sentence: str) -> None:
    house = House()
    await house.says(sentence)
    assert house.done == []
