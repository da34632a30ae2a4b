"""What is added to lists with values beside, noted word for word, and written in forms that a sentence opens."""

import pytest

from support.camp import Camp


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("we need bread", ["set_need bread", "add"]),
        ("put honey on the list, from the farm", ["set_need honey", "choose_where Farm", "add"]),
        ("twelve rolls from the bakery, please", ["set_need rolls", "choose_where Bakery", "set_how_much 12", "add"]),
        ("add half a litre of cream", ["set_need cream", "set_how_much half a litre", "add"]),
        ("add two kilos of flour to the provisions", ["set_need flour", "set_how_much two kilos", "add"]),
        ("we are out of pepper, put it on the list", ["set_need pepper", "add"]),
        (
            "add onions and garlic from the farm",
            ["set_need onions", "choose_where Farm", "add", "set_need garlic", "choose_where Farm", "add"],
        ),
        (
            "new duty: sweep the kitchen, Tom, on Tuesday",
            ["set_new_duty sweep the kitchen", "choose_who Tom", "choose_day Tue", "add_duty"],
        ),
        (
            "someone has to air the tents by Saturday, let Ines do that",
            ["set_new_duty air the tents", "choose_who Ines", "choose_day Sat", "add_duty"],
        ),
        (
            "Bea has to feed the goat on Friday",
            ["set_new_duty feed the goat", "choose_who Bea", "choose_day Fri", "add_duty"],
        ),
        ("add sea salt", ["set_need sea salt", "add"]),
        ("add sweep the yard", ["set_new_duty sweep the yard", "add_duty"]),
        ("we need a broom", ["set_need broom", "add"]),
        ("we need a loaf of bread", ["set_need bread", "set_how_much a loaf", "add"]),
        ("get rid of what we've eaten", []),
        ("we need to talk", []),
        ("we need a break", []),
        ("we have to talk about the tents", []),
        ("we need the potatoes", []),
        ("eggs from the bakery and from the farm", []),
    ],
)
async def test_a_list_is_added_to_with_the_values_beside(said: str, done: list[str]) -> None:
    camp = Camp()
    await camp.says(said)
    assert sorted(camp.done) == sorted(done)
    assert camp.done[:1] == done[:1]


async def test_of_two_lists_that_may_be_meant_it_is_asked_which() -> None:
    camp = Camp()
    camp.lists = {"Provisions": [], "Duties": []}
    camp.shows()
    answer = await camp.says("add lanterns")
    assert camp.done == []
    assert answer == "Which one: “Provisions” or “Duties”?"
    await camp.says("the provisions")
    assert camp.done == ["set_need lanterns", "add"]


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("write on the notice board: swimming at six, and pin it", ["set_notice swimming at six", "press_pin_notice"]),
        ("add to the notice: and no music", ["set_notice No fires after ten. and no music"]),
        ("change the notice to: dogs on a lead", ["set_notice dogs on a lead"]),
        ("write on the wall: hello", []),
    ],
)
async def test_a_note_is_kept_word_for_word(said: str, done: list[str]) -> None:
    camp = Camp()
    await camp.says(said)
    assert camp.done == done


async def test_what_was_written_is_pinned_in_the_next_breath() -> None:
    camp = Camp()
    await camp.says("change the notice to: dogs on a lead")
    await camp.says("and pin it")
    assert camp.done == ["press_pin_notice"]
    await camp.says("add: until noon")
    assert camp.done == ["set_notice dogs on a lead. until noon"]


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("I want to write a new mail", ["compose"]),
        ("I have to write a letter, open the form for that", ["compose"]),
        ("compose a mail to ida dot holm at orchard dot org", ["compose", "set_to ida.holm@orchard.org"]),
        (
            "a mail to ida at orchard dot org with the subject plums and the text see you on Sunday",
            ["compose", "set_to ida@orchard.org", "set_subject plums", "set_text see you on Sunday"],
        ),
        ("write to ida at orchard dot org, subject plums", ["compose", "set_to ida@orchard.org", "set_subject plums"]),
        ("reply to Nora: we come, thank you", ["open_lantern_parade", "reply", "set_text we come, thank you"]),
        ("answer the letter about the parcel", ["open_a_parcel_is_waiting", "reply"]),
        ("rename the birch to Silver Birch", ["edit Birch", "set_tent Silver Birch"]),
        ("the old oak now costs fourteen euros fifty", ["edit Old Oak", "set_price 14.50"]),
        ("edit the alder", ["edit Alder"]),
        ("the price of the old oak is too high", []),
        ("the alder never costs fourteen euros", []),
        ("call the alder back", []),
        ("I have written a letter", []),
        ("a mail came yesterday", []),
        ("who wrote a new mail?", []),
    ],
)
async def test_what_is_written_is_opened_first(said: str, done: list[str]) -> None:
    camp = Camp()
    await camp.says(said)
    assert camp.done == done


@pytest.mark.parametrize(
    ("before", "said", "done"),
    [
        ("who wrote about the parade?", "reply to it", ["open_lantern_parade", "reply"]),
        ("who wrote about the parade?", "answer her", ["open_lantern_parade", "reply"]),
        ("open the letter about the parcel", "reply to it", ["reply"]),
        ("how many duties are there?", "reply to it", []),
        ("how many duties are there?", "out of camp reply on", ["switch_out_of_camp_reply on"]),
        ("turn on the camp reply", "turn it off", ["switch_out_of_camp_reply off"]),
    ],
)
async def test_a_reply_is_to_what_was_spoken_of(before: str, said: str, done: list[str]) -> None:
    camp = Camp()
    await camp.says(before)
    await camp.says(said)
    assert camp.done == done


async def test_what_is_sent_is_asked_first_when_it_is_filled_in() -> None:
    camp = Camp()
    answer = await camp.says("send a mail to ida at orchard dot org with the subject plums")
    assert camp.done == ["compose", "set_to ida@orchard.org", "set_subject plums"]
    assert answer.endswith("?")
    await camp.says("no")
    assert camp.done == []
    await camp.says("the text: ripe ones")
    assert camp.done == ["set_text ripe ones"]


async def test_a_dialog_is_gone_on_with_and_closed() -> None:
    camp = Camp()
    await camp.says("edit the alder")
    await camp.says("ground hill, price 80 cents")
    assert camp.done == ["choose_ground Hill", "set_price 0.80"]
    await camp.says("close it again")
    assert camp.done == ["close"]


@pytest.mark.parametrize(
    ("said", "done"),
    [
        (
            "create an outing called rafting on Tuesday at half past six in the evening",
            ["set_title rafting", "choose_day_of_it Tuesday", "set_start 18:30", "create_outing"],
        ),
        (
            "fill in a new outing: night walk, Wednesday at nine pm, forty-five minutes, with Wilma and Otto",
            [
                "set_title night walk", "choose_day_of_it Wednesday", "set_start 21:00", "choose_length 45 minutes",
                "switch_wilma on", "switch_otto on",
            ],
        ),
        (
            "put in a swim with the twins, Monday at noon, one hour, with Otto",
            [
                "set_title a swim with the twins", "choose_day_of_it Monday", "set_start 12:00", "choose_length 1 hour",
                "switch_otto on",
            ],
        ),
        ("put in a good word for me", []),
        ("an outing on Tuesday was nice", []),
    ],
)  # fmt: skip
async def test_a_form_that_is_open_is_filled_in_from_a_sentence(said: str, done: list[str]) -> None:
    camp = Camp()
    await camp.says(said)
    assert sorted(camp.done) == sorted(done)
