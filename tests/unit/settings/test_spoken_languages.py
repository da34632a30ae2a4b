"""The language of a session: the assistant's, or one that its file lists and somebody is at home in."""

from pathlib import Path

import pytest

from antiphon.settings.assistants import Assistant


def assistant(*languages: str, language: str = "en") -> Assistant:
    return Assistant(
        id="shop", path=Path("shop.toml"), language=language, languages=languages, stop_words=("knock it off",)
    )


@pytest.mark.parametrize(
    ("listed", "locale", "spoken"),
    [
        ((), "de-AT", "en"),
        (("de",), "de-AT", "de-AT"),
        (("de",), "de", "de"),
        (("DE",), "de", "de"),
        (("de",), "fr-CH", "en"),
        (("de",), "en-GB", "en-GB"),
        (("de",), "en", "en"),
        (("de",), None, "en"),
    ],
)
def test_a_session_is_held_in_a_language_that_the_file_lists(
    listed: tuple[str, ...], locale: str | None, spoken: str
) -> None:
    assert assistant(*listed).spoken_in(locale) == spoken


def test_the_words_that_decide_are_of_the_sessions_language() -> None:
    shop = assistant("de")
    assert shop.words("de-AT").approves("Ja, bitte.") is True
    assert shop.words("en-GB").approves("Ja, bitte.") is None
    assert shop.words().approves("Yes, please.") is True


def test_the_lists_of_a_file_count_in_its_own_language_alone() -> None:
    shop = assistant("de")
    assert shop.words("en-GB").only_stops("knock it off")
    assert not shop.words("de").only_stops("knock it off")
    assert shop.words("de").only_stops("stopp")
