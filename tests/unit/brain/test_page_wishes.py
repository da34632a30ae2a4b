"""Wishes for settings, parts of a list that are told first, and forms that are filled in by pieces."""

import pytest

from support.sailing_club import new_part, settings, trips


@pytest.mark.parametrize(
    ("wish", "done"),
    [
        ("A day's notice before a trip would suit me better.", ["choose_remind_me_before_a_trip the day before"]),
        ("an hour's warning is enough for me", ["choose_remind_me_before_a_trip 1 hour before"]),
        ("it'd be nice to get a text when something frees up", ["switch_text_me_when_a_berth_becomes_free on"]),
        ("I can't swim very far", ["switch_i_cannot_swim_far on"]),
        ("I could do without the newsletter", ["switch_send_me_the_harbour_newsletter off"]),
        ("no more newsletters please", ["switch_send_me_the_harbour_newsletter off"]),
        ("I'd rather have the large berth, don't save it yet", ["choose_berth Large, €70 a month"]),
        ("go down to Small and save the settings", ["choose_berth Small, €25 a month", "save_settings"]),
        (
            "Two guests on board and text alerts on, then save.",
            ["set_guests_on_board 2", "switch_text_me_when_a_berth_becomes_free on", "save_settings"],
        ),
    ],
)
async def test_a_wish_sets_what_its_words_are_of(wish: str, done: list[str]) -> None:
    page = settings()
    await page.says(wish)
    assert page.done == done


@pytest.mark.parametrize(
    "told",
    [
        "the newsletter is great",
        "there is no newsletter",
        "I wonder if the newsletter is any good",
        "a berth was free yesterday",
        "not without the newsletter",
    ],
)
async def test_what_only_tells_how_things_are_sets_nothing(told: str) -> None:
    page = settings()
    await page.says(told)
    assert page.done == []


@pytest.mark.parametrize(
    ("order", "done"),
    [
        ("Put bad knee into the allergies box.", ["set_allergies_or_notes_for_the_skipper bad knee"]),
        ("nuts go in the notes", []),
        ("a sore back goes in the notes for the skipper", ["set_allergies_or_notes_for_the_skipper a sore back"]),
        ("In an emergency they should ring Ruth Holt now, not Jan.", ["set_contact_ashore Ruth Holt"]),
        ("put it in the notes", []),
        ("text alerts", []),
        ("the skipper should read", []),
    ],
)
async def test_a_field_is_written_into_where_it_is_said_what_and_where(order: str, done: list[str]) -> None:
    page = settings()
    await page.says(order)
    assert page.done == done


@pytest.mark.parametrize(
    ("order", "done"),
    [
        ("just the ones where there's still room", ["switch_only_with_free_places on"]),
        ("What I'd like to see is what Mia does on Fridays, nothing else.", ["press_fri", "choose_skipper Mia Lund"]),
        ("What does Olaf sail? Show me just those.", ["choose_skipper Olaf Berg"]),
        ("only rough", ["press_rough"]),
        ("hide the full ones", ["switch_only_with_free_places on"]),
        ("leave out whatever isn't for families", ["press_family"]),
        ("Alphabetical order, please.", ["choose_sort_by Name"]),
        ("I want whatever has the most places left at the top", ["choose_sort_by Free places"]),
        ("what takes the least time at the top", ["choose_sort_by Length"]),
        ("the other way round, from A to Z", ["choose_sort_by Name"]),
    ],
)
async def test_a_list_is_shown_as_it_was_told(order: str, done: list[str]) -> None:
    page = trips()
    await page.says(order)
    assert sorted(page.done) == sorted(done)


@pytest.mark.parametrize(
    ("told", "done"),
    [
        (
            "Hemp line, ropes, from Keel, twelve of them, minimum three, two euros fifty.",
            ["Hemp line", "Ropes", "Keel and Sons", "12", "3", "2.5"],
        ),
        ("It's called Deck blue, a paint, ten tins at nine euros", ["Deck blue", "Paints", "10", "9"]),
        ("Salt and spray cover, sails, five of them", ["Salt and spray cover", "Sails", "5"]),
        ("call Hemp line tomorrow, and Keel on Friday", []),
    ],
)
async def test_a_form_is_filled_in_by_pieces(told: str, done: list[str]) -> None:
    page = new_part()
    await page.says(told)
    assert [one.partition(" ")[2] for one in page.done] == done
