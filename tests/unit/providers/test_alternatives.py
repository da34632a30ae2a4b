"""What may have been said instead of what was heard, before the audio decides."""

import pytest

from antiphon.providers.alternatives import ELSE, MOST_PHRASES, alternatives, is_daring, same_letters
from support.processor import cpu_s

PAGE = (
    "open Yan Zhu", "open Navbar", "choose No", "choose Brad Leone", "open fourteen", "open forty", "open eight",
    f"set Tel to {ELSE}", f"set Name to {ELSE}", "set Size to large", "turn Input groups on", "turn Input groups off",
)  # fmt: skip


@pytest.mark.parametrize(
    ("heard", "said"),
    [
        ("Open Yanju.", "Open Yan Zhu."),
        ("She's no.", "Choose No."),
        ('"Chews Bradley Ohm".', "Choose Brad Leone."),
        ("Openate.", "Open eight."),
        ("Set to help the blue teapot.", "Set Tel to blue teapot."),
        ("That name to Blue T-pot!", "Set Name to Blue T-pot!"),
        ("Turnipa Group's on.", "Turn Input groups on."),
        ("Could you open Nebr, please?", "Could you open Navbar, please?"),
        ("Set-sighs to large.", "Set Size to large."),
    ],
)
def test_a_sentence_in_the_pages_words_is_among_the_few_that_are_compared(heard: str, said: str) -> None:
    found = alternatives(heard, PAGE)
    assert said in found
    assert len(found) <= 10


def test_a_little_word_may_be_the_end_of_the_phrase_or_the_beginning_of_what_follows() -> None:
    found = alternatives("Set a dress line to the blue teapot.", [f"set Address Line two to {ELSE}"])
    assert found[0] == "Set Address Line two to the blue teapot."
    assert "Set Address Line two to blue teapot." in found


@pytest.mark.parametrize(
    ("heard", "said"),
    [
        ("Open nav bar!", "Open Navbar."),
        ("SetName to blue teapot.", "Set Name to blue teapot."),
        ("Please openyan Zhu.", "Please open Yan Zhu."),
    ],
)
def test_the_letters_of_a_phrase_divided_otherwise_are_that_phrase(heard: str, said: str) -> None:
    assert alternatives(heard, PAGE) == [said]
    assert same_letters(heard, said)


def test_each_is_given_as_the_page_writes_it_and_in_small_letters() -> None:
    assert alternatives("Open Yanju.", PAGE[:1]) == ["Open Yan Zhu.", "Open yan zhu."]


@pytest.mark.parametrize(
    "heard",
    [
        "Please open Yan Zhu.",
        "Set name to whatever you like.",
        "What a lovely day that was.",
        "",
        "...",
        "Open " + "very " * 30 + "Yanju.",
    ],
)
def test_there_is_none_where_nothing_is_alike_or_one_was_heard(heard: str) -> None:
    assert alternatives(heard, PAGE) == []


def test_a_figure_that_was_heard_is_no_other() -> None:
    assert alternatives("Open fifteen.", PAGE[4:6]) == []
    assert alternatives("Opened fourteen.", PAGE[4:6])[0] == "Open fourteen."


def test_a_sentence_is_daring_that_leaves_sounds_out_or_has_another_figure() -> None:
    assert is_daring("Press mute.", "Press a mute.")
    assert is_daring("Open five.", "Opened five")
    assert is_daring("Choose sixteen.", "Choose sexy.")
    assert not is_daring("Press unmute.", "Press a mute.")
    assert not is_daring("Open navbar.", "Open Nebr.")


@pytest.mark.parametrize(
    ("heard", "phrase"),
    [
        ("No.", "now"), ("Nope.", "note"), ("Stop.", "step"), ("Wait.", "white"), ("Cancel.", "council"),
        ("Yeah.", "year"), ("Right.", "write"), ("Wes.", "yes"), ("Choose legal.", "choose illegal"),
        ("Choose I can come.", "choose I can't come"), ("Turn the light on.", "turn the light off"),
        ("Choose ascending.", "choose descending"), ("Choose visible.", "choose invisible"),
        ("Press eight.", "press A"), ("Open the port.", "open " + "the port " * 4),
    ],
)  # fmt: skip
def test_what_decides_contradicts_or_counts_is_never_another(heard: str, phrase: str) -> None:
    assert alternatives(heard, [phrase]) == []


def test_without_phrases_there_are_no_others() -> None:
    assert alternatives("Open Yanju.", ()) == []
    assert alternatives("Open Yanju.", ("", ELSE, "\u4f60\u597d")) == []


def test_as_many_phrases_as_are_taken_are_compared_in_moments() -> None:
    phrases = [f"set property {number} of the page to {ELSE}" for number in range(MOST_PHRASES // 2)]
    phrases += [f"open the section called {number} and more" for number in range(MOST_PHRASES // 2)]
    heard = "please step propper tea of a page too something that was said behind it now."
    assert alternatives(heard, phrases)
    assert cpu_s(lambda: alternatives(heard, phrases), 0.1) < 0.1
