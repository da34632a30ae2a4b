"""Clauses of a text that streams in."""

import pytest
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


@pytest.mark.parametrize("marks", ["\u201c\u201d", '""', "\u201e\u201c", "\u00ab\u00bb"])
def test_what_somebody_is_to_say_is_not_cut_in_the_middle(marks: str) -> None:
    phrase = f"{marks[0]}open the page of lamps{marks[1]}"
    for lead in ("I did not find it so please do say", "There is no such place so you may well say now", "You can say"):
        clauses = cut(f"{lead} {phrase} or {phrase} to me in your own words if you like.")
        assert " ".join(clauses).count(phrase) == 2 == sum(clause.count(phrase) for clause in clauses), clauses
        assert all(len(clause) <= MAX_CLAUSE for clause in clauses)


@given(st.text(alphabet='ab ,.;:dnor"', max_size=400))
def test_no_clause_is_longer_than_the_voice_bears_but_where_a_word_is(text: str) -> None:
    assert all(len(clause) <= max(MAX_CLAUSE, *map(len, clause.split())) for clause in cut(text))


def test_an_address_is_one_word_however_long_it_is() -> None:
    address = "https://shop.example.com/products/green-tea?reference=abc123&source=newsletter"
    assert cut(f"You find the tea at {address} now.") == ["You find the tea at", address, "now."]
    assert cut(*f"You find the tea at {address} now.") == ["You find the tea at", address, "now."]


def test_a_word_without_end_does_not_wait_for_it() -> None:
    assert [len(clause) for clause in cut("x" * 500)] == [200, 200, 100]


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("He is from the U.S. She too.", ["He is from the U.S.", "She too."]),
        ("The U.S. economy grows. Fine.", ["The U.S. economy grows.", "Fine."]),
        ("We close at 8 p.m. on Mondays. Bye.", ["We close at 8 p.m. on Mondays.", "Bye."]),
        ("We close at 8 p.m. Then we go.", ["We close at 8 p.m.", "Then we go."]),
        ("I would say No. But see No. 5 there.", ["I would say No.", "But see No. 5 there."]),
        ("Bring it all, e.g. green tea. Or water.", ["Bring it all,", "e.g. green tea.", "Or water."]),
        ("It is by J. K. Rowling. Yes.", ["It is by J. K. Rowling.", "Yes."]),
        ("1. Open the door.\n2. Close it.", ["1. Open the door.", "2. Close it."]),
        ('He said "Stop it." and left. Bye.', ['He said "Stop it." and left.', "Bye."]),
        ('He said: "Stop it." Then he left.', ["He said:", '"Stop it."', "Then he left."]),
    ],
)
@pytest.mark.parametrize("at_once", [True, False])
def test_a_dot_ends_a_sentence_where_it_is_one(text: str, clauses: list[str], at_once: bool) -> None:
    assert cut(*([text] if at_once else text)) == clauses


def test_a_block_of_code_is_one_clause() -> None:
    code = "```python\nprint(1. 2)\nx = 1, 2\n```"
    assert cut(*f"Here you are:\n\n{code}\n\nThat is it.") == ["Here you are:", code, "That is it."]
    assert cut("```\nno end") == ["```\nno end"]


def test_a_script_that_needs_no_blanks_is_cut_at_its_own_signs() -> None:
    text = "\u4eca\u5929\u5929\u6c14\u5f88\u597d\u3002" * 12
    assert "".join(cut(*text)) == text
    assert all(len(clause) <= MAX_CLAUSE for clause in cut(*text))
