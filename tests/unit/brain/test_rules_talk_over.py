"""Small talk over an open question is answered, and the question asked again: what is said next is its answer."""

from typing import Any

import pytest

from antiphon.domain.actions import ActionCall

from .conftest import Talk, action, registry

TEXT = {"type": "string"}
STUDENT, TRIP = {"enum": ["Lena Hofer", "Max Gruber"]}, {"enum": ["Museum", "Zoo"]}
GRADE = {"type": "integer", "minimum": 1, "maximum": 5}
PAGE: dict[str, Any] = {
    "set_grade": action("Set the grade of a student", {"student": STUDENT, "grade": GRADE}, ["student", "grade"]),
    "remove_student": action("Remove a student", {"student": STUDENT}, ["student"]),
    "cancel_trip": action("Cancel a trip", {"trip": TRIP}, ["trip"]),
    "email_class": action("Email everyone in the class", {"subject": TEXT, "body": TEXT}, ["subject", "body"]),
    "add_note": action("Add a note", {"note": TEXT}, ["note"]),
}
TALK = [
    "What can I do here?",
    "help",
    "What can you do?",
    "How does this work?",
    "What should I say?",
    "I need help",
    "Do you hear me?",
    "Can you hear me?",
    "Are you there?",
    "Who are you?",
    "Where am I?",
]
WHICH = "Which student? You can say lena hofer or max gruber."


async def talk_of(lines: str, *, typed: bool = True) -> tuple[list[str], ActionCall | None]:
    talk, answers = Talk(registry(PAGE)), []
    for line in lines.split(" | "):
        assert talk.call is None, line
        answers.append(await talk.say(line, typed=typed))
    return answers, talk.call


@pytest.mark.parametrize("typed", [False, True], ids=["spoken", "typed"])
@pytest.mark.parametrize("line", TALK)
async def test_a_question_for_a_value_is_asked_again(line: str, typed: bool) -> None:
    answers, call = await talk_of(f"Set the grade. | {line} | Lena Hofer | {line} | three", typed=typed)
    assert answers[1].endswith(WHICH)
    assert answers[1] != WHICH
    assert answers[3].endswith("Which grade? It can be from 1 to 5.")
    assert call == ActionCall("set_grade", {"student": "Lena Hofer", "grade": 3})


@pytest.mark.parametrize("line", TALK)
async def test_a_question_for_a_text_is_asked_again_and_what_was_dictated_is_kept(line: str) -> None:
    answers, call = await talk_of(f"Email the class. | {line} | Zoo | {line} | Bring boots. | {line} | yes")
    assert answers[1].endswith("What is the subject?")
    assert answers[3].endswith("What is the body?")
    assert answers[5].endswith("Do you mean email class: “Zoo” and “Bring boots”?")
    assert call == ActionCall("email_class", {"subject": "Zoo", "body": "Bring boots"})


async def test_whoever_asks_what_else_there_is_has_let_go_of_what_is_hard_to_take_back() -> None:
    answers, call = await talk_of("maybe cancel the museum trip | What can I do here? | yes")
    assert answers[0] == "Do you mean cancel trip: museum?"
    assert call is None
    assert answers[2].startswith("That question is over.")


async def test_a_goodbye_is_none() -> None:
    assert (await talk_of("Set the grade. | goodbye"))[0][1] == "Goodbye! Until next time."
