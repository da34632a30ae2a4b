"""Pages in Spanish: a household's lists, the form of a guest house, the stock of a tool hire, and a dialog in it."""

from support.pages_of_facts import OnPage, Page, a


def casa() -> Page:
    return (
        Page("Nuestra casa")
        .form("Lista de la compra", [a("Nuevo producto", "text")], "Añadir")
        .listed(
            "Lista de la compra",
            {"Leche": False, "Pan integral": False, "Mantequilla": True, "Manzanas": False, "Lavavajillas": False},
            each=("Borrar",),
        )
        .choice("Mostrar", ("Todas", "Pendientes", "Hechas"))
        .listed(
            "Tareas",
            {"Limpiar el baño": False, "Sacar la basura": True, "Pagar la factura": False, "Regar las plantas": False},
            each=("Importante", "Borrar"),
        )
        .press("Borrar las hechas")
        .form(
            "Salón",
            [
                a("Calefacción (°C)", "number", value=20, min=16, max=26, step=0.5, unit="°C"),
                a("Luz del techo", "switch", value=False),
                a("Música", "switch", value=True),
                a("Volumen", "number", value=30, min=0, max=100, step=5),
            ],
        )
    )


def reserva() -> Page:
    return (
        Page("Pensión Los Tilos: reservar")
        .table(
            "Nuestras habitaciones",
            ("Habitación", "Precio por noche", "Superficie", "Camas"),
            (
                ("Individual", "64,50 €", "14 m²", "1"),
                ("Doble", "98,00 €", "22 m²", "2"),
                ("Buhardilla", "49,90 €", "11 m²", "1"),
                ("Suite familiar", "165,00 €", "38 m²", "4"),
            ),
        )
        .form(
            "Su reserva",
            [
                a("Nombre", "text", required=True),
                a("Correo electrónico", "email", required=True),
                a("Teléfono", "tel"),
                a("Fecha de llegada", "date", required=True),
                a("Hora de llegada", "time", value="15:00"),
                a("Noches", "number", value=2, min=1, max=14),
                a("Adultos", "number", value=2, min=1, max=6),
                a("Niños", "number", value=0, min=0, max=6),
                a(
                    "Habitación",
                    "choice",
                    value="Doble",
                    options=["Individual", "Doble", "Buhardilla", "Suite familiar"],
                ),
                a(
                    "Desayuno",
                    "choice",
                    value="Sin desayuno",
                    options=["Sin desayuno", "Continental", "Vegetariano"],
                    radio=True,
                ),
                a("Aparcamiento", "switch", value=False),
                a("Perro", "switch", value=False),
                a("Comentarios", "long"),
            ],
            "Reservar con obligación de pago",
        )
        .press("Vaciar el formulario")
    )


def almacen() -> Page:
    return (
        Page("Alquiler de herramientas")
        .form(
            "Artículos",
            [
                a("Búsqueda", "search"),
                a("Categoría", "choice", value="Todas", options=["Todas", "Jardín", "Taller", "Limpieza"]),
                a("Solo disponibles", "switch", value=False),
            ],
        )
        .table(
            "Artículos",
            ("Artículo", "Categoría", "Precio", "Existencias"),
            (
                ("Cortacésped", "Jardín", "25,00 €", "3"),
                ("Taladradora", "Taller", "12,50 €", "6"),
                ("Hidrolimpiadora", "Limpieza", "30,00 €", "0"),
                ("Cortasetos", "Jardín", "9,00 €", "4"),
                ("Sierra circular", "Taller", "18,00 €", "2"),
            ),
            each="Editar {}, Eliminar {}",
            sorts=True,
        )
        .press("Siguiente", "Nuevo artículo")
    )


def ficha() -> Page:
    page = Page("Alquiler de herramientas").form(
        "Editar artículo",
        [
            a("Denominación", "text", value="Taladradora", required=True),
            a("Precio (€)", "number", value=12.5, min=0, max=500, step=0.5),
            a("Existencias", "number", value=6, min=0, max=99),
        ],
        "Guardar",
    )
    page.lines.append("The dialog “Editar artículo” is open.")
    return page.press("Cancelar", "Eliminar artículo")


PAGES = {"casa": casa(), "reserva": reserva(), "almacen": almacen(), "ficha": ficha()}


class Spanish(OnPage):
    """A conversation in Spanish about one of the pages."""

    def __init__(self, page: str) -> None:
        super().__init__(PAGES[page], "es")
