"""German as it is said: prices, units, dates, times, telephone numbers and short forms as words."""

from antiphon.providers.wording.by_locale import LocaleWording

UNREADABLE = {
    "link": "Link auf der Seite",
    "code": "Code auf der Seite",
    "number": "lange Nummer auf der Seite",
}

_SHORT_FORMS = {
    "z. B.": "zum Beispiel",
    "d. h.": "das heißt",
    "u. a.": "unter anderem",
    "usw.": "und so weiter",
    "bzw.": "beziehungsweise",
    "ca.": "circa",
    "evtl.": "eventuell",
    "inkl.": "inklusive",
    "zzgl.": "zuzüglich",
    "ggf.": "gegebenenfalls",
    "Nr.": "Nummer",
    "Tel.": "Telefon",
    "Dr.": "Doktor",
    "Prof.": "Professor",
    "Std.": "Stunden",
    "Min.": "Minuten",
    "Mio.": "Millionen",
    "Mrd.": "Milliarden",
    "MwSt.": "Mehrwertsteuer",
}

word = LocaleWording("de", _SHORT_FORMS, "{h} Uhr {m}", "{h} Uhr", "plus", "Uhr|h").word
