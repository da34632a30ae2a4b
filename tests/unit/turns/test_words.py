"""What the words that are heard over an answer mean for it."""

import pytest

from antiphon.turns.words import words_for

ENGLISH = words_for("en")


@pytest.mark.requirement("BARGE-CONFIRM")
@pytest.mark.parametrize(
    "text", ["Mm-hmm,", "Uh-huh", "Ah, ah, ah.", "That's nice.", "Oh, really?", "Yeah, of course."]
)
def test_who_says_that_he_listens_does_not_interrupt(text: str) -> None:
    assert not ENGLISH.confirms(text, final=True)
    assert not ENGLISH.confirms(text, final=False)


@pytest.mark.requirement("BARGE-CONFIRM")
@pytest.mark.parametrize("text", ["Stop.", "No.", "Wait.", "Okay, stop.", "Go to settings.", "Yeah but what about it"])
def test_who_means_it_interrupts_while_he_speaks(text: str) -> None:
    assert ENGLISH.confirms(text, final=False)
    assert ENGLISH.confirms(text, final=True)


@pytest.mark.requirement("BARGE-CONFIRM")
@pytest.mark.parametrize(
    ("so_far", "whole"),
    [("I said.", "I see."), ("Oh, why?", "Oh, wow."), ("Enter.", "Interesting.")],
)
def test_a_word_that_may_not_be_over_is_not_taken_at_its_word(so_far: str, whole: str) -> None:
    assert ENGLISH.confirms(so_far, final=True)
    assert not ENGLISH.confirms(so_far, final=False)
    assert not ENGLISH.confirms(whole, final=True)


def test_one_word_that_is_over_interrupts() -> None:
    assert not ENGLISH.confirms("Louder.", final=False)
    assert ENGLISH.confirms("Louder.", final=True)
