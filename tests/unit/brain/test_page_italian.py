"""Italian, which is a file: what people say to three pages, with tu and Lei, and pronouns that hang on their verbs."""

import re
import tomllib
from datetime import date

import pytest

from antiphon.providers.brain._page.language import FOLDER, language
from antiphon.providers.brain._page.manners_of_file import FileManners
from antiphon.providers.brain._page.words import content, said
from support.italian_pages import PAGES
from support.small_pages import Page, Told

SAID: list[tuple[str, str, list[str], str]] = [
    ("casa", "Spunta il latte.", ["switch_latte on"], ""),
    ("casa", "Puoi segnare il pane come preso, per favore?", ["switch_pane_integrale on"], ""),
    ("casa", "Ho comprato le mele.", ["switch_mele on"], ""),
    ("casa", "Il detersivo l'ho già preso.", ["switch_detersivo_per_i_piatti on"], ""),
    ("casa", "Ho annaffiato le piante.", ["switch_annaffiare_le_piante on"], ""),
    ("casa", "Il burro non è ancora comprato.", ["switch_burro off"], ""),
    ("casa", "Spunta il latte e le mele.", ["switch_latte on", "switch_mele on"], ""),
    ("casa", "Aggiungi le banane alla lista della spesa.", ["set_nuovo_articolo banane", "press_aggiungi"], ""),
    ("casa", "Mi aggiunge l'olio d'oliva, per cortesia?", ["set_nuovo_articolo olio d'oliva", "press_aggiungi"], ""),
    ("casa", "Mancano le uova.", ["set_nuovo_articolo uova", "press_aggiungi"], ""),
    ("casa", "Accendi la luce.", ["switch_luce on"], ""),
    ("casa", "Spegni la musica, grazie.", ["switch_musica off"], ""),
    ("casa", "Metti il riscaldamento a ventun gradi.", ["set_riscaldamento_c 21"], ""),
    ("casa", "Abbassa un po' il volume.", ["set_volume 20"], ""),
    ("casa", "Porta il volume a cinquanta.", ["set_volume 50"], ""),
    ("casa", "Fammi vedere solo quelle da fare.", ["press_da_fare"], ""),
    ("casa", "Togli il burro dalla lista.", [], "^Elimina «Burro»: lo faccio"),
    ("casa", "Elimina tutte le faccende.", [], ""),
    ("casa", "Non cancellare il latte.", [], ""),
    ("casa", "Il latte di ieri era acido.", [], ""),
    ("casa", "Che cosa c'è sulla lista della spesa?", [], "Latte.*Mele"),
    ("casa", "Quante faccende restano da fare?", [], r"^3\b"),
    ("casa", "Il latte è già stato comprato?", [], "^No"),
    ("casa", "Che tempo fa domani?", [], "^Non ho capito"),
    ("casa", "Che cosa posso fare qui?", [], "^Qui si può"),
    ("casa", "Grazie mille!", [], "^Prego"),
    ("prenota", "Mi chiamo Anna Bianchi.", ["set_nome Anna Bianchi"], ""),
    (
        "prenota",
        "La mia mail è anna punto bianchi chiocciola gmail punto com.",
        ["set_e_mail anna.bianchi@gmail.com"],
        "",
    ),
    ("prenota", "Il mio numero è tre quattro otto, uno due tre quattro.", ["set_telefono 3481234"], ""),
    ("prenota", "Arriviamo il cinque maggio.", ["set_arrivo 2027-05-05"], ""),
    ("prenota", "L'arrivo è venerdì prossimo.", ["set_arrivo 2026-12-04"], ""),
    ("prenota", "Arriviamo alle sette e mezza di sera.", ["set_ora_di_arrivo 19:30"], ""),
    ("prenota", "Ci fermiamo tre notti.", ["set_notti 3"], ""),
    ("prenota", "Siamo due adulti e un bambino.", ["set_adulti 2", "set_bambini 1"], ""),
    ("prenota", "Vorremmo la mansarda.", ["choose_camera Mansarda"], ""),
    ("prenota", "Con la colazione vegetariana, per favore.", ["choose_vegetariana"], ""),
    ("prenota", "Ci serve anche un parcheggio.", ["switch_parcheggio on"], ""),
    ("prenota", "Portiamo il cane.", ["switch_cane on"], ""),
    ("prenota", "Scrivi nelle note: arriviamo in treno.", ["set_note arriviamo in treno"], ""),
    ("prenota", "Una notte in più.", ["set_notti 3"], ""),
    ("prenota", "Venti notti.", [], "da 1 a 14"),
    ("prenota", "Non voglio prenotare.", [], ""),
    ("prenota", "Va bene, paga.", [], ""),
    ("prenota", "Svuoti tutto.", [], ""),
    ("prenota", "Quanto costa la doppia?", [], "98"),
    ("prenota", "Qual è la camera più economica?", [], "Mansarda"),
    ("prenota", "Che cosa manca ancora?", [], "Nome.*E-mail.*Arrivo"),
    ("attrezzi", "Ordina per prezzo.", ["press_prezzo"], ""),
    ("attrezzi", "Dal più caro al più economico.", ["press_prezzo"], ""),
    ("attrezzi", "Mostrami solo gli attrezzi da giardino.", ["choose_categoria Giardino"], ""),
    ("attrezzi", "Filtra per officina.", ["choose_categoria Officina"], ""),
    ("attrezzi", "Solo quelli disponibili.", ["switch_solo_disponibili on"], ""),
    ("attrezzi", "Cerca sega.", ["set_cerca sega"], ""),
    ("attrezzi", "Apri il trapano.", ["press_modifica_trapano"], ""),
    ("attrezzi", "Modifichi il tagliasiepi.", ["press_modifica_tagliasiepi"], ""),
    ("attrezzi", "Vai alla pagina dopo.", ["press_pagina_successiva"], ""),
    ("attrezzi", "Quanti trapani abbiamo?", [], "6"),
    ("attrezzi", "Qual è l'articolo più caro?", [], "Idropulitrice"),
    ("attrezzi", "Se piove, elimina il tosaerba.", [], ""),
    ("attrezzi", "Butta via tutto.", [], ""),
]
UNDONE = [
    "Il latte l'ho eliminato.",
    "Ho cancellato le mele.",
    "Vuoi eliminare il latte?",
    "Posso cancellare il latte?",
    "Dovrei eliminare il latte?",
    "Mia moglie vuole eliminare il latte.",
    "Elimina il latte solo se è finito.",
    "Stavo per eliminare il latte.",
    "Elimina il latte, anzi no.",
    "Elimina tutto tranne il latte.",
    "Le mele sono finite.",
    "La luce è accesa?",
    "Paga la bolletta.",
    "Aggiungile alla lista.",
]
ASKING = "The page asks: Eliminare davvero il trapano? You can say Conserva, or Elimina."


@pytest.mark.parametrize(("page", "said", "done", "answer"), SAID)
async def test_what_people_say_is_done_or_answered_and_nothing_else(
    page: str, said: str, done: list[str], answer: str
) -> None:
    talk = Told(PAGES[page](), "it")
    told = await talk.says(said)
    assert talk.done == done
    assert re.search(answer, told)


@pytest.mark.parametrize(
    "yes", ["Sì.", "Sì, grazie.", "Certo, fallo.", "Sì, eliminalo.", "Va bene.", "Sì, lo elimini."]
)
async def test_a_removal_that_was_not_named_is_asked_about_and_done_after_a_yes(yes: str) -> None:
    talk = Told(PAGES["casa"](), "it")
    assert await talk.says("Togli il latte.") == "Elimina «Latte»: lo faccio?"
    await talk.says(yes)
    assert talk.done == ["press_elimina Latte"]


@pytest.mark.parametrize(
    "no", ["No.", "No, lascia stare.", "Meglio di no.", "Non farlo!", "Stop!", "Lascia perdere.", "Ho cambiato idea."]
)
async def test_a_no_leaves_it_as_it_is(no: str) -> None:
    talk = Told(PAGES["casa"](), "it")
    await talk.says("Togli il latte.")
    assert await talk.says(no) == "Va bene, lascio tutto com'è."
    await talk.says("Sì.")
    assert talk.done == []


@pytest.mark.parametrize("said", ["Come, scusa?", "Può ripetere?", "Quante faccende restano?", "Un attimo."])
async def test_a_question_stays_open_over_another_one(said: str) -> None:
    talk = Told(PAGES["casa"](), "it")
    await talk.says("Butta via il latte.")
    await talk.says(said)
    assert talk.done == []
    await talk.says("Sì.")
    assert talk.done == ["press_elimina Latte"]


async def test_what_was_done_is_put_right_and_taken_back() -> None:
    talk = Told(PAGES["casa"](), "it")
    await talk.says("Spunta il latte.")
    await talk.says("No, volevo dire il pane.")
    assert talk.done == ["switch_latte off", "switch_pane_integrale on"]
    await talk.says("Annulla.")
    assert talk.done == ["switch_pane_integrale off"]


@pytest.mark.parametrize(
    ("page", "first", "then", "done"),
    [
        ("casa", "Accendi la luce.", "Spegnila.", ["switch_luce off"]),
        ("attrezzi", "Cerca sega.", "Mostra di nuovo tutto.", []),
        ("attrezzi", "Filtra per officina.", "No, intendevo pulizia.", ["choose_categoria Pulizia"]),
    ],
)
async def test_the_second_sentence_goes_on_with_the_first(page: str, first: str, then: str, done: list[str]) -> None:
    talk = Told(PAGES[page](), "it")
    await talk.says(first)
    await talk.says(then)
    assert talk.done == done


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("Sì.", ["Elimina"]),
        ("No.", ["Conserva"]),
        ("Elimina.", ["Elimina"]),
        ("Conserva, per favore.", ["Conserva"]),
        ("Davvero?", []),
    ],
)
async def test_a_dialog_is_answered(said: str, done: list[str]) -> None:
    talk = Told(Page(), "it", ASKING, ("Conserva", "Elimina"))
    answer = await talk.says(said)
    assert talk.done == done
    assert done or answer == "La pagina chiede: Eliminare davvero il trapano?"


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("il tre marzo", date(2027, 3, 3)),
        ("il primo maggio 2027", date(2027, 5, 1)),
        ("24.12.", date(2026, 12, 24)),
        ("03/04/2027", date(2027, 4, 3)),
        ("l'undici di aprile", date(2027, 4, 11)),
        ("dopodomani", date(2026, 12, 2)),
        ("tra due settimane", date(2026, 12, 14)),
        ("il 3 aprile", date(2027, 4, 3)),
        ("venerdì", date(2026, 12, 4)),
        ("sabato prossimo", date(2026, 12, 5)),
        ("la settimana prossima", date(2026, 12, 7)),
    ],
)
def test_days_are_read_as_they_are_said(said: str, day: date) -> None:
    italian = language("it-CH")
    assert [one.value for one in italian.days(italian.hear(said), date(2026, 11, 30))] == [day]


@pytest.mark.parametrize(
    ("said", "time"),
    [
        ("le sette e mezza", "07:30"),
        ("le sette e mezza di sera", "19:30"),
        ("le otto meno un quarto", "07:45"),
        ("alle tre e dieci", "03:10"),
        ("le nove meno cinque", "08:55"),
        ("ore 14:30", "14:30"),
        ("alle ventuno e quarantacinque", "21:45"),
        ("le tre del pomeriggio", "15:00"),
        ("mezzogiorno e mezzo", "12:30"),
        ("all'una e mezza", "01:30"),
        ("mezzanotte", "00:00"),
        ("le venticinque", None),
        ("otto mele", None),
    ],
)
def test_times_are_read_as_they_are_said(said: str, time: str | None) -> None:
    assert language("it").speech.time(said) == time


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("ventuno", 21),
        ("diciannove e mezzo", 19.5),
        ("duecentocinque", 205),
        ("due virgola cinque", 2.5),
        ("1.250,50", 1250.5),
        ("meno tre", -3),
    ],
)
def test_numbers_are_read_as_they_are_said_and_written(said: str, value: float) -> None:
    assert [one.value for one in language("it").numbers_in(said)] == [value]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("camera", "camere"),
        ("trapano", "trapani"),
        ("chiave", "chiavi"),
        ("pagato", "pagare"),
        ("comprata", "comprare"),
    ],
)
def test_forms_of_a_word_are_one(one: str, other: str) -> None:
    assert language("it").stem(one) == language("it").stem(other)


@pytest.mark.parametrize(
    ("written", "heard"),
    [
        ("aggiungilo", "aggiungi lo"),
        ("eliminarle", "eliminare le"),
        ("leggimelo", "leggi lo"),
        ("aprile", "aprile"),
        ("portale", "portale"),
        ("dell\u2019olio", "dell olio"),
        ("quell'altro", "quell altro"),
        ("O'Brien", "o'brien"),
    ],
)
def test_what_is_written_in_one_is_heard_apart(written: str, heard: str) -> None:
    assert said(written, language("it")).text == heard


def test_every_part_that_german_has_is_there() -> None:
    german, italian = (tomllib.loads((FOLDER / f"{code}.toml").read_text("utf-8")) for code in ("de", "it"))
    assert set(german) <= set(italian)
    for part in ("words", "views", "asked", "says", "told", "gestures", "questions", "labels", "alike", "expected"):
        assert {name for name, value in german[part].items() if value} - {"participle"} <= set(italian[part]), part


@pytest.mark.parametrize(
    "label",
    [
        "Elimina account", "Cancella tutto", "Invia messaggio", "Paga ora", "Acquista", "Ordina ora", "Conferma ordine",
        "Annulla abbonamento", "Disdici", "Esci", "Abbandona la riunione", "Lascia il gruppo", "Disattiva profilo",
        "Pubblica", "Condividi", "Firma il contratto", "Svuota il carrello", "Ripristina impostazioni", "Sovrascrivi",
        "Bonifico", "Trasferisci fondi", "Abbonati", "Disiscriviti", "Rimborsa", "Accetta", "Rifiuta", "Prenota ora",
        "Disconnetti", "Scarta le modifiche", "Chiama", "Sostituisci il file", "Blocca utente", "Revoca accesso",
    ],
)  # fmt: skip
def test_what_is_hard_to_take_back_is_known_by_its_name(label: str) -> None:
    italian = language("it")
    assert not italian.stems("grave").isdisjoint(content(label, italian))


@pytest.mark.parametrize(
    "label", ["Cerca", "Modifica", "Prezzo", "Avanti", "Mostra dettagli", "Nuovo articolo", "Filtri"]
)
def test_what_is_easily_taken_back_is_not_asked_about(label: str) -> None:
    italian = language("it")
    assert italian.stems("grave").isdisjoint(content(label, italian))


@pytest.mark.parametrize(
    ("told", "italian"),
    [
        ("Latte is ticked.", "Latte: spuntato."),
        ("Tutte is off. Completate is on.", "Tutte: disattivo. Completate: attivo."),
        ("I pressed Elimina.", "Ho premuto «Elimina»."),
        (
            "The page asks: Davvero? You can say yes for Elimina, or no for Conserva.",
            "La pagina chiede: Davvero? Dica sì per «Elimina», o no per «Conserva».",
        ),
        ("La prenotazione è arrivata.", "La prenotazione è arrivata."),
    ],
)
def test_what_the_observer_of_the_page_tells_is_told_in_italian(told: str, italian: str) -> None:
    assert FileManners(language("it")).in_language(told) == italian


@pytest.mark.parametrize("said", UNDONE)
async def test_what_is_no_order_does_nothing(said: str) -> None:
    talk = Told(PAGES["casa"](), "it")
    await talk.says(said)
    assert talk.done == []
