"""Numbers of a question are figures, and what is no number stays as it was said."""

import pytest

from antiphon.providers.brain._page.language import language
from antiphon.providers.brain._page.spoken_figures import with_figures

WORDS = language("en")
assert WORDS is not None


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("less than two hundred euros", "less than 200 euros"),
        ("order ten forty-four", "order 1044"),
        ("the second one", "the second one"),
        ("the second of march", "the 2 of march"),
        ("what is on at 15:30", "what is on at 15:30"),
        ("the fee of t-4", "the fee of t-4"),
        ("what is on the dashboard", "what is on the dashboard"),
    ],
)
def test_figures_stand_for_numbers(said: str, words: str) -> None:
    assert WORDS is not None
    assert " ".join(with_figures(said, WORDS)) == words
