"""What was ordered in one breath: nothing of it is dropped without a word, and no text loses words of its own."""

import pytest

from antiphon.domain.actions import ActionCall, ActionOutcome

from .conftest import Talk, action, registry


def one_of(*names: str) -> dict[str, object]:
    return {"enum": list(names)}


ITEM, TEXT = one_of("Toaster", "Red kettle", "Blue kettle"), {"type": "string"}
NIGHTS = {"type": "integer", "minimum": 1, "maximum": 30}
PAGES: dict[str, dict[str, object]] = {
    "vans": {"dispatch_van": action("Dispatch a van", {"van": one_of("Van 1", "Van 2", "Van 5")}, ["van"])},
    "days": {
        "cancel_appointment": action(
            "Cancel an appointment", {"appointment": one_of("Monday", "Tuesday", "Friday")}, ["appointment"]
        ),
        "book_patient": action("Book a patient", {"patient": one_of("Joan Perry", "Martin Hale")}, ["patient"]),
        "show_orders": action("Show the orders"),
    },
    "shop": {
        "add_to_cart": action("Add an item to the cart", {"item": ITEM}, ["item"]),
        "remove_from_cart": action("Remove an item from the cart", {"item": ITEM}, ["item"]),
    },
    "till": {
        "buy_item": action("Buy an item", {"item": ITEM, "quantity": {"type": "integer", "default": 1}}, ["item"])
    },
    "theme": {"set_theme": action("Set the theme", {"theme": one_of("light", "dark")}, ["theme"])},
    "title": {"set_title": action("Set the title", {"title": TEXT}, ["title"])},
    "greeting": {"set_greeting": action("Set the greeting", {"greeting": TEXT}, ["greeting"])},
    "name": {"set_name": action("Set the name", {"name": TEXT}, ["name"])},
    "rooms": {"book_room": action("Book a room", {"guest": TEXT, "nights": NIGHTS}, ["guest", "nights"])},
    "bank": {
        "close_account": action(
            "Close an account", {"account": one_of("Savings", "Holiday fund", "Current account")}, ["account"]
        )
    },
    "heating": {
        "set_temperature": action(
            "Set the temperature", {"degrees": {"type": "integer", "minimum": 1, "maximum": 30}}, ["degrees"]
        )
    },
}


async def talk_of(page: str, lines: str) -> tuple[list[str], list[tuple[str, dict[str, object]]]]:
    """What is answered to each line, each action succeeding at once, and what was called."""
    talk, answers, calls = Talk(registry(PAGES[page])), [], []
    for line in lines.split(" | "):
        answer = await talk.say(line, typed=True)
        while talk.call:
            calls.append((talk.call.action_id, dict(talk.call.parameters)))
            answer = await talk.ends(ActionOutcome("success"))
        answers.append(answer)
    return answers, calls


def van(number: int) -> tuple[str, dict[str, object]]:
    return "dispatch_van", {"van": f"Van {number}"}


@pytest.mark.parametrize(
    ("page", "lines", "last", "calls"),
    [
        (
            "vans", "dispatch van 1 and van 2 | yes",
            "Done: dispatch a van, Van 1. Do you mean dispatch van: van 2?", [van(1)],
        ),
        ("vans", "dispatch van 1 and van 2 | yes | yes", "Done: dispatch a van, Van 2.", [van(1), van(2)]),
        ("vans", "dispatch van 1 and 5 | yes | no", "All right.", [van(1)]),
        (
            "vans", "dispatch van 1, van 2 and van 5 | yes | yes | yes", "Done: dispatch a van, Van 5.",
            [van(1), van(2), van(5)],
        ),
        ("vans", "dispatch van 1 and van 2 | no", "All right. I have left the rest, too.", []),
        ("vans", "dispatch van 1 and van 2 | dispatch van 5", "Done: dispatch a van, Van 5.", [van(5)]),
        (
            "days", "cancel the Tuesday appointment and book Joan Perry | yes",
            "Done: cancel an appointment, Tuesday. Do you mean book patient: joan perry?",
            [("cancel_appointment", {"appointment": "Tuesday"})],
        ),
        (
            "days", "cancel the Tuesday appointment and book Joan Perry | yes | yes",
            "Done: book a patient, Joan Perry.",
            [("cancel_appointment", {"appointment": "Tuesday"}), ("book_patient", {"patient": "Joan Perry"})],
        ),
        (
            "days", "cancel the Tuesday appointment and show the orders | yes",
            "Done: cancel an appointment, Tuesday. Done: show the orders.",
            [("cancel_appointment", {"appointment": "Tuesday"}), ("show_orders", {})],
        ),
        ("days", "book a patient and show the orders | never mind", "All right. I have left the rest, too.", []),
        (
            "days", "book a patient and show the orders | Martin Hale",
            "Done: book a patient, Martin Hale. Done: show the orders.",
            [("book_patient", {"patient": "Martin Hale"}), ("show_orders", {})],
        ),
        (
            "shop", "add a red and a blue kettle", "Done: add an item to the cart, Red kettle. "
            "Done: add an item to the cart, Blue kettle.",
            [("add_to_cart", {"item": "Red kettle"}), ("add_to_cart", {"item": "Blue kettle"})],
        ),
        (
            "shop", "add the toaster and the blue kettle to the cart", "Done: add an item to the cart, Toaster. "
            "Done: add an item to the cart, Blue kettle.",
            [("add_to_cart", {"item": "Toaster"}), ("add_to_cart", {"item": "Blue kettle"})],
        ),
        (
            "till", "buy a red and a blue kettle | yes | yes", "Done: buy an item, Blue kettle.",
            [("buy_item", {"item": "Red kettle"}), ("buy_item", {"item": "Blue kettle"})],
        ),
    ],
)  # fmt: skip
async def test_the_rest_is_asked_for_or_said_to_be_left(
    page: str, lines: str, last: str, calls: list[tuple[str, dict[str, object]]]
) -> None:
    answers, called = await talk_of(page, lines)
    assert (answers[-1], called) == (last, calls)


@pytest.mark.parametrize(
    ("page", "lines"),
    [
        ("vans", "dispatch van 1 or van 2"),
        ("vans", "dispatch van 1 and not van 2"),
        ("shop", "add the toaster or the blue kettle"),
        ("theme", "switch between light and dark"),
    ],
)
async def test_two_values_that_are_no_two_orders_are_not_done(page: str, lines: str) -> None:
    assert (await talk_of(page, lines))[1] == []


@pytest.mark.parametrize(
    ("page", "lines", "text"),
    [
        ("title", "set the title to my wedding", "my wedding"),
        ("title", "set the title to the end of all things", "the end of all things"),
        ("title", "set the title to for sale", "for sale"),
        ("title", "set the title to Summer", "Summer"),
        ("title", "please set the title to a new day", "a new day"),
        ("title", "set the title | so long and thanks", "so long and thanks"),
        ("title", "set the title | well, Summer", "Summer"),
        ("title", "set the title | please Summer", "Summer"),
        ("title", "set the title | the title is my wedding", "my wedding"),
        ("greeting", "set the greeting | hello everybody", "hello everybody"),
        ("greeting", "set the greeting | Hi there, friends", "Hi there, friends"),
        ("greeting", "set the greeting to hello everybody", "hello everybody"),
        ("name", "set the name | hello, Anna", "Anna"),
        ("name", "set the name | it is Anna", "Anna"),
    ],
)
async def test_a_text_keeps_its_own_words(page: str, lines: str, text: str) -> None:
    name = f"set_{page}"
    assert (await talk_of(page, lines))[1] == [(name, {page: text})]


@pytest.mark.parametrize(
    ("line", "guest"),
    [
        ("book a room for Peter for 3 nights", "Peter"),
        ("book a room for Peter Miller for three nights, please", "Peter Miller"),
        ("book a room for 3 nights for Peter", "Peter"),
    ],
)
async def test_a_number_beside_a_text_is_none_of_its_words(line: str, guest: str) -> None:
    talk = Talk(registry(PAGES["rooms"]))
    assert await talk.say(line, typed=True) in {"", f"Do you mean book room: \u201c{guest}\u201d and 3?"}
    if not talk.call:
        await talk.say("yes", typed=True)
    assert talk.call == ActionCall("book_room", {"guest": guest, "nights": 3})


@pytest.mark.parametrize("line", ["close account", "close the account", "close my account", "close an account"])
async def test_the_name_of_the_action_names_no_value(line: str) -> None:
    answers, calls = await talk_of("bank", line)
    assert (answers, calls) == (["Which account? You can say savings, holiday fund or current account."], [])
    assert (await talk_of("bank", "close the current account"))[1] == [
        ("close_account", {"account": "Current account"})
    ]


@pytest.mark.parametrize(
    ("page", "lines", "last", "count"),
    [
        ("heating", "set the temperature to 20 | no, twelve", "Done: set the temperature, 12.", 2),
        ("heating", "set the temperature to 20 | no, two", "Done: set the temperature, 2.", 2),
        ("heating", "set the temperature to 20 | no, ninety", "The degrees can be from 1 to 30.", 1),
        ("till", "buy 2 toasters | yes | no, three", "Do you mean buy item: toaster and 3?", 1),
        ("till", "buy the toaster | no, the red kettle", "Do you mean buy item: red kettle?", 1),
    ],
)
async def test_a_no_with_another_value_mends_what_was_just_done(page: str, lines: str, last: str, count: int) -> None:
    answers, calls = await talk_of(page, lines)
    assert (answers[-1], len(calls)) == (last, count)


@pytest.mark.parametrize("line", ["no", "no, thanks", "no, that is too warm", "no two", "two"])
async def test_any_other_no_does_nothing(line: str) -> None:
    assert len((await talk_of("heating", f"set the temperature to 20 | {line}"))[1]) == 1


async def test_what_failed_leaves_the_rest_and_says_so() -> None:
    talk = Talk(registry(PAGES["vans"]))
    await talk.say("dispatch van 1 and van 2", typed=True)
    await talk.say("yes", typed=True)
    failed = ActionOutcome("error", None, "action.failed", "It is in repair.")
    assert await talk.ends(failed) == "I could not do that: It is in repair. I have left the rest."
    assert talk.call is None


async def test_what_is_said_of_something_else_ends_what_was_wanted_before() -> None:
    answers, calls = await talk_of("days", "book a patient and show the orders | show the orders | book Joan Perry")
    assert answers[-1] == "Done: book a patient, Joan Perry."
    assert [name for name, _ in calls] == ["show_orders", "book_patient"]


@pytest.mark.parametrize("end", ["ok, stop", "stop", "never mind", "sure, forget it"])
async def test_whoever_ends_the_question_hears_that_the_rest_is_left(end: str) -> None:
    answers, calls = await talk_of("vans", f"dispatch van 1 and van 2 | {end}")
    assert (answers[-1], calls) == ("All right. I have left the rest, too.", [])


async def test_what_was_given_up_does_not_come_back_with_the_next_order() -> None:
    answers, calls = await talk_of("days", "book a patient and show the orders | never mind | book Joan Perry")
    assert answers[1:] == ["All right. I have left the rest, too.", "Done: book a patient, Joan Perry."]
    assert [name for name, _ in calls] == ["book_patient"]
