"""Clauses of a text that streams in."""

from hypothesis import given
from hypothesis import strategies as st

from antiphon.session.sentences import MAX_CLAUSE, Clauses


def cut(*pieces: str) -> list[str]:
    clauses = Clauses()
    return [clause for piece in pieces for clause in clauses.feed(piece)] + clauses.flush()


def test_the_first_clause_ends_at_a_comma_and_the_later_ones_at_a_full_stop() -> None:
    text = "Here you are, the settings are open. You can change the volume, or the theme. Anything else?"
    assert cut(text) == [
        "Here you are,",
        "the settings are open.",
        "You can change the volume, or the theme.",
        "Anything else?",
    ]


def test_a_clause_comes_out_as_soon_as_it_is_whole() -> None:
    clauses = Clauses()
    assert clauses.feed("The settings") == []
    assert clauses.feed(" are open. And") == ["The settings are open."]


def test_a_very_short_first_clause_waits_for_more() -> None:
    assert cut("Yes, the page is open. Good.") == ["Yes, the page is open.", "Good."]


def test_abbreviations_and_decimals_do_not_end_a_sentence() -> None:
    assert cut("It costs 3.50 and Dr. Smith pays. Fine then.") == ["It costs 3.50 and Dr. Smith pays.", "Fine then."]


def test_a_sentence_without_an_end_is_cut_before_the_voice_gets_too_much() -> None:
    assert all(len(clause) <= MAX_CLAUSE for clause in cut("word " * 400))


@given(st.lists(st.text(alphabet="ab .,!?\n…é1", max_size=30), max_size=20))
def test_no_word_is_lost_or_doubled_however_the_text_arrives(pieces: list[str]) -> None:
    assert " ".join(cut(*pieces)).split() == "".join(pieces).split()


def test_a_long_sentence_is_cut_where_one_may_breathe() -> None:
    text = (
        "Here you can: open settings, switch to the dark theme, add to cart, remove from cart, empty the cart, "
        "search the shop, and 6 more."
    )
    clauses = cut(text)
    assert " ".join(clauses) == text
    assert all(len(clause) <= MAX_CLAUSE for clause in clauses)
    assert all(clause[-1] in ",:." for clause in clauses)


def test_a_long_sentence_is_heard_before_its_end_is_known() -> None:
    clauses = Clauses()
    assert clauses.feed("I have put two green teas into the cart and ") == []
    assert clauses.feed("the delivery is free from twenty euros on") == ["I have put two green teas into the cart"]


@given(st.text(alphabet="ab ,.;:dnor", max_size=400))
def test_no_clause_is_longer_than_the_voice_bears(text: str) -> None:
    assert all(len(clause) <= MAX_CLAUSE for clause in cut(text))
