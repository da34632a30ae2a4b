"""Three Portuguese pages: a household's lists, a guest house's booking form with its rooms, and a table of tools."""

from support.small_pages import Page


def household() -> Page:
    page = Page()
    page.form("Lista de compras", [page.field("Novo item")], "Adicionar")
    shopping = {"Leite": False, "Pão integral": False, "Manteiga": True, "Maçãs": False, "Detergente": False}
    page.checklist("Lista de compras", shopping, "Excluir")
    page.choice("Mostrar", ("Todas", "Pendentes", "Concluídas"))
    chores = {
        "Limpar o banheiro": False,
        "Levar o lixo para fora": True,
        "Pagar a conta de luz": False,
        "Regar as plantas": False,
    }
    page.checklist("Tarefas", chores, "Importante", "Excluir")
    page.button("Excluir concluídas")
    page.form(
        "Sala",
        [
            page.field("Aquecimento (°C)", "number", 20, min=16, max=26, step=0.5, unit="°C"),
            page.field("Luz", "switch", False),
            page.field("Música", "switch", True),
            page.field("Volume", "number", 30, min=0, max=100, step=5),
        ],
    )
    return page


def booking() -> Page:
    page = Page()
    rooms = (
        ("Individual", "64,50 €", "14 m²", "1"),
        ("Duplo", "98,00 €", "22 m²", "2"),
        ("Sótão", "49,90 €", "11 m²", "1"),
        ("Suíte familiar", "165,00 €", "38 m²", "4"),
    )
    page.table("Nossos quartos", ("Quarto", "Preço por noite", "Área", "Camas"), rooms)
    page.form(
        "Sua reserva",
        [
            page.field("Nome", required=True),
            page.field("E-mail", "email", required=True),
            page.field("Telefone", "tel"),
            page.field("Chegada", "date", required=True),
            page.field("Hora de chegada", "time", "15:00"),
            page.field("Noites", "number", 2, min=1, max=14),
            page.field("Adultos", "number", 2, min=1, max=6),
            page.field("Crianças", "number", 0, min=0, max=6),
            page.select("Quarto", [name for name, *_ in rooms], 1),
            page.radio("Café da manhã", ("Sem café da manhã", "Continental", "Vegetariano")),
            page.field("Estacionamento", "switch", False),
            page.field("Cachorro", "switch", False),
            page.field("Observações", "long"),
        ],
        "Reservar e pagar",
    )
    page.button("Limpar formulário")
    return page


def tools() -> Page:
    page = Page()
    page.form(
        "Artigos",
        [
            page.field("Buscar", "search"),
            page.select("Categoria", ("Todas", "Jardim", "Oficina", "Limpeza")),
            page.field("Só disponíveis", "switch", False),
        ],
    )
    rows = (
        ("Cortador de grama", "Jardim", "25,00 €", "3"),
        ("Furadeira", "Oficina", "12,50 €", "6"),
        ("Lavadora de pressão", "Limpeza", "30,00 €", "0"),
        ("Aparador", "Jardim", "9,00 €", "4"),
        ("Serra circular", "Oficina", "18,00 €", "2"),
    )
    page.table("Artigos", ("Nome", "Categoria", "Preço", "Estoque"), rows, ("Editar {name}", "Excluir {name}"))
    page.button("Próxima página")
    page.button("Novo artigo")
    return page


PAGES = {"casa": household, "reserva": booking, "ferramentas": tools}
