"""Dutch, which is a file: what people say to three pages, with verbs in two parts or at the end, in je and in u."""

import re
import tomllib
from dataclasses import replace
from datetime import date

import pytest

from antiphon.domain.actions import Action
from antiphon.domain.outline import Outline
from antiphon.providers.brain._page.language import FOLDER, language
from antiphon.providers.brain._page.speech import EXACT
from support.dutch_pages import PAGES
from support.told_pages import Speaker

SPOKEN = [
    ("huishouden", "Vink de melk af.", ["switch_melk on"]),
    ("huishouden", "Kun je het brood even afvinken?", ["switch_volkorenbrood on"]),
    ("huishouden", "Streep de appels maar door.", ["switch_appels on"]),
    ("huishouden", "Ik heb het afwasmiddel al gekocht.", ["switch_afwasmiddel on"]),
    ("huishouden", "De rekening is betaald.", ["switch_rekening_betalen on"]),
    ("huishouden", "De badkamer is schoongemaakt.", ["switch_badkamer_schoonmaken on"]),
    ("huishouden", "De boter is toch nog niet gekocht.", ["switch_boter off"]),
    ("huishouden", "Zet bananen op de boodschappenlijst.", ["set_nieuw_item bananen", "press_toevoegen"]),
    ("huishouden", "Voeg koffie toe aan de lijst.", ["set_nieuw_item koffie", "press_toevoegen"]),
    ("huishouden", "We hebben nog eieren nodig.", ["set_nieuw_item eieren", "press_toevoegen"]),
    ("huishouden", "De kaas is op.", ["set_nieuw_item kaas", "press_toevoegen"]),
    ("huishouden", "Verwijder het afwasmiddel.", ["press_verwijderen Afwasmiddel"]),
    ("huishouden", "Zet de verwarming op eenentwintig graden.", ["set_verwarming_c 21"]),
    ("huishouden", "Zet de lamp aan.", ["switch_plafondlamp on"]),
    ("huishouden", "Doe de muziek uit, alsjeblieft.", ["switch_muziek off"]),
    ("huishouden", "Mag het iets warmer?", ["set_verwarming_c 21"]),
    ("huishouden", "Zet de muziek wat zachter.", ["set_volume 20"]),
    ("huishouden", "Laat alleen de open taken zien.", ["press_open"]),
    ("huishouden", "Markeer de rekening als belangrijk.", ["press_belangrijk Rekening betalen"]),
    ("boeking", "Mijn naam is Pieter Jansen.", ["set_naam Pieter Jansen"]),
    ("boeking", "Ik heet Sanne de Vries.", ["set_naam Sanne de Vries"]),
    ("boeking", "Mijn e-mailadres is anna apenstaartje example punt com.", ["set_e_mail anna@example.com"]),
    ("boeking", "E-mail jan punt de vries at gmail punt com.", ["set_e_mail jan.devries@gmail.com"]),
    ("boeking", "Mijn telefoonnummer is nul zes een twee drie vier vijf zes.", ["set_telefoon 06123456"]),
    ("boeking", "We komen aan op vijf mei.", ["set_aankomst 2027-05-05"]),
    ("boeking", "Aankomst volgende vrijdag.", ["set_aankomst 2026-12-11"]),
    ("boeking", "Aankomsttijd half negen 's avonds.", ["set_aankomsttijd 20:30"]),
    (
        "boeking",
        "Vier nachten, twee volwassenen en een kind.",
        ["set_nachten 4", "set_volwassenen 2", "set_kinderen 1"],
    ),
    ("boeking", "Wij willen graag de zolderkamer.", ["choose_kamer Zolderkamer"]),
    ("boeking", "Doe maar vegetarisch ontbijt.", ["choose_vegetarisch"]),
    ("boeking", "We nemen een hond mee.", ["switch_hond on"]),
    ("boeking", "We hebben geen parkeerplaats nodig.", ["switch_parkeerplaats off"]),
    ("boeking", "Zet bij de opmerkingen: we komen laat.", ["set_opmerkingen we komen laat"]),
    ("voorraad", "Sorteer op prijs.", ["press_prijs"]),
    ("voorraad", "Alleen artikelen uit de categorie tuin.", ["choose_categorie Tuin"]),
    ("voorraad", "Zoek naar zaag.", ["set_zoeken zaag"]),
    ("voorraad", "Bewerk de boormachine.", ["press_boormachine_bewerken"]),
    ("voorraad", "Verwijder de cirkelzaag.", ["press_cirkelzaag_verwijderen"]),
    ("voorraad", "Volgende pagina.", ["press_volgende"]),
]
UNDONE = [
    ("huishouden", "Wis de gedane taken."),
    ("huishouden", "Haal de melk van de lijst."),
    ("huishouden", "Vink de melk niet af."),
    ("huishouden", "Verwijder alle taken."),
    ("huishouden", "Als het donker wordt, doe de lamp aan."),
    ("huishouden", "De melk was gisteren zuur."),
    ("huishouden", "Mijn zus houdt van appels."),
    ("boeking", "Boek maar."),
    ("boeking", "Ik wil nog niet boeken."),
    ("boeking", "Maak het formulier leeg."),
    ("voorraad", "Gooi alles weg."),
]
ANSWERED = [
    ("huishouden", "Wat staat er op de boodschappenlijst?", "Melk.*Volkorenbrood.*Appels"),
    ("huishouden", "Hoeveel taken staan er nog open?", r"^3\b"),
    ("huishouden", "Is de melk al gekocht?", r"^Nee\."),
    ("huishouden", "Wat kan ik hier doen?", "Dat kan hier: .*Boodschappenlijst"),
    ("huishouden", "Hoe warm staat de verwarming?", "20"),
    ("boeking", "Welke kamer is het goedkoopst?", "Zolderkamer"),
    ("boeking", "Wat kost de familiesuite?", "165"),
    ("boeking", "Wat moet ik nog invullen?", "Naam.*E-mail.*Aankomst"),
    ("boeking", "Twintig nachten.", "1 tot 14"),
    ("voorraad", "Hoeveel boormachines zijn er?", "6"),
    ("voorraad", "Wat is het duurste artikel?", "Hogedrukreiniger"),
]


@pytest.mark.parametrize(("page", "said", "done"), SPOKEN)
async def test_an_order_is_carried_out(page: str, said: str, done: list[str]) -> None:
    talk = Speaker(PAGES[page]())
    await talk.says(said)
    assert talk.done == done


@pytest.mark.parametrize(("page", "said"), UNDONE)
async def test_what_was_not_ordered_word_for_word_is_not_done(page: str, said: str) -> None:
    talk = Speaker(PAGES[page]())
    await talk.says(said)
    assert talk.done == []


@pytest.mark.parametrize(("page", "said", "answer"), ANSWERED)
async def test_a_question_is_answered_in_dutch_and_changes_nothing(page: str, said: str, answer: str) -> None:
    talk = Speaker(PAGES[page]())
    assert re.search(answer, await talk.says(said))
    assert talk.done == []


@pytest.mark.parametrize(
    ("page", "said", "question", "done"),
    [
        ("huishouden", "Haal de melk van de lijst.", "„Melk” verwijderen", ["press_verwijderen Melk"]),
        ("huishouden", "Wis de gedane taken.", "in totaal 1", ["press_verwijderen Vuilnis buitenzetten"]),
        ("voorraad", "Gooi de cirkelzaag weg.", "„Cirkelzaag” verwijderen", ["press_cirkelzaag_verwijderen"]),
    ],
)
async def test_a_removal_is_asked_about_and_done_after_a_yes(
    page: str, said: str, question: str, done: list[str]
) -> None:
    talk = Speaker(PAGES[page]())
    answer = await talk.says(said)
    assert question in answer
    assert answer.lower().endswith("zal ik dat doen?")
    await talk.says("Ja, doe maar.")
    assert talk.done == done


@pytest.mark.parametrize("no", ["Nee.", "Nee, liever niet.", "Laat maar.", "Stop!", "Vergeet het maar.", "Nee, wacht."])
async def test_a_no_leaves_it_as_it_is(no: str) -> None:
    talk = Speaker(PAGES["huishouden"]())
    await talk.says("Haal de melk van de lijst.")
    assert await talk.says(no) == "Goed, ik laat het zoals het is."
    await talk.says("Ja.")
    assert talk.done == []


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("huishouden", "Misschien moeten we de melk kopen."),
        ("huishouden", "Ik heb gisteren appels gegeten."),
        ("huishouden", "Moet de lamp aan?"),
        ("huishouden", "We moeten de auto wassen."),
        ("huishouden", "Stuur de lijst naar Jan."),
        ("huishouden", "Ik heb geen melk nodig."),
        ("huishouden", "Zet geen kaas op de lijst."),
        ("huishouden", "Haal de melk niet weg."),
        ("huishouden", "Voeg niets toe."),
        ("boeking", "Mijn vader heet Jan."),
        ("boeking", "Bevestig de boeking."),
        ("boeking", "Annuleer de boeking."),
        ("boeking", "De hond blijft thuis bij mijn zus."),
        ("boeking", "Is er een parkeerplaats?"),
    ],
)
async def test_a_remark_does_nothing(page: str, said: str) -> None:
    talk = Speaker(PAGES[page]())
    await talk.says(said)
    assert talk.done == []


async def test_a_question_stays_open_over_another_one() -> None:
    talk = Speaker(PAGES["huishouden"]())
    question = await talk.says("Haal de melk van de lijst.")
    assert await talk.says("Wat zei je?") == question
    assert (await talk.says("Hoeveel taken staan er nog open?")).endswith(question)
    await talk.says("Ja.")
    assert talk.done == ["press_verwijderen Melk"]


async def test_what_was_done_is_put_right_taken_back_and_done_again() -> None:
    talk = Speaker(PAGES["huishouden"]())
    await talk.says("Vink de melk af.")
    await talk.says("Nee, ik bedoelde het brood.")
    assert talk.done == ["switch_melk off", "switch_volkorenbrood on"]
    await talk.says("Maak dat ongedaan.")
    assert talk.done == ["switch_volkorenbrood off"]


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("derde maart", date(2027, 3, 3)),
        ("vijf mei", date(2027, 5, 5)),
        ("24-12-2026", date(2026, 12, 24)),
        ("1 mei 2027", date(2027, 5, 1)),
        ("overmorgen", date(2026, 12, 2)),
        ("over twee weken", date(2026, 12, 14)),
        ("volgende vrijdag", date(2026, 12, 11)),
    ],
)
def test_days_are_read_as_they_are_said(said: str, day: date) -> None:
    dutch = language("nl-BE")
    assert [one.value for one in dutch.days(dutch.hear(said), date(2026, 11, 30))] == [day]


@pytest.mark.parametrize(
    ("said", "time"),
    [
        ("half acht", "07:30"),
        ("veertien uur dertig", "14:30"),
        ("kwart over drie", "03:15"),
        ("kwart voor een", "00:45"),
        ("tien voor acht", "07:50"),
        ("vijf voor half acht", "07:25"),
        ("tien over half acht", "07:40"),
        ("acht uur 's avonds", "20:00"),
        ("14:30", "14:30"),
        ("middernacht", "00:00"),
        ("vijfentwintig uur", None),
        ("acht appels", None),
    ],
)
def test_times_are_read_as_they_are_said(said: str, time: str | None) -> None:
    assert language("nl").speech.time(said) == time


@pytest.mark.parametrize(
    ("said", "value"), [("eenentwintig", 21), ("tweehonderdvijf", 205), ("twee komma vijf", 2.5), ("1.250,50", 1250.5)]
)
def test_numbers_are_read_as_they_are_said_and_written(said: str, value: float) -> None:
    assert [one.value for one in language("nl").numbers_in(said)] == [value]


def test_an_opposite_is_no_slip_of_a_word() -> None:
    assert not EXACT.alike("ongelezen", "gelezen")


def test_every_part_that_german_has_is_there() -> None:
    german, dutch = (tomllib.loads((FOLDER / f"{code}.toml").read_text("utf-8")) for code in ("de", "nl"))
    assert set(german) == set(dutch)
    for name in ("frame", "words", "clock", "asked", "views", "gestures", "groups", "questions", "says", "expected"):
        assert set(german[name]) - set(dutch[name]) == set(), name
    assert set(german["told"]) == set(dutch["told"])


def asking(narration: str, *names: str) -> Speaker:
    talk = Speaker(PAGES["huishouden"]())
    actions = {name: Action(name, f"Press {name}") for name in names}
    talk.page = replace(talk.page, narration=narration, actions=actions, outline=Outline())
    return talk


@pytest.mark.parametrize(("said", "done"), [("Ja, graag.", ["yes"]), ("Liever niet.", ["no"]), ("Echt?", [])])
async def test_a_question_of_the_page_is_answered_by_its_yes_and_its_no(said: str, done: list[str]) -> None:
    talk = asking("The page asks: Echt alles wissen? Yes or no?", "yes", "no")
    answer = await talk.says(said)
    assert talk.done == done
    assert done or answer == "De pagina vraagt iets: Echt alles wissen?"


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("Ja.", ["Verwijderen"]),
        ("Nee.", ["Bewaren"]),
        ("Verwijderen", ["Verwijderen"]),
        ("Bewaren, graag", ["Bewaren"]),
    ],
)
async def test_a_button_is_the_yes_by_the_verb_of_the_question(said: str, done: list[str]) -> None:
    talk = asking(
        "The page asks: Heggenschaar echt verwijderen? You can say Bewaren, or Verwijderen.", "Bewaren", "Verwijderen"
    )
    await talk.says(said)
    assert talk.done == done
