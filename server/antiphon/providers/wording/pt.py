"""Portuguese as it is said: prices, units, dates, times, telephone numbers and short forms as words."""

from antiphon.providers.wording.by_locale import LocaleWording

UNREADABLE = {"link": "o link da página", "code": "o código da página", "number": "o número longo da página"}

_SHORT_FORMS = {
    "p. ex.": "por exemplo",
    "etc.": "et cetera",
    "aprox.": "aproximadamente",
    "Sr.": "senhor",
    "Sra.": "senhora",
    "Dr.": "doutor",
    "Dra.": "doutora",
    "n.º": "número",
    "nº": "número",
    "tel.": "telefone",
    "Tel.": "Telefone",
    "Av.": "Avenida",
    "máx.": "máximo",
    "mín.": "mínimo",
}

word = LocaleWording("pt", _SHORT_FORMS, "{h} e {m}", "{h} horas", "mais", "h|horas").word
