"""Yes, no, stop and "I listen" in each language, as people say them over an answer or to a question."""

import pytest

from antiphon.turns.words import LANGUAGES, words_for

SAID = {
    "it": (
        "Sì, certo, grazie.",
        "No, lascia stare.",
        "Basta!",
        "Mhm, capito.",
        "Vorrei un tavolo per",
        "Sì, ma non quello.",
    ),
    "pt": (
        "Sim, pode ser.",
        "Não, deixa pra lá.",
        "Para!",
        "Pois é, entendi.",
        "Eu queria uma mesa para",
        "Sim, mas não essa.",
    ),
    "nl": ("Ja, graag.", "Nee, laat maar.", "Hou op!", "Mhm, precies.", "Ik wil een tafel voor", "Ja, maar niet die."),
    "zh": (
        "好的，谢谢。",
        "不用了，谢谢。",
        "停一下！",
        "嗯，明白了。",
        "我想订一张桌子，然后",
        "好的，但是不是那个。",
    ),
    "fr": (
        "Oui, bien sûr.",
        "Non, laisse tomber.",
        "Arrête !",
        "Mhm, d'accord.",
        "Je voudrais une table pour",
        "Oui, mais pas celle-là.",
    ),
    "es": ("Sí, claro.", "No, déjalo.", "¡Para!", "Ajá, entiendo.", "Quiero una mesa para", "Sí, pero esa no."),
    "de": (
        "Ja, gerne.",
        "Nein, lass es.",
        "Stopp!",
        "Mhm, verstehe.",
        "Ich hätte gern einen Tisch für",
        "Ja, aber nicht den.",
    ),
}


def test_every_language_is_tried_here() -> None:
    assert set(SAID) == set(LANGUAGES) - {"en"}


@pytest.mark.parametrize("language", SAID)
def test_a_yes_a_no_a_stop_and_a_word_of_listening_are_told_apart(language: str) -> None:
    words = words_for(f"{language}-XX")
    yes, no, stop, listens, unfinished, condition = SAID[language]
    assert words.approves(yes) is True
    assert words.approves(no) is False
    assert words.approves(condition) is None
    assert words.approves(unfinished) is None
    assert words.only_stops(stop)
    assert words.stops(stop)
    assert words.only_back_channels(listens)
    assert not words.stops(listens)
    assert not words.confirms(listens, final=True)
    assert words.confirms(stop, final=False)
    assert words.leaves_open(unfinished)
    assert words.complete(yes)


@pytest.mark.parametrize("text", ["好的好的", "是的。", "对，没问题", "可以，谢谢"])
def test_chinese_is_read_without_blanks(text: str) -> None:
    assert words_for("zh-CN").approves(text) is True


def test_other_scripts_stay_as_they_were() -> None:
    assert words_for("en").approves("Yes, that's right.") is True
    assert words_for("fr").only_back_channels("D'accord")
