"""French, which is a file: sixty sentences as people say them to four pages, with words that lose their end.

What is done is told by the names of the actions and their values; an answer, by a pattern that it has in it.
"""

import re
from dataclasses import replace
from datetime import date

import pytest

from antiphon.domain.actions import Action
from antiphon.domain.outline import Outline
from antiphon.providers.brain._page.language import language
from antiphon.providers.brain._page.manners_of_file import FileManners
from support.french_pages import French

ORDERS = [
    ("maison", "Coche le lait.", ["switch_lait on"]),
    ("maison", "Tu peux cocher les pommes, s'il te plaît ?", ["switch_pommes on"]),
    ("maison", "J'ai déjà acheté le pain.", ["switch_pain_complet on"]),
    ("maison", "La facture est payée.", ["switch_payer_la_facture on"]),
    ("maison", "Le beurre n'est pas encore acheté.", ["switch_beurre off"]),
    ("maison", "Finalement, je n'ai pas sorti les poubelles.", ["switch_sortir_les_poubelles off"]),
    ("maison", "Ajoute des bananes à la liste de courses.", ["set_nouvel_article bananes", "press_ajouter"]),
    ("maison", "Mets du café sur la liste.", ["set_nouvel_article café", "press_ajouter"]),
    ("maison", "Il nous faut du riz.", ["set_nouvel_article riz", "press_ajouter"]),
    ("maison", "Enlève l'eau gazeuse de la liste.", ["press_supprimer Eau gazeuse"]),
    ("maison", "Mets le chauffage à vingt-deux degrés.", ["set_chauffage_c 22"]),
    ("maison", "Mettez le chauffage à vingt et un et demi.", ["set_chauffage_c 21.5"]),
    ("maison", "Allume la lumière.", ["switch_lumiere_du_plafond on"]),
    ("maison", "Pourriez-vous éteindre la musique ?", ["switch_musique off"]),
    ("maison", "Un peu moins chaud, s'il vous plaît.", ["set_chauffage_c 19"]),
    ("maison", "Montre-moi seulement celles à faire.", ["press_a_faire"]),
    ("maison", "Coche le lait et allume la lumière.", ["switch_lait on", "switch_lumiere_du_plafond on"]),
    ("reservation", "Je m'appelle Anne-Sophie Girard.", ["set_nom Anne-Sophie Girard"]),
    (
        "reservation",
        "Mon mail, c'est anne point girard arobase gmail point com.",
        ["set_adresse_e_mail anne.girard@gmail.com"],
    ),
    (
        "reservation",
        "Mon numéro de téléphone est le zéro six douze trente-quatre cinquante-six soixante-dix-huit.",
        ["set_telephone 0612345678"],
    ),
    ("reservation", "Nous arrivons le trois mars.", ["set_date_d_arrivee 2027-03-03"]),
    ("reservation", "L'heure d'arrivée, c'est vingt heures trente.", ["set_heure_d_arrivee 20:30"]),
    ("reservation", "On reste cinq nuits.", ["set_nuits 5"]),
    ("reservation", "Deux adultes et un enfant.", ["set_adultes 2", "set_enfants 1"]),
    ("reservation", "Nous prenons la suite familiale.", ["choose_chambre Suite familiale"]),
    ("reservation", "Avec le petit-déjeuner végétarien.", ["choose_vegetarien"]),
    ("reservation", "On vient avec un chien.", ["switch_chien on"]),
    ("reservation", "Il nous faut aussi un parking.", ["switch_parking on"]),
    ("reservation", "Écris dans les remarques : nous arrivons en train.", ["set_remarques nous arrivons en train"]),
    ("reservation", "Une nuit de plus.", ["set_nuits 3"]),
    ("stock", "Trie par prix.", ["press_prix"]),
    ("stock", "Montre seulement la catégorie jardin.", ["choose_categorie Jardin"]),
    ("stock", "Seulement ce qui est disponible.", ["switch_disponibles_uniquement on"]),
    ("stock", "Cherche scie.", ["set_recherche scie"]),
    ("stock", "Page suivante.", ["press_suivant"]),
    ("stock", "Modifie la perceuse.", ["press_modifier_perceuse"]),
    ("fiche", "Mets le stock à huit.", ["set_stock 8"]),
    ("fiche", "Le prix passe à quatorze virgule cinquante.", ["set_prix 14.5"]),
    ("fiche", "Enregistrer.", ["press_enregistrer"]),
]
"""What is done at the first word."""
LEFT = [
    ("maison", "Supprime les tâches faites, non, laisse."),
    ("maison", "Supprime tout."),
    ("maison", "Supprime pas le lait."),
    ("maison", "N'efface surtout pas les pommes."),
    ("maison", "Le lait d'hier était tourné."),
    ("maison", "S'il fait froid, monte le chauffage."),
    ("maison", "Enlève ça."),
    ("reservation", "Je ne veux pas encore réserver."),
    ("reservation", "Réservez-la."),
    ("stock", "Et si on supprimait le taille-haie ?"),
    ("stock", "Supprimez tous les articles."),
]
"""What is asked about first, or not done at all."""
UNREAD = [("maison", "Monte un peu le son.")]
"""What is not understood: the page calls it the volume."""
QUESTIONS = [
    ("maison", "Qu'est-ce qu'il y a sur la liste de courses ?", "Lait.*Pain complet.*Pommes"),
    ("maison", "Combien de tâches reste-t-il à faire ?", r"\b3\b"),
    ("maison", "Est-ce que le lait est acheté ?", r"^Non\."),
    ("maison", "Le chauffage est à combien ?", "20"),
    ("reservation", "Combien coûte la double ?", "98"),
    ("reservation", "Quelle chambre est la moins chère ?", "Mansarde"),
    ("reservation", "Qu'est-ce qui manque encore ?", "Nom.*mail.*arrivée"),
    ("stock", "Combien de perceuses avons-nous ?", "6"),
    ("maison", "Qu'est-ce que je peux faire ici ?", "Ici, on peut : .*Liste de courses"),
]


SAME = {"count", "fact", "row", "turned_on", "turned_off"}
"""Sentences that are the same in English, or are told as the observer tells them."""


@pytest.mark.parametrize(("page", "said", "done"), ORDERS)
async def test_an_order_is_carried_out(page: str, said: str, done: list[str]) -> None:
    talk = French(page)
    answer = await talk.says(said)
    assert (talk.done, answer) == (done, answer)


@pytest.mark.parametrize(("page", "said"), LEFT)
async def test_what_was_not_ordered_word_for_word_is_not_done(page: str, said: str) -> None:
    talk = French(page)
    await talk.says(said)
    assert talk.done == []


@pytest.mark.parametrize(("page", "said", "answer"), QUESTIONS)
async def test_a_question_is_answered_in_french_and_changes_nothing(page: str, said: str, answer: str) -> None:
    talk = French(page)
    assert re.search(answer, await talk.says(said))
    assert talk.done == []


@pytest.mark.parametrize(("page", "said"), UNREAD)
async def test_what_is_not_understood_is_said_to_be_so_and_nothing_is_done(page: str, said: str) -> None:
    talk = French(page)
    assert (await talk.says(said)).startswith("Je n'ai pas compris.")
    assert talk.done == []


def test_there_are_sixty_sentences_of_which_fifty_four_and_more_are_understood() -> None:
    read = len(ORDERS) + len(LEFT) + len(QUESTIONS)
    assert read + len(UNREAD) == 60
    assert read >= 54


async def test_a_removal_is_asked_about_and_done_after_a_yes() -> None:
    talk = French("maison")
    assert await talk.says("On n'a plus besoin du lait.") == "Supprimer « Lait » : je le fais ?"
    await talk.says("Oui, vas-y.")
    assert talk.done == ["press_supprimer Lait"]


@pytest.mark.parametrize(
    "no", ["Non.", "Surtout pas !", "Laisse tomber.", "Arrêtez !", "Non, laisse-le.", "Ne le supprime pas."]
)
async def test_a_no_leaves_it_as_it_is(no: str) -> None:
    talk = French("maison")
    await talk.says("On n'a plus besoin du lait.")
    assert await talk.says(no) == "D'accord, je laisse comme c'est."
    await talk.says("Oui.")
    assert talk.done == []


async def test_a_question_stays_open_over_another_one() -> None:
    talk = French("maison")
    await talk.says("On n'a plus besoin du lait.")
    assert (await talk.says("Pardon ?")) == "Supprimer « Lait » : je le fais ?"
    answer = await talk.says("Combien de tâches reste-t-il à faire ?")
    assert answer.endswith("Supprimer « Lait » : je le fais ?")
    await talk.says("Oui.")
    assert talk.done == ["press_supprimer Lait"]


async def test_what_was_done_is_put_right_taken_back_and_done_again() -> None:
    talk = French("maison")
    await talk.says("Coche le lait.")
    await talk.says("Non, je voulais dire le pain.")
    assert talk.done == ["switch_lait off", "switch_pain_complet on"]
    await talk.says("Annule ça.")
    assert talk.done == ["switch_pain_complet off"]


async def test_a_pronoun_behind_a_hyphen_is_what_was_spoken_of_last() -> None:
    talk = French("maison")
    await talk.says("Coche le lait.")
    assert await talk.says("Décoche-le.") == "« Lait » est déjà à faire."
    await talk.says("Supprime-le.")
    assert talk.done == []
    await talk.says("Oui, supprime-le.")
    assert talk.done == ["press_supprimer Lait"]
    await talk.says("Mets le volume à quarante.")
    await talk.says("Mets-le à cinquante.")
    assert talk.done == ["set_volume 50"]


async def test_the_same_is_done_to_what_is_named_with_also() -> None:
    talk = French("maison")
    await talk.says("Coche le lait.")
    await talk.says("Et le pain aussi.")
    assert talk.done == ["switch_pain_complet on"]


@pytest.mark.parametrize(
    ("page", "said", "done"),
    [
        ("reservation", "J'arrive demain.", ["set_date_d_arrivee 2026-12-01"]),
        ("reservation", "On arrive demain soir.", ["set_date_d_arrivee 2026-12-01"]),
        ("maison", "Tu me mets le chauffage à dix-neuf ?", ["set_chauffage_c 19"]),
        ("fiche", "Enregistre-le.", ["press_enregistrer"]),
        ("maison", "eteins la musique", ["switch_musique off"]),
        ("maison", "enleve les pommes", ["press_supprimer Pommes"]),
    ],
)
async def test_other_ways_to_say_it_are_understood(page: str, said: str, done: list[str]) -> None:
    talk = French(page)
    await talk.says(said)
    assert talk.done == done


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("maison", "J'aime la musique."),
        ("maison", "Tu as supprimé le lait ?"),
        ("maison", "Tu me supprimes les pommes ?"),
        ("maison", "On peut supprimer le lait ?"),
        ("maison", "On n'a plus besoin de farine."),
        ("stock", "Affiche tout sauf le jardin."),
    ],
)
async def test_a_remark_or_a_question_does_nothing(page: str, said: str) -> None:
    talk = French(page)
    await talk.says(said)
    assert talk.done == []


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("Bonjour.", "Bonjour ! Que voulez-vous faire ?"),
        ("Merci beaucoup !", "De rien."),
        ("Au revoir.", "Au revoir !"),
        ("Un instant.", "Prenez votre temps."),
        ("Oui.", "Il n'y a pas de question en ce moment."),
        ("Annule ça.", "Il n'y a rien que je puisse annuler."),
    ],
)
async def test_what_is_of_no_page_is_answered(said: str, answer: str) -> None:
    assert await French("maison").says(said) == answer


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("Ajoute de l'huile d'olive à la liste de courses.", "huile d'olive"),
        ("Note l'eau de Javel.", "eau de Javel"),
        ("Ajoute des rendez-vous.", "rendez-vous"),
    ],
)
async def test_what_is_written_keeps_its_letters_without_the_article(said: str, text: str) -> None:
    talk = French("maison")
    await talk.says(said)
    assert talk.done == [f"set_nouvel_article {text}", "press_ajouter"]


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("le trois mars", date(2027, 3, 3)),
        ("le 24/12", date(2026, 12, 24)),
        ("3/3/2027", date(2027, 3, 3)),
        ("1er mai 2027", date(2027, 5, 1)),
        ("le premier mai", date(2027, 5, 1)),
        ("après-demain", date(2026, 12, 2)),
        ("demain matin", date(2026, 12, 1)),
        ("d'ici deux semaines", date(2026, 12, 14)),
        ("vendredi prochain", date(2026, 12, 4)),
    ],
)
def test_days_are_read_as_they_are_said(said: str, day: date) -> None:
    french = language("fr-CA")
    assert [one.value for one in french.days(french.hear(said), date(2026, 11, 30))] == [day]


@pytest.mark.parametrize("said", ["1/2 kilo", "deux semaines", "huit pommes", "le matin"])
def test_what_is_no_day_is_none(said: str) -> None:
    french = language("fr")
    assert french.days(french.hear(said), date(2026, 11, 30)) == []


@pytest.mark.parametrize(
    ("said", "time"),
    [
        ("huit heures et demie", "08:30"),
        ("neuf heures moins le quart", "08:45"),
        ("trois heures de l'après-midi", "15:00"),
        ("quatorze heures trente", "14:30"),
        ("20h30", "20:30"),
        ("20 h 30", "20:30"),
        ("8 h", "08:00"),
        ("midi et demi", "12:30"),
        ("minuit et quart", "00:15"),
        ("vingt-cinq heures", None),
        ("huit pommes", None),
        ("trois nuits", None),
    ],
)
def test_times_are_read_as_they_are_said(said: str, time: str | None) -> None:
    assert language("fr").speech.time(said) == time


@pytest.mark.parametrize(
    ("said", "values"),
    [
        ("vingt et un", [21]),
        ("quatre-vingt-dix-sept", [97]),
        ("mille deux cent cinquante", [1250]),
        ("deux virgule cinq", [2.5]),
        ("quatorze virgule cinquante", [14.5]),
        ("vingt et un et demi", [21.5]),
        ("1 250,50", [1250.5]),
        ("1\u202f250,50", [1250.5]),
        ("06 12 34 56", [6, 12, 34, 56]),
        ("moins trois", [-3]),
    ],
)
def test_numbers_are_read_as_they_are_said_and_written(said: str, values: list[float]) -> None:
    assert [one.value for one in language("fr").numbers_in(said)] == values


@pytest.mark.parametrize(
    ("written", "heard"),
    [
        ("coche-la", "coche la"),
        ("l'eau", "le eau"),
        ("l\u2019eau", "le eau"),
        ("y a-t-il", "y a t il"),
        ("aujourd'hui", "aujourd'hui"),
    ],
)
def test_what_is_written_in_one_is_heard_as_the_words_that_it_is(written: str, heard: str) -> None:
    assert [one.text for one in language("fr").hear(written)] == heard.split()


def test_every_part_that_german_has_is_there() -> None:
    german, french = language("de"), language("fr")
    lists = {name for name, words in french.words.items() if words}
    assert {name for name, words in german.words.items() if words} <= lists
    views = {name for name, words in french.views.items() if words}
    assert {name for name, words in german.views.items() if words} <= views
    assert set(german.says) <= set(french.says)
    assert not {name for name in french.says if french.says[name] == language("en").says.get(name)} - SAME
    assert {one.gesture for one in german.gestures} == {one.gesture for one in french.gestures}


def asking(narration: str, *names: str) -> French:
    talk = French("maison")
    actions = {name: Action(name, f"Press {name}") for name in names}
    talk.page = replace(talk.page, narration=narration, actions=actions, outline=Outline())
    return talk


@pytest.mark.parametrize(
    ("said", "done"), [("Oui, s'il vous plaît.", ["yes"]), ("Plutôt pas.", ["no"]), ("Vraiment ?", [])]
)
async def test_a_question_of_the_page_is_answered_by_its_yes_and_its_no(said: str, done: list[str]) -> None:
    talk = asking("The page asks: Tout supprimer ? Yes or no?", "yes", "no")
    answer = await talk.says(said)
    assert talk.done == done
    assert done or answer == "La page pose une question : Tout supprimer ?"


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("Oui.", ["Supprimer"]),
        ("Non.", ["Conserver"]),
        ("Supprimer", ["Supprimer"]),
        ("Conserver, s'il vous plaît", ["Conserver"]),
    ],
)
async def test_a_button_is_the_yes_by_the_verb_of_the_question(said: str, done: list[str]) -> None:
    talk = asking(
        "The page asks: Supprimer le taille-haie ? You can say Conserver, or Supprimer.", "Conserver", "Supprimer"
    )
    await talk.says(said)
    assert talk.done == done


@pytest.mark.parametrize(
    ("told", "french"),
    [
        ("Lait is ticked.", "« Lait » est coché."),
        ("Toutes is off. Faites is on.", "« Toutes » est désactivé. « Faites » est activé."),
        ("I pressed Supprimer.", "J'ai appuyé sur « Supprimer »."),
        (
            "The page asks: Vraiment ? You can say yes for Supprimer, or no for Conserver.",
            "La page demande : Vraiment ? Dites oui pour « Supprimer », ou non pour « Conserver ».",
        ),
        ("Votre réservation est faite.", "Votre réservation est faite."),
    ],
)
def test_what_the_observer_of_the_page_tells_is_told_in_french(told: str, french: str) -> None:
    assert FileManners(language("fr")).in_language(told) == french
