"""Portuguese, which is a file: what people say to three pages in Brazil and in Portugal, with você and with tu."""

import re
import tomllib
from datetime import date

import pytest

from antiphon.providers.brain._page.language import FOLDER, language
from antiphon.providers.brain._page.manners_of_file import FileManners
from antiphon.providers.brain._page.words import content, said
from support.portuguese_pages import PAGES
from support.small_pages import Page, Told

SAID: list[tuple[str, str, list[str], str]] = [
    ("casa", "Marca o leite.", ["switch_leite on"], ""),
    ("casa", "Você pode marcar o pão como comprado, por favor?", ["switch_pao_integral on"], ""),
    ("casa", "Já comprei as maçãs.", ["switch_macas on"], ""),
    ("casa", "O detergente eu já peguei.", ["switch_detergente on"], ""),
    ("casa", "Já reguei as plantas.", ["switch_regar_as_plantas on"], ""),
    ("casa", "A manteiga ainda não foi comprada.", ["switch_manteiga off"], ""),
    ("casa", "Marque o leite e as maçãs.", ["switch_leite on", "switch_macas on"], ""),
    ("casa", "Adicione bananas à lista de compras.", ["set_novo_item bananas", "press_adicionar"], ""),
    ("casa", "Põe ovos na lista, se faz favor.", ["set_novo_item ovos", "press_adicionar"], ""),
    ("casa", "Está faltando arroz.", ["set_novo_item arroz", "press_adicionar"], ""),
    ("casa", "Precisamos comprar café.", ["set_novo_item café", "press_adicionar"], ""),
    ("casa", "Acende a luz.", ["switch_luz on"], ""),
    ("casa", "Desligue a música, por favor.", ["switch_musica off"], ""),
    ("casa", "Coloca o aquecimento em vinte e um graus.", ["set_aquecimento_c 21"], ""),
    ("casa", "Abaixa um pouco o volume.", ["set_volume 20"], ""),
    ("casa", "Aumente o volume para cinquenta.", ["set_volume 50"], ""),
    ("casa", "Mostra só as pendentes.", ["press_pendentes"], ""),
    ("casa", "Tira a manteiga da lista.", [], "^Excluir «Manteiga»: faço isso"),
    ("casa", "Apague todas as tarefas.", [], ""),
    ("casa", "Não apague o leite.", [], ""),
    ("casa", "O leite de ontem estava azedo.", [], ""),
    ("casa", "O que tem na lista de compras?", [], "Leite.*Maçãs"),
    ("casa", "Quantas tarefas ainda faltam?", [], r"^3\b"),
    ("casa", "O leite já foi comprado?", [], "^Não"),
    ("casa", "Como vai estar o tempo amanhã?", [], "^Não entendi"),
    ("casa", "O que eu posso fazer aqui?", [], "^Aqui dá para"),
    ("casa", "Muito obrigada!", [], "^De nada"),
    ("reserva", "Meu nome é Ana Ribeiro.", ["set_nome Ana Ribeiro"], ""),
    (
        "reserva",
        "Meu e-mail é ana ponto ribeiro arroba gmail ponto com.",
        ["set_e_mail ana.ribeiro@gmail.com"],
        "",
    ),
    ("reserva", "Meu telefone é nove um dois, três quatro meia sete.", ["set_telefone 9123467"], ""),
    ("reserva", "Chegamos no dia cinco de maio.", ["set_chegada 2027-05-05"], ""),
    ("reserva", "A chegada é na sexta-feira que vem.", ["set_chegada 2026-12-04"], ""),
    ("reserva", "Chegamos às sete e meia da noite.", ["set_hora_de_chegada 19:30"], ""),
    ("reserva", "Vamos ficar três noites.", ["set_noites 3"], ""),
    ("reserva", "Somos dois adultos e uma criança.", ["set_adultos 2", "set_criancas 1"], ""),
    ("reserva", "Gostaríamos do sótão.", ["choose_quarto Sótão"], ""),
    ("reserva", "Com café da manhã vegetariano.", ["choose_vegetariano"], ""),
    ("reserva", "Também precisamos de estacionamento.", ["switch_estacionamento on"], ""),
    ("reserva", "Vamos levar o cachorro.", ["switch_cachorro on"], ""),
    ("reserva", "Escreve nas observações: vamos de trem.", ["set_observacoes vamos de trem"], ""),
    ("reserva", "Mais uma noite.", ["set_noites 3"], ""),
    ("reserva", "Vinte noites.", [], "de 1 a 14"),
    ("reserva", "Não quero reservar.", [], ""),
    ("reserva", "Pode pagar.", [], ""),
    ("reserva", "Quanto custa o duplo?", [], "98"),
    ("reserva", "Qual é o quarto mais barato?", [], "Sótão"),
    ("reserva", "O que ainda falta preencher?", [], "Nome.*E-mail.*Chegada"),
    ("ferramentas", "Ordena por preço.", ["press_preco"], ""),
    ("ferramentas", "Os mais caros primeiro.", ["press_preco"], ""),
    ("ferramentas", "Me mostra só as coisas de jardim.", ["choose_categoria Jardim"], ""),
    ("ferramentas", "Filtre por oficina.", ["choose_categoria Oficina"], ""),
    ("ferramentas", "Só o que está disponível.", ["switch_so_disponiveis on"], ""),
    ("ferramentas", "Procura serra.", ["set_buscar serra"], ""),
    ("ferramentas", "Abre a furadeira.", ["press_editar_furadeira"], ""),
    ("ferramentas", "Poderia editar o aparador?", ["press_editar_aparador"], ""),
    ("ferramentas", "Vai para a página seguinte.", ["press_proxima_pagina"], ""),
    ("ferramentas", "Quantas furadeiras temos?", [], "6"),
    ("ferramentas", "Qual é o artigo mais caro?", [], "Lavadora"),
    ("ferramentas", "Se chover, exclui o cortador de grama.", [], ""),
    ("ferramentas", "Joga tudo fora.", [], ""),
]
UNDONE = [
    "O leite eu já excluí.",
    "Apaguei as maçãs.",
    "Quer excluir o leite?",
    "Posso apagar o leite?",
    "Devo excluir o leite?",
    "Minha mulher quer excluir o leite.",
    "Exclui o leite só se acabou.",
    "Eu ia excluir o leite.",
    "Exclui o leite, aliás não.",
    "Apague tudo menos o leite.",
    "Nao apague o leite.",
    "A luz está acesa?",
    "Paga a conta de luz.",
    "Adicione-as à lista.",
]
ASKING = "The page asks: Excluir mesmo a furadeira? You can say Manter, or Excluir."


@pytest.mark.parametrize(("page", "said", "done", "answer"), SAID)
async def test_what_people_say_is_done_or_answered_and_nothing_else(
    page: str, said: str, done: list[str], answer: str
) -> None:
    talk = Told(PAGES[page](), "pt")
    told = await talk.says(said)
    assert talk.done == done
    assert re.search(answer, told)


@pytest.mark.parametrize(
    "yes", ["Sim.", "Sim, por favor.", "Claro, faz isso.", "Pode apagar.", "Tá bom.", "Sim, exclua."]
)
async def test_a_removal_that_was_not_named_is_asked_about_and_done_after_a_yes(yes: str) -> None:
    talk = Told(PAGES["casa"](), "pt")
    assert await talk.says("Tira o leite.") == "Excluir «Leite»: faço isso?"
    await talk.says(yes)
    assert talk.done == ["press_excluir Leite"]


@pytest.mark.parametrize(
    "no", ["Não.", "Não, deixa pra lá.", "Melhor não.", "Não faça isso!", "Pare!", "Esquece.", "Mudei de ideia."]
)
async def test_a_no_leaves_it_as_it_is(no: str) -> None:
    talk = Told(PAGES["casa"](), "pt")
    await talk.says("Tira o leite.")
    assert await talk.says(no) == "Está bem, deixo como está."
    await talk.says("Sim.")
    assert talk.done == []


@pytest.mark.parametrize("said", ["Como?", "Pode repetir?", "Quantas tarefas faltam?", "Um momento."])
async def test_a_question_stays_open_over_another_one(said: str) -> None:
    talk = Told(PAGES["casa"](), "pt")
    await talk.says("Joga fora o leite.")
    await talk.says(said)
    assert talk.done == []
    await talk.says("Sim.")
    assert talk.done == ["press_excluir Leite"]


async def test_what_was_done_is_put_right_and_taken_back() -> None:
    talk = Told(PAGES["casa"](), "pt")
    await talk.says("Marca o leite.")
    await talk.says("Não, quis dizer o pão.")
    assert talk.done == ["switch_leite off", "switch_pao_integral on"]
    await talk.says("Desfaz.")
    assert talk.done == ["switch_pao_integral off"]


@pytest.mark.parametrize(
    ("page", "first", "then", "done"),
    [
        ("casa", "Liga a luz.", "Desligue-a.", ["switch_luz off"]),
        ("ferramentas", "Procura serra.", "Mostra tudo de novo.", []),
        ("ferramentas", "Filtra por oficina.", "Não, quis dizer limpeza.", ["choose_categoria Limpeza"]),
    ],
)
async def test_the_second_sentence_goes_on_with_the_first(page: str, first: str, then: str, done: list[str]) -> None:
    talk = Told(PAGES[page](), "pt")
    await talk.says(first)
    await talk.says(then)
    assert talk.done == done


@pytest.mark.parametrize(
    ("said", "done"),
    [
        ("Sim.", ["Excluir"]),
        ("Não.", ["Manter"]),
        ("Excluir.", ["Excluir"]),
        ("Manter, por favor.", ["Manter"]),
        ("Mesmo?", []),
    ],
)
async def test_a_dialog_is_answered(said: str, done: list[str]) -> None:
    talk = Told(Page(), "pt", ASKING, ("Manter", "Excluir"))
    answer = await talk.says(said)
    assert talk.done == done
    assert done or answer == "A página pergunta: Excluir mesmo a furadeira?"


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("três de março", date(2027, 3, 3)),
        ("primeiro de maio de 2027", date(2027, 5, 1)),
        ("trinta e um de dezembro", date(2026, 12, 31)),
        ("24.12.", date(2026, 12, 24)),
        ("03/04", date(2027, 4, 3)),
        ("dia vinte e um de abril", date(2027, 4, 21)),
        ("depois de amanhã", date(2026, 12, 2)),
        ("em duas semanas", date(2026, 12, 14)),
        ("na sexta-feira", date(2026, 12, 4)),
        ("sábado que vem", date(2026, 12, 5)),
        ("semana que vem", date(2026, 12, 7)),
    ],
)
def test_days_are_read_as_they_are_said(said: str, day: date) -> None:
    portuguese = language("pt-BR")
    assert [one.value for one in portuguese.days(portuguese.hear(said), date(2026, 11, 30))] == [day]


@pytest.mark.parametrize(
    ("said", "time"),
    [
        ("às sete e meia", "07:30"),
        ("às sete e meia da noite", "19:30"),
        ("oito menos um quarto", "07:45"),
        ("às três e dez", "03:10"),
        ("quinze para as oito", "07:45"),
        ("vinte e cinco para as oito", "07:35"),
        ("às vinte e três", "23:00"),
        ("14h30", "14:30"),
        ("às vinte e uma e quarenta e cinco", "21:45"),
        ("três da tarde", "15:00"),
        ("meio-dia e meia", "12:30"),
        ("meia-noite", "00:00"),
        ("às vinte e cinco", "20:05"),
        ("às trinta", None),
        ("oito maçãs", None),
    ],
)
def test_times_are_read_as_they_are_said(said: str, time: str | None) -> None:
    assert language("pt").speech.time(said) == time


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("vinte e um", 21),
        ("dezenove e meio", 19.5),
        ("duzentos e cinco", 205),
        ("dois mil e vinte e sete", 2027),
        ("dois vírgula cinco", 2.5),
        ("1.250,50", 1250.5),
        ("menos três", -3),
    ],
)
def test_numbers_are_read_as_they_are_said_and_written(said: str, value: float) -> None:
    assert [one.value for one in language("pt").numbers_in(said)] == [value]


@pytest.mark.parametrize(
    ("one", "other"),
    [("maçã", "maçãs"), ("animal", "animais"), ("limão", "limões"), ("paguei", "pagar"), ("disponível", "disponíveis")],
)
def test_forms_of_a_word_are_one(one: str, other: str) -> None:
    assert language("pt").stem(one) == language("pt").stem(other)


@pytest.mark.parametrize(
    ("written", "heard"),
    [
        ("apaga-a", "apaga ela"),
        ("apagá-la", "apagar ela"),
        ("adicioná-los", "adicionar eles"),
        ("mostre-me", "mostre me"),
        ("guarda-chuva", "guarda-chuva"),
    ],
)
def test_a_pronoun_that_hangs_on_a_verb_is_a_word(written: str, heard: str) -> None:
    assert said(written, language("pt")).text == heard


def test_every_part_that_german_has_is_there() -> None:
    german, portuguese = (tomllib.loads((FOLDER / f"{code}.toml").read_text("utf-8")) for code in ("de", "pt"))
    assert set(german) <= set(portuguese)
    for part in ("words", "views", "asked", "says", "told", "gestures", "questions", "labels", "alike", "expected"):
        assert {name for name, value in german[part].items() if value} - {"participle"} <= set(portuguese[part]), part


@pytest.mark.parametrize(
    "label",
    [
        "Excluir conta", "Apagar tudo", "Enviar mensagem", "Pagar agora", "Comprar", "Finalizar pedido",
        "Encomendar", "Cancelar assinatura", "Confirmar", "Sair", "Abandonar reunião", "Deixar o grupo",
        "Desativar perfil", "Publicar", "Compartilhar", "Partilhar", "Assinar contrato", "Esvaziar carrinho",
        "Restaurar padrões", "Sobrescrever", "Transferir", "Depositar", "Reembolsar", "Aceitar", "Recusar",
        "Reservar agora", "Desconectar", "Descartar", "Ligar", "Substituir arquivo", "Bloquear usuário",
        "Revogar acesso", "Limpar formulário", "Eliminar conta",
    ],
)  # fmt: skip
def test_what_is_hard_to_take_back_is_known_by_its_name(label: str) -> None:
    portuguese = language("pt")
    assert not portuguese.stems("grave").isdisjoint(content(label, portuguese))


@pytest.mark.parametrize("label", ["Buscar", "Editar", "Preço", "Avançar", "Ver detalhes", "Novo artigo", "Filtros"])
def test_what_is_easily_taken_back_is_not_asked_about(label: str) -> None:
    portuguese = language("pt")
    assert portuguese.stems("grave").isdisjoint(content(label, portuguese))


@pytest.mark.parametrize(
    ("told", "portuguese"),
    [
        ("Leite is ticked.", "Leite: marcado."),
        ("Todas is off. Concluídas is on.", "Todas: desligado. Concluídas: ligado."),
        ("I pressed Excluir.", "Cliquei em «Excluir»."),
        (
            "The page asks: Mesmo? You can say yes for Excluir, or no for Manter.",
            "A página pergunta: Mesmo? Diga sim para «Excluir», ou não para «Manter».",
        ),
        ("A reserva chegou.", "A reserva chegou."),
    ],
)
def test_what_the_observer_of_the_page_tells_is_told_in_portuguese(told: str, portuguese: str) -> None:
    assert FileManners(language("pt")).in_language(told) == portuguese


@pytest.mark.parametrize("said", UNDONE)
async def test_what_is_no_order_does_nothing(said: str) -> None:
    talk = Told(PAGES["casa"](), "pt")
    await talk.says(said)
    assert talk.done == []
