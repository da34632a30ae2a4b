"""Pages in French: a household's lists, the form of a guest house, the stock of a tool hire, and a dialog in it."""

from support.pages_of_facts import OnPage, Page, a


def maison() -> Page:
    return (
        Page("Notre maison")
        .form("Liste de courses", [a("Nouvel article", "text")], "Ajouter")
        .listed(
            "Liste de courses",
            {"Lait": False, "Pain complet": False, "Beurre": True, "Pommes": False, "Eau gazeuse": False},
            each=("Supprimer",),
        )
        .choice("Afficher", ("Toutes", "À faire", "Faites"))
        .listed(
            "Tâches",
            {
                "Nettoyer la salle de bains": False,
                "Sortir les poubelles": True,
                "Payer la facture": False,
                "Arroser les plantes": False,
            },
            each=("Important", "Supprimer"),
        )
        .press("Supprimer les tâches faites")
        .form(
            "Salon",
            [
                a("Chauffage (°C)", "number", value=20, min=16, max=26, step=0.5, unit="°C"),
                a("Lumière du plafond", "switch", value=False),
                a("Musique", "switch", value=True),
                a("Volume", "number", value=30, min=0, max=100, step=5),
            ],
        )
    )


def reservation() -> Page:
    rooms = ["Simple", "Double", "Mansarde", "Suite familiale"]
    breakfasts = ["Sans petit-déjeuner", "Continental", "Végétarien"]
    return (
        Page("Pension Les Tilleuls : réserver")
        .table(
            "Nos chambres",
            ("Chambre", "Prix par nuit", "Surface", "Lits"),
            (
                ("Simple", "64,50 €", "14 m²", "1"),
                ("Double", "98,00 €", "22 m²", "2"),
                ("Mansarde", "49,90 €", "11 m²", "1"),
                ("Suite familiale", "165,00 €", "38 m²", "4"),
            ),
        )
        .form(
            "Votre réservation",
            [
                a("Nom", "text", required=True),
                a("Adresse e-mail", "email", required=True),
                a("Téléphone", "tel"),
                a("Date d'arrivée", "date", required=True),
                a("Heure d'arrivée", "time", value="15:00"),
                a("Nuits", "number", value=2, min=1, max=14),
                a("Adultes", "number", value=2, min=1, max=6),
                a("Enfants", "number", value=0, min=0, max=6),
                a("Chambre", "choice", value="Double", options=rooms),
                a("Petit-déjeuner", "choice", value="Sans petit-déjeuner", options=breakfasts, radio=True),
                a("Parking", "switch", value=False),
                a("Chien", "switch", value=False),
                a("Remarques", "long"),
            ],
            "Réserver avec obligation de paiement",
        )
        .press("Vider le formulaire")
    )


def stock() -> Page:
    return (
        Page("Location d'outils")
        .form(
            "Articles",
            [
                a("Recherche", "search"),
                a("Catégorie", "choice", value="Toutes", options=["Toutes", "Jardin", "Atelier", "Nettoyage"]),
                a("Disponibles uniquement", "switch", value=False),
            ],
        )
        .table(
            "Articles",
            ("Article", "Catégorie", "Prix", "Stock"),
            (
                ("Tondeuse", "Jardin", "25,00 €", "3"),
                ("Perceuse", "Atelier", "12,50 €", "6"),
                ("Nettoyeur haute pression", "Nettoyage", "30,00 €", "0"),
                ("Taille-haie", "Jardin", "9,00 €", "4"),
                ("Scie circulaire", "Atelier", "18,00 €", "2"),
            ),
            each="Modifier {}, Supprimer {}",
            sorts=True,
        )
        .press("Suivant", "Nouvel article")
    )


def fiche() -> Page:
    page = Page("Location d'outils").form(
        "Modifier l'article",
        [
            a("Désignation", "text", value="Perceuse", required=True),
            a("Prix (€)", "number", value=12.5, min=0, max=500, step=0.5),
            a("Stock", "number", value=6, min=0, max=99),
        ],
        "Enregistrer",
    )
    page.lines.append("The dialog “Modifier l'article” is open.")
    return page.press("Annuler", "Supprimer l'article")


PAGES = {"maison": maison(), "reservation": reservation(), "stock": stock(), "fiche": fiche()}


class French(OnPage):
    """A conversation in French about one of the pages."""

    def __init__(self, page: str) -> None:
        super().__init__(PAGES[page], "fr")
