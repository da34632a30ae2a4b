"""Orders in words that no template has: ends of a number, reasons in front, parts of the page, guesses."""

import pytest

from antiphon.domain.actions import Action
from support.guest_house import ON_OFF, decoded, use
from support.house_talk import House
from support.orchard import Orchard


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("close the shutters all the way", "set_shutters_closed 100"),
        ("shutters all the way down", "set_shutters_closed 100"),
        ("open the shutters completely", "set_shutters_closed 0"),
        ("open the shutters halfway", "set_shutters_closed 50"),
        ("mute the radio", "set_radio_volume 0"),
        ("turn the radio up to the maximum", "set_radio_volume 40"),
        ("switch the language to German", "choose_language Deutsch"),
        ("open the letter about the harvest", "open_prices_of_the_harvest"),
        ("open the one from the cider press", "open_your_order_has_left"),
        ("keep the supper letter", "press_keep_supper_on_sunday"),
    ],
)
async def test_an_order_by_names_is_done(said: str, done: str) -> None:
    talk = Orchard()
    await talk.says(said)
    assert talk.done == [done]


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("the children are asleep, mute the radio", ["set_radio_volume 0"]),
        ("we are leaving for the weekend, turn on the night watch", ["switch_night_watch on"]),
        ("if it gets dark, close the shutters completely", []),
        ("I never said it was cold, close the shutters completely", []),
        ("when she was here, turn on the night watch", []),
        ("the watch is good, the radio is mute", []),
    ],
)
async def test_a_reason_may_stand_before_an_order_and_a_condition_may_not(said: str, done: list[str]) -> None:
    talk = Orchard()
    await talk.says(said)
    assert talk.done == done


async def test_several_orders_may_be_read_by_a_template_and_by_names() -> None:
    talk = House()
    await talk.says("tick off the plumber and make the room temperature as low as possible")
    assert talk.done == ["switch_call_the_plumber on", "set_room_temperature 16"]


async def test_what_is_for_another_part_of_the_page_leads_there_and_goes_on() -> None:
    talk = Orchard()
    answer = await talk.says("twenty degrees in the cellar")
    # The test's page stays as it is, so that the warmth is the hall's; a page would have shown the cellar's.
    assert talk.done == ["open_cellar", "set_warmth 20"]
    assert "understand" not in answer


async def test_a_part_of_the_page_in_a_condition_leads_nowhere() -> None:
    talk = Orchard()
    await talk.says("if there is a light in the cellar")
    assert talk.done == []


async def test_a_part_of_the_page_that_is_asked_about_is_looked_at_and_left_again() -> None:
    talk = Orchard()
    await talk.says("how warm is it in the cellar?")
    assert talk.done == ["open_cellar", "open_hall"]


async def test_what_is_probably_meant_is_asked_about_and_done_after_a_yes() -> None:
    talk = Orchard()
    answer = await talk.says("flip the whole page over to German")
    assert talk.done == []
    assert answer == "Do you mean choose language: deutsch?"
    await talk.says("yes")
    assert talk.done == ["choose_language Deutsch"]


@pytest.mark.parametrize(
    "said",
    [
        "my uncle spoke German and drank too much cider on most evenings",
        "I would not want German menus",
        "she said something about German menus",
        "do you speak German over there?",
        "the harvest and the supper and the cider press and German",
    ],
)
async def test_no_guess_is_made_of_what_is_no_order_or_says_too_much(said: str) -> None:
    talk = Orchard()
    answer = await talk.says(said)
    assert talk.done == []
    assert "Do you mean" not in answer


async def test_what_is_removed_by_a_part_of_its_name_is_asked_about_by_its_title() -> None:
    talk = Orchard()
    assert await talk.says("delete the supper letter") == "Remove “Supper on Sunday”: shall I?"
    assert talk.done == []
    await talk.says("yes")
    assert talk.done == ["delete_supper_on_sunday"]


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("they are staying for a week", ["set_nights 7"]),
        ("two weeks please", ["set_nights 14"]),
        ("a week in the garden single", ["set_nights 7", "choose_room Garden single"]),
        ("they arrive in a week", ["set_arrival 2026-03-11"]),
        ("see you next week", []),
        ("arriving on the 24th", ["set_arrival 2026-03-24"]),
        ("they arrive on the fourth of December", ["set_arrival 2026-12-04"]),
        ("put me down for five nights", ["set_nights 5"]),
        ("phone number oh one seven one five five five", ["set_phone 0171555"]),
        ("set the guest name to Anna and the nights to four", ["set_guest_name Anna", "set_nights 4"]),
        ("write down Anna and Ben", ["set_new_task Anna and Ben", "add"]),
        ("take away the parking", ["switch_parking_space off"]),
        ("let them have the full English", ["choose_full_english"]),
        ("make the room a bit warmer", ["set_room_temperature 21"]),
        ("clear the comments", ["set_comments"]),
        ("the plumber has been called", ["switch_call_the_plumber on"]),
        ("the towels haven't been ordered yet", ["switch_order_fresh_towels off"]),
    ],
)
async def test_usual_sentences_at_a_guest_house(said: str, done: list[str]) -> None:
    talk = House()
    await talk.says(said)
    assert talk.done == done


async def test_a_task_is_one_of_those_that_can_be_ticked() -> None:
    talk = House()
    assert await talk.says("delete the second task") == "Remove “Call the plumber”: shall I?"


async def test_a_word_in_a_name_turns_nothing_off() -> None:
    talk = Orchard()
    await talk.says("turn on the night watch")
    assert talk.done == ["switch_night_watch on"]


async def test_first_behind_a_word_that_points_is_no_place() -> None:
    talk = House()
    assert await talk.says("delete the plumber") == "Remove “Call the plumber”: shall I?"
    await talk.says("tick it first")
    assert talk.done == ["switch_call_the_plumber on"]
    nothing = House()
    await nothing.says("tick it first")
    assert nothing.done == []


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("set the e-mail to nothing much", []),
        ("set the phone to the plumber", []),
        ("the e-mail is bo at lane dot net", ["set_e_mail bo@lane.net"]),
    ],
)
async def test_a_field_is_given_nothing_that_its_kind_does_not_take(said: str, done: list[str]) -> None:
    talk = House()
    await talk.says(said)
    assert talk.done == done


async def test_an_order_in_front_lends_its_verb_and_not_its_number() -> None:
    value = {"type": "integer", "minimum": 0, "maximum": 9}
    schema = {"type": "object", "properties": {"value": value}, "required": ["value"]}
    fields = {"set_adults": "Adults", "set_dogs": "Dogs"}
    actions = {id_: Action(id_, f"Set {name}", schema) for id_, name in fields.items()}
    numbers = [
        {"name": name, "kind": "number", "value": 0, "min": 0, "max": 9, "use": use(name, id_)}
        for id_, name in fields.items()
    ]
    talk = House(actions, decoded([{"kind": "form", "name": "Party", "fields": numbers}]))
    await talk.says("three adults and a dog")
    assert talk.done == ["set_adults 3", "set_dogs 1"]


def _rota() -> House:
    """A list of duties that can be ticked and given to somebody."""
    names = ("Sweep the yard", "Clean the coop")
    people = {"type": "string", "enum": ["Ida", "Olaf"]}
    actions, items = {}, []
    for name in names:
        key = name.lower().replace(" ", "_")
        for id_, text, schema in (
            (f"switch_{key}", f"Switch {name} on or off", {"to": ON_OFF}),
            (f"choose_who_{key}", f"Choose Who: {name}", {"option": people}),
        ):
            parameters = {"type": "object", "properties": schema, "required": list(schema)}
            actions[id_] = Action(id_, text, parameters)
        items.append(
            {"name": name, "on": False, "uses": [use(name, f"switch_{key}"), use(f"Who: {name}", f"choose_who_{key}")]}
        )
    who = {"name": "Who", "kind": "choice", "value": "Ida", "options": [{"name": "Ida"}, {"name": "Olaf"}]}
    form = {"kind": "form", "name": "New duty", "fields": [{**who, "use": use("Who", "choose_who")}]}
    actions["choose_who"] = Action("choose_who", "Choose Who", {"type": "object", "properties": {"option": people}})
    return House(actions, decoded([form, {"kind": "list", "name": "Duties", "items": items}]))


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("Olaf cleaned the coop", ["switch_clean_the_coop on"]),
        ("Ida has already cleaned the coop", ["switch_clean_the_coop on"]),
        ("Olaf cleans the coop", ["choose_who_clean_the_coop Olaf"]),
        ("give the yard to Olaf", ["choose_who_sweep_the_yard Olaf"]),
    ],
)
async def test_who_has_done_something_is_not_who_is_to_do_it(said: str, done: list[str]) -> None:
    talk = _rota()
    await talk.says(said)
    assert talk.done == done
