"""Names that a recogniser does not know: what it wrote for them, and that nothing else is taken for them."""

from collections.abc import Callable
from typing import Any

import pytest

from support.brain_talk import Talk, registry

NAMES = {
    "open": "Carousels|Breadcrumbs|Parallax|Forms|Off-canvas|npm|GyShiDo|4|8|20",
    "choose": "Brad Leone|Drive-Ins|Dives|Choice 1|Choice 2|Choice 3|Female|Male",
    "press": "Minimize|JavaScript|A button element",
}
SWITCH = {"type": "string", "title": "Select all", "enum": ["on", "off"]}
TEXT = {"type": "string", "title": "Address (Line 1)"}


def page() -> dict[str, Any]:
    """As `observe` makes of a page."""
    entries: dict[str, Any] = {}
    for verb, names in NAMES.items():
        for name in names.split("|"):
            id_ = f"{verb}_{name}".lower().replace(" ", "_").replace("-", "_")
            entries[id_] = {"description": f"{verb.capitalize()} {name}"}
    entries["switch_select_all"] = _with("Switch Select all on or off", "to", SWITCH)
    entries["switch_lamp"] = _with("Switch the lamp", "to", {"type": "string", "enum": ["on", "off"]})
    entries["switch_fan"] = _with("Switch the fan", "to", {"type": "string", "enum": ["on", "off"]})
    entries["set_night_mode"] = _with("Set night mode", "enabled", {"type": "boolean"})
    entries["set_address_line_1"] = _with("Set Address (Line 1)", "text", TEXT)
    entries["delete_account"] = {"description": "Delete account"}
    return entries


def _with(description: str, name: str, schema: dict[str, Any]) -> dict[str, Any]:
    parameters = {"type": "object", "properties": {name: schema}, "required": [name]}
    return {"description": description, "parameters": parameters}


@pytest.fixture
def talk() -> Talk:
    return Talk(registry(page()))


# What the embedded recogniser wrote for the embedded voice.
HEARD: list[tuple[str, str, dict[str, Any]]] = [
    ("Open Care cells.", "open_carousels", {}),
    ("Open bread grumps.", "open_breadcrumbs", {}),
    ("Open pair lacks.", "open_parallax", {}),
    ("Chews Bradley Ohm.", "choose_brad_leone", {}),
    ("Choose dry vans.", "choose_drive_ins", {}),
    ('"juice female".', "choose_female", {}),
    ("Choose mail.", "choose_male", {}),
    ("I would like to open care cells.", "open_carousels", {}),
    ("Okay, chews Bradley Ohm, please.", "choose_brad_leone", {}),
    ("Pressed Java script.", "press_javascript", {}),
    ("Choose choice three.", "choose_choice_3", {}),
    ("Open twenty.", "open_20", {}),
    ("Open for.", "open_4", {}),
    ("Turns elect all on.", "switch_select_all", {"to": "on"}),
    ("Please turn the lap on.", "switch_lamp", {"to": "on"}),
    ("Turn on the lap.", "switch_lamp", {"to": "on"}),
    ("Could you turn the lap on please?", "switch_lamp", {"to": "on"}),
    ("Switch the lap off.", "switch_lamp", {"to": "off"}),
    ("Switch the lap to off.", "switch_lamp", {"to": "off"}),
    ("Turn knight mode off.", "set_night_mode", {"enabled": False}),
    ("Turn on knight mode.", "set_night_mode", {"enabled": True}),
    ("Choose diets.", "choose_dives", {}),
    ("Set a dress line one to blue teapot.", "set_address_line_1", {"text": "blue teapot"}),
]


@pytest.mark.parametrize(("heard", "action", "values"), HEARD)
async def test_what_sounds_like_one_name_of_the_page_is_that_name(
    talk: Talk, heard: str, action: str, values: dict[str, Any]
) -> None:
    await talk.say(heard)
    assert talk.call
    assert (talk.call.action_id, talk.call.parameters) == (action, values)


@pytest.mark.parametrize(
    ("heard", "question", "action"),
    [
        ("Open off gambus.", "Do you mean open off canvas?", "open_off_canvas"),
        ("Press many miles.", "Do you mean “Minimize”?", "press_minimize"),
    ],
)
async def test_what_is_less_alike_is_asked_about_and_a_yes_does_it(
    talk: Talk, heard: str, question: str, action: str
) -> None:
    assert await talk.say(heard) == question
    assert await talk.say("Yes.") == ""
    assert talk.call
    assert talk.call.action_id == action


async def test_a_no_to_that_question_does_nothing(talk: Talk) -> None:
    await talk.say("Press many miles.")
    assert (await talk.say("No.")).startswith("All right")
    assert talk.call is None


async def test_nothing_is_deleted_because_of_how_it_sounds(talk: Talk) -> None:
    assert await talk.say("Delete a count.") == "Do you mean delete account?"
    assert talk.call is None


@pytest.mark.parametrize(
    "utterance",
    [
        "Open the window, it is hot in here.",
        "The carousels are nice.",
        "Do not open care cells.",
        "Is that a carousel?",
        "I like bread crumbs.",
        "Tell me a story.",
        "Mail.",
        "Do not turn the lap on.",
        "Is the lap on?",
        "Turn the oven on.",
        "Turn the camp on.",
    ],
)
async def test_what_only_mentions_a_name_calls_nothing(talk: Talk, utterance: str) -> None:
    await talk.say(utterance)
    assert talk.call is None


def page_of(*descriptions: str, **fields: str) -> Talk:
    """A page of buttons and links, and of text fields: what each is asked for, by its id."""
    entries: dict[str, Any] = {}
    for description in descriptions:
        entries[description.lower().replace(" ", "_")] = {"description": description}
    for name, description in fields.items():
        entries[name] = _with(description, "text", {"type": "string", "title": description.split(" ", 1)[1]})
    return Talk(registry(entries))


@pytest.mark.parametrize(
    ("named", "heard"),
    [
        ("Unsubscribe", "Subscribe."),
        ("Subscribe", "Unsubscribe."),
        ("Arm alarm", "Disarm alarm."),
        ("Sell shares", "Buy shares."),
        ("Open Previous", "Open next."),
        ("Press Maximize", "Press minimize."),
    ],
)
async def test_the_opposite_is_not_meant_however_alike_it_sounds(named: str, heard: str) -> None:
    talk = page_of(named, "Open Help")
    assert "mean" not in await talk.say(heard)
    assert talk.call is None


@pytest.mark.parametrize(
    ("named", "heard"),
    [
        ("Send money", "Send many."),
        ("Pay now", "Pay new."),
        ("Close account", "Close a count."),
        ("Place order", "Plays order."),
        ("Call police", "Call bullies."),
    ],
)
async def test_what_is_not_easily_taken_back_is_asked_about(named: str, heard: str) -> None:
    talk = page_of(named, "Open Help")
    assert await talk.say(heard) == f"Do you mean {named.lower()}?"
    assert talk.call is None


@pytest.mark.parametrize(
    "heard", ["Open it.", "Open for me.", "Pay no.", "Save our planet.", "Buy a house.", "One two three."]
)
async def test_no_name_and_another_verb_are_not_asked_about(heard: str) -> None:
    talk = page_of("Open Forms", "Open 8", "Open 3", "Remove item", "Pay now", "Switch Airplane mode", "Pause")
    assert "mean" not in await talk.say(heard)
    assert talk.call is None


async def test_a_short_name_that_is_little_alike_is_asked_about() -> None:
    talk = page_of("Open Sale", "Open Help")
    assert await talk.say("Open soul.") == "Do you mean open sale?"


@pytest.mark.parametrize("heard", ["Open men.", "Open sesame.", "Open Nike."])
async def test_a_figure_is_not_what_an_unknown_word_was(heard: str) -> None:
    talk = page_of(*[f"Open {figure}" for figure in range(1, 31)])
    assert "mean" not in await talk.say(heard)


@pytest.mark.parametrize(
    "heard",
    [
        "Go to.",
        "Delete too.",
        "Delete that too.",
        "Open these two.",
        "Go back two.",
        "One two three.",
        "One.",
        "A two.",
        "Choose seven.",
        "Set passengers to two.",
        "Set the subject to lunch at two.",
        "Press four and press five.",
        "Give me a second.",
        "First of all.",
        "Two of them.",
        "Two percent.",
    ],
)
async def test_a_figure_that_is_no_name_calls_nothing(heard: str) -> None:
    talk = page_of(
        "Open 1", "Open 2", "Open 3", "Delete 2", "Choose A7", "Choose B7", "Press 5", set_line_2="Set Address (Line 2)"
    )
    await talk.say(heard)
    assert talk.call is None


@pytest.mark.parametrize("heard", ["Choose a seven.", "Choose A7."])
async def test_a_figure_with_the_rest_of_its_name_is_that(heard: str) -> None:
    talk = page_of("Choose A7", "Choose B7")
    await talk.say(heard)
    assert talk.call
    assert talk.call.action_id == "choose_a7"


async def test_a_figure_after_a_form_of_the_verb_is_a_name() -> None:
    talk = page_of("Open 5", "Open Item 5")
    await talk.say("Opened five.")
    assert talk.call
    assert talk.call.action_id == "open_5"


@pytest.mark.parametrize("heard", ["Set address line to the blue teapot.", "Set the address line to hello."])
async def test_which_of_two_that_differ_by_a_figure_is_asked_where_none_was_said(heard: str) -> None:
    text = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
    names = {f"set_address_line_{at}": f"Set Address (Line {at})" for at in (1, 2)}
    talk = Talk(registry({name: {"description": told, "parameters": text} for name, told in names.items()}))
    assert await talk.say(heard) == "Do you mean set address line 1 or set address line 2?"
    assert talk.call is None


async def test_a_figure_that_only_an_id_has_is_no_name() -> None:
    talk = Talk(registry({"open_unnamed": {"description": "Open Русский"}, "open_2": {"description": "Open 日本語"}}))
    await talk.say("Open two.")
    assert talk.call is None


async def test_first_is_what_is_called_that_and_else_the_figure() -> None:
    talk = page_of("Open First", "Open 1")
    await talk.say("Open first.")
    assert talk.call
    assert talk.call.action_id == "open_first"


@pytest.mark.parametrize("answer", ["No, delete it.", "Neither.", "Not that.", "Of course not.", "I don't.", "Cancel."])
async def test_whatever_says_no_to_the_question_does_nothing(answer: str) -> None:
    talk = page_of("Delete account", "Cancel", "Open Help")
    assert await talk.say("Delete a count.") == "Do you mean delete account?"
    assert await talk.say(answer) == "All right."
    assert talk.call is None


@pytest.mark.parametrize("answer", ["Go ahead.", "Yes, I do.", "Absolutely.", "That one.", "Yes, delete it."])
async def test_whatever_says_yes_to_the_question_does_it(answer: str) -> None:
    talk = page_of("Delete account", "Open Help")
    await talk.say("Delete a count.")
    await talk.say(answer)
    assert talk.call
    assert talk.call.action_id == "delete_account"


async def test_the_first_of_two_is_that_also_where_something_is_called_1() -> None:
    talk = page_of("Open 1", "Open 2", "Open Blue Teapot", "Open Blue Kettle")
    assert await talk.say("Open blue.") == "Do you mean open blue teapot or open blue kettle?"
    await talk.say("The second one.")
    assert talk.call
    assert talk.call.action_id == "open_blue_kettle"


async def test_an_answer_that_sounds_like_one_of_the_names_is_that_name(talk_to: Callable[..., Talk]) -> None:
    which = {"type": "string", "title": "one", "enum": ["Milligram", "Examples"]}
    talk = talk_to({"open_tips": _with("Open Tips", "which", which)})
    assert await talk.say("Open tips.") == "Which one? You can say milligram or examples."
    await talk.say("No leg ram.")
    assert talk.call
    assert talk.call.parameters == {"which": "Milligram"}


@pytest.mark.parametrize(
    "answer", ["No.", "No, thanks.", "Never mind.", "None of them.", "No milligram.", "Not examples."]
)
async def test_a_no_is_no_name(talk_to: Callable[..., Talk], answer: str) -> None:
    which = {"type": "string", "title": "one", "enum": ["Milligram", "Examples"]}
    talk = talk_to({"open_tips": _with("Open Tips", "which", which)})
    await talk.say("Open tips.")
    await talk.say(answer)
    assert talk.call is None
