"""German, which is a file: what people say to three pages, with verbs in two parts or at the end, in Sie and in du."""

import re
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from antiphon.domain.actions import Action
from antiphon.domain.outline import Outline
from antiphon.providers.brain._page.language import language
from antiphon.providers.brain._page.manners_of_file import FileManners
from support.german_pages import PAGES, German, dialogues

SPOKEN = [
    ("aufgaben", "Hake bitte mal die Äpfel ab.", ["switch_apfel on"]),
    ("aufgaben", "Könnten Sie das Spülmittel abhaken?", ["switch_spulmittel on"]),
    ("aufgaben", "Haken Sie bitte die Milch ab.", ["switch_milch on"]),
    ("aufgaben", "Hak die Milch und das Brot ab.", ["switch_milch on", "switch_vollkornbrot on"]),
    ("aufgaben", "Hak die Milch ab und mach das Licht an.", ["switch_milch on", "switch_deckenlicht on"]),
    ("aufgaben", "Die Blumen sind gegossen.", ["switch_blumen_giessen on"]),
    ("aufgaben", "Ich habe die Rechnung bezahlt.", ["switch_rechnung_bezahlen on"]),
    ("aufgaben", "Die Butter ist doch nicht gekauft.", ["switch_butter off"]),
    ("aufgaben", "Fügen Sie Brot zur Liste hinzu.", ["set_neuer_eintrag Brot", "press_hinzufugen"]),
    ("aufgaben", "Kannst du bitte Tomaten hinzufügen?", ["set_neuer_eintrag Tomaten", "press_hinzufugen"]),
    ("aufgaben", "Auf die Einkaufsliste kommt noch Mehl.", ["set_neuer_eintrag Mehl", "press_hinzufugen"]),
    ("aufgaben", "Kannst du die Butter löschen?", ["press_loschen Butter"]),
    ("aufgaben", "Entferne die Äpfel von der Einkaufsliste.", ["press_loschen Äpfel"]),
    ("aufgaben", "Stellen Sie die Heizung auf einundzwanzig Grad.", ["set_heizung_c 21"]),
    ("aufgaben", "Die Heizung auf zwanzig Komma fünf Grad stellen.", ["set_heizung_c 20.5"]),
    ("aufgaben", "Mach es ein bisschen kälter.", ["set_heizung_c 19"]),
    ("aufgaben", "Könntest du die Musik etwas leiser machen?", ["set_lautstarke 20"]),
    ("aufgaben", "Schalten Sie das Licht ein.", ["switch_deckenlicht on"]),
    ("aufgaben", "Nur die offenen.", ["press_offen"]),
    ("buchung", "Tragen Sie als Namen bitte Jonas Weber ein.", ["set_name Jonas Weber"]),
    ("buchung", "Schreib anna at example punkt com als E-Mail.", ["set_e_mail anna@example.com"]),
    ("buchung", "Telefon null eins sieben zwei, drei vier fünf sechs.", ["set_telefon 01723456"]),
    ("buchung", "Wir kommen am fünften Mai an.", ["set_anreise 2027-05-05"]),
    ("buchung", "Anreise nächsten Freitag.", ["set_anreise 2026-12-11"]),
    ("buchung", "Ankunft um viertel nach acht abends.", ["set_ankunftszeit 20:15"]),
    ("buchung", "Wir bleiben eine Woche.", ["set_nachte 7"]),
    ("buchung", "Vier Erwachsene und zwei Kinder.", ["set_erwachsene 4", "set_kinder 2"]),
    ("buchung", "Wir hätten gern die Dachkammer.", ["choose_zimmer Dachkammer"]),
    ("buchung", "Mit kontinentalem Frühstück.", ["choose_kontinental"]),
    ("buchung", "Parkplatz ja, Hund nein.", ["switch_parkplatz on", "switch_hund off"]),
    ("lager", "Kannst du die Liste nach Preis sortieren?", ["press_preis"]),
    ("lager", "Nur Artikel aus der Kategorie Garten.", ["choose_kategorie Garten"]),
    ("lager", "Bearbeite den ersten Artikel.", ["press_rasenmaher_bearbeiten"]),
    ("lager", "Seite zwei.", ["press_weiter"]),
]
UNDONE = [
    ("aufgaben", "Hak die Milch nicht ab."),
    ("aufgaben", "Lösch bitte nicht die Milch."),
    ("aufgaben", "Wenn es dunkel wird, mach das Licht an."),
    ("aufgaben", "Die Milch war gestern sauer."),
    ("aufgaben", "Nimm die Milch raus."),
    ("aufgaben", "Setz keinen Käse auf die Liste."),
    ("buchung", "Ich will nicht buchen."),
    ("buchung", "Jetzt buchen."),
    ("buchung", "Schick es ab."),
    ("lager", "Zeig mir alles außer Garten."),
    ("lager", "Lösch alle Artikel."),
]
ANSWERED = [
    ("aufgaben", "Wie viele Sachen sind auf der Einkaufsliste?", r"^5\.$"),
    ("aufgaben", "Ist die Milch schon gekauft?", r"^Nein\."),
    ("aufgaben", "Welche Aufgaben sind noch offen?", "Bad putzen.*Rechnung.*Blumen"),
    ("aufgaben", "Hilfe", "Das geht hier: .*Einkaufsliste"),
    ("aufgaben", "Mach das rückgängig.", "nichts, was ich zurücknehmen"),
    ("aufgaben", "Wie wird das Wetter?", "^Das habe ich nicht verstanden. Das geht hier:"),
    ("aufgaben", "Ja.", "nichts gefragt"),
    ("aufgaben", "Vielen Dank!", "Gern geschehen"),
    ("buchung", "Zwanzig Nächte.", "von 1 bis 14"),
    ("buchung", "Was muss ich noch ausfüllen?", "Name.*E-Mail.*Anreise.*fehlen"),
    ("buchung", "Welche Zimmer kosten weniger als hundert Euro?", "Einzelzimmer.*Doppelzimmer.*Dachkammer"),
    ("buchung", "Welches Zimmer ist am größten?", "Familiensuite"),
    ("lager", "Wie viele Bohrmaschinen gibt es?", "6"),
    ("lager", "Der teuerste Artikel?", "Hochdruckreiniger"),
]


@pytest.mark.parametrize(("page", "said", "done"), SPOKEN)
async def test_an_order_is_carried_out(page: str, said: str, done: list[str]) -> None:
    talk = German(page)
    await talk.says(said)
    assert talk.done == done


@pytest.mark.parametrize(("page", "said"), UNDONE)
async def test_what_was_not_ordered_word_for_word_is_not_done(page: str, said: str) -> None:
    talk = German(page)
    await talk.says(said)
    assert talk.done == []


@pytest.mark.parametrize(("page", "said", "answer"), ANSWERED)
async def test_a_question_is_answered_in_german_and_changes_nothing(page: str, said: str, answer: str) -> None:
    talk = German(page)
    assert re.search(answer, await talk.says(said))
    assert talk.done == []


@pytest.mark.parametrize(
    ("page", "dialogue"), [(page, one) for page in PAGES for one in dialogues(page) if "calls" in one]
)
async def test_the_first_sentence_of_a_dialogue_of_the_set_does_what_it_did_in_a_browser(
    page: str, dialogue: dict[str, Any]
) -> None:
    talk = German(page)
    answer = await talk.says(dialogue["say"][0])
    assert talk.done == dialogue["calls"]
    if len(dialogue["say"]) == 1 and "answer" in dialogue:
        assert re.search(dialogue["answer"], answer, re.IGNORECASE)


async def test_a_removal_is_asked_about_and_done_after_a_yes() -> None:
    talk = German("aufgaben")
    assert await talk.says("Nimm die Milch raus.") == "„Milch“ löschen: Soll ich das tun?"
    await talk.says("Ja, mach das.")
    assert talk.done == ["press_loschen Milch"]


@pytest.mark.parametrize("no", ["Nein.", "Nein, lieber nicht.", "Lass das.", "Stopp!", "Vergiss es."])
async def test_a_no_leaves_it_as_it_is(no: str) -> None:
    talk = German("aufgaben")
    await talk.says("Nimm die Milch raus.")
    assert await talk.says(no) == "Gut, ich lasse es, wie es ist."
    await talk.says("Ja.")
    assert talk.done == []


async def test_a_question_stays_open_over_another_one() -> None:
    talk = German("aufgaben")
    await talk.says("Nimm die Milch raus.")
    assert (await talk.says("Wie bitte?")) == "„Milch“ löschen: Soll ich das tun?"
    assert (await talk.says("Wie viele Aufgaben sind noch offen?")).endswith("„Milch“ löschen: Soll ich das tun?")
    await talk.says("Ja.")
    assert talk.done == ["press_loschen Milch"]


async def test_what_was_done_is_put_right_taken_back_and_done_again() -> None:
    talk = German("aufgaben")
    await talk.says("Hak die Milch ab.")
    await talk.says("Nein, ich meinte das Brot.")
    assert talk.done == ["switch_milch off", "switch_vollkornbrot on"]
    await talk.says("Mach das rückgängig.")
    assert talk.done == ["switch_vollkornbrot off"]


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("dritter März", date(2027, 3, 3)),
        ("am dritten dritten", date(2027, 3, 3)),
        ("24.12.", date(2026, 12, 24)),
        ("1. Mai 2027", date(2027, 5, 1)),
        ("übermorgen", date(2026, 12, 2)),
        ("in zwei Wochen", date(2026, 12, 14)),
        ("nächsten Freitag", date(2026, 12, 11)),
    ],
)
def test_days_are_read_as_they_are_said(said: str, day: date) -> None:
    german = language("de-AT")
    assert [one.value for one in german.days(german.hear(said), date(2026, 11, 30))] == [day]


@pytest.mark.parametrize(
    ("said", "time"),
    [
        ("halb acht", "07:30"),
        ("vierzehn Uhr dreißig", "14:30"),
        ("viertel nach drei", "03:15"),
        ("zehn vor acht", "07:50"),
        ("dreiviertel acht", "07:45"),
        ("acht Uhr abends", "20:00"),
        ("14.30 Uhr", "14:30"),
        ("14:30", "14:30"),
        ("Mitternacht", "00:00"),
        ("fünfundzwanzig Uhr", None),
        ("acht Äpfel", None),
    ],
)
def test_times_are_read_as_they_are_said(said: str, time: str | None) -> None:
    assert language("de").speech.time(said) == time


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("einundzwanzig", 21),
        ("zweihundertfünf", 205),
        ("zwei Komma fünf", 2.5),
        ("1.250,50", 1250.5),
        ("minus drei", -3),
    ],
)
def test_numbers_are_read_as_they_are_said_and_written(said: str, value: float) -> None:
    assert [one.value for one in language("de").numbers_in(said)] == [value]


def test_every_part_that_english_has_is_there() -> None:
    english, german = language("en"), language("de")
    assert set(english.words) <= set(german.words)
    assert set(english.views) <= set(german.views)
    assert set(english.says) <= set(german.says)
    assert {one.gesture for one in english.gestures} == {one.gesture for one in german.gestures}


def asking(narration: str, *names: str) -> German:
    talk = German("aufgaben")
    actions = {name: Action(name, f"Press {name}") for name in names}
    talk.page = replace(talk.page, narration=narration, actions=actions, outline=Outline())
    return talk


@pytest.mark.parametrize(("said", "done"), [("Ja, bitte.", ["yes"]), ("Lieber nicht.", ["no"]), ("Wirklich?", [])])
async def test_a_question_of_the_page_is_answered_by_its_yes_and_its_no(said: str, done: list[str]) -> None:
    talk = asking("The page asks: Wirklich alles löschen? Yes or no?", "yes", "no")
    answer = await talk.says(said)
    assert talk.done == done
    assert done or answer == "Die Seite fragt etwas: Wirklich alles löschen?"


@pytest.mark.parametrize(
    ("said", "done"),
    [("Ja.", ["Löschen"]), ("Nein.", ["Behalten"]), ("Löschen", ["Löschen"]), ("Behalten bitte", ["Behalten"])],
)
async def test_a_button_is_the_yes_by_the_verb_of_the_question(said: str, done: list[str]) -> None:
    talk = asking(
        "The page asks: Heckenschere wirklich löschen? You can say Behalten, or Löschen.", "Behalten", "Löschen"
    )
    await talk.says(said)
    assert talk.done == done


@pytest.mark.parametrize(
    ("told", "german"),
    [
        ("Milch is ticked.", "Milch ist abgehakt."),
        ("Alle is off. Erledigt is on.", "Alle ist aus. Erledigt ist an."),
        ("I pressed Löschen.", "Ich habe „Löschen“ gedrückt."),
        (
            "The page asks: Wirklich? You can say yes for Löschen, or no for Behalten.",
            "Die Seite fragt: Wirklich? Sagen Sie ja für „Löschen“ oder nein für „Behalten“.",
        ),
        ("Ihre Buchung ist da.", "Ihre Buchung ist da."),
    ],
)
def test_what_the_observer_of_the_page_tells_is_told_in_german(told: str, german: str) -> None:
    assert FileManners(language("de")).in_language(told) == german
