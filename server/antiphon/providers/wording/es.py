"""Spanish as it is said: prices, units, dates, times, telephone numbers and short forms as words."""

from antiphon.providers.wording.by_locale import LocaleWording

UNREADABLE = {
    "link": "el enlace de la página",
    "code": "el código de la página",
    "number": "el número largo de la página",
}

_SHORT_FORMS = {
    "p. ej.": "por ejemplo",
    "etc.": "etcétera",
    "aprox.": "aproximadamente",
    "Sr.": "señor",
    "Sra.": "señora",
    "Dr.": "doctor",
    "Dra.": "doctora",
    "Ud.": "usted",
    "Uds.": "ustedes",
    "n.º": "número",
    "núm.": "número",
    "tel.": "teléfono",
    "Tel.": "Teléfono",
    "Av.": "Avenida",
    "máx.": "máximo",
    "mín.": "mínimo",
}

word = LocaleWording("es", _SHORT_FORMS, "{h} {m}", "{h}", "más", "h|hs|horas").word
