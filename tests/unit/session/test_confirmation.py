"""The question before an action that wants a yes."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antiphon.domain.actions import Action
from antiphon.session.confirmation import MAX_DESCRIPTION, MAX_VALUE, MAX_VALUES, question
from antiphon.turns.words import words_for

pytestmark = pytest.mark.requirement("V5-CONFIRM")


@pytest.mark.parametrize(
    ("description", "parameters", "asked"),
    [
        ("Delete the account", {}, "Delete the account: shall I do it?"),
        ("Pays for what is in the cart.", {}, "Pays for what is in the cart: shall I do it?"),
        (
            "Transfer money",
            {"amount": 50.0, "recipient": "Anna"},
            "Transfer money, amount 50, recipient Anna: shall I do it?",
        ),
        (
            "Delete the account. This cannot be undone!",
            {"user_name": "bob_b"},
            "Delete the account, user name bob b. This cannot be undone. Shall I do it?",
        ),
        ("Send it?", {"copy": True, "notes": None}, "Send it, copy yes, notes nothing: shall I do it?"),
        ("Order", {"items": [{"what": "tea", "count": 2.5}]}, "Order tea, count 2.5: shall I do it?"),
        ("Invite", {"who": ["Ann", "Ben"]}, "Invite Ann and Ben: shall I do it?"),
        ("...", {}, "delete account: shall I do it?"),
        ("One\nline\x1b[31m only", {}, "One line [31m only: shall I do it?"),
    ],
)
def test_it_says_what_is_done_with_what(description: str, parameters: dict[str, Any], asked: str) -> None:
    assert question(Action("delete_account", description), parameters, "en") == asked


@pytest.mark.parametrize(
    ("language", "asked"),
    [
        ("de-AT", "Konto löschen, sofort ja: soll ich das tun?"),
        ("fr", "Konto löschen, sofort oui: dois-je le faire ?"),
        ("es-MX", "Konto löschen, sofort sí: ¿lo hago?"),
        ("tlh", "Konto löschen, sofort yes: shall I do it?"),
    ],
)
def test_it_is_asked_in_the_language_of_the_assistant(language: str, asked: str) -> None:
    assert question(Action("delete", "Konto löschen"), {"sofort": True}, language) == asked


@pytest.mark.parametrize(
    ("description", "parameters", "asked"),
    [
        ("Remove", {"which": "Dracula"}, "Remove Dracula: shall I do it?"),
        ("Remove", {"book": "Dracula"}, "Remove Dracula: shall I do it?"),
        ("Remove", {"which": "Dracula", "copies": 2}, "Remove Dracula, copies 2: shall I do it?"),
        ("Remove", {"copies": 2, "which": "Dracula"}, "Remove Dracula, copies 2: shall I do it?"),
        ("Remove", {"which": "Dracula", "for_good": True}, "Remove Dracula, for good yes: shall I do it?"),
        ("Remove", {"for_good": False}, "Remove, for good no: shall I do it?"),
        ("Remove.", {"which": "Dracula"}, "Remove Dracula: shall I do it?"),
        ("Remove. It is gone then.", {"which": "Dracula"}, "Remove Dracula. It is gone then. Shall I do it?"),
        ("Removes a book.", {"which": "Dracula"}, "Removes a book, Dracula: shall I do it?"),
        ("Remove a book", {"bookTitle": "Dracula"}, "Remove a book, book title Dracula: shall I do it?"),
        ("Remove a book", {"book": "Dracula"}, "Remove a book, Dracula: shall I do it?"),
        ("Set the volume", {"value": 50.0}, "Set the volume, 50: shall I do it?"),
        ("Set the volume", {"to": 50}, "Set the volume to 50: shall I do it?"),
        ("Switch off", {"id": "hall_lamp"}, "Switch off hall lamp: shall I do it?"),
        ("Invite", {"who": ["Ann", "Ben", "Cy"]}, "Invite Ann, Ben and Cy: shall I do it?"),
        ("Mute", {"value": True}, "Mute, yes: shall I do it?"),
    ],
)
def test_no_name_is_said_that_says_nothing(description: str, parameters: dict[str, Any], asked: str) -> None:
    assert question(Action("remove", description), parameters, "en") == asked


def test_what_is_too_long_to_be_kept_in_mind_is_cut() -> None:
    values = {f"part{number}": "word " * 100 for number in range(20)}
    asked = question(Action("go", "words " * 150), values, "en")
    assert len(asked) < MAX_DESCRIPTION + MAX_VALUES * (MAX_VALUE + 10) + 40
    assert asked.endswith(", and more: shall I do it?")


@given(st.text(max_size=400), st.dictionaries(st.text(max_size=80), st.text(max_size=200) | st.floats(), max_size=12))
def test_whatever_the_page_says_it_is_one_line_and_a_question(description: str, parameters: dict[str, Any]) -> None:
    asked = question(Action("go", description), parameters, "en")
    assert asked.lower().endswith("shall i do it?")
    assert asked.splitlines() == [asked]
    assert words_for("en").approves(asked) is None
