"""What is wished for is set: elsewhere on the page, in other words, for a time, between two days."""

import pytest

from support.ferry_office import Ferry


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("between the third and the ninth of September", ["set_outward 2026-09-03", "set_return 2026-09-09"]),
        ("from the 20th of August to the 24th", ["set_outward 2026-08-20", "set_return 2026-08-24"]),
        ("not before the 16th", ["set_outward 2026-08-16"]),
        ("until the 20th of August", ["set_return 2026-08-20"]),
        ("we keep it for a week", ["set_return 2026-08-21"]),
        ("the return two days later", ["set_return 2026-08-17"]),
        ("an hour and a half later", ["choose_departs 11:30"]),
        ("I'll be there at half past two in the afternoon", ["choose_departs 14:30"]),
        ("for four people at eight in the morning", ["choose_departs 08:00", "set_passengers 4"]),
        ("my name is Ida Blom, my number is 0170 1234567", ["set_name Ida Blom", "set_phone 01701234567"]),
        ("I'm Ida Blom, three passengers", ["set_name Ida Blom", "set_passengers 3"]),
        ("you can reach me at 0170 1234567", ["set_phone 01701234567"]),
        ("we're bringing the dog", ["switch_dog on"]),
        ("the dog should be able to come on board", ["switch_dog on"]),
        ("write that we arrive by train", ["set_remarks we arrive by train"]),
        ("it's too dark in here", ["set_brightness 50"]),
        ("the light is dazzling me, a bit darker", ["set_brightness 30"]),
        ("it's freezing", ["set_temperature 21"]),
        ("turn the heat up by half a degree", ["set_temperature 20.5"]),
        ("raise the heat by one and a half degrees", ["set_temperature 21.5"]),
        ("one size bigger", ["choose_cabin L"]),
        ("close the vents", ["set_vents 0"]),
        ("a large cabin for Mia Kern, with a dog", ["choose_cabin L", "set_name Mia Kern", "switch_dog on"]),
        ("my name is spelt K, E, double L, E, R", ["set_name Keller"]),
        ("ten is early, an hour and a half later", ["choose_departs 11:30"]),
        ("a cabin in large at eight in the morning", ["choose_cabin L", "choose_departs 08:00"]),
        ("vents open and the heat at 22", ["set_vents 100", "set_temperature 22"]),
    ],
)
async def test_what_is_wished_for_is_set(said: str, done: list[str]) -> None:
    ferry = Ferry()
    await ferry.says(said)
    assert sorted(ferry.done) == sorted(done)


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("stop bothering me about the low tide", ["switch_low_tide off"]),
        ("warn me when there are delays", ["switch_delays on"]),
        ("I don't want to hear about the tide any more", ["switch_low_tide off"]),
        ("remind me two days before", ["set_ahead 48"]),
        ("the bell shouldn't make a sound tonight", ["choose_bell Silent"]),
        ("quiet from half past ten at night", ["set_quiet_from 22:30"]),
        ("quiet from ten to half past seven", ["set_quiet_from 22:00", "set_quiet_until 07:30"]),
    ],
)
async def test_what_is_to_be_told_and_when_is_set(said: str, done: list[str]) -> None:
    ferry = Ferry("Messages")
    await ferry.says(said)
    assert ferry.done == done


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("in the messages, warn me about delays", ["open_messages", "switch_delays on"]),
        ("messages: no more word about the tide", ["open_messages", "switch_low_tide off"]),
        ("open the messages and put the bell to horn", ["open_messages", "choose_bell Horn"]),
        ("warn me about delays", ["open_messages", "switch_delays on"]),
        ("set the temperature in the crossing to 22", ["set_temperature 22"]),
        ("is the low tide switched on in the messages?", ["open_messages", "open_crossing"]),
    ],
)
async def test_what_stands_on_another_tab_is_done_there(said: str, done: list[str]) -> None:
    ferry = Ferry()
    await ferry.says(said)
    assert ferry.done == done


async def test_all_tabs_are_looked_through_and_the_first_is_shown_again() -> None:
    ferry = Ferry()
    answer = await ferry.says("polish the brass bulletin")
    assert ferry.done == ["open_messages", "open_crossing"]
    assert answer.startswith("I did not understand that.")


@pytest.mark.parametrize(
    "said",
    [
        "I would not like it too dark in there",
        "she said that it was freezing",
        "when it is too warm we go out",
        "maybe two days later",
        "is it too dark in here?",
        "the third",
        "flip the cider over to chimes",
        "thanks for the dog",
        "I'm allergic to nuts",
    ],
)
async def test_what_only_tells_or_is_not_clear_sets_nothing(said: str) -> None:
    ferry = Ferry()
    await ferry.says(said)
    assert not [one for one in ferry.done if not one.startswith("open_")]
