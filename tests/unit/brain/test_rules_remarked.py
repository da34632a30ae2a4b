"""Answers as people give them: a remark is no value, not knowing is no text, and a name may be written as one word."""

import pytest

from antiphon.domain.actions import ActionCall

from .conftest import Talk, action, registry

TEXT = {"type": "string"}
STARS = {"type": "integer", "minimum": 1, "maximum": 5}
PAGE = {
    "set_mode": action("Set the mode", {"mode": {"enum": ["eco", "normal", "boost"]}}, ["mode"]),
    "change_currency": action("Change the currency", {"currency": {"enum": ["euro", "pound"]}}, ["currency"]),
    "play_song": action("Play a song", {"title": {"enum": ["Yesterday", "Hello", "One"]}}, ["title"]),
    "publish_grades": action("Publish the grades of a class", {"class": {"enum": ["3A", "3B", "4C"]}}, ["class"]),
    "scrap_pallet": action("Scrap a pallet", {"pallet": {"enum": ["A1", "B7"]}}, ["pallet"]),
    "report_damage": action("Report damage", {"description": TEXT}, ["description"]),
    "add_note": action("Add a note to the trip", {"note": TEXT}, ["note"]),
    "post_review": action("Post a review of the hotel", {"review": TEXT, "stars": STARS}, ["review", "stars"]),
    "log_observation": action("Log an observation", {"observation": TEXT}, ["observation"]),
}


async def last_of(lines: str) -> tuple[str, ActionCall | None]:
    talk, answer = Talk(registry(PAGE)), ""
    for line in lines.split(" | "):
        assert talk.call is None, line
        answer = await talk.say(line, typed=True)
    return answer, talk.call


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        ("Set the mode | that's normal for him", "I did not get that. Which mode? You can say eco, normal or boost."),
        ("Change the currency | that's a pound", "Do you mean change currency: pound?"),
        ("Play a song | that's one", "Do you mean play song: one?"),
        ("Play a song | Hello?", "Do you mean play song: hello?"),
    ],
)
async def test_what_may_be_a_remark_sets_nothing(lines: str, answer: str) -> None:
    assert await last_of(lines) == (answer, None)


@pytest.mark.parametrize(
    "said",
    [
        "I'm not sure what to write.",
        "I don't know what happened.",
        "I have no idea.",
        "I don't know",
        "no clue",
        "I cannot think of anything",
    ],
)
@pytest.mark.parametrize(("order", "asked"), [("Report damage", "description"), ("Add a note", "note")])
async def test_not_knowing_is_no_text_and_may_end_it(order: str, asked: str, said: str) -> None:
    again = f"Say it when you know, or say never mind to leave it. What is the {asked}?"
    assert await last_of(f"{order} | {said}") == (again, None)
    assert await last_of(f"{order} | {said} | never mind") == ("All right.", None)


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        ("Add a note | I do not know the way", "Do you mean add note: \u201cI do not know the way\u201d?"),
        ("Report damage | I have no idea. | Rack broken", "Do you mean report damage: \u201cRack broken\u201d?"),
        (
            "Log an observation | The roses have aphids.",
            "Do you mean log observation: \u201cThe roses have aphids\u201d?",
        ),
        (
            "Post a review | The room was dirty and the staff rude. | 2",
            "Do you mean post review: \u201cThe room was dirty and the staff rude\u201d and 2?",
        ),
    ],
)
async def test_a_plain_sentence_is_a_text(lines: str, answer: str) -> None:
    assert await last_of(lines) == (answer, None)


@pytest.mark.parametrize(
    ("lines", "values"),
    [
        ("Publish the grades. | 4C", {"class": "4C"}),
        ("Publish the grades. | 3b", {"class": "3B"}),
        ("Publish the grades. | 4 C", {"class": "4C"}),
        ("Scrap a pallet | B7", {"pallet": "B7"}),
        ("Set the mode | normal", {"mode": "normal"}),
        ("Set the mode | that's normal", {"mode": "normal"}),
        ("Play a song | Hello", {"title": "Hello"}),
    ],
)
async def test_a_name_that_was_offered_is_accepted(lines: str, values: dict[str, object]) -> None:
    _, call = await last_of(lines)
    assert call is not None
    assert call.parameters == values
