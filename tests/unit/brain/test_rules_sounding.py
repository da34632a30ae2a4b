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
    ("Pressed Java script.", "press_javascript", {}),
    ("Choose choice three.", "choose_choice_3", {}),
    ("Open twenty.", "open_20", {}),
    ("Open for.", "open_4", {}),
    ("Turns elect all on.", "switch_select_all", {"to": "on"}),
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
        ("Press many miles.", "Do you mean press minimize?", "press_minimize"),
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
    ],
)
async def test_what_only_mentions_a_name_calls_nothing(talk: Talk, utterance: str) -> None:
    await talk.say(utterance)
    assert talk.call is None


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
