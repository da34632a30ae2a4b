"""Three Italian pages: a household's lists, a guest house's booking form with its rooms, and a table of tools."""

from support.small_pages import Page


def household() -> Page:
    page = Page()
    page.form("Lista della spesa", [page.field("Nuovo articolo")], "Aggiungi")
    shopping = {"Latte": False, "Pane integrale": False, "Burro": True, "Mele": False, "Detersivo per i piatti": False}
    page.checklist("Lista della spesa", shopping, "Elimina")
    page.choice("Mostra", ("Tutte", "Da fare", "Completate"))
    chores = {
        "Pulire il bagno": False,
        "Portare fuori la spazzatura": True,
        "Pagare la bolletta": False,
        "Annaffiare le piante": False,
    }
    page.checklist("Faccende", chores, "Importante", "Elimina")
    page.button("Elimina completate")
    page.form(
        "Soggiorno",
        [
            page.field("Riscaldamento (°C)", "number", 20, min=16, max=26, step=0.5, unit="°C"),
            page.field("Luce", "switch", False),
            page.field("Musica", "switch", True),
            page.field("Volume", "number", 30, min=0, max=100, step=5),
        ],
    )
    return page


def booking() -> Page:
    page = Page()
    rooms = (
        ("Singola", "64,50 €", "14 m²", "1"),
        ("Doppia", "98,00 €", "22 m²", "2"),
        ("Mansarda", "49,90 €", "11 m²", "1"),
        ("Suite familiare", "165,00 €", "38 m²", "4"),
    )
    page.table("Le nostre camere", ("Camera", "Prezzo per notte", "Superficie", "Letti"), rooms)
    page.form(
        "La tua prenotazione",
        [
            page.field("Nome", required=True),
            page.field("E-mail", "email", required=True),
            page.field("Telefono", "tel"),
            page.field("Arrivo", "date", required=True),
            page.field("Ora di arrivo", "time", "15:00"),
            page.field("Notti", "number", 2, min=1, max=14),
            page.field("Adulti", "number", 2, min=1, max=6),
            page.field("Bambini", "number", 0, min=0, max=6),
            page.select("Camera", [name for name, *_ in rooms], 1),
            page.radio("Colazione", ("Senza colazione", "Continentale", "Vegetariana")),
            page.field("Parcheggio", "switch", False),
            page.field("Cane", "switch", False),
            page.field("Note", "long"),
        ],
        "Prenota e paga",
    )
    page.button("Svuota il modulo")
    return page


def tools() -> Page:
    page = Page()
    page.form(
        "Articoli",
        [
            page.field("Cerca", "search"),
            page.select("Categoria", ("Tutte", "Giardino", "Officina", "Pulizia")),
            page.field("Solo disponibili", "switch", False),
        ],
    )
    rows = (
        ("Tosaerba", "Giardino", "25,00 €", "3"),
        ("Trapano", "Officina", "12,50 €", "6"),
        ("Idropulitrice", "Pulizia", "30,00 €", "0"),
        ("Tagliasiepi", "Giardino", "9,00 €", "4"),
        ("Sega circolare", "Officina", "18,00 €", "2"),
    )
    page.table(
        "Articoli", ("Nome", "Categoria", "Prezzo", "Disponibilità"), rows, ("Modifica {name}", "Elimina {name}")
    )
    page.button("Pagina successiva")
    page.button("Nuovo articolo")
    return page


PAGES = {"casa": household, "prenota": booking, "attrezzi": tools}
