"""A language that the server knows is known everywhere: the words that decide, and all that is said."""

from collections.abc import Callable

import pytest

from antiphon.domain.actions import Action
from antiphon.session.apologies import cannot
from antiphon.session.confirmation import question
from antiphon.turns.notices import LANGUAGES as NOTICES
from antiphon.turns.notices import notices_for
from antiphon.turns.words import LANGUAGES

ACTION = Action("remove", "Dracula")
SAID: dict[str, Callable[[str], str]] = {
    "what cannot be done": cannot,
    "what wants a yes": lambda language: question(ACTION, {}, language),
    "the end of a call": lambda language: notices_for(language).idle,
}


@pytest.mark.parametrize("what", SAID)
@pytest.mark.parametrize("language", sorted({*LANGUAGES, *NOTICES} - {"en"}))
def test_a_language_has_words_of_its_own_for_whatever_is_said(language: str, what: str) -> None:
    assert SAID[what](language) != SAID[what]("en"), f"add {language!r} (docs/how-to/add-a-language.md)"


def test_the_words_that_decide_are_of_the_same_languages_as_what_is_said() -> None:
    assert set(LANGUAGES) == set(NOTICES)


def test_a_language_that_is_not_known_is_english() -> None:
    assert {what: said("tlh") for what, said in SAID.items()} == {what: said("en") for what, said in SAID.items()}
