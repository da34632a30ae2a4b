"""Settings by what they are for, parts of a list and its order, and what is written behind a colon."""

import pytest

from support.observatory import dome, visits


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("Dim the screen a little.", ["set_brightness 50"]),
        ("Make the screen brighter.", ["set_brightness 70"]),
        ("The screen is too bright.", ["set_brightness 50"]),
        ("A bit louder for the ringer, please.", ["set_ring_volume 50"]),
        ("Turn the ringer down by ten.", ["set_ring_volume 30"]),
        ("Music at full volume.", ["set_media_volume 100"]),
        ("All the volumes down to zero.", ["set_ring_volume 0", "set_media_volume 0"]),
        ("All volumes to fifty.", ["set_ring_volume 50", "set_media_volume 50"]),
        ("Put the phone in flight mode.", ["switch_airplane_mode on"]),
        ("Don't send statistics to the maker.", ["switch_send_statistics_to_the_maker off"]),
        ("Take the last signal sound.", ["choose_signal_sound Chime"]),
        ("Tell the night watch: the roof is open.", ["set_note_to_the_night_watch the roof is open"]),
        ("In the note please write: the roof is open", ["set_note_to_the_night_watch the roof is open"]),
    ],
)
async def test_a_setting_is_meant_by_what_it_is_for(said: str, done: list[str]) -> None:
    page = dome()
    await page.says(said)
    assert page.done == done


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("The visitors may notify me, but the repairs may not.", ["switch_visitors on", "switch_repairs off"]),
        ("Stop the notifications from the weather.", ["switch_weather off"]),
        ("Let everybody notify me.", ["switch_visitors on"]),
        ("No notifications at all, except for Repairs.", ["switch_weather off"]),
        ("Only the repairs may notify me.", ["switch_weather off"]),
        ("Let visitors notify me.", ["switch_visitors on"]),
    ],
)
async def test_a_list_of_switches_is_read_by_what_it_is_called(said: str, done: list[str]) -> None:
    page = dome()
    await page.says(said)
    assert page.done == done


@pytest.mark.parametrize("said", ["The visitors are here.", "Turn the bell down by ten."])
async def test_what_nothing_explains_sets_nothing(said: str) -> None:
    page = dome()
    await page.says(said)
    assert page.done == []


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("Put the biggest groups first.", ["choose_sort_by People, most first"]),
        ("Alphabetical order would be nice for the guests.", ["choose_sort_by Name"]),
        ("Show only the ones that still owe us money.", ["choose_show Not paid yet"]),
        ("Only those who haven't paid.", ["choose_show Not paid yet"]),
        ("Just the paid ones.", ["choose_show Paid"]),
        ("Who still has to pay? Show me just those.", ["choose_show Not paid yet"]),
        ("School classes only.", ["switch_school_classes on"]),
        ("Paid ones only, dearest first", ["choose_show Paid", "choose_sort_by Price, highest first"]),
        ("I want to see all the visits on one page.", ["choose_rows All"]),
        ("Ten visits per page.", ["choose_rows 10"]),
        ("Show all rows.", ["choose_rows All"]),
    ],
)
async def test_a_list_is_shown_as_it_is_wanted(said: str, done: list[str]) -> None:
    page = visits()
    await page.says(said)
    assert page.done == done


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("I agree to the terms.", ["switch_i_accept_the_terms_of_the_visit on"]),
        ("What has to be prepared: the small telescope.", ["set_what_has_to_be_prepared the small telescope"]),
        ("My mail is jo at hart dot at", ["set_e_mail jo@hart.at"]),
        ("We'd like to come on the eighteenth of May.", ["set_day 2026-05-18"]),
    ],
)
async def test_a_form_is_filled_in(said: str, done: list[str]) -> None:
    page = visits()
    await page.says(said)
    assert page.done == done


async def test_what_is_put_right_behind_a_colon_is_written_without_what_leads_to_it() -> None:
    page = dome()
    await page.says("Tell the night watch: ring twice.")
    await page.says("No, write: please knock.")
    assert page.done == ["set_note_to_the_night_watch please knock"]
