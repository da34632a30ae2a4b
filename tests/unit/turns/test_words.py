"""What the words that are heard over an answer mean for it."""

import pytest

from antiphon.turns.words import LONGEST, Words, phrase, words_for
from support.processor import cpu_s

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


@pytest.mark.parametrize("text", ["Yes, sir.", "Okay then.", "Sure thing.", "All right then.", "Yeah, yeah."])
def test_more_ways_to_say_that_one_listens(text: str) -> None:
    assert not words_for("en").confirms(text, final=True)


@pytest.mark.parametrize(
    ("text", "confidence", "means_it"),
    [
        ("Amen.", 0.5, False),
        ("Two.", 0.5, False),
        ("Hey.", 0.5, False),
        ("Hey.", 0.9, True),
        ("Hey.", None, True),
        ("Stop.", 0.3, True),
        ("Open the settings.", 0.5, True),
    ],
)
def test_a_word_that_the_recogniser_is_not_sure_of_does_not_interrupt(
    text: str, confidence: float | None, means_it: bool
) -> None:
    assert words_for("en").confirms(text, final=True, confidence=confidence) is means_it


@pytest.mark.parametrize("text", ["What's the weather like?", "Where is it from?", "What is this for?"])
def test_a_question_is_whole_whatever_its_last_word(text: str) -> None:
    assert not words_for("en").leaves_open(text)
    assert words_for("en").complete(text)


@pytest.mark.requirement("BARGE-CONFIRM")
@pytest.mark.parametrize("final", [True, False])
@pytest.mark.parametrize("text", ["Star.", "Stuff", "stopped."])
def test_a_single_word_that_sounds_like_stop_interrupts(text: str, final: bool) -> None:
    assert ENGLISH.confirms(text, final=final, confidence=0.4)


@pytest.mark.parametrize("text", ["", "Start.", "Go.", "The star.", "Staff list, please."])
def test_other_words_do_not_sound_like_stop(text: str) -> None:
    assert not ENGLISH.only_sounds_like_stop(text)


LONG = "and so on " * 800


def test_of_a_long_text_only_the_beginning_and_the_end_are_looked_at() -> None:
    assert ENGLISH.stops(f"{LONG} stop")
    assert ENGLISH.stops(f"Stop, {LONG}")
    assert ENGLISH.leaves_open(f"{LONG} and")
    assert len(phrase(LONG)) <= LONGEST + 3
    # What is left out may say anything, so what remains is no yes, no back-channel and no wish to stop.
    for said in ("yes", "no", "okay", "stop"):
        hidden = f"{said} " * LONGEST + LONG + f"{said} " * LONGEST
        assert ENGLISH.approves(hidden) is None
        assert not ENGLISH.only_back_channels(hidden)
        assert not ENGLISH.only_stops(hidden)
    whole = "yes please " * (LONGEST // 11)
    assert ENGLISH.approves(whole) is True


@pytest.mark.parametrize(
    "text", ["stop wait no yes cancel " * 330, "a. b? c! " * 900, LONG], ids=["stops", "letters", "words"]
)
def test_a_long_text_is_looked_at_in_no_time(text: str) -> None:
    def all_looks(words: Words = ENGLISH) -> None:
        words.approves(text)
        words.refuses(text)
        words.only_stops(text)
        words.only_sounds_like_stop(text)
        words.confirms(text, final=True)
        words.confirms(text, final=False)
        words.closed(text)

    assert cpu_s(all_looks, under=0.003) < 0.003


@pytest.mark.requirement("V5-CONFIRM")
@pytest.mark.parametrize(
    "text",
    [
        "ok, stop",
        "Yes, stop!",
        "okay stop it please",
        "sure, never mind",
        "right, forget it",
        "yes quit",
        "ok, end it",
        "okay, okay, leave it",
        "sure, don't",
        "okay, do it. Stop!",
    ],
)
def test_what_ends_with_a_no_is_one_whatever_stands_before_it(text: str) -> None:
    assert ENGLISH.approves(text, "Close an account, Savings: shall I do it?") is False


@pytest.mark.parametrize("text", ["ja, stopp", "okay, lass es", "klar, vergiss es"])
def test_so_it_is_in_german(text: str) -> None:
    assert words_for("de").approves(text) is False


@pytest.mark.parametrize(
    ("text", "approved"),
    [("yes, cancel it", None), ("yes, cancel", None), ("yes", True), ("ok, stop", False), ("yes, no", None)],
)
def test_a_no_that_has_the_verb_of_the_question_is_unclear(text: str, approved: bool | None) -> None:
    assert ENGLISH.approves(text, "Cancel the standing order, Gym: shall I do it?") is approved


def test_okay_stop_over_an_answer_is_no_more_than_a_wish_for_silence() -> None:
    assert not ENGLISH.refuses("Okay, stop.")
    assert ENGLISH.refuses("Okay, forget it.")


def test_a_blank_phrase_in_a_list_of_words_is_none() -> None:
    words = Words(frozenset(), frozenset({"", "stop"}), frozenset())
    assert words.stops("stop")
    assert not words.stops("go on")


@pytest.mark.parametrize(("language", "word"), [("en", "mm-hm"), ("de", "genau"), ("fr", "d'accord"), ("es", "vale")])
def test_back_channels_are_known_by_language(language: str, word: str) -> None:
    assert words_for(f"{language}-XX").only_back_channels(word)
    assert not words_for(language).only_back_channels(f"{word} xylophone")


def test_an_unknown_language_has_the_english_lists() -> None:
    assert words_for("tlh") == words_for("en")
