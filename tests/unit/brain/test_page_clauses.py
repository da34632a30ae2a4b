"""Orders and questions that no template has: read by the names in them, where each other word is explained as well."""

import pytest

from support.house_talk import House


@pytest.mark.parametrize(
    ("sentences", "done"),
    [
        ("we'd love a parking space", ["switch_parking_space on"]),
        ("they'll need parking", ["switch_parking_space on"]),
        ("no parking, but full English", ["switch_parking_space off", "choose_full_english"]),
        ("five nights in the family suite", ["set_nights 5", "choose_room Family suite"]),
        ("the family suite and a parking space, please", ["choose_room Family suite", "switch_parking_space on"]),
        (
            "four nights in the family suite without breakfast",
            ["set_nights 4", "choose_room Family suite", "choose_none"],
        ),
        ("one more night", ["set_nights 3"]),
        ("two more nights and no breakfast", ["set_nights 4", "choose_none"]),
        ("add milk and honey", ["set_new_task milk and honey", "add"]),
        (
            "add butter, honey and tea",
            [f"{do}" for one in ("butter", "honey", "tea") for do in (f"set_new_task {one}", "add")],
        ),
        ("add oil to my list | and half a litre of cream", ["set_new_task half a litre of cream", "add"]),
        ("take me to the next page", ["press_next"]),
        ("delete the milk and the plumber | yes", ["delete Buy milk", "delete Call the plumber"]),
        ("22 degrees in the room", ["set_room_temperature 22"]),
        ("comments: we arrive late, by train", ["set_comments we arrive late, by train"]),
        ("set nights to four | and two more", ["set_nights 4"]),  # of the two that the page still tells
        ("refund Ben Okafor | and refund the third guest | no", []),
        ("the last guest cannot come | refund Carla Diaz", ["refund Carla Diaz"]),
        ("nothing but full English", ["choose_full_english"]),
        ("no parking but the family suite", ["switch_parking_space off", "choose_room Family suite"]),
        ("Anna Keller cannot come, refund her", ["refund Anna Keller"]),
    ],
)
async def test_what_is_ordered_by_names_is_done(sentences: str, done: list[str]) -> None:
    house = House()
    for sentence in sentences.split(" | "):
        await house.says(sentence)
    assert house.done == done


@pytest.mark.parametrize(
    ("order", "back"),
    [
        ("set the nights to 5", ["set_nights 2"]),
        ("one more night", ["set_nights 2"]),
        ("the family suite, please", ["choose_room Garden single"]),
        ("turn the parking space on", ["switch_parking_space off"]),
    ],
)
@pytest.mark.parametrize("said", ["undo that", "put it back as it was", "no, put that back the way it was"])
async def test_what_was_done_is_taken_back_whoever_did_it(order: str, back: list[str], said: str) -> None:
    """The page's reading or the rules behind it: the value that stood there before is set again."""
    house = House()
    await house.says(order)
    await house.says(said)
    assert house.done == back


@pytest.mark.parametrize(
    "sentence",
    [
        "I wonder whether they need parking",
        "they talked about the parking space all evening",
        "if they come by car they need a parking space",
        "the family suite was lovely last year",
        "my sister had full English with her neighbours",
        "five of the nights were cold in the family suite",
        "what about the neighbours' parking space",
        "do they need a parking space?",
        "never refund Ben Okafor",
        "two of the family suites",
        "I like parking",
        "it is continental in here",
        "the parking space is on",
        "we have a family suite",
        "the parking is great",
        "thanks for the parking",
        "we got full English yesterday",
        "I'd like to check out",
        "how much is the parking space",
        "put on the milk: bring your own chairs on Saturday, and refund it",
        "not without parking",
        "we had a parking space there",
        "don't worry about the parking space",
        "the second guest",
        "all but the parking",
    ],
)
async def test_a_word_that_nothing_explains_leaves_all_as_it_is(sentence: str) -> None:
    house = House()
    await house.says(sentence)
    assert house.done == []


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who comes from Lyon?", "Ben Okafor, City Lyon, Nights 7, Price €810."),
        ("Is there anybody from Madrid?", "Yes. Carla Diaz, City Madrid, Nights 2, Price €190."),
        ("Is there anybody from Paris?", "No, I see no paris here."),
        ("Who pays less than 250?", "On this page: Anna Keller: Price €240. Carla Diaz: Price €190."),
        ("Which is the most expensive booking?", "On this page: Ben Okafor: Price €810."),
        ("Who is the cheapest?", "On this page: Carla Diaz: Price €190."),
        ("How many guests pay more than 200 euros?", "On this page: 2: Anna Keller, Ben Okafor."),
    ],
)
async def test_a_question_is_answered_from_the_words_of_items_and_rows(question: str, answer: str) -> None:
    house = House()
    assert await house.says(question) == answer
    assert house.done == []


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("delete buy milk?", "Remove “Buy milk”: shall I?"),
        ("refund Ben Okafor?", "Do you mean refund: “Ben Okafor”?"),
    ],
)
async def test_an_order_that_was_written_as_a_question_is_asked_about(said: str, asked: str) -> None:
    house = House()
    assert await house.says(said) == asked
    assert house.done == []
    await house.says(f"can you {said}")
    assert house.done != []


async def test_an_item_that_was_named_in_part_is_asked_about_by_its_whole_name() -> None:
    house = House()
    assert await house.says("Ben is unhappy, give him a refund") == "Do you mean refund: “Ben Okafor”?"
    assert house.done == []
    await house.says("yes")
    assert house.done == ["refund Ben Okafor"]


@pytest.mark.parametrize("question", ["What can I do here?", "what can I say on this page", "Help!", "help me please"])
async def test_what_can_be_done_is_told_by_the_parts_of_the_page_five_at_most(question: str) -> None:
    house = House()
    told = await house.says(question)
    assert told.startswith("Here you can: add to “To do”; choose All, Active or Completed; ")
    assert "fill in “Booking” (Guest name, E-mail, Phone, Arrival and 6 more)" in told
    assert told.count("“") - told.count("“Guests”") <= 5
    assert "Buy milk" not in told
    assert house.done == []


async def test_what_is_behind_an_instead_of_is_not_wanted() -> None:
    house = House()
    await house.says("the family suite instead of the garden single, please")
    assert house.done == ["choose_room Family suite"]
