"""Spanish, which is a file: sixty sentences as people say them to four pages, with pronouns that hang on the verb.

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
from support.spanish_pages import Spanish

ORDERS = [
    ("casa", "Marca la leche.", ["switch_leche on"]),
    ("casa", "¿Puedes tachar las manzanas, por favor?", ["switch_manzanas on"]),
    ("casa", "Ya he comprado el pan.", ["switch_pan_integral on"]),
    ("casa", "Ya está pagada la factura.", ["switch_pagar_la_factura on"]),
    ("casa", "La mantequilla todavía no está comprada.", ["switch_mantequilla off"]),
    ("casa", "Al final no he sacado la basura.", ["switch_sacar_la_basura off"]),
    ("casa", "Añade plátanos a la lista de la compra.", ["set_nuevo_producto plátanos", "press_anadir"]),
    ("casa", "Apunta café, por favor.", ["set_nuevo_producto café", "press_anadir"]),
    ("casa", "Nos hace falta arroz.", ["set_nuevo_producto arroz", "press_anadir"]),
    ("casa", "Borra el lavavajillas.", ["press_borrar Lavavajillas"]),
    ("casa", "Pon la calefacción a veintidós grados.", ["set_calefaccion_c 22"]),
    ("casa", "Enciende la luz.", ["switch_luz_del_techo on"]),
    ("casa", "¿Podría apagar la música?", ["switch_musica off"]),
    ("casa", "Sube un poco el volumen.", ["set_volumen 40"]),
    ("casa", "Un poco más fresco, por favor.", ["set_calefaccion_c 19"]),
    ("casa", "Muéstrame solo las pendientes.", ["press_pendientes"]),
    ("casa", "Marca la leche y enciende la luz.", ["switch_leche on", "switch_luz_del_techo on"]),
    ("reserva", "Me llamo Ana Belén Ruiz.", ["set_nombre Ana Belén Ruiz"]),
    ("reserva", "Mi correo es ana punto ruiz arroba gmail punto com.", ["set_correo_electronico ana.ruiz@gmail.com"]),
    ("reserva", "Mi teléfono es seis uno dos treinta y cuatro cincuenta y seis.", ["set_telefono 6123456"]),
    ("reserva", "Llegamos el tres de marzo.", ["set_fecha_de_llegada 2027-03-03"]),
    ("reserva", "La hora de llegada, a las ocho y media de la tarde.", ["set_hora_de_llegada 20:30"]),
    ("reserva", "Nos quedamos cinco noches.", ["set_noches 5"]),
    ("reserva", "Somos dos adultos y un niño.", ["set_adultos 2", "set_ninos 1"]),
    ("reserva", "Queremos la suite familiar.", ["choose_habitacion Suite familiar"]),
    ("reserva", "Con desayuno vegetariano.", ["choose_vegetariano"]),
    ("reserva", "Traemos un perro.", ["switch_perro on"]),
    ("reserva", "También necesitamos aparcamiento.", ["switch_aparcamiento on"]),
    ("reserva", "Escribe en comentarios: llegamos en tren.", ["set_comentarios llegamos en tren"]),
    ("reserva", "Una noche más.", ["set_noches 3"]),
    ("almacen", "Ordena por precio.", ["press_precio"]),
    ("almacen", "Muestra solo la categoría jardín.", ["choose_categoria Jardín"]),
    ("almacen", "Solo lo que esté disponible.", ["switch_solo_disponibles on"]),
    ("almacen", "Busca sierra.", ["set_busqueda sierra"]),
    ("almacen", "Página siguiente.", ["press_siguiente"]),
    ("almacen", "Edita la taladradora.", ["press_editar_taladradora"]),
    ("ficha", "Pon las existencias en ocho.", ["set_existencias 8"]),
    ("ficha", "Cambia el precio a catorce con cincuenta.", ["set_precio 14.5"]),
    ("ficha", "Guardar.", ["press_guardar"]),
]
"""What is done at the first word."""
LEFT = [
    ("casa", "Borra las hechas, no, mejor no.", ""),
    ("casa", "Bórralo todo.", ""),
    ("casa", "No borres la leche.", ""),
    ("casa", "La leche de ayer estaba agria.", ""),
    ("casa", "Si hace frío, sube la calefacción.", ""),
    ("reserva", "Resérvalo.", ""),
    ("reserva", "No quiero reservar todavía.", ""),
    ("almacen", "¿Y si eliminamos el cortasetos?", ""),
    ("almacen", "Elimina todos los artículos.", ""),
    ("casa", "Quita eso.", ""),
]
"""What is asked about first, or not done at all."""
UNREAD = [("casa", "Súbela a veintiuno y medio, la calefacción.")]
"""What is not understood: a pronoun whose noun comes behind."""
QUESTIONS = [
    ("casa", "¿Qué hay en la lista de la compra?", "Leche.*Pan integral.*Manzanas"),
    ("casa", "¿Cuántas tareas quedan por hacer?", r"\b3\b"),
    ("casa", "¿Está comprada la leche?", r"^No\."),
    ("casa", "¿A cuánto está la calefacción?", "20"),
    ("reserva", "¿Cuánto cuesta la doble?", "98"),
    ("reserva", "¿Qué habitación es la más barata?", "Buhardilla"),
    ("reserva", "¿Qué datos faltan?", "Nombre.*Correo.*llegada"),
    ("almacen", "¿Cuántas taladradoras quedan?", "6"),
    ("casa", "¿Qué puedo hacer aquí?", "Aquí se puede: .*Lista de la compra"),
    ("casa", "¿Qué tiempo hará mañana?", "^(No lo he entendido|Eso no lo dice la página)"),
]


SAME = {"is_off", "count", "count_of", "list", "extreme", "row", "cell", "fact", "turned_on", "turned_off", "no"}
"""Sentences that are the same in English, or are told as the observer tells them."""


@pytest.mark.parametrize(("page", "said", "done"), ORDERS)
async def test_an_order_is_carried_out(page: str, said: str, done: list[str]) -> None:
    talk = Spanish(page)
    answer = await talk.says(said)
    assert (talk.done, answer) == (done, answer)


@pytest.mark.parametrize(("page", "said", "answer"), LEFT)
async def test_what_was_not_ordered_word_for_word_is_not_done(page: str, said: str, answer: str) -> None:
    talk = Spanish(page)
    assert re.search(answer, await talk.says(said))
    assert talk.done == []


@pytest.mark.parametrize(("page", "said", "answer"), QUESTIONS)
async def test_a_question_is_answered_in_spanish_and_changes_nothing(page: str, said: str, answer: str) -> None:
    talk = Spanish(page)
    assert re.search(answer, await talk.says(said))
    assert talk.done == []


@pytest.mark.parametrize(("page", "said"), UNREAD)
async def test_what_is_not_understood_is_said_to_be_so_and_nothing_is_done(page: str, said: str) -> None:
    talk = Spanish(page)
    assert (await talk.says(said)).startswith("No lo he entendido.")
    assert talk.done == []


def test_there_are_sixty_sentences_of_which_fifty_four_and_more_are_understood() -> None:
    read = len(ORDERS) + len(LEFT) + len(QUESTIONS)
    assert read + len(UNREAD) == 60
    assert read >= 54


async def test_a_removal_is_asked_about_and_done_after_a_yes() -> None:
    talk = Spanish("casa")
    assert await talk.says("Ya no necesitamos la leche.") == "Borrar «Leche»: ¿lo hago?"
    await talk.says("Sí, hazlo.")
    assert talk.done == ["press_borrar Leche"]


@pytest.mark.parametrize("no", ["No.", "Mejor no.", "Déjalo.", "¡Para!", "No, olvídalo.", "No la borres."])
async def test_a_no_leaves_it_as_it_is(no: str) -> None:
    talk = Spanish("casa")
    await talk.says("Ya no necesitamos la leche.")
    assert await talk.says(no) == "De acuerdo, lo dejo como está."
    await talk.says("Sí.")
    assert talk.done == []


async def test_a_question_stays_open_over_another_one() -> None:
    talk = Spanish("casa")
    await talk.says("Ya no necesitamos la leche.")
    assert (await talk.says("¿Cómo dices?")) == "Borrar «Leche»: ¿lo hago?"
    assert (await talk.says("¿Cuántas tareas quedan por hacer?")).endswith("Borrar «Leche»: ¿lo hago?")
    await talk.says("Sí.")
    assert talk.done == ["press_borrar Leche"]


async def test_what_was_done_is_put_right_taken_back_and_done_again() -> None:
    talk = Spanish("casa")
    await talk.says("Marca la leche.")
    await talk.says("No, quería decir el pan.")
    assert talk.done == ["switch_leche off", "switch_pan_integral on"]
    await talk.says("Deshazlo.")
    assert talk.done == ["switch_pan_integral off"]


async def test_a_pronoun_on_the_verb_is_what_was_spoken_of_last() -> None:
    talk = Spanish("casa")
    await talk.says("Marca la leche.")
    assert await talk.says("Desmárcala.") == "«Leche» ya está pendiente."
    await talk.says("Bórrala.")
    assert talk.done == []
    await talk.says("Sí, bórrala.")
    assert talk.done == ["press_borrar Leche"]
    await talk.says("Pon el volumen a cuarenta.")
    await talk.says("Ponlo a cincuenta.")
    assert talk.done == ["set_volumen 50"]


async def test_the_same_is_done_to_what_is_named_with_also() -> None:
    talk = Spanish("casa")
    await talk.says("Marca la leche.")
    await talk.says("Y el pan también.")
    assert talk.done == ["switch_pan_integral on"]


@pytest.mark.parametrize(
    ("page", "said", "done"),
    [
        ("reserva", "Llego mañana.", ["set_fecha_de_llegada 2026-12-01"]),
        ("reserva", "Llegamos mañana por la tarde.", ["set_fecha_de_llegada 2026-12-01"]),
        ("casa", "¿Me pones la calefacción a diecinueve?", ["set_calefaccion_c 19"]),
        ("ficha", "Guárdalo.", ["press_guardar"]),
        ("casa", "pon la calefaccion a 22", ["set_calefaccion_c 22"]),
    ],
)
async def test_other_ways_to_say_it_are_understood(page: str, said: str, done: list[str]) -> None:
    talk = Spanish(page)
    await talk.says(said)
    assert talk.done == done


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("casa", "Me gusta la música."),
        ("casa", "¿Has borrado la leche?"),
        ("casa", "¿Me borras las manzanas?"),
        ("casa", "¿Puedo borrar la leche?"),
        ("almacen", "Muestra todo menos jardín."),
    ],
)
async def test_a_remark_or_a_question_does_nothing(page: str, said: str) -> None:
    talk = Spanish(page)
    await talk.says(said)
    assert talk.done == []


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("Hola.", "¡Hola! ¿Qué quiere hacer?"),
        ("¡Muchas gracias!", "De nada."),
        ("Hasta luego.", "¡Hasta pronto!"),
        ("Un momento.", "Tómese su tiempo."),
        ("Sí.", "Ahora mismo no hay ninguna pregunta."),
        ("Deshazlo.", "No hay nada que pueda deshacer."),
    ],
)
async def test_what_is_of_no_page_is_answered(said: str, answer: str) -> None:
    assert await Spanish("casa").says(said) == answer


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("tres de marzo", date(2027, 3, 3)),
        ("el 24/12", date(2026, 12, 24)),
        ("3/3/2027", date(2027, 3, 3)),
        ("treinta y uno de diciembre", date(2026, 12, 31)),
        ("1 de mayo de 2027", date(2027, 5, 1)),
        ("pasado mañana", date(2026, 12, 2)),
        ("mañana por la mañana", date(2026, 12, 1)),
        ("dentro de dos semanas", date(2026, 12, 14)),
        ("el viernes que viene", date(2026, 12, 4)),
        ("el próximo viernes", date(2026, 12, 4)),
    ],
)
def test_days_are_read_as_they_are_said(said: str, day: date) -> None:
    spanish = language("es-MX")
    assert [one.value for one in spanish.days(spanish.hear(said), date(2026, 11, 30))] == [day]


@pytest.mark.parametrize("said", ["por la mañana", "1/2 kilo", "dos semanas", "ocho manzanas"])
def test_what_is_no_day_is_none(said: str) -> None:
    spanish = language("es")
    assert spanish.days(spanish.hear(said), date(2026, 11, 30)) == []


@pytest.mark.parametrize(
    ("said", "time"),
    [
        ("las ocho y media", "08:30"),
        ("las nueve menos cuarto", "08:45"),
        ("las dos y diez de la tarde", "14:10"),
        ("catorce treinta", "14:30"),
        ("las ocho y treinta y cinco", "08:35"),
        ("20:15", "20:15"),
        ("mediodía", "12:00"),
        ("las doce de la noche", "00:00"),
        ("veinticinco horas", None),
        ("ocho manzanas", None),
        ("tres noches", None),
    ],
)
def test_times_are_read_as_they_are_said(said: str, time: str | None) -> None:
    assert language("es").speech.time(said) == time


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("treinta y cinco", 35),
        ("mil doscientos treinta y cinco", 1235),
        ("dos coma cinco", 2.5),
        ("catorce con cincuenta", 14.5),
        ("veintiuno y medio", 21.5),
        ("1.250,50", 1250.5),
        ("menos tres", -3),
    ],
)
def test_numbers_are_read_as_they_are_said_and_written(said: str, value: float) -> None:
    assert [one.value for one in language("es").numbers_in(said)] == [value]


@pytest.mark.parametrize(("written", "heard"), [("bórralo", "borra lo"), ("quítanosla", "quita nosla")])
def test_a_pronoun_that_hangs_on_a_verb_is_a_word(written: str, heard: str) -> None:
    assert [one.text for one in language("es").hear(written)] == heard.split()


@pytest.mark.parametrize("word", ["vela", "pomelo", "perla", "tomate", "ciruela", "hielo", "Carla"])
def test_a_noun_that_ends_like_one_is_whole(word: str) -> None:
    assert [one.text for one in language("es").hear(word)] == [word.lower()]


def test_every_part_that_german_has_is_there() -> None:
    german, spanish = language("de"), language("es")
    lists = {name for name, words in spanish.words.items() if words}
    assert {name for name, words in german.words.items() if words} <= lists
    views = {name for name, words in spanish.views.items() if words}
    assert {name for name, words in german.views.items() if words} <= views
    assert set(german.says) <= set(spanish.says)
    assert not {name for name in spanish.says if spanish.says[name] == language("en").says.get(name)} - SAME
    assert {one.gesture for one in german.gestures} == {one.gesture for one in spanish.gestures}


def asking(narration: str, *names: str) -> Spanish:
    talk = Spanish("casa")
    actions = {name: Action(name, f"Press {name}") for name in names}
    talk.page = replace(talk.page, narration=narration, actions=actions, outline=Outline())
    return talk


@pytest.mark.parametrize(("said", "done"), [("Sí, por favor.", ["yes"]), ("Mejor no.", ["no"]), ("¿De verdad?", [])])
async def test_a_question_of_the_page_is_answered_by_its_yes_and_its_no(said: str, done: list[str]) -> None:
    talk = asking("The page asks: ¿Borrarlo todo? Yes or no?", "yes", "no")
    answer = await talk.says(said)
    assert talk.done == done
    assert done or answer == "La página pregunta algo: ¿Borrarlo todo?"


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("Sí.", ["Eliminar"]),
        ("No.", ["Conservar"]),
        ("Eliminar", ["Eliminar"]),
        ("Conservar, por favor", ["Conservar"]),
    ],
)
async def test_a_button_is_the_yes_by_the_verb_of_the_question(said: str, done: list[str]) -> None:
    talk = asking(
        "The page asks: ¿Eliminar el cortasetos? You can say Conservar, or Eliminar.", "Conservar", "Eliminar"
    )
    await talk.says(said)
    assert talk.done == done


@pytest.mark.parametrize(
    ("told", "spanish"),
    [
        ("Leche is ticked.", "«Leche» está marcado."),
        ("Todas is off. Hechas is on.", "«Todas» está desactivado. «Hechas» está activado."),
        ("I pressed Borrar.", "He pulsado «Borrar»."),
        (
            "The page asks: ¿Seguro? You can say yes for Eliminar, or no for Conservar.",
            "La página pregunta: ¿Seguro? Diga sí para «Eliminar» o no para «Conservar».",
        ),
        ("Su reserva está hecha.", "Su reserva está hecha."),
    ],
)
def test_what_the_observer_of_the_page_tells_is_told_in_spanish(told: str, spanish: str) -> None:
    assert FileManners(language("es")).in_language(told) == spanish
