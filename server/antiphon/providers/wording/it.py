"""Italian as it is said: prices, units, dates, times, telephone numbers and short forms as words."""

from antiphon.providers.wording.by_locale import LocaleWording

UNREADABLE = {
    "link": "il link sulla pagina",
    "code": "il codice sulla pagina",
    "number": "il numero lungo sulla pagina",
}

_SHORT_FORMS = {
    "p. es.": "per esempio",
    "ad es.": "ad esempio",
    "ecc.": "eccetera",
    "ca.": "circa",
    "Sig.ra": "signora",
    "Sig.": "signor",
    "Dott.ssa": "dottoressa",
    "Dott.": "dottor",
    "n.": "numero",
    "tel.": "telefono",
    "Tel.": "Telefono",
    "max.": "massimo",
    "min.": "minimo",
}

word = LocaleWording("it", _SHORT_FORMS, "{h} e {m}", "{h}", "più", "h|ore").word
