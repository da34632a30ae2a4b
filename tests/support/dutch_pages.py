"""Three Dutch pages: what has to be bought and done at home, the booking of a room, and the stock of a tool shop."""

from support.told_pages import Told


def household() -> Told:
    told = Told("nl", "Ons huishouden")
    told.form("Boodschappenlijst", [told.text("Nieuw item")], "Toevoegen")
    told.items(
        "Boodschappenlijst",
        [("Melk", False), ("Volkorenbrood", False), ("Boter", True), ("Appels", False), ("Afwasmiddel", False)],
        "Verwijderen",
    )
    told.blocks.append(told.radio("Press", "Tonen", "Alle", ["Alle", "Open", "Gedaan"]))
    told.items(
        "Taken",
        [
            ("Badkamer schoonmaken", False),
            ("Vuilnis buitenzetten", True),
            ("Rekening betalen", False),
            ("Planten water geven", False),
        ],
        "Belangrijk",
        "Verwijderen",
    )
    told.use("Press", "Gedane taken wissen")
    told.form(
        "Woonkamer",
        [
            told.number("Verwarming (°C)", 20, 16, 26, step=0.5, unit="°C"),
            told.switch("Plafondlamp", False),
            told.switch("Muziek", True),
            told.number("Volume", 30, 0, 100, step=5),
        ],
    )
    return told


def booking() -> Told:
    told = Told("nl", "Pension De Linde: boeken")
    rooms = ["Eenpersoonskamer", "Tweepersoonskamer", "Zolderkamer", "Familiesuite"]
    facts = [
        ("€ 64,50", "14 m²", "1"),
        ("€ 98,00", "22 m²", "2"),
        ("€ 49,90", "11 m²", "1"),
        ("€ 165,00", "38 m²", "4"),
    ]
    told.table(
        "Onze kamers",
        ["Kamer", "Prijs per nacht", "Oppervlakte", "Bedden"],
        [(room, *fact) for room, fact in zip(rooms, facts, strict=True)],
        [],
        sorts=False,
    )
    told.form(
        "Uw boeking",
        [
            told.text("Naam", required=True),
            told.text("E-mail", "email", required=True),
            told.text("Telefoon", "tel"),
            told.text("Aankomst", "date", required=True),
            told.text("Aankomsttijd", "time", value="15:00"),
            told.number("Nachten", 2, 1, 14),
            told.number("Volwassenen", 2, 1, 6),
            told.number("Kinderen", 0, 0, 6),
            told.select("Kamer", "Tweepersoonskamer", rooms),
            told.radio("Choose", "Ontbijt", "Geen ontbijt", ["Geen ontbijt", "Continentaal", "Vegetarisch"]),
            told.switch("Parkeerplaats", False),
            told.switch("Hond", False),
            told.text("Opmerkingen", "long"),
        ],
        "Boeken en betalen",
    )
    told.use("Press", "Formulier wissen")
    return told


def stock() -> Told:
    told = Told("nl", "Gereedschapsverhuur Noord: voorraad")
    told.form(
        "Artikelen",
        [
            told.text("Zoeken", "search"),
            told.select("Categorie", "Alle", ["Alle", "Tuin", "Werkplaats", "Schoonmaak"]),
            told.switch("Alleen op voorraad", False),
        ],
    )
    told.table(
        "Artikelen",
        ["Naam", "Categorie", "Prijs", "Voorraad"],
        [
            ("Grasmaaier", "Tuin", "€ 25,00", "3"),
            ("Boormachine", "Werkplaats", "€ 12,50", "6"),
            ("Hogedrukreiniger", "Schoonmaak", "€ 30,00", "0"),
            ("Heggenschaar", "Tuin", "€ 9,00", "4"),
            ("Cirkelzaag", "Werkplaats", "€ 18,00", "2"),
        ],
        ["{} bewerken", "{} verwijderen"],
        sorts=True,
    )
    told.use("Press", "Volgende")
    told.use("Press", "Nieuw artikel")
    return told


PAGES = {"huishouden": household, "boeking": booking, "voorraad": stock}
