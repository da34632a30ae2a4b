"""The language of a session follows the one that the user is heard to speak, among those that it has."""

import pytest

from antiphon.domain.commands import StartReply, UseLanguage
from antiphon.domain.events import ActionRequested
from antiphon.domain.signals import PlayoutFinished
from antiphon.turns.config import LanguageConfig
from antiphon.turns.notices import notices_for
from antiphon.turns.words import words_for
from support.driver import Driver, ready


def language(tag: str) -> LanguageConfig:
    return LanguageConfig(words_for(tag), notices_for(tag), tag=tag)


def session() -> Driver:
    return ready(language=language("en-GB"), other_languages=(language("de"), language("pt-BR")))


def heard_whole(call: Driver) -> None:
    call.tell(PlayoutFinished(call.last(StartReply).turn_id, 700))
    call.wait(1.0)


def test_a_sentence_in_another_language_of_the_session_changes_it_before_it_is_answered() -> None:
    call = session().ask("Wie spät ist es?", "de")
    assert call.last(UseLanguage) == UseLanguage("de")
    assert call.commands.index(call.last(UseLanguage)) < call.commands.index(call.last(StartReply))


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("What time is it?", "en"),
        ("What time is it?", "en-US"),
        ("Quelle heure est-il ?", "fr"),
        ("Wie spät ist es?", None),
        ("Okay, danke.", "de"),
        ("", "de"),
    ],
)
def test_its_own_language_an_unknown_one_and_two_words_change_nothing(text: str, tag: str | None) -> None:
    assert not session().ask(text, tag).has(UseLanguage)


def test_the_language_goes_back_with_the_next_sentence_and_is_told_once() -> None:
    call = session().ask("Wie spät ist es?", "de-AT")
    heard_whole(call.answer("Es ist drei."))
    call.commands.clear()
    heard_whole(call.ask("Und wo ist der Bahnhof?", "de").answer("Dort."))
    assert not call.has(UseLanguage)
    call.ask("And what is the weather like?", "en")
    assert call.last(UseLanguage) == UseLanguage("en-GB")


@pytest.mark.parametrize(("spoken", "runs"), [("de", True), (None, False)])
def test_the_words_that_decide_are_those_of_the_language_in_force(spoken: str | None, runs: bool) -> None:
    """ "Ja, gern" is a yes in German, and in English none: there the brain is asked what it may mean."""
    call = session().ask("Leere bitte den ganzen Warenkorb.", spoken)
    call.call_action(confirm=True, question="Soll ich?").answer("Soll ich?")
    heard_whole(call)
    call.ask("Ja, gern.")
    assert [order.confirm for order in call.all(ActionRequested)] == ([True, False] if runs else [True])
